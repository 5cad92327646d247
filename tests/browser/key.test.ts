import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { get, newAgent, newSkill, uniqueWord } from '../support/http-client.ts'
import { focus, gate, siteUrl, skillLinks, visit } from './visit.ts'

const inStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

async function register(page: Page, name = uniqueWord()): Promise<string> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Get a key' }).click()
  await page.getByRole('heading', { name: 'Your key' }).waitFor()
  return page.locator('.new-key code').innerText()
}

test('a key is shown once, with its warning, to copy and to download; it works', async () => {
  const page = await visit('#/key', { permissions: ['clipboard-read', 'clipboard-write'] })
  const key = await register(page, `Ada ${uniqueWord()}`)
  expect(key).toMatch(/^claw_[0-9a-f]{56}$/)
  expect((await get('/api/me', { key })).status).toBe(200)
  await focus(page.getByRole('heading', { name: 'Your key' }))
  await page.getByText('cannot be recovered').waitFor()

  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('status').getByText('Copied.').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await (await downloading).saveAs(join(folder, 'key.txt'))
  expect(readFileSync(join(folder, 'key.txt'), 'utf8')).toBe(`${key}\n`)

  expect(await inStorage(page)).not.toContain('claw_')
  await page.reload()
  expect(await page.content()).not.toContain(key)
})

test('leaving before the key was saved asks first, by whichever way', async () => {
  const page = await visit('#/')
  await page.getByRole('link', { name: 'Get a key' }).click()
  const key = await register(page)
  const questions: string[] = []
  let agree = false
  page.on('dialog', async (dialog) => {
    questions.push(`${dialog.type()} ${dialog.message()}`)
    await (agree ? dialog.accept() : dialog.dismiss())
  })
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await expect.poll(() => questions).toEqual([expect.stringContaining('neither copied nor saved')])
  await page.evaluate(() => history.back())
  await expect.poll(() => questions.length).toBe(2)
  expect(await page.locator('.new-key code').innerText()).toBe(key)
  expect(page.url()).toBe(`${siteUrl}/#/key`)
  await page.evaluate(() => location.reload())
  await expect.poll(() => questions.at(-1)).toMatch(/^beforeunload/)
  expect(await page.locator('.new-key code').innerText()).toBe(key)

  agree = true
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await skillLinks(page).first().waitFor()
  expect(await page.content()).not.toContain(key)
})

test('once the key was copied, leaving asks nothing', async () => {
  const page = await visit('#/key', { permissions: ['clipboard-read', 'clipboard-write'] })
  await register(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('status').getByText('Copied.').waitFor({ state: 'attached' })
  page.on('dialog', () => expect.unreachable())
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await skillLinks(page).first().waitFor()
})

test('what the API has against a field stands at the field, and the focus goes there', async () => {
  const page = await visit('#/key')
  await page.getByLabel('Name').fill('x')
  await page.getByLabel('E-mail address').fill('nobody')
  await page.getByRole('button', { name: 'Get a key' }).click()
  await focus(page.getByLabel('Name'))
  expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  const described = (label: string) =>
    page.getByLabel(label).evaluate((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    )
  expect(await described('Name')).toContain('Name must have 2 to 50 characters.')
  expect(await described('E-mail address')).toContain('must be one e-mail address.')

  const { name } = await newAgent()
  await page.getByLabel('E-mail address').fill('')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Get a key' }).click()
  await page.getByText('Name is taken: choose another.').waitFor()
})

test('however often the button is pressed, one agent is registered', async () => {
  const page = await visit('#/key')
  const { asked, open } = await gate(page, /\/api\/register/)
  await page.getByLabel('Name').fill(uniqueWord())
  const button = page.getByRole('button', { name: 'Get a key' })
  await button.click()
  const waiting = page.getByRole('button', { name: 'Sending…' })
  // By force: Playwright itself would wait for a button that says it is disabled.
  await waiting.click({ force: true })
  await waiting.press('Enter')
  open()
  await page.getByRole('heading', { name: 'Your key' }).waitFor()
  expect(asked).toHaveLength(1)
})

test('the key is kept in the browser when that is ticked, and forgotten when asked', async () => {
  const { slug } = await newSkill()
  const agent = await newAgent()
  const page = await visit(`#/rate/${slug}`)
  await page.getByLabel('API key', { exact: true }).fill(agent.key)
  await page.getByLabel('Keep it in this browser').check()
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText(`You write as ${agent.name}`).waitFor()
  expect(await inStorage(page)).toContain(agent.key)

  await page.reload()
  await page.getByText(`You write as ${agent.name}`).waitFor()
  expect(await page.content()).not.toContain(agent.key)
  await page.getByRole('button', { name: 'Forget this key' }).click()
  await page.getByLabel('API key', { exact: true }).waitFor()
  expect(await inStorage(page)).not.toContain('claw_')
})

test('without a tick the key is gone with the tab, and a mistyped one is told of', async () => {
  const { slug } = await newSkill()
  const agent = await newAgent()
  const page = await visit(`#/rate/${slug}`)
  await page.getByLabel('API key', { exact: true }).fill(`${agent.key.slice(0, -1)}x`)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('API key is not valid').waitFor()
  await focus(page.getByLabel('API key', { exact: true }))
  // As pages show a key, which no header can hold.
  await page.getByLabel('API key', { exact: true }).fill(`${agent.key.slice(0, 13)}…`)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('API key is not valid').waitFor()
  expect(await page.getByText('cannot be reached').count()).toBe(0)
  await page.getByLabel('API key', { exact: true }).fill(agent.key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText(`You write as ${agent.name}`).waitFor()
  expect(await inStorage(page)).not.toContain('claw_')
  await page.reload()
  await page.getByLabel('API key', { exact: true }).waitFor()
})
