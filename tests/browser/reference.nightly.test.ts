import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'
import { get } from '../support/api.ts'
import { newAgent, newSkill, submitRating } from '../support/fixtures.ts'
import { expectAccessible, newPage, siteUrl, visit, waitForAnnouncement, waitForFocus } from './site.ts'

interface Documented {
  paths: Record<string, Record<string, { operationId?: string; security?: unknown[] }>>
}

/** The operations of the API's own document. */
async function documentedOperations(): Promise<
  { id: string; method: string; path: string; needsKey: boolean }[]
> {
  const { body } = await get<Documented>('/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId: id, security = [] }]) =>
      id === undefined ? [] : [{ id, method: method.toUpperCase(), path, needsKey: security.length > 0 }],
    ),
  )
}

test('has every operation of the document, each with its own address', async () => {
  const operations = await documentedOperations()
  expect(operations.length).toBeGreaterThan(20)
  const page = await visit('docs')
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
  expect(await page.title()).toBe('API reference · Skill Ratings')
  for (const { id, method, path } of operations) {
    expect(await page.locator(`#${id} h3`).textContent()).toBe(`${method} ${path}`)
    expect(await page.locator(`#${id}`).getAttribute('open')).toBeNull()
  }
  await openAll(page)
  // No link of the page leads nowhere.
  const broken = await page
    .locator('main a[href^="#"]')
    .evaluateAll((all) =>
      all
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !document.getElementById(href.slice(1))),
    )
  expect(broken).toEqual([])
  // Each parameter and each error has a row of its own; the hints for a search are a list.
  const operation = page.locator('#listSkills')
  for (const name of ['sort', 'limit', '200', '400'])
    await operation.locator('.fields dt').getByText(name, { exact: true }).waitFor()
  await page.locator('#searchSkills .fields li').nth(3).waitFor()

  await page.goto(`${siteUrl}/docs#submitRating`)
  await page.reload()
  const isInView = () =>
    page.locator('#submitRating').evaluate((section) => Math.abs(section.getBoundingClientRect().top) < 100)
  await expect.poll(isInView).toBe(true)
  await openAll(page)
  await page.locator('#submitRating').getByRole('link', { name: 'SubmittedRating' }).first().click()
  expect(page.url()).toBe(`${siteUrl}/docs#SubmittedRating`)
})

/** Opens all operations, once their examples have the values of this service. */
async function openAll(page: Page): Promise<void> {
  await page.locator('.reference[aria-busy=false]').waitFor()
  await page.locator('.operation').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })
  await page.locator('.operation').last().locator('.copy-block').waitFor()
}

test('the example of each operation works as it is, and those with a key once it is entered', async () => {
  const agent = await newAgent()
  const { id } = await newSkill()
  await submitRating(agent, { skill_id: id, claws: 4 })
  const page = await visit('docs', { permissions: ['clipboard-read', 'clipboard-write'] })
  await openAll(page)
  const statuses: Record<string, string> = {}
  const expected: Record<string, unknown> = {}
  for (const operation of await documentedOperations()) {
    const section = page.locator(`#${operation.id}`)
    await section.getByRole('button', { name: /^Copy/ }).click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toBe(await section.locator('.copy-block code').textContent())
    expect(command).toContain(`'${siteUrl}/functions/v1/api`)
    expect(command.includes('x-api-key: claw_…'), command).toBe(operation.needsKey)
    const { stdout } = await run('sh', ['-c', `${command} -s -w '\\n%{http_code}'`])
    const [text = '', status = ''] = stdout.split(/\n(?=\d+$)/)
    statuses[operation.id] = status
    if (['listSkills', 'listRatings', 'listAgentRatings'].includes(operation.id))
      expect(JSON.parse(text).count, command).toBeGreaterThan(0)
    expected[operation.id] = operation.needsKey ? '401' : expect.stringMatching(/^20[01]$/)
  }
  expect(statuses).toEqual(expected)

  const command = await page.locator('#getMe .copy-block code').textContent()
  const { stdout } = await run('sh', ['-c', `${command?.replace('claw_…', agent.key)} -s`])
  expect(JSON.parse(stdout)).toMatchObject({ agent_name: agent.name })
})

test('works over plain http under a LAN name, where browsers offer less', async () => {
  const agent = await newAgent()
  await submitRating(agent, { skill_id: (await newSkill()).id, claws: 4 })
  const origin = 'http://skills.lan'
  // The browser ignores headers and permissions that need https, and says so.
  const page = await newPage({}, { expectedLog: /Cross-Origin-Opener-Policy/, origin })
  await page.route(`${origin}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(origin, siteUrl) })
    await route.fulfill({ response })
  })
  await page.goto(`${origin}/docs`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await openAll(page)
  const example = page.locator('#registerAgent .copy-block')
  expect(await example.locator('code').textContent()).toMatch(
    /^curl -X POST 'http:\/\/skills\.lan\/functions\/v1\/api\/register'.*"agent_name": "Ada \w+"/s,
  )
  await example.getByRole('button').click()
  await waitForAnnouncement(page, 'Copied.')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('says when the values of the examples cannot be loaded, and a retry loads them', async () => {
  const agent = await newAgent()
  const skill = await newSkill()
  await submitRating(agent, { skill_id: skill.id, claws: 4 })
  const page = await newPage()
  await page.route(/sort=most_rated/, (route) => route.abort())
  await page.goto(`${siteUrl}/docs`)
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await openAll(page)
  const command = () => page.locator('#getSkill .copy-block code').textContent()
  expect(await command()).toBe(`curl '${siteUrl}/functions/v1/api/skills/ripgrep'`)
  await page.unroute(/sort=most_rated/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await expect.poll(command).not.toContain('ripgrep')
})

test('Back and reload keep the scroll position of the reference', async () => {
  const page = await visit('docs')
  const isComplete = () => page.locator('.reference[aria-busy=false]').waitFor()
  await isComplete()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  // About: what is not in view has an estimated height.
  const isAtBottom = () =>
    expect
      .poll(() => page.evaluate(() => (scrollY + innerHeight) / document.documentElement.scrollHeight))
      .toBeGreaterThan(0.9)
  await isAtBottom()
  await page.reload()
  await isAtBottom()
  await page.getByRole('link', { name: 'How ranking works' }).click()
  await page.getByRole('heading', { level: 1, name: 'How ranking works' }).waitFor()
  await page.goBack()
  await isAtBottom()
})

test('only this page loads the reference', async () => {
  const page = await newPage()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto(siteUrl, { waitUntil: 'networkidle' })
  expect(urls.filter((url) => /\/(compare|connect|docs|forms|get-key)-.*\.js$/.test(url))).toEqual([])
  expect(urls.filter((url) => /\.css$/.test(url))).toHaveLength(1)
  await page.getByRole('link', { name: 'API reference' }).click()
  await waitForFocus(page.getByRole('heading', { level: 1, name: 'API reference' }))
  expect(page.url()).toBe(`${siteUrl}/docs`)
  await page.getByRole('link', { name: 'Skill Ratings' }).click()
  await page.getByRole('heading', { level: 1, name: /^Skills, rated/ }).waitFor()
})

test('the API reference passes axe', async () => {
  const page = await visit('docs', { bypassCSP: true, reducedMotion: 'reduce' })
  await page.locator('.reference[aria-busy=false]').waitFor()
  for (const id of ['getSkill', 'submitRating']) await page.locator(`#${id} > summary`).click()
  await expectAccessible(page)
})

test.each([
  ['docs', /api\/openapi\.json/],
  ['docs', /assets\/docs-.*\.js/],
  ['submit', /assets\/forms-.*\.js/],
])('without a part of the page %s, %s, the page says so, and a retry loads it', async (path, url) => {
  const page = await newPage()
  await page.route(url, (route) => route.abort())
  await page.goto(`${siteUrl}/${path}`)
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.unroute(url)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page
    .locator('main h1')
    .getByText(/^(API reference|Submit a skill)$/)
    .waitFor()
})
