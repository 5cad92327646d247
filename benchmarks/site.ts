// npm run bench:site: what a browser loads when it opens the web site for the first time.
import { chromium } from 'playwright-core'
import { command } from '../local/cli/command.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { builtSite } from '../local/watch/site-build.ts'
import { chromiumOptions } from '../scripts/chromium.ts'

await command('bench:site', {}, () =>
  withStack({ webSite: builtSite }, async ({ apiUrl }) => {
    const browser = await chromium.launch(chromiumOptions())
    try {
      const page = await browser.newPage()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      const urls = new Map<string, string>()
      let [requests, sum] = [0, 0]
      session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        requests++
        sum += encodedDataLength
        console.log(`${String(encodedDataLength).padStart(8)}  ${urls.get(requestId)?.slice(apiUrl.length)}`)
      })
      await page.goto(`${apiUrl}/`, { waitUntil: 'networkidle' })
      console.log(`${String(sum).padStart(8)}  bytes in ${requests} responses, headers included`)
    } finally {
      await browser.close()
    }
  }),
)
