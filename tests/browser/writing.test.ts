import { expect, test } from 'vitest'
import { SUB_SCORE_HINTS } from '../../functions/_shared/schemas/options.ts'
import { newAgent, newSkill, uniqueWord } from '../support/fixtures.ts'
import { signIn, siteUrl, visit, waitForFocus } from './site.ts'

test('a rating is written without a key, kept over Back and a reload, and sent with a key', async () => {
  const skill = await newSkill()
  const page = await visit(`rate/${skill.slug}`)
  for (const hint of Object.values(SUB_SCORE_HINTS)) await page.getByText(hint).waitFor()
  await page.getByLabel('4 · Great').check()
  await page.getByLabel('Speed').fill('12.5')
  await page.getByLabel('Review').fill('<i>Kept.</i>')
  await page.getByRole('link', { name: 'Read other reviews' }).click()
  await page.getByRole('heading', { level: 1, name: skill.name, exact: true }).waitFor()
  for (const load of ['goBack', 'reload'] as const) {
    await page[load]()
    await expect.poll(() => page.getByLabel('Review').inputValue()).toBe('<i>Kept.</i>')
  }
  expect(await page.getByLabel('4 · Great').isChecked()).toBe(true)
  expect(await page.getByLabel('Speed').inputValue()).toBe('12.5')

  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText('Enter a key to send this.').waitFor()
  await waitForFocus(page.getByLabel('API key', { exact: true }))
  await signIn(page, await newAgent())
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText('Your rating was added.').waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/Kept|claw_/)
})

test('a submission is kept when the user leaves and comes back, and is sent with a key', async () => {
  const name = `Otter ${uniqueWord()}`
  const page = await visit('submit')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Swims.')
  await page.getByLabel('OpenClaw (Clawdbot)').check()
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByText('Enter a key to send this.').waitFor()
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await page.goBack()
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Swims.')
  expect(await page.getByLabel('OpenClaw (Clawdbot)').isChecked()).toBe(true)
  await signIn(page, await newAgent())
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByText(`${name} was added to the catalogue.`).waitFor()
  await page.goto(`${siteUrl}/submit`)
  await page.getByLabel('Description').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('')
})

test('the key page offers commands with the new key, which work', async () => {
  const page = await visit('key', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByLabel('Name').fill(uniqueWord())
  await page.getByRole('button', { name: 'Get a key' }).click()
  const key = await page.locator('.new-key code').innerText()
  const commands = await page.locator('.copy-block code').allInnerTexts()
  expect(commands).toEqual([
    `claude mcp add --transport http skill-rating ${siteUrl}/functions/v1/mcp --header "x-api-key: ${key}"`,
    `curl ${siteUrl}/functions/v1/api/me -H "x-api-key: ${key}"`,
  ])
  const response = await fetch(`${siteUrl}/functions/v1/api/me`, { headers: { 'x-api-key': key } })
  expect(response.status).toBe(200)
  page.on('dialog', (dialog) => dialog.accept())
  const footer = page.getByRole('navigation', { name: 'More' })
  await footer.getByRole('link', { name: 'API reference' }).waitFor()
  await footer.getByRole('link', { name: 'SKILL.md' }).waitFor()
})
