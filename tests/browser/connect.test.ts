// The page that says how assistants, editors and programs use the service, and the ways to it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newAgent, uniqueWord } from '../support/fixtures.ts'
import { newPage, signIn, siteUrl, visit, waitForAnnouncement, waitForFocus } from './site.ts'

const mcp = `${siteUrl}/functions/v1/mcp`
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })
const line = (page: Page) => page.locator('.client-setup .copy-block code').first().innerText()

test('has a line for each client, without a key, with one, and with that of the tab', async () => {
  const page = await visit('', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('link', { name: 'Connect', exact: true }).click()
  await waitForFocus(page.getByRole('heading', { level: 1, name: 'Connect' }))
  const add = `mcp add --transport http skill-rating ${mcp}`
  expect(await line(page)).toBe(`claude ${add}`)
  await choose(page, 'Client', 'Codex')
  expect(await line(page)).toBe(`codex mcp add skill-rating --url ${mcp}`)
  await choose(page, 'Client', 'Cursor')
  const shown = await line(page)
  expect(JSON.parse(shown)).toEqual({ mcpServers: { 'skill-rating': { url: mcp } } })
  // Formatted, and once.
  expect(shown.split('\n').length).toBeGreaterThan(3)
  expect(await page.locator('.client-setup .copy-block').count()).toBe(1)
  await page.getByRole('button', { name: 'Copy: MCP server, Cursor', exact: true }).click()
  await waitForAnnouncement(page, 'Copied.')

  await choose(page, 'Access', 'With a key')
  await choose(page, 'Client', 'Claude Code')
  expect(await line(page)).toBe(`claude ${add} --header "x-api-key: <x-api-key>"`)
  await page.getByRole('main').getByRole('link', { name: 'Get a key' }).click()
  await page.getByLabel('Name').fill(uniqueWord())
  await page.getByRole('button', { name: 'Get a key' }).click()
  const key = await page.locator('.new-key code').innerText()
  expect(await line(page)).toBe(`claude ${add} --header "x-api-key: ${key}"`)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await waitForAnnouncement(page, 'Copied.')
  await page.getByRole('link', { name: 'More ways to connect' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
  // The key is shown again only on request.
  expect(await page.content()).not.toContain(key)
  await choose(page, 'Access', 'With your key')
  await choose(page, 'Client', 'Codex')
  expect(await line(page)).toContain(`http_headers = { "x-api-key" = "${key}" }`)
})

test('adds the service to Cursor and VS Code by a link, which never contains a key', async () => {
  const page = await visit('connect')
  const href = (client: string) => page.getByRole('link', { name: `Add to ${client}` }).getAttribute('href')
  const cursor = new URL((await href('Cursor')) ?? '')
  expect(cursor.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/)
  expect(cursor.searchParams.get('name')).toBe('skill-rating')
  expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual({ url: mcp })
  const [, code = ''] = (await href('VS Code'))?.split('vscode:mcp/install?') ?? []
  expect(JSON.parse(decodeURIComponent(code))).toEqual({ name: 'skill-rating', type: 'http', url: mcp })
  await choose(page, 'Access', 'With a key')
  await expect.poll(() => page.getByRole('link', { name: 'Add to' }).count()).toBe(0)
})

test('is used by the keyboard: the arrow keys choose the access and the client, and Enter copies', async () => {
  const page = await visit('connect', { permissions: ['clipboard-read', 'clipboard-write'] })
  const press = (key: string) => page.keyboard.press(key)
  await page.getByRole('radio', { name: 'Without a key' }).focus()
  await press('ArrowRight')
  await press('Tab')
  await waitForFocus(page.getByRole('main').getByRole('link', { name: 'Get a key' }))
  await press('Tab')
  await press('ArrowRight')
  await press('ArrowRight')
  await waitForFocus(page.getByRole('radio', { name: 'VS Code' }))
  await press('Tab')
  await waitForFocus(page.getByRole('button', { name: 'Copy: MCP server, VS Code', exact: true }))
  await press('Enter')
  await waitForAnnouncement(page, 'Copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await line(page))
  expect(copied).toContain('x-api-key')
})

test('the addresses that it shows answer', async () => {
  const page = await visit('connect')
  await page.locator('.copy-block').first().waitFor()
  const texts = await page.locator('.copy-block code').allInnerTexts()
  const addresses = [...new Set(texts.join('\n').match(/http:[^\s"'}]+/g))]
  expect(addresses).toEqual([
    mcp,
    siteUrl,
    `${siteUrl}/functions/v1/registry`,
    `${siteUrl}/functions/v1/api/skills?search=browser`,
  ])
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const answers = await Promise.all([
    fetch(mcp, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(ping),
    }),
    fetch(`${siteUrl}/.well-known/agent-skills/index.json`),
    fetch(`${siteUrl}/functions/v1/registry/v0.1/servers`),
    fetch(addresses[3] as string),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('is one click from an empty search and from both pages that do not exist', async () => {
  const page = await newPage()
  for (const address of [`?search=${uniqueWord()}`, 'no/such/page', `skills/${uniqueWord()}`]) {
    await page.goto(`${siteUrl}/${address}`)
    await page.getByRole('main').getByRole('link', { name: 'Connect an assistant' }).click()
    await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
  }
})

test('the header is one row on every screen, with and without a key', async () => {
  const page = await visit('submit')
  const expectOneRow = async () => {
    for (const width of [320, 360, 390, 640, 768, 900]) {
      await page.setViewportSize({ width, height: 844 })
      const { height, left, right } = await page.locator('.top').evaluate((top) => {
        // A hidden link is at 0.
        const boxes = [...top.querySelectorAll('nav a, button')].map((one) => one.getBoundingClientRect())
        return {
          height: top.clientHeight,
          left: Math.min(...boxes.map((box) => box.left)),
          right: Math.max(...boxes.map((box) => box.right)),
        }
      })
      expect(height, `${width} px`).toBeLessThan(64)
      expect(left, `${width} px`).toBeGreaterThanOrEqual(0)
      expect(right, `${width} px`).toBeLessThanOrEqual(width)
    }
  }
  await page.getByRole('link', { name: 'Submit a skill' }).waitFor()
  await expectOneRow()
  await signIn(page, await newAgent({ agent_name: `Ada ${uniqueWord()} of the many words` }))
  await expectOneRow()
  await page.getByRole('link', { name: 'Skill Ratings' }).click()
  await page.getByRole('searchbox').waitFor()
})
