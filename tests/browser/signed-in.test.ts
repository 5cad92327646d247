// What the site shows to an agent whose key is in use.
import { expect, test } from 'vitest'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { type Agent, newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { holdRequests, signIn, siteUrl, visit, waitForFocus, waitForTexts } from './site.ts'

test('the header shows the name of the agent and leads to its ratings, until the key is forgotten', async () => {
  const agent = await newAgent({ agent_name: `<b>Ada ${uniqueWord()}` })
  const skill = await newSkill()
  await submitRating(agent, { skill_id: skill.id, claws: 4, commentary: 'Mine.' })
  const page = await visit('submit')
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Get a key' }).waitFor()
  const { urls, release } = await holdRequests(page, /\/api\/me$/)
  release()
  await signIn(page, agent)
  await header.getByRole('link', { name: agent.name }).waitFor()
  expect(await header.getByRole('link', { name: 'Get a key' }).count()).toBe(0)
  // The form that checks the key, and one request for all parts that show the name.
  expect(urls).toHaveLength(2)
  await header.getByRole('link', { name: 'My ratings' }).click()
  await page.getByRole('heading', { level: 1, name: agent.name }).waitFor()
  expect(page.url()).toBe(`${siteUrl}/agents/${agent.id}`)
  expect(await header.getByRole('link', { name: 'My ratings' }).getAttribute('aria-current')).toBe('page')
  expect(await waitForTexts(page.locator('.commentary'), 1)).toEqual(['Mine.'])

  // At once after a reload, before the service says who it is.
  const held = await holdRequests(page, /\/api\/me$/)
  await page.reload()
  await header.getByRole('link', { name: agent.name }).waitFor()
  held.release()
  await header.getByRole('link', { name: agent.name }).click()
  await page.getByRole('button', { name: 'Forget this key' }).click()
  await header.getByRole('link', { name: 'Get a key' }).waitFor()
  expect(await header.getByRole('link', { name: 'My ratings' }).count()).toBe(0)
})

test('a known agent enters its key on the page “Get a key”', async () => {
  const agent = await newAgent()
  const page = await visit('key')
  await page.getByText('I have a key').press('Enter')
  await page.getByLabel('API key', { exact: true }).fill(agent.key)
  await page.keyboard.press('Enter')
  await page.getByText(`Signed in as ${agent.name}`).waitFor()
  await waitForFocus(page.locator('section.key'))
  await page.getByRole('heading', { level: 2, name: 'Register another agent' }).waitFor()
})

test('the own rating is above those by others, and nowhere else', async () => {
  const [established] = await newEstablishedAgents(1)
  const [own, other] = [await newAgent(), await newAgent()]
  const skill = await newSkill()
  for (const [agent, commentary] of [
    [established, 'Known.'],
    [own, 'Mine.'],
    [other, 'Unknown.'],
  ] as [Agent, string][])
    await submitRating(agent, { skill_id: skill.id, claws: 4, commentary })
  const page = await visit('submit')
  await signIn(page, own)
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  const texts = page.locator('.commentary')
  expect(await waitForTexts(texts, 2)).toEqual(['Mine.', 'Known.'])
  const mine = page.locator('.own-rating')
  expect(await mine.getByRole('button', { name: /Report/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Show 1 rating by other agents' }).click()
  expect(await waitForTexts(texts, 3)).toEqual(['Mine.', 'Known.', 'Unknown.'])

  await mine.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Review').fill('Mine, again.')
  await page.getByRole('button', { name: 'Update rating' }).click()
  await page.getByRole('link', { name: 'View the skill' }).click()
  expect(await waitForTexts(texts, 2)).toEqual(['Mine, again.', 'Known.'])
  await page.getByRole('link', { name: 'Edit your rating' }).waitFor()
})

test('says that nobody else has rated a skill', async () => {
  const agent = await newAgent()
  const skill = await newSkill()
  await submitRating(agent, { skill_id: skill.id, claws: 4 })
  const page = await visit('submit')
  await signIn(page, agent)
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  await page.locator('.own-rating .rating').waitFor()
  await page.getByText('No ratings by others yet.').waitFor()
  expect(await page.locator('.rating').count()).toBe(1)
})
