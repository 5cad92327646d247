import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { Gateway } from '../../local/gateway/gateway.ts'
import { Site } from '../../local/gateway/static-site.ts'
import { Log } from '../../local/stack/log.ts'
import { startStack } from '../../local/stack/stack.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { statusOf, temporaryFolder } from './npm-start.ts'

const never = new AbortController().signal

let folder: string
beforeAll(async () => {
  folder = await builtSite(new Log(join(tmpdir(), 'skill-rating-site-build.log')), never)
})

test('two starts that build the site at once get the same whole site', async () => {
  const builds = join(temporaryFolder(), 'builds')
  const log = new Log(join(temporaryFolder(), 'site.log'))
  const [one, two] = await Promise.all([builtSite(log, never, builds), builtSite(log, never, builds)])
  expect(one).toBe(two)
  expect(readdirSync(builds)).toEqual([basename(one)])
  expect(new Site(one).find('/')?.content).toEqual(readFileSync(join(folder, 'index.html')))
})

test('a build that is called off leaves nothing behind', async () => {
  const builds = join(temporaryFolder(), 'builds')
  const log = new Log(join(temporaryFolder(), 'site.log'))
  const stop = new AbortController()
  const building = builtSite(log, stop.signal, builds)
  stop.abort()
  await expect(building).rejects.toThrow('aborted')
  expect(readdirSync(builds)).toEqual([])
})

test('every file of the site is served under its name, with the headers that protect it', async () => {
  const url = await served()
  const [script] = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  for (const [path, type, cached] of [
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/?a=1', 'text/html; charset=utf-8', 'no-cache'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
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

test('HEAD gets the headers alone, and another method is told which there are', async () => {
  const url = await served()
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(String(readFileSync(join(folder, 'index.html')).length))
  const post = await fetch(url, { method: 'POST', body: 'x' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await post.json()).toMatchObject({ code: 'method_not_allowed' })
})

test('what is no file of the site is 404, however close it comes', async () => {
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

test('a site that cannot be built is told of in one line, and the API comes up', async () => {
  const lines: string[] = []
  const stack = await startStack({
    dataDir: join(temporaryFolder(), 'data'),
    apiPort: 0,
    dbPort: 0,
    studioPort: 0,
    webSite: async () => {
      throw new Error('Vite ended with status 1.')
    },
    progress: (line) => lines.push(line),
  })
  onTestFinished(() => stack.stop())
  expect(lines.filter((line) => line.includes('Web site'))).toEqual([
    expect.stringMatching(
      /^Web site could not be built, and is not served \(Vite ended with status 1\.\): see .*site\.log\.$/,
    ),
  ])
  expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
  expect(await statusOf(`${stack.apiUrl}/`)).toBe(404)
})

/** A gateway with the site and a part that is never asked. */
async function served(): Promise<string> {
  const part = createServer((_, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
  await new Promise((listening) => part.once('listening', listening))
  const gateway = new Gateway([
    { prefix: '/functions/v1', port: (part.address() as AddressInfo).port, stripped: '/functions/v1' },
  ])
  gateway.site = new Site(folder)
  const port = await gateway.listen(0)
  onTestFinished(async () => {
    await gateway.close(100)
    part.close()
  })
  return `http://127.0.0.1:${port}`
}
