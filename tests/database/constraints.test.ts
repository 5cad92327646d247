import { beforeAll, describe, expect, test } from 'vitest'
import { SUB_SCORE_NAMES } from '../../functions/_shared/schemas/options.ts'
import { attempt, type Connection, rolledBack, type Skill, testDatabase } from './fixtures.ts'

/** What the tables reject from every role: tried as `postgres`, which no policy and no grant restricts. */

let skill: Skill
const { database, newAgent, newSkill, submitRating } = testDatabase()

beforeAll(async () => {
  const ada = await newAgent('Ada')
  skill = await newSkill('The skill', ada)
  await submitRating(ada, skill)
})

const agent = (column: string, value: string) =>
  column === 'agent_name'
    ? `insert into public.agents (agent_name) values (${value})`
    : `insert into public.agents (agent_name, ${column}) values ('Bob', ${value})`
const edit = (column: string, value: string) => `update public.skills set ${column} = ${value}`
const slugged = (slug: string) =>
  `insert into public.skills (name, slug, description, type) values ('N', ${slug}, 'D', 'mcp')`
const rating = (column: string, value: string) => `update public.ratings set ${column} = ${value}`
const stats = (column: string, value: string) => `update public.skill_stats set ${column} = ${value}`
const flag = (reason: string) => `
  insert into private.rating_flags (agent_id, rating_id, reason) select agent_id, id, ${reason} from public.ratings`
const key = (hash: string, prefix: string) => `
  insert into private.agent_keys (agent_id, key_hash, key_prefix) select id, ${hash}, ${prefix} from public.agents limit 1`
const logged = (reason: string) =>
  `insert into admin.audit_log (role, action, reason) values ('postgres', 'hide_commentary', ${reason})`

/** Each CHECK of a table or domain, and statements that it rejects. bounds.test.ts has more values of fields. */
const CHECKS: Record<string, string[]> = {
  agent_name_valid: [agent('agent_name', "' Bob'"), agent('agent_name', String.raw`E'Bobe\u0301'`)],
  agent_description_valid: [agent('agent_description', "''")],
  email_valid: [agent('email', "' a@b.co'")],
  agent_keys_key_hash_length: [key("'short'", "'claw_00000000'")],
  agent_keys_key_prefix_shape: ["'claw_0000000'", "'claw_000000000'"].map((prefix) =>
    key("extensions.digest('x', 'sha256')", prefix),
  ),
  skill_name_valid: [edit('name', "'Another '"), edit('name', String.raw`E'a\u200eb'`)],
  skills_slug_shape: ["'N'", "repeat('n', 101)"].map(slugged),
  description_valid: [edit('description', "' D'")],
  skills_type_known: [edit('type', "'MCP'")],
  url_valid: [edit('url', "''")],
  skills_merged_retired: ['gen_random_uuid()', 'id, retired_at = now()'].map((v) => edit('merged_into', v)),
  reason_valid: ["'Wrong '", "''", "repeat('w', 1001)"].flatMap((v) => [flag(v), logged(v)]),
  audit_log_reason_discreet: ["'Wrote claw_0123456789abcdef'", "'Ask ada@mail.example'"].map(logged),
  ratings_claws_range: ['0', '6'].map((v) => rating('claws', v)),
  score_valid: [rating('reliability', '-0.1'), rating('security', '100.1'), rating('speed', "'NaN'")],
  commentary_valid: [rating('commentary', "''")],
  skill_stats_total: [stats('total_ratings', 'total_ratings + 1')],
  skill_stats_sum: [stats('claws_sum', 'claws_sum + 1')],
  skill_stats_not_negative: [
    `${stats('claws_1', '-1')}, total_ratings = claws_2 + claws_3 + claws_4 + claws_5 - 1, claws_sum = claws_sum - 1`,
  ],
  skill_stats_established: [stats('established_ratings', '-1'), stats('established_speed_count', '-1')],
  standing_established_or_withdrawn: [
    'insert into private.standing (agent_id, established_at, withdrawn_at) select id, now(), now() from public.agents',
  ],
  imported_skills_status_known: [
    `with source as (insert into private.imports (source) values ('x') returning source)
    insert into private.imported_skills (source, external_name, published_at, content, status)
    select source, 'x', now(), '', 'active' from source`,
  ],
  removed_ratings_cause_known: [
    `insert into private.removed_ratings (id, skill_id, agent_id, claws, created_at, updated_at, commentary_at, cause)
      select id, skill_id, agent_id, claws, created_at, updated_at, commentary_at, 'other' from public.ratings`,
  ],
}

async function expectRejected(code: string, constraint: string, statement: string) {
  await rolledBack(database.owner, async (tx) => {
    const error = await attempt(tx, (inner) => inner.unsafe(statement))
    expect([error?.code, error?.constraint_name]).toEqual([code, constraint])
  })
}

test.each(
  Object.entries(CHECKS).flatMap(([constraint, statements]) =>
    statements.map((s) => [constraint, s] as const),
  ),
)('%s rejects: %s', (constraint, statement) => expectRejected('23514', constraint, statement))

test('every CHECK is tried above', async () => {
  const rows = await database.admin<{ conname: string }[]>`
    select conname from pg_constraint
    where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace) order by conname`
  expect(rows.map(({ conname }) => conname)).toEqual(Object.keys(CHECKS).sort())
})

test.each([
  ['agents_name_key_unique', "insert into public.agents (agent_name) values ('ＡＤＡ')"],
  ['agent_keys_key_hash_unique', key('(select key_hash from private.agent_keys limit 1)', "'claw_00000000'")],
  ['skills_slug_unique', slugged("'the-skill'")],
  ['skills_name_key_unique', slugged("'other'").replace("'N'", "'THE  SKILL'")],
  [
    'ratings_one_per_agent_and_skill',
    'insert into public.ratings (skill_id, agent_id, claws) select skill_id, agent_id, 1 from public.ratings',
  ],
  ['rating_flags_pkey', `${flag("'Wrong.'")}; ${flag("'Once more.'")}`],
])('%s rejects a duplicate', (constraint, statement) => expectRejected('23505', constraint, statement))

test('only these columns may be null', async () => {
  const columns = await database.admin`
    select a.attrelid::regclass || '.' || a.attname as column
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)
      and a.attnum > 0 and not a.attisdropped and not a.attnotnull`
  const of = (table: string, names: string) => names.split(' ').map((name) => `${table}.${name}`)
  expect(columns.map(({ column }) => column).sort()).toEqual([
    ...of('admin.audit_log', 'agent_id dashboard_user rating_id reason skill_id'),
    ...of('agents', 'agent_description email'),
    ...of('private.agent_keys', 'last_used_at revoked_at'),
    ...of('private.hidden_commentaries', 'commentary'),
    ...of('private.imported_skills', 'skill_id status'),
    'private.imports.cursor',
    ...of('private.removed_ratings', `commentary ${SUB_SCORE_NAMES.join(' ')}`),
    ...of('private.standing', 'established_at suspended_at withdrawn_at'),
    ...of('ratings', `commentary ${SUB_SCORE_NAMES.join(' ')}`),
    ...of('skill_stats', 'type'),
    ...of('skills', 'merged_into retired_at submitted_by url'),
  ])
})

test('every foreign key cascades, except those of submitters and imports', async () => {
  const keys = await database.admin<{ key: string }[]>`
    select concat_ws(' ', conrelid::regclass, confrelid::regclass, confdeltype) as key from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)`
  const cascading = (to: string, names: string) => names.split(' ').map((name) => `${name} ${to} c`)
  const kept = 'private.hidden_commentaries private.removed_ratings'
  expect(keys.map(({ key }) => key).sort()).toEqual(
    [
      ...cascading('agents', `private.agent_keys ${kept} private.rating_flags private.standing ratings`),
      ...cascading('private.imports', 'private.imported_skills'),
      ...cascading('ratings', 'private.rating_flags'),
      ...cascading('skill_stats', `${kept} private.monthly_ratings`),
      ...cascading('skills', 'private.skill_documents ratings skill_stats skills'),
      'private.imported_skills skills n',
      'skills agents n',
    ].sort(),
  )
})

describe('updated_at of a skill', () => {
  const updatedAt = async (sql: Connection) => {
    const [row] = await sql`
      select updated_at::text as at, updated_at > now() as later from public.skills where id = ${skill.id}`
    return row
  }

  test.each(["name = 'Renamed'", "description = 'Edited'", "type = 'github'", "url = 'https://example.com'"])(
    'is set by each edit in a transaction: %s',
    async (assignment) => {
      await rolledBack(database.owner, async (tx) => {
        const update = () => tx.unsafe(`update public.skills set ${assignment} where id = $1`, [skill.id])
        await update()
        const first = await updatedAt(tx)
        expect(first?.later).toBe(true)
        await update()
        expect((await updatedAt(tx))?.at > first?.at).toBe(true)
      })
    },
  )

  test('never moves backwards, and is not set by a rating or when the submitter is deleted', async () => {
    await rolledBack(database.owner, async (tx) => {
      await tx`update public.skills set updated_at = '2100-01-01', submitted_by = null where id = ${skill.id}`
      const future = await updatedAt(tx)
      await tx`update public.skills set name = 'Renamed' where id = ${skill.id}`
      expect(await updatedAt(tx)).toEqual(future)
    })
    const passing = await newAgent()
    const before = await updatedAt(database.owner)
    await submitRating(passing, skill)
    await database.owner`update public.skills set submitted_by = ${passing.id} where id = ${skill.id}`
    await database.owner`delete from public.agents where id = ${passing.id}`
    expect((await updatedAt(database.owner))?.at).toBe(before?.at)
  })
})

test('what agents write of a rating is in the column lists of the triggers and in removed ratings', async () => {
  const [lists] = await database.owner`
    select
      array(
        select column_name::text from information_schema.column_privileges
        where table_schema = 'public' and table_name = 'ratings' and grantee = 'anon' and privilege_type = 'UPDATE'
        order by 1
      ) as written,
      array(
        select event_object_column::text from information_schema.triggered_update_columns
        where event_object_schema = 'public' and trigger_name = 'update_rating' order by 1
      ) as updated,
      array(
        select event_object_column::text from information_schema.triggered_update_columns
        where event_object_schema = 'public' and trigger_name = 'mask_hidden_commentary' order by 1
      ) as masked,
      array(
        select column_name::text from information_schema.columns
        where table_schema = 'public' and table_name = 'ratings'
          -- By the standing of the agent.
          and column_name <> 'counts_fully'
        except
        select column_name::text from information_schema.columns
        where table_schema = 'private' and table_name = 'removed_ratings'
      ) as not_kept`
  expect(lists?.written).toContain('commentary')
  expect(lists).toEqual({ ...lists, updated: lists?.written, masked: lists?.written, not_kept: [] })
})
