import { beforeAll, describe, expect, test } from 'vitest'
import type { Rating } from '../support/http-client.ts'
import { type Agent, newAgent, newSkill, refusal, request, type Skill } from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'
import { openTransaction, untilBlocked } from './waiting.ts'

type Rated = {
  created: boolean
  rating: Rating
  skill: Skill
}

let database: OwnDatabase
let count = 0

beforeAll(async () => {
  database = await ownDatabase({ connections: 20 })
  return database.drop
})

async function agentAndSkill(): Promise<{ agent: Agent; skill: Skill }> {
  count++
  const agent = await newAgent(database, `Agent ${count}`)
  return { agent, skill: await newSkill(database, agent, `Skill ${count}`) }
}

function rate(agent: Agent, args: Record<string, unknown>): Promise<Rated> {
  return request<Rated>(database.owner, { key: agent.key }, 'submit_rating', { p_claws: 3, ...args })
}

async function differences(): Promise<number> {
  return (await database.owner`select from private.stats_differences()`).length
}

test('twenty ratings of one agent at once leave one row, and one of them alone created it', async () => {
  const { agent, skill } = await agentAndSkill()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      rate(agent, { p_skill_id: skill.id, p_claws: (i % 5) + 1, p_speed: i }),
    ),
  )
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
  expect(new Set(answers.map(({ rating }) => rating.id)).size).toBe(1)
  expect(new Set(answers.map(({ rating }) => rating.created_at)).size).toBe(1)
  const rows = await database.owner`select claws, speed from public.ratings where skill_id = ${skill.id}`
  expect(rows).toHaveLength(1)
  // What is left is what the newest answer says, and the aggregates are of that one alone.
  const newest = answers.toSorted((a, b) => (a.rating.updated_at < b.rating.updated_at ? -1 : 1)).at(-1)
  expect(rows[0]?.claws).toBe(newest?.rating.claws)
  const [stats] =
    await database.owner`select total_ratings, claws_sum from public.skill_stats where skill_id = ${skill.id}`
  expect(stats).toEqual({ total_ratings: 1, claws_sum: String(newest?.rating.claws) })
  for (const { skill: fresh } of answers) expect(fresh.total_ratings).toBe(1)
  expect(await differences()).toBe(0)
})

test('twenty agents at once leave twenty rows, each created, each answer’s total another', async () => {
  const { skill } = await agentAndSkill()
  const agents = await Promise.all(Array.from({ length: 20 }, (_, i) => newAgent(database, `Of twenty ${i}`)))
  const answers = await Promise.all(agents.map((agent) => rate(agent, { p_skill_id: skill.id, p_claws: 5 })))
  expect(answers.every(({ created }) => created)).toBe(true)
  expect(answers.map(({ skill: fresh }) => fresh.total_ratings).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  expect(await differences()).toBe(0)
})

test('a second rating replaces the first whole: what it omits becomes null, id and created_at stay', async () => {
  const { agent, skill } = await agentAndSkill()
  const first = await rate(agent, {
    p_skill_id: skill.id,
    p_claws: 5,
    p_reliability: 99.5,
    p_security: 0,
    p_speed: 0.1,
    p_commentary: ' Good\u0085',
  })
  expect(first).toMatchObject({
    created: true,
    rating: {
      agent_name: agent.name,
      claws: 5,
      reliability: 99.5,
      security: 0,
      speed: 0.1,
      commentary: 'Good',
    },
    skill: { id: skill.id, avg_claws: 5, total_ratings: 1 },
  })
  const second = await rate(agent, { p_skill_id: skill.id, p_claws: 2 })
  expect(second).toMatchObject({
    created: false,
    rating: {
      id: first.rating.id,
      created_at: first.rating.created_at,
      claws: 2,
      reliability: null,
      security: null,
      speed: null,
      commentary: null,
    },
    skill: { avg_claws: 2, total_ratings: 1 },
  })
  expect(second.rating.updated_at > first.rating.updated_at).toBe(true)
})

test('updated_at never goes backwards, even where the clock did', async () => {
  const { agent, skill } = await agentAndSkill()
  const { rating } = await rate(agent, { p_skill_id: skill.id })
  // As if the clock had been an hour ahead when it was last written. The trigger itself would not let us.
  await database.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update public.ratings set updated_at = now() + interval '1 hour' where id = ${rating.id}`
  })
  const updatedAt = async () =>
    (await database.owner`select updated_at::text from public.ratings where id = ${rating.id}`)[0]?.updated_at
  const ahead = await updatedAt()
  await rate(agent, { p_skill_id: skill.id, p_claws: 1 })
  expect(await updatedAt()).toBe(ahead)
  await database.owner`update public.ratings set claws = 2, updated_at = '2000-01-01' where id = ${rating.id}`
  expect(await updatedAt()).toBe(ahead)
})

test('of two that replace one another, the later to get the row is the newer', async () => {
  const { agent, skill } = await agentAndSkill()
  await rate(agent, { p_skill_id: skill.id })
  const early = await openTransaction(database.owner)
  const late = await openTransaction(database.owner)
  for (const transaction of [early, late]) await transaction.become(agent.key)
  const submit = (transaction: typeof early, claws: number) =>
    transaction.sql`select public.submit_rating(p_skill_id => ${skill.id}, p_claws => ${claws}) as answer`.then(
      (rows) => rows[0]?.answer as Rated,
    )
  // The one that began later gets the row first.
  const first = await submit(late, 1)
  const waiting = submit(early, 2)
  await untilBlocked(database.admin, early.pid)
  await late.commit()
  const second = await waiting
  await early.commit()
  expect(second.rating.updated_at > first.rating.updated_at).toBe(true)
  expect(second.skill.avg_claws).toBe(2)
})

describe('a skill that is deleted while it is rated', () => {
  test.each([
    ['for the first time, by its id', false, 'p_skill_id'],
    ['for the first time, by its name', false, 'p_skill_name'],
    ['again, by its id', true, 'p_skill_id'],
    ['again, by its name', true, 'p_skill_name'],
  ] as const)('%s is PT404', async (_, again, reference) => {
    const { agent, skill } = await agentAndSkill()
    if (again) await rate(agent, { p_skill_id: skill.id })
    const deleting = await openTransaction(database.owner)
    const rating = await openTransaction(database.owner)
    await rating.become(agent.key)
    await deleting.sql`delete from public.skills where id = ${skill.id}`
    const waiting = refusal(
      rating.sql.unsafe(`select public.submit_rating(${reference} => $1, p_claws => 3)`, [
        reference === 'p_skill_id' ? skill.id : skill.name,
      ]),
    )
    await untilBlocked(database.admin, rating.pid)
    await deleting.commit()
    const error = await waiting
    await rating.rollback()
    expect([error?.code, error?.message]).toEqual(['PT404', 'skill_not_found'])
    expect(await differences()).toBe(0)
  })

  test('is rated after all when the deletion is taken back', async () => {
    const { agent, skill } = await agentAndSkill()
    const deleting = await openTransaction(database.owner)
    const rating = await openTransaction(database.owner)
    await rating.become(agent.key)
    await deleting.sql`delete from public.skills where id = ${skill.id}`
    const waiting = rating.sql`select public.submit_rating(p_skill_id => ${skill.id}, p_claws => 3) as answer`
    const [row] = await Promise.all([
      waiting.then((rows) => rows[0]),
      untilBlocked(database.admin, rating.pid).then(() => deleting.rollback()),
    ])
    await rating.commit()
    expect(row?.answer.created).toBe(true)
    expect(await differences()).toBe(0)
  })
})

describe('an agent that is deleted while it', () => {
  test.each<[string, boolean, (skill: Skill) => string]>([
    [
      'rates for the first time',
      false,
      (skill) => `select public.submit_rating(p_skill_id => '${skill.id}', p_claws => 3)`,
    ],
    [
      'rates again',
      true,
      (skill) => `select public.submit_rating(p_skill_id => '${skill.id}', p_claws => 3)`,
    ],
    ['submits a skill', false, (skill) => `select public.submit_skill('${skill.name} again', 'x', 'other')`],
  ])('%s is PT401', async (_, again, call) => {
    const { skill } = await agentAndSkill()
    const { agent } = await agentAndSkill()
    if (again) await rate(agent, { p_skill_id: skill.id })
    const deleting = await openTransaction(database.owner)
    const writing = await openTransaction(database.owner)
    await writing.become(agent.key)
    await deleting.sql`delete from public.agents where id = ${agent.id}`
    const waiting = refusal(writing.sql.unsafe(call(skill)))
    await untilBlocked(database.admin, writing.pid)
    await deleting.commit()
    const error = await waiting
    await writing.rollback()
    expect([error?.code, error?.message]).toEqual(['PT401', 'invalid_api_key'])
    expect(await differences()).toBe(0)
  })
})

describe('an agent that goes after its key was found good, and before it', () => {
  /** Held by a test while it takes the agent away. */
  const GATE = 1

  beforeAll(async () => {
    // Both calls look their fields over in between; here that waits for the gate.
    await database.owner.unsafe(`
      alter function private.validate rename to refuse_at_once;
      create function private.validate(variadic problems jsonb[]) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${GATE});
        perform private.refuse_at_once(variadic problems);
      end
      $$;
      grant execute on function private.validate to anon;`)
    return () =>
      database.owner.unsafe(`
        drop function private.validate;
        alter function private.refuse_at_once rename to refuse;`)
  })

  const calls: [string, boolean, (skill: Skill) => string][] = [
    [
      'rates for the first time',
      false,
      (skill) => `submit_rating(p_skill_id => '${skill.id}', p_claws => 3)`,
    ],
    ['rates again', true, (skill) => `submit_rating(p_skill_id => '${skill.id}', p_claws => 3)`],
    ['submits a skill', false, (skill) => `submit_skill('${skill.name} once more', 'x', 'other')`],
  ]
  const ways: [string, (agent: Agent) => string][] = [
    ['deleted', (agent) => `delete from public.agents where id = '${agent.id}'`],
    ['revoked', (agent) => `update private.agent_keys set revoked_at = now() where agent_id = '${agent.id}'`],
  ]

  test.each(
    calls.flatMap(([what, again, call]) => ways.map(([way, go]) => ({ what, again, call, way, go }))),
  )('$what ($way) is PT401', async ({ again, call, go }) => {
    const { skill } = await agentAndSkill()
    const { agent } = await agentAndSkill()
    if (again) await rate(agent, { p_skill_id: skill.id })
    const gate = await openTransaction(database.owner)
    await gate.sql`select pg_advisory_xact_lock(${GATE})`
    const writing = await openTransaction(database.owner)
    await writing.become(agent.key)
    const waiting = refusal(writing.sql.unsafe(`select public.${call(skill)}`))
    await untilBlocked(database.admin, writing.pid)
    await database.owner.unsafe(go(agent))
    await gate.commit()
    const error = await waiting
    await writing.rollback()
    expect([error?.code, error?.message]).toEqual(['PT401', 'invalid_api_key'])
    expect(await differences()).toBe(0)
  })

  test('is told of a policy that refuses for another reason', async () => {
    const { agent, skill } = await agentAndSkill()
    for (const [, , call] of calls) {
      const writing = await openTransaction(database.owner)
      await writing.sql`revoke insert on public.ratings, public.skills from anon`
      await writing.become(agent.key)
      const error = await refusal(writing.sql.unsafe(`select public.${call(skill)}`))
      await writing.rollback()
      expect(error?.code).toBe('42501')
    }
  })
})

describe('the skill that is rated', () => {
  let agent: Agent
  let skill: Skill
  let other: Skill

  beforeAll(async () => {
    agent = await newAgent(database, 'Referrer')
    skill = await newSkill(database, agent, 'Reference Tool')
    other = await newSkill(database, agent, 'Other Reference Tool')
  })

  test.each<[string, () => Record<string, unknown>]>([
    ['its id', () => ({ p_skill_id: skill.id })],
    ['its id in upper case', () => ({ p_skill_id: skill.id.toUpperCase() })],
    ['its name', () => ({ p_skill_name: 'Reference Tool' })],
    [
      'its name in another case, width and spacing',
      () => ({ p_skill_name: ' ＲＥＦＥＲＥＮＣＥ  tool\u0085' }),
    ],
    ['both', () => ({ p_skill_id: skill.id, p_skill_name: 'reference tool' })],
    ['its id and an empty name', () => ({ p_skill_id: skill.id, p_skill_name: ' ' })],
  ])('is found by %s', async (_, args) => {
    expect((await rate(agent, args())).rating.skill_id).toBe(skill.id)
  })

  test.each<[string, () => Record<string, unknown>, string]>([
    ['neither id nor name', () => ({}), 'skill_id'],
    ['an empty name', () => ({ p_skill_name: '' }), 'skill_id'],
    ['both, of two skills', () => ({ p_skill_id: skill.id, p_skill_name: other.name }), 'skill_name'],
    ['both, the name unknown', () => ({ p_skill_id: skill.id, p_skill_name: 'nothing' }), 'skill_name'],
    [
      'both, the id unknown',
      () => ({ p_skill_id: crypto.randomUUID(), p_skill_name: skill.name }),
      'skill_name',
    ],
    ['both unknown', () => ({ p_skill_id: crypto.randomUUID(), p_skill_name: 'nothing' }), 'skill_name'],
  ])('with %s is PT400', async (_, args, path) => {
    const error = await refusal(rate(agent, args()))
    expect(error?.code).toBe('PT400')
    expect(JSON.parse(error?.detail ?? '').map((problem: { path: string }) => problem.path)).toEqual([path])
  })

  test('with an unknown id is PT404 without suggestions', async () => {
    const error = await refusal(rate(agent, { p_skill_id: crypto.randomUUID() }))
    expect([error?.code, error?.message, error?.detail]).toEqual(['PT404', 'skill_not_found', 'null'])
  })

  test.each([
    ['a name like two', 'Reference Tol', ['Reference Tool', 'Other Reference Tool']],
    ['a name like none', '完全に別', []],
    ['the longest name', 'ﷺ'.repeat(200), []],
  ])('with %s is PT404 with those that resemble it', async (_, name, expected) => {
    const error = await refusal(rate(agent, { p_skill_name: name }))
    expect([error?.code, error?.message]).toEqual(['PT404', 'skill_not_found'])
    const suggestions = JSON.parse(error?.detail ?? '') as Skill[]
    expect(suggestions.map((suggestion) => suggestion.name)).toEqual(expected)
    for (const suggestion of suggestions)
      expect(Object.keys(suggestion).sort()).toEqual(['id', 'name', 'slug'])
  })

  test('with a name like many has three suggestions', async () => {
    for (const i of [1, 2, 3, 4, 5]) await newSkill(database, agent, `Suggested thing ${i}`)
    const error = await refusal(rate(agent, { p_skill_name: 'Suggested thing' }))
    expect(JSON.parse(error?.detail ?? '')).toHaveLength(3)
  })
})
