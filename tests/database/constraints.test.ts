import { beforeAll, describe, expect, test } from 'vitest'
import { SUB_SCORE_NAMES } from '../../functions/_shared/schemas/options.ts'
import { casesOf, constraintsOf, expectRejected } from './constraints.ts'
import { type Connection, rolledBack, type Skill, testDatabase } from './fixtures.ts'

/**
 * What the tables reject from every role: tried as `postgres`, which no policy and no grant restricts. The tables of identifiers and of the registry
 * are in tests/database/registry.
 */

let skill: Skill
const { database, newAgent, newSkill, submitRating } = testDatabase()
const constraints = constraintsOf(database, false)

beforeAll(async () => {
  const ada = await newAgent('Ada')
  skill = await newSkill('The skill', ada)
  await submitRating(ada, skill, { p_observed_calls: 20 })
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
  insert into private.flags (agent_id, rating_id, reason) select agent_id, id, ${reason} from public.ratings`
const skillFlag = (reason: string) => `
  insert into private.flags (agent_id, skill_id, reason) select agent_id, skill_id, ${reason} from public.ratings`
const key = (hash: string, prefix: string) => `
  insert into private.agent_keys (agent_id, key_hash, key_prefix) select id, ${hash}, ${prefix} from public.agents limit 1`
const issuer = (column: string, value: string) => `update private.issuers set ${column} = ${value}`
const proof = (subject: string, claims: string) => `
  insert into private.proofs (agent_id, issuer, subject, counted_claims)
  select a.id, i.issuer, ${subject}, ${claims} from public.agents as a, private.issuers as i limit 1`
const logged = (reason: string) =>
  `insert into admin.audit_log (role, action, reason) values ('postgres', 'hide_commentary', ${reason})`

const cursorPart = (domain: string) => (value: string) => `select (${value})::private.${domain}`

const TIMES = ["'infinity'", "'-infinity'", "'10000-01-01T00:00:00Z'", "'0001-12-31T00:00:00Z BC'"]

/** Each CHECK of a table or domain, and statements that it rejects. bounds.test.ts has more values of fields. */
const CHECKS: Record<string, string[]> = {
  agent_name_valid: [agent('agent_name', "' Bob'"), agent('agent_name', String.raw`E'Bobe\u0301'`)],
  agents_times_valid: TIMES.map((time) => agent('created_at', time)),
  agent_description_valid: [agent('agent_description', "''")],
  email_valid: [agent('email', "' a@b.co'")],
  agent_keys_key_hash_length: [key("'short'", "'claw_00000000'")],
  agent_keys_key_prefix_shape: ["'claw_0000000'", "'claw_000000000'"].map((prefix) =>
    key("extensions.digest('x', 'sha256')", prefix),
  ),
  skill_name_valid: [edit('name', "'Another '"), edit('name', String.raw`E'a\u200eb'`)],
  skills_times_valid: ['created_at', 'updated_at', 'retired_at'].flatMap((column) =>
    TIMES.map((time) => edit(column, time)),
  ),
  skills_slug_shape: ["'N'", "repeat('n', 101)"].map(slugged),
  issuers_name_valid: ["''", "' x'", "repeat('x', 101)"].map((v) => issuer('name', v)),
  issuers_audience_valid: ["''", "repeat('x', 501)"].map((v) => issuer('audience', v)),
  issuers_counted_claims_valid: ["'{}'", "'{a,b,c,d,e,f}'", "'{1a}'"].map((v) => issuer('counted_claims', v)),
  proof_rule_one_row: ['insert into private.proof_rule (is_required) values (false)'],
  proofs_subject_length: [proof("''", "'{sub=1}'"), proof("repeat('x', 256)", "'{sub=1}'")],
  proofs_counted_claims_number: [proof("'1'", "'{}'")],
  used_tokens_token_hash_length: [
    "insert into private.used_tokens (token_hash, expires_at) values ('short', now())",
  ],
  deleted_names_name_hash_length: ["insert into private.deleted_names (name_hash) values ('short')"],
  description_valid: [edit('description', "' D'")],
  skills_type_known: [edit('type', "'MCP'")],
  url_valid: [edit('url', "''")],
  skills_blocked_retired: [edit('is_blocked', 'true')],
  skills_merged_retired: ['gen_random_uuid()', 'id, retired_at = now()'].map((v) => edit('merged_into', v)),
  reason_valid: ["'Wrong '", "''", "repeat('w', 1001)"].flatMap((v) => [flag(v), logged(v)]),
  audit_log_reason_discreet: ["'Wrote claw_0123456789abcdef'", "'Ask ada@mail.example'"].map(logged),
  ratings_times_valid: ['created_at', 'updated_at'].flatMap((column) =>
    TIMES.map((time) => rating(column, time)),
  ),
  ratings_hidden_without_text: [rating('(commentary, commentary_hidden_at)', "('Text.', now())")],
  ratings_claws_range: ['0', '6'].map((v) => rating('claws', v)),
  score_valid: [rating('reliability', '-0.1'), rating('security', '100.1'), rating('speed', "'NaN'")],
  commentary_valid: [rating('commentary', "''")],
  version_valid: [rating('version', "''"), rating('version', String.raw`E'1\n2'`)],
  use_count_valid: [rating('observed_calls', '-1'), rating('observed_calls', '1000000001')],
  ratings_observed_use: [
    rating('(observed_calls, observed_failures)', '(null, 0)'),
    rating('(observed_calls, observed_failures)', '(1, 2)'),
  ],
  skill_stats_not_negative: [stats('claws_1', '-1'), stats('established_ratings', '-1')],
  standing_established_or_withdrawn: [
    'insert into private.standing (agent_id, established_at, withdrawn_at) select id, now(), now() from public.agents',
  ],
  ratings_removal_cause_known: [rating('(removed_at, removal_cause)', "(now(), 'other')")],
  ratings_removed_for_a_cause: [rating('removed_at', 'now()'), rating('removal_cause', "'removed'")],
  flags_of_one_subject: [
    "insert into private.flags (agent_id, rating_id, skill_id, reason) select agent_id, id, skill_id, 'Wrong.' from public.ratings",
  ],
  totals_one_row: ['insert into private.totals (is_only) values (false)'],
  cursor_uuid_valid: [`'"x"'`, `'"00000000000040008000000000000000"'`].map(cursorPart('cursor_uuid')),
  cursor_time_valid: [`'"x"'`, `'"infinity"'`, `'"10000-01-01T00:00:00+00:00"'`].map(
    cursorPart('cursor_time'),
  ),
  cursor_text_valid: [`'1'`, `'null'`].map(cursorPart('cursor_text')),
  cursor_claws_valid: ['0', '6'].map(cursorPart('cursor_claws')),
  cursor_place_valid: ['0', '1000'].map(cursorPart('cursor_place')),
}

test.each(casesOf(CHECKS))('%s rejects: %s', (constraint, statement) =>
  expectRejected(database, '23514', constraint, statement),
)

test('every CHECK is tried above', async () => {
  expect(await constraints.checks()).toEqual(Object.keys(CHECKS).sort())
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
  ['flags_pkey', `${flag("'Wrong.'")}; ${flag("'Once more.'")}`],
  ['flags_pkey', `${skillFlag("'Wrong.'")}; ${skillFlag("'Once more.'")}`],
])('%s rejects a duplicate', (constraint, statement) =>
  expectRejected(database, '23505', constraint, statement),
)

test('only these columns may be null', async () => {
  const of = (table: string, names: string) => names.split(' ').map((name) => `${table}.${name}`)
  expect(await constraints.nullableColumns()).toEqual([
    ...of('admin.audit_log', 'agent_id dashboard_user rating_id reason skill_id'),
    ...of('agents', 'agent_description email'),
    ...of('private.agent_keys', 'last_used_at revoked_at'),
    ...of('private.flags', 'rating_id settled_at skill_id'),
    ...of('private.hidden_commentaries', 'commentary'),
    ...of('private.issuers', 'audience distrusted_at jwks_uri'),
    ...of('private.skill_submitters', 'agent_id'),
    ...of('private.standing', 'established_at suspended_at withdrawn_at'),
    ...of('private.used_tokens', 'agent_id'),
    ...of(
      'ratings',
      [
        'commentary',
        'commentary_hidden_at',
        'observed_calls',
        'observed_failures',
        'removal_cause',
        'removed_at',
        'version',
        ...SUB_SCORE_NAMES,
      ]
        .sort()
        .join(' '),
    ),
    ...of('skill_stats', 'last_rated_at type'),
    ...of('skills', 'changed_at merged_into retired_at submitted_by url'),
  ])
})

test('every foreign key cascades, except those of submitters, issuers and used tokens', async () => {
  expect((await constraints.keepingForeignKeys()).sort()).toEqual([
    'private.proofs private.issuers',
    'private.used_tokens agents',
    'skills agents',
  ])
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
