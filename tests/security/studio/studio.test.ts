import { Agent, type Dispatcher } from 'undici'
import { beforeAll, describe, expect, test } from 'vitest'
import { keysOf } from '../../../local/stack/keys.ts'
import { localStack } from '../../support/api.ts'
import { newAgent, newSkill, uniqueWord } from '../../support/fixtures.ts'

type Fields = Record<string, string>
type Answer = { status: number; text: string; fields: Record<string, unknown> }

const agent = new Agent()
const email = `${uniqueWord()}@victim.example`
beforeAll(async () => void (await newAgent({ email })))

describe.runIf(localStack)('Studio', () => {
  const stack = localStack as NonNullable<typeof localStack>
  const { origin, port } = new URL(localStack?.studioUrl ?? 'http://127.0.0.1')

  test('rejects requests of pages of other origins for its data, however they write the path', async () => {
    for (const path of [
      '/rest/v1/agents',
      '/rest/v1/rpc/health',
      '/rest/v1/',
      '/_system/introspect',
      '/_system/info',
      '/_system/config',
      '/auth/v1/settings',
      '/storage/v1/bucket',
      '//rest/v1/agents',
      '/REST/v1/agents',
      '/%72est/v1/agents',
      '/rest%2Fv1/agents',
      '/%5Fsystem/info',
      '/x/../rest/v1/agents',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS'])
        await expectRejection(method, path, { 'sec-fetch-site': 'cross-site', origin: 'null' })
    }
  })

  // DNS rebinding: names that resolve to 127.0.0.1, or look like it.
  const hosts = [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    `localhost.evil.example:${port}`,
    '127.0.0.1@evil.example',
    'evil.example:127.0.0.1',
    '0.0.0.0',
    '2130706433',
    '[::ffff:127.0.0.1]',
    'localhost.',
  ]
  test.each<Fields>([
    ...['cross-site', 'same-site'].flatMap((site) => [
      { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
      { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', origin },
    ]),
    ...[
      'http://evil.example',
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      'http://127.0.0.1',
    ].map((origin) => ({ origin })),
    ...hosts.flatMap((host) => [
      { host },
      { host, 'sec-fetch-site': 'same-origin' },
      { host, origin: `http://${host}` },
    ]),
  ])('rejects a request of a page of another origin: %j', async (headers) => {
    for (const path of ['/rest/v1/agents', '/_system/info']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) await expectRejection(method, path, headers)
    }
  })

  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  test('allows links of other sites to its pages but not to its data', async () => {
    for (const path of ['/', '/editor']) expect((await ask('GET', path, link)).status).toBe(200)
    for (const path of ['/rest/v1/agents', '/%72est/v1/agents', '/_system/info'])
      await expectRejection('GET', path, link)
    await expectRejection('POST', '/', link)
  })

  test('sends security headers with every answer', async () => {
    const asset = /\/static\/[^"]+\.js/.exec((await ask('GET', '/')).text)?.[0] ?? 'none'
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
    const path = `/rest/v1/agents?email=eq.${email}`
    const change = { ...own, origin, prefer: 'return=representation' }
    const changed = await ask('PATCH', path, change, { agent_description: 'Edited' })
    expect([changed.status, JSON.parse(changed.text)]).toMatchObject([
      200,
      [{ email, agent_description: 'Edited' }],
    ])
    for (const headers of [own, { ...own, host: `localhost:${port}` }, {}])
      expect(JSON.parse((await ask('GET', path, headers)).text)).toMatchObject([{ email }])
  })

  test('is the only server that gives access without a key', async () => {
    const { host, port } = new URL(stack.apiUrl)
    for (const headers of [
      {},
      { host: `evil.example:${port}` },
      { host: '127.0.0.1', origin: `http://${host}` },
    ]) {
      for (const at of [stack.apiUrl, stack.internal.dataApiUrl]) {
        for (const path of ['/rest/v1/agents?select=email', '/_system/info', '/rest/v1/']) {
          const { status, text } = await ask('GET', path, headers, undefined, at)
          expect([401, 404], `${at}${path}: ${text}`).toContain(status)
          expect(text).not.toContain(email)
        }
      }
    }
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
    expect(views).toEqual(expect.arrayContaining(['agent_overview', 'audit_log', 'retired_skills']))
    const { slug: skill } = await newSkill()
    const profiles = { 'accept-profile': 'admin', 'content-profile': 'admin' }
    const read = (name: string, headers: Fields = {}, at?: string) =>
      ask('GET', `/rest/v1/${name}`, { ...profiles, ...headers }, undefined, at)
    const retire = (headers: Fields = {}, at?: string) => {
      const all = { ...profiles, 'content-type': 'application/json', ...headers }
      return ask('POST', '/rest/v1/rpc/retire_skill', all, { skill, reason: `Of ${skill}.` }, at)
    }
    for (const apikey of [stack.publishableKey, stack.secretKey]) {
      for (const name of views) expect((await read(name, { apikey }, stack.apiUrl)).status).toBe(406)
      expect((await retire({ apikey }, stack.apiUrl)).status).toBe(406)
    }
    expect((await retire({ origin: 'http://elsewhere.example' })).status).toBe(403)
    for (const name of views) expect((await read(name)).status).toBe(200)
    expect((await retire()).status).toBe(200)
    expect(
      JSON.parse((await read(`audit_log?reason=eq.Of ${skill}.`.replace(' ', '%20'))).text),
    ).toMatchObject([{ role: 'service_role', action: 'retire_skill' }])
  })

  async function expectRejection(method: string, path: string, headers: Fields): Promise<void> {
    const { status, text, fields } = await ask(method, path, headers)
    const what = `${method} ${path} ${JSON.stringify(headers)}: ${status} ${text}`
    expect([400, 403], what).toContain(status)
    expect(text, what).not.toContain(email)
    expectNotShared(fields, what)
  }

  /** Sends a request with exactly these headers and this path, which fetch() would not. */
  async function ask(
    method: string,
    path: string,
    headers: Fields = {},
    body?: object,
    origin = stack.studioUrl,
  ): Promise<Answer> {
    const request = { origin, path, method: method as Dispatcher.HttpMethod, headers }
    const response = await agent.request({ ...request, body: body ? JSON.stringify(body) : null })
    return { status: response.statusCode, text: await response.body.text(), fields: response.headers }
  }
})

/** Expects that browsers keep the answer from pages of other origins. */
function expectNotShared(fields: Answer['fields'], what: string): void {
  // Answers of Node's parser have no content type.
  if (fields['content-type'] === undefined) return
  expect(fields, what).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(Object.keys(fields).filter((name) => name.startsWith('access-control-'))).toEqual([])
}
