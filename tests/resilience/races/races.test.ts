// Many concurrent requests for one name, or for what an admin deletes. Ratings, slugs and locks are tested in tests/database.
import type postgres from 'postgres'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../database/own-database.ts'
import { type Problem, post, type Registered } from '../../support/api.ts'
import { newAgent, newAgents, newSkill, rate, uniqueWord } from '../../support/fixtures.ts'
import type { HttpResponse } from '../../support/http-client.ts'

let sql: postgres.Sql
beforeAll(() => {
  sql = connect('owner', 'postgres', 2)
  return () => sql.end()
})
afterEach(async () => {
  expect(await sql`select * from private.stats_differences()`).toEqual([])
})

/** Runs a task many times at once. */
function concurrently<T>(count: number, task: (number: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => task(number)))
}

/** The number of responses of each status. */
function tally(answers: HttpResponse<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const any = <T>(items: T[]) => items[Math.floor(Math.random() * items.length)] as T

/** Spellings with one comparison key. */
const spellings = (word: string) => [word, word.toUpperCase(), ` ${word}\u3000`, word.replace('w', 'ｗ')]

test('one of 20 registrations of one name returns 201, the others 409', async () => {
  const word = uniqueWord()
  const answers = await concurrently(20, (i) =>
    post<Registered & Problem>('/api/register', { agent_name: spellings(word)[i % 4] }),
  )
  expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
  const [created] = answers.filter(({ status }) => status === 201)
  const rows = await sql`
    select a.id from public.agents as a join private.agent_keys as k on k.agent_id = a.id where a.name_key = ${word}`
  expect(rows).toEqual([{ id: created?.body.agent.id }])
  // The returned key is the stored one.
  const skill = { name: word, description: 'Created.', type: 'mcp' }
  expect((await post('/api/skills', skill, { key: created?.body.api_key })).status).toBe(201)
})

test('ratings and submissions return only 200, 201, 401 or 404 while their skills and agents are deleted', async () => {
  const [staying, agents] = [await newAgent(), await newAgents(4)]
  const skills = await concurrently(4, () => newSkill())
  let isOver = false
  const admin = (async () => {
    for (let i = 0; !isOver; i = (i + 1) % 4) {
      const [skill, agent] = [await newSkill(), await newAgent()]
      await sql`delete from public.skills where id = ${skills[i]?.id ?? ''}`
      await sql`delete from public.agents where id = ${agents[i]?.id ?? ''}`
      // What was deleted stays in the list until now, so that some agents rate it.
      skills[i] = skill
      agents[i] = agent
    }
  })()
  const clients = await concurrently(6, async (client) => {
    const answers: HttpResponse<unknown>[] = []
    for (let i = 0; i < 12; i++) {
      const agent = client === 0 ? staying : any(agents)
      const { id, name } = any(skills)
      const skill = { name: uniqueWord(), description: 'Left behind.', type: 'mcp' }
      answers.push(
        client === 5 && i % 2
          ? await post('/api/skills', skill, { key: agent.key })
          : await rate(agent, {
              ...(i % 2 ? { skill_id: id } : { skill_name: name }),
              claws: 1 + (i % 5),
              speed: i,
            }),
      )
    }
    return answers
  })
  isOver = true
  await admin
  const statuses = Object.keys(tally(clients.flat()))
  expect(statuses).toContain('201')
  expect(statuses.filter((status) => !['200', '201', '401', '404'].includes(status))).toEqual([])
})
