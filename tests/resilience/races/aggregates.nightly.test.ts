// Faults of the aggregates that writes.nightly.test.ts found. Replace test.fails by test when one is fixed.
import { expect, test } from 'vitest'
import {
  as,
  type Connection,
  fixturesOf,
  openTransaction,
  outcome,
  untilBlocked,
} from '../../database/fixtures.ts'
import { databaseForTests } from '../../database/own-database.ts'

const database = databaseForTests({ connections: 4 })
const { newAgent, newSkill, rate, admin, differences } = fixturesOf(() => database)

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

// A fault: the triggers of both events of an upsert lock the aggregates one after another.
test.fails('an upsert that inserts and updates several ratings locks the aggregates in the order of their ids', async () => {
  const skills = await threeSkills()
  const agent = await newAgent()
  await rate(agent, skills[2])
  const said = await outcomes(
    skills,
    (sql) => sql`
      insert into public.ratings (skill_id, claws) select id, 5 from unnest(${[skills[0].id, skills[2].id]}::uuid[]) as id
      on conflict (skill_id, agent_id) do update set claws = excluded.claws`,
    agent.key,
  )
  expect(said).toEqual(['done', 'done'])
})

// A fault: mask_hidden_commentary_of_new_rating updates a rating, and so locks its aggregates, before count_new_ratings locks all.
test.fails('restoring several ratings, one of them with a hidden commentary, locks the aggregates in the order of their ids', async () => {
  const skills = await threeSkills()
  const agent = await newAgent()
  await rate(agent, skills[0])
  const hidden = await rate(agent, skills[2], { p_commentary: 'Spam.' })
  await admin('hide_commentary', hidden.id, 'Spam.')
  await admin('suspend_agent', agent.id, 'Spam.')
  const said = await outcomes(skills, (sql) => sql`select admin.reinstate_agent(${agent.id}, 'A mistake.')`)
  expect(said).toEqual(['done', 'done'])
})

// A fault: count_replaced_ratings establishes the agent and moves all its ratings; then count_new_ratings counts the new one as
// established once more.
test.fails('an upsert that inserts and updates ratings and establishes its agent counts each rating once', async () => {
  const skills = [...(await threeSkills()), await newSkill()]
  const agent = await newAgent()
  for (const skill of skills.slice(0, 3)) await rate(agent, skill)
  await database.owner`update public.agents set created_at = now() - interval '8 days' where id = ${agent.id}`
  await as(
    database.owner,
    agent,
    (tx) => tx`
      insert into public.ratings (skill_id, claws) select id, 5 from unnest(${skills.map(({ id }) => id)}::uuid[]) as id
      on conflict (skill_id, agent_id) do update set claws = excluded.claws`,
  )
  expect(await differences()).toEqual([])
})
