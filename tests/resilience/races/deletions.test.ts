// An admin deletes skills and agents while agents rate and submit.
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../database/own-database.ts'
import { post, type Skill } from '../../support/api.ts'
import { type Agent, newAgent, newSkill, getSkill as page, rate, uniqueWord } from '../../support/fixtures.ts'
import type { HttpResponse as Answer } from '../../support/http-client.ts'

let sql: postgres.Sql
beforeAll(() => {
  sql = connect('owner', 'postgres', 4)
})
afterEach(async () => {
  expect(await sql`select * from private.stats_differences()`).toEqual([])
})
afterAll(() => sql.end())

/** Repeats a task until `end()` is called. */
function repeat(task: () => Promise<unknown>): { end(): Promise<number> } {
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

/** Sends requests from several clients at once, one after another each. */
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

/** The different statuses. */
const statuses = (answers: Answer<unknown>[]) => [...new Set(answers.map(({ status }) => status))].sort()

const anyOf = <T>(items: T[]) => items[Math.floor(Math.random() * items.length)] as T

test('returns only 200, 201 or 404 when skills are deleted while agents rate them', async () => {
  const agents = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newAgent()))
  const skills: Skill[] = await Promise.all([1, 2, 3, 4].map(() => newSkill()))
  const admin = repeat(async () => {
    const i = Math.floor(Math.random() * skills.length)
    const fresh = await newSkill()
    await sql`delete from public.skills where id = ${(skills[i] as Skill).id}`
    // The deleted skill stays in the list during the next deletion, so that some agents rate it.
    skills[i] = fresh
  })
  const answers = await clients(6, 20, (client, i) => {
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
})

test('returns only 200, 201 or 401 when agents are deleted while they rate and submit', async () => {
  const skills = await Promise.all([1, 2, 3].map(() => newSkill()))
  const staying = await newAgent()
  const agents = await Promise.all([1, 2, 3, 4, 5].map(() => newAgent()))
  const admin = repeat(async () => {
    const i = Math.floor(Math.random() * agents.length)
    const fresh = await newAgent()
    await sql`delete from public.agents where id = ${(agents[i] as Agent).id}`
    agents[i] = fresh
  })
  const answers = await clients(6, 20, (client, i) => {
    const agent = client === 0 ? staying : anyOf(agents)
    const skill = { name: uniqueWord(), description: 'Left behind.', type: 'mcp' }
    return client === 5 && i % 2
      ? post('/api/skills', skill, { key: agent.key })
      : rate(agent, { skill_id: anyOf(skills).id, claws: 1 + (i % 5), security: 0.1 * i })
  })
  expect(await admin.end()).toBeGreaterThan(0)
  expect(statuses(answers).filter((status) => ![200, 201, 401].includes(status))).toEqual([])
  // The page shows the ratings of the agents that still exist.
  for (const { id, slug } of skills) {
    const [left] = await sql`select count(*)::int from public.ratings where skill_id = ${id}`
    expect((await page(slug)).total_ratings).toBe(left?.count)
  }
})

test('returns only 200, 201, 401 or 404 when one statement deletes many skills or agents', async () => {
  const agents = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newAgent()))
  const skills = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newSkill()))
  const ids = <T extends { id: string }>(items: T[]) =>
    items.map(({ id }) => id).sort(() => Math.random() - 0.5)
  const [someAgents, someSkills] = [agents.slice(0, 3), skills.slice(0, 3)]
  const rating = clients(6, 30, (client, i) =>
    rate(agents[client] as Agent, { skill_id: anyOf(skills).id, claws: 1 + (i % 5), reliability: i }),
  )
  // Repeated for the ratings that were written in between.
  for (let i = 0; i < 3; i++) {
    await Promise.all([
      sql`delete from public.skills where id = any (${ids(someSkills)}::uuid[])`,
      sql`delete from public.agents where id = any (${ids(someAgents)}::uuid[])`,
      sql`delete from public.ratings where skill_id = any (${ids(skills.slice(3))}::uuid[])`,
    ])
  }
  const answers = await rating
  expect(statuses(answers).filter((status) => ![200, 201, 401, 404].includes(status))).toEqual([])
  expect(await sql`select from public.ratings where agent_id = any (${ids(someAgents)}::uuid[])`).toEqual([])
})
