import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { get, request } from '../support/api.ts'
import { newAgent, newSkill, uniqueWord } from '../support/fixtures.ts'
import {
  holdRequests,
  keyField,
  newPage,
  signIn,
  siteUrl,
  skillLinks,
  visit,
  waitForAnnouncement,
  waitForFocus,
} from './site.ts'

/** What the browser keeps for all tabs, and what it keeps for this one. */
const storageOf = (page: Page) =>
  page.evaluate(() => ({ browser: JSON.stringify(localStorage), tab: JSON.stringify(sessionStorage) }))
const forget = (page: Page) => page.getByRole('button', { name: 'Forget this key' }).click()

async function register(page: Page, name = uniqueWord()): Promise<string> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Get a key' }).click()
  await page.getByRole('heading', { name: 'Your key' }).waitFor()
  return page.locator('.new-key code').innerText()
}

test('shows a working key once, with a warning and commands, to copy and to download', async () => {
  const page = await visit('#/key', { permissions: ['clipboard-read', 'clipboard-write'] })
  const key = await register(page, `Ada ${uniqueWord()}`)
  expect(key).toMatch(/^claw_[0-9a-f]{56}$/)
  expect((await get('/api/me', { key })).status).toBe(200)
  await waitForFocus(page.getByRole('heading', { name: 'Your key' }))
  await page.getByText('cannot be recovered').waitFor()
  expect(await page.locator('.copy-block code:visible').allInnerTexts()).toEqual([
    `claude mcp add --transport http skill-rating ${siteUrl}/functions/v1/mcp --header "x-api-key: ${key}"`,
    `curl ${siteUrl}/functions/v1/api/me -H "x-api-key: ${key}"`,
  ])

  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await waitForAnnouncement(page, 'Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await (await downloading).saveAs(join(folder, 'key.txt'))
  expect(readFileSync(join(folder, 'key.txt'), 'utf8')).toBe(`${key}\n`)

  expect((await storageOf(page)).browser).not.toContain('claw_')
  // Leaving asks nothing after the key was saved.
  page.on('dialog', () => expect.unreachable())
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await skillLinks(page).first().waitFor()
  expect(await page.content()).not.toContain(key)
})

test('asks for confirmation when the user leaves before saving the key', async () => {
  const page = await visit('#/')
  await page.getByRole('link', { name: 'Get a key' }).click()
  const key = await register(page)
  const keyShown = () => page.locator('.new-key code').innerText()
  const questions: string[] = []
  let agree = false
  page.on('dialog', async (dialog) => {
    questions.push(`${dialog.type()} ${dialog.message()}`)
    await (agree ? dialog.accept() : dialog.dismiss())
  })
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await expect.poll(() => questions).toEqual([expect.stringContaining('not copied or saved')])
  await page.evaluate(() => history.back())
  await expect.poll(() => questions.length).toBe(2)
  expect(await keyShown()).toBe(key)
  expect(page.url()).toBe(`${siteUrl}/key`)
  await page.evaluate(() => location.reload())
  await expect.poll(() => questions.at(-1)).toMatch(/^beforeunload/)
  expect(await keyShown()).toBe(key)

  agree = true
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await skillLinks(page).first().waitFor()
  expect(await page.content()).not.toContain(key)
})

test('shows the API’s errors at the fields and focuses the first one', async () => {
  const page = await visit('#/key')
  await page.getByLabel('Name').fill('x')
  await page.getByLabel('E-mail address').fill('nobody')
  await page.getByRole('button', { name: 'Get a key' }).click()
  await waitForFocus(page.getByLabel('Name'))
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

test('registers one agent, however often the button is pressed', async () => {
  const page = await visit('#/key')
  await page.getByLabel('Name').fill(uniqueWord())
  const { urls, release } = await holdRequests(page, /\/api\/register/)
  await page.getByRole('button', { name: 'Get a key' }).click()
  const waiting = page.getByRole('button', { name: 'Sending…' })
  // Playwright would wait until the button is enabled.
  await waiting.click({ force: true })
  await waiting.press('Enter')
  release()
  await page.getByRole('heading', { name: 'Your key' }).waitFor()
  expect(urls).toHaveLength(1)
})

test('keeps the key until the tab is closed, and in the browser only on request', async () => {
  const agent = await newAgent()
  const page = await visit('submit')
  const isSignedIn = (tab: Page) => tab.getByText(`Signed in as ${agent.name}`).waitFor()
  const openTab = async () => {
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    return tab
  }
  await signIn(page, agent)
  await page.getByText('until you close this tab.').waitFor()
  await page.reload()
  await isSignedIn(page)
  expect(await page.content()).not.toContain(agent.key)
  expect((await storageOf(page)).browser).not.toContain('claw_')
  await keyField(await openTab())
  await forget(page)
  await keyField(page)
  await page.reload()
  await keyField(page)
  expect(JSON.stringify(await storageOf(page))).not.toContain('claw_')

  await signIn(page, agent, { store: true })
  await page.getByText('stored in this browser.').waitFor()
  expect((await storageOf(page)).browser).toContain(agent.key)
  expect((await storageOf(page)).tab).not.toContain('claw_')
  await isSignedIn(await openTab())
})

test('forgetting the key forgets it in all tabs, also in a duplicate, and keeps the key of another agent', async () => {
  const [agent, other] = [await newAgent(), await newAgent()]
  const page = await visit('submit')
  await signIn(page, agent)
  // An opened window gets a copy of the tab's storage, as a duplicated tab does.
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void open(location.href))
  const duplicate = await opening
  await duplicate.getByText(`Signed in as ${agent.name}`).waitFor()
  const otherTab = await page.context().newPage()
  await otherTab.goto(page.url())
  await signIn(otherTab, other, { store: true })

  await forget(page)
  for (const tab of [page, duplicate]) {
    await keyField(tab)
    expect(JSON.stringify(await storageOf(tab))).not.toContain(agent.key)
  }
  await otherTab.reload()
  await otherTab.getByText(`Signed in as ${other.name}`).waitFor()
})

test('a new key replaces the key of this tab, and not a key stored in the browser', async () => {
  const agent = await newAgent()
  const page = await visit('submit')
  await signIn(page, agent, { store: true })
  await page.getByRole('link', { name: agent.name }).click()
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
  const key = await register(page)
  expect((await storageOf(page)).browser).toContain(agent.key)
  expect((await storageOf(page)).tab).toContain(key)
})

test('forgets a key that the API rejects', async () => {
  const agent = await newAgent()
  const page = await visit('submit')
  for (const store of [false, true]) {
    const { key } = store ? await newAgent() : agent
    await (await keyField(page)).fill(key)
    if (store) await page.getByLabel('Store the key').check()
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('Signed in as').waitFor()
    expect((await request('DELETE', '/api/me/keys/current', { key })).status).toBe(204)
    await page.reload()
    await keyField(page)
    expect(JSON.stringify(await storageOf(page))).not.toContain('claw_')
  }
})

test.each([
  [
    'blocked',
    () =>
      Object.defineProperty(globalThis, 'sessionStorage', {
        get: () => {
          throw new Error()
        },
      }),
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new Error()
      }
    },
  ],
])('works while storage is %s, and says that a reload forgets the key', async (_, breakStorage) => {
  const agent = await newAgent()
  const page = await newPage()
  await page.addInitScript(breakStorage)
  await page.goto(`${siteUrl}/submit`)
  await signIn(page, agent)
  await page.getByText('until you leave or reload this page.').waitFor()
  await page.reload()
  await keyField(page)
})

test('reports an invalid key', async () => {
  const { slug } = await newSkill()
  const { key } = await newAgent()
  const page = await visit(`#/rate/${slug}`)
  await page.route('**/api/me', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', detail: 'A bug.' } }),
  )
  await (await keyField(page)).fill(key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByRole('alert').getByText('A bug.').waitFor()
  expect(await page.getByText('API key is not valid').count()).toBe(0)
  await page.unroute('**/api/me')
  // The prefix that pages show contains a character that no header can contain.
  for (const invalid of [`${key.slice(0, -1)}x`, `${key.slice(0, 13)}…`]) {
    await (await keyField(page)).fill(invalid)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('API key is not valid').waitFor()
    await waitForFocus(page.getByLabel('API key', { exact: true }))
  }
  expect(await page.getByText('cannot be reached').count()).toBe(0)
})
