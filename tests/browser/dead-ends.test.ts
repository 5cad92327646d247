// Where nothing was found, the nearest names and a form with the name are one click away.
import { expect, test } from 'vitest'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { expectFits, newPage, signIn, siteUrl, visit } from './site.ts'

/** A word, and one that is as long and two letters away from it. */
function similarWords(): [word: string, typo: string] {
  const word = uniqueWord()
  return [`${word}heron`, `${word}hreno`]
}

test('an empty search shows the nearest names, and a form with the name', async () => {
  const skill = await newSkill({ name: `<b>Clattering Stork ${uniqueWord()}` })
  // Found by its name only if the type is not chosen.
  const page = await visit(`?search=${encodeURIComponent(skill.name)}&type=clawdbot`)
  const note = page.locator('.note')
  await note.getByText('The nearest names:').waitFor()
  await note.getByRole('link', { name: skill.name, exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: skill.name }).waitFor()

  const missing = `Heron <i>${uniqueWord()}`
  await page.goto(`${siteUrl}/?search=${encodeURIComponent(missing)}&type=other&sort=name`)
  await page.locator('.note a', { hasText: `Submit “${missing}”` }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(missing)
})

test('an empty search of a corrected word does not say that it shows results', async () => {
  const page = await visit('?search=playwrihgt&type=clawdbot')
  await page.locator('.note').getByRole('link', { name: 'Playwright MCP' }).waitFor()
  expect(await page.getByText('Showing results for').count()).toBe(0)
  await page.getByRole('link', { name: 'Search all types' }).click()
  await page.getByText('Showing results for').waitFor()
})

test('the submission of a missing skill keeps its name, apart from other drafts', async () => {
  const page = await visit('submit')
  await page.getByLabel('Name', { exact: true }).fill('Another one')
  const missing = `Heron ${uniqueWord()}`
  await page.goto(`${siteUrl}/submit?name=${encodeURIComponent(missing)}`)
  await signIn(page, await newAgent())
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(missing)
  await page.getByLabel('Description').fill('Waits.')
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByRole('button', { name: 'Submit another' }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  await page.goto(`${siteUrl}/submit`)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Another one')
})

test('where nothing is found, there is a search field and five good skills', async () => {
  const agent = await newAgent()
  for (let i = 0; i < 5; i++) await submitRating(agent, { skill_id: (await newSkill()).id, claws: 5 })
  const page = await newPage()
  for (const address of ['no/such/page', `skills/${uniqueWord()}`, `agents/${uniqueWord()}`]) {
    await page.goto(`${siteUrl}/${address}`)
    const top = page.getByRole('region', { name: 'Top rated skills' })
    await top.locator('li').nth(4).waitFor()
    await page.getByRole('searchbox').fill('browser')
    await page.keyboard.press('Enter')
    await page.locator('.skill').first().waitFor()
    expect(page.url()).toBe(`${siteUrl}/?search=browser`)
  }
  await page.goto(`${siteUrl}/?search=${uniqueWord()}`)
  await page.getByRole('region', { name: 'Top rated skills' }).locator('li').nth(4).waitFor()
})

test('a long word that nothing has fits the page', async () => {
  const page = await visit(`skills/${'W'.repeat(200)}`, { viewport: { width: 360, height: 800 } })
  await page.locator('main a', { hasText: 'Submit “WWW' }).waitFor()
  await expectFits(page)
})

test('both pages that do not exist show the nearest names, and a form with the name', async () => {
  const [word, typo] = similarWords()
  const skill = await newSkill({ name: word })
  const page = await newPage()
  for (const address of [`skills/${typo}`, `rate/${typo}`, `what/is/${typo}`]) {
    await page.goto(`${siteUrl}/${address}`)
    await page.getByText('The nearest names:').waitFor()
    await page.locator('.nearest-names').getByRole('link', { name: skill.name }).waitFor()
    await page.locator('main a', { hasText: `Submit “${typo}”` }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(typo)
    await page.goBack()
    await page.getByRole('link', { name: 'Back to the catalogue' }).waitFor()
  }
})
