import { expect, test } from 'vitest'
import { newSkill } from '../support/http-client.ts'
import { gate, newPage, siteUrl, skillLinks, visit } from './visit.ts'

test('while an answer is on its way, the page says that it is', async () => {
  const skill = await newSkill()
  const page = await newPage()
  const { open } = await gate(page, /\/api\//)
  await page.goto(`${siteUrl}/#/`)
  await page.locator('.results[aria-busy=true] .skeleton').first().waitFor()
  await page.goto(`${siteUrl}/#/skills/${skill.slug}`)
  await page.locator('[aria-busy=true]').getByText('Loading…').waitFor({ state: 'attached' })
  open()
  await page.getByRole('heading', { level: 1, name: skill.name }).waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
})

test.each(['#/', 'skill', 'rate'])(
  '%s: when the API is away that is said, and trying again brings it back',
  async (address) => {
    const { slug } = await newSkill()
    const page = await newPage()
    await page.route('**/functions/v1/**', (route) => route.abort('connectionrefused'))
    await page.goto(`${siteUrl}/${{ skill: `#/skills/${slug}`, rate: `#/rate/${slug}` }[address] ?? address}`)
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/functions/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await (address === '#/' ? skillLinks(page).first() : page.locator('h1', { hasText: /./ })).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  },
)

test.each([
  [
    'a problem document',
    503,
    'application/problem+json',
    '{"status":503,"code":"unavailable","detail":"Away."}',
  ],
  ['the page of a proxy', 502, 'text/html', '<h1>Bad gateway</h1>'],
])('%s in the answer’s place is told of as such', async (_, status, contentType, body) => {
  const page = await newPage()
  await page.route('**/functions/v1/**', (route) => route.fulfill({ status, contentType, body }))
  await page.goto(`${siteUrl}/#/`)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/^(Away\.|The service cannot be reached\.)/)
})

test('what was typed survives a send that failed', async () => {
  const page = await visit('#/key')
  await page.route('**/api/register', (route) => route.abort())
  await page.getByLabel('Name').fill('Somebody')
  await page.getByRole('button', { name: 'Get a key' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Somebody')
})
