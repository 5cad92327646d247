import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { localStack, type Skill } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { type Agent, newAgent, newSkill, sharedAgent, submitRating, uniqueWord } from '../support/fixtures.ts'
import {
  expectAccessible,
  newPage,
  signIn,
  siteUrl,
  skillLinks,
  visit,
  WIDTHS,
  waitForFocus,
  waitForTexts,
} from './site.ts'

let skill: Skill
let trusted: Skill
let retired: Skill
let merged: Skill
let agent: Agent
let submitter: Agent
beforeAll(async () => {
  trusted = await newSkill({ name: `@example/${uniqueWord()}`, url: 'https://github.com/example/x' })
  for (const rater of [...(await newEstablishedAgents(3)), await newAgent()])
    await submitRating(rater, { skill_id: trusted.id, claws: 4, security: 80, commentary: 'Fine.' })
  skill = await newSkill({ url: 'https://example.com', description: 'Long enough for two lines. '.repeat(8) })
  retired = await newSkill()
  merged = await newSkill()
  await withConnection(localStack?.databaseUrl ?? '', async (sql) => {
    await sql`select admin.retire_skill(${retired.id}, 'Gone.')`
    await sql`select admin.merge_skills(${merged.id}, ${trusted.id}, 'The same.', true)`
  })
  submitter = await sharedAgent()
  for (const claws of [1, 3, 5]) {
    agent = await newAgent()
    await submitRating(agent, {
      skill_id: skill.id,
      claws,
      speed: claws * 20,
      commentary: 'Fine. '.repeat(250),
    })
  }
})

const click =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
  }
async function register(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(uniqueWord())
  await click('Get a key')(page)
}
async function registerInPlace(page: Page): Promise<void> {
  await page.getByLabel('5 · Exceptional').check()
  await page.getByLabel('Agent name').fill(uniqueWord())
  await click('Submit rating')(page)
}
async function withKey(page: Page): Promise<void> {
  const address = page.url()
  await page.goto(`${siteUrl}/key`)
  await signIn(page, agent)
  await page.goto(address)
}
async function submitEmptyRating(page: Page): Promise<void> {
  await signIn(page, await newAgent())
  await click('Submit rating')(page)
}

/** Every page and state of the site: its address, what appears, and how to reach it. */
const PAGES: [name: string, address: () => string, appears: string, act?: (page: Page) => Promise<void>][] = [
  ['the catalogue', () => '#/', '.skill h2 a'],
  ['an empty search', () => `#/?search=${uniqueWord()}`, 'text=No skills'],
  ['a sub-score order', () => '#/?sort=speed', '.skill h2 a'],
  ['a skill', () => `#/skills/${skill.slug}`, '.rating'],
  [
    'a skill with ratings by established agents',
    () => `skills/${trusted.slug}?by=all`,
    '.other-ratings + .rating-part .rating',
  ],
  ['the own rating of a skill', () => `skills/${skill.slug}`, '.own-rating', withKey],
  ['a retired skill', () => `skills/${retired.slug}`, 'text=Retired on'],
  ['a merged skill', () => `skills/${merged.slug}`, 'text=was merged into this one'],
  ['a comparison without skills', () => 'compare', 'form input'],
  ['skills with different evidence', () => '?sort=most_rated', '.verdict-trusted'],
  ['an unknown skill', () => '#/skills/unknown', 'text=not found'],
  ['an unknown skill with near names', () => 'skills/playwrihgt-mpc', '.nearest-names a'],
  ['rating an unknown skill', () => '#/rate/unknown', 'text=not found'],
  ['the registration', () => '#/key', '.form input'],
  ['field errors', () => '#/key', '.field-error', click('Get a key')],
  ['a new key', () => '#/key', '.new-key', register],
  ['rating without a key', () => `#/rate/${skill.slug}`, '.claws-choices'],
  ['rating with a key', () => `#/rate/${skill.slug}`, '.field-error', submitEmptyRating],
  ['the submission form', () => '#/submit', 'form textarea'],
  ['the ways to connect', () => 'connect', '.client-setup'],
  ['a comparison', () => `compare?skills=${skill.slug},${trusted.slug}`, '.comparison td .mean'],
  ['the ranking', () => 'how-ranking-works', 'h1'],
  ['an unknown page', () => 'what/is/this', 'text=not found'],
  ['an agent', () => `agents/${agent.name}`, '.rating'],
  ['the skills of an agent', () => `agents/${submitter.id}?show=skills`, '.skill'],
  ['the newest skills', () => '?sort=newest', '.skill time'],
  ['a report', () => `skills/${skill.slug}`, '.key form', click('Report the rating', 'Send report')],
  ['a report of a skill', () => `skills/${skill.slug}`, '.page-end .report', click('Report this skill')],
  ['a new key in place', () => `rate/${skill.slug}`, '.new-key', registerInPlace],
]

test.each(PAGES)('%s passes axe and fits the window', async (_, address, appears, act) => {
  const page = await visit(address(), { bypassCSP: true, reducedMotion: 'reduce' })
  await act?.(page)
  await page.locator(appears).first().waitFor()
  await expectAccessible(page)
})

const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))

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
      await nextPaint(page)
      await route.continue()
    })
    await page.goto(`${siteUrl}/${address}`)
    await page.locator('main h1').waitFor()
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    await nextPaint(page)
    const shifted = await page.evaluate(() => {
      const { shifts } = globalThis as unknown as { shifts: { value: number }[] }
      return shifts.reduce((sum, { value }) => sum + value, 0)
    })
    expect(shifted, address).toBeLessThan(0.01)
  }
})

test('a skill can be found and rated with the keyboard only', async () => {
  const word = uniqueWord()
  const target = await newSkill({ name: `Heron ${word}` })
  const agent = await newAgent()
  const page = await visit()
  const press = (key: string) => page.keyboard.press(key)
  const tabTo = async (locator: Locator, tabs = 1) => {
    for (let i = 0; i < tabs; i++) await press('Tab')
    await waitForFocus(locator)
  }
  await skillLinks(page).first().waitFor()
  await tabTo(page.getByRole('link', { name: 'Skip to content' }))
  await press('Enter')
  await tabTo(page.getByRole('searchbox'), 3)
  await page.keyboard.type(word)
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([target.name])
  await tabTo(page.getByRole('radio', { name: 'All' }))
  await tabTo(page.getByLabel('Sort by'))
  await tabTo(page.getByText('Why these results?'), 2)
  await tabTo(page.getByRole('link', { name: target.name }))
  const outline = await page.locator('.skill').evaluate((row) => getComputedStyle(row).outlineStyle)
  expect(outline).toBe('solid')
  await press('Enter')
  await waitForFocus(page.getByRole('heading', { level: 1, name: target.name }))
  await tabTo(page.getByRole('link', { name: 'Alternatives' }), 2)
  await tabTo(page.getByRole('link', { name: 'Rate this skill' }))
  await press('Enter')
  await waitForFocus(page.getByRole('heading', { level: 1, name: `Rate ${target.name}` }))
  // Other reviews, the claws, the review, more, the name, the button.
  await tabTo(page.getByText('I have a key'), 7)
  await press('Enter')
  await tabTo(page.getByLabel('API key', { exact: true }))
  await page.keyboard.insertText(agent.key)
  await press('Enter')
  // The panel takes the focus from the form that it replaces.
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
  await waitForFocus(page.locator('section.key'))
  // The form is before the key.
  await page.keyboard.press('Shift+Tab')
  await waitForFocus(page.getByRole('button', { name: 'Submit rating' }))
  for (let i = 0; i < 3; i++) await press('Shift+Tab')
  await press('ArrowDown')
  await waitForFocus(page.getByLabel('2 · Works'))
  await tabTo(page.getByLabel('Review'))
  await page.keyboard.type('By hand.')
  await press('Tab')
  await tabTo(page.getByRole('button', { name: 'Submit rating' }))
  await press('Enter')
  await page.getByText('Your rating was added.').waitFor()
  await waitForFocus(page.locator('.note-good'))
})

test('the theme follows the system until the user chooses one, which is stored; prints are light', async () => {
  const page = await visit('#/key', { colorScheme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await page.emulateMedia({ media: 'print' })
  const printed = await background()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  const light = await background()
  expect([light, printed]).not.toContain(dark)
  expect(printed).toBe(light)
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
  const page = await newPage({}, { expectedLog: /TrustedHTML/ })
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
