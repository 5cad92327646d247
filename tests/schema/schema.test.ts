import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { generatedTypes, typesFile } from '../../scripts/generated-types.ts'
import {
  migrationFiles,
  type ScratchPostgres,
  schemaFiles,
  startScratchPostgres,
} from '../../scripts/scratch-postgres.ts'
import { advisorFindings, schemaDifference } from '../../scripts/supabase-cli.ts'

/** Changes to the schema, and what the difference contains then. */
const changes: [what: string, change: string, difference: RegExp][] = [
  ['a column', 'alter table skills add column stars integer', /DROP COLUMN "stars"/],
  [
    'the type of a column',
    'alter table skill_stats alter column claws_1 type bigint',
    /COLUMN "claws_1" TYPE integer/,
  ],
  ['a check', 'alter table skills drop constraint skills_type_known', /ADD CONSTRAINT "skills_type_known"/],
  [
    'a rule of a domain',
    'alter domain private.skill_name drop constraint skill_name_valid',
    /ADD CONSTRAINT "skill_name_valid"/,
  ],
  ['an index', 'drop index skills_submitted_by', /CREATE INDEX skills_submitted_by/],
  ['a column grant', 'grant update (name) on skills to anon', /REVOKE ALL \("name"\).*"anon"/],
  ['a table grant', 'grant truncate on ratings to service_role', /REVOKE ALL.*"ratings" FROM "service_role"/],
  [
    'a function grant',
    'grant execute on function admin.revoke_key to anon',
    /"revoke_key"\(text, text\) FROM "anon"/,
  ],
  [
    'a default privilege',
    'alter default privileges grant execute on functions to public',
    /DEFAULT PRIVILEGES/,
  ],
  ['a policy', 'create policy planted on agents for delete to anon using (true)', /DROP POLICY "planted"/],
  ['row-level security', 'alter table skills disable row level security', /ENABLE ROW LEVEL SECURITY/],
  ['a view option', 'alter view skill_ratings set (security_invoker = false)', /security_invoker=true/],
  [
    'SECURITY DEFINER',
    'alter function private.generate_key security definer',
    /FUNCTION private\.generate_key/,
  ],
  ['the search path of a function', 'alter function health() reset search_path', /FUNCTION public\.health/],
  ['a trigger', 'alter table ratings disable trigger update_rating', /ENABLE TRIGGER "update_rating"/],
  ['a comment', "comment on column ratings.claws is 'planted'", /COMMENT ON COLUMN.*"claws"/],
]

let scratch: ScratchPostgres
/** Databases created from sql/, from supabase/migrations/, and from sql/ with all changes. */
let schema: string
let migrated: string
let changed: string

beforeAll(async () => {
  scratch = await startScratchPostgres()
  ;[schema, migrated, changed] = await Promise.all([
    scratch.database('schema', schemaFiles()),
    scratch.database('migrated', migrationFiles()),
    scratch.database('changed', schemaFiles()),
  ])
  await withConnection(changed, (sql) => sql.unsafe(changes.map(([, change]) => change).join(';\n')))
})

afterAll(() => scratch?.stop())

describe('sql/ and supabase/migrations/', () => {
  test('create the same database', async () => {
    expect(await schemaDifference(migrated, schema)).toBe('')
  })

  test('are compared in everything that matters', async () => {
    const difference = await schemaDifference(changed, migrated)
    expect(changes.filter(([, , trace]) => !trace.test(difference)).map(([what]) => what)).toEqual([])
  })
})

describe('the advisors', () => {
  test('only find unused indexes', async () => {
    const findings = await advisorFindings(migrated)
    expect(findings.filter(({ name }) => name !== 'unused_index')).toEqual([])
  })

  test('find the changes', async () => {
    const names = (await advisorFindings(changed)).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'function_search_path_mutable',
        'policy_exists_rls_disabled',
        'rls_disabled_in_public',
        'security_definer_view',
        'unindexed_foreign_keys',
      ]),
    )
  })
})

describe('functions/_shared/database.types.ts', () => {
  test('is what `npm run types` writes', async () => {
    expect(await generatedTypes(migrated)).toBe(readFileSync(typesFile, 'utf8'))
  })

  test('contains a new column', async () => {
    expect(await generatedTypes(changed)).toContain('stars: number | null')
  })
})
