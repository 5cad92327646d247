// Concurrent writes of all kinds, by agents and admins. WRITES sets how many: WRITES=1000 npm test -- --mode nightly FILE
import { expect, test } from 'vitest'
import { randomNumbers } from '../../../scripts/support/random.ts'
import { type Agent, as, errorOf, testDatabase } from '../../database/fixtures.ts'
import { connect } from '../../database/own-database.ts'

const WRITES = Number(process.env.WRITES ?? 100_000)
const CLIENTS = 8
const AGENTS = 40
const SKILLS = 25

const { database, newAgent, newSkill, differences } = testDatabase({ connections: CLIENTS })

/** The outcomes that each caller may see. */
const EXPECTED = {
  // PT409: it has 20 flags.
  agent: ['done', 'PT401', 'PT404', 'PT409', 'PT410'],
  // P0001: a message to the admin.
  admin: ['done', 'P0001'],
}
type Caller = keyof typeof EXPECTED

test(`${WRITES} concurrent writes leave no difference`, {
  timeout: 3_600_000,
}, async () => {
  // Deadlocks are found at once.
  const sql = connect('admin', database.name, CLIENTS, { deadlock_timeout: '10ms' })
  const agents = await Promise.all(Array.from({ length: AGENTS }, () => newAgent()))
  // Each submitted by one of the agents, which may delete its account.
  const skills = await Promise.all(
    Array.from({ length: SKILLS }, (_, s) => newSkill(undefined, agents[s % AGENTS])),
  )
  const aging = ({ id }: Agent) =>
    `update public.agents set created_at = now() - interval '8 days' where id = '${id}'`
  // Half of the agents are old enough to be established.
  for (const agent of agents.slice(AGENTS / 2)) await sql.unsafe(aging(agent))

  const outcomes: Record<string, number> = {}
  const unexpected = new Map<string, string>()
  let left = WRITES
  const client = async (worker: number) => {
    const random = randomNumbers(worker).fraction
    const below = (limit: number) => Math.floor(random() * limit)
    while (left-- > 0) {
      const [a, s] = [below(agents.length), below(skills.length)]
      const [agent, skill] = [agents[a] as Agent, skills[s] as (typeof skills)[number]]
      const claws = 1 + below(5)
      const other = skills[(s + 1) % skills.length] as typeof skill
      const ownRating = `(select id from public.ratings where agent_id = '${agent.id}' limit 1)`
      const toAgent = (name: string) => `select admin.${name}('${agent.id}', 'Reason.')`
      const writes: [name: string, caller: Caller, weight: number, statement: string][] = [
        [
          ...(['submit_rating', 'agent', 40] as const),
          `select public.submit_rating('${skill.id}', p_claws => ${claws}, p_speed => ${below(101)}, p_commentary => 'Fine.')`,
        ],
        ['delete_own_rating', 'agent', 8, `select public.delete_own_rating('${skill.id}')`],
        [
          ...(['flag_rating', 'agent', 3] as const),
          `select public.flag_rating(skill_id::text, id::text, 'Odd.') from public.ratings where skill_id = '${skill.id}' limit 1`,
        ],
        ['flag_skill', 'agent', 3, `select public.flag_skill('${skill.id}', 'Odd.')`],
        ['create_key', 'agent', 2, 'select public.create_key() as made'],
        ['delete_me', 'agent', 1, 'select public.delete_me()'],
        ['export_me', 'agent', 1, 'select public.export_me()'],
        ['update_me', 'agent', 2, "select public.update_me('Rates.')"],
        ...['remove_ratings', 'restore_ratings', 'withdraw_standing', 'grant_standing', 'suspend_agent'].map(
          (name): (typeof writes)[0] => [name, 'admin', 2, toAgent(name)],
        ),
        ['reinstate_agent', 'admin', 10, toAgent('reinstate_agent')],
        ['revoke_keys', 'admin', 0.1, toAgent('revoke_keys')],
        ['remove_ratings of ids', 'admin', 2, `select admin.remove_ratings(array${ownRating}, 'Reason.')`],
        ['hide_commentary', 'admin', 2, `select admin.hide_commentary(${ownRating}, 'Reason.')`],
        ['restore_commentary', 'admin', 2, `select admin.restore_commentary(${ownRating}, 'Reason.')`],
        ['dismiss_flags', 'admin', 1, `select admin.dismiss_flags(${ownRating}, 'Reason.')`],
        ['review_skill', 'admin', 1, `select admin.review_skill('${skill.id}', 'Reason.')`],
        ['retire_skill', 'admin', 1, `select admin.retire_skill('${skill.id}', 'Reason.')`],
        ['retire_skills_of', 'admin', 0.3, toAgent('retire_skills_of')],
        [
          'retire_skills_of, restored',
          'admin',
          3,
          `select admin.retire_skills_of('${agent.id}', 'Reason.', restore => true)`,
        ],
        ['restore_skill', 'admin', 8, `select admin.restore_skill('${skill.id}', 'Reason.')`],
        [
          'merge_skills',
          'admin',
          0.5,
          `select admin.merge_skills('${skill.id}', '${other.id}', 'Reason.', true)`,
        ],
        ['deletion of a skill', 'admin', 0.2, `delete from public.skills where id = '${skill.id}'`],
        ['deletion of an agent', 'admin', 1, `delete from public.agents where id = '${agent.id}'`],
        ['aging', 'admin', 1, aging(agent)],
      ]
      let drawn = random() * writes.reduce((sum, [, , weight]) => sum + weight, 0)
      const chosen = writes.find(([, , weight]) => {
        drawn -= weight
        return drawn < 0
      })
      if (!chosen) continue
      const [name, caller, , statement] = chosen
      const write = async () => {
        const [row] = await as(sql, caller === 'agent' ? agent : { role: 'service_role' }, (tx) =>
          tx.unsafe(statement),
        )
        if (name === 'create_key') agent.key = row?.made.api_key
        if (/merge_skills|deletion of a skill/.test(name)) skills[s] = await newSkill()
        if (/revoke_keys|deletion of an agent|delete_me/.test(name)) {
          agents[a] = await newAgent()
          // The others are aged later.
          if (random() < 0.5) await sql.unsafe(aging(agents[a] as Agent))
        }
      }
      const error = await errorOf(write())
      const code = error?.code ?? 'done'
      const key = `${name}: ${code}`
      outcomes[key] = (outcomes[key] ?? 0) + 1
      if (!EXPECTED[caller].includes(code))
        unexpected.set(key, `${error?.message} ${error?.detail ?? ''} ${error?.where ?? ''}`)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: CLIENTS }, (_, worker) => client(worker + 1)))
  console.info(`${WRITES} writes in ${Math.round((performance.now() - start) / 1_000)} s`, outcomes)
  await sql.end()
  expect.soft(Object.fromEntries(unexpected)).toEqual({})
  expect(await differences()).toEqual([])
})
