import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  openTransaction,
  outcome,
  plantSkills,
  rpc,
  type Skill,
  testDatabase,
} from '../fixtures.ts'

const {
  database,
  newAgent,
  newSkill,
  call,
  submitRating,
  newRating,
  admin,
  differences,
  blocked,
  race,
  step,
} = testDatabase({ connections: 6 })

const INVALID = 'PT401 invalid_api_key'

afterEach(async () => {
  expect(await differences()).toEqual([])
  expect([...(await database.owner`select * from private.quality_differences()`)]).toEqual([])
})

type Run = Parameters<typeof blocked>[0]['run']
/** A step that runs SQL as the owner. */
const ownerStep = (statement: string) => ({ run: (sql: Parameters<Run>[0]) => sql.unsafe(statement) })

const deleteMe = async (agent: Agent) => (await call<{ remaining: number }>(agent, 'delete_me')).remaining

const flag = (by: Agent, skill: Skill, rating: { id: string }) =>
  call(by, 'flag_rating', { p_skill: skill.id, p_rating: rating.id, p_reason: 'Odd.' })

/** The tables that mention the agent, each with the number of its rows. */
async function mentions({ id }: Agent): Promise<Record<string, number>> {
  const columns = await database.owner<{ name: string; value: string }[]>`
    select format('%s.%s', c.relnamespace::regnamespace, c.relname) as name, format('%I::text', a.attname) as value
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'admin')
      and a.attnum > 0 and not a.attisdropped and a.attname in ('agent_id', 'submitted_by', 'rating')
    union all select 'public.agents', 'id::text'`
  const found: Record<string, number> = {}
  for (const { name, value } of columns) {
    const [row] = await database.owner.unsafe(
      `select count(*)::integer as count from ${name} where position($1 in ${value}) > 0`,
      [id],
    )
    if (row?.count > 0) found[name] = row?.count
  }
  return found
}

test('deletes all that mentions the agent; its skills stay without a submitter', async () => {
  const [agent, other] = [await newAgent(), await newAgent()]
  const [submitted, retired] = [await newSkill(undefined, agent), await newSkill(undefined, agent)]
  await admin('retire_skill', retired.id, 'Gone.')
  const { skill, rating } = await newRating({ p_claws: 5 })
  await flag(agent, skill, rating)
  await call(agent, 'flag_skill', { p_skill: skill.id, p_reason: 'Odd.' })
  const own = await submitRating(agent, skill, { p_claws: 1, p_commentary: 'Mine.' })
  await flag(other, skill, own)
  // Hidden, with its rating and without one, and removed.
  for (const wanted of ['hidden', 'hidden without rating', 'removed']) {
    const rated = await newSkill()
    const { id } = await submitRating(agent, rated, { p_commentary: `Text of a ${wanted} one.` })
    if (wanted === 'removed') await admin('remove_ratings', [id], 'Fake.')
    else await admin('hide_commentary', id, 'Spam.')
    if (wanted === 'hidden without rating') await call(agent, 'delete_own_rating', { p_skill: rated.id })
  }
  await admin('grant_standing', agent.id, 'Known.')
  const { api_key } = await call<{ api_key: string }>(agent, 'create_key')
  expect(Object.keys(await mentions(agent)).sort()).toEqual([
    'admin.audit_log',
    'private.agent_keys',
    'private.flags',
    'private.skill_submitters',
    'private.standing',
    'public.agents',
    'public.ratings',
    'public.skills',
  ])

  expect(await deleteMe({ ...agent, key: api_key })).toBe(0)

  // The log keeps what admins did, and the id says which skills one account submitted.
  expect(await mentions(agent)).toEqual({ 'admin.audit_log': 4, 'private.skill_submitters': 2 })
  const log = await database.owner`
    select action, reason, details from admin.audit_log where agent_id = ${agent.id} order by id`
  expect([...log]).toEqual([
    { action: 'hide_commentary', reason: 'Spam.', details: { flags: 0 } },
    { action: 'hide_commentary', reason: 'Spam.', details: { flags: 0 } },
    { action: 'remove_ratings', reason: 'Fake.', details: { ratings: [expect.any(String)] } },
    { action: 'grant_standing', reason: 'Known.', details: {} },
  ])
  const skills = await database.owner`
    select id, submitted_by, updated_at = created_at as is_unchanged from public.skills
    where id in (${submitted.id}, ${retired.id}) order by id = ${retired.id}`
  expect(skills).toMatchObject([
    { id: submitted.id, submitted_by: null, is_unchanged: true },
    { id: retired.id, submitted_by: null },
  ])
  const [page] = await database.owner`select public.get_skill(${skill.id}) as page`
  expect(page?.page).toMatchObject({ avg_claws: 5, total_ratings: 1 })
  // The id is not public any more.
  const [shown] = await database.owner`
    select public.get_skill(${submitted.id})::text || row_to_json(s)::text as text from public.skills as s where id = ${submitted.id}`
  expect(shown?.text).not.toContain(agent.id)
  const [flags] =
    await database.owner`select count(*)::integer from private.flags where rating_id = ${rating.id}`
  expect(flags).toEqual({ count: 0 })
})

describe('after it,', () => {
  test('each key of the agent is invalid, and its profile is not found', async () => {
    const agent = await newAgent()
    const { api_key } = await call<{ api_key: string }>(agent, 'create_key', { p_grace_seconds: 60 })
    await deleteMe({ ...agent, key: api_key })
    for (const key of [agent.key, api_key]) {
      expect(await outcome(call({ key }, 'get_me'))).toBe(INVALID)
      expect(await outcome(call({ key }, 'delete_me'))).toBe(INVALID)
    }
    for (const p_agent of [agent.id, agent.name])
      expect(await outcome(call({}, 'get_agent', { p_agent }))).toBe('PT404 agent_not_found')
  })

  test('the name stays taken in each spelling, and only its hash is stored', async () => {
    const agent = await newAgent('Käthe of Bonn')
    await deleteMe(agent)
    for (const p_agent_name of ['Käthe of Bonn', 'KÄTHE  of bonn', 'Ka\u0308the of Ｂonn'])
      expect(await outcome(call({}, 'register_agent', { p_agent_name }))).toBe('PT409 agent_name_taken')
    // Nor can an admin give it to another by mistake.
    const rename = database.owner`update public.agents set agent_name = 'käthe of bonn' where id = ${(await newAgent()).id}`
    expect(await outcome(rename)).toBe('PT409 agent_name_taken')
    expect(
      [...(await database.owner`select t::text as row from private.deleted_names as t`)].join(),
    ).not.toMatch(/bonn/i)
    // What the comment of the table says.
    const freed = await database.owner`
      delete from private.deleted_names where name_hash = private.name_hash(private.name_key('Käthe of Bonn')) returning 1`
    expect(freed).toHaveLength(1)
    await newAgent('Käthe of Bonn')
  })

  test('an agent that an admin deletes also leaves its name and no text', async () => {
    const { agent, rating } = await newRating({ p_commentary: 'Text.' })
    await admin('hide_commentary', rating.id, 'Spam.')
    await database.owner`delete from public.agents where id = ${agent.id}`
    expect(await outcome(call({}, 'register_agent', { p_agent_name: agent.name }))).toBe(
      'PT409 agent_name_taken',
    )
    const log = await database.owner`select details from admin.audit_log where agent_id = ${agent.id}`
    expect([...log]).toEqual([{ details: { flags: 0 } }])
  })
})

test('the text of an agent that exists cannot be removed from the log, nor anything else be changed', async () => {
  const { agent, rating } = await newRating({ p_commentary: 'Text.' })
  await admin('hide_commentary', rating.id, 'Spam.')
  const rejected = 'P0001 Rows of admin.audit_log cannot be changed or deleted.'
  const change = (set: string) =>
    outcome(database.owner.unsafe(`update admin.audit_log set ${set} where agent_id = '${agent.id}'`))
  expect(await change("details = details - 'commentary'")).toBe(rejected)
  expect(await change("reason = 'Nothing.'")).toBe(rejected)
  await database.owner`alter table public.agents disable trigger forget_agents`
  await database.owner`delete from public.agents where id = ${agent.id}`
  await database.owner`alter table public.agents enable trigger forget_agents`
  expect(await change("details = '{}', reason = 'Nothing.'")).toBe(rejected)
  expect(await change('details = \'{"commentary": "Other."}\'')).toBe(rejected)
  expect(await change("details = details - 'commentary'")).toBe('done')
})

describe('a key that a newer one replaced', () => {
  test('deletes the account only while the newer key was not used', async () => {
    const agent = await newAgent()
    const { api_key } = await call<{ api_key: string }>(agent, 'create_key', { p_grace_seconds: 60 })
    await call({ key: api_key }, 'get_me')
    expect(await outcome(call(agent, 'delete_me'))).toBe(INVALID)
    await call(agent, 'get_me')
    expect(await deleteMe({ ...agent, key: api_key })).toBe(0)

    const unused = await newAgent()
    await call(unused, 'create_key', { p_grace_seconds: 60 })
    expect(await deleteMe(unused)).toBe(0)
  })

  test('waits for the first use of the newer key', async () => {
    const agent = await newAgent()
    const { api_key } = await call<{ api_key: string }>(agent, 'create_key', { p_grace_seconds: 60 })
    const newer = { ...agent, key: api_key }
    expect((await race(step(newer, 'get_me'), step(agent, 'delete_me'))).outcome).toBe(INVALID)
  })
})

test('a suspended agent cannot delete its account', async () => {
  const agent = await newAgent()
  await admin('suspend_agent', agent.id, 'Fake.')
  expect(await outcome(call(agent, 'delete_me'))).toBe(INVALID)
  const suspended = await newAgent()
  expect(
    (
      await race(
        ownerStep(`select admin.suspend_agent('${suspended.id}', 'Fake.')`),
        step(suspended, 'delete_me'),
      )
    ).outcome,
  ).toBe(INVALID)
})

// ratings.test.ts has the ratings, skills and flags that agents send while their account or what these are about is deleted.
describe('while the account is deleted,', () => {
  test.each([
    ['update_me', { p_agent_description: 'New.' }],
    ['create_key', {}],
    ['delete_me', {}],
  ] as const)('%s of the agent waits and is PT401', async (name, args) => {
    const agent = await newAgent()
    expect((await race(step(agent, 'delete_me'), step(agent, name, args))).outcome).toBe(INVALID)
  })

  test('a registration of its name waits and is PT409', async () => {
    const agent = await newAgent()
    const registration = step({ ...agent, key: '' }, 'register_agent', { p_agent_name: agent.name })
    expect((await race(step(agent, 'delete_me'), registration)).outcome).toBe('PT409 agent_name_taken')
    const kept = await newAgent()
    const again = step({ ...kept, key: '' }, 'register_agent', { p_agent_name: kept.name })
    expect((await race(step(kept, 'delete_me'), again, 'rollback')).outcome).toBe('PT409 agent_name_taken')
  })

  test.each(['remove_ratings', 'suspend_agent', 'withdraw_standing'])(
    'admin.%s waits and finds no agent',
    async (name) => {
      const { agent } = await newRating()
      expect(
        (await race(step(agent, 'delete_me'), ownerStep(`select admin.${name}('${agent.id}', 'Odd.')`)))
          .outcome,
      ).toMatch(/^P0001 No agent has the id or name/)
    },
  )
})

test('does not wait for a flag that is being deleted with its rating: it stays for the next call', async () => {
  const agent = await newAgent()
  const { agent: author, skill, rating } = await newRating()
  await flag(agent, skill, rating)
  const deletion = await openTransaction(database.owner, author.key)
  await rpc(deletion.sql, 'delete_own_rating', { p_skill: skill.id })
  expect(await deleteMe(agent)).toBe(1)
  await deletion.commit()
  expect(await deleteMe(agent)).toBe(0)
})

test('waits for a merge of a skill that it submitted or rated, without a deadlock', async () => {
  const agent = await newAgent()
  const [gone, kept] = [await newSkill(undefined, agent), await newSkill(undefined, agent)]
  await submitRating(agent, gone)
  const merge = (duplicate: string) =>
    ownerStep(`select admin.merge_skills('${duplicate}', '${kept.id}', 'The same.', true)`)
  expect((await race(merge(gone.id), step(agent, 'delete_me'))).outcome).toBe('done')
  const other = await newAgent()
  const rated = await newSkill()
  await submitRating(other, rated)
  expect((await race(step(other, 'delete_me'), merge(rated.id))).outcome).toBe('done')
})

test('waits for an admin who removes ratings, and deletes old ones of the agent, without a deadlock', async () => {
  const agent = await newAgent()
  const old = await submitRating(agent, await newSkill())
  await admin('remove_ratings', [old.id], 'Fake.')
  await database.owner`update public.ratings set removed_at = now() - interval '31 days' where id = ${old.id}`
  // The admin has deleted the old rating, and may wait for the aggregates that the deletion has locked.
  const removal = await openTransaction(database.owner)
  await removal.sql`delete from public.ratings where removed_at < now() - interval '30 days'`
  const deletion = await blocked(step(agent, 'delete_me'))
  await removal.commit()
  expect((await deletion.end()).outcome).toBe('done')
})

test('has no deadlock with the merge of a skill that replaced one of its skills', async () => {
  const agent = await newAgent()
  const [earlier, gone] = [await newSkill(undefined, agent), await newSkill()]
  const kept = await newSkill()
  await admin('merge_skills', earlier.id, gone.id, 'The same.', true)
  await submitRating(agent, gone)
  // The merge has locked the duplicate, and will change the skill that was merged into it.
  const merge = await openTransaction(database.owner)
  await merge.sql`select from public.skills where id in (${gone.id}, ${kept.id}) order by id for update`
  await merge.sql`select from public.ratings where skill_id = ${gone.id} for update`
  const deletion = await blocked(step(agent, 'delete_me'))
  await merge.sql`select admin.merge_skills(${gone.id}, ${kept.id}, 'The same.', true)`
  await merge.commit()
  expect((await deletion.end()).outcome).toBe('done')
})

test.each([
  ['the account', () => 'select public.delete_me()'],
  ['the rating', ({ id }: Skill) => `select public.delete_own_rating('${id}')`],
])(
  'the deletion of %s has no deadlock with that of an agent that flagged the rating',
  async (_, statement) => {
    // Aggregates are waited for in the order of the ids.
    const skills = [await newSkill(), await newSkill()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const [first, skill] = skills as [Skill, Skill]
    const [agent, leaving] = [await newAgent(), await newAgent()]
    const rating = await submitRating(agent, skill)
    for (const rated of skills) await submitRating(leaving, rated)
    await flag(leaving, skill, rating)
    const stats = await openTransaction(database.owner)
    await stats.sql`select from public.skill_stats where skill_id = ${first.id} for update`
    const removal = await blocked(ownerStep(`delete from public.agents where id = '${leaving.id}'`))
    const deletion = await blocked({ ...ownerStep(statement(skill)), key: agent.key })
    await stats.commit()
    expect([(await removal.end()).outcome, (await deletion.end()).outcome]).toEqual(['done', 'done'])
  },
)

// At the end, because each test compares the aggregates of all skills.
describe('an agent with many', () => {
  const SKILLS = 1_050
  beforeAll(() => plantSkills(database.admin, 'Rated', SKILLS))

  const rateAll = ({ id }: Agent) => database.owner`
    insert into public.ratings (agent_id, skill_id, claws)
    select ${id}, id, 3 from public.skills where name like 'Rated %'`

  test('ratings is deleted by several calls; until the last one it can rate, and what was hidden stays hidden', async () => {
    const agent = await newAgent()
    const [skill, other] = [await newSkill(), await newSkill()]
    const { id } = await submitRating(agent, skill, { p_commentary: 'An advertisement.' })
    await database.owner`update public.ratings set created_at = '2020-01-01', updated_at = '2020-01-01' where id = ${id}`
    await admin('hide_commentary', id, 'Spam.')
    await rateAll(agent)

    let before = SKILLS
    let calls = 0
    // A slow machine deletes fewer in one call.
    for (let left = await deleteMe(agent); left > 0; left = await deleteMe(agent)) {
      calls++
      const [row] = await database.owner`
        select count(*)::integer as ratings from public.skill_ratings where agent_id = ${agent.id}`
      // The oldest rating is the last that is deleted: it hides what the agent writes.
      expect(row?.ratings).toBe(left + 1)
      expect(before - left).toBeGreaterThan(0)
      expect(before - left).toBeLessThanOrEqual(1_000)
      const texts = { p_commentary: 'Another advertisement.' }
      expect((await submitRating(agent, skill, texts)).commentary).toBeNull()
      await submitRating(agent, other)
      await call(agent, 'delete_own_rating', { p_skill: other.id })
      before = left
    }
    expect(calls).toBeGreaterThan(0)
    const log = await database.owner`select details from admin.audit_log where agent_id = ${agent.id}`
    expect([...log]).toEqual([{ details: { flags: 0 } }, { details: {} }])
    expect(Object.keys(await mentions(agent))).toEqual(['admin.audit_log'])
  })

  test('removed ratings has at most 1,000 of them deleted in one call, and what was hidden stays hidden', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const { id } = await submitRating(agent, skill, { p_commentary: 'An advertisement.' })
    await admin('hide_commentary', id, 'Spam.')
    await rateAll(agent)
    await admin('remove_ratings', agent.id, 'Fake.')
    expect(await deleteMe(agent)).toBe(SKILLS - 1_000)
    const texts = { p_commentary: 'Another advertisement.' }
    expect((await submitRating(agent, skill, texts)).commentary).toBeNull()
    expect(await deleteMe(agent)).toBe(0)
  })

  test('submitted skills and flags is deleted by several calls', async () => {
    const agent = await newAgent()
    await database.owner`update public.skills set submitted_by = ${agent.id} where name like 'Rated 1__'`
    await database.owner`update public.skills set submitted_by = ${agent.id} where name like 'Rated 2__'`
    await database.owner`update public.skills set submitted_by = ${agent.id} where name = 'Rated 300'`
    await database.admin.begin(async (tx) => {
      // Flags without the ratings.
      await tx`set local session_replication_role = replica`
      await tx`
        insert into private.flags (agent_id, rating_id, reason)
        select ${agent.id}::uuid, gen_random_uuid(), 'Odd.' from generate_series(1, 1000)`
      await tx`
        insert into private.flags (agent_id, skill_id, reason)
        select ${agent.id}::uuid, gen_random_uuid(), 'Odd.' from generate_series(1, 30)`
    })
    expect([await deleteMe(agent), await deleteMe(agent)]).toEqual([31, 0])
    expect(Object.keys(await mentions(agent))).toEqual([])
  })
})
