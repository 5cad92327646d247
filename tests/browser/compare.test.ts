// What to take instead of a skill, and how it compares.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newImportedSkill } from '../registry/imported-skills.ts'
import { npmPackage } from '../registry/server-json.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { siteUrl, visit, waitForAnnouncement, waitForFocus, waitForTexts } from './site.ts'

/** The texts of a row of the comparison. */
const row = (page: Page, label: string) =>
  page
    .locator('.comparison tr', { has: page.getByRole('rowheader', { name: label, exact: true }) })
    .locator('td')
    .allInnerTexts()
const names = (page: Page) => page.locator('.comparison thead a:first-child')

test('leads from a skill to it and its alternatives side by side, with what decides between them', async () => {
  const word = uniqueWord()
  const fields = { description: `Grades ${word} ${uniqueWord()} kelp by hue.` }
  const agents = await newEstablishedAgents(3)
  const variable = { name: 'API_KEY', isRequired: true, isSecret: true }
  const imported = await newImportedSkill(
    { packages: [npmPackage({ environmentVariables: [variable] })] },
    { ...fields, name: `Heron ${word}`, url: 'https://github.com/owner/heron' },
  )
  const other = await newSkill({
    ...fields,
    name: `Stork ${word}`,
    type: 'other',
    identifiers: ['pkg:pypi/stork'],
  })
  for (const agent of agents)
    await submitRating(agent, { skill_id: imported.id, claws: 4, security: 80, version: '1.4.0' })

  const page = await visit(`skills/${imported.slug}`, { viewport: { width: 1_440, height: 900 } })
  const link = page.getByRole('link', { name: 'Compare 2 side by side' })
  await link.waitFor()
  await page.locator('.trust').getByRole('link', { name: 'Alternatives' }).click()
  expect(page.url()).toBe(`${siteUrl}/skills/${imported.slug}#alternatives`)
  await link.click()
  await waitForFocus(page.getByRole('heading', { level: 1, name: 'Compare' }))
  expect(page.url()).toBe(`${siteUrl}/compare?skills=${imported.slug},${other.slug}`)
  expect(await waitForTexts(names(page), 2)).toEqual([imported.name, other.name])
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now())
  for (const [label, cells] of [
    ['Verdict', [/^Trusted by 3 established agents: 4\.0 of 5/, /^Not enough evidence/]],
    ['Mean', [/^4\.0\s+of 5 claws\s+3 ratings, 3 established$/, /^Not rated yet$/]],
    ['Last rated', [new RegExp(`^${today}$`), /^never$/]],
    ['Rated version', [/^1\.4\.0$/, /^not known$/]],
    ['Newest version', [/^1\.2\.3$/, /^not known$/]],
    ['Security', [/^80\.0 of 100 \(3 scores\)$/, /^No scores yet$/]],
    ['Type', [/^MCP$/, /^Other$/]],
    ['Needs', [/^Node\.js\s+API_KEY$/, /^pip$/]],
    ['From', [/^github\.com\/owner$/, /^no address$/]],
  ] as const) {
    const texts = await row(page, label)
    expect(texts).toHaveLength(2)
    for (const [i, cell] of cells.entries()) expect(texts[i], label).toMatch(cell)
  }
})

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

test('without similar skills, the alternatives are the best results for its words', async () => {
  const word = uniqueWord()
  const skill = await newSkill({ name: `${word} one`, description: 'Waits.' })
  const other = await newSkill({ name: `${word} two`, description: 'Clatters.' })
  const page = await visit('key')
  await page.route('**/similar', (route) => route.fulfill({ json: { skills: [] } }))
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  const alternatives = page.getByRole('region', { name: 'Alternatives' })
  await alternatives.getByRole('link', { name: other.name }).waitFor()
  expect(await alternatives.locator('li a').allInnerTexts()).not.toContain(skill.name)
})
