import { readdirSync, readFileSync } from 'node:fs'
import { request as sendHttp } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { committedPrivileges, difference, privilegesOf } from '../security/privileges/privileges.ts'
import { callApi, until } from './npm-start.ts'

const email = 'ada@victim.example'
let stack: TemporaryStack
beforeAll(async () => {
  stack = await startTemporaryStack({ mcp: false })
  const body = { agent_name: 'Ada', email }
  expect((await callApi(stack.baseUrl, 'POST', '/api/register', { body })).status).toBe(201)
  return () => stack.stop()
})

const ownOrigin = () => new URL(stack.studioUrl).origin

describe('rejects requests of pages of other origins to', () => {
  test.each([
    ...['/rest/v1/agents', '/rest/v1/rpc/health', '/rest/v1/', '/_system/introspect', '/_system/info'],
    ...['/_system/config', '/auth/v1/settings', '/storage/v1/bucket', '//rest/v1/agents', '/REST/v1/agents'],
    ...['/%72est/v1/agents', '/rest%2Fv1/agents', '/%5Fsystem/info', '/x/../rest/v1/agents'],
  ])('%s', async (path) => {
    const { port } = new URL(stack.studioUrl)
    // DNS rebinding: names that resolve to 127.0.0.1, or look like it.
    const hosts = [
      ...['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', `localhost.evil.example:${port}`],
      ...['127.0.0.1@evil.example', 'evil.example:127.0.0.1', '0.0.0.0', '2130706433', '[::ffff:127.0.0.1]'],
      'localhost.',
    ]
    const origins = [
      ...['null', 'http://evil.example', `https://127.0.0.1:${port}`, `http://localhost:${port}`],
      'http://127.0.0.1',
    ]
    const attempts: Record<string, string>[] = [
      ...['cross-site', 'same-site'].flatMap((site) => [
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', origin: ownOrigin() },
      ]),
      ...origins.map((origin) => ({ origin })),
      ...hosts.flatMap((host) => [
        { host },
        { host, 'sec-fetch-site': 'same-origin' },
        { host, origin: `http://${host}` },
      ]),
    ]
    for (const headers of attempts) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, text, fields } = await ask(method, path, headers)
        const what = `${method} ${JSON.stringify(headers)}: ${status} ${text}`
        expect([400, 403], what).toContain(status)
        expect(text, what).not.toContain(email)
        expectNotShared(fields, what)
      }
    }
  })
})

test('allows links of other sites to its pages but not to its data', async () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const path of ['/', '/editor']) expect((await ask('GET', path, link)).status).toBe(200)
  for (const path of ['/rest/v1/agents', '/%72est/v1/agents', '/_system/info'])
    expect((await ask('GET', path, link)).status, path).toBe(403)
  expect((await ask('POST', '/', link)).status).toBe(403)
})

test('sends security headers with every answer', async () => {
  const page = await ask('GET', '/')
  const asset = /\/static\/[^"]+\.js/.exec(page.text)?.[0] ?? 'none'
  const data = ['/rest/v1/agents', '/rest/v1/none', '/_system/introspect']
  for (const path of ['/', '/editor', asset, '/static/none.js', ...data]) {
    const { status, fields } = await ask('GET', path)
    expect(status, path).not.toBe(403)
    expectNotShared(fields, path)
    expect(fields, path).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('reads and writes rows for its own pages and for programs', async () => {
  const own = {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'content-type': 'application/json',
  }
  const read = await ask('GET', '/rest/v1/agents?select=email', own)
  expect([read.status, JSON.parse(read.text)]).toEqual([200, expect.arrayContaining([{ email }])])
  const change = { ...own, origin: ownOrigin(), prefer: 'return=representation' }
  const body = '{"agent_description": "Edited"}'
  const changed = await ask('PATCH', `/rest/v1/agents?email=eq.${email}`, change, body)
  expect([changed.status, JSON.parse(changed.text)[0].agent_description]).toEqual([200, 'Edited'])
  const byName = { ...own, host: `localhost:${new URL(stack.studioUrl).port}` }
  expect((await ask('GET', '/rest/v1/agents', byName)).status).toBe(200)
  expect((await ask('GET', '/rest/v1/agents')).status).toBe(200)
})

test('only Studio gives access without a key', async () => {
  const { hostname, port } = new URL(stack.apiUrl)
  for (const headers of [
    {},
    { host: `evil.example:${port}` },
    { host: '127.0.0.1', origin: `http://127.0.0.1:${port}` },
  ]) {
    for (const base of [`${hostname}:${port}`, new URL(stack.internal.dataApiUrl).host]) {
      for (const path of ['/rest/v1/agents', '/rest/v1/agents?select=email', '/_system/info', '/rest/v1/']) {
        const { status, text } = await ask('GET', path, headers, undefined, base)
        expect([401, 404], `${base}${path}: ${text}`).toContain(status)
        expect(text).not.toContain(email)
      }
    }
  }
})

// Connected as a superuser, @supabase/lite would grant all tables to the API roles at its first request.
test('the first requests of the Data API and of Studio change no privilege', async () => {
  for (const path of ['/rest/v1/skills?limit=1', '/_system/introspect'])
    expect((await ask('GET', path)).status).toBe(200)
  const anon = { apikey: stack.publishableKey }
  expect((await fetch(`${stack.apiUrl}/rest/v1/skills?limit=1`, { headers: anon })).status).toBe(200)
  const privileges = await withConnection(stack.adminDatabaseUrl, privilegesOf)
  expect(difference(privileges, committedPrivileges())).toEqual([])
})

test('shows no password and no key', async () => {
  const { authenticatorPassword, adminPassword, secret } = keysOf(stack.dataDir)
  const { text } = await ask('GET', '/_system/info')
  for (const hidden of [authenticatorPassword, adminPassword, secret]) expect(text).not.toContain(hidden)
  expect((await ask('GET', '/rest/v1/agent_keys', { 'accept-profile': 'private' })).status).not.toBe(200)
})

test('shows the views and calls the functions for admins, which the Data API does not', async () => {
  const { tables } = JSON.parse((await ask('GET', '/_system/introspect')).text) as {
    tables: { name: string; schema: string }[]
  }
  const views = tables.filter(({ schema }) => schema === 'admin').map(({ name }) => name)
  expect(views).toEqual(expect.arrayContaining(['audit_log', 'newest_agents', 'retired_skills']))
  const profiles = { 'accept-profile': 'admin', 'content-profile': 'admin' }
  const read = (name: string, headers: object, at?: string) =>
    ask('GET', `/rest/v1/${name}`, { ...profiles, ...headers }, undefined, at)
  const retire = (headers: object, at?: string) =>
    ask(
      ...(['POST', '/rest/v1/rpc/retire_skill'] as const),
      { ...profiles, 'content-type': 'application/json', ...headers },
      JSON.stringify({ skill: 'jq', reason: 'Tried out.' }),
      at,
    )
  for (const apikey of [stack.publishableKey, stack.secretKey]) {
    const at = new URL(stack.apiUrl).host
    for (const name of views) expect((await read(name, { apikey }, at)).status).toBe(406)
    expect((await retire({ apikey }, at)).status).toBe(406)
  }
  expect((await retire({ origin: 'http://elsewhere.example' })).status).toBe(403)
  for (const name of views) expect((await read(name, {})).status).toBe(200)
  expect((await retire({})).status).toBe(200)
  expect(JSON.parse((await read('audit_log', {})).text)).toMatchObject([
    { role: 'service_role', action: 'retire_skill', reason: 'Tried out.' },
  ])
})

test('keys and e-mail addresses are not logged when requests fail', async () => {
  const key = `claw_${'0123456789abcdef'.repeat(3)}01234567`
  const send = (path: string, apikey: string, body?: unknown) =>
    fetch(`${stack.apiUrl}/rest/v1/${path}`, {
      headers: { apikey, 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const answers = await Promise.all([
    send(`skills?id=eq.${key}`, stack.publishableKey),
    send('ratings', stack.publishableKey, { claws: key }),
    send('agents', stack.secretKey, { agent_name: 'x', email: 'someone@mail.example' }),
    send('skills', stack.secretKey, { name: 'x', description: 'someone@mail.example', type: 'none' }),
  ])
  expect(answers.filter(({ ok }) => ok)).toEqual([])
  await fetch(`${stack.baseUrl}/api/skills?search=${key}`, { headers: { 'x-api-key': key } })
  const folder = join(stack.dataDir, 'logs')
  const read = () =>
    readdirSync(folder)
      .map((log) => readFileSync(join(folder, log), 'utf8'))
      .join('')
  // The errors are in the log by then.
  await until(() => /violates check constraint/.test(read()), 5_000)
  for (const secret of [key, stack.publishableKey, stack.secretKey, 'someone@mail.example'])
    expect(read()).not.toContain(secret)
})

/** Sends a request with exactly these headers, which fetch() would not. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
  at = new URL(stack.studioUrl).host,
): Promise<{ status: number; text: string; fields: Record<string, unknown> }> {
  const [hostname, port] = at.split(':') as [string, string]
  return new Promise((resolve, reject) => {
    const request = sendHttp({ hostname, port, method, path, headers, agent: false }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode ?? 0, text, fields: response.headers })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Expects that browsers keep the answer from pages of other origins. */
function expectNotShared(fields: Record<string, unknown>, what: string): void {
  // Answers of Node's parser have no content type.
  if (fields['content-type'] === undefined) return
  expect(fields, what).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(Object.keys(fields).filter((name) => name.startsWith('access-control-'))).toEqual([])
}
