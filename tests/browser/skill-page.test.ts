import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newAgent, newAgents, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { expectFits, HOSTILE, newPage, siteUrl, visit, waitForAnnouncement, waitForTexts } from './site.ts'

test('offers a command that clones a repository on GitHub, and none for another address', async () => {
  const url = 'https://github.com/owner/repo.git'
  const fields = { url, name: `${HOSTILE} ${uniqueWord()}`, description: HOSTILE }
  const skill = await newSkill({ ...fields, type: 'github' })
  const page = await visit(`skills/${skill.slug}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('link', { name: 'owner/repo on GitHub' }).waitFor()
  await page.getByRole('button', { name: 'Copy: install command, git' }).click()
  await waitForAnnouncement(page, 'Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'git clone https://github.com/owner/repo',
  )
  // The README line contains the slug, which has no other characters.
  const texts = await page.locator('.copy-block code').allInnerTexts()
  expect(texts).toHaveLength(2)
  expect(texts.join('')).not.toMatch(/["'<>$`;]/)

  const other = await newSkill({ url: `${url}?x=$(id)`, type: 'github' })
  await page.goto(`${siteUrl}/skills/${other.slug}`)
  await page.locator('.web-link a').waitFor()
  expect(await page.locator('.web-link a').getAttribute('href')).toBe(`${url}?x=$(id)`)
  expect(await page.getByRole('button', { name: 'Copy: install command' }).count()).toBe(0)

  // A server is not installed by cloning its repository.
  const server = await newSkill({ url, type: 'mcp' })
  await page.goto(`${siteUrl}/skills/${server.slug}`)
  await page.getByRole('link', { name: 'owner/repo on GitHub' }).waitFor()
  expect(await page.getByRole('button', { name: 'Copy: install command' }).count()).toBe(0)
})

test('shows the ASCII form of a host that looks like another', async () => {
  const url = 'https://g\u0456thub.com/owner/r\u00e9po'
  const { slug } = await newSkill({ url })
  const page = await visit(`skills/${slug}`)
  const link = page.locator('.web-link a')
  await link.waitFor()
  expect(await link.innerText()).toBe('https://xn--gthub-n2e.com/owner/r\u00e9po')
  expect(await link.getAttribute('href')).toBe(url)
})

test('shows ratings with a review first, and all of them on request', async () => {
  const skill = await newSkill()
  for (const commentary of ['First.', null, 'Second.', null])
    await submitRating(await newAgent(), { skill_id: skill.id, claws: 4, commentary })
  const page = await visit(`skills/${skill.slug}`)
  await waitForTexts(page.locator('.rating'), 2)
  await page.getByRole('link', { name: 'Show 2 ratings without a review as well' }).click()
  await waitForTexts(page.locator('.rating'), 4)
  await page.reload()
  await waitForTexts(page.locator('.rating'), 4)
  await page.getByRole('link', { name: 'Show only ratings with a review' }).click()
  await waitForTexts(page.locator('.rating'), 2)
})

test('lists up to four alternatives without itself, and nothing if the request fails', async () => {
  const word = uniqueWord()
  const skills = []
  for (let i = 0; i < 6; i++)
    skills.push(await newSkill({ name: `<b>${word}</b> ${i}`, description: `Sorts ${word} pearls.` }))
  const slug = skills[0]?.slug
  const page = await visit(`skills/${slug}`)
  const alternatives = page.getByRole('region', { name: 'Alternatives' })
  const names = await waitForTexts(alternatives.locator('li a'), 4)
  expect(names).not.toContain(skills[0]?.name)
  for (const name of names) expect(name).toContain(`<b>${word}</b>`)
  await alternatives.getByRole('link', { name: names[0] as string }).click()
  await page.getByRole('heading', { level: 1, name: names[0] as string }).waitFor()

  let replies = 0
  await page.route('**/similar', async (route) => {
    await route.abort()
    replies++
  })
  await page.goto(`${siteUrl}/skills/${slug}`)
  await page.getByText('Not rated yet.').waitFor()
  await expect.poll(() => replies).toBe(1)
  expect([await page.getByRole('alert').count(), await alternatives.count()]).toEqual([0, 0])
})

test('the README line of the badge has the addresses of the badge and the page', async () => {
  const skill = await newSkill({ name: `${HOSTILE} ${uniqueWord()}` })
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  const badge = `${siteUrl}/functions/v1/api/skills/${skill.slug}/badge.svg`
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  const image = page.locator('.badge img')
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Copy: badge for a README' }).click()
  await waitForAnnouncement(page, 'Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `[![Skill rating](${badge})](${siteUrl}/skills/${skill.slug})`,
  )
})

test('shows who submitted a skill, its established ratings and its history', async () => {
  const skill = await newSkill()
  await submitRating(await newAgent(), { skill_id: skill.id, claws: 4 })
  const page = await newPage()
  await page.route(`**/api/skills/${skill.slug}`, async (route) => {
    const response = await route.fetch()
    const fields = {
      submitted_by: `<b>${HOSTILE}</b>`,
      established_ratings: 3,
      established_mean: 4.3333333333,
      rating_history: [
        { month: '2026-09', count: 1, mean: 2 },
        { month: '2026-11', count: 3, mean: 4.25 },
      ],
    }
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } })
  })
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  const submitter = page.locator('.facts a')
  expect(await submitter.innerText()).toBe(`<b>${HOSTILE}</b>`)
  expect(await submitter.getAttribute('href')).toMatch(/^\/agents\/[0-9a-f-]{36}$/)
  expect(await page.locator('.headline').innerText()).toContain('3 by established agents')
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '').aggregateRating).toMatchObject({ ratingValue: 4.33, ratingCount: 3 })
  const rows = await page.locator('.history tbody tr').allTextContents()
  expect(rows).toEqual(['Sept 20262.0 of 5 claws1 rating', 'Nov 20264.3 of 5 claws3 ratings'])
  // No bar in October.
  expect(await page.locator('.history rect').count()).toBe(2)
  expect(await page.locator('.history text').allTextContents()).toEqual([
    '5',
    '0',
    '2.0',
    '4.3',
    'S',
    'O',
    'N',
  ])
})

test('the buttons of a rating say which rating they belong to', async () => {
  const skill = await newSkill()
  const agents = [await newAgent(), await newAgent()]
  for (const agent of agents)
    await submitRating(agent, { skill_id: skill.id, claws: 4, commentary: 'Long. '.repeat(250) })
  const page = await visit(`skills/${skill.slug}`)
  for (const { name } of agents) {
    await page.getByRole('button', { name: `Report the rating by ${name}`, exact: true }).waitFor()
    await page.getByRole('button', { name: `Show full review by ${name}`, exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Report' }).first().click()
  await page.getByRole('form', { name: /^Report the rating by / }).waitFor()
  await page.goto(`${siteUrl}/agents/${agents[0]?.name}`)
  await page.getByRole('button', { name: `Report the rating of ${skill.name}`, exact: true }).waitFor()
})

test('says whether a skill can be trusted, before the reviews of its established agents', async () => {
  const [agents, others] = await Promise.all([newEstablishedAgents(3), newAgents(2)])
  const { id, slug } = await newSkill({ url: 'https://github.com/owner/repository' })
  const use = { observed_calls: 2_000, observed_failures: 26 }
  for (const [i, agent] of agents.entries())
    await submitRating(agent, {
      skill_id: id,
      claws: 4 + (i % 2),
      commentary: `Known ${i}.`,
      ...(i === 1 && use),
    })
  for (const agent of others) await submitRating(agent, { skill_id: id, claws: 1, commentary: 'Unknown.' })

  const page = await visit(`skills/${slug}`)
  const sentence =
    'Trusted by 3 established agents: 4.3 of 5 claws on average; 1,000 observed calls, 1.3\u00a0% failed'
  expect(await page.locator('.verdict').innerText()).toBe(`${sentence}, as reported by 1 of them.`)
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now())
  expect(await page.locator('.evidence').innerText()).toBe(
    `5 ratings, 3 by established agents · last rated on ${today} · Alternatives`,
  )
  expect(await page.locator('.headline').innerText()).toContain('4.3 from 3 by established agents')
  expect(await page.locator('.facts .owner').innerText()).toBe('github.com/owner')
  const reviews = page.locator('.commentary')
  expect(await waitForTexts(reviews, 3)).toEqual(['Known 2.', 'Known 1.', 'Known 0.'])
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0
  expect(await top('.trust')).toBeLessThan(await top('.ratings'))

  await page.getByRole('link', { name: 'Show 2 ratings by other agents' }).click()
  const all = ['Known 2.', 'Known 1.', 'Known 0.', 'Unknown.', 'Unknown.']
  expect(await waitForTexts(reviews, 5)).toEqual(all)
  expect(page.url()).toBe(`${siteUrl}/skills/${slug}?by=all`)
  await page.reload()
  expect(await waitForTexts(reviews, 5)).toEqual(all)
  await page.getByRole('link', { name: '1 claw: show only these ratings' }).click()
  expect(await waitForTexts(reviews, 2)).toEqual(['Unknown.', 'Unknown.'])
  await page.getByText('Only ratings with 1 claw.').waitFor()
  await page.getByText('No ratings.').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Show only ratings by established agents' }).click()
  await waitForTexts(reviews, 3)
})

test('says since when a skill installs something else than what was rated', async () => {
  const skill = await newSkill()
  for (const agent of await newEstablishedAgents(3))
    await submitRating(agent, { skill_id: skill.id, claws: 5 })
  const page = await newPage()
  await page.route(`**/api/skills/${skill.slug}`, async (route) => {
    const response = await route.fetch()
    const fields = { changed_at: '2026-11-21T10:00:00Z', established_since_change: 1 }
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } })
  })
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  await page
    .locator('.trust')
    .getByText('Since 21 Nov 2026 it installs something else; 1 of 3 established ratings are newer.')
    .waitFor()
})

test.each([390, 1_440])(
  'a registry name shows its last part large and breaks between words, at %s px',
  async (width) => {
    const word = uniqueWord()
    const name = `@very.${word}/very-long-name-of_a.server-for-browsers-and-${word}`
    // Only words that no other skill has: otherwise more skills are as similar than the page lists.
    const description = `${word} ${uniqueWord()} ${uniqueWord()}`
    const skill = await newSkill({ name, description })
    // As similar as the skills of the other widths, which have the words of this name.
    const other = await newSkill({ name: `Very long name of a server for browsers and ${word}`, description })
    const page = await visit(`skills/${skill.slug}`, { viewport: { width, height: 800 } })
    const parts = async (link: Locator) => {
      expect((await link.innerText()).replaceAll('\n', '')).toBe(name)
      const size = (part: string) =>
        link.locator(part).evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
      expect(await size('.last-part')).toBeGreaterThan(await size('.namespace'))
      const line = link.evaluate((element) => getComputedStyle(element).textDecorationLine)
      const lastLine = link
        .locator('.last-part')
        .evaluate((part) => getComputedStyle(part).textDecorationLine)
      expect(await lastLine).toBe(await line)
      const broken = await link.evaluate((element) => {
        const words: string[] = []
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const { index, 0: found } of node.nodeValue?.matchAll(/[^/._-]+/g) ?? []) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + found.length)
            if (range.getClientRects().length !== 1) words.push(found)
          }
        }
        return words
      })
      expect(broken).toEqual([])
      await expectFits(page)
    }
    await parts(page.getByRole('heading', { level: 1 }))
    await page.locator('.alternatives li a', { hasText: other.name }).click()
    await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
    await parts(page.locator('.alternatives li a', { hasText: `${word}/` }))
    await page.goto(`${siteUrl}/?search=${word}`)
    await parts(page.locator('.skill h2 a', { hasText: `${word}/` }))
  },
)
