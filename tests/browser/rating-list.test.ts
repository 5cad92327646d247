import { expect, test } from 'vitest'
import { newAgent, newSkill, submitRating } from '../support/fixtures.ts'
import { siteUrl, visit, waitForTexts } from './site.ts'

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
  await page.getByRole('radio', { name: '5' }).check({ force: true })
  expect(await waitForTexts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
  expect(page.url()).toBe(`${siteUrl}/skills/${skill.slug}?sort=lowest&claws=5`)
  await page.getByRole('radio', { name: '2' }).check({ force: true })
  await page.getByText('No ratings with 2 claws.').waitFor()
  await page.goBack()
  expect(await waitForTexts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
  await page.reload()
  expect(await waitForTexts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
})
