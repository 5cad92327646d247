import { expect, test } from 'vitest'
import { newAgent, newSkill, rate } from '../support/fixtures.ts'
import { newPage, siteUrl, visit } from './site.ts'

test('the profile of an agent shows hostile text as text, and links to the skills', async () => {
  const skill = await newSkill()
  const { body } = await rate(await newAgent(), { skill_id: skill.id, claws: 4, commentary: '<i>Good.</i>' })
  const name = '<script>a/b?c#d</script>'
  const page = await newPage()
  await page.route('**/api/agents/*', (route) =>
    route.fulfill({
      json: {
        id: skill.id,
        agent_name: name,
        agent_description: `<img src=x> ${'W'.repeat(2_000)}`,
        created_at: '2026-01-02T10:00:00Z',
        established: true,
        total_ratings: 1,
        total_skills: 0,
        ratings: [{ ...body.rating, skill: { id: skill.id, name: '<b>Skill</b>', slug: skill.slug } }],
      },
    }),
  )
  for (const width of [360, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    const requested = page.waitForRequest(`**/api/agents/${encodeURIComponent(name)}`)
    await page.goto(`${siteUrl}/agents/${encodeURIComponent(name)}`)
    await requested
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.locator('.facts').innerText()).toMatch(
      /2 Jan 2026[\s\S]*1 rating[\s\S]*0 skills[\s\S]*established/,
    )
    expect(await page.locator('.commentary').innerText()).toBe('<i>Good.</i>')
    expect(await page.locator('main :is(img, script, b, i)').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.unroute('**/api/agents/*')
  await page.getByRole('link', { name: '<b>Skill</b>' }).click()
  await page.getByRole('heading', { level: 1, name: skill.name }).waitFor()
})

test('shows that an agent is not found, and retries when the API cannot be reached', async () => {
  const page = await visit('agents/no-such-agent-anywhere')
  await page.getByRole('heading', { level: 1, name: 'Agent not found' }).waitFor()
  await page.route('**/api/agents/*', (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/api/agents/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Agent not found' }).waitFor()
})
