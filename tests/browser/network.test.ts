import { beforeAll, expect, test } from 'vitest'
import { newAgent, newSkill } from '../support/fixtures.ts'
import { holdRequests, newPage, siteUrl } from './site.ts'

let paths: string[]
beforeAll(async () => {
  const [skill, agent] = [await newSkill(), await newAgent()]
  paths = ['', `skills/${skill.slug}`, `rate/${skill.slug}`, `agents/${agent.name}`]
})

test('a page shows that it is loading, and can be left', async () => {
  for (const path of paths) {
    const page = await newPage()
    const { release } = await holdRequests(page, /\/api\//)
    await page.goto(`${siteUrl}/${path}`)
    await page.locator('[aria-busy=true] .skeleton').first().waitFor()
    await page.getByRole('link', { name: 'Get a key' }).click()
    await page.getByRole('heading', { level: 1, name: 'Get a key' }).waitFor()
    await page.goBack()
    await page.locator('[aria-busy=true]').waitFor()
    release()
    await expect.poll(() => page.locator('[aria-busy=true]').count(), { message: path }).toBe(0)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  }
})

test('a page shows that the API cannot be reached, and retries', async () => {
  for (const path of paths) {
    const page = await newPage()
    await page.route('**/functions/v1/**', (route) => route.abort('connectionrefused'))
    await page.goto(`${siteUrl}/${path}`)
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/functions/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByRole('alert').count(), { message: path }).toBe(0)
    await expect.poll(() => page.locator('.skeleton').count(), { message: path }).toBe(0)
  }
})

test.each([
  [
    'a problem document',
    503,
    'application/problem+json',
    '{"status":503,"code":"unavailable","detail":"Away."}',
  ],
  ['an error page of a proxy', 502, 'text/html', '<h1>Bad gateway</h1>'],
])('%s instead of a response shows an error', async (_, status, contentType, body) => {
  const page = await newPage()
  await page.route('**/functions/v1/**', (route) => route.fulfill({ status, contentType, body }))
  await page.goto(`${siteUrl}/#/`)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/^(Away\.|The service cannot be reached\.)/)
})
