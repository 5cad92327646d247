import { expect, test } from 'vitest'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { type Agent, newAgent, newSkill, submitRating } from '../support/fixtures.ts'
import { newPage, siteUrl, visit, waitForTexts } from './site.ts'

test('sorts and filters reviews by claws and keeps both in the address', async () => {
  const skill = await newSkill()
  for (const claws of [3, 5, 1, 5]) {
    await submitRating(await newAgent(), { skill_id: skill.id, claws, commentary: `It got ${claws}.` })
  }
  const page = await visit(`#/skills/${skill.slug}`)
  const reviews = page.locator('.rating .commentary')
  expect(await waitForTexts(reviews, 4)).toEqual(['It got 5.', 'It got 1.', 'It got 5.', 'It got 3.'])
  await page.getByLabel('Sort by').selectOption('lowest')
  await expect.poll(() => reviews.first().innerText()).toBe('It got 1.')
  const only = (claws: number) => page.getByRole('link', { name: new RegExp(`^${claws} claws?: show only`) })
  await only(5).click()
  expect(await waitForTexts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
  expect(page.url()).toBe(`${siteUrl}/skills/${skill.slug}?sort=lowest&claws=5`)
  // No rating has 2.
  expect(await only(2).count()).toBe(0)
  // By the keyboard.
  await only(1).press('Enter')
  expect(await waitForTexts(reviews, 1)).toEqual(['It got 1.'])
  await page.goBack()
  expect(await waitForTexts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
  await page.reload()
  expect(await waitForTexts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
  await page.getByText('Only ratings with 5 claws.').waitFor()
  // All of the row of the chart is the link, which removes the filter again.
  await page.locator('.distribution .current .bar').click({ force: true })
  await waitForTexts(reviews, 4)
  expect(page.url()).toBe(`${siteUrl}/skills/${skill.slug}?sort=lowest`)
})

test('shows the versions that were rated, and filters reviews by them', async () => {
  const skill = await newSkill()
  const established = await newEstablishedAgents(3)
  const rate = (agent: Agent, version: string, claws: number, fields = {}) =>
    submitRating(agent, { skill_id: skill.id, claws, version, commentary: `Of ${version}.`, ...fields })
  const use = { observed_calls: 200, observed_failures: 10 }
  for (const agent of established) await rate(agent, '1.2.0', 4, use)
  for (const version of ['<b>2.0', '1.10.0-rc']) await rate(await newAgent(), version, 1)

  const page = await visit(`skills/${skill.slug}`)
  const versions = page.getByRole('region', { name: 'Rated versions' })
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now())
  expect(await page.locator('.newest-version').innerText()).toBe(`Newest rated version 1.2.0, ${today} (4.0)`)
  await page.locator('.newest-version').getByRole('link', { name: '1.2.0' }).click()
  expect(page.url()).toBe(`${siteUrl}/skills/${skill.slug}#versions`)
  const rows = await versions
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
  // The highest first.
  expect(rows).toEqual([
    ['1.10.0-rc', '1 rating, none established', '', today],
    ['1.2.0', '4.0, 3 ratings, 3 established', '5.0\u00a0% of 600', today],
    ['<b>2.0', '1 rating, none established', '', today],
  ])
  const reviews = page.locator('.rating .commentary')
  await versions.getByRole('link', { name: '<b>2.0' }).press('Enter')
  await page.getByText('Only ratings of version <b>2.0.').waitFor()
  await page.getByRole('link', { name: 'Show ratings by other agents' }).click()
  expect(await waitForTexts(reviews, 1)).toEqual(['Of <b>2.0.'])
  expect(page.url()).toBe(`${siteUrl}/skills/${skill.slug}?version=%3Cb%3E2.0&by=all`)
  await page.getByLabel('Version', { exact: true }).selectOption('1.2.0')
  await waitForTexts(reviews, 3)
  await page.getByRole('link', { name: 'Show all' }).click()
  await waitForTexts(reviews, 5)
})

test('shows no versions, and all else, if the service does not list them', async () => {
  const skill = await newSkill()
  await submitRating(await newAgent(), { skill_id: skill.id, claws: 4, version: '1.0', commentary: 'Good.' })
  const page = await newPage()
  await page.route('**/versions', (route) =>
    route.fulfill({ status: 404, json: { code: 'route_not_found', detail: 'There is no such route.' } }),
  )
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  await waitForTexts(page.locator('.commentary'), 1)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Rated versions' }).count()).toBe(0)
  expect(await page.getByLabel('Version', { exact: true }).count()).toBe(0)
})
