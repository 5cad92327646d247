// A fault that writes.nightly.test.ts found.
import { expect, test } from 'vitest'
import {
  type Connection,
  fixturesOf,
  openTransaction,
  outcome,
  untilBlocked,
} from '../../database/fixtures.ts'
import { databaseForTests } from '../../database/own-database.ts'

const database = databaseForTests({ connections: 4 })
const { newAgent, newSkill, rate, admin } = fixturesOf(() => database)

/** Three skills in the order of their ids. */
async function threeSkills() {
  const skills = [await newSkill(), await newSkill(), await newSkill()]
  return skills.sort((a, b) => (a.id < b.id ? -1 : 1)) as [Skill, Skill, Skill]
}
type Skill = Awaited<ReturnType<typeof newSkill>>

/**
 * Runs a write that locks the aggregates of the first and the last skill while another one has locked the first, waits for the
 * second and then locks the last: a deadlock, unless the write locks the first before the last.
 */
async function outcomes(skills: Skill[], write: (sql: Connection) => PromiseLike<unknown>, key?: string) {
  const author = await newAgent()
  const blocking = await openTransaction(database.owner)
  await blocking.sql`select from public.skill_stats where skill_id = ${skills[1]?.id ?? ''} for no key update`
  const ordered = await openTransaction(database.owner)
  const first = outcome(
    ordered.sql`
      insert into public.ratings (skill_id, agent_id, claws)
      select id, ${author.id}, 3 from unnest(${skills.map(({ id }) => id)}::uuid[]) as id`.execute(),
  )
  await untilBlocked(database.admin, ordered.pid)
  const tested = await openTransaction(database.owner, key)
  const second = outcome(Promise.resolve(write(tested.sql)))
  await untilBlocked(database.admin, tested.pid)
  await blocking.commit()
  // Postgres cancels either of the two.
  const said = [await first]
  await ordered.rollback()
  said.push(await second)
  await tested.rollback()
  return said
}

// mask_hidden_commentary_of_new_rating updates a rating before count_new_ratings locks all aggregates.
test('restoring several ratings, one of them with a hidden commentary, locks the aggregates in the order of their ids', async () => {
  const skills = await threeSkills()
  const agent = await newAgent()
  await rate(agent, skills[0])
  const hidden = await rate(agent, skills[2], { p_commentary: 'Spam.' })
  await admin('hide_commentary', hidden.id, 'Spam.')
  await admin('suspend_agent', agent.id, 'Spam.')
  const said = await outcomes(skills, (sql) => sql`select admin.reinstate_agent(${agent.id}, 'A mistake.')`)
  expect(said).toEqual(['done', 'done'])
})
