// The form that submits a skill; registry-submission.test.ts tests what it says of known skills.
import { expect, test } from 'vitest'
import { newAgent, uniqueWord } from '../support/fixtures.ts'
import { signIn, visit } from './site.ts'

test('an invalid package is reported at its field', async () => {
  const page = await visit('submit')
  await signIn(page, await newAgent())
  await page.getByLabel('Name', { exact: true }).fill(uniqueWord())
  await page.getByLabel('Description').fill('Sorts pearls.')
  await page.getByLabel('MCP').check()
  await page.getByLabel('Package').fill('pkg:x')
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.locator('.package .field-error').waitFor()
})

test('without an answer to the lookup, the form works as before', async () => {
  const page = await visit('submit')
  await page.route('**/api/lookup', (route) => route.abort())
  await signIn(page, await newAgent())
  const failed = page.waitForEvent('requestfailed')
  await page.getByLabel('Name', { exact: true }).fill(uniqueWord())
  await failed
  await page.getByLabel('Description').fill('Sorts pearls.')
  await page.getByLabel('MCP').check()
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByText('was added to the catalogue.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
