// Whether a browser keeps other pages from the Studio that runs on the same machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'

let stack: Stack
let attackerPort: number
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-studio-'))
  stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  const attacker = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Harmless</h1>'),
  )
  await new Promise<void>((listening) => attacker.listen(0, '127.0.0.1', listening))
  attackerPort = (attacker.address() as AddressInfo).port
  return async () => {
    attacker.close()
    attacker.closeAllConnections()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

// By the one name it is another site, by the other the same site and another origin.
test.each(['localhost', '127.0.0.1'])(
  'a page of %s cannot read, run or frame anything of Studio',
  async (host) => {
    const context = await newContext()
    // Studio was used before, so that its answers may be in the cache.
    const studio = await context.newPage()
    await studio.goto(`${stack.studioUrl}/rest/v1/agents?select=email`)
    expect(await studio.locator('body').innerText()).toMatch(/^\[/)

    const page = await context.newPage()
    await page.goto(`http://${host}:${attackerPort}/`)
    const reads = await page.evaluate(async (studioUrl) => {
      const read = async (path: string, options: RequestInit) => {
        try {
          return await (await fetch(studioUrl + path, options)).text()
        } catch (error) {
          return (error as Error).name
        }
      }
      const results: string[] = []
      for (const path of ['/rest/v1/agents?select=email', '/_system/introspect']) {
        for (const cache of ['default', 'force-cache', 'no-store'] as const) {
          // The first asks without an Origin; if its answer is kept, the second finds it.
          results.push(await read(path, { cache, mode: 'no-cors' }), await read(path, { cache }))
        }
      }
      return results
    }, stack.studioUrl)
    expect(new Set(reads)).toEqual(new Set(['TypeError']))

    await page.evaluate((studioUrl) => {
      const frame = document.createElement('iframe')
      frame.src = `${studioUrl}/editor`
      document.body.append(frame)
      return new Promise((loaded) => {
        frame.onload = loaded
      })
    }, stack.studioUrl)
    const framed = page.frames().find((frame) => frame !== page.mainFrame())
    expect(framed?.url()).not.toContain(stack.studioUrl)
  },
)

test('Studio shows the rows of a table', async () => {
  const page = await (await newContext()).newPage()
  await page.goto(`${stack.studioUrl}/editor`)
  await page.getByText('skills', { exact: true }).click()
  await page.getByText(/^1-\d+ of \d+$/).waitFor()
})

async function newContext(): Promise<BrowserContext> {
  const browser = await chromium.connect(inject('chromium'))
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return context
}
