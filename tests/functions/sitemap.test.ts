// The sitemap of a catalogue that is larger than that of a test. tests/stack/discovery.test.ts has the rest.
import { expect, test } from 'vitest'
import { dataApi, loadFunction, withDataApi } from './edge-function.ts'

withDataApi()

const settings = { PUBLIC_URL: 'https://api.example.com/', SITE_URL: 'https://skills.example.com/a&b/' }

async function sitemap(query: string, count: number): Promise<string> {
  dataApi.reply = { body: { slugs: Array.from({ length: count }, (_, i) => `skill-${i}`) } }
  const app = await loadFunction(settings)
  const response = await app.request(`/api/sitemap.xml${query}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml'])
  return response.text()
}

test('a sitemap has 10,000 skills at most, and more are in parts', async () => {
  const page = '<url><loc>https://skills.example.com/a&amp;b/skills/skill-9999</loc></url>'
  expect(await sitemap('', 10_000)).toContain(page)
  const index = await sitemap('', 10_001)
  expect(Array.from(index.matchAll(/<sitemap><loc>(.*?)<\/loc>/g), ([, url]) => url)).toEqual(
    Array.from(
      '0123456789abcdef',
      (digit) => `https://api.example.com/functions/v1/api/sitemap.xml?part=${digit}`,
    ),
  )
  expect(index).not.toContain('<url>')
  const part = await sitemap('?part=f', 10_001)
  expect(part).toContain(page)
  expect(part).not.toContain('skill-10000')
  expect(dataApi.received.at(-1)?.body).toEqual({ p_part: 'f' })
})
