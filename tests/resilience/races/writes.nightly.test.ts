// Concurrent writes of all kinds, by agents and admins. WRITES sets how many: WRITES=1000 npx vitest run --mode nightly --project service FILE
import { expect, test } from 'vitest'
import { type Agent, as, become, errorOf, fixturesOf, type Transaction } from '../../database/fixtures.ts'
import { connect, databaseForTests } from '../../database/own-database.ts'
import { randomNumbers } from '../../support/random.ts'

const WRITES = Number(process.env.WRITES ?? 100_000)
const CLIENTS = 8
const AGENTS = 40
const SKILLS = 25

const database = databaseForTests({ connections: CLIENTS })
const { newAgent, newSkill, differences } = fixturesOf(() => database)

/** The outcomes that each caller may see. */
const EXPECTED = {
  // 42501 and 23503: the agent or the skill of a write to the table was deleted meanwhile.
  agent: ['done', 'PT401', 'PT404', 'PT410', '42501', '23503'],
  // P0001: a message to the admin.
  admin: ['done', 'P0001'],
}
type Caller = keyof typeof EXPECTED
/** They write several ratings in any order. Writes of one rating, and the functions of agents, never deadlock. */
const MAY_DEADLOCK = /several rows|all own rows|_ratings|_standing|_agent|deletion|aging/

test(`${WRITES} concurrent writes leave no difference`, {
  timeout: 3_600_000,
}, async () => {
  // Deadlocks are found at once.
  const sql = connect('admin', database.name, CLIENTS, { deadlock_timeout: '10ms' })
  const agents = await Promise.all(Array.from({ length: AGENTS }, () => newAgent()))
  const skills = await Promise.all(Array.from({ length: SKILLS }, () => newSkill()))
  /** Half of the agents are old enough to be established. */
  const age = (agent: Agent) =>
    sql`update public.agents set created_at = now() - interval '8 days' where id = ${agent.id}`
  for (const agent of agents.slice(AGENTS / 2)) await age(agent)

  const outcomes: Record<string, number> = {}
  const unexpected = new Map<string, string>()
  let left = WRITES
  const client = async (worker: number) => {
    const random = randomNumbers(worker)
    const below = (limit: number) => Math.floor(random() * limit)
    while (left-- > 0) {
      const [a, s] = [below(agents.length), below(skills.length)]
      const [agent, skill] = [agents[a] as Agent, skills[s] as (typeof skills)[number]]
      const claws = 1 + below(5)

      const sent = (work: (tx: Transaction) => PromiseLike<unknown>) => () =>
        as(sql, agent, async (tx) => work(tx))
      const byAgent: [name: string, weight: number, write: () => PromiseLike<unknown>][] = [
        [
          'submit_rating',
          40,
          sent(
            (tx) =>
              tx`select public.submit_rating(${skill.id}, p_claws => ${claws}, p_speed => ${below(101)}, p_commentary => 'Fine.')`,
          ),
        ],
        ['delete_own_rating', 8, sent((tx) => tx`select public.delete_own_rating(${skill.id})`)],
        [
          'upsert of a row',
          8,
          sent(
            (tx) => tx`
              insert into public.ratings (skill_id, claws) values (${skill.id}, ${claws})
              on conflict (skill_id, agent_id) do update set claws = excluded.claws`,
          ),
        ],
        [
          'insert of several rows',
          3,
          sent(
            (tx) => tx`
              insert into public.ratings (skill_id, claws)
              select id, ${claws} from public.skills where retired_at is null order by random() limit 5
              on conflict (skill_id, agent_id) do nothing`,
          ),
        ],
        ['update of all own rows', 2, sent((tx) => tx`update public.ratings set claws = ${claws}`)],
        ['delete of several rows', 1, sent((tx) => tx`delete from public.ratings where claws = ${claws}`)],
        [
          'flag_rating',
          3,
          sent(async (tx) => {
            const [other] = await tx`select id from public.ratings where skill_id = ${skill.id} limit 1`
            await tx`select public.flag_rating(${skill.id}, ${other?.id ?? skill.id}, 'Odd.')`
          }),
        ],
        [
          'create_key',
          2,
          async () => {
            const [row] = await as(sql, agent, (tx) => tx`select public.create_key() as made`)
            agent.key = row?.made.api_key
          },
        ],
        ['update_me', 2, sent((tx) => tx`select public.update_me('Rates.')`)],
      ]
      const asService = (work: (tx: Transaction) => PromiseLike<unknown>) =>
        as(sql, { role: 'service_role' }, async (tx) => work(tx))
      const admin = (name: string, ...args: (string | boolean)[]) =>
        asService((tx) => tx.unsafe(`select admin.${name}(${args.map((_, i) => `$${i + 1}`)})`, args))
      const onRating = (call: string) => () =>
        sql.begin(async (tx) => {
          const [found] = await tx`select id from public.ratings where agent_id = ${agent.id} limit 1`
          await become(tx, { role: 'service_role' })
          await tx.unsafe(`select admin.${call}`, [found?.id ?? skill.id])
        })
      const byAdmin: typeof byAgent = [
        ...[
          ...['remove_ratings', 'restore_ratings', 'withdraw_standing', 'grant_standing', 'suspend_agent'],
          ...['reinstate_agent', 'reinstate_agent', 'reinstate_agent', 'reinstate_agent', 'revoke_keys'],
        ].map((name): (typeof byAgent)[number] => [
          name,
          name === 'revoke_keys' ? 0.1 : 2,
          async () => {
            await admin(name, agent.id, 'Reason.')
            if (name === 'revoke_keys') await replace(a)
          },
        ]),
        ['remove_ratings of ids', 2, onRating(`remove_ratings(array[$1::uuid], 'Reason.')`)],
        ['hide_commentary', 2, onRating(`hide_commentary($1, 'Reason.')`)],
        ['restore_commentary', 2, onRating(`restore_commentary($1, 'Reason.')`)],
        ['dismiss_flags', 1, onRating(`dismiss_flags($1, 'Reason.')`)],
        ['retire_skill', 1, () => admin('retire_skill', skill.id, 'Reason.')],
        ['restore_skill', 8, () => admin('restore_skill', skill.id, 'Reason.')],
        [
          'merge_skills',
          0.5,
          async () => {
            const keep = skills[(s + 1) % skills.length] as typeof skill
            await admin('merge_skills', skill.id, keep.id, 'Reason.', true)
            skills[s] = await newSkill()
          },
        ],
        [
          'deletion of a skill',
          0.2,
          async () => {
            await asService((tx) => tx`delete from public.skills where id = ${skill.id}`)
            skills[s] = await newSkill()
          },
        ],
        [
          'deletion of an agent',
          1,
          async () => {
            await asService((tx) => tx`delete from public.agents where id = ${agent.id}`)
            await replace(a)
          },
        ],
      ]
      /** New agents take the place of those without a key; they are aged at once or later. */
      const replace = async (i: number) => {
        agents[i] = await newAgent()
        if (random() < 0.5) await age(agents[i] as Agent)
      }

      const all = [
        ...byAgent.map((write) => ({ caller: 'agent' as Caller, write })),
        ...byAdmin.map((write) => ({ caller: 'admin' as Caller, write })),
        { caller: 'admin' as Caller, write: ['aging', 1, () => age(agent)] as (typeof byAgent)[number] },
      ]
      let drawn = random() * all.reduce((sum, { write }) => sum + write[1], 0)
      const chosen = all.find(({ write }) => {
        drawn -= write[1]
        return drawn < 0
      })
      if (!chosen) continue
      const { caller, write } = chosen
      const error = await errorOf(write[2]())
      const code = error?.code ?? 'done'
      const key = `${write[0]}: ${code}`
      outcomes[key] = (outcomes[key] ?? 0) + 1
      const isKnown = code === '40P01' && MAY_DEADLOCK.test(write[0])
      if (!isKnown && !EXPECTED[caller].includes(code))
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
