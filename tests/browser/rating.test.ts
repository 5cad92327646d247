import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SUB_SCORES } from '../../functions/_shared/schemas/options.ts'
import { type Agent, getSkill, newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { signIn, visit, waitForFocus } from './site.ts'

/** Opens an address with the key of a new agent. */
async function visitWithKey(address: string): Promise<{ page: Page; agent: Agent }> {
  const agent = await newAgent()
  const page = await visit(address)
  await signIn(page, agent)
  return { page, agent }
}

/** Opens the fields that are closed at first. */
const openMore = (page: Page) => page.getByText('More: scores, version, calls').click()

test('creates a rating once its fields are valid, and a second one replaces it', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey(`#/rate/${skill.slug}`)
  await openMore(page)
  for (const { hint, anchors } of Object.values(SUB_SCORES))
    for (const text of [hint, `100 · ${anchors[100]}`]) await page.getByText(text).waitFor()
  await page.getByLabel('Speed').fill('fast')
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText('Claws is required.').waitFor()
  await page.getByText('Speed must be a number from 0 to 100.').waitFor()
  await waitForFocus(page.getByLabel('1 · Barely functional'))
  await page.getByLabel('Speed').fill('')
  await page.getByLabel('5 · Exceptional, used daily').check()
  await page.getByLabel('Reliability').fill('87.5')
  await page.getByLabel('Review').fill('<i>Every day</i>')
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText('Your rating was added.').waitFor()
  await page.getByRole('link', { name: 'View the skill' }).click()
  await page.locator('.rating', { hasText: agent.name }).getByText('<i>Every day</i>').waitFor()
  expect(await page.locator('.sub-scores').innerText()).toContain('87.5 of 100')

  await page.getByRole('link', { name: 'Edit your rating' }).click()
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
  await page.getByLabel('2 · Works but significant problems').check()
  await page.locator('form button[type=submit]').click()
  await page.getByText('Your rating is up to date.').waitFor()
  expect(await getSkill(skill.slug)).toMatchObject({ avg_claws: 2, total_ratings: 1 })
})

test('sends the version and the calls, shows them, and keeps them when the rating is edited', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey(`#/rate/${skill.slug}`)
  await page.getByLabel('4 · Great').check()
  await openMore(page)
  await page.getByLabel('Version').fill(' 1.4.2 ')
  await page.getByLabel('Failed calls').fill('3')
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText('Failed calls requires the number of calls.').waitFor()
  await page.getByLabel(/^Calls/).fill('2.5')
  await page.getByLabel('Failed calls').fill('some')
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText(/^Calls must be a whole number/).waitFor()
  await page.getByText(/^Failed calls must be a whole number/).waitFor()
  // It may be 1,214 or 1.214.
  for (const calls of ['1,214', '1.000']) {
    await page.getByLabel(/^Calls/).fill(calls)
    await page.getByLabel('Failed calls').fill('1')
    await page.getByRole('button', { name: 'Submit rating' }).click()
    await page.getByText(/^Calls must be a whole number/).waitFor()
    await expect.poll(() => page.getByText(/^Failed calls must be a whole number/).count()).toBe(0)
  }
  await page.getByLabel(/^Calls/).fill('1214')
  await page.getByLabel('Failed calls').fill('3')
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText('Your rating was added.').waitFor()
  const use = { version: '1.4.2', observed_calls: 1_214, observed_failures: 3 }
  expect((await getSkill(skill.slug)).ratings).toMatchObject([{ claws: 4, ...use }])

  await page.getByRole('link', { name: 'View the skill' }).click()
  const item = page.locator('.rating', { hasText: agent.name })
  const shown = 'version 1.4.2 · 1,214 calls, 3 failed, as counted by the agent’s own tools'
  await expect.poll(() => item.locator('.scores').innerText()).toBe(shown)

  await page.getByRole('link', { name: 'Edit your rating' }).click()
  await expect.poll(() => page.getByLabel('Version').inputValue()).toBe('1.4.2')
  await page.getByLabel('Review').fill('Also with large files.')
  await page.getByRole('button', { name: 'Update rating' }).click()
  await page.getByText('Your rating is up to date.').waitFor()
  expect((await getSkill(skill.slug)).ratings).toMatchObject([
    { commentary: 'Also with large files.', ...use },
  ])
})

test('a rating can be edited at once, and nobody but its agent is told to edit it', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey(`rate/${skill.slug}`)
  await page.getByLabel('4 · Great').check()
  await page.getByLabel('Review').fill('Good.')
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByRole('button', { name: 'Edit your rating' }).click()
  await waitForFocus(page.getByLabel('4 · Great'))
  await page.getByRole('heading', { level: 1, name: `Your rating of ${skill.name}` }).waitFor()
  expect(await page.getByLabel('Review').inputValue()).toBe('Good.')
  await page.getByLabel('3 · Solid').check()
  await page.getByRole('button', { name: 'Update rating' }).click()
  await page.getByText('Your rating is up to date.').waitFor()
  const { ratings } = await getSkill(skill.slug)
  expect(ratings).toMatchObject([{ agent_name: agent.name, claws: 3, commentary: 'Good.' }])

  await page.getByRole('link', { name: 'View the skill' }).click()
  await page.getByRole('link', { name: 'Edit your rating' }).waitFor()
  await page.getByRole('link', { name: 'Edit your rating' }).click()
  await page.getByRole('button', { name: 'Forget this key' }).click()
  await page.getByRole('link', { name: 'Read other reviews' }).click()
  await page.getByRole('link', { name: 'Rate this skill' }).waitFor()
})

test('loads the agent’s own rating, and deletes it', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey(`#/rate/${skill.slug}`)
  await submitRating(agent, { skill_id: skill.id, claws: 4, speed: 12.5, commentary: 'Mine.' })
  await page.reload()
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
  await expect.poll(() => page.getByLabel('Review').inputValue()).toBe('Mine.')
  expect(await page.getByLabel('4 · Great').isChecked()).toBe(true)
  expect(await page.getByLabel('Speed').inputValue()).toBe('12.5')

  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Delete rating' }).click()
  await page.getByText('Your rating was deleted.').waitFor()
  expect(await getSkill(skill.slug)).toMatchObject({ total_ratings: 0 })
})

test('submits a skill, and links to the existing skill when the name is taken', async () => {
  const name = `Otter ${uniqueWord()}`
  const { page } = await visitWithKey('#/submit')
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByText('Description must have 1 to 5000 characters.').waitFor()
  await page.getByText('Type is required.').waitFor()
  await waitForFocus(page.getByLabel('Name', { exact: true }))

  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Swims & dives <well>.')
  await page.getByLabel('MCP', { exact: true }).check()
  await page.getByLabel('Link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByText('Link must be an http or https address').waitFor()
  await page.getByLabel('Link').fill('https://example.com')
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByText(`${name} was added to the catalogue.`).waitFor()

  await page.getByRole('button', { name: 'Submit another' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name.toUpperCase())
  await page.getByLabel('Description').fill('Again.')
  await page.getByRole('button', { name: 'Submit skill' }).click()
  await page.getByText('This skill is already in the catalogue').waitFor()
  await page.getByRole('link', { name }).click()
  await page.getByText('Swims & dives <well>.').waitFor()
})

test('a rating without a key takes a name and one button, and shows the key below what it says', async () => {
  const skill = await newSkill()
  const taken = await newAgent()
  const page = await visit(`rate/${skill.slug}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  const submit = page.getByRole('button', { name: 'Submit rating' })
  await submit.click()
  for (const text of ['Claws is required.', 'Agent name is required.']) await page.getByText(text).waitFor()
  await page.getByLabel('4 · Great').check()
  await page.getByLabel('Review').fill('Kept.')
  await page.getByLabel('Agent name').fill(taken.name)
  await submit.click()
  await page.getByText('Agent name is taken: choose another.').waitFor()
  const name = `Ada ${uniqueWord()}`
  await page.getByLabel('Agent name').fill(name)
  await submit.click()
  await page.getByText('Your rating was added. It is shown now. It counts for the order when').waitFor()
  expect((await getSkill(skill.slug)).ratings).toMatchObject([{ agent_name: name, commentary: 'Kept.' }])
  const [done, key] = [page.locator('.note-good'), page.locator('.new-key')]
  expect((await done.boundingBox())?.y).toBeLessThan((await key.boundingBox())?.y ?? 0)
  expect(await key.innerText()).toMatch(/^claw_/)

  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Copied.').first().waitFor()
  await page.getByRole('link', { name: 'View the skill' }).click()
  // Its badge is not older than the rating.
  await page.locator('.own-rating').getByText('Kept.').waitFor()
  const badge = await page.locator('.badge img').getAttribute('src')
  const { last_rated_at } = await getSkill(skill.slug)
  expect(badge).toContain(`badge.svg?at=${encodeURIComponent(last_rated_at ?? '')}`)
})
