// The links of the Atom feeds with and without the setting SITE_URL, and their size. tests/api/profiles-and-feeds.test.ts has the rest.
import { describe, expect, test } from 'vitest'
import { dataApi, ID, loadFunction, log, withDataApi } from './edge-function.ts'

withDataApi()

const TIME = '2026-11-20T19:44:20.530102+00:00'
const rating = {
  version: null,
  observed_calls: null,
  observed_failures: null,
  proved_by: null,
  id: ID,
  claws: 4,
  agent_name: 'Ada',
  commentary: 'Good.',
  created_at: TIME,
  updated_at: TIME,
}
const skill = { id: ID, name: 'A', slug: 'a-b', description: 'x', created_at: TIME, updated_at: TIME }

/** The links of a feed and of its entry, without the address of the feed. */
async function linksOf(path: string, settings: Record<string, string>, body: object): Promise<string[]> {
  dataApi.reply = { body }
  const app = await loadFunction({ PUBLIC_URL: 'https://api.example.com', ...settings })
  const response = await app.request(path)
  const text = await response.text()
  expect(response.status, log.join()).toBe(200)
  return Array.from(
    text.matchAll(/rel="alternate" type="([^"]+)" href="([^"]+)"/g),
    ([, type, href]) => `${type} ${href}`,
  )
}

const list = {
  skills: [skill],
  count: 1,
  next_cursor: null,
  did_you_mean: null,
  suggestions: [],
  missing: null,
}

test.each([
  ['https://skills.example.com/r/', ['text/html https://skills.example.com/r/skills/a-b']],
  ['', ['application/json https://api.example.com/functions/v1/api/skills/a-b']],
])('with SITE_URL “%s”, the feeds lead to %j', async (SITE_URL, links) => {
  expect(await linksOf('/api/skills/a-b/feed.atom', { SITE_URL }, { skill, ratings: [rating] })).toEqual([
    ...links,
    ...links,
  ])
  const home = SITE_URL ? ['text/html https://skills.example.com/r/?sort=newest'] : []
  expect(await linksOf('/api/feed.atom', { SITE_URL }, list)).toEqual([...home, ...links])
})

describe('a feed of texts that escaping makes longer', () => {
  const sizeOf = (text: string) => Buffer.byteLength(text)
  const textOf = async (path: string) => (await (await loadFunction()).request(path)).text()

  /** Expects at most 50 entries and 1 MB, and another entry like the largest not to fit if there are fewer. */
  function expectFull(text: string, entries?: number) {
    const sizes = text.split('<entry>').slice(1).map(sizeOf)
    expect(sizeOf(text)).toBeLessThanOrEqual(1_000_000)
    if (sizes.length < 50) expect(sizeOf(text) + Math.max(...sizes)).toBeGreaterThan(999_000)
    expect(sizes.length).toBe(entries ?? sizes.length)
  }

  test.each([
    ['"', undefined],
    // XML cannot contain it.
    ['\u0001', 50],
  ])('of ratings with %j has at most 1 MB, and no fewer entries than fit', async (character, entries) => {
    const commentary = `a${character.repeat(9_998)}z`
    dataApi.reply = { body: { skill, ratings: Array(50).fill({ ...rating, commentary }) } }
    expectFull(await textOf('/api/skills/a-b/feed.atom'), entries)
  })

  // JSON escapes other characters than XML, so that a page of the list can end before.
  test.each([
    ['&', undefined],
    ['\u0001', 50],
  ])('of skills with %j has at most 1 MB, and those of further pages', async (character, entries) => {
    const page = Array(20).fill({ ...skill, description: `a${character.repeat(4_998)}z` })
    dataApi.reply = ({ body }) => {
      const { p_limit } = body as { p_limit: number }
      return { body: { ...list, skills: page.slice(0, p_limit), next_cursor: 'x'.repeat(20) } }
    }
    expectFull(await textOf('/api/feed.atom'), entries)
    expect(dataApi.received.map(({ body }) => (body as { p_limit: number }).p_limit)).toEqual([50, 30, 10])
  })
})
