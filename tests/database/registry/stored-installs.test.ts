// Which ways to install a server are stored, and when they are shown. tests/unit/registry-install-entries.test.ts tests how they are built.
import { describe, expect, test } from 'vitest'
import { installEntries } from '../../../scripts/registry/install.ts'
import { insertServers } from '../../registry/registry-servers.ts'
import { npmPackage, randomServers, serverJson } from '../../registry/server-json.ts'
import { errorOf, testDatabase } from '../fixtures.ts'

const { database, newSkill, page, admin } = testDatabase()

describe('get_skill', () => {
  const name = 'io.github.example/server'
  const description = serverJson(name, { packages: [npmPackage()] })

  async function installed(server = name) {
    const skill = await newSkill()
    await insertServers(database.owner, [
      { name: server, skill_id: skill.id, server: { ...description, name: server } },
    ])
    return skill
  }

  test('returns how to install an imported skill, with its registry name', async () => {
    const skill = await installed()
    expect((await page(skill.slug)).install).toEqual({
      server: name,
      entries: [expect.objectContaining({ command: 'npx', args: ['-y', '@example/server@1.2.3'] })],
    })
    expect((await page((await newSkill()).slug)).install).toBeNull()
    await database.owner`update private.registry_servers set install = null where name = ${name}`
    expect((await page(skill.slug)).install).toBeNull()
  })

  test('returns none for a skill that is retired or that the source deleted', async () => {
    const skill = await installed('io.github.example/gone')
    const entries = async () => (await page(skill.slug)).install?.entries.length ?? 0
    expect(await entries()).toBe(1)
    await admin('retire_skill', skill.id, 'a test')
    expect(await entries()).toBe(0)
    await admin('restore_skill', skill.id, 'a test')
    expect(await entries()).toBe(1)
    const sql = database.owner
    await sql`update private.imported_skills set status = 'deleted' where skill_id = ${skill.id}`
    expect(await entries()).toBe(0)
    await sql`update private.imported_skills set status = 'deprecated' where skill_id = ${skill.id}`
    await sql`update private.registry_servers set status = 'deprecated' where skill_id = ${skill.id}`
    expect(await entries()).toBe(1)
    await sql`update private.registry_servers set status = 'deleted' where skill_id = ${skill.id}`
    expect(await entries()).toBe(0)
  })
})

describe('private.is_install', () => {
  const accepted = async (values: unknown[]) => {
    const rows = await database.owner`
      select private.is_install(value::jsonb) as accepted
      from unnest(${values.map((value) => JSON.stringify(value))}::text[]) with ordinality as v (value, place) order by place`
    return rows.map((row) => row.accepted)
  }

  const field = (name: unknown, required: unknown = true) => ({ name, required, secret: false })
  const local = { transport: 'stdio', url: null, env: [], headers: [] }
  const npm = { ...local, type: 'npm', command: 'npx', args: ['-y', 'a@1.0.0'] }
  const pypi = { ...local, type: 'pypi', command: 'uvx', args: ['a==1.0'] }
  const docker = {
    ...local,
    type: 'docker',
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', 'B', '-e', 'A', 'a/b:1'],
    env: [field('B'), field('C', false), field('A')],
  }
  const remote = {
    type: 'remote',
    transport: 'sse',
    command: null,
    args: [],
    url: 'https://a.example:444/x?y=%20',
    env: [],
    headers: [field('X-Key')],
  }

  test('accepts everything that the importer builds', async () => {
    const built = randomServers(1_000).flatMap((server) => {
      const entries = installEntries(JSON.parse(JSON.stringify(server)))
      return entries ? [entries] : []
    })
    expect(built.length).toBeGreaterThan(300)
    expect(await accepted([...built, [npm, pypi, docker, remote]])).not.toContain(false)
  })

  test('accepts no other command, option, address or variable', async () => {
    const others = [
      { ...npm, command: 'sh' },
      { ...npm, args: ['a@1.0.0'] },
      { ...npm, args: ['-y', '--registry=https://evil.example'] },
      { ...npm, args: ['-y', '--registry=x', 'a@1.0.0'] },
      { ...npm, args: ['-y', 'a@1.0.0\n--x'] },
      { ...npm, args: '-y a@1.0.0' },
      { ...npm, transport: 'sse' },
      { ...npm, url: 'https://a.example' },
      { ...npm, headers: [field('X')] },
      { ...npm, env: [field('a')] },
      { ...npm, env: [field('A', 'yes')] },
      { ...npm, env: [{ ...field('A'), value: 'x' }] },
      { ...npm, env: {} },
      { ...npm, extra: 1 },
      { ...npm, type: 'sh' },
      // Docker copies each of these from the environment of the reader.
      { ...docker, args: ['run', '-i', '--rm', '-e', 'B', '-e', 'C', '-e', 'A', 'a/b:1'] },
      { ...docker, env: [] },
      { ...docker, args: docker.args.toSpliced(3, 0, '--privileged') },
      { ...docker, args: ['run', '-i', '--rm', '-v', '/:/host', 'a/b:1'] },
      { ...remote, url: 'http://a.example' },
      { ...remote, url: 'https://u:p@a.example' },
      { ...remote, url: 'https://{a}.example' },
      { ...remote, url: null },
      { ...remote, command: 'npx', args: ['x'] },
      null,
      1,
      'x',
      [],
      [npm],
    ]
    const values = [...others.map((one) => [npm, one]), [], null, 1, 'x', npm, {}, Array(11).fill(npm)]
    expect(await accepted(values)).toEqual(values.map(() => false))
    const [server] = await insertServers(database.owner, [{ name: 'io.github.example/shape' }])
    const stored = database.owner`
      update private.registry_servers set install = ${JSON.stringify([others[0]])}::text::jsonb where skill_id = ${server?.skill_id ?? ''}`
    expect(await errorOf(stored)).toMatchObject({
      code: '23514',
      constraint_name: 'registry_servers_install_shape',
    })
  })
})
