// `npm run bench:site`: what a browser that was never there asks for and gets when it opens the web site of a fresh stack.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { command } from '../local/cli/command.ts'
import { startStack } from '../local/stack/stack.ts'
import { builtSite } from '../local/watch/site-build.ts'
import { chromiumOptions } from '../scripts/chromium.ts'

await command('bench:site', {}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-bench-site-'))
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, webSite: builtSite })
  const browser = await chromium.launch(chromiumOptions())
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const urls = new Map<string, string>()
    const received: [url: string, bytes: number][] = []
    session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      received.push([urls.get(requestId) ?? '', encodedDataLength])
    })
    await page.goto(`${stack.apiUrl}/`, { waitUntil: 'networkidle' })
    for (const [url, bytes] of received) {
      console.log(`${String(bytes).padStart(8)}  ${url.slice(stack.apiUrl.length)}`)
    }
    const sum = received.reduce((all, [, bytes]) => all + bytes, 0)
    console.log(
      `${String(sum).padStart(8)}  ${received.length} requests; bytes with their headers, not compressed`,
    )
  } finally {
    await browser.close()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
