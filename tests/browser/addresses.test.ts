import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newSkill, uniqueWord } from '../support/fixtures.ts'
import { HOSTILE, newPage, siteUrl, skillLinks, visit, waitForFocus } from './site.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const attribute = (page: Page, selector: string, name = 'content') =>
  page.locator(`head ${selector}`).getAttribute(name)

test('links open pages without loading the document again', async () => {
  const page = await visit('submit')
  await heading(page, 'Submit a skill').waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Get a key' }).click()
  await waitForFocus(heading(page, 'Get a key'))
  expect(page.url()).toBe(`${siteUrl}/key`)
  await page.goBack()
  await waitForFocus(heading(page, 'Submit a skill'))
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)

  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Get a key' }).click({ modifiers: ['ControlOrMeta'] })
  await heading(await opening, 'Get a key').waitFor()
  expect(page.url()).toBe(`${siteUrl}/submit`)
})

test('an address with # leads to its page, also within the site', async () => {
  const skill = await newSkill()
  const page = await visit(`#/skills/${skill.slug}?sort=lowest`)
  await heading(page, skill.name).waitFor()
  expect(page.url()).toBe(`${siteUrl}/skills/${skill.slug}?sort=lowest`)
  await page.evaluate(() => {
    location.hash = '#/key'
  })
  await heading(page, 'Get a key').waitFor()
  expect(page.url()).toBe(`${siteUrl}/key`)
  await page.goBack()
  await heading(page, skill.name).waitFor()
})

test('going back over a link within the page, or to it, restores the scroll position', async () => {
  const skill = await newSkill({ description: 'Long. '.repeat(700) })
  const page = await visit(`skills/${skill.slug}`, { viewport: { width: 360, height: 300 } })
  const scrolledTo = () => page.evaluate(() => scrollY)
  await page.getByRole('button', { name: 'Show full description' }).click()
  await page.evaluate(() => scrollTo(0, 50))
  await page.getByRole('link', { name: 'Alternatives' }).click()
  await expect.poll(scrolledTo).toBeGreaterThan(200)
  const below = await scrolledTo()
  await page.goBack()
  await expect.poll(scrolledTo).toBe(50)
  await page.goForward()
  await expect.poll(scrolledTo).toBe(below)
  // Without scrolling to it.
  await page.getByRole('link', { name: 'Connect' }).first().dispatchEvent('click')
  await waitForFocus(heading(page, 'Connect'))
  await page.goBack()
  await heading(page, skill.name).waitFor()
  await expect.poll(scrolledTo).toBeGreaterThan(200)
})

test.each([
  ['an unrated skill', async () => `skills/${(await newSkill({ description: 'Long. '.repeat(70) })).slug}`],
  ['a comparison', async () => `compare?skills=${(await newSkill()).slug}`],
  ['the ranking', async () => 'how-ranking-works'],
  ['the page “Connect”', async () => 'connect'],
  ['a submission', async () => 'submit'],
])('going back to %s restores the scroll position', async (_, path) => {
  const page = await visit(await path(), { viewport: { width: 360, height: 300 } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => scrollTo(0, 120))
  // Without scrolling to it.
  await page.getByRole('link', { name: 'Get a key' }).first().dispatchEvent('click')
  await heading(page, 'Get a key').waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120)
})

test('an unknown address is a page with status 404', async () => {
  const page = await newPage()
  const response = await page.goto(`${siteUrl}/what/is/this`)
  expect(response?.status()).toBe(404)
  await heading(page, 'Page not found').waitFor()
  expect(await attribute(page, 'meta[name=robots]')).toBe('noindex')
  await page.getByRole('link', { name: 'Back to the catalogue' }).click()
  await waitForFocus(page.getByRole('heading', { level: 1 }))
  await skillLinks(page).first().waitFor()
  expect(await attribute(page, 'meta[name=robots]')).toBe('index, follow')
})

test('the head describes the page, and hostile text stays text', async () => {
  const skill = await newSkill({
    name: `${HOSTILE} ${uniqueWord()}`,
    description: `${HOSTILE}\n${'Long. '.repeat(50)}`,
  })
  const page = await visit(`skills/${skill.id}`)
  await heading(page, skill.name).waitFor()
  const url = `${siteUrl}/skills/${skill.slug}`
  await expect.poll(() => page.title()).toBe(`${skill.name} · Skill Ratings`)
  const description = await attribute(page, 'meta[name=description]')
  expect(description).toMatch(/^"><script>.*…$/)
  expect(await attribute(page, 'meta[property="og:description"]')).toBe(description)
  expect(await attribute(page, 'meta[property="og:title"]')).toBe(`${skill.name} · not rated yet`)
  expect(await attribute(page, 'meta[property="og:url"]')).toBe(url)
  expect(await attribute(page, 'link[rel=canonical]', 'href')).toBe(url)
  const data = page.locator('script[type="application/ld+json"]')
  expect(JSON.parse((await data.textContent()) ?? '')).toMatchObject({ name: skill.name, url })
  expect(await page.locator('head :is(b, script:not([src], [type="application/ld+json"]))').count()).toBe(0)

  await page.getByRole('link', { name: 'Submit a skill' }).click()
  await heading(page, 'Submit a skill').waitFor()
  expect(await page.title()).toBe('Submit a skill · Skill Ratings')
  expect(await data.count()).toBe(0)
  expect(await attribute(page, 'link[rel=canonical]', 'href')).toBe(`${siteUrl}/submit`)
  expect(await attribute(page, 'meta[name=description]')).toContain('A registry')
})

const ODD = [
  '//host/',
  '//',
  '///x',
  '/\\\\host',
  '/\\',
  '/%',
  '/%ff',
  '//[',
  '//:99999/',
  '//a b/',
  '/javascript:alert(1)',
  '/http://x/',
  '/skills//',
  '/skills//jq',
  '/submit//',
  `/${'x'.repeat(5_000)}`,
]

test.each(['#', ''])('shows “Page not found” for an odd address after “%s”', async (prefix) => {
  const page = await newPage()
  for (const address of ODD) {
    await page.goto('about:blank')
    await page.goto(`${siteUrl}/${prefix}`.replace(/\/$/, '') + address)
    await heading(page, 'Page not found').waitFor()
    expect(new URL(page.url()).origin, address).toBe(siteUrl)
    expect(page.url(), address).not.toContain('#')
  }
})

test('a new key never leads to another host', async () => {
  const page = await newPage()
  for (const address of [
    '//example.org/',
    '/#//example.org/',
    '//example.org/rate/jq',
    '/\\example.org/submit',
  ]) {
    await page.goto(siteUrl + address)
    await heading(page, 'Page not found').waitFor()
    // It says the name from the second time on.
    await page.locator('.top a[href="/key"]').click()
    await page.getByLabel('Name').fill(uniqueWord())
    await page.getByRole('button', { name: 'Get a key' }).click()
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('link', { name: 'rate a skill' }).waitFor()
    const hosts = await page
      .locator('a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).origin))
    expect(new Set(hosts)).toEqual(new Set([siteUrl]))
  }
})
