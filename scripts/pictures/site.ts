import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { rateAs } from '../admin-story.ts'
import { chromiumOptions } from '../chromium.ts'
import { projectDir } from '../program.ts'
import { RATINGS } from './ratings.ts'

const folder = join(projectDir, 'docs', 'pictures')
const PAGES = {
  catalogue: '',
  skill: 'skills/playwright-mcp',
  agent: 'agents/Ada',
  rate: 'rate/playwright-mcp',
  key: 'key',
  reference: 'docs',
}
const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

/** The web site's pages, small and wide, light and dark, from a stack with some ratings. */
export async function takePictures(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await withStack({ webSite: builtSite }, async (stack) => {
    const browser = await chromium.launch(chromiumOptions())
    try {
      await rateAs(stack.baseUrl, RATINGS)
      for (const viewport of SIZES)
        for (const colorScheme of ['light', 'dark'] as const)
          await takeLook(browser, stack.apiUrl, { viewport, colorScheme })
    } finally {
      await browser.close()
    }
  })
}

async function takeLook(
  browser: Browser,
  url: string,
  look: { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', timezoneId: 'UTC' })
  for (const [name, address] of Object.entries(PAGES)) {
    const page = await context.newPage()
    await page.goto(`${url}/${address}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading').first().waitFor()
    const path = join(folder, `site-${name}-${look.viewport.width}-${look.colorScheme}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    console.log(path)
  }
  await context.close()
}
