// `npm run import -- mcp-registry` with the stack of the tests and a stand-in for the registry.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { projectDir, run } from '../../scripts/program.ts'
import { localStack } from '../support/api.ts'
import { getSkill, listSkills, newAgent, newSkill, rate, uniqueWord } from '../support/fixtures.ts'
import { registryEntry, startRegistry } from '../support/mcp-registry.ts'

const env = {
  ...process.env,
  SUPABASE_URL: localStack?.apiUrl,
  SUPABASE_SECRET_KEY: localStack?.secretKey,
}
const command = ['local/run.mjs', 'scripts/import.ts', 'mcp-registry', '--base-url']

let registry: Awaited<ReturnType<typeof startRegistry>>
afterEach(() => registry?.close())

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

    const second = await runImport()
    expect(second).toContain('0 created, 0 updated, 3 unchanged, 0 kept')
    expect(await getSkill(page.slug)).toEqual(page)
  })

  test('updates what changed in the registry, and keeps ratings, edits, retired and deleted skills', async () => {
    const word = uniqueWord()
    const names = ['new', 'rated', 'edited', 'renamed', 'retired', 'deleted'].map(
      (name) => `com.example/${word}-${name}`,
    )
    const [added = '', rated = '', edited = '', renamed = '', retired = '', deleted = ''] = names
    registry = await startRegistry(names.slice(1).map((name) => registryEntry({ name })))
    expect(await runImport()).toContain('5 created')
    await rate(await newAgent(), { skill_name: rated, claws: 4 })
    await asAdmin(`update public.skills set description = 'Edited.' where name = $1`, edited)
    await asAdmin(`update public.skills set name = $1 where name = $2`, `Renamed ${word}`, renamed)
    await asAdmin(`select admin.retire_skill($1, 'Gone.')`, slugOf(retired))
    await asAdmin(`delete from public.skills where name = $1`, deleted)

    registry.entries = names.map((name) => registryEntry({ name, description: 'Changed.' }))
    expect(await runImport('--dry-run')).toMatch(/^Dry run, .* 1 created, 1 updated, 0 unchanged, 4 kept/)
    expect((await listSkills({ search: word, sort: 'name' })).count).toBe(3)
    expect(await runImport()).toContain('1 created, 1 updated, 0 unchanged, 4 kept')
    expect(await getSkill(slugOf(rated))).toMatchObject({ description: 'Changed.', total_ratings: 1 })
    expect((await getSkill(slugOf(edited))).description).toBe('Edited.')
    expect((await getSkill(slugOf(renamed))).name).toBe(`Renamed ${word}`)
    const { skills } = await listSkills({ search: word, sort: 'name' })
    expect(skills.map(({ name }) => name).sort()).toEqual([`Renamed ${word}`, added, edited, rated].sort())
    expect(await runImport()).toContain('0 created, 0 updated, 2 unchanged, 4 kept')
  })

  test('continues where it was killed, and tries again when the registry fails', async () => {
    const word = uniqueWord()
    registry = await startRegistry(
      Array.from({ length: 850 }, (_, i) => registryEntry({ name: `com.example/${word}-${i}` })),
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
    registry.before = async (cursor) => (cursor === 'at:700' && registry.cursors.length < 5 ? 503 : 200)
    expect(await runImport()).toContain('450 created, 0 updated, 0 unchanged, 0 kept')
    expect(registry.cursors).toEqual(['at:400', 'at:500', 'at:600', 'at:700', 'at:700', 'at:800'])
    registry.cursors = []
    expect(await runImport('--dry-run')).toContain('0 created, 0 updated, 850 unchanged')
    expect(registry.cursors[0]).toBe('')
  })

  test.each([
    [['mcp-registry'], { SUPABASE_URL: 'https://example.com' }, 'Set both SUPABASE_URL'],
    [['mcp-registry'], { DATA_DIR: '/nonexistent' }, 'There is no local stack in /nonexistent'],
    [['other'], {}, 'Name the catalogue'],
    [['mcp-registry', '--base-url', 'x'], {}, '--base-url is “x”'],
    [
      ['mcp-registry'],
      { SUPABASE_URL: localStack?.apiUrl, SUPABASE_SECRET_KEY: localStack?.publishableKey },
      'The Data API rejects the key',
    ],
  ])('%j with %j is one sentence', async (args, settings, message) => {
    const { SUPABASE_URL: _, SUPABASE_SECRET_KEY: __, ...others } = env
    const ended = await run(process.execPath, ['local/run.mjs', 'scripts/import.ts', ...args], {
      env: { ...others, ...settings },
    })
    expect([ended.status, ended.stdout]).toEqual([1, ''])
    expect(ended.stderr).toContain(message)
    expect(ended.stderr).not.toContain('    at ')
  })
})
