// A fault that writes.nightly.test.ts found.
import { expect, test } from 'vitest'
import { fixturesOf, openTransaction, outcome, type Skill, untilBlocked } from '../../database/fixtures.ts'
import { databaseForTests } from '../../database/own-database.ts'

const database = databaseForTests({ connections: 4 })
const { newAgent, newSkill, rate, admin } = fixturesOf(() => database)

// mask_hidden_commentary_of_new_rating updates a rating before count_new_ratings locks all aggregates.
test('restoring several ratings, one of them with a hidden commentary, locks the aggregates in the order of their ids', async () => {
  const skills = [await newSkill(), await newSkill(), await newSkill()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const [low, middle, high] = skills as [Skill, Skill, Skill]
  const [agent, author] = [await newAgent(), await newAgent()]
  await rate(agent, low)
  const hidden = await rate(agent, high, { p_commentary: 'Spam.' })
  await admin('hide_commentary', hidden.id, 'Spam.')
  await admin('suspend_agent', agent.id, 'Spam.')

  // Another write has locked the lowest, waits for the one in the middle, and locks the highest last.
  const blocking = await openTransaction(database.owner)
  await blocking.sql`select from public.skill_stats where skill_id = ${middle.id} for no key update`
  const ordered = await openTransaction(database.owner)
  const rated = outcome(
    ordered.sql`
      insert into public.ratings (skill_id, agent_id, claws)
      select id, ${author.id}, 3 from unnest(${skills.map(({ id }) => id)}::uuid[]) as id`.execute(),
  )
  await untilBlocked(database.admin, ordered.pid)
  // With the highest locked before the lowest, the two would deadlock, and Postgres would cancel either.
  const restoring = await openTransaction(database.owner)
  const restored = outcome(restoring.sql`select admin.reinstate_agent(${agent.id}, 'A mistake.')`.execute())
  await untilBlocked(database.admin, restoring.pid)
  await blocking.commit()
  const said = [await rated]
  await ordered.rollback()
  said.push(await restored)
  await restoring.rollback()
  expect(said).toEqual(['done', 'done'])
})
