import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'
import { get } from '../support/api.ts'
import { newAgent, newSkill, submitRating } from '../support/fixtures.ts'
import {
  expectAccessible,
  newPage,
  signIn,
  siteUrl,
  visit,
  waitForAnnouncement,
  waitForFocus,
} from './site.ts'

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
  const page = await visit('docs')
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
  expect(await page.title()).toBe('API reference · Skill Ratings')
  const operations = await documentedOperations()
  expect(operations.length).toBeGreaterThan(20)
  for (const { id, method, path } of operations) {
    expect(await page.locator(`#${id} h3`).textContent()).toBe(`${method} ${path}`)
    expect(await page.locator(`#${id}`).getAttribute('open')).toBeNull()
  }
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.locator('#submitRating .copy-block').waitFor()
  await page.locator('.reference[aria-busy=false]').waitFor()
  // No link of the page leads nowhere.
  const broken = await page
    .locator('main a[href^="#"]')
    .evaluateAll((all) =>
      all
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !document.getElementById(href.slice(1))),
    )
  expect(broken).toEqual([])

  await page
    .getByRole('navigation', { name: 'Operations' })
    .getByRole('link', { name: 'POST /ratings' })
    .click()
  expect(page.url()).toBe(`${siteUrl}/docs#submitRating`)
  const isInView = () =>
    page.locator('#submitRating').evaluate((section) => Math.abs(section.getBoundingClientRect().top) < 100)
  await expect.poll(isInView).toBe(true)
  await page.reload()
  await expect.poll(isInView).toBe(true)
  // Its address opens it.
  await page.locator('#submitRating').getByRole('link', { name: 'SubmittedRating' }).first().click()
  expect(page.url()).toBe(`${siteUrl}/docs#SubmittedRating`)
  await page.locator('#SubmittedRating .fields').waitFor()
})

test('the example of each operation works as it is, and those with a key once it is entered', async () => {
  const agent = await newAgent()
  const { id } = await newSkill()
  await submitRating(agent, { skill_id: id, claws: 4 })
  const page = await visit('docs', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Open all' }).click()
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

test('a filter leaves the operations that have its words, and what is open stays so', async () => {
  const page = await visit('docs')
  await page.locator('.reference[aria-busy=false]').waitFor()
  const operations = () => page.locator('.operation').evaluateAll((all) => all.map((one) => one.id))
  const all = await operations()
  await page.getByLabel('Filter').fill('get similar')
  await expect.poll(operations).toEqual(['listSimilarSkills'])
  await waitForAnnouncement(page, '1 operation.')
  expect(await page.locator('.contents li').count()).toBe(1)
  // By the keyboard.
  const summary = page.locator('.operation > summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.locator('#listSimilarSkills .copy-block').waitFor()
  await page.getByLabel('Filter').fill('nothing has this')
  await page.getByText('No operation has these words.').waitFor()
  await page.getByLabel('Filter').fill('')
  await expect.poll(operations).toEqual(all)
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect.poll(() => page.locator('.operation[open]').count()).toBe(all.length)
  await page.getByRole('button', { name: 'Close all' }).click()
  await expect.poll(() => page.locator('.operation[open]').count()).toBe(0)
})

test('a read can be tried: with other parameters, with the key of the tab, and with what is wrong', async () => {
  const [agent, skill] = [await newAgent(), await newSkill()]
  await submitRating(agent, { skill_id: skill.id, claws: 4 })
  const page = await visit('submit')
  await signIn(page, agent)
  await page.goto(`${siteUrl}/docs#listRatings`)
  const operation = page.locator('#listRatings')
  await operation.getByText('Try it').click()
  const send = () => operation.getByRole('button', { name: 'Send' }).click()
  const answer = () => operation.locator('.try pre').innerText()
  const field = (name: string) => operation.getByRole('textbox', { name: new RegExp(`^${name}`) })
  await field('skill').fill(skill.slug)
  for (const name of ['claws', 'version', 'established']) await field(name).fill('')
  await send()
  await waitForAnnouncement(page, 'The answer is 200.')
  expect(JSON.parse(await answer())).toMatchObject({ count: 1, ratings: [{ agent_name: agent.name }] })
  await field('claws').fill('9')
  await send()
  await waitForAnnouncement(page, 'The answer is 400.')
  expect(JSON.parse(await answer())).toMatchObject({ code: 'invalid_request', errors: [{ path: 'claws' }] })

  await page.goto(`${siteUrl}/docs#getMe`)
  const me = page.locator('#getMe')
  await me.getByText('Try it').click()
  await me.getByText('Sent with the key of this tab.').waitFor()
  await me.getByRole('button', { name: 'Send' }).click()
  await waitForAnnouncement(page, 'The answer is 200.')
  expect(JSON.parse(await me.locator('.try pre').innerText())).toMatchObject({ agent_name: agent.name })
  // Only what reads.
  await page.goto(`${siteUrl}/docs#submitRating`)
  await page.locator('#submitRating .copy-block').waitFor()
  expect(await page.locator('#submitRating .try').count()).toBe(0)
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
  expect(urls.filter((url) => /\/(compare|connect|docs|forms|get-key|install)-.*\.js$/.test(url))).toEqual([])
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
  await page.locator('#getSkill > summary').click()
  await page.locator('#getSkill .fields summary').click()
  await page.locator('#getSkill .try summary').click()
  await page.locator('#getSkill').getByRole('button', { name: 'Send' }).click()
  await page.locator('.try pre').waitFor()
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
