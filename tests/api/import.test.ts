// `npm run import -- mcp-registry` with the stack of the tests and a stand-in for the registry.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { Catalogue } from '../../scripts/import/catalogue.ts'
import { importPages } from '../../scripts/import/import.ts'
import { readServers, registryUrl } from '../../scripts/import/mcp-registry.ts'
import { projectDir, run } from '../../scripts/program.ts'
import { localStack } from '../support/api.ts'
import { getSkill, listSkills, newAgent, newSkill, rate, uniqueWord } from '../support/fixtures.ts'
import { registryEntry, startRegistry } from '../support/mcp-registry.ts'

const localSettings = { SUPABASE_URL: localStack?.apiUrl, SUPABASE_SECRET_KEY: localStack?.secretKey }
const env = { ...process.env, ...localSettings }
const command = ['local/run.mjs', 'scripts/import.ts', 'mcp-registry', '--base-url']

let registry: Awaited<ReturnType<typeof startRegistry>>
afterEach(() => registry?.close())

/** The import in this process, which saves the start of another. Returns what it counts. */
async function importAll({ isDryRun = false, settings = {} as NodeJS.ProcessEnv } = {}) {
  const source = registryUrl(registry.url)
  const catalogue = new Catalogue({ ...localSettings, ...settings }, source, isDryRun)
  const read = (cursor: string) => readServers(source, cursor)
  return (await importPages({ read, catalogue, isDryRun, progress: () => {} })).counts
}

async function runImport(...options: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(process.execPath, [...command, registry.url, ...options], {
    env,
  })
  expect([status, stderr.match(/rror.*/)?.[0]]).toEqual([0, undefined])
  return stdout
}

/** Runs SQL as the owner of the database, such as an admin in the dashboard. */
function asAdmin(statement: string, ...values: string[]) {
  return withConnection(localStack?.databaseUrl ?? '', (sql) => sql.unsafe(statement, values))
}

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

describe.runIf(localStack)('npm run import -- mcp-registry', () => {
  test('imports the latest active version of each server, and changes nothing the second time', async () => {
    const word = uniqueWord()
    const taken = await newSkill({ name: `com.example/${word}-taken` })
    const url = 'https://github.com/example/weather'
    const old = { isLatest: false, publishedAt: '2025-06-01T00:00:00Z' }
    registry = await startRegistry([
      // A version of an older release can be published after the latest one.
      registryEntry({ name: `com.example/${word}-many`, ...old, publishedAt: '2026-06-01T00:00:00Z' }),
      registryEntry({ name: `com.example/${word}-many`, description: 'The latest.', url }),
      registryEntry({ name: `com.example/${word}-many`, description: 'The oldest.', ...old }),
      registryEntry({ name: `com.example/${word}-back`, description: 'Works.', ...old }),
      registryEntry({ name: `com.example/${word}-back`, description: 'Withdrawn.', status: 'deleted' }),
      registryEntry({ name: `com.example/${word}-gone`, status: 'deprecated' }),
      registryEntry({ name: taken.name, description: 'Another skill.' }),
      registryEntry({ name: `com.example/${word}-\u202e`, url: 'javascript:alert(1)', description: ' ' }),
      registryEntry({ name: `com.example/${word}-nul`, description: '\u0000' }),
      { server: { name: `com.example/${word}-minimal`, description: 'No metadata.', repository: {} } },
      { server: null },
    ])

    const first = await runImport()
    expect(first).toContain('3 created, 0 updated, 0 unchanged,')
    expect(first).toContain('4 not imported. 2 versions are not active.')
    expect(first).toContain(`"${taken.name}": name is taken by ${taken.slug}\n`)
    expect(first).toMatch(/-\u202e": name must .*; description must .*; url must be an http or https address/)
    expect(first).toContain('-nul": must not contain NUL')
    expect(first).toContain('"a server without a name": is not a server')

    const page = await getSkill(slugOf(`com.example/${word}-many`))
    expect(page).toMatchObject({
      name: `com.example/${word}-many`,
      description: 'The latest.',
      type: 'mcp',
      url,
    })
    expect((await getSkill(slugOf(`com.example/${word}-back`))).description).toBe('Works.')
    expect((await getSkill(slugOf(`com.example/${word}-minimal`))).url).toBeNull()
    expect((await getSkill(taken.slug)).description).toBe(taken.description)

    expect(await importAll()).toMatchObject({ created: 0, updated: 0, unchanged: 3, kept: 0 })
    expect(await getSkill(page.slug)).toEqual(page)
  })

  test('updates what changed in the registry, and keeps ratings, edits, retired and deleted skills', async () => {
    const word = uniqueWord()
    const names = ['new', 'rated', 'edited', 'renamed', 'retired', 'deleted'].map(
      (name) => `com.example/${word}-${name}`,
    )
    const [added = '', rated = '', edited = '', renamed = '', retired = '', deleted = ''] = names
    registry = await startRegistry(names.slice(1).map((name) => registryEntry({ name })))
    expect(await importAll()).toMatchObject({ created: 5 })
    await rate(await newAgent(), { skill_name: rated, claws: 4 })
    await asAdmin(`update public.skills set description = 'Edited.' where name = $1`, edited)
    await asAdmin(`update public.skills set name = $1 where name = $2`, `Renamed ${word}`, renamed)
    await asAdmin(`select admin.retire_skill($1, 'Gone.')`, slugOf(retired))
    await asAdmin(`delete from public.skills where name = $1`, deleted)

    registry.entries = names.map((name) => registryEntry({ name, description: 'Changed.' }))
    expect(await runImport('--dry-run')).toMatch(/^Dry run, .* 1 created, 1 updated, 0 unchanged, 4 kept/)
    expect((await listSkills({ search: word, sort: 'name' })).count).toBe(3)
    expect(await importAll()).toMatchObject({ created: 1, updated: 1, unchanged: 0, kept: 4 })
    expect(await getSkill(slugOf(rated))).toMatchObject({ description: 'Changed.', total_ratings: 1 })
    expect((await getSkill(slugOf(edited))).description).toBe('Edited.')
    expect((await getSkill(slugOf(renamed))).name).toBe(`Renamed ${word}`)
    const { skills } = await listSkills({ search: word, sort: 'name' })
    expect(skills.map(({ name }) => name).sort()).toEqual([`Renamed ${word}`, added, edited, rated].sort())
    expect(await importAll()).toMatchObject({ created: 0, updated: 0, unchanged: 2, kept: 4 })
  })

  test('continues where it was killed, and tries again when the registry fails', async () => {
    const word = uniqueWord()
    registry = await startRegistry(
      Array.from({ length: 550 }, (_, i) => registryEntry({ name: `com.example/${word}-${i}` })),
    )
    let hanging: () => void = () => {}
    const hangs = new Promise<void>((reached) => {
      hanging = reached
    })
    registry.before = async (cursor) => {
      if (cursor !== 'at:500') return 200
      hanging()
      return new Promise(() => {})
    }
    const child = spawn(process.execPath, [...command, registry.url], { cwd: projectDir, env })
    await hangs
    child.kill('SIGKILL')
    await once(child, 'exit')

    registry.cursors = []
    registry.before = async (cursor) => (cursor === 'at:500' && registry.cursors.length < 3 ? 503 : 200)
    expect(await importAll()).toMatchObject({ created: 150, updated: 0, unchanged: 0, kept: 0 })
    expect(registry.cursors).toEqual(['at:400', 'at:500', 'at:500'])
    registry.cursors = []
    expect(await importAll({ isDryRun: true })).toMatchObject({ created: 0, updated: 0, unchanged: 550 })
    expect(registry.cursors[0]).toBe('')
  })

  test('names the catalogues, in one sentence', async () => {
    const ended = await run(process.execPath, ['local/run.mjs', 'scripts/import.ts', 'other'], { env })
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^Name the catalogue to import: .*\n$/)
  })

  test('requires the address of a registry', () => {
    expect(() => registryUrl('x')).toThrow('--base-url is “x”')
  })

  test.each([
    [{ SUPABASE_URL: 'https://example.com', SUPABASE_SECRET_KEY: '' }, 'Set both SUPABASE_URL'],
    [
      { SUPABASE_URL: '', SUPABASE_SECRET_KEY: '', DATA_DIR: '/nonexistent' },
      'There is no local stack in /nonexistent',
    ],
    [{ SUPABASE_SECRET_KEY: localStack?.publishableKey }, 'The Data API rejects the key'],
  ])('does not run with %j', async (settings, message) => {
    registry = await startRegistry([])
    await expect(importAll({ settings })).rejects.toThrow(message)
  })
})
