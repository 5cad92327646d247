import { expect, test } from 'vitest'
import { newAgent, newSkill, rate, uniqueWord } from '../support/fixtures.ts'
import { expectFits, HOSTILE, newPage, siteUrl } from './site.ts'

test('the profile of an agent shows hostile text as text, and links to the skills', async () => {
  const name = `<script>a/b?c#d</script> ${uniqueWord()}`
  const agent = await newAgent({ agent_name: name, agent_description: `<img src=x> ${'W'.repeat(1_900)}` })
  const skill = await newSkill({ name: `<b>Skill</b> ${uniqueWord()}` })
  await rate(agent, { skill_id: skill.id, claws: 4, commentary: '<i>Good.</i>' })
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

test('the badge and the feeds are well-formed and run nothing', async () => {
  const skill = await newSkill({ name: `${HOSTILE} ${uniqueWord()}`, description: HOSTILE })
  const agent = await newAgent({ agent_name: `${HOSTILE.slice(0, 30)}${uniqueWord()}` })
  await rate(agent, { skill_id: skill.id, claws: 4, commentary: HOSTILE })
  const page = await newPage()
  const paths = ['feed.atom', `skills/${skill.slug}/feed.atom`, `skills/${skill.slug}/badge.svg`]
  for (const path of paths) {
    const response = await page.goto(`${siteUrl}/functions/v1/api/${path}`)
    expect(response?.headers()['x-content-type-options'], path).toBe('nosniff')
    const [root, unwanted] = await page.evaluate(
      (text) => {
        const xml = new DOMParser().parseFromString(text, 'text/xml')
        return [xml.documentElement.tagName, xml.querySelectorAll('script, parsererror, [onerror]').length]
      },
      (await response?.text()) ?? '',
    )
    expect([root, unwanted], path).toEqual([path.endsWith('.svg') ? 'svg' : 'feed', 0])
    expect(await page.title()).not.toBe('owned')
  }
})
