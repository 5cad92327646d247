import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { withChromium } from '../chromium.ts'
import { fillWithDemo } from '../demo/fill.ts'
import { projectDir } from '../program.ts'

const folder = join(projectDir, 'docs', 'pictures')
/** The address in the pictures, as after `npm start`. */
const SHOWN_URL = 'http://127.0.0.1:54321'

/** The pages and their states: the address, and what to do there. */
const PAGES: [name: string, address: string, act?: (page: Page) => Promise<unknown>][] = [
  ['catalogue', ''],
  ['search', '?search=brwoser'],
  ['no-results', '?search=xylophone&type=other'],
  ['skill', 'skills/larkmail-mcp-server'],
  ['unrated-skill', 'skills/playwright-mcp'],
  ['compare', 'compare?skills=larkmail-mcp-server,larkmail-reader,copperleaf-mcp-server'],
  ['agent', 'agents/Brisk%20Ember'],
  ['connect', 'connect'],
  ['ranking', 'how-ranking-works'],
  ['rate', 'rate/larkmail-mcp-server'],
  ['submit', 'submit'],
  ['key', 'key'],
  ['errors', 'key', sendEmptyForm],
  ['not-found', 'no/such/page'],
  ['unreachable', 'skills/jq', unreachable],
  ['reference', 'docs'],
]
const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 760 }, colorScheme: 'dark' },
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
  for (const [name, address, act] of PAGES) {
    const page = await context.newPage()
    await page.goto(`${SHOWN_URL}/${address}`, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    await act?.(page)
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    const path = join(folder, `site-${name}-${look.viewport.width}-${look.colorScheme}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    console.log(path)
    await page.close()
  }
  await context.close()
}

async function sendEmptyForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get a key' }).click()
  await page.locator('.field-error').waitFor()
}

/** Loads the page again without the API. */
async function unreachable(page: Page): Promise<void> {
  await page.route('**/functions/**', (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').waitFor()
}
