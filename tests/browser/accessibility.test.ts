import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newAgent, newSkill, rate, type Skill, uniqueWord } from '../support/http-client.ts'
import { newPage, signIn, siteUrl, skillLinks, visit, waitForFocus, waitForTexts } from './site.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const WIDTHS = [360, 1_440]

let skill: Skill
beforeAll(async () => {
  skill = await newSkill({ url: 'https://example.com', description: 'Long enough for two lines. '.repeat(8) })
  for (const claws of [1, 3, 5]) {
    await rate(await newAgent(), {
      skill_id: skill.id,
      claws,
      speed: claws * 20,
      commentary: 'Fine. '.repeat(250),
    })
  }
})

/** Every page and state of the site, and how to reach it. */
const PAGES: [name: string, address: () => string, show?: (page: Page) => Promise<unknown>][] = [
  ['the catalogue', () => '#/', (page) => skillLinks(page).first().waitFor()],
  [
    'a search without results',
    () => `#/?search=${uniqueWord()}`,
    (page) => page.getByText('No skills match').waitFor(),
  ],
  ['the catalogue sorted by a sub-score', () => '#/?sort=speed'],
  ['a skill', () => `#/skills/${skill.slug}`, (page) => page.locator('.rating').first().waitFor()],
  ['an unknown skill', () => '#/skills/unknown', (page) => page.getByText('Skill not found').waitFor()],
  ['the registration', () => '#/key', (page) => page.getByLabel('Name').waitFor()],
  [
    'field errors',
    () => '#/key',
    async (page) => {
      await page.getByRole('button', { name: 'Get a key' }).click()
      await page.locator('.field-error').waitFor()
    },
  ],
  [
    'a new key',
    () => '#/key',
    async (page) => {
      await page.getByLabel('Name').fill(uniqueWord())
      await page.getByRole('button', { name: 'Get a key' }).click()
      await page.locator('.new-key').waitFor()
    },
  ],
  [
    'rating without a key',
    () => `#/rate/${skill.slug}`,
    (page) => page.getByLabel('API key').first().waitFor(),
  ],
  [
    'rating with a key',
    () => `#/rate/${skill.slug}`,
    async (page) => {
      await signIn(page, await newAgent())
      await page.getByRole('button', { name: 'Submit rating' }).click()
      await page.locator('.field-error').waitFor()
    },
  ],
  ['the submission form', () => '#/submit', (page) => page.getByLabel('Description').waitFor()],
]

test.each(PAGES)(
  '%s passes axe and fits the window, in both themes and at both widths',
  async (_, address, show) => {
    // The policy would block axe's script.
    const page = await visit(address(), { bypassCSP: true, reducedMotion: 'reduce' })
    await show?.(page)
    await page.addScriptTag({ path: axe })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const found = await page.evaluate(async () => {
          type Axe = { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        })
        expect(found, `${colorScheme}, ${width} px`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
  },
)

test.each(WIDTHS)('the layout does not shift while a page loads, at %s px', async (width) => {
  for (const address of ['#/', `#/skills/${skill.slug}`, '#/key', `#/rate/${skill.slug}`, '#/submit']) {
    const page = await newPage({ viewport: { width, height: 800 } })
    await page.addInitScript(() => {
      const shifts: unknown[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
    // Responses arrive after their placeholders were painted.
    await page.route(/\/api\//, async (route) => {
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
      )
      await route.continue()
    })
    await page.goto(`${siteUrl}/${address}`)
    await page.locator('main h1').waitFor()
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    const shifted = await page.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      const { shifts } = globalThis as unknown as { shifts: { value: number }[] }
      return shifts.reduce((sum, { value }) => sum + value, 0)
    })
    expect(shifted, address).toBeLessThan(0.01)
  }
})

test('a skill can be found and rated with the keyboard only', async () => {
  const word = uniqueWord()
  const target = await newSkill({ name: `Heron ${word}` })
  const page = await visit()
  await skillLinks(page).first().waitFor()
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([target.name])
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByRole('radio', { name: 'All' }))
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByLabel('Sort by'))
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByRole('link', { name: target.name }))
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
  expect(outline).toBe('solid')
  await page.keyboard.press('Enter')
  await waitForFocus(page.getByRole('heading', { level: 1, name: target.name }))
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByRole('link', { name: 'Rate this skill' }))
  await page.keyboard.press('Enter')
  await waitForFocus(page.getByRole('heading', { level: 1, name: `Rate ${target.name}` }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByLabel('API key', { exact: true }))
  const agent = await newAgent()
  await page.keyboard.insertText(agent.key)
  await page.keyboard.press('Enter')
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
  // The panel takes the focus from the form that it replaces.
  await waitForFocus(page.locator('section.key'))
  await page.getByLabel('5 · Exceptional').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await waitForFocus(page.getByLabel('5 · Exceptional'))
  await page.keyboard.press('ArrowDown')
  for (let field = 0; field < 4; field++) await page.keyboard.press('Tab')
  await waitForFocus(page.getByLabel('Review'))
  await page.keyboard.type('By hand.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Your rating was added.').waitFor()
  await waitForFocus(page.locator('.note-good'))
})

test('the theme follows the system until the user chooses one, which is stored', async () => {
  const page = await visit('#/key', { colorScheme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  const light = await background()
  expect(light).not.toBe(dark)
  await page.reload()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(await background()).toBe(light)
})

test('there are no animations with reduced motion', async () => {
  const page = await newPage({ reducedMotion: 'reduce' })
  await page.route(/\/api\//, () => {})
  await page.goto(`${siteUrl}/#/`)
  await page.locator('.skeleton').first().waitFor()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('the policy blocks HTML made from text', async () => {
  const page = await newPage({}, /TrustedHTML/)
  await page.goto(`${siteUrl}/#/key`)
  const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content')
  expect(policy).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
  )
  const error = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<p>replaced</p>'
      return ''
    } catch (error) {
      return String(error)
    }
  })
  expect(error).toContain('TrustedHTML')
})
