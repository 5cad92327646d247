import { expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { localStack } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { expectFits, HOSTILE, siteUrl, skillLinks, visit, waitForTexts } from './site.ts'

test('shows the link, average, distribution, sub-scores and reviews of a skill', async () => {
  const skill = await newSkill({ name: `Badger ${uniqueWord()}`, url: 'https://example.com/badger?a=1&b=2' })
  const given = [
    { claws: 5, reliability: 90, commentary: 'Digs well.\nAnd deep.' },
    { claws: 4, reliability: 85.5 },
    { claws: 4 },
  ]
  const agents = []
  for (const rating of given) {
    const agent = await newAgent()
    agents.push(agent)
    await submitRating(agent, { skill_id: skill.id, ...rating })
  }
  const page = await visit(`#/skills/${skill.slug}`)
  await page.getByRole('heading', { level: 1, name: skill.name }).waitFor()
  expect(await page.title()).toBe(`${skill.name} · Skill Ratings`)

  await page.getByRole('link', { name: 'Show 2 ratings without a review as well' }).click()
  const link = page.getByRole('link', { name: 'https://example.com/badger' })
  expect(await link.getAttribute('href')).toBe('https://example.com/badger?a=1&b=2')
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')

  expect(await page.locator('.headline').innerText()).toContain('4.3')
  expect(await page.locator('.headline').innerText()).toContain('from 3 ratings')
  const rows = await page
    .locator('.distribution tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
  expect(rows).toEqual([
    ['5 claws: show only these ratings', '1', '33\u00a0%'],
    ['4 claws: show only these ratings', '2', '67\u00a0%'],
    ['3', '0', '0\u00a0%'],
    ['2', '0', '0\u00a0%'],
    ['1', '0', '0\u00a0%'],
  ])
  const scores = await page.locator('.sub-scores').innerText()
  expect(scores).toMatch(/Reliability\s+87\.8 of 100\s+\(2 scores\)/)
  expect(scores).toMatch(/Speed\s+No scores yet/)

  await expect.poll(() => page.locator('.rating').count()).toBe(3)
  const first = page.locator('.rating', { hasText: agents[0]?.name as string })
  expect(await first.innerText()).toContain('Digs well.\nAnd deep.')
  expect(await first.textContent()).toContain('5 of 5 claws: Exceptional, used daily')
  expect(await first.innerText()).toContain('Reliability 90')
})

test('hostile text stays text and does not affect the page around it', async () => {
  const word = uniqueWord()
  const skill = await newSkill({
    name: `${HOSTILE} ${word}`,
    description: `${HOSTILE} ‮desrever ${'W'.repeat(3_000)}`,
  })
  const reviews = [
    HOSTILE,
    '‮⁦right to left and isolated without an end',
    `${'x'.repeat(9_995)} end.`,
    '👩‍👩‍👧‍👦'.repeat(300),
    'é̷̢̛͖'.repeat(400),
    '[a](javascript:alert(1)) javascript:alert(1) &lt;b&gt; {{1+1}} $(1+1)',
  ]
  for (const commentary of reviews) {
    const agent = await newAgent({ agent_name: `<b>${uniqueWord()}</b>` })
    const rating = { skill_id: skill.id, claws: 3, commentary, version: 'V'.repeat(100) }
    expect((await submitRating(agent, rating)).status).toBe(201)
  }
  for (const width of [360, 1_440]) {
    const page = await visit(`#/skills/${skill.slug}`, { viewport: { width, height: 800 } })
    await expect.poll(() => page.locator('.rating').count()).toBe(reviews.length)
    const more = page.getByRole('button', { name: 'Show full review' })
    while ((await more.count()) > 0) await more.first().click()
    const shown = await page.locator('.commentary').evaluateAll((all) => all.map((one) => one.textContent))
    expect(shown.sort()).toEqual(reviews.map((text) => text.normalize()).sort())
    expect(await page.locator('main :is(img, script, b, iframe):not(.badge img)').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
    await expectFits(page)
    // The commentary does not change the direction of what follows.
    expect(
      await page
        .locator('.rating time')
        .first()
        .evaluate((time) => getComputedStyle(time).direction),
    ).toBe('ltr')
    // Long words break, and numbers in tables do not.
    const heights = await page
      .locator('.distribution .count')
      .first()
      .evaluate((cell) =>
        ['6', '1,234'].map((text) => {
          cell.textContent = text
          return cell.getBoundingClientRect().height
        }),
      )
    expect(heights[1]).toBe(heights[0])

    await page.goto(`${siteUrl}/#/?search=${word}`)
    await expect.poll(() => skillLinks(page).count()).toBe(1)
    await expectFits(page)
  }
})

test('shows one empty state for an unrated skill, and replaces its id in the address by its slug', async () => {
  const skill = await newSkill()
  const page = await visit(`#/skills/${skill.id}`)
  await page.getByText('Not rated yet.').waitFor()
  expect(await page.locator('article').innerText()).not.toMatch(/No (ratings|scores|reviews)/)
  expect(await page.locator('.distribution, .sub-scores, .rating-controls').count()).toBe(0)
  await page.getByRole('link', { name: 'Rate this skill' }).waitFor()
  await page.getByRole('heading', { level: 1, name: skill.name }).waitFor()
  await expect.poll(() => page.url()).toBe(`${siteUrl}/skills/${skill.slug}`)
  expect(await page.getByText('was merged into this one').count()).toBe(0)
})

test('shows first that a skill is retired, without a verdict, and offers no rating', async () => {
  const skill = await newSkill()
  for (const agent of await newEstablishedAgents(3))
    await submitRating(agent, { skill_id: skill.id, claws: 5 })
  const page = await visit('#/key')
  await page.route(`**/api/skills/${skill.slug}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), retired_at: '2026-11-01T10:00:00Z' },
    })
  })
  await page.goto(`${siteUrl}/#/skills/${skill.slug}`)
  const notice = page.getByText('Retired on 1 Nov 2026')
  await notice.waitFor()
  const trust = page.locator('.trust')
  expect(await trust.locator('.verdict').innerText()).toBe(
    'Rated by 3 established agents: 5.0 of 5 claws on average.',
  )
  expect(await trust.getAttribute('class')).toBe('trust trust-retired evidence-none')
  const [above, below] = [await notice.boundingBox(), await trust.boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  expect(await page.getByRole('link', { name: 'Rate this skill' }).count()).toBe(0)
})

test('says that the registry deleted a skill, which can still be rated', async () => {
  const skill = await newSkill()
  const page = await visit('#/key')
  await page.route(`**/api/skills/${skill.slug}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), source_status: 'deleted' } })
  })
  await page.goto(`${siteUrl}/#/skills/${skill.slug}`)
  await page.getByText('The catalogue from which this skill was imported marks it as deleted.').waitFor()
  await page.getByRole('link', { name: 'Rate this skill' }).waitFor()
})

test('the address of a merged skill says whence it came, also after a reload', async () => {
  const [kept, merged] = [await newSkill(), await newSkill()]
  await withConnection(localStack?.databaseUrl ?? '', async (sql) => {
    await sql`select admin.merge_skills(${merged.id}, ${kept.id}, 'The same.', true)`
  })
  // Which reviews the page shows is a part of the address that stays.
  const page = await visit(`skills/${merged.slug}?sort=lowest&claws=1`)
  const notice = page.getByText(`The skill ${merged.slug} was merged into this one`)
  await notice.waitFor()
  await expect.poll(() => page.url()).toBe(`${siteUrl}/skills/${kept.slug}?sort=lowest&claws=1`)
  await page.reload()
  await notice.waitFor()
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await waitForTexts(page.locator('.totals'), 1)
  await page.goto(`${siteUrl}/skills/${kept.slug}`)
  await page.getByRole('heading', { level: 1, name: kept.name }).waitFor()
  expect(await notice.count()).toBe(0)
})
