// The forms of If-None-Match are tested in tests/unit/etag.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { get, localStack, request, type Skill } from '../support/api.ts'
import { newSkill, sharedAgent, submitRating } from '../support/fixtures.ts'

let skill: Skill
let paths: string[]
beforeAll(async () => {
  skill = await newSkill()
  paths = [
    `/api/skills?search=${skill.name}`,
    `/api/skills/${skill.slug}`,
    `/api/skills/${skill.slug}/ratings?sort=highest`,
  ]
})

/** A gateway that compresses responses makes their tags weak. */
const TAG = localStack ? /^"[\w-]{22,}"$/ : /^(W\/)?"[\w-]{22,}"$/

async function tagOf(path: string, options = {}): Promise<string> {
  const { status, headers, text } = await get(path, options)
  expect(status).toBe(200)
  expect(headers.get('etag')).toMatch(TAG)
  expect(headers.get('content-length'), path).toBe(String(Buffer.byteLength(text)))
  expect(headers.has('transfer-encoding'), path).toBe(false)
  expect(headers.get('cache-control')).toBe('no-cache')
  return headers.get('etag') ?? ''
}
const tagsOf = (all: string[]) => Promise.all(all.map((path) => tagOf(path)))

// That errors have no ETag is in the OpenAPI document.
test('an ETag changes with the response, and an outdated one gets the new response', async () => {
  const before = await tagsOf(paths)
  expect(await tagsOf(paths)).toEqual(before)
  const agent = await sharedAgent()
  expect((await submitRating(agent, { skill_id: skill.id, claws: 4 })).status).toBe(201)
  const after = await tagsOf(paths)
  expect(new Set([...before, ...after]).size).toBe(6)
  for (const [i, path] of paths.entries())
    expect(await tagOf(path, { headers: { 'If-None-Match': before[i] } })).toBe(after[i])
  expect((await request('DELETE', `/api/skills/${skill.id}/ratings/me`, agent)).status).toBe(204)
  expect(await tagsOf(paths)).toEqual(before)
})

test('returns 304 without a body for one of two header lines, to GET and HEAD', async () => {
  const lines = (tag: string) => ['"x", W/"y,z"', tag].map((value) => ['If-None-Match', value] as const)
  const others = ['/badge.svg', '/feed.atom', '/similar', '/versions'].map(
    (end) => `/api/skills/${skill.slug}${end}`,
  )
  const { id } = await sharedAgent()
  const ofAgent = ['', '/ratings', '/skills'].map((end) => `/api/agents/${id}${end}`)
  for (const path of [...paths, ...others, ...ofAgent]) {
    const tag = (await get(path)).headers.get('etag') ?? ''
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await request(method, path, { headers: lines(tag) })
      expect([status, text, headers.get('etag')], `${method} ${path}`).toEqual([304, '', tag])
      expect(headers.get('cache-control')).toMatch(/\S/)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toContain('ETag')
      expect(headers.get('x-request-id')).toMatch(/\S/)
      // Another gateway may add headers that describe the full response.
      if (localStack)
        expect([headers.has('content-type'), headers.has('content-length')]).toEqual([false, false])
    }
  }
})
