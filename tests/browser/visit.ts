import { type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { baseUrl } from '../support/http-client.ts'

/** Where the site is, without a slash at its end. */
export const siteUrl = new URL(baseUrl).origin

const browser = chromium.connect(inject('chromium'))

/**
 * Opens an address of the site, `#/skills/jq`, in a browser of its own that has never been there. Whatever the test is about: the
 * page must break no rule of its policy, complain of nothing, ask nobody but its own host and never put a key in an address.
 */
export async function visit(address = '#/', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(`${siteUrl}/${address}`)
  return page
}

/**
 * As {@link visit}, before anything is opened.
 *
 * @param provoked the complaints that the test means to provoke
 */
export async function newPage(options: BrowserContextOptions = {}, provoked?: RegExp): Promise<Page> {
  const context = await (await browser).newContext({ viewport: { width: 1_000, height: 800 }, ...options })
  const wrong: string[] = []
  context.on('console', (message) => {
    // An answer of 4xx is the API's own way to say no, and the browser logs it.
    if (!['error', 'warning'].includes(message.type()) || provoked?.test(message.text())) return
    if (!/^Failed to load resource/.test(message.text())) wrong.push(message.text())
  })
  context.on('weberror', (error) => wrong.push(String(error.error())))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith('blob:') && (new URL(url).origin !== siteUrl || /claw_/.test(url))) {
      wrong.push(`a request for ${url}`)
    }
  })
  const page = await context.newPage()
  page.on('framenavigated', (frame) => {
    if (/claw_/.test(frame.url())) wrong.push(`an address with a key: ${frame.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(wrong).toEqual([])
  })
  return page
}

/** Waits until so many elements match, and gives their texts. */
export async function texts(locator: Locator, count: number): Promise<string[]> {
  await expect.poll(() => locator.count()).toBe(count)
  return locator.allInnerTexts()
}

/** Waits until the element with the focus is this one. */
export function focus(locator: Locator): Promise<void> {
  return expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** The links to skills in the catalogue. */
export function skillLinks(page: Page): Locator {
  return page.locator('.skill h2 a')
}

/** A gate before the answers to requests: they wait until it is opened. */
export async function gate(page: Page, url: RegExp): Promise<{ open(): void; asked: string[] }> {
  let open = () => {}
  const opened = new Promise<void>((give) => {
    open = give
  })
  const asked: string[] = []
  await page.route(url, async (route) => {
    asked.push(route.request().url())
    await opened
    // The page may have called the request off, or be gone.
    await route.continue().catch(() => {})
  })
  return { open, asked }
}
