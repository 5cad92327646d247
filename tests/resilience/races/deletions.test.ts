// An admin deletes what agents are just rating and submitting.
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../database/own-database.ts'
import {
  type Agent,
  type Answer,
  newAgent,
  newSkill,
  page,
  post,
  rate,
  type Skill,
  uniqueWord,
} from '../../support/http-client.ts'

let sql: postgres.Sql
beforeAll(() => {
  sql = connect('owner', 'postgres', 4)
})
afterAll(() => sql.end())

/** Does the task again and again until the others are done. */
function meanwhile(task: () => Promise<unknown>): { end(): Promise<number> } {
  let isOver = false
  const done = (async () => {
    let times = 0
    for (; !isOver; times++) await task()
    return times
  })()
  return {
    end: () => {
      isOver = true
      return done
    },
  }
}

/** Several clients, each with so many requests one after another; gives all answers. */
async function clients(
  count: number,
  requests: number,
  send: (client: number, i: number) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, client) => {
      const own: Answer<unknown>[] = []
      for (let i = 0; i < requests; i++) own.push(await send(client, i))
      return own
    }),
  )
  return answers.flat()
}

/** The statuses that came, each once. */
const statuses = (answers: Answer<unknown>[]) => [...new Set(answers.map(({ status }) => status))].sort()

const anyOf = <T>(items: T[]) => items[Math.floor(Math.random() * items.length)] as T

test('deleting skills while agents rate them: 200, 201 or 404 and nothing else, and exact aggregates', async () => {
  const agents = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newAgent()))
  const skills: Skill[] = await Promise.all([1, 2, 3, 4].map(() => newSkill()))
  const admin = meanwhile(async () => {
    const i = Math.floor(Math.random() * skills.length)
    const fresh = await newSkill()
    await sql`delete from public.skills where id = ${(skills[i] as Skill).id}`
    // One that is gone stays in the list for as long as the next deletion takes, so that some rate what is not there.
    skills[i] = fresh
  })
  const answers = await clients(6, 40, (client, i) => {
    const { id, name } = anyOf(skills)
    return rate(agents[client] as Agent, {
      ...(i % 2 ? { skill_id: id } : { skill_name: name }),
      claws: 1 + (i % 5),
      speed: i,
    })
  })
  expect(await admin.end()).toBeGreaterThan(0)
  expect(statuses(answers).filter((status) => ![200, 201, 404].includes(status))).toEqual([])
  expect(statuses(answers)).toContain(201)
  expect(await sql`select * from private.stats_differences()`).toEqual([])
})

test('deleting agents while they rate and submit: 200, 201 or 401 and nothing else, and exact aggregates', async () => {
  const skills = await Promise.all([1, 2, 3].map(() => newSkill()))
  const staying = await newAgent()
  const agents = await Promise.all([1, 2, 3, 4, 5].map(() => newAgent()))
  const admin = meanwhile(async () => {
    const i = Math.floor(Math.random() * agents.length)
    const fresh = await newAgent()
    await sql`delete from public.agents where id = ${(agents[i] as Agent).id}`
    agents[i] = fresh
  })
  const answers = await clients(6, 40, (client, i) => {
    const agent = client === 0 ? staying : anyOf(agents)
    const skill = { name: uniqueWord(), description: 'Left behind.', type: 'mcp' }
    return client === 5 && i % 2
      ? post('/api/skills', skill, { key: agent.key })
      : rate(agent, { skill_id: anyOf(skills).id, claws: 1 + (i % 5), security: 0.1 * i })
  })
  expect(await admin.end()).toBeGreaterThan(0)
  expect(statuses(answers).filter((status) => ![200, 201, 401].includes(status))).toEqual([])
  expect(await sql`select * from private.stats_differences()`).toEqual([])
  // What is left is what the page shows: the ratings of agents that are still there.
  for (const { id, slug } of skills) {
    const [left] = await sql`select count(*)::int from public.ratings where skill_id = ${id}`
    expect((await page(slug)).total_ratings).toBe(left?.count)
  }
})

test('deleting many of both at a time, in one statement each: 200, 201, 401, 404 and nothing else', async () => {
  const agents = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newAgent()))
  const skills = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newSkill()))
  const ids = <T extends { id: string }>(items: T[]) =>
    items.map(({ id }) => id).sort(() => Math.random() - 0.5)
  const [someAgents, someSkills] = [agents.slice(0, 3), skills.slice(0, 3)]
  const rating = clients(6, 30, (client, i) =>
    rate(agents[client] as Agent, { skill_id: anyOf(skills).id, claws: 1 + (i % 5), reliability: i }),
  )
  // Both at once, and once more for what came back in between.
  for (let i = 0; i < 3; i++) {
    await Promise.all([
      sql`delete from public.skills where id = any (${ids(someSkills)}::uuid[])`,
      sql`delete from public.agents where id = any (${ids(someAgents)}::uuid[])`,
      sql`delete from public.ratings where skill_id = any (${ids(skills.slice(3))}::uuid[])`,
    ])
  }
  const answers = await rating
  expect(statuses(answers).filter((status) => ![200, 201, 401, 404].includes(status))).toEqual([])
  expect(await sql`select * from private.stats_differences()`).toEqual([])
  expect(await sql`select from public.ratings where agent_id = any (${ids(someAgents)}::uuid[])`).toEqual([])
})
