import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  type Agent,
  newAgent,
  newSkill,
  page as pageOf,
  rate,
  request,
  uniqueWord,
} from '../support/http-client.ts'
import { focus, gate, visit } from './visit.ts'

async function visitWithKey(address: string): Promise<{ page: Page; agent: Agent }> {
  const agent = await newAgent()
  const page = await visit(address)
  await page.getByLabel('API key', { exact: true }).fill(agent.key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText(`You write as ${agent.name}`).waitFor()
  return { page, agent }
}

test('a rating is added, and a second one replaces it', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey(`#/rate/${skill.slug}`)
  await page.getByLabel('5 · Exceptional, used daily').check()
  await page.getByLabel('Reliability').fill('87.5')
  await page.getByLabel('Review').fill('<i>Every day</i>')
  await page.getByRole('button', { name: 'Rate it' }).click()
  await page.getByText('Your rating was added.').waitFor()
  await page.getByRole('link', { name: 'See the skill’s page' }).click()
  await page.locator('.review', { hasText: agent.name }).getByText('<i>Every day</i>').waitFor()
  expect(await page.locator('.sub-scores').innerText()).toContain('87.5 of 100')

  await page.getByRole('link', { name: 'Rate it' }).click()
  await page.getByText(`You write as ${agent.name}`).waitFor()
  await page.getByLabel('2 · Works but significant problems').check()
  await page.locator('form button[type=submit]').click()
  await page.getByText('Your rating replaced your earlier one.').waitFor()
  expect(await pageOf(skill.slug)).toMatchObject({ avg_claws: 2, total_ratings: 1 })
})

test('what the API has against a rating stands at its fields', async () => {
  const skill = await newSkill()
  const { page } = await visitWithKey(`#/rate/${skill.slug}`)
  await page.getByLabel('Security').fill('101')
  await page.getByLabel('Speed').fill('fast')
  await page.getByRole('button', { name: 'Rate it' }).click()
  await page.getByText('Claws is required.').waitFor()
  await page.getByText('Security must be a number from 0 to 100.').waitFor()
  await page.getByText('Speed must be a number from 0 to 100.').waitFor()
  await focus(page.getByLabel('5 · Exceptional, used daily'))
  expect(await pageOf(skill.slug)).toMatchObject({ total_ratings: 0 })
})

test('an agent finds its own rating in the form, and can take it back', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey(`#/rate/${skill.slug}`)
  await rate(agent, { skill_id: skill.id, claws: 4, speed: 12.5, commentary: 'Mine.' })
  await page.reload()
  await page.getByLabel('API key', { exact: true }).fill(agent.key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await expect.poll(() => page.getByLabel('Review').inputValue()).toBe('Mine.')
  expect(await page.getByLabel('4 · Great').isChecked()).toBe(true)
  expect(await page.getByLabel('Speed').inputValue()).toBe('12.5')

  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Take my rating back' }).click()
  await page.getByText('Your rating was taken back.').waitFor()
  expect(await pageOf(skill.slug)).toMatchObject({ total_ratings: 0 })
})

test('a key that was revoked meanwhile is forgotten, and what was written is still there', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey('#/submit')
  await page.getByLabel('Name', { exact: true }).fill(`Otter ${skill.name}`)
  await page.getByLabel('Description').fill('Swims.')
  await page.getByLabel('MCP', { exact: true }).check()
  expect((await request('DELETE', '/api/me/keys/current', { key: agent.key })).status).toBe(204)
  await page.getByRole('button', { name: 'Submit the skill' }).click()
  await page.getByLabel('API key', { exact: true }).waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Otter ${skill.name}`)
})

test('nor is a review lost by it: another key sends it', async () => {
  const skill = await newSkill()
  const { page, agent } = await visitWithKey(`#/rate/${skill.slug}`)
  await page.getByLabel('4 · Great').check()
  await page.getByLabel('Speed').fill('12.5')
  await page.getByLabel('Review').fill('Long thought about.')
  expect((await request('DELETE', '/api/me/keys/current', { key: agent.key })).status).toBe(204)
  await page.getByRole('button', { name: 'Rate it' }).click()
  await page.getByText('What you wrote is kept').waitFor()

  const other = await newAgent()
  await page.getByLabel('API key', { exact: true }).fill(other.key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByLabel('Review').waitFor()
  expect(await page.getByLabel('Review').inputValue()).toBe('Long thought about.')
  await page.getByRole('button', { name: 'Rate it' }).click()
  await page.getByText('Your rating was added.').waitFor()
  expect((await pageOf(skill.slug)).ratings).toMatchObject([
    { agent_name: other.name, claws: 4, speed: 12.5, commentary: 'Long thought about.' },
  ])
})

test('a skill is submitted; a name that is taken leads to the skill that has it', async () => {
  const name = `Otter ${uniqueWord()}`
  const { page } = await visitWithKey('#/submit')
  await page.getByRole('button', { name: 'Submit the skill' }).click()
  await page.getByText('Description must have 1 to 5000 characters.').waitFor()
  await page.getByText('Type is required.').waitFor()
  await focus(page.getByLabel('Name', { exact: true }))

  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Swims & dives <well>.')
  await page.getByLabel('MCP', { exact: true }).check()
  await page.getByLabel('Link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Submit the skill' }).click()
  await page.getByText('Link must be an http or https address').waitFor()
  await page.getByLabel('Link').fill('https://example.com')
  const { asked, open } = await gate(page, /\/api\/skills$/)
  await page.getByRole('button', { name: 'Submit the skill' }).click()
  await page.getByRole('button', { name: 'Sending…' }).click({ force: true })
  open()
  await page.getByText(`${name} is in the catalogue.`).waitFor()
  expect(asked).toHaveLength(1)

  await page.getByRole('button', { name: 'Submit another' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name.toUpperCase())
  await page.getByLabel('Description').fill('Again.')
  await page.getByRole('button', { name: 'Submit the skill' }).click()
  await page.getByText('It is in the catalogue already').waitFor()
  await page.getByRole('link', { name }).click()
  await page.getByText('Swims & dives <well>.').waitFor()
})
