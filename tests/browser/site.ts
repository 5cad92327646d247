import { createRequire } from 'node:module'
import { type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { baseUrl } from '../support/api.ts'
import type { Agent } from '../support/fixtures.ts'

/** The address of the site, without a trailing slash. */
export const siteUrl = new URL(baseUrl).origin

/** A phone and a desktop. */
export const WIDTHS = [360, 1_440]

/** Breaks out of attributes and elements, commands and CDATA where it is not escaped, and then changes the title of the page. */
export const HOSTILE = `"><script>document.title='owned'</script><img src=x onerror=alert(1)>$(touch x);\`id\`]]>&lt;`

const browser = chromium.connect(inject('chromium'))

/** Opens an address of the site, such as `#/skills/jq`, in a new browser context. */
export async function visit(address = '#/', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(`${siteUrl}/${address}`)
  return page
}

/**
 * Opens an empty page in a new browser context. In every test, the page must not violate its policy, log errors, call other hosts
 * or put a key into an address.
 *
 * @param expectedLog matches the messages that the test provokes
 * @param origin where the test serves the site, if not at its own address
 */
export async function newPage(
  options: BrowserContextOptions = {},
  { expectedLog, origin = siteUrl }: { expectedLog?: RegExp; origin?: string } = {},
): Promise<Page> {
  const context = await (await browser).newContext({ viewport: { width: 1_000, height: 800 }, ...options })
  const violations: string[] = []
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || expectedLog?.test(message.text())) return
    // The browser logs every 4xx response.
    if (!/^Failed to load resource/.test(message.text())) violations.push(message.text())
  })
  context.on('weberror', (error) => violations.push(String(error.error())))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith('blob:') && (new URL(url).origin !== origin || /claw_/.test(url))) {
      violations.push(`a request for ${url}`)
    }
  })
  const page = await context.newPage()
  page.on('framenavigated', (frame) => {
    if (/claw_/.test(frame.url())) violations.push(`an address with a key: ${frame.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(violations).toEqual([])
  })
  return page
}

/** Enters an agent's key on a page that needs one. */
export async function signIn(page: Page, agent: Agent, { store = false } = {}): Promise<void> {
  await (await keyField(page)).fill(agent.key)
  if (store) await page.getByLabel('Store the key').check()
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
}

/** The field for a key, opened if it is not. */
export async function keyField(page: Page): Promise<Locator> {
  const form = page.locator('section.key details')
  await form.waitFor()
  await form.evaluate((details) => details.setAttribute('open', ''))
  return page.getByLabel('API key', { exact: true })
}

/** Waits until `count` elements match and returns their texts. */
export async function waitForTexts(locator: Locator, count: number): Promise<string[]> {
  await expect.poll(() => locator.count()).toBe(count)
  return locator.allInnerTexts()
}

/** Waits until the element has the focus. */
export function waitForFocus(locator: Locator): Promise<void> {
  return expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Waits until a screen reader would announce the text. */
export function waitForAnnouncement(page: Page, text: string): Promise<void> {
  return page.getByRole('status').getByText(text).waitFor({ state: 'attached' })
}

/** The links to skills in the catalogue. */
export function skillLinks(page: Page): Locator {
  return page.locator('.skill h2 a')
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Each width and each theme once: what axe finds depends on either, and not on both. */
const LOOKS = [
  [360, 'dark'],
  [1_440, 'light'],
] as const

/** Expects that axe finds nothing and that the page fits the window, in both looks. The page must bypass its policy, which blocks axe. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: axe })
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(async () => {
      type Found = { violations: { id: string; nodes: { html: string }[] }[] }
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Found> } }
      // The rule of WCAG 2.2 that axe does not apply by itself.
      const { violations } = await axe.run({ rules: { 'target-size': { enabled: true } } })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    })
    expect(found, `${width} px`).toEqual([])
    await expectFits(page)
  }
}

/** Expects that nothing is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Holds the matching requests until they are released. */
export async function holdRequests(page: Page, url: RegExp): Promise<{ release(): void; urls: string[] }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const urls: string[] = []
  await page.route(url, async (route) => {
    urls.push(route.request().url())
    await released
    // The page may have aborted the request, or be closed.
    await route.continue().catch(() => {})
  })
  return { release, urls }
}
