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

test('an internal error shows the id of the request, and can be retried', async () => {
  for (const path of paths) {
    const page = await newPage()
    const requestIds: string[] = []
    await page.route('**/functions/v1/**', (route) => {
      const request_id = `id-${requestIds.length}`
      requestIds.push(request_id)
      return route.fulfill({ status: 500, json: { code: 'internal', detail: 'A bug.', request_id } })
    })
    await page.goto(`${siteUrl}/${path}`)
    const alert = page.getByRole('alert')
    await alert.getByText('A bug.').waitFor()
    expect(requestIds).toContain(await alert.locator('code').innerText())
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
