import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  as,
  attempt,
  become,
  type FunctionName,
  outcome,
  type Rating,
  type Role,
  rolledBack,
  rpc,
  type Skill,
  type Transaction,
  testDatabase,
} from './fixtures.ts'

/** Row-level security. privileges.test.ts compares all privileges and policies with the committed ones. */

const { database, newAgent, newSkill, submitRating } = testDatabase()
let ada: Agent
let bob: Agent
let revoked: Agent
let skill: Skill
let other: Skill
let ratings: Record<'ada' | 'bob', Rating>

beforeAll(async () => {
  ada = await newAgent('Ada')
  bob = await newAgent('Bob')
  revoked = await newAgent('Revoked')
  await database.owner`select admin.revoke_key(${revoked.key}, 'Leaked.')`
  skill = await newSkill('Skill', ada)
  other = await newSkill('Other', bob)
  ratings = {
    ada: await submitRating(ada, skill, { p_claws: 4 }),
    bob: await submitRating(bob, skill, { p_claws: 2 }),
  }
})

/** Calls of each function that writes for its caller. */
const WRITES: [FunctionName, () => Record<string, unknown>][] = [
  ['submit_rating', () => ({ p_skill_id: skill.id, p_claws: 1 })],
  ['submit_rating', () => ({ p_skill_id: other.id, p_claws: 1 })],
  ['delete_own_rating', () => ({ p_skill: skill.slug })],
  ['submit_skill', () => ({ p_name: 'New', p_description: 'New', p_type: 'mcp' })],
  ['flag_rating', () => ({ p_skill: skill.slug, p_rating: ratings.bob.id, p_reason: 'Wrong.' })],
  ['flag_skill', () => ({ p_skill: other.slug, p_reason: 'Wrong.' })],
  ['create_key', () => ({})],
  ['revoke_current_key', () => ({})],
  ['update_me', () => ({ p_agent_description: 'New.' })],
  ['delete_me', () => ({})],
]

describe.each<{ role: Role }>([{ role: 'anon' }, { role: 'authenticated' }])('$role', ({ role }) => {
  const run = (key: string | undefined, statement: string) =>
    as(database.owner, { role, key }, (tx) => tx.unsafe(statement))

  test('writes no table or view, with and without a key', async () => {
    const relations = await database.owner<{ name: string; column: string }[]>`
      select c.oid::regclass::text as name, a.attname as column
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum = 1
      where c.relkind = 'r' and c.relnamespace = 'private'::regnamespace or c.relkind in ('r', 'v') and c.relnamespace = 'public'::regnamespace`
    expect(relations.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['agents', 'ratings', 'skills', 'skill_stats', 'private.agent_keys']),
    )
    for (const key of [undefined, ada.key])
      for (const { name, column } of relations)
        for (const statement of [
          `insert into ${name} default values`,
          `update ${name} set ${column} = ${column}`,
          `delete from ${name}`,
          `truncate ${name}`,
        ])
          expect(await outcome(run(key, statement)), statement).toMatch(/^(42501|42809)/)
  })

  // `select=*` of the Data API, which a column without a grant would end.
  test('reads all columns of ratings and skills', async () => {
    for (const table of ['ratings', 'skills'])
      expect(await outcome(run(undefined, `select * from public.${table}`))).toBe('done')
  })

  test.each([
    ['no key', () => undefined],
    ['an unknown key', () => `claw_${'0'.repeat(56)}`],
    ['a revoked key', () => revoked.key],
    ['an empty key', () => ''],
    ['a key in upper case', () => ada.key.toUpperCase()],
  ])('with %s writes by no function', async (_, key) => {
    for (const [name, args] of WRITES)
      expect(
        await outcome(as(database.owner, { role, key: key() }, (tx) => rpc(tx, name, args()))),
        name,
      ).toMatch(/^PT401/)
  })
})

describe('the functions that write', () => {
  /** Runs the work as Ada, after a change that is rolled back. */
  const withChange = (change: string, work: (tx: Transaction) => Promise<unknown>) =>
    rolledBack(database.owner, async (tx) => {
      await tx.unsafe(change)
      await become(tx, ada)
      return work(tx)
    })

  test.each(WRITES)('fail by policy with another agent than the caller: %s', async (name, args) => {
    const mistaken = `
      create or replace function private.lock_caller() returns private.agent_keys
      language sql security definer set search_path = ''
      as $$ select k from private.agent_keys as k where k.agent_id = '${bob.id}' $$`
    await withChange(mistaken, async (tx) => {
      const before = await fingerprint(tx)
      const result = await attempt(tx, (inner) => rpc(inner, name, args()))
      // A row that the policy does not show is not found, and not changed.
      if (result) expect(result.code, result.message).toMatch(/^42501|^PT401|^PT404/)
      expect(await fingerprint(tx)).toEqual(before)
    })
  })

  test.each([
    ['agents', 'an agent edits and deletes itself'],
    ['skills', 'an agent locks skills, and leaves those that it submitted'],
  ])('notice that the policy is gone by which they lock %s', async (table, policy) => {
    await withChange(`drop policy "${policy}" on public.${table}`, async (tx) => {
      for (const [name, args] of WRITES.slice(0, 3))
        expect((await attempt(tx, (inner) => rpc(inner, name, args())))?.message, name).toMatch(
          /cannot be locked|invalid_api_key/,
        )
    })
  })

  test('notice that the policy is gone by which they lock a rating that is flagged', async () => {
    await withChange(
      'drop policy "an agent updates its own ratings, and locks the one that it flags" on public.ratings',
      async (tx) => {
        const [name, args] = WRITES[4] as (typeof WRITES)[number]
        expect((await attempt(tx, (inner) => rpc(inner, name, args())))?.message).toMatch(/cannot be locked/)
      },
    )
  })

  test.each([
    [
      'insert a rating',
      'insert into public.ratings (skill_id, agent_id, claws) select id, $bob, 1 from public.skills',
    ],
    [
      'submit a skill',
      "insert into public.skills (name, description, type, submitted_by) values ('New', 'x', 'mcp', $bob)",
    ],
    ['give away a skill', 'update public.skills set submitted_by = $bob'],
    ["leave another agent's skill", 'update public.skills set submitted_by = null where submitted_by = $bob'],
    ["change another agent's rating", 'update public.ratings set claws = 1 where agent_id = $bob'],
    [
      'add a key',
      "insert into private.agent_keys (agent_id, key_hash, key_prefix) values ($bob, extensions.digest('x', 'sha256'), 'claw_00000000')",
    ],
    ['establish an agent', 'insert into private.standing (agent_id, established_at) values ($bob, now())'],
    [
      'log for another',
      "insert into admin.audit_log (role, action, agent_id) values ('anon', 'replace_hidden_commentary', $bob)",
    ],
    [
      'log another action',
      "insert into admin.audit_log (role, action, agent_id) values ('anon', 'retire_skill', $ada)",
    ],
    [
      'flag',
      "insert into private.flags (agent_id, skill_id, reason) select $bob, id, 'x' from public.skills",
    ],
    ['change a flag of another', "update private.flags set reason = 'x' where agent_id = $bob"],
    [
      'prove who runs another agent',
      "insert into private.proofs (agent_id, issuer, subject, counted_claims) select $bob, issuer, '1', '{sub=1}' from private.issuers",
    ],
    [
      'use a token as another agent',
      "insert into private.used_tokens (token_hash, agent_id, expires_at) values (extensions.digest('x', 'sha256'), $bob, now())",
    ],
    ['trust an issuer', "update private.issuers set name = 'x'"],
    ['move a rating', 'update public.ratings set skill_id = skill_id'],
    ['remove a rating', 'update public.ratings set removed_at = now()'],
    ['change aggregates', 'update public.skill_stats set claws_5 = 1'],
    ['withdraw standing', 'update private.standing set withdrawn_at = null'],
  ])('cannot, with the key of Ada: %s', async (_, statement) => {
    await rolledBack(database.owner, async (tx) => {
      await tx`insert into private.flags (agent_id, rating_id, reason) values (${bob.id}, ${ratings.ada.id}, 'Odd.')`
      await become(tx, ada)
      await tx`select set_config('role', 'skill_rating_writer', true)`
      const written = statement
        .replaceAll('$bob', `'${bob.id}'::uuid`)
        .replaceAll('$ada', `'${ada.id}'::uuid`)
      expect((await attempt(tx, (inner) => inner.unsafe(written)))?.code).toBe('42501')
    })
  })

  test.each(['agents', 'private.agent_keys', 'private.standing', 'private.hidden_commentaries', 'ratings'])(
    'see no row of another agent to delete or to change in %s',
    async (table) => {
      await rolledBack(database.owner, async (tx) => {
        await tx`insert into private.standing (agent_id, established_at) values (${bob.id}, now())`
        await tx`select admin.hide_commentary(${(await withText(tx)).id}, 'A test.')`
        await tx.unsafe(`grant update, delete on ${table} to skill_rating_writer`)
        await become(tx, ada)
        await tx`select set_config('role', 'skill_rating_writer', true)`
        const own =
          table === 'agents' ? 'id' : table === 'private.hidden_commentaries' ? 'rating_id' : 'agent_id'
        const rows = await tx.unsafe(
          `delete from ${table} where ${own} not in ('${ada.id}') returning ${own}`,
        )
        expect(rows).toHaveLength(0)
      })
    },
  )

  const withText = async (tx: Transaction): Promise<{ id: string }> => {
    await tx`update public.ratings set commentary = 'Text.' where id = ${ratings.bob.id}`
    return ratings.bob
  }
})

/** What the functions could have written. */
async function fingerprint(tx: Transaction): Promise<unknown> {
  const [row] = await tx`
    select
      (select json_agg(r order by r.id) from public.ratings as r) as ratings,
      (select json_agg(s.submitted_by order by s.id) from public.skills as s) as skills,
      (select json_agg(t order by t.skill_id) from public.skill_stats as t) as stats,
      (select count(*)::int from public.agents) as agents`
  return row
}

// rating-model.test.ts has the ratings that it writes.
test('service_role edits agents and skills, more than 100 of them in one statement', async () => {
  await rolledBack(database.owner, async (tx) => {
    await become(tx, { role: 'service_role' })
    const [agent] = await tx`
      insert into public.agents (agent_name, email) values ('By hand', 'a@example.com') returning id`
    const many = await tx`
      insert into public.skills (name, description, type) select 'By hand ' || n, 'New', 'other' from generate_series(1, 101) as n
      returning submitted_by`
    expect([many.length, many[0]?.submitted_by]).toEqual([101, null])
    await tx`update public.agents set email = null where id = ${agent?.id}`
    await tx`update public.skills set description = 'Better' where name like 'By hand %'`
    await tx`delete from public.skills where name like 'By hand %'`
    await tx`delete from public.agents where id = ${agent?.id}`
  })
})
