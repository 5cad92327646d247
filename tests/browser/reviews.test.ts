import { expect, test } from 'vitest'
import { inParallel, newAgent, newSkill, rate } from '../support/http-client.ts'
import { focus, siteUrl, texts, visit } from './visit.ts'

test('reviews are filtered by claws and ordered, and the address says how', async () => {
  const skill = await newSkill()
  for (const claws of [3, 5, 1, 5]) {
    await rate(await newAgent(), { skill_id: skill.id, claws, commentary: `It got ${claws}.` })
  }
  const page = await visit(`#/skills/${skill.slug}`)
  const reviews = page.locator('.review .commentary')
  expect(await texts(reviews, 4)).toEqual(['It got 5.', 'It got 1.', 'It got 5.', 'It got 3.'])
  await page.getByLabel('Order').selectOption('lowest')
  await expect.poll(() => reviews.first().innerText()).toBe('It got 1.')
  await page.getByRole('radio', { name: '5' }).check({ force: true })
  expect(await texts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
  expect(page.url()).toBe(`${siteUrl}/#/skills/${skill.slug}?sort=lowest&claws=5`)
  await page.getByRole('radio', { name: '2' }).check({ force: true })
  await page.getByText('No rating of 2.').waitFor()
  await page.goBack()
  expect(await texts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
  await page.reload()
  expect(await texts(reviews, 2)).toEqual(['It got 5.', 'It got 5.'])
})

test('“More” brings the next reviews, keeps the focus and says how many came', async () => {
  const skill = await newSkill()
  await inParallel(Array.from({ length: 25 }), async () => {
    await rate(await newAgent(), { skill_id: skill.id, claws: 4, commentary: 'Good.' })
  })
  const page = await visit(`#/skills/${skill.slug}`)
  const reviews = page.locator('.review')
  await texts(reviews, 20)
  await page.getByRole('button', { name: 'More reviews' }).press('Enter')
  await texts(reviews, 25)
  await page.getByRole('status').getByText('5 more reviews, the last.').waitFor({ state: 'attached' })
  await focus(reviews.nth(20))
})
