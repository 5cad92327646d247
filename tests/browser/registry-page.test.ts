// The page of an imported skill, and its comparison with another one.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { newImportedSkill } from '../registry/imported-skills.ts'
import { npmPackage } from '../registry/server-json.ts'
import { localStack } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { siteUrl, visit, waitForFocus, waitForTexts } from './site.ts'

/** The texts of a row of the comparison. */
const row = (page: Page, label: string) =>
  page
    .locator('.comparison tr', { has: page.getByRole('rowheader', { name: label, exact: true }) })
    .locator('td')
    .allInnerTexts()
const names = (page: Page) => page.locator('.comparison thead a:first-child')

test('the verdict is in the first screen and before all else, also below a name of 198 characters', async () => {
  const word = uniqueWord()
  const names = [
    `${word} ${'Tools for Reading and Checking '.repeat(8)}`.slice(0, 197).trim().padEnd(198, 's'),
    `io.github.${word}/${'a-server-with-a-long-name-'.repeat(9)}`.slice(0, 197).padEnd(198, 's'),
  ]
  const agents = await newEstablishedAgents(3)
  for (const [i, name] of names.entries()) {
    // The form of a registry name is reserved for imports.
    const skill = await newImportedSkill(
      { packages: [npmPackage({})] },
      { description: 'Long. '.repeat(300) },
    )
    await withConnection(localStack?.databaseUrl ?? '', async (sql) => {
      await sql`update public.skills set name = ${name} where id = ${skill.id}`
    })
    for (const agent of agents)
      await submitRating(agent, { skill_id: skill.id, claws: 4 + (i % 2), security: 80, commentary: 'Fine.' })
    for (const [width, height] of [
      [1_440, 900],
      [390, 844],
    ] as const) {
      const page = await visit(`skills/${skill.slug}`, { viewport: { width, height } })
      await page.locator('.rating').first().waitFor()
      const verdict = await page.locator('.trust').boundingBox()
      expect((verdict?.y ?? height) + (verdict?.height ?? 0), `${width} px: ${name}`).toBeLessThan(height)
      const tops: number[] = []
      for (const selector of [
        '.trust',
        '.full-description',
        '.install',
        '.figures',
        '.sub-scores',
        '.ratings',
      ])
        tops.push((await page.locator(selector).boundingBox())?.y ?? Number.NaN)
      // Beside each other on a wide screen.
      if (width < 960) expect(tops).toEqual(tops.toSorted((a, b) => a - b))
      expect(await page.getByRole('button', { name: 'Show full description' }).count()).toBe(1)
    }
  }
})

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
    ['What it does', [new RegExp(`^Grades ${word}`), new RegExp(`^Grades ${word}`)]],
    ['Ratings', [/^4\.0\s+of 5 claws,\s+3 ratings ✓/, /^not known$/]],
    ['Last rated', [new RegExp(`^${today}$`), /^not known$/]],
    ['Newest rated version', [/^1\.4\.0$/, /^not known$/]],
    ['Newest version', [/^1\.2\.3$/, /^not known$/]],
    ['Security', [/^80\.0 of 100 \(3 scores\)$/, /^not known$/]],
    ['Type', [/^MCP$/, /^Other$/]],
    ['Needs', [/^Node\.js\s+API_KEY$/, /^pip$/]],
    ['From', [/^github\.com\/owner$/, /^not known$/]],
  ] as const) {
    const texts = await row(page, label)
    expect(texts).toHaveLength(2)
    for (const [i, cell] of cells.entries()) expect(texts[i], label).toMatch(cell)
  }
  // Nobody knows the speed of either.
  expect(await row(page, 'Speed')).toEqual([])
  const actions = page.locator('.comparison .actions')
  expect(await actions.locator('code').allInnerTexts()).toEqual([
    expect.stringMatching(/^claude mcp add .* npx -y /),
    'pip install stork',
  ])
  await actions
    .first()
    .getByRole('link', { name: `Rate ${imported.name}` })
    .click()
  await page.getByRole('heading', { level: 1, name: `Rate ${imported.name}` }).waitFor()
})

test('marks the best value of a row, where the difference means something', async () => {
  const agents = await newEstablishedAgents(3)
  const [first, second, third] = [await newSkill(), await newSkill(), await newSkill()]
  for (const agent of agents) {
    // As secure as the others, nearly as fast as the first, and poor.
    await submitRating(agent, { skill_id: third.id, claws: 2, security: 81, speed: 88 })
    await submitRating(agent, { skill_id: first.id, claws: 5, security: 82, speed: 90 })
    await submitRating(agent, { skill_id: second.id, claws: 4, security: 80, speed: 60 })
  }
  const page = await visit(`compare?skills=${second.slug},${first.slug},${third.slug}`)
  await waitForTexts(names(page), 3)
  const marked = (label: string) =>
    page
      .locator('.comparison tr', { has: page.getByRole('rowheader', { name: label, exact: true }) })
      .locator('td')
      .evaluateAll((all) => all.map((cell) => cell.classList.contains('best')))
  expect(await marked('Ratings')).toEqual([false, true, false])
  expect(await marked('Speed')).toEqual([false, true, true])
  expect(await marked('Security')).toEqual([false, false, false])
})
