import { expect, test } from 'vitest'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { HOSTILE, newPage, siteUrl, visit, waitForAnnouncement, waitForTexts } from './site.ts'

test('offers a command that clones a repository on GitHub, and none for another address', async () => {
  const url = 'https://github.com/owner/repo.git'
  const fields = { url, name: `${HOSTILE} ${uniqueWord()}`, description: HOSTILE }
  const skill = await newSkill({ ...fields, type: 'github' })
  const page = await visit(`skills/${skill.slug}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('link', { name: 'owner/repo on GitHub' }).waitFor()
  await page.getByRole('button', { name: 'Copy: install command' }).click()
  await waitForAnnouncement(page, 'Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'git clone https://github.com/owner/repo',
  )
  // The README line contains the slug, which has no other characters.
  const texts = await page.locator('.copy-block code').allInnerTexts()
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

test('lists up to four similar skills without itself, and nothing if there are none or the request fails', async () => {
  const word = uniqueWord()
  const skills = []
  for (let i = 0; i < 6; i++)
    skills.push(await newSkill({ name: `<b>${word}</b> ${i}`, description: `Sorts ${word} pearls.` }))
  const slug = skills[0]?.slug
  const page = await visit(`skills/${slug}`)
  const similar = page.locator('.similar a')
  const names = await waitForTexts(similar, 4)
  expect(names).not.toContain(skills[0]?.name)
  for (const name of names) expect(name).toContain(`<b>${word}</b>`)
  await similar.first().click()
  await page.getByRole('heading', { level: 1, name: names[0] as string }).waitFor()

  const body = '{"skills":[]}'
  for (const fails of [false, true]) {
    let replies = 0
    await page.route('**/similar', async (route) => {
      await (fails ? route.abort() : route.fulfill({ contentType: 'application/json', body }))
      replies++
    })
    await page.goto(`${siteUrl}/skills/${slug}`)
    await page.getByText('Not rated yet.').waitFor()
    await expect.poll(() => replies).toBe(1)
    expect([await page.getByRole('alert').count(), await page.locator('.similar').count()]).toEqual([0, 0])
    await page.unroute('**/similar')
  }
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
  expect(await page.locator('.history circle').count()).toBe(2)
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
