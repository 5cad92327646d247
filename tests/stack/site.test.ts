import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Log } from '../../local/stack/log.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { projectDir, temporaryFolder } from '../support/process.ts'
import { serveSite, siteFolder } from './served-site.ts'

let folder: string
beforeAll(async () => {
  folder = await siteFolder()
})

test('an aborted build leaves no files', async () => {
  const builds = join(temporaryFolder(), 'builds')
  const log = new Log(join(temporaryFolder(), 'site.log'))
  const stop = new AbortController()
  const building = builtSite(log, stop.signal, builds)
  stop.abort()
  await expect(building).rejects.toThrow('aborted')
  expect(readdirSync(builds)).toEqual([])
})

test('serves the files of the site with security headers', async () => {
  const url = await serveSite(folder)
  const [script] = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  for (const [path, type, cached] of [
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/?a=1', 'text/html; charset=utf-8', 'no-cache'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
    [`/assets/${script}`, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ] as const) {
    const response = await fetch(url + path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe(cached)
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('permissions-policy')).toContain('camera=()')
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')))
  }
})

test('publishes SKILL.md for clients of Agent Skills Discovery, in browsers too', async () => {
  const url = await serveSite(folder)
  const get = async (path: string) => {
    const response = await fetch(new URL(path, url))
    const header = (name: string) => response.headers.get(name)
    return {
      status: response.status,
      type: header('content-type'),
      caching: header('cache-control'),
      origins: header('access-control-allow-origin'),
      url: response.url,
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const fresh = { status: 200, caching: 'no-cache', origins: '*' }
  const index = await get('/.well-known/agent-skills/index.json')
  expect(index).toMatchObject({ ...fresh, type: 'application/json' })
  const { $schema, skills } = JSON.parse(index.bytes.toString())
  expect([$schema, skills.length]).toEqual(['https://schemas.agentskills.io/discovery/0.2.0/schema.json', 1])
  const [{ name, type, description, url: address, digest }] = skills
  expect(type).toBe('skill-md')

  const skill = await get(new URL(address, index.url).href)
  expect(skill).toMatchObject({ ...fresh, type: 'text/markdown; charset=utf-8' })
  expect(digest).toBe(`sha256:${createHash('sha256').update(skill.bytes).digest('hex')}`)
  expect(skill.bytes).toEqual(readFileSync(join(projectDir, 'SKILL.md')))
  // The rules of agentskills.io: the name is that of the folder.
  expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(skill.url).toMatch(new RegExp(`/${name}/SKILL\\.md$`))
  expect(description.length).toBeLessThanOrEqual(1_024)
  const [frontmatter] = /^---\n[\s\S]*?\n---\n\n/.exec(skill.bytes.toString()) ?? []
  expect(frontmatter).toBe(`---\nname: ${name}\ndescription: ${description}\n---\n\n`)
  const head = await fetch(index.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(index.bytes.length)])
  expect((await get('/.well-known/agent-skills/other/SKILL.md')).status).toBe(404)
})

test('answers HEAD without the content, and 405 to other methods', async () => {
  const url = await serveSite(folder)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(String(readFileSync(join(folder, 'index.html')).length))
  const post = await fetch(url, { method: 'POST', body: 'x' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await post.json()).toMatchObject({ code: 'method_not_allowed' })
})

test('returns 404 for paths that are not files of the site', async () => {
  const url = await serveSite(folder)
  for (const path of [
    '/index.htm',
    '/assets',
    '/assets/',
    '//',
    '/Robots.txt',
    '/..%2fheaders.json',
    '/%2e%2e/x',
    '/src',
  ]) {
    const response = await fetch(url + path)
    expect(response.status, path).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'route_not_found' })
  }
})

test('returns the app for its pages, and a page with status 404 to browsers', async () => {
  const url = await serveSite(folder)
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  for (const [path, method, status] of [
    ['/skills/jq', 'GET', 200],
    ['/agents/a%2Fb?x=1', 'GET', 200],
    ['/key/', 'HEAD', 200],
    ['/skills', 'GET', 404],
    ['/what/is/this', 'GET', 404],
  ] as const) {
    const response = await fetch(url + path, { method, headers: { accept } })
    expect(response.status, path).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toBe(method === 'HEAD' ? '' : index)
  }
  const post = await fetch(`${url}/what`, { method: 'POST', headers: { accept } })
  expect([post.status, await post.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'route_not_found' }),
  ])
})
