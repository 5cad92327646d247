// What a stack with a web site says of itself to agents and search engines.
import { beforeAll, expect, test } from 'vitest'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { ardFaultsOf } from '../registry/ard-contract.ts'
import { callApi } from '../support/http-client.ts'
import { startTestStack } from '../support/stack.ts'
import { serveSite, siteFolder } from './served-site.ts'

const SITE_URL = 'https://skills.example.com'

let stack: TemporaryStack
beforeAll(async () => {
  stack = await startTestStack({
    webSite: builtSite,
    // A slash at the end changes nothing.
    functionSettings: { SITE_URL: `${SITE_URL}/` },
  })
  return () => stack.stop()
})

const get = async (path: string, init?: RequestInit) => {
  // What has the address of the site is served by the stack.
  const response = await fetch(path.replace(SITE_URL, stack.apiUrl).replace(/^\//, `${stack.apiUrl}/`), init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** The result of a method of the MCP server. */
const mcpResult = async (method: string, params = {}) => {
  const { text } = await get('/functions/v1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return JSON.parse(text).result
}

test('the catalogue names the MCP server, the skill and the registry, and all of them answer', async () => {
  const { status, headers, text } = await get('/.well-known/ai-catalog.json')
  expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
    200,
    'application/json',
    '*',
  ])
  expect((await get('/.well-known/ard.json')).text).toBe(text)
  expect((await get('/.well-known/ard.json', { headers: { 'x-forwarded-host': 'evil.example' } })).text).toBe(
    text,
  )
  const catalogue = JSON.parse(text)
  expect(ardFaultsOf('Manifest', catalogue)).toEqual([])
  expect(catalogue.host).toEqual({
    displayName: 'Skill Rating Service',
    identifier: 'skills.example.com',
    documentationUrl: `${SITE_URL}/docs`,
  })
  const [mcp, skill, registry] = catalogue.entries
  expect(catalogue.entries).toHaveLength(3)
  for (const { identifier, representativeQueries, description } of catalogue.entries) {
    expect(identifier).toMatch(/^urn:air:skills\.example\.com:(mcp|skill|registry):[a-z-]+$/)
    expect(representativeQueries.length).toBeGreaterThanOrEqual(2)
    expect(description.length).toBeGreaterThan(20)
  }

  const card = await get(mcp.url, { headers: { accept: mcp.type } })
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'application/mcp-server-card+json'])
  const { tools } = await mcpResult('tools/list')
  expect(mcp.capabilities).toEqual(tools.map(({ name }: { name: string }) => name))

  expect([skill.type, (await get(skill.url)).text]).toEqual([
    'text/markdown; profile="urn:air:agent-skills"',
    expect.stringContaining(`name: ${skill.displayName}\n`),
  ])

  const search = await get(`${registry.url}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: { text: 'ripgrep' } }),
  })
  expect(search.status).toBe(200)
  const [result] = JSON.parse(search.text).results
  expect([registry.type, result.url, result.source]).toEqual([
    'application/ai-registry+json',
    `${SITE_URL}/skills/ripgrep`,
    registry.url,
  ])
})

test('the server card says how to connect', async () => {
  const { headers, text } = await get('/functions/v1/mcp/server-card')
  const result = await mcpResult('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  })
  const card = JSON.parse(text)
  expect(card).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `com.example.skills/${result.serverInfo.name}`,
    title: result.serverInfo.title,
    description: expect.stringMatching(/^.{1,100}$/),
    version: result.serverInfo.version,
    websiteUrl: SITE_URL,
    remotes: [
      {
        type: 'streamable-http',
        url: `${stack.apiUrl}/functions/v1/mcp`,
        headers: [{ name: 'x-api-key', description: expect.any(String), isRequired: false, isSecret: true }],
        supportedProtocolVersions: expect.arrayContaining([result.protocolVersion, '2026-07-28']),
      },
    ],
  })
  const etag = headers.get('etag') ?? ''
  expect([headers.get('cache-control'), headers.get('access-control-expose-headers')]).toEqual([
    'public, max-age=300',
    expect.stringContaining('ETag'),
  ])
  const again = await get('/functions/v1/mcp/server-card', { headers: { 'if-none-match': etag } })
  expect([again.status, again.text]).toEqual([304, ''])
  const preflight = await get('/functions/v1/mcp/server-card', {
    method: 'OPTIONS',
    headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' },
  })
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,HEAD')
  const post = await get('/functions/v1/mcp/server-card', { method: 'POST' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('robots.txt and each page name the catalogue, and robots.txt the sitemap', async () => {
  expect((await get('/robots.txt')).text).toBe(
    `User-agent: *\nAllow: /\n\nAgentmap: ${SITE_URL}/.well-known/ai-catalog.json\nSitemap: ${stack.apiUrl}/functions/v1/api/sitemap.xml\n`,
  )
  for (const path of ['/', '/docs', '/skills/ripgrep']) {
    const { text } = await get(path)
    expect(text).toContain(
      `<link rel="ai-catalog" type="application/ai-catalog+json" href="${SITE_URL}/.well-known/ai-catalog.json">`,
    )
    expect(text).toContain(`<link rel="ard" type="application/json" href="${SITE_URL}/.well-known/ard.json">`)
  }
})

test('the sitemap has the pages of skills as they are now', async () => {
  const { headers, text } = await get('/functions/v1/api/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml')
  expect((await get('/sitemap.xml')).text).toBe(text)
  expect([(await get('/sitemap.xml?part=x')).status, (await get('/sitemap.xml/x')).status]).toEqual([
    400, 404,
  ])
  expect(text).toContain(`<url><loc>${SITE_URL}/</loc></url>`)
  const page = `<url><loc>${SITE_URL}/skills/sitemap-heron</loc></url>`
  expect(text).not.toContain(page)
  const agent = await callApi(stack.baseUrl, 'POST', '/api/register', { body: { agent_name: 'Sitemap' } })
  const fields = { name: 'Sitemap heron', description: 'Counts.', type: 'other' }
  await callApi(stack.baseUrl, 'POST', '/api/skills', { body: fields, key: agent.body.api_key as string })
  const after = (await get('/sitemap.xml')).text
  expect(after).toContain(page)
  expect(after.match(/<url>/g)).toHaveLength((text.match(/<url>/g)?.length ?? 0) + 1)
})

test('the page of a skill or agent that does not exist is the app with status 404', async () => {
  const agent = await callApi(stack.baseUrl, 'POST', '/api/register', {
    body: { agent_name: 'Ada/Lovelace' },
  })
  expect(agent.status).toBe(201)
  const app = (await get('/skills/ripgrep')).text
  for (const [path, status] of [
    ['/skills/ripgrep', 200],
    ['/skills/ripgrep/?x=1', 200],
    ['/rate/ripgrep', 200],
    ['/agents/ada%2Flovelace', 200],
    ['/skills/no-such-skill', 404],
    ['/rate/no-such-skill', 404],
    ['/agents/nobody?show=skills', 404],
    ['/skills/%zz', 404],
    ['/skills/..%2f..%2fhealth', 404],
    [`/skills/${'a'.repeat(8_000)}`, 404],
  ] as const) {
    const page = await get(path, { headers: { accept: 'text/html' } })
    expect([page.status, page.text === app], path).toEqual([status, true])
  }
})

test('a site that does not know its host has no catalogue', async () => {
  const url = await serveSite(await siteFolder())
  for (const path of ['/.well-known/ai-catalog.json', '/.well-known/ard.json', '/sitemap.xml'])
    expect((await fetch(url + path)).status).toBe(404)
  expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\nAllow: /\n')
  expect(await (await fetch(url)).text()).not.toContain('ai-catalog')
  // The API does not answer, so the page says itself whether it exists.
  expect((await fetch(`${url}/skills/no-such-skill`)).status).toBe(200)
})
