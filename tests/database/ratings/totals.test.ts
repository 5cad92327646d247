import { expect, test } from 'vitest'
import { as, openTransaction, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, newRating, admin } = testDatabase({ connections: 4 })

const stats = async () => (await database.owner`select public.get_stats() as stats`)[0]?.stats
/** As if the totals had been counted 61 seconds ago. */
const age = () => database.owner`update private.totals set counted_at = now() - interval '61 seconds'`

test('get_stats counts agents, and the skills and ratings that are neither retired nor removed', async () => {
  const { skill, rating } = await newRating()
  const { agent } = await newRating()
  expect(await stats()).toEqual({ total_skills: 2, total_ratings: 2, total_agents: 4 })
  await admin('retire_skill', skill.id, 'Gone.')
  await admin('remove_ratings', [rating.id], 'Fake.')
  await database.owner`delete from public.agents where id = ${agent.id}`
  await age()
  expect(await stats()).toEqual({ total_skills: 1, total_ratings: 0, total_agents: 3 })
})

test('get_stats counts suspended agents, and not their ratings', async () => {
  await age()
  const before = await stats()
  const { agent } = await newRating()
  await admin('suspend_agent', agent.id, 'Fake.')
  await age()
  const { total_ratings, total_agents } = await stats()
  // The agent and the submitter of the skill.
  expect([total_ratings - before.total_ratings, total_agents - before.total_agents]).toEqual([0, 2])
})

test('get_stats counts at most once in 60 seconds, whoever calls it', async () => {
  await age()
  const before = await stats()
  await newAgent()
  expect(await stats()).toEqual(before)
  const direct = await as(
    database.owner,
    {},
    async (tx) => (await tx`select public.get_stats() as stats`)[0]?.stats,
  )
  expect(direct).toEqual(before)
  await age()
  expect(await stats()).toEqual({ ...before, total_agents: before.total_agents + 1 })
})

test('get_stats does not wait for a call that counts', async () => {
  const before = await stats()
  await age()
  const open = await openTransaction(database.owner)
  await open.sql`select public.get_stats()`
  await newSkill()
  expect(await stats()).toEqual(before)
  await open.commit()
})

test('get_stats returns what is stored in a transaction that cannot write, such as a GET of the Data API', async () => {
  await age()
  const before = await stats()
  await age()
  await newAgent()
  const read = await database.owner.begin('read only', (tx) => tx`select public.get_stats() as stats`)
  expect(read[0]?.stats).toEqual(before)
  expect(await stats()).toEqual({ ...before, total_agents: before.total_agents + 1 })
})
