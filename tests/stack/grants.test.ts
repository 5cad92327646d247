import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bootstrap, migrate } from '../../local/postgres/migrate.ts'
import { Postgres, withConnection } from '../../local/postgres/postgres.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { freePort } from '../../local/stack/ports.ts'
import { startStack } from '../../local/stack/stack.ts'
import { projectDir, temporaryFolder, until } from './npm-start.ts'

// Connected as a superuser, the Data API would grant every table to the API roles at its first request.
test('the first requests of the Data API and of Studio change no privilege', async () => {
  const dataDir = temporaryFolder()
  const port = await freePort()
  const keys = keysOf(dataDir)
  const logPath = join(dataDir, 'postgres.log')
  const postgres = await Postgres.prepare({ dataDir, port, adminPassword: keys.adminPassword, logPath })
  await postgres.create(() => {})
  const server = await postgres.launch()
  const ended = new Promise((gone) => server.once('exit', gone))
  onTestFinished(() => void server.kill('SIGKILL'))
  await until(() => postgres.answers(), 10_000)
  await bootstrap({ port, ...keys })
  await migrate(port, join(projectDir, 'supabase'))
  const before = await privileges(`postgresql://postgres:postgres@127.0.0.1:${port}/postgres`)
  server.kill('SIGINT')
  await ended

  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  onTestFinished(() => stack.stop())
  const anon = { apikey: stack.publishableKey, 'content-type': 'application/json' }
  const first = [
    fetch(`${stack.apiUrl}/rest/v1/skills?limit=1`, { headers: anon }),
    fetch(`${stack.apiUrl}/rest/v1/rpc/list_skills`, { method: 'POST', headers: anon, body: '{}' }),
    fetch(`${stack.studioUrl}/rest/v1/skills?limit=1`),
    fetch(`${stack.studioUrl}/_system/introspect`),
  ]
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(before.length).toBeGreaterThan(100)
  expect(await privileges(stack.databaseUrl)).toEqual(before)
})

test('what Studio shows holds no password and nothing of a key', async () => {
  const dataDir = temporaryFolder()
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  onTestFinished(() => stack.stop())
  const { authenticatorPassword, adminPassword, secret } = keysOf(dataDir)
  const shown = await (await fetch(`${stack.studioUrl}/_system/info`)).text()
  for (const hidden of [authenticatorPassword, adminPassword, secret]) expect(shown).not.toContain(hidden)
  const headers = { 'accept-profile': 'private' }
  expect((await fetch(`${stack.studioUrl}/rest/v1/agent_keys`, { headers })).ok).toBe(false)
  // Another page in the same browser has no business here.
  const elsewhere = await fetch(`${stack.studioUrl}/rest/v1/agents`, {
    headers: { origin: 'http://elsewhere.example' },
  })
  expect(elsewhere.status).toBe(403)
})

test('Studio shows what admins look at, and does what they call; the Data API beside it does neither', async () => {
  const stack = await startStack({ dataDir: temporaryFolder(), apiPort: 0, dbPort: 0, studioPort: 0 })
  onTestFinished(() => stack.stop())
  const { tables } = (await (await fetch(`${stack.studioUrl}/_system/introspect`)).json()) as {
    tables: { name: string; schema: string }[]
  }
  const relations = tables.filter(({ schema }) => schema === 'admin').map(({ name }) => name)
  expect(relations.sort()).toEqual([
    ...[
      'audit_log',
      'flagged_ratings',
      'hidden_commentaries',
      'newest_agents',
      'rating_bursts',
      'retired_skills',
    ],
  ])
  const reading = (url: string, name: string, headers = {}) =>
    fetch(`${url}/rest/v1/${name}`, { headers: { 'accept-profile': 'admin', ...headers } })
  const calling = (url: string, headers = {}) =>
    fetch(`${url}/rest/v1/rpc/retire_skill`, {
      method: 'POST',
      headers: { 'content-profile': 'admin', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ skill: 'jq', reason: 'Tried out.' }),
    })
  for (const apikey of [stack.publishableKey, stack.secretKey]) {
    for (const name of relations) expect((await reading(stack.apiUrl, name, { apikey })).status).toBe(406)
    expect((await calling(stack.apiUrl, { apikey })).status).toBe(406)
  }
  // Nor for a page from elsewhere in the same browser.
  expect((await calling(stack.studioUrl, { origin: 'http://elsewhere.example' })).status).toBe(403)
  for (const name of relations) expect((await reading(stack.studioUrl, name)).status).toBe(200)
  expect((await calling(stack.studioUrl)).status).toBe(200)
  const log = await (await reading(stack.studioUrl, 'audit_log')).json()
  expect(log).toMatchObject([{ role: 'service_role', action: 'retire_skill', reason: 'Tried out.' }])
})

test('no key and no e-mail address comes into a log, whatever goes wrong with them', async () => {
  const dataDir = temporaryFolder()
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  onTestFinished(() => stack.stop())
  const key = `claw_${'0123456789abcdef'.repeat(3)}01234567`
  const send = (path: string, apikey: string, body?: unknown) =>
    fetch(`${stack.apiUrl}/rest/v1/${path}`, {
      headers: { apikey, 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
  const answers = await Promise.all([
    send(`skills?id=eq.${key}`, stack.publishableKey),
    send('ratings', stack.publishableKey, { claws: key }),
    send('agents', stack.secretKey, { agent_name: 'x', email: 'someone@mail.example' }),
    send('skills', stack.secretKey, { name: 'x', description: 'someone@mail.example', type: 'none' }),
    fetch(`${stack.baseUrl}/api/skills?search=${key}`, { headers: { 'x-api-key': key } }),
  ])
  expect(answers.slice(0, 4).every(({ ok }) => !ok)).toBe(true)
  const read = () =>
    readdirSync(join(dataDir, 'logs')).map((log) => readFileSync(join(dataDir, 'logs', log), 'utf8'))
  // What is asserted absent must have had its occasion to appear.
  await until(() => /violates check constraint/.test(read().join('')), 5_000)
  for (const hidden of [key, stack.publishableKey, stack.secretKey, 'someone@mail.example']) {
    expect(read().join('')).not.toContain(hidden)
  }
})

/** Every privilege on everything, and every privilege that new things would get. */
function privileges(url: string): Promise<string[]> {
  return withConnection(url, async (sql) => {
    const rows = await sql<{ line: string }[]>`
      select format('%s %s', oid::regclass, relacl) as line from pg_class
      union all select format('%s.%s %s', attrelid::regclass, attname, attacl) from pg_attribute
        where attacl is not null
      union all select format('%s %s', oid::regprocedure, proacl) from pg_proc
      union all select format('%s %s', oid::regnamespace, nspacl) from pg_namespace
        where nspname !~ '^pg_(toast_)?temp'
      union all select format('%s %s %s %s', defaclrole::regrole, defaclnamespace, defaclobjtype, defaclacl)
        from pg_default_acl
      union all select format('%s in %s %s', member::regrole, roleid::regrole, admin_option) from pg_auth_members
      order by 1`
    return rows.map(({ line }) => line)
  })
}
