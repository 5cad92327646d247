import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { SORTS } from '../../functions/_shared/schemas/requests.ts'
import { inParallel, list, newSkill, uniqueWord } from '../support/http-client.ts'
import { focus, gate, siteUrl, skillLinks, texts, visit } from './visit.ts'

const search = 'input[type=search]'

test('the catalogue is searched as one types, and the address can be passed on', async () => {
  const word = uniqueWord()
  for (const name of ['Badger', 'Otter']) await newSkill({ name: `${name} ${word}`, description: 'Digs.' })
  const page = await visit()
  await page.locator(search).pressSequentially(word)
  expect((await texts(skillLinks(page), 2)).sort()).toEqual([`Badger ${word}`, `Otter ${word}`])
  await page.locator(search).pressSequentially(' otter')
  expect(await texts(skillLinks(page), 1)).toEqual([`Otter ${word}`])

  expect(page.url()).toContain(`search=${word}+otter`)
  await page.reload()
  expect(await texts(skillLinks(page), 1)).toEqual([`Otter ${word}`])
  const elsewhere = await visit(page.url().slice(siteUrl.length + 1))
  expect(await texts(skillLinks(elsewhere), 1)).toEqual([`Otter ${word}`])
  expect(await elsewhere.locator(search).inputValue()).toBe(`${word} otter`)
})

test('typing asks once for a word, not for each letter', async () => {
  const word = uniqueWord()
  const page = await visit()
  await skillLinks(page).first().waitFor()
  const { asked, open } = await gate(page, /\/api\/skills\?/)
  open()
  // Letter by letter without a pause, however busy the machine is.
  await page.locator(search).evaluate((field: HTMLInputElement, text) => {
    for (let length = 1; length <= text.length; length++) {
      field.value = text.slice(0, length)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, word)
  await page.locator('q', { hasText: word }).waitFor()
  expect(asked).toHaveLength(1)
})

test('a type that is chosen while one still types is not lost', async () => {
  const word = uniqueWord()
  await newSkill({ name: `Badger ${word}`, type: 'mcp' })
  await newSkill({ name: `Otter ${word}`, type: 'github' })
  const page = await visit()
  await skillLinks(page).first().waitFor()
  // At once, before the pause that ends the typing.
  await page.evaluate((text) => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]')
    if (!field) throw new Error('There is no search.')
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    Array.from(document.querySelectorAll('label'), (label) => label.textContent === 'MCP' && label.click())
  }, word)
  await expect.poll(() => page.url()).toContain(`search=${word}`)
  expect(page.url()).toContain('type=mcp')
  expect(await texts(skillLinks(page), 1)).toEqual([`Badger ${word}`])
})

test('an answer that comes too late is dropped', async () => {
  const [late, soon] = [uniqueWord(), uniqueWord()]
  for (const name of [late, soon]) await newSkill({ name })
  const page = await visit()
  const { asked, open } = await gate(page, new RegExp(late))
  const isLate = (request: Request) => request.url().includes(late)
  const over = Promise.race([
    page.waitForEvent('requestfinished', isLate),
    page.waitForEvent('requestfailed', isLate),
  ])
  await page.locator(search).fill(late)
  await expect.poll(() => asked.length).toBe(1)
  await page.locator(search).fill(soon)
  await expect.poll(() => skillLinks(page).allInnerTexts()).toEqual([soon])
  open()
  await over
  // By then it would have been drawn.
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))))
  expect(await skillLinks(page).allInnerTexts()).toEqual([soon])
})

test('the catalogue is filtered by type, and one can go back', async () => {
  const word = uniqueWord()
  await newSkill({ name: `A ${word}`, type: 'mcp' })
  await newSkill({ name: `B ${word}`, type: 'github' })
  const page = await visit(`#/?search=${word}&sort=name`)
  expect(await texts(skillLinks(page), 2)).toEqual([`A ${word}`, `B ${word}`])
  await page.getByRole('radio', { name: 'GitHub' }).check({ force: true })
  expect(await texts(skillLinks(page), 1)).toEqual([`B ${word}`])
  expect(page.url()).toContain('type=github')
  await page.goBack()
  expect(await texts(skillLinks(page), 2)).toEqual([`A ${word}`, `B ${word}`])
  expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
})

test('every order of the API is there, and the catalogue follows it', async () => {
  const page = await visit()
  const options = page.locator('select option')
  const values = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
  expect(values).toEqual(expect.arrayContaining([...SORTS]))
  for (const sort of SORTS) {
    const { asked, open } = await gate(page, sort === 'top' ? /skills\?limit=/ : new RegExp(`sort=${sort}`))
    open()
    await page.getByLabel('Order').selectOption('newest')
    if (sort !== 'newest') await page.getByLabel('Order').selectOption(sort)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  }
  await page.getByLabel('Order').selectOption('name')
  const { skills } = await list({ sort: 'name', limit: 1 })
  await expect.poll(() => skillLinks(page).first().innerText()).toBe(skills[0]?.name)
})

test('“More” brings the next page, keeps the focus, says how many came; a reload shows as many', async () => {
  const word = uniqueWord()
  await inParallel(Array.from({ length: 45 }), (_, i) =>
    newSkill({ name: `${String(i).padStart(2, '0')} ${word}` }),
  )
  const page = await visit(`#/?search=${word}&sort=name`)
  await texts(skillLinks(page), 20)
  const more = page.getByRole('button', { name: 'More skills' })
  await more.focus()
  await page.keyboard.press('Enter')
  await texts(skillLinks(page), 40)
  await page.getByRole('status').getByText('20 more skills.').waitFor({ state: 'attached' })
  await focus(more)

  await page.reload()
  await texts(skillLinks(page), 40)
  await more.focus()
  await page.keyboard.press('Enter')
  const names = await texts(skillLinks(page), 45)
  expect(names).toEqual([...names].sort())
  await page.getByRole('status').getByText('5 more skills, the last.').waitFor({ state: 'attached' })
  expect(await more.count()).toBe(0)
  await focus(skillLinks(page).nth(40))
})

test('one comes back from a skill to the place in the catalogue that one left', async () => {
  const word = uniqueWord()
  await inParallel(Array.from({ length: 20 }), (_, i) => newSkill({ name: `${i} ${word}` }))
  const page = await visit(`#/?search=${word}`)
  await texts(skillLinks(page), 20)
  await skillLinks(page).nth(18).click()
  await page.locator('h1', { hasText: word }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await texts(skillLinks(page), 20)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
})
