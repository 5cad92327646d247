import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { localStack, type Skill } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { type Agent, newAgent, newSkill, sharedAgent, submitRating, uniqueWord } from '../support/fixtures.ts'
import { expectAccessible, newPage, signIn, siteUrl, visit, WIDTHS } from './site.ts'

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
