// What to take instead of a skill, and how it compares.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newSkill, uniqueWord } from '../support/fixtures.ts'
import { holdRequests, siteUrl, visit, waitForAnnouncement, waitForFocus, waitForTexts } from './site.ts'

const names = (page: Page) => page.locator('.comparison thead a:first-child')

test('adds and removes skills by the keyboard, up to three, and keeps them in the address', async () => {
  const word = uniqueWord()
  const skills = []
  for (const name of ['Heron', 'Stork', 'Crane']) skills.push(await newSkill({ name: `${name} ${word}` }))
  const page = await visit('compare')
  const press = (key: string) => page.keyboard.press(key)
  const field = page.getByRole('textbox')
  for (const [i, { name }] of skills.entries()) {
    await field.focus()
    await page.keyboard.type(name)
    const suggestion = page.locator('.suggested').getByRole('link', { name })
    await suggestion.waitFor()
    await press('Tab')
    await waitForFocus(suggestion)
    await press('Enter')
    await waitForTexts(names(page), i + 1)
    if (i > 0) await waitForFocus(page.locator('.comparison'))
    // The field is empty again for the next one.
    if (i < 2) await expect.poll(() => field.inputValue()).toBe('')
  }
  expect(await field.count()).toBe(0)
  const slugs = skills.map(({ slug }) => slug)
  expect(page.url()).toBe(`${siteUrl}/compare?skills=${slugs.join(',')}`)
  await page.reload()
  expect(await waitForTexts(names(page), 3)).toEqual(skills.map(({ name }) => name))
  await page.getByRole('link', { name: `Remove ${skills[1]?.name}` }).click()
  expect(await waitForTexts(names(page), 2)).toEqual([skills[0]?.name, skills[2]?.name])
  await page.goBack()
  await waitForTexts(names(page), 3)
})

test('says which skills do not exist, and compares the others', async () => {
  const skill = await newSkill()
  const missing = uniqueWord()
  const page = await visit(`compare?skills=${missing},${skill.slug},,${skill.slug}`)
  expect(await waitForTexts(names(page), 1)).toEqual([skill.name])
  await page.getByText(`Not in the catalogue: ${missing}.`).waitFor()
  await page.getByRole('textbox').fill(uniqueWord())
  await waitForAnnouncement(page, '0 skills found.')
})

test('does not say that a skill is missing while it is loading', async () => {
  const [skill, other] = [await newSkill(), await newSkill()]
  const missing = uniqueWord()
  const page = await visit(`compare?skills=${skill.slug},${missing}`)
  await page.getByText(`Not in the catalogue: ${missing}.`).waitFor()
  await page.getByRole('textbox').fill(other.name)
  const { release, urls } = await holdRequests(page, new RegExp(`/skills/${other.slug}$`))
  await page.locator('.suggested').getByRole('link', { name: other.name }).press('Enter')
  await expect.poll(() => urls.length).toBe(1)
  expect(await page.getByText('Not in the catalogue').innerText()).toContain(missing)
  release()
  await waitForTexts(names(page), 2)
  expect(await page.getByText('Not in the catalogue').count()).toBe(0)
})

test('compares each skill once, whatever it is called', async () => {
  const [skill, other] = [await newSkill(), await newSkill()]
  const page = await visit(`compare?skills=${skill.slug},${skill.id},${other.slug}`)
  expect(await waitForTexts(names(page), 2)).toEqual([skill.name, other.name])
  await page.goto(`${siteUrl}/compare?skills=.,${skill.slug},..`)
  expect(await waitForTexts(names(page), 1)).toEqual([skill.name])
  await page.getByText('Not in the catalogue: ., ...').waitFor()
})

test('says that the search for another skill failed, in place of no skills', async () => {
  const page = await visit('compare')
  await page.route('**/api/skills?**', (route) => route.abort('connectionrefused'))
  await page.getByRole('textbox').fill('x')
  const alert = page.getByRole('alert')
  await alert.getByText('The service cannot be reached.').waitFor()
  expect(await page.getByText('0 skills found.').count()).toBe(0)
  await page.unroute('**/api/skills?**')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => alert.count()).toBe(0)
})

test('without similar skills, the alternatives are results that share two telling words', async () => {
  const [word, second] = [uniqueWord(), uniqueWord()]
  const skill = await newSkill({ name: `${word} one`, description: `Waits for ${second}.` })
  const other = await newSkill({ name: `${word} two`, description: `Clatters at ${second}s.` })
  const oneWord = await newSkill({ name: `${word} three`, description: 'Sorts the tools of the agent.' })
  const page = await visit('key')
  await page.route('**/similar', (route) => route.fulfill({ json: { skills: [] } }))
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  const alternatives = page.getByRole('region', { name: 'Alternatives' })
  await alternatives.getByRole('link', { name: other.name }).waitFor()
  const names = await alternatives.locator('li a').allInnerTexts()
  for (const name of [skill.name, oneWord.name]) expect(names).not.toContain(name)
})

test('lists better rated alternatives first, and compares with the best two', async () => {
  const skill = await newSkill()
  const rated = async (established_ratings: number, established_mean: number | null) => {
    const one = await newSkill()
    const total_ratings = Math.max(1, established_ratings)
    return { ...one, total_ratings, established_ratings, established_mean, avg_claws: established_mean ?? 5 }
  }
  const [unproven, mixed, good, best] = [
    await rated(0, null),
    await rated(4, 2.6),
    await rated(4, 4.5),
    await rated(40, 4.5),
  ]
  const page = await visit('key')
  await page.route('**/similar', (route) =>
    route.fulfill({ json: { skills: [unproven, mixed, good, best] } }),
  )
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  const alternatives = page.getByRole('region', { name: 'Alternatives' })
  expect(await waitForTexts(alternatives.locator('li a'), 4)).toEqual(
    [best, good, unproven, mixed].map(({ name }) => name),
  )
  expect(await alternatives.locator('h3').allInnerTexts()).toEqual(['Better rated', 'Others'])
  expect(await alternatives.getByRole('link', { name: 'Compare 3' }).getAttribute('href')).toBe(
    `/compare?skills=${skill.slug},${best.slug},${good.slug}`,
  )
})

test('the best alternative takes the place of how to install a poor or retired skill', async () => {
  const skill = await newSkill({ type: 'mcp', identifiers: ['pkg:npm/poor-server'] })
  const better = await newSkill()
  const page = await visit('key')
  let state: object = { total_ratings: 4, established_ratings: 4, established_mean: 1.5, avg_claws: 1.5 }
  await page.route(`**/api/skills/${skill.slug}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...state } })
  })
  const found = { ...better, total_ratings: 9, established_ratings: 9, established_mean: 4.5, avg_claws: 4.5 }
  await page.route('**/similar', (route) => route.fulfill({ json: { skills: [found] } }))
  const instead = page.getByRole('region', { name: 'Use this instead' })
  const install = page.getByRole('region', { name: 'Install' })
  for (state of [state, { retired_at: '2026-11-01T10:00:00Z' }]) {
    await page.goto(`${siteUrl}/skills/${skill.slug}`)
    await instead.getByRole('link', { name: better.name }).waitFor()
    expect(await install.count()).toBe(0)
  }
  state = {}
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  await install.waitFor()
  expect(await instead.count()).toBe(0)
})
