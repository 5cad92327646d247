// The links of the Atom feeds with and without the setting SITE_URL. tests/api/profiles-and-feeds.test.ts has the rest.
import { expect, test } from 'vitest'
import { dataApi, ID, loadFunction, log, withDataApi } from './edge-function.ts'

withDataApi()

const TIME = '2026-11-20T19:44:20.530102+00:00'
const rating = {
  version: null,
  observed_calls: null,
  observed_failures: null,
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

const list = { skills: [skill], count: 1, next_cursor: null, did_you_mean: null, suggestions: [] }

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
