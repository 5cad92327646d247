import { expect, test } from 'vitest'
import { inParallel, newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { holdRequests, siteUrl, visit, waitForAnnouncement, waitForFocus, waitForTexts } from './site.ts'

const numbers = Array.from({ length: 45 }, (_, i) => String(i).padStart(2, '0'))

async function skills(): Promise<string> {
  const word = uniqueWord()
  await inParallel(numbers, (number) => newSkill({ name: `${number} ${word}` }))
  return `?search=${word}&sort=name`
}

async function reviews(): Promise<string> {
  const skill = await newSkill()
  await inParallel(numbers, async (number) =>
    submitRating(await newAgent(), { skill_id: skill.id, claws: 4, commentary: `${number} Good.` }),
  )
  return `skills/${skill.slug}`
}

test.each([
  ['skills', skills, '.skill h2 a', '.skill h2 a'],
  ['reviews', reviews, '.rating .commentary', '.rating'],
])(
  '“Load more” announces the new %s and moves the focus, and Back and reload keep them and the scroll position',
  async (what, create, text, item) => {
    const page = await visit(await create())
    const [texts, items] = [page.locator(text), page.locator(item)]
    const loadMore = page.getByRole('button', { name: `Load more ${what}` })
    await waitForTexts(texts, 20)
    await loadMore.press('Enter')
    await waitForTexts(texts, 40)
    await waitForAnnouncement(page, `20 more ${what} loaded.`)
    await waitForFocus(loadMore)

    await items.nth(39).scrollIntoViewIfNeeded()
    const scrollY = () => page.evaluate(() => globalThis.scrollY)
    const scrolled = await scrollY()
    expect(scrolled).toBeGreaterThan(500)
    await page.getByRole('link', { name: 'Get a key' }).evaluate((link: HTMLElement) => link.click())
    await page.getByRole('heading', { level: 1, name: 'Get a key' }).waitFor()
    expect(await scrollY()).toBe(0)
    for (const load of ['goBack', 'reload'] as const) {
      await page[load]()
      await waitForTexts(texts, 40)
      await expect.poll(scrollY).toBe(scrolled)
    }

    await loadMore.press('Enter')
    expect(new Set(await waitForTexts(texts, 45)).size).toBe(45)
    await waitForAnnouncement(page, `5 more ${what} loaded. End of list.`)
    expect(await loadMore.count()).toBe(0)
    await waitForFocus(items.nth(40))
  },
)

test('a page that was left is not shown again when more skills arrive', async () => {
  const page = await visit(await skills())
  await waitForTexts(page.locator('.skill h2 a'), 20)
  const held = await holdRequests(page, /cursor=/)
  await page.getByRole('button', { name: 'Load more skills' }).click()
  await expect.poll(() => held.urls.length).toBe(1)
  await page.getByRole('link', { name: 'Get a key' }).click()
  await page.getByRole('heading', { level: 1, name: 'Get a key' }).waitFor()
  const loaded = page.waitForResponse(/cursor=/)
  held.release()
  await (await loaded).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(page.url()).toBe(`${siteUrl}/key`)
})

test('a search is not undone by more skills of the one before', async () => {
  const page = await visit(await skills())
  await waitForTexts(page.locator('.skill h2 a'), 20)
  const held = await holdRequests(page, /cursor=/)
  await page.getByRole('button', { name: 'Load more skills' }).click()
  await expect.poll(() => held.urls.length).toBe(1)
  const word = uniqueWord()
  const next = await holdRequests(page, new RegExp(`search=${word}`))
  await page.getByRole('searchbox').fill(word)
  await expect.poll(() => next.urls.length).toBe(1)
  const loaded = page.waitForResponse(/cursor=/)
  held.release()
  await (await loaded).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(page.url()).toContain(`search=${word}`)
  expect(await page.getByRole('searchbox').inputValue()).toBe(word)
  next.release()
  await page.getByText('No skills match').waitFor()
})
