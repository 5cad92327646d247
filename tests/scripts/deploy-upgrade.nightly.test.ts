// `npm run deploy --dry-run`, and deployments to a database with earlier migrations.
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { BASELINE, runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { migrationFiles } from '../../scripts/scratch-postgres.ts'
import { errorOf, untilBlocking } from '../database/fixtures.ts'
import { type Project, startProject } from './deployment.ts'

let project: Project
beforeAll(async () => {
  project = await startProject()
  expect(await project.deploy(['--yes'])).toMatchObject({ status: 0 })
  return project.stop
})

const older = ['20261122134000', '20261123221339']
const record = (...versions: string[]) =>
  withConnection(project.database, async (sql) => {
    for (const version of versions)
      await sql`insert into supabase_migrations.schema_migrations (version) values (${version})`
  })
const forget = (...versions: string[]) =>
  withConnection(project.database, async (sql) => {
    for (const version of versions)
      await sql`delete from supabase_migrations.schema_migrations where version = ${version}`
  })
const recorded = () =>
  withConnection(project.database, async (sql) => {
    const rows = await sql`select version from supabase_migrations.schema_migrations order by 1`
    return rows.map(({ version }) => version)
  })

test('changes nothing with --dry-run when the database is up to date', async () => {
  const { api } = project.managementApi.config
  api.max_rows = 1000
  onTestFinished(() => void Object.assign(api, { max_rows: 100 }))
  const before = [await recorded(), project.managementApi.uploads.length]
  const { status, stdout, stderr } = await project.deploy(['--dry-run'])
  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(stdout).toContain('database is up to date')
  expect(stdout).toContain('Then it would run: supabase db query --file supabase/synonyms.sql --remote=')
  expect(stdout).toContain(
    'supabase functions deploy api identity mcp registry --use-api --remote=abcdefghijklmnopqrst',
  )
  expect(stdout).toContain('api.max_rows [update]')
  expect(api.max_rows).toBe(1000)
  expect([await recorded(), project.managementApi.uploads.length]).toEqual(before)
})

test('marks those that the baseline replaced as reverted, after it showed that with --dry-run, and loads the synonyms', async () => {
  const current = await recorded()
  await record(...older)
  const { stdout } = await project.deploy(['--dry-run'])
  expect(stdout).toMatch(
    /^It would run: supabase migration repair --status reverted 20261122134000 20261123221339 --remote=/m,
  )
  expect(stdout).toContain('Then it would apply these migrations: none')
  expect(await recorded()).toEqual([...older, ...current])

  await withConnection(project.database, async (sql) => {
    const synonyms = async () => [...(await sql`select * from private.synonyms order by term`)]
    const before = await synonyms()
    // As an earlier version of the list.
    await sql`update private.synonyms set synonyms = synonyms || '{old}' where term < 'b'`
    await sql`delete from private.synonyms where term > 'y'`
    expect(await project.deploy(['--yes'])).toMatchObject({ status: 0 })
    expect(await synonyms()).toEqual(before)
  })
  expect(await recorded()).toEqual(current)
})

test('is refused without the baseline, and changes nothing', async () => {
  await forget(BASELINE)
  await record(...older)
  onTestFinished(async () => {
    await forget(...older)
    await record(BASELINE)
  })
  const before = [await recorded(), project.managementApi.uploads.length]
  for (const option of ['--dry-run', '--yes']) {
    const { status, stderr } = await project.deploy([option])
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^The database is from a version before 2\.0\.1: deploy version 2\.0\.1 first, then this version\.$/m,
    )
  }
  expect([await recorded(), project.managementApi.uploads.length]).toEqual(before)
})

test('is refused with a migration that has no file, and changes nothing', async () => {
  await record('29990101000000')
  onTestFinished(() => forget('29990101000000'))
  const before = [await recorded(), project.managementApi.uploads.length]
  for (const option of ['--dry-run', '--yes']) {
    const { status, stderr } = await project.deploy([option])
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^The database has the migration 29990101000000, which this version does not have: reset .*, or restore a backup\.$/m,
    )
  }
  expect([await recorded(), project.managementApi.uploads.length]).toEqual(before)
})

test('ends a request that would deadlock with a migration, not the migration', async () => {
  // So that a slow machine has time: a migration ends after waiting 2 seconds.
  const other = await startProject({ deadlock_timeout: '10s' })
  onTestFinished(other.stop)
  await withConnection(other.database, async (sql) => {
    await runFile(sql, migrationFiles()[0] as string)
    await sql`create schema supabase_migrations`
    await sql`create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`
    await sql`insert into supabase_migrations.schema_migrations (version) values (${BASELINE})`
  })
  await withConnection(other.database, async (sql) => {
    // The migration after the baseline first locks the ratings, then the skills.
    await sql`begin`
    await sql`select from public.skills limit 1`
    const deployment = other.deploy(['--yes'])
    const migration = await untilBlocking(sql)
    const held = await sql`
      select from pg_locks where pid = ${migration} and granted and mode = 'AccessExclusiveLock'
        and relation = 'public.ratings'::regclass`
    expect(held).toHaveLength(1)
    // As PostgREST does for each request.
    await sql`
      select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
      from pg_roles, unnest(rolconfig) as setting where rolname = 'anon'`
    expect((await errorOf(sql`select from public.ratings limit 1`))?.code).toBe('55P03')
    await sql`rollback`
    expect(await deployment).toMatchObject({ status: 0 })
    const changed = await sql`select from pg_roles where rolconfig::text like '%lock_timeout=500ms%'`
    expect(changed).toHaveLength(0)
  })
}, 240_000)
