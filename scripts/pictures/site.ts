import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { withChromium } from '../chromium.ts'
import { fillWithDemo } from '../demo/fill.ts'
import { projectDir } from '../program.ts'

const folder = join(projectDir, 'docs', 'pictures')
/** The address in the pictures, as after `npm start`. */
const SHOWN_URL = 'http://127.0.0.1:54321'

/** The pages that the docs show, and their addresses. */
const PAGES: [name: string, address: string][] = [
  ['catalogue', ''],
  ['skill', 'skills/larkmail-mcp-server'],
  ['compare', 'compare?skills=larkmail-mcp-server,larkmail-agent-kit,larkmail-web-api'],
  ['rate', 'rate/larkmail-mcp-server'],
]
const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

/** The web site's pages, wide and small, light and dark, from a stack with the demo data. */
export async function takePictures(): Promise<void> {
  await withStack({ webSite: builtSite }, async (stack) => {
    await fillWithDemo(stack)
    await withChromium(async (browser) => {
      for (const look of LOOKS) await takeLook(browser, stack.apiUrl, look)
    })
  })
}

async function takeLook(browser: Browser, url: string, look: (typeof LOOKS)[number]): Promise<void> {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', timezoneId: 'UTC' })
  await context.route(`${SHOWN_URL}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(SHOWN_URL, url) })
    await route.fulfill({ response })
  })
  for (const [name, address] of PAGES) {
    const page = await context.newPage()
    await page.goto(`${SHOWN_URL}/${address}`, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    const path = join(folder, `site-${name}-${look.viewport.width}-${look.colorScheme}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    console.log(path)
    await page.close()
  }
  await context.close()
}
