import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  as,
  become,
  errorOf,
  fixturesOf,
  outcome,
  type Role,
  rolledBack,
  type Skill,
} from './fixtures.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

/** Row-level security and what each role is denied. The table of all privileges is in tests/security/privileges. */

let database: OwnDatabase
let ada: Agent
let bob: Agent
let revoked: Agent
let skill: Skill
let other: Skill
const { newAgent, newSkill, rate } = fixturesOf(() => database)

beforeAll(async () => {
  database = await ownDatabase()
  ada = await newAgent('Ada')
  bob = await newAgent('Bob')
  revoked = await newAgent('Revoked')
  await database.owner`select admin.revoke_key(${revoked.key}, 'Leaked.')`
  skill = await newSkill('Skill', ada)
  other = await newSkill('Other', ada)
  await rate(ada, skill, { p_claws: 4 })
  await rate(bob, skill, { p_claws: 2 })
  return database.drop
})

describe.each<{ role: Role }>([{ role: 'anon' }, { role: 'authenticated' }])('$role', ({ role }) => {
  const run = (key: string | undefined, statement: string, parameters: string[] = []) =>
    as(database.owner, { role, key }, (tx) => tx.unsafe(statement, parameters))
  const expectDenied = async (key: string | undefined, statement: string, parameters: string[] = []) =>
    expect((await errorOf(run(key, statement, parameters)))?.code, statement).toBe('42501')

  test.each([
    'select email from public.agents',
    'select * from public.agents',
    'select a from public.agents as a',
    "select 1 from public.agents where email = 'a@example.com'",
    'select id from public.agents order by email',
    'select count(email) from public.agents',
    "update public.agents set agent_description = 'mine'",
    "insert into public.agents (agent_name) values ('Mallory')",
    'delete from public.agents',
    'select count(*) from private.agent_keys',
    'update private.agent_keys set revoked_at = null',
    'select * from private.stats_differences()',
    'select private.generate_key()',
    'select * from private.recomputed_stats',
    'select * from private.hidden_commentaries',
    'select * from private.rating_flags',
    "insert into private.rating_flags (reason) values ('mine')",
    'delete from private.rating_flags',
    'update public.skills set retired_at = now()',
    'update public.skills set merged_into = id',
    "update public.skills set description = 'worse'",
    'delete from public.skills',
    'update public.skill_stats set total_ratings = 1000',
    'insert into public.skill_stats (skill_id) values (gen_random_uuid())',
    'alter table public.ratings disable row level security',
    'drop table public.ratings',
    'truncate public.ratings',
    "copy public.agents to program 'true'",
    ...['public', 'private', 'extensions'].map((schema) => `create table ${schema}.planted (id integer)`),
  ])('with a valid key is denied: %s', async (statement) => {
    await expectDenied(ada.key, statement)
  })

  test('is not a member of another role', async () => {
    const roles = await database.admin`
      select rolname from pg_roles where rolname <> ${role} and pg_has_role(${role}, oid, 'member')`
    expect([...roles]).toEqual([])
  })

  test('reads skills, ratings and the public columns of agents without a key', async () => {
    const counts = { 'id, agent_name, agent_description, created_at from public.agents': 3 }
    for (const table of ['skills', 'ratings', 'skill_stats', 'skill_catalogue', 'skill_ratings'])
      Object.assign(counts, { [`* from public.${table}`]: 2 })
    for (const [what, count] of Object.entries(counts))
      expect(await run(undefined, `select ${what}`)).toHaveLength(count)
  })

  test.each([
    ['no key', () => undefined],
    ['an unknown key', () => `claw_${'0'.repeat(56)}`],
    ['a revoked key', () => revoked.key],
    ['an empty key', () => ''],
    ['half a key', () => ada.key.slice(0, 30)],
    ['a key in upper case', () => ada.key.toUpperCase()],
    ['the hash of a key', () => '\\x00'],
  ])('with %s cannot write to the tables or flag', async (_, key) => {
    await expectDenied(key(), 'insert into public.ratings (skill_id, claws) values ($1, 1)', [other.id])
    await expectDenied(
      key(),
      "insert into public.skills (name, description, type) values ('New', 'New', 'mcp')",
    )
    expect(await run(key(), 'update public.ratings set claws = 1 returning id')).toHaveLength(0)
    expect(await run(key(), 'delete from public.ratings returning id')).toHaveLength(0)
    expect(
      await outcome(run(key(), "select private.write_flag(id, 'Planted.') from public.ratings")),
    ).toMatch(/^PT401/)
  })

  test('cannot rate or submit in the name of another agent, or name itself', async () => {
    for (const { id } of [bob, ada]) {
      await expectDenied(
        ada.key,
        'insert into public.ratings (skill_id, agent_id, claws) values ($1, $2, 1)',
        [other.id, id],
      )
      const insert = `insert into public.skills (name, description, type, submitted_by) values ('New', 'New', 'mcp', $1)`
      await expectDenied(ada.key, insert, [id])
    }
  })

  test('cannot change the rating of another agent, or move or give away its own', async () => {
    const update = 'update public.ratings set claws = 1 where agent_id = $1 returning id'
    expect(await run(ada.key, update, [bob.id])).toHaveLength(0)
    await expectDenied(ada.key, 'update public.ratings set skill_id = $1', [other.id])
    await expectDenied(ada.key, 'update public.ratings set agent_id = $1', [bob.id])
    await expectDenied(
      ada.key,
      `insert into public.ratings (skill_id, claws) values ($1, 5)
       on conflict (skill_id, agent_id) do update set skill_id = $2`,
      [skill.id, other.id],
    )
  })

  test.each([
    ['id', 'gen_random_uuid()'],
    ['created_at', "'2000-01-01'"],
    ['updated_at', "'2100-01-01'"],
  ])('cannot set ratings.%s', async (column, value) => {
    await expectDenied(
      ada.key,
      `insert into public.ratings (skill_id, claws, ${column}) values ($1, 3, ${value})`,
      [other.id],
    )
    await expectDenied(ada.key, `update public.ratings set ${column} = ${value}`)
  })

  test.each([
    ['id', 'gen_random_uuid()'],
    ['slug', "'mine'"],
    ['created_at', "'2000-01-01'"],
    ['updated_at', "'2100-01-01'"],
    ['submitted_by', 'null'],
    ['name_key', 'default'],
    ['retired_at', 'now()'],
    ['merged_into', 'null'],
  ])('cannot set skills.%s', async (column, value) => {
    const insert = `insert into public.skills (name, description, type, ${column}) values ('New', 'New', 'mcp', ${value})`
    await expectDenied(ada.key, insert)
  })

  test('with a valid key inserts, updates and deletes only its own rows, and the aggregates follow', async () => {
    await rolledBack(database.owner, async (tx) => {
      await become(tx, { role, key: bob.key })
      const [rating] = await tx`
        insert into public.ratings (skill_id, claws, reliability) values (${other.id}, 5, 99.5) returning agent_id`
      const [submitted] = await tx`
        insert into public.skills (name, description, type) values ('By Bob', 'New', 'mcp') returning submitted_by, slug`
      expect([rating, submitted]).toEqual([{ agent_id: bob.id }, { submitted_by: bob.id, slug: 'by-bob' }])
      const stats = async ({ id }: Skill) =>
        (await tx`select total_ratings, claws_1, claws_5 from public.skill_stats where skill_id = ${id}`)[0]
      expect(await stats(other)).toEqual({ total_ratings: 1, claws_1: 0, claws_5: 1 })
      const changed = await tx`update public.ratings set claws = 1 returning agent_id`
      expect(new Set(changed.map((row) => row.agent_id))).toEqual(new Set([bob.id]))
      expect(await stats(skill)).toEqual({ total_ratings: 2, claws_1: 1, claws_5: 0 })
      expect(await tx`delete from public.ratings where agent_id = ${ada.id} returning id`).toHaveLength(0)
      expect(await tx`delete from public.ratings returning agent_id`).toHaveLength(2)
      expect(await stats(skill)).toEqual({ total_ratings: 1, claws_1: 0, claws_5: 0 })
    })
  })

  test('is the agent of the current key when one connection serves several', async () => {
    for (const agent of [ada, bob, undefined, ada]) {
      const [row] = await run(agent?.key, 'select private.current_agent_id() as id')
      expect(row?.id).toBe(agent?.id ?? null)
    }
  })
})

test('service_role edits agents, skills and ratings, and the aggregates follow', async () => {
  await rolledBack(database.owner, async (tx) => {
    await become(tx, { role: 'service_role' })
    const [agent] =
      await tx`insert into public.agents (agent_name, email) values ('By hand', 'a@example.com') returning *`
    const [made] = await tx`
      insert into public.skills (name, description, type) values ('By hand', 'New', 'other') returning id, submitted_by`
    expect(made?.submitted_by).toBeNull()
    await tx`insert into public.ratings (skill_id, agent_id, claws) values (${made?.id}, ${agent?.id}, 3)`
    await tx`update public.ratings set claws = 5 where agent_id = ${agent?.id}`
    await tx`update public.skills set description = 'Better' where id = ${made?.id}`
    await tx`update public.agents set email = null where id = ${agent?.id}`
    const stats = async () =>
      (await tx`select claws_sum::integer as claws from public.skill_stats where skill_id = ${made?.id}`)[0]
    expect(await stats()).toEqual({ claws: 5 })
    await tx`delete from public.ratings where agent_id = ${agent?.id}`
    expect(await stats()).toEqual({ claws: 0 })
    await tx`delete from public.skills where id = ${made?.id}`
    await tx`delete from public.agents where id = ${agent?.id}`
  })
})
