// Many concurrent requests for one name, one rating, one slug or what an admin deletes. The locks are tested in tests/database.
import type postgres from 'postgres'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../database/own-database.ts'
import { type Problem, post, type Registered, type Submitted } from '../../support/api.ts'
import {
  type Agent,
  getSkill,
  newAgent,
  newAgents,
  newSkill,
  rate,
  uniqueWord,
} from '../../support/fixtures.ts'
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

test('of 20 first ratings by five agents, by id and by name, each agent’s last one counts', async () => {
  const [skill, agents] = [await newSkill(), await newAgents(5)]
  const answers = await concurrently(20, (i) =>
    rate(agents[i % 5] as Agent, {
      ...(i % 3 ? { skill_id: skill.id } : { skill_name: skill.name.toUpperCase() }),
      ...{ claws: 1 + (i % 4), reliability: i, commentary: `The ${i}th.` },
    }),
  )
  expect(tally(answers)).toEqual({ 200: 15, 201: 5 })
  // Every response shows its own rating.
  for (const { body } of answers) expect(body.rating.commentary).toBe(`The ${body.rating.reliability}th.`)
  const ofLast = new Map(
    answers
      .map(({ body }) => body.rating)
      .sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
      .map((rating) => [rating.agent_name, rating]),
  )
  const page = await getSkill(skill.slug)
  expect(page.total_ratings).toBe(5)
  expect(page.ratings).toHaveLength(5)
  expect(page.ratings).toEqual(expect.arrayContaining([...ofLast.values()]))
})

test('one of 20 submissions of one name returns 201, the others 409 with the skill, and ratings 200, 201 or 404', async () => {
  const [word, agents] = [uniqueWord(), await newAgents(8)]
  const [answers, ratings] = await Promise.all([
    concurrently(20, (i) =>
      post<Submitted & Problem>(
        '/api/skills',
        { name: spellings(word)[i % 4], description: `By agent ${i % 8}.`, type: 'other' },
        { key: agents[i % 8]?.key },
      ),
    ),
    concurrently(20, (i) => rate(agents[i % 8] as Agent, { skill_name: word, claws: 5 })),
  ])
  expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
  const { id, name, slug } = answers.find(({ status }) => status === 201)?.body.skill ?? {}
  for (const { status, body } of answers) {
    if (status === 409) expect([body.code, body.skill]).toEqual(['skill_name_taken', { id, name, slug }])
  }
  expect(Object.keys(tally(ratings)).filter((status) => !['200', '201', '404'].includes(status))).toEqual([])
  const raters = new Set(ratings.flatMap(({ body }) => ('rating' in body ? [body.rating.agent_name] : [])))
  expect((await getSkill(word)).total_ratings).toBe(raters.size)
})

test('10 submissions of names with the same slug return 201 with consecutive slugs', async () => {
  const [word, { key }] = [uniqueWord(), await newAgent()]
  const answers = await concurrently(10, (i) =>
    post<Submitted>('/api/skills', { name: word + '!'.repeat(i), description: 'x', type: 'other' }, { key }),
  )
  expect(tally(answers)).toEqual({ 201: 10 })
  const expected = [word, ...Array.from({ length: 9 }, (_, i) => `${word}-${i + 2}`)]
  expect(answers.map(({ body }) => body.skill.slug).sort()).toEqual(expected.sort())
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
