import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resetDataFolder } from '../../local/stack/data-folder.ts'
import { startStack } from '../../local/stack/stack.ts'
import { run } from '../../scripts/program.ts'
import { nothingLost, startLoad, verify } from '../resilience/write-load.ts'
import { isAlive, isListening, kill, statusOf, temporaryFolder, until } from '../support/process.ts'
import { adminUrl, expectStop, type NpmStart, npmStart } from './npm-start.ts'

// One test, because each start takes seconds: a data folder from its creation to its deletion.
test('npm start and npm run reset', { timeout: 300_000 }, async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'mine.txt'), 'kept')
  const first = await npmStart({ DATA_DIR: dataDir })
  await first.ready()
  const [publishable, secret] = await expectWholeService(first)
  const { owner } = JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8'))
  await Promise.all([expectFolderInUse(dataDir, owner.pid), expectPortsInUse(first)])
  const processes = first.processes()
  const load = startLoad(first.baseUrl, { workers: 4, pause: 5 })
  await until(() => load.ledger.acknowledged > 50)
  kill(owner.pid, 'SIGKILL')
  await Promise.all([first.exited, load.finish()])

  // On other ports: it finds the processes by the data folder.
  // Meant for clients of another database.
  const variables = {
    PGTARGETSESSIONATTRS: 'read-only',
    PGHOST: 'db.invalid',
    PGUSER: 'nobody',
    PGSSL: 'true',
  }
  const second = await npmStart({ DATA_DIR: dataDir, ...variables })
  await second.ready()
  expect(processes.filter(isAlive)).toEqual([])
  expect(await Promise.all(Object.values(first.ports).map(isListening))).toEqual([false, false, false])
  expect(second.output()).toContain(publishable)
  expect(second.output()).toContain(secret)
  // The seed and the list of synonyms are loaded once.
  expect(first.output()).toMatch(/^ *Migrations .* \d+ applied, synonyms\.sql loaded, seed\.sql loaded$/m)
  expect(second.output()).toMatch(/^ *Migrations .* none new$/m)
  expect(await verify(adminUrl(second, dataDir), load.ledger)).toEqual(nothingLost)
  // Ctrl-C in a terminal reaches every process of the group, and npm sends the signal again.
  await expectStop(second, () => process.kill(-second.pid, 'SIGINT'))
  expect(await Promise.all(Object.values(second.ports).map(isListening))).toEqual([false, false, false])
  expect(readdirSync(dataDir)).not.toContain('lock.json')

  const reset = (...args: string[]) =>
    run(process.execPath, ['local/run.mjs', 'local/reset.ts', ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  expect(await reset()).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'There is no terminal to ask for confirmation: run `npm run reset -- --yes` to delete without asking.\n',
  })
  expect(await reset('--yes')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/ was deleted\. .* Files that this stack did not create were kept\.\n$/),
    stderr: '',
  })
  expect(readdirSync(dataDir)).toEqual(['mine.txt'])
})

/** @returns the keys of the Data API */
async function expectWholeService({ output, baseUrl, ports }: NpmStart): Promise<string[]> {
  const api = `http://127.0.0.1:${ports.API_PORT}`
  expect(output().match(/^Ready.*$/gm)).toEqual([expect.stringContaining(baseUrl)])
  expect(output().trimEnd().split('\n').at(-1)).toBe(`Open ${api}/`)
  for (const name of [
    'Postgres',
    'Migrations',
    'Data API',
    'Edge function',
    'MCP server',
    'Registry',
    'Gateway',
  ])
    expect(output()).toMatch(new RegExp(`${name} +\\d+ ms`))
  const [publishable = ''] = /sb_publishable_\S+/.exec(output()) ?? []
  const [secret = ''] = /sb_secret_\S+/.exec(output()) ?? []
  const { routes } = (await (await fetch(baseUrl)).json()) as { routes: { path: string }[] }
  const functions = ['api', 'mcp', 'registry/v0.1/servers']
  expect(routes.map(({ path }) => api + path)).toEqual(functions.map((path) => `${baseUrl}/${path}`))
  expect(await statusOf(`${baseUrl}/api/health`)).toBe(200)
  // It accepts only POST.
  expect(await statusOf(`${baseUrl}/mcp`)).toBe(405)
  expect(await statusOf(`${baseUrl}/registry/v0.1/servers`)).toBe(200)
  expect(await statusOf(`${api}/rest/v1/skills?limit=1`, { apikey: publishable })).toBe(200)
  expect(await statusOf(`${api}/rest/v1/`, { apikey: secret })).toBe(200)
  expect(await (await fetch(`http://127.0.0.1:${ports.STUDIO_PORT}/`)).text()).toContain('<script')
  return [publishable, secret]
}

async function expectFolderInUse(dataDir: string, owner: number): Promise<void> {
  const problem = `The data folder ${dataDir} is in use by the stack of process ${owner}: `
  await expect(resetDataFolder(dataDir)).rejects.toThrow(problem)
  const failed = await npmStart({ DATA_DIR: dataDir })
  expect(await failed.exited).toBe(1)
  const lines = failed.output().split('\n')
  // One sentence, beside the lines of npm.
  expect(lines.filter((line) => line !== '' && !/^(>|npm )/.test(line))).toEqual([
    expect.stringMatching(new RegExp(`^${problem}.*\\.$`)),
  ])
}

async function expectPortsInUse({ ports }: NpmStart): Promise<void> {
  const folder = temporaryFolder()
  for (const [name, option] of [
    ['API_PORT', 'apiPort'],
    ['DB_PORT', 'dbPort'],
    ['STUDIO_PORT', 'studioPort'],
  ] as const) {
    const options = { apiPort: 0, dbPort: 0, studioPort: 0, dataDir: folder, [option]: ports[name] }
    await expect(startStack(options)).rejects.toThrow(
      `Port ${ports[name]} is in use by another program: stop that program, or set ${name} to another port.`,
    )
  }
  expect(readdirSync(folder)).toEqual([])
}
