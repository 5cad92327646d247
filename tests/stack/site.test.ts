import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { Gateway } from '../../local/gateway/gateway.ts'
import { Site } from '../../local/gateway/static-site.ts'
import { Log } from '../../local/stack/log.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { temporaryFolder } from './npm-start.ts'

const never = new AbortController().signal

let folder: string
beforeAll(async () => {
  folder = await builtSite(new Log(join(tmpdir(), 'skill-rating-site-build.log')), never)
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
  const url = await served()
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

test('answers HEAD without the content, and 405 to other methods', async () => {
  const url = await served()
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(String(readFileSync(join(folder, 'index.html')).length))
  const post = await fetch(url, { method: 'POST', body: 'x' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await post.json()).toMatchObject({ code: 'method_not_allowed' })
})

test('returns 404 for paths that are not files of the site', async () => {
  const url = await served()
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
  const url = await served()
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

/** Starts a gateway with the site, and without upstream. */
async function served(): Promise<string> {
  const gateway = new Gateway([{ prefix: '/functions/v1', port: 1, stripped: '/functions/v1' }])
  gateway.site = new Site(folder)
  const port = await gateway.listen(0)
  onTestFinished(() => gateway.close(100))
  return `http://127.0.0.1:${port}`
}
