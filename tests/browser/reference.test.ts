import { expect, test } from 'vitest'
import { newAgent } from '../support/fixtures.ts'
import { expectAccessible, newPage, siteUrl, visit } from './site.ts'

test('the API reference sends requests under its policy, with a key that it does not store', async () => {
  const agent = await newAgent()
  const page = await visit('docs')
  const operation = page.locator('#operations-Agents-getMe')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const authorization = page.locator('.auth-container').first()
  await authorization.locator('input').fill(agent.key)
  await authorization.locator('button.authorize').click()
  await authorization.locator('.btn-done').click()
  await operation.locator('.opblock-summary-control').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').getByText(agent.name).first().waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'claw_',
  )
  const html = await page.evaluate(() => {
    const element = document.createElement('div')
    element.innerHTML = '<b>Text</b><a href="javascript:alert(1)">link</a><iframe></iframe>'
    return element.innerHTML
  })
  expect(html).toBe('<b>Text</b><a>link</a>')
  await page.getByRole('link', { name: 'Skill Ratings' }).click()
  await page.getByRole('heading', { level: 1, name: /^Skills, rated/ }).waitFor()
})

test('only this page loads the reference', async () => {
  const page = await newPage()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto(siteUrl, { waitUntil: 'networkidle' })
  expect(urls.filter((url) => /\.js$/.test(url))).toHaveLength(1)
  await page.getByRole('link', { name: 'SKILL.md' }).waitFor()
  await page.getByRole('link', { name: 'API reference' }).click()
  await page.getByRole('heading', { name: /Skill Rating Service/ }).waitFor()
  expect(page.url()).toBe(`${siteUrl}/docs`)
})

test('the API reference passes axe in both themes and at both widths', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await visit('docs', { bypassCSP: true, colorScheme })
    await page.locator('.opblock').first().waitFor()
    await expectAccessible(page)
  }
})

test('the API reference shows that the API cannot be reached', async () => {
  const page = await newPage()
  await page.route('**/api/openapi.json', (route) => route.abort())
  await page.goto(`${siteUrl}/docs`)
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
})
