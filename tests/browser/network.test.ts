import type { Route } from 'playwright-core'
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

const bug = { code: 'internal', detail: 'A bug.', request_id: 'id-1' }

test.each<[what: string, answer: (route: Route) => Promise<void>, shown: string[]]>([
  [
    'that the API cannot be reached',
    (route) => route.abort('connectionrefused'),
    ['The service cannot be reached.'],
  ],
  [
    'an internal error, with the id of the request',
    (route) => route.fulfill({ status: 500, json: bug }),
    ['A bug.', 'id-1'],
  ],
])('a page shows %s, and retries', async (_, answer, shown) => {
  for (const path of paths) {
    const page = await newPage()
    await page.route('**/functions/v1/**', answer)
    await page.goto(`${siteUrl}/${path}`)
    const alert = page.getByRole('alert')
    for (const text of shown) await alert.getByText(text).waitFor()
    await page.unroute('**/functions/v1/**')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => alert.count(), { message: path }).toBe(0)
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
  const headers = { 'X-Request-Id': 'id-1', 'Content-Type': contentType }
  await page.route('**/functions/v1/**', (route) => route.fulfill({ status, headers, body }))
  await page.goto(`${siteUrl}/#/`)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/^(Away\.|The service cannot be reached\.)/)
  expect(await page.getByRole('alert').innerText()).toContain('Request id: id-1')
})
