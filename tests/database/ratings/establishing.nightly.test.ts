import { expect, test } from 'vitest'
import { testDatabase } from '../fixtures.ts'

const RATINGS = 4_500
const MOST = 2_000

const { database, newAgent, newSkill, submitRating, differences } = testDatabase()

test('an agent with many ratings has 2,000 of its earlier ones established by one write, and the rest by the next', async () => {
  const { owner } = database
  const agent = await newAgent()
  await owner`
    insert into public.skills (name, description, type)
    select 'Rated ' || to_hex(i), 'x', 'other' from generate_series(1, ${RATINGS}::integer) as i`
  await owner`
    insert into public.ratings (agent_id, skill_id, claws, updated_at)
    select ${agent.id}, id, 4, now() - interval '1 hour' from public.skills`
  await owner`update public.agents set created_at = now() - interval '8 days' where id = ${agent.id}`
  const established = async () => {
    const [row] = await owner`
      select count(*)::integer as number from public.ratings where agent_id = ${agent.id} and established`
    return row?.number
  }
  expect(await established()).toBe(0)
  const skill = await newSkill()
  // The rating itself is one of them.
  expect((await submitRating(agent, skill)).established).toBe(true)
  expect(await established()).toBe(MOST)
  expect(await differences()).toEqual([])
  // An identical rating marks more, too.
  await submitRating(agent, skill)
  expect(await established()).toBe(2 * MOST)
  await submitRating(agent, await newSkill())
  expect(await established()).toBe(RATINGS + 2)
  expect(await differences()).toEqual([])
})
