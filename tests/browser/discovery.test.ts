import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RESULT_REASONS } from '../../site/src/result-reasons.ts'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { expectAccessible, newPage, siteUrl, skillLinks, visit, waitForTexts } from './site.ts'

test.each([
  [1_440, 900, 6],
  [390, 844, 4],
])('at %s × %s, the catalogue shows at least %s skills without scrolling', async (width, height, count) => {
  // Of the catalogue, only skills of this test: others have names of several lines.
  const word = uniqueWord()
  const description = `Reads the files of a project and says what changed: ${word}.`
  const skills = []
  for (let i = 0; i < count; i++) skills.push(await newSkill({ description }))
  // Without any rating, the page begins with a welcome.
  const agent = await newAgent()
  for (const { id } of skills) await submitRating(agent, { skill_id: id, claws: 4 })
  const page = await newPage({ viewport: { width, height } })
  // Not the first visit.
  await page.addInitScript(() => localStorage.setItem('skill-rating-client', 'Codex'))
  await page.route('**/api/skills?*', (route) =>
    route.continue({ url: `${route.request().url()}&search=${word}&sort=newest` }),
  )
  await page.goto(siteUrl)
  await waitForTexts(skillLinks(page), count)
  const bottoms = await page
    .locator('.skill')
    .evaluateAll((all) => all.map((skill) => skill.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= height).length).toBeGreaterThanOrEqual(count)
})

test('shows the number of results when they fit on one page', async () => {
  const word = uniqueWord()
  for (const name of ['A', 'B']) await newSkill({ name: `${name} ${word}` })
  const page = await visit(`?search=${word}`)
  await waitForTexts(skillLinks(page), 2)
  expect(await page.locator('.results-line').innerText()).toContain('2 skills')
  await page.locator('.results-line').getByRole('link', { name: 'How ranking works' }).click()
  await page.getByRole('heading', { level: 1, name: 'How ranking works' }).waitFor()
})

test('explains the order of results by relevance, and of no other list', async () => {
  const word = uniqueWord()
  const { name } = await newSkill({ name: `Heron ${word}` })
  const page = await visit(`?search=${word}`, { bypassCSP: true, reducedMotion: 'reduce' })
  await waitForTexts(skillLinks(page), 1)
  const question = page.getByText('Why these results?')
  const reasons = page.locator('.result-reasons li')
  expect(await reasons.first().isVisible()).toBe(false)
  await question.focus()
  await page.keyboard.press('Enter')
  expect(await waitForTexts(reasons, RESULT_REASONS.length)).toEqual(RESULT_REASONS)
  expect(await reasons.first().isVisible()).toBe(true)
  await expectAccessible(page)

  await page.getByLabel('Sort by').selectOption('name')
  await expect.poll(() => question.count()).toBe(0)
  expect(await skillLinks(page).allInnerTexts()).toEqual([name])
  await page.getByLabel('Sort by').selectOption('relevance')
  await question.waitFor()
  await page.locator('input[type=search]').fill('')
  await expect.poll(() => question.count()).toBe(0)
  await page.locator('input[type=search]').fill(uniqueWord())
  await page.getByText('No skills match').waitFor()
  expect(await question.count()).toBe(0)
})

test('forced colours show the chosen filter, the current page and the ratings', async () => {
  const skill = await newSkill()
  await submitRating(await newAgent(), { skill_id: skill.id, claws: 4 })
  const page = await visit('', { forcedColors: 'active' })
  const expectDifferent = async (property: string, ...selectors: string[]) => {
    const values = selectors.map((selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property),
    )
    expect(new Set(await Promise.all(values)).size, selectors.join()).toBe(selectors.length)
  }
  await skillLinks(page).first().waitFor()
  await expectDifferent('background-color', 'input:checked + span', 'input:not(:checked) + span')
  await expectDifferent('border-bottom-color', '.top nav a[aria-current]', '.top nav a:not([aria-current])')
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  await page.locator('.rating').waitFor()
  await expectDifferent('fill', '.headline .claws-empty path', '.headline .claws svg path', 'body')
  await expectDifferent('fill', '.bar-empty', '.bar-full')
})

test('the claws of 4.6 and 4.7 look different', async () => {
  const widthFor = async (ratings: number[]) => {
    const skill = await newSkill()
    for (const claws of ratings) await submitRating(await newAgent(), { skill_id: skill.id, claws })
    const page: Page = await visit(`skills/${skill.slug}`)
    await page.locator('.headline .claws svg').waitFor()
    return page.locator('.headline .claws svg').evaluate((svg) => Number(svg.getAttribute('width')))
  }
  const [less, more] = [await widthFor([5, 5, 5, 4, 4]), await widthFor([5, 5, 4])]
  expect(more - less).toBeGreaterThan(1)
})
