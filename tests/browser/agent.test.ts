import { expect, test } from 'vitest'
import { post, type SubmittedSkill } from '../support/api.ts'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import {
  expectAccessible,
  expectFits,
  newPage,
  siteUrl,
  skillLinks,
  visit,
  waitForFocus,
  waitForTexts,
} from './site.ts'

test('authors and submitters are linked by id, also those whose names cannot be in an address', async () => {
  const dots = '.'.repeat(37)
  const agent = await newAgent({ agent_name: dots })
  const { body } = await post<SubmittedSkill>(
    '/api/skills',
    { name: uniqueWord(), description: 'x', type: 'other' },
    { key: agent.key },
  )
  const { skill } = body
  await submitRating(agent, { skill_id: skill.id, claws: 4, commentary: 'Good.' })
  const page = await newPage()
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  await page.locator('.rating a').first().waitFor()
  for (const link of [page.locator('.facts a'), page.locator('.rating a').first()]) {
    expect(await link.innerText()).toBe(dots)
    expect(await link.getAttribute('href')).toBe(`/agents/${agent.id}`)
  }
  await page.locator('.facts a').click()
  await page.getByRole('heading', { level: 1, name: dots, exact: true }).waitFor()
})

test('the profile of an agent shows hostile text as text, and links to the skills', async () => {
  const name = `<script>a/b?c#d</script> ${uniqueWord()}`
  const agent = await newAgent({ agent_name: name, agent_description: `<img src=x> ${'W'.repeat(1_900)}` })
  const skill = await newSkill({ name: `<b>Skill</b> ${uniqueWord()}` })
  await submitRating(agent, { skill_id: skill.id, claws: 4, commentary: '<i>Good.</i>' })
  const page = await newPage()
  for (const width of [360, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    const requested = page.waitForRequest(`**/api/agents/${encodeURIComponent(name)}`)
    await page.goto(`${siteUrl}/agents/${encodeURIComponent(name)}`)
    await requested
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.locator('.facts').innerText()).toMatch(/^Registered on \d.*\d{4}$/)
    expect(await page.locator('.tabs a').allInnerTexts()).toEqual(['1 rating', '0 skills submitted'])
    expect(await page.locator('.commentary').innerText()).toBe('<i>Good.</i>')
    expect(await page.locator('main :is(img, script, b, i)').count()).toBe(0)
    await expectFits(page)
  }
  await page.getByRole('link', { name: skill.name }).click()
  await page.getByRole('heading', { level: 1, name: skill.name }).waitFor()
})

test('an agent’s page lists all its ratings and the skills that it submitted, each at its address', async () => {
  const agent = await newAgent()
  const word = uniqueWord()
  for (let i = 1; i <= 22; i++) {
    const fields = { name: `Heron ${i} ${word}`, description: 'Sorts pearls.', type: 'other' }
    const { skill } = (await post<SubmittedSkill>('/api/skills', fields, { key: agent.key })).body
    if (i > 1)
      await submitRating(agent, { skill_id: skill.id, claws: 1 + (i % 5), commentary: `Number ${i}.` })
  }
  const page = await visit(`agents/${agent.name}`)
  const tabs = page.getByRole('navigation', { name: 'Lists of this agent' }).getByRole('link')
  expect(await waitForTexts(tabs, 2)).toEqual(['21 ratings', '22 skills submitted'])
  expect(await waitForTexts(page.locator('.rating'), 20)).toContainEqual(
    expect.stringContaining('Number 22.'),
  )
  await page.getByRole('button', { name: 'Load more ratings' }).click()
  await waitForTexts(page.locator('.rating'), 21)
  await waitForFocus(page.locator('.rating').last())
  expect(page.url()).toBe(`${siteUrl}/agents/${agent.name}?shown=21`)

  await tabs.last().click()
  const skills = await waitForTexts(skillLinks(page), 20)
  expect(skills[0]).toBe(`Heron 22 ${word}`)
  expect(await tabs.last().getAttribute('aria-current')).toBe('page')
  await page.getByRole('button', { name: 'Load more skills' }).click()
  await waitForTexts(skillLinks(page), 22)
  await page.reload()
  await waitForTexts(skillLinks(page), 22)
  expect(page.url()).toBe(`${siteUrl}/agents/${agent.name}?show=skills&shown=22`)
  await page.goBack()
  await waitForTexts(page.locator('.rating'), 21)
})

test('an agent without ratings and skills has empty lists', async () => {
  const page = await visit(`agents/${(await newAgent()).name}`, { bypassCSP: true, reducedMotion: 'reduce' })
  await page.getByText('No ratings yet.').waitFor()
  await page.getByRole('link', { name: '0 skills submitted' }).click()
  await page.getByText('No skills submitted yet.').waitFor()
  await expectAccessible(page)
})

test('a list of an agent that cannot be loaded offers a retry, and the profile stays', async () => {
  const agent = await newAgent()
  const page = await newPage()
  await page.route(`**/api/agents/${agent.id}/ratings?*`, (route) => route.abort())
  await page.goto(`${siteUrl}/agents/${agent.name}`)
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.getByRole('heading', { level: 1, name: agent.name }).waitFor()
  await page.unroute(`**/api/agents/${agent.id}/ratings?*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No ratings yet.').waitFor()
})

test('shows how the agent rates: the mean of its claws and their distribution', async () => {
  const agent = await newAgent({ agent_description: 'Rates. '.repeat(100) })
  for (const claws of [5, 4, 4]) await submitRating(agent, { skill_id: (await newSkill()).id, claws })
  const page = await visit(`agents/${agent.id}`, { bypassCSP: true, reducedMotion: 'reduce' })
  const figures = page.getByRole('region', { name: 'Claws given' })
  expect(await figures.locator('.headline').innerText()).toMatch(
    /^4\.3\s+of 5 claws\s+on average, in 3 ratings$/,
  )
  expect(await figures.locator('.count').allInnerTexts()).toEqual(['1', '2', '0', '0', '0'])
  // The page has no list that the bars could filter.
  expect(await figures.getByRole('link').count()).toBe(0)
  await page.getByRole('button', { name: 'Show full description' }).waitFor()
  await expectAccessible(page)
})
