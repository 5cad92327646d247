import { mkdtempSync, rmSync } from 'node:fs'
import { request as sendHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'

const EMAIL = 'ada@victim.example'

let stack: Stack
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-studio-'))
  stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  const registered = await fetch(`${stack.baseUrl}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent_name: 'Ada', email: EMAIL }),
  })
  expect(registered.status).toBe(201)
  return async () => {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Ways to the rows, and to what the server tells about itself. */
const DATA_PATHS = [
  ...['/rest/v1/agents', '/rest/v1/rpc/health', '/rest/v1/', '/_system/introspect', '/_system/info'],
  ...['/_system/config', '/auth/v1/settings', '/storage/v1/bucket', '//rest/v1/agents', '/REST/v1/agents'],
  ...[
    '/%72est/v1/agents',
    '/rest%2Fv1/agents',
    '/%5Fsystem/info',
    '/x/../rest/v1/agents',
    '/rest/../_system/info',
  ],
]
const OWN_ORIGIN = () => new URL(stack.studioUrl).origin

describe('Studio answers no page of another origin', () => {
  test.each(DATA_PATHS)('%s', async (path) => {
    const port = new URL(stack.studioUrl).port
    const callers: Record<string, string>[] = [
      ...['cross-site', 'same-site'].flatMap((site) => [
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
        { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', origin: OWN_ORIGIN() },
      ]),
      ...[
        'null',
        'http://evil.example',
        `https://127.0.0.1:${port}`,
        `http://localhost:${port}`,
        'http://127.0.0.1',
      ].map((origin) => ({ origin })),
      // The attacker's own name, which points to this machine by now.
      ...[
        ...[
          'evil.example',
          `evil.example:${port}`,
          '127.0.0.1.evil.example',
          `localhost.evil.example:${port}`,
        ],
        ...[
          '127.0.0.1@evil.example',
          'evil.example:127.0.0.1',
          '0.0.0.0',
          '2130706433',
          '[::ffff:127.0.0.1]',
          'localhost.',
        ],
      ].flatMap((host) => [
        { host },
        { host, 'sec-fetch-site': 'same-origin' },
        { host, origin: `http://${host}` },
      ]),
    ]
    for (const headers of callers) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, text, fields } = await ask(method, path, headers)
        const what = `${method} ${JSON.stringify(headers)}: ${status} ${text}`
        expect([400, 403], what).toContain(status)
        expect(text, what).not.toContain(EMAIL)
        expectNotShared(fields, what)
      }
    }
  })
})

test('a link of another site leads to the pages of Studio, and not to its data', async () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const path of ['/', '/editor']) expect((await ask('GET', path, link)).status).toBe(200)
  for (const path of ['/rest/v1/agents', '/%72est/v1/agents', '/_system/info']) {
    const { status, text } = await ask('GET', path, link)
    expect(text).not.toContain(EMAIL)
    expect(status, path).toBe(403)
  }
  expect((await ask('POST', '/', link)).status).toBe(403)
})

test('no answer of Studio may be framed, kept, or read by another origin', async () => {
  const page = await ask('GET', '/')
  const asset = /\/static\/[^"]+\.js/.exec(page.text)?.[0] ?? ''
  for (const path of [
    '/',
    '/editor',
    asset,
    '/static/none.js',
    '/rest/v1/agents',
    '/rest/v1/none',
    '/_system/introspect',
  ]) {
    const { status, fields } = await ask('GET', path)
    expect(status, path).not.toBe(403)
    expectNotShared(fields, path)
    expect(fields, path).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
  }
  expect(asset).not.toBe('')
})

test('Studio itself reads and writes as before', async () => {
  const own = {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'content-type': 'application/json',
  }
  const read = await ask('GET', '/rest/v1/agents?select=email', own)
  expect([read.status, JSON.parse(read.text)]).toEqual([200, expect.arrayContaining([{ email: EMAIL }])])
  const change = { ...own, origin: OWN_ORIGIN(), prefer: 'return=representation' }
  const changed = await ask(
    'PATCH',
    `/rest/v1/agents?email=eq.${EMAIL}`,
    change,
    '{"agent_description": "Edited"}',
  )
  expect([changed.status, JSON.parse(changed.text)[0].agent_description]).toEqual([200, 'Edited'])
  const byName = { ...own, host: `localhost:${new URL(stack.studioUrl).port}` }
  expect((await ask('GET', '/rest/v1/agents', byName)).status).toBe(200)
  // Such as curl.
  expect((await ask('GET', '/rest/v1/agents')).status).toBe(200)
})

test('beside Studio, nothing gives more to a page than the publishable key does', async () => {
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
        expect(text).not.toContain(EMAIL)
      }
    }
  }
})

interface Answer {
  status: number
  text: string
  fields: Record<string, unknown>
}

/** Sends a request with exactly these headers, which fetch() would not. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
  at = new URL(stack.studioUrl).host,
): Promise<Answer> {
  const [hostname, port] = at.split(':') as [string, string]
  return new Promise((resolve, reject) => {
    const request = sendHttp({ hostname, port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, fields: response.headers }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Expects that the browser keeps the answer from pages of other origins, at once and later. */
function expectNotShared(fields: Record<string, unknown>, what: string): void {
  // What Node itself could not read it refuses without a word.
  if (fields['content-type'] === undefined) return
  expect(fields, what).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(Object.keys(fields).filter((name) => name.startsWith('access-control-'))).toEqual([])
}
