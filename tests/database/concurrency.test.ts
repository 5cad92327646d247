import type postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { randomNumbers } from '../../scripts/support/random.ts'
import { type Agent, as, errorOf, type Skill, testDatabase } from './fixtures.ts'
import { connect } from './own-database.ts'

/** Many writers at once; which lock each statement takes, and in which order, is tested beside the statements, as are
 * statements over many rows, new standing and merges. */

const { database, newAgent, newSkill, differences } = testDatabase()
let sql: postgres.Sql
let agents: Agent[]
let skills: Skill[]

beforeAll(async () => {
  // Deadlocks are found at once.
  sql = connect('admin', database.name, 9, { deadlock_timeout: '10ms' })
  agents = await Promise.all(Array.from({ length: 6 }, () => newAgent()))
  skills = await Promise.all(Array.from({ length: 6 }, () => newSkill()))
  return () => sql.end()
})

type Random = () => number
type Worker = (round: number, random: Random) => PromiseLike<unknown>
const any = <T>(list: T[], random: Random) => list[Math.floor(random() * list.length)] as T
const shuffled = <T>(list: T[], random: Random) => list.toSorted(() => random() - 0.5)

/** Runs the workers at once, this many rounds each. They may only end in these codes. */
async function atOnce(rounds: number, expected: string[], ...workers: Worker[]) {
  const codes = new Set<string>()
  await Promise.all(
    workers.map(async (work, worker) => {
      const random = randomNumbers(100 + worker).fraction
      for (let round = 0; round < rounds; round++)
        codes.add((await errorOf(work(round, random)))?.code ?? 'done')
    }),
  )
  expect([...codes].filter((code) => code !== 'done' && !expected.includes(code))).toEqual([])
}

afterEach(async () => {
  expect(await differences()).toEqual([])
  expect([...(await sql`select * from private.quality_differences()`)]).toEqual([])
})

/** Not submit_rating, which would retry a deadlock and hide it. */
const rate = (agent: Agent, id: string, claws: number) =>
  as(
    sql,
    agent,
    (tx) => tx`
      select private.write_rating(${id}, null, jsonb_populate_record(null::public.ratings, ${tx.json({ claws })}))`,
  )
const idsOf = (some: Skill[]) => some.map(({ id }) => id)
const rater =
  (agentOf: () => Agent): Worker =>
  (round, random) =>
    rate(agentOf(), any(skills, random).id, 1 + (round % 5))
const raters = (count: number) => agents.slice(0, count).map((agent) => rater(() => agent))
// The skill or the agent of a write is gone.
const GONE = ['PT401', 'PT404']

describe('neither deadlock nor leave a difference:', () => {
  test('ratings by agents that are deleted', async () => {
    let passing = await newAgent()
    await atOnce(15, GONE, ...raters(3), ...[0, 1, 2].map(() => rater(() => passing)), async () => {
      await sql`delete from public.agents where id = ${passing.id}`
      passing = await newAgent()
    })
  })

  test('ratings of skills that are deleted, several at once in random orders', async () => {
    const deleteSome: Worker = async (_, random) => {
      const some = shuffled(skills, random).slice(0, 3)
      await sql`delete from public.skills where id = any (${idsOf(some)}::uuid[])`
      await sql`
        insert into public.skills (id, name, description, type, url)
        select id, 'Again ' || id, 'x', 'other', 'https://example.com/' || id from unnest(${idsOf(some)}::uuid[]) as id
        -- In one order: two that insert the same ids wait for each other.
        order by id
        on conflict do nothing`
    }
    // An admin writes the table, which does not lock the skill first.
    const change: Worker = (round, random) =>
      as(sql, { role: 'service_role' }, (tx) => {
        const [agent, skill] = [any(agents, random).id, any(skills, random).id]
        return round % 3 === 0
          ? tx`delete from public.ratings where skill_id = ${skill} and agent_id = ${agent}`
          : tx`update public.ratings set claws = ${1 + (round % 5)} where skill_id = ${skill} and agent_id = ${agent}`
      })
    await atOnce(15, GONE, ...raters(3), change, change, deleteSome, deleteSome)
  })

  test('submissions, ratings, deletions of ratings and functions for admins', async () => {
    const few = agents.slice(0, 3)
    await sql`update public.agents set created_at = now() - interval '8 days' where id = any (${few.map(({ id }) => id)}::uuid[])`
    const names = ['remove_ratings', 'withdraw_standing', 'grant_standing', 'suspend_agent']
    const calls = [...names, 'reinstate_agent', 'restore_ratings']
    const writer =
      (agent: Agent): Worker =>
      (round, random) =>
        as(sql, agent, (tx) => {
          const { id } = any(skills, random)
          if (round % 5 === 4) return tx`select public.delete_own_rating(${id})`
          if (round % 7 === 3) return tx`select public.submit_skill('S' || gen_random_uuid(), 'x', 'mcp')`
          return tx`select public.submit_rating(${id}, null, ${1 + (round % 5)})`
        })
    const admin: Worker = (_, random) =>
      sql.unsafe(`select admin.${any(calls, random)}($1, 'Reason.')`, [any(few, random).name])
    await atOnce(40, ['PT401', 'PT404', 'P0001'], ...few.map(writer), admin, admin)
    // A row for each transaction that wrote at the same time.
    const [rows] = await sql`select count(*)::int from private.totals`
    expect(rows?.count).toBeLessThanOrEqual(9)
  })
})
