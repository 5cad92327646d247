import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, get, localStack, request, type Skill } from '../support/api.ts'
import { newSkill, rate, sharedAgent } from '../support/fixtures.ts'

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

async function tagOf(path: string): Promise<string> {
  const { status, headers } = await get(path)
  expect(status).toBe(200)
  expect(headers.get('etag')).toMatch(TAG)
  return headers.get('etag') ?? ''
}
const tagsOf = (all: string[]) => Promise.all(all.map(tagOf))

describe('ETag', () => {
  test('stays the same until the response changes', async () => {
    const before = await tagsOf(paths)
    expect(await tagsOf(paths)).toEqual(before)
    expect((await rate(await sharedAgent(), { skill_id: skill.id, claws: 4 })).status).toBe(201)
    const after = await tagsOf(paths)
    expect(new Set([...before, ...after]).size).toBe(6)
    expect((await request('DELETE', `/api/skills/${skill.id}/ratings/me`, await sharedAgent())).status).toBe(
      204,
    )
    expect(await tagsOf(paths)).toEqual(before)
  })

  test('is the same for every spelling of the address, with and without a key', async () => {
    const [list, page] = await tagsOf(paths)
    expect(await tagOf(`/api/skills/${skill.id.toUpperCase()}/?x=1`)).toBe(page)
    expect(await tagOf(`/api/skills?search=+${skill.name}&limit=0100`)).toBe(list)
    const { headers } = await get(`/api/skills/${skill.slug}`, await sharedAgent())
    expect(headers.get('etag')).toBe(page)
  })

  test('comes with a Content-Length', async () => {
    for (const path of paths) {
      const { headers, text } = await get(path)
      expect(headers.get('content-length'), path).toBe(String(Buffer.byteLength(text)))
      expect(headers.has('transfer-encoding'), path).toBe(false)
    }
  })

  // A deployment may set CATALOGUE_CACHE_SECONDS.
  test.runIf(localStack)('comes with Cache-Control: no-cache', async () => {
    for (const path of paths) {
      const { headers } = await get(path)
      expect([headers.get('cache-control'), headers.has('x-cache')], path).toEqual(['no-cache', false])
    }
  })

  test('is not sent with an error, whatever the condition', async () => {
    const headers = { 'If-None-Match': '*' }
    for (const [path, status, code] of [
      ['/api/skills/no-such-skill', 404, 'skill_not_found'],
      ['/api/skills/no-such-skill/ratings', 404, 'skill_not_found'],
      ['/api/skills?limit=0', 400, 'invalid_request'],
    ] as const) {
      const response = await get(path, { headers })
      expectProblem(response, status, code)
      expect(response.headers.has('etag')).toBe(false)
    }
    expect((await get('/api/health', { headers })).status).toBe(200)
  })
})

describe('If-None-Match', () => {
  test.each<[string, (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the weak form of the tag', (tag) => `W/${tag.replace('W/', '')}`],
    ['a list that contains it', (tag) => `"x", W/"y,z" ,${tag}`],
    ['*', () => '*'],
  ])('returns 304 without a body for %s, to GET and HEAD', async (_, form) => {
    for (const path of paths) {
      const tag = await tagOf(path)
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await request(method, path, {
          headers: { 'If-None-Match': form(tag) },
        })
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

  test('may be sent in two header lines', async () => {
    const path = `/api/skills/${skill.slug}`
    const tag = await tagOf(path)
    const headers = ['"x"', tag].map((value) => ['If-None-Match', value] as const)
    expect((await get(path, { headers })).status).toBe(304)
  })

  test.each(['"x"', '', 'x', '"*"', 'W/"x", "y"'])('returns 200 for %s', async (value) => {
    for (const path of paths) {
      const { status, text } = await get(path, { headers: { 'If-None-Match': value } })
      expect([status, text.length > 0], path).toEqual([200, true])
    }
  })

  test('returns 200 for an outdated tag, and 304 for the new one', async () => {
    const { id, slug } = await newSkill()
    const path = `/api/skills/${slug}`
    const outdated = await tagOf(path)
    await rate(await sharedAgent(), { skill_id: id, claws: 2 })
    const { status, headers, body } = await get<Skill>(path, { headers: { 'If-None-Match': outdated } })
    expect([status, body.avg_claws]).toEqual([200, 2])
    const current = { 'If-None-Match': headers.get('etag') ?? '' }
    expect((await get(path, { headers: current })).status).toBe(304)
  })
})
