// What the tables and domains of the rooms identifiers and registry reject from every role, tried as `postgres`.
import { beforeAll, expect, test } from 'vitest'
import { casesOf, constraintsOf, expectRejected } from '../constraints.ts'
import { testDatabase } from '../fixtures.ts'

const { database, newSkill } = testDatabase()
const constraints = constraintsOf(database, true)
beforeAll(async () => void (await newSkill()))

const server = (json: string, name = 'a/b') => `
  with source as (
    insert into private.imports (source) values ('x') returning source
  ), imported as (
    insert into private.imported_skills (source, external_name, skill_id)
    select source, '${name}', (select id from public.skills limit 1) from source
    returning source, skill_id
  )
  insert into private.registry_servers (name, source, skill_id, server) select '${name}', source, skill_id, ${json} from imported`
const identifier = (origins: string) => `
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select id, 'pkg:npm/x', ${origins}, 'active' from public.skills limit 1`

/** Each CHECK, and statements that it rejects. */
const CHECKS: Record<string, string[]> = {
  imported_skills_status_known: [
    `with source as (insert into private.imports (source) values ('x') returning source)
    insert into private.imported_skills (source, external_name, status)
    select source, 'x', 'active' from source`,
  ],
  registry_servers_install_shape: [
    `${server(`'{"name": "a/b", "version": "1"}'`)}; update private.registry_servers set install = '[]'`,
  ],
  registry_servers_server_valid: [
    server(`'{"name": "a/c", "version": "1"}'`),
    server(`'{"name": "a", "version": "1"}'`, 'a'),
    server(
      `jsonb_build_object('name', 'a/b', 'version', '1', 'x', (repeat('[', 33) || repeat(']', 33))::jsonb)`,
    ),
    server(`jsonb_build_object('name', 'a/b', 'version', '1', 'x', repeat('x', 65536))`),
    server(`'{"name": "a/b", "version": ""}'`),
  ],
  registry_servers_status_known: [
    `${server(`'{"name": "a/b", "version": "1"}'`)}; update private.registry_servers set status = 'gone'`,
  ],
  skill_identifiers_origins_known: [identifier(`'{}'`), identifier(`'{other}'`)],
}

test.each(casesOf(CHECKS))('%s rejects: %s', (constraint, statement) =>
  expectRejected(database, '23514', constraint, statement),
)

test('every CHECK is tried above', async () => {
  expect(await constraints.checks()).toEqual(Object.keys(CHECKS).sort())
})

test('only these columns may be null', async () => {
  expect(await constraints.nullableColumns()).toEqual([
    'private.imported_skills.skill_id',
    'private.imported_skills.status',
    'private.registry_servers.install',
    'private.registry_servers.published_at',
    'private.registry_servers.source_updated_at',
    'private.registry_servers.status_changed_at',
    'private.skill_identifiers.written_path',
  ])
})

test('every foreign key cascades, except that of the skills of imports', async () => {
  expect(await constraints.keepingForeignKeys()).toEqual(['private.imported_skills skills'])
})
