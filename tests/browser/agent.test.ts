import { expect, test } from 'vitest'
import { post, type SubmittedSkill } from '../support/api.ts'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { expectFits, newPage, siteUrl } from './site.ts'

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
    expect(await page.locator('.facts').innerText()).toMatch(/\d{4}[\s\S]*1 rating[\s\S]*0 skills/)
    expect(await page.locator('.commentary').innerText()).toBe('<i>Good.</i>')
    expect(await page.locator('main :is(img, script, b, i)').count()).toBe(0)
    await expectFits(page)
  }
  await page.getByRole('link', { name: skill.name }).click()
  await page.getByRole('heading', { level: 1, name: skill.name }).waitFor()
})
