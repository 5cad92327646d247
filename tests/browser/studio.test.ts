// A browser must not let other web pages use the Studio on the same machine.
import { Hono } from 'hono'
import { type BrowserContext, chromium } from 'playwright-core'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { serveApp } from '../support/serve.ts'

const studioUrl = inject('localStack')?.studioUrl ?? ''
let attacker: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  attacker = await serveApp(new Hono().all('*', (c) => c.html('<h1>Harmless</h1>')))
  return attacker.close
})

// `localhost` is another site than Studio's 127.0.0.1; the other is the same site with another origin.
test.skipIf(!studioUrl).each(['localhost', '127.0.0.1'])(
  'a page of %s cannot read, run or frame Studio',
  async (host) => {
    const context = await newContext()
    // Fills the cache with responses of Studio.
    const studio = await context.newPage()
    await studio.goto(`${studioUrl}/rest/v1/agents?select=email`)
    expect(await studio.locator('body').innerText()).toMatch(/^\[/)

    const page = await context.newPage()
    await page.goto(`http://${host}:${attacker.port}/`)
    const results = await page.evaluate(async (studioUrl) => {
      const read = (path: string, options: RequestInit) =>
        fetch(studioUrl + path, options).then(
          (response) => response.text(),
          (error: Error) => error.name,
        )
      const results: string[] = []
      for (const path of ['/rest/v1/agents?select=email', '/_system/introspect']) {
        for (const cache of ['default', 'force-cache', 'no-store'] as const) {
          // The first request has no Origin. If its response were cached, the second would find it.
          results.push(await read(path, { cache, mode: 'no-cors' }), await read(path, { cache }))
        }
      }
      return results
    }, studioUrl)
    expect(new Set(results)).toEqual(new Set(['TypeError']))

    await page.evaluate((studioUrl) => {
      const frame = document.createElement('iframe')
      frame.src = `${studioUrl}/editor`
      document.body.append(frame)
      return new Promise((loaded) => {
        frame.onload = loaded
      })
    }, studioUrl)
    const framed = page.frames().find((frame) => frame !== page.mainFrame())
    expect(framed?.url()).not.toContain(studioUrl)
  },
)

test.skipIf(!studioUrl)('Studio shows the rows of a table', async () => {
  const page = await (await newContext()).newPage()
  await page.goto(`${studioUrl}/editor`)
  await page.getByText('skills', { exact: true }).click()
  await page.getByText(/^1-\d+ of \d+$/).waitFor()
})

test.skipIf(!studioUrl)('Studio shows the queue of the admins', async () => {
  const page = await (await newContext()).newPage()
  await page.goto(`${studioUrl}/editor`)
  await page.getByTestId('schema-selector').click()
  await page.getByRole('menuitem', { name: 'admin' }).click()
  const loaded = page.waitForResponse((response) => response.url().includes('/rest/v1/queue?'))
  await page.getByText('queue', { exact: true }).click()
  expect((await loaded).status()).toBe(200)
  await page.getByText(/^\d+-\d+ of \d+$/).waitFor()
})

async function newContext(): Promise<BrowserContext> {
  const browser = await chromium.connect(inject('chromium'))
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return context
}
