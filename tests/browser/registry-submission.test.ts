// The form that submits a skill finds the skills with its package or link.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getSkill, newAgent, newSkill, uniqueWord } from '../support/fixtures.ts'
import {
  expectAccessible,
  HOSTILE,
  holdRequests,
  signIn,
  siteUrl,
  visit,
  waitForAnnouncement,
  waitForTexts,
} from './site.ts'

const known = (page: Page) => page.locator('.known-skills li')

test('shows skills with the same name, link or package before anything is sent', async () => {
  const word = uniqueWord()
  const url = `https://github.com/owner/${word}`
  const skill = await newSkill({ name: `${HOSTILE} ${word}`, url })
  const page = await visit('submit', { bypassCSP: true, reducedMotion: 'reduce' })
  await page.getByLabel('Link').fill(`${url.replace('//', '//www.')}/tree/main`)
  const [text] = await waitForTexts(known(page), 1)
  expect(text).toContain(skill.name)
  await waitForAnnouncement(page, `Already in the catalogue: ${skill.name}.`)
  const links = known(page).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    `/skills/${skill.slug}`,
    `/rate/${skill.slug}`,
  ])
  await expectAccessible(page)

  // The same skill by its name as well is shown once.
  await page.getByLabel('Name', { exact: true }).fill(skill.name)
  await expect.poll(() => page.locator('.known-skills').count()).toBe(1)
  await page.getByLabel('Link').fill('')
  await page.getByLabel('Name', { exact: true }).fill('')
  await waitForTexts(known(page), 0)
  await known(page).first().waitFor({ state: 'detached' })

  await page.getByLabel('Package').fill(`pkg:github/OWNER/${word}@v1`)
  await waitForTexts(known(page), 1)
  await page.getByRole('link', { name: 'Rate it instead' }).click()
  await page.waitForURL(`${siteUrl}/rate/${skill.slug}`)
})

test('submits the package, and says which skills share it', async () => {
  const word = uniqueWord()
  const agent = await newAgent()
  const submit = async (name: string) => {
    const page = await visit('submit')
    await signIn(page, agent)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Description').fill('Sorts pearls.')
    await page.getByLabel('MCP').check()
    await page.getByLabel('Registry').selectOption('pypi')
    await page.getByLabel('Package').fill(`${word}_Name==1.0`)
    await page.getByRole('button', { name: 'Submit skill' }).click()
    await page.getByText('was added to the catalogue.').waitFor()
    return page
  }
  const first = await submit(`First ${word}`)
  const slug = await first.getByRole('link', { name: 'View the skill' }).getAttribute('href')
  expect(await getSkill(slug?.split('/').pop() ?? '')).toMatchObject({
    identifiers: [`pkg:pypi/${word}-name`],
  })
  expect(await first.getByText('the same link or package').count()).toBe(0)
  const second = await submit(`Second ${word}`)
  await second.getByText('These skills have the same link or package:').waitFor()
  expect(await second.getByRole('link', { name: `First ${word}` }).getAttribute('href')).toBe(slug)
})

test('asks once for what is typed in one go, and drops the request when it changes', async () => {
  const word = uniqueWord()
  const { name } = await newSkill({ name: `Heron ${word}` })
  const page = await visit('submit')
  const held = await holdRequests(page, /\/api\/lookup$/)
  const field = page.getByLabel('Name', { exact: true })
  await field.pressSequentially('Egret')
  await expect.poll(() => held.urls.length).toBe(1)
  const aborted = page.waitForEvent('requestfailed')
  await field.fill(name)
  expect((await aborted).url()).toContain('/api/lookup')
  held.release()
  await waitForTexts(known(page), 1)
  expect(held.urls.length).toBe(2)
})
