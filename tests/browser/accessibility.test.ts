import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { newAgent, newSkill, uniqueWord } from '../support/fixtures.ts'
import { newPage, siteUrl, skillLinks, visit, waitForFocus, waitForTexts } from './site.ts'

test('a skill can be found and rated with the keyboard only', async () => {
  const word = uniqueWord()
  const target = await newSkill({ name: `Heron ${word}` })
  const agent = await newAgent()
  const page = await visit()
  const press = (key: string) => page.keyboard.press(key)
  const tabTo = async (locator: Locator, tabs = 1) => {
    for (let i = 0; i < tabs; i++) await press('Tab')
    await waitForFocus(locator)
  }
  await skillLinks(page).first().waitFor()
  await tabTo(page.getByRole('link', { name: 'Skip to content' }))
  await press('Enter')
  await tabTo(page.getByRole('searchbox'), 3)
  await page.keyboard.type(word)
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([target.name])
  await tabTo(page.getByRole('radio', { name: 'All' }))
  await tabTo(page.getByLabel('Sort by'))
  await tabTo(page.getByText('Why these results?'), 2)
  await tabTo(page.getByRole('link', { name: target.name }))
  const outline = await page.locator('.skill').evaluate((row) => getComputedStyle(row).outlineStyle)
  expect(outline).toBe('solid')
  await press('Enter')
  await waitForFocus(page.getByRole('heading', { level: 1, name: target.name }))
  await tabTo(page.getByRole('link', { name: 'Alternatives' }), 2)
  await tabTo(page.getByRole('link', { name: 'Rate this skill' }))
  await press('Enter')
  await waitForFocus(page.getByRole('heading', { level: 1, name: `Rate ${target.name}` }))
  // Other reviews, the claws, the review, more, the name, the button.
  await tabTo(page.getByText('I have a key'), 7)
  await press('Enter')
  await tabTo(page.getByLabel('API key', { exact: true }))
  await page.keyboard.insertText(agent.key)
  await press('Enter')
  // The panel takes the focus from the form that it replaces.
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
  await waitForFocus(page.locator('section.key'))
  // The form is before the key.
  await page.keyboard.press('Shift+Tab')
  await waitForFocus(page.getByRole('button', { name: 'Submit rating' }))
  for (let i = 0; i < 3; i++) await press('Shift+Tab')
  await press('ArrowDown')
  await waitForFocus(page.getByLabel('2 · Works'))
  await tabTo(page.getByLabel('Review'))
  await page.keyboard.type('By hand.')
  await press('Tab')
  await tabTo(page.getByRole('button', { name: 'Submit rating' }))
  await press('Enter')
  await page.getByText('Your rating was added.').waitFor()
  await waitForFocus(page.locator('.note-good'))
})

test('the theme follows the system until the user chooses one, which is stored; prints are light', async () => {
  const page = await visit('#/key', { colorScheme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await page.emulateMedia({ media: 'print' })
  const printed = await background()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  const light = await background()
  expect([light, printed]).not.toContain(dark)
  expect(printed).toBe(light)
  await page.reload()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(await background()).toBe(light)
})

test('there are no animations with reduced motion', async () => {
  const page = await newPage({ reducedMotion: 'reduce' })
  await page.route(/\/api\//, () => {})
  await page.goto(`${siteUrl}/#/`)
  await page.locator('.skeleton').first().waitFor()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('the policy blocks HTML made from text', async () => {
  const page = await newPage({}, { expectedLog: /TrustedHTML/ })
  await page.goto(`${siteUrl}/#/key`)
  const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content')
  expect(policy).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
  )
  const error = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<p>replaced</p>'
      return ''
    } catch (error) {
      return String(error)
    }
  })
  expect(error).toContain('TrustedHTML')
})
