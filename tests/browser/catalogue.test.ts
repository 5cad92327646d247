import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { SORTS } from '../../functions/_shared/schemas/options.ts'
import { listSkills, newSkill, uniqueWord } from '../support/fixtures.ts'
import { holdRequests, siteUrl, skillLinks, visit, waitForTexts } from './site.ts'

const searchField = 'input[type=search]'

test('searches while the user types and keeps the search in the address', async () => {
  const word = uniqueWord()
  for (const name of ['Badger', 'Otter']) await newSkill({ name: `${name} ${word}`, description: 'Digs.' })
  const page = await visit()
  await page.locator(searchField).pressSequentially(word)
  expect((await waitForTexts(skillLinks(page), 2)).sort()).toEqual([`Badger ${word}`, `Otter ${word}`])
  await page.locator(searchField).pressSequentially(' otter')
  await expect.poll(() => page.url()).toContain(`search=${word}+otter`)
  await expect.poll(() => skillLinks(page).first().innerText()).toBe(`Otter ${word}`)
  await page.reload()
  expect((await waitForTexts(skillLinks(page), 2))[0]).toBe(`Otter ${word}`)
  const otherTab = await visit(page.url().slice(siteUrl.length + 1))
  expect((await waitForTexts(skillLinks(otherTab), 2))[0]).toBe(`Otter ${word}`)
  expect(await otherTab.locator(searchField).inputValue()).toBe(`${word} otter`)
})

test('sends one request for a word and keeps a type chosen while typing', async () => {
  const word = uniqueWord()
  await newSkill({ name: `Badger ${word}`, type: 'mcp' })
  await newSkill({ name: `Otter ${word}`, type: 'github' })
  const page = await visit()
  await skillLinks(page).first().waitFor()
  const { urls, release } = await holdRequests(page, /\/api\/skills\?.*search/)
  release()
  // In one script, so that the search delay cannot end between two letters or before the type is chosen.
  await page.locator(searchField).evaluate((field: HTMLInputElement, text) => {
    for (let length = 1; length <= text.length; length++) {
      field.value = text.slice(0, length)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    Array.from(document.querySelectorAll('label'), (label) => label.textContent === 'MCP' && label.click())
  }, word)
  await expect.poll(() => page.url()).toContain(`search=${word}`)
  expect(page.url()).toContain('type=mcp')
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`Badger ${word}`])
  expect(urls).toHaveLength(1)
})

test('ignores a response that arrives after a newer search', async () => {
  const [slow, fast] = [uniqueWord(), uniqueWord()]
  for (const name of [slow, fast]) await newSkill({ name })
  const page = await visit()
  const { urls, release } = await holdRequests(page, new RegExp(slow))
  const isSlow = (request: Request) => request.url().includes(slow)
  const finished = Promise.race([
    page.waitForEvent('requestfinished', isSlow),
    page.waitForEvent('requestfailed', isSlow),
  ])
  await page.locator(searchField).fill(slow)
  await expect.poll(() => urls.length).toBe(1)
  await page.locator(searchField).fill(fast)
  await expect.poll(() => skillLinks(page).allInnerTexts()).toEqual([fast])
  release()
  await finished
  // Two frames later the response would be visible.
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))))
  expect(await skillLinks(page).allInnerTexts()).toEqual([fast])
})

test('filters by type: a reload keeps all filters, and going back removes the last one', async () => {
  const word = uniqueWord()
  await newSkill({ name: `A ${word}`, type: 'mcp' })
  await newSkill({ name: `B ${word}`, type: 'github' })
  const page = await visit(`#/?search=${word}&sort=name`)
  expect(await waitForTexts(skillLinks(page), 2)).toEqual([`A ${word}`, `B ${word}`])
  await page.getByRole('radio', { name: 'GitHub' }).check({ force: true })
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`B ${word}`])
  expect(page.url()).toContain('type=github')
  await page.reload()
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`B ${word}`])
  expect(await page.getByRole('radio', { name: 'GitHub' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Sort by').inputValue()).toBe('name')
  await skillLinks(page).click()
  await page.getByRole('heading', { level: 1, name: `B ${word}` }).waitFor()
  await page.goBack()
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`B ${word}`])
  await page.getByRole('radio', { name: 'Other' }).check({ force: true })
  await page.getByText('No skills of this type match').waitFor()
  await page.goBack()
  await page.goBack()
  expect(await waitForTexts(skillLinks(page), 2)).toEqual([`A ${word}`, `B ${word}`])
  expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
})

test('offers every sort order of the API and sorts by it', async () => {
  const page = await visit()
  const options = page.getByLabel('Sort by').locator('option')
  const values = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
  expect(values.sort()).toEqual(SORTS.filter((sort) => sort !== 'relevance').sort())
  await page.getByLabel('Sort by').selectOption('name')
  const { skills } = await listSkills({ sort: 'name', limit: 1 })
  await expect.poll(() => skillLinks(page).first().innerText()).toBe(skills[0]?.name)
})
