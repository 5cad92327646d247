import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { SORTS } from '../../functions/_shared/schemas/options.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import {
  type Agent,
  listSkills,
  newAgent,
  newAgents,
  newSkill,
  submitRating,
  uniqueWord,
} from '../support/fixtures.ts'
import {
  holdRequests,
  newPage,
  siteUrl,
  skillLinks,
  visit,
  waitForAnnouncement,
  waitForFocus,
  waitForTexts,
} from './site.ts'

const searchField = 'input[type=search]'

test('searches while the user types and keeps the search in the address', async () => {
  const [word, animal] = [uniqueWord(), uniqueWord()]
  const names = [`Badger ${word}`, `${animal} ${word}`]
  for (const name of names) await newSkill({ name, description: 'Digs.' })
  const page = await visit()
  await page.locator(searchField).pressSequentially(word)
  expect((await waitForTexts(skillLinks(page), 2)).sort()).toEqual(names)
  // No other skill has the second word either: a search also finds skills with only some of its words.
  await page.locator(searchField).pressSequentially(` ${animal}`)
  await expect.poll(() => page.url()).toContain(`search=${word}+${animal}`)
  await expect.poll(() => skillLinks(page).first().innerText()).toBe(names[1])
  await page.reload()
  expect((await waitForTexts(skillLinks(page), 2))[0]).toBe(names[1])
  const otherTab = await visit(page.url().slice(siteUrl.length + 1))
  expect((await waitForTexts(skillLinks(otherTab), 2))[0]).toBe(names[1])
  expect(await otherTab.locator(searchField).inputValue()).toBe(`${word} ${animal}`)
})

test('ignores a search of white space', async () => {
  const page = await visit('?search=%20%20')
  await skillLinks(page).first().waitFor()
  expect(await page.getByLabel('Sort by').inputValue()).toBe('top')
  expect(await page.title()).toMatch(/^Skills, rated by/)
})

test('sends one request for a word and keeps a type chosen while typing', async () => {
  const word = uniqueWord()
  await newSkill({ name: `Badger ${word}`, type: 'mcp' })
  await newSkill({ name: `Otter ${word}`, type: 'github' })
  const page = await visit()
  await skillLinks(page).first().waitFor()
  const { urls, release } = await holdRequests(page, /\/api\/skills\?.*search/)
  release()
  // In one script, so that the search delay cannot end between two letters or before the type is chosen.
  await page.locator(searchField).evaluate((field: HTMLInputElement, text) => {
    for (let length = 1; length <= text.length; length++) {
      field.value = text.slice(0, length)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    Array.from(document.querySelectorAll('label'), (label) => label.textContent === 'MCP' && label.click())
  }, word)
  await expect.poll(() => page.url()).toContain(`search=${word}`)
  expect(page.url()).toContain('type=mcp')
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`Badger ${word}`])
  expect(urls).toHaveLength(1)
})

test('ignores a response that arrives after a newer search', async () => {
  const [slow, fast] = [uniqueWord(), uniqueWord()]
  for (const name of [slow, fast]) await newSkill({ name })
  const page = await visit()
  const { urls, release } = await holdRequests(page, new RegExp(slow))
  const isSlow = (request: Request) => request.url().includes(slow)
  const finished = Promise.race([
    page.waitForEvent('requestfinished', isSlow),
    page.waitForEvent('requestfailed', isSlow),
  ])
  await page.locator(searchField).fill(slow)
  await expect.poll(() => urls.length).toBe(1)
  await page.locator(searchField).fill(fast)
  await expect.poll(() => skillLinks(page).allInnerTexts()).toEqual([fast])
  release()
  await finished
  // Two frames later the response would be visible.
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))))
  expect(await skillLinks(page).allInnerTexts()).toEqual([fast])
})

test('filters by type: a reload keeps all filters, and going back removes the last one', async () => {
  const word = uniqueWord()
  await newSkill({ name: `A ${word}`, type: 'mcp' })
  await newSkill({ name: `B ${word}`, type: 'github' })
  const page = await visit(`#/?search=${word}&sort=name`)
  expect(await waitForTexts(skillLinks(page), 2)).toEqual([`A ${word}`, `B ${word}`])
  await page.getByRole('radio', { name: 'GitHub' }).check({ force: true })
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`B ${word}`])
  expect(page.url()).toContain('type=github')
  await page.reload()
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`B ${word}`])
  expect(await page.getByRole('radio', { name: 'GitHub' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Sort by').inputValue()).toBe('name')
  await skillLinks(page).click()
  await page.getByRole('heading', { level: 1, name: `B ${word}` }).waitFor()
  await page.goBack()
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([`B ${word}`])
  await page.getByRole('radio', { name: 'Other' }).check({ force: true })
  await page.getByText('No skills of this type match').waitFor()
  await page.goBack()
  await page.goBack()
  expect(await waitForTexts(skillLinks(page), 2)).toEqual([`A ${word}`, `B ${word}`])
  expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
})

test('offers every sort order of the API and sorts by it', async () => {
  const page = await visit()
  const options = page.getByLabel('Sort by').locator('option')
  const values = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
  expect(values.sort()).toEqual(SORTS.filter((sort) => sort !== 'relevance').sort())
  await page.getByLabel('Sort by').selectOption('name')
  const { skills } = await listSkills({ sort: 'name', limit: 1 })
  await expect.poll(() => skillLinks(page).first().innerText()).toBe(skills[0]?.name)
})

test('a failed search replaces the list by the error, until a retry succeeds', async () => {
  const { name } = await newSkill()
  const page = await visit('?search=browser')
  await skillLinks(page).first().waitFor()
  await page.route('**/api/skills?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', detail: 'A bug.' } }),
  )
  await page.locator(searchField).fill(name)
  await page.getByRole('alert').getByText('A bug.').waitFor()
  expect(await skillLinks(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  await page.unroute('**/api/skills?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([name])
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('the list of the previous search is dimmed, and its next page is not loaded', async () => {
  // The catalogue of the seed is one page.
  const { name } = await newSkill()
  const page = await visit()
  const loadMore = page.getByRole('button', { name: 'Load more skills' })
  await loadMore.waitFor()
  const { urls, release } = await holdRequests(page, /\/api\/skills\?/)
  await page.locator(searchField).fill(name)
  await expect.poll(() => urls.length).toBe(1)
  await page.locator('.stale .skill').first().waitFor()
  await loadMore.click({ force: true })
  release()
  expect(await waitForTexts(skillLinks(page), 1)).toEqual([name])
  expect(urls).toHaveLength(1)
  expect(await page.locator('.stale').count()).toBe(0)
})

test.each([320, 360, 390, 768, 1_280])('the sort menu is visible and usable at %s px', async (width) => {
  const page = await visit('', { viewport: { width, height: 800 } })
  await skillLinks(page).first().waitFor()
  const row = await page.locator('.filters').boundingBox()
  expect(row?.height).toBeLessThan(60)
  for (const control of [page.getByLabel('Sort by'), ...(await page.locator('.filters label span').all())]) {
    // On a phone, the row scrolls.
    await control.scrollIntoViewIfNeeded()
    const box = await control.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    // A scroll position is whole pixels.
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(width + 1)
    expect(box?.height).toBeGreaterThanOrEqual(24)
  }
  await page.getByLabel('Sort by').selectOption('newest')
  await expect.poll(() => page.url()).toContain('sort=newest')
})

test.each([390, 768, 1_280])('the figures of all rows start at the same places, at %s px', async (width) => {
  const word = uniqueWord()
  const agents = await newAgents(12)
  for (const [type, count] of [
    ['mcp', 1],
    ['clawdbot', 12],
    ['github', 5],
    ['other', 0],
  ] as const) {
    const { id } = await newSkill({ name: `${word} ${type}`, type })
    for (const agent of agents.slice(0, count))
      await submitRating(agent, { skill_id: id, claws: 1 + (count % 5), speed: count })
  }
  const page = await visit(`?search=${word}&sort=speed`, { viewport: { width, height: 800 } })
  await waitForTexts(skillLinks(page), 4)
  const edges = (selector: string) =>
    page
      .locator(`.skill ${selector}`)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
  for (const selector of ['.verdict-word', '.mean', '.count', '.sub-score']) {
    const found = await edges(selector)
    expect(found.length, selector).toBeGreaterThanOrEqual(3)
    expect(new Set(found).size, selector).toBe(1)
  }
})

test('a row says in a word what established agents say, and five claws from one rating are only new', async () => {
  const word = uniqueWord()
  const [established, [other]] = await Promise.all([newEstablishedAgents(3), newAgents(1)])
  const [known, unknown, some] = [
    await newSkill({ name: `Known ${word}`, url: 'https://github.com/owner/known' }),
    await newSkill({ name: `Unknown ${word}`, url: 'https://gіthub.com/owner/known' }),
    await newSkill({ name: `Some ${word}` }),
  ]
  for (const [i, agent] of established.entries())
    await submitRating(agent, { skill_id: known.id, claws: i === 0 ? 5 : 4 })
  await submitRating(other as Agent, { skill_id: known.id, claws: 4 })
  await submitRating(other as Agent, { skill_id: unknown.id, claws: 5 })
  await submitRating(established[0] as Agent, { skill_id: some.id, claws: 5 })

  const page = await visit(`?search=${word}&sort=name`)
  await waitForTexts(skillLinks(page), 3)
  const looks = await page.locator('.skill').evaluateAll((rows) =>
    rows.map((row) => {
      const style = (selector: string) => getComputedStyle(row.querySelector(selector) as Element)
      return {
        figures: row.querySelector('.skill-figures')?.textContent,
        owner: row.querySelector('.owner')?.textContent,
        background: style('.verdict-word').backgroundColor,
        weight: Number(style('.mean strong').fontWeight),
      }
    }),
  )
  expect(looks.map(({ figures, owner }) => [figures, owner])).toEqual([
    // The mean of the established ones: that by all is 4.25.
    ['Trusted4.3of 5 claws, 4 ratings, 3 established', '@owner'],
    ['New5.0of 5 claws, 1 rating ✓, all by established agents', undefined],
    ['New5.0of 5 claws, 1 rating, none established', 'xn--gthub-n2e.com'],
  ])
  expect(new Set(looks.map(({ background }) => background)).size).toBe(2)
  const [first = 0, second = 0, third = 0] = looks.map(({ weight }) => weight)
  expect(first).toBeGreaterThan(second)
  expect(second).toBe(third)
})

test('all of a row is the link of its skill: a click, a middle click and a click on its figures open it', async () => {
  const skill = await newSkill({ name: `Heron ${uniqueWord()}`, description: 'Stands still.' })
  await submitRating((await newAgents(1))[0] as Agent, { skill_id: skill.id, claws: 4 })
  const page = await visit(`?search=${skill.name}&sort=name`)
  const heading = (on: Page) => on.getByRole('heading', { level: 1, name: skill.name })
  await page.locator('.skill').waitFor()
  expect(await page.locator('.last-rated').innerText()).toBe('rated today')
  const centre = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} is not shown.`)
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  for (const selector of ['.skill .description', '.skill-figures .claws']) {
    await page.mouse.click(...(await centre(selector)))
    await heading(page).waitFor()
    await page.goBack()
    await page.locator('.skill').waitFor()
  }
  const opening = page.context().waitForEvent('page')
  await page.mouse.click(...(await centre('.skill .description')), { button: 'middle' })
  await heading(await opening).waitFor()
  expect(page.url()).toContain('search=')
})

test('ArrowDown and Enter lead from the search into the results, and the arrow keys along them and back', async () => {
  const word = uniqueWord()
  for (const name of ['A', 'B', 'C']) await newSkill({ name: `${name} ${word}` })
  const page = await visit(`?search=${word}&sort=name`)
  const links = skillLinks(page)
  await waitForTexts(links, 3)
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('ArrowDown')
  await waitForFocus(links.nth(0))
  await page.keyboard.press('ArrowDown')
  await waitForFocus(links.nth(1))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await waitForFocus(search)
  // Not into the results of the previous search.
  const { urls, release } = await holdRequests(page, /\/api\/skills\?/)
  await search.fill(`B ${word}`)
  await page.keyboard.press('Enter')
  await expect.poll(() => urls.length).toBe(1)
  await waitForFocus(search)
  release()
  expect(await waitForTexts(links, 1)).toEqual([`B ${word}`])
  await waitForFocus(links.nth(0))
  await page.keyboard.press('ArrowDown')
  await waitForFocus(links.nth(0))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `B ${word}` }).waitFor()
  await page.goBack()
  await page.unroute(/\/api\/skills\?/)
  // Without results, the focus stays.
  await search.fill(uniqueWord())
  await page.keyboard.press('Enter')
  await page.getByText('No skills match').waitFor()
  await waitForFocus(search)
})

test('the home page leads to the newest skills and to searches, and shows its totals if there are any', async () => {
  const page = await visit('')
  await expect.poll(() => page.locator('.totals').innerText()).toMatch(/^\d+ skills · \d+ ratings?$/)
  const topics = page.getByRole('navigation', { name: 'Topics' })
  await topics.getByRole('link', { name: 'Newest' }).click()
  await expect.poll(() => page.url()).toBe(`${siteUrl}/?sort=newest`)
  await page.locator('.skill .added').first().waitFor()
  await topics.getByRole('link', { name: 'browser' }).click()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('browser')
  await expect.poll(() => skillLinks(page).allInnerTexts()).toContain('Playwright MCP')
  expect(await topics.count()).toBe(0)
  expect(await page.locator('.totals').count()).toBe(0)
  await page.route('**/api/stats', (route) => route.abort())
  await page.goto(siteUrl)
  await skillLinks(page).first().waitFor()
  expect(await page.locator('.totals').innerText()).toBe('')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a skill whose name resembles that of a trusted one leads to that one', async () => {
  const word = `${uniqueWord()}heron`
  const known = await newSkill({ name: word })
  for (const agent of await newEstablishedAgents(3))
    await submitRating(agent, { skill_id: known.id, claws: 5 })
  const imitation = await newSkill({ name: `${word}x` })
  const page = await visit(`?search=${imitation.name}`)
  await page.getByText('The first result has a similar name').waitFor()
  expect(await skillLinks(page).first().innerText()).toBe(imitation.name)
  await page.locator('.results-line').getByRole('link', { name: word, exact: true }).click()
  await expect.poll(() => skillLinks(page).first().innerText()).toBe(word)
})

test('the home page has the line that connects the client that was chosen last, and says once what it is', async () => {
  const page = await visit('', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByText('MCP servers, agent skills and tools, rated by the agents that used them.').waitFor()
  const line = page.locator('.service-line code')
  const add = `mcp add --transport http skill-rating ${siteUrl}/functions/v1/mcp`
  await expect.poll(() => line.textContent()).toBe(`claude ${add}`)
  await page.getByLabel('Connect').selectOption('Codex')
  await page.getByRole('button', { name: 'Copy: line for Codex' }).click()
  await waitForAnnouncement(page, 'Copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`codex mcp add skill-rating --url ${siteUrl}/functions/v1/mcp`)
  await page.reload()
  await expect.poll(() => line.textContent()).toBe(copied)
  expect(await page.locator('.intro').count()).toBe(0)
  // Nothing but a search is about results.
  await page.locator(searchField).fill('browser')
  await expect.poll(() => page.locator('.service-line').count()).toBe(0)
})

test('a catalogue without ratings is in the order of names, with a line that rates the first', async () => {
  const page = await newPage()
  const asked: string[] = []
  await page.route('**/api/skills?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('sort') ?? 'top')
    const response = await route.fetch()
    const { skills, ...list } = await response.json()
    const unrated = skills.map((skill: object) => ({ ...skill, total_ratings: 0, established_ratings: 0 }))
    await route.fulfill({ response, json: { ...list, skills: unrated } })
  })
  await page.goto(siteUrl)
  await page.getByText('Welcome: no skill is rated yet.').waitFor()
  expect(asked).toEqual(['top', 'name'])
  expect(await page.getByLabel('Sort by').inputValue()).toBe('name')
  const { skills } = await listSkills({ sort: 'name', limit: 1 })
  const line = await page.locator('.note code').textContent()
  expect(line).toContain(`-d '{"skill_name":"${skills[0]?.slug}","claws":5}'`)
  await page.getByRole('button', { name: 'Load more skills' }).click()
  await expect.poll(() => skillLinks(page).count()).toBeGreaterThan(20)
  expect(asked).toEqual(['top', 'name', 'name'])
})

test('a result says which words it lacks, and few results which skills have similar names', async () => {
  const word = uniqueWord()
  for (const name of ['A', 'B']) await newSkill({ name: `${name} ${word}` })
  const near = await newSkill({ name: `Heron ${uniqueWord()}` })
  const page = await newPage()
  let missing: string[][] | null = [['pdf'], ['pdf', 'merge']]
  await page.route(/\/api\/skills\?.*search/, async (route) => {
    const response = await route.fetch()
    const suggestions = [{ id: near.id, name: near.name, slug: near.slug }]
    await route.fulfill({ response, json: { ...(await response.json()), missing, suggestions } })
  })
  await page.goto(`${siteUrl}/?search=${word}`)
  await page.getByText('No skill has all your words. The closest:').waitFor()
  expect(await waitForTexts(page.locator('.missing'), 2)).toEqual(['missing: pdf', 'missing: pdf, merge'])
  await page.getByText('Skills with similar names:').waitFor()
  await page.locator('.nearest-names').getByRole('link', { name: near.name }).waitFor()
  for (missing of [[[], ['merge']], null]) {
    await page.reload()
    await waitForTexts(skillLinks(page), 2)
    await waitForTexts(page.locator('.missing'), missing ? 1 : 0)
    expect(await page.getByText('No skill has all your words').count()).toBe(0)
  }
})

test('a search that is the name of an agent says so', async () => {
  const agent = await newAgent({ agent_name: `<${uniqueWord()}>` })
  const page = await visit(`?search=${encodeURIComponent(agent.name)}`)
  await page.getByText('An agent has this name:').getByRole('link', { name: agent.name }).click()
  await page.getByRole('heading', { level: 1, name: agent.name }).waitFor()
})

test('does not search while an input method composes', async () => {
  const page = await visit()
  await skillLinks(page).first().waitFor()
  const { urls, release } = await holdRequests(page, /\/api\/skills\?.*search/)
  release()
  const compose = (type: string, text: string) =>
    page.locator(searchField).evaluate(
      (field: HTMLInputElement, [type, text]) => {
        field.value = text
        field.dispatchEvent(new CompositionEvent(type, { bubbles: true }))
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      },
      [type, text] as [string, string],
    )
  await compose('compositionstart', 'kensa')
  // Longer than the delay of the search.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
  expect(urls).toEqual([])
  await compose('compositionend', '検索')
  await expect.poll(() => page.url()).toContain(`search=${encodeURIComponent('検索')}`)
  await expect.poll(() => urls.length).toBe(1)
})
