import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  expectProblem,
  get,
  newSkill,
  rate,
  request,
  type Skill,
  sendLines,
  someAgent,
} from '../support/http-client.ts'

let skill: Skill
beforeAll(async () => {
  skill = await newSkill()
})

const paths = (): [string, string][] => [
  ['the list', `/api/skills?search=${skill.name}`],
  ['a page', `/api/skills/${skill.slug}`],
  ['its ratings', `/api/skills/${skill.slug}/ratings?sort=highest`],
]

/** A gateway that compresses what passes must call a tag weak. */
const TAG = inject('localStack') ? /^"[\w-]{22,}"$/ : /^(W\/)?"[\w-]{22,}"$/

async function tagOf(path: string): Promise<string> {
  const { status, headers } = await get(path)
  expect(status).toBe(200)
  expect(headers.get('etag')).toMatch(TAG)
  return headers.get('etag') ?? ''
}

describe('an answer about the catalogue', () => {
  test('carries the tag of what it says, the same until that changes', async () => {
    for (const [what, path] of paths()) expect(await tagOf(path), what).toBe(await tagOf(path))
    const before = await Promise.all(paths().map(([, path]) => tagOf(path)))
    expect(new Set(before).size).toBe(3)

    expect((await rate(await someAgent(), { skill_id: skill.id, claws: 4 })).status).toBe(201)
    const after = await Promise.all(paths().map(([, path]) => tagOf(path)))
    expect(new Set([...before, ...after]).size).toBe(6)
  })

  test('has the same tag by every address, and for whoever asks', async () => {
    const { key } = await someAgent()
    const page = await tagOf(`/api/skills/${skill.slug}`)
    expect(await tagOf(`/api/skills/${skill.id.toUpperCase()}/?x=1`)).toBe(page)
    const { status, headers } = await get(`/api/skills/${skill.slug}`, { key })
    expect([status, headers.get('etag')]).toEqual([200, page])
    expect(await tagOf(`/api/skills?search=+${skill.name}&sort=top&limit=0100`)).toBe(
      await tagOf(`/api/skills?search=${skill.name}`),
    )
  })

  test('says how long it is', async () => {
    for (const [what, path] of paths()) {
      const { headers, text } = await sendLines('GET', path, [])
      expect(headers.get('content-length'), what).toBe(String(Buffer.byteLength(text)))
      expect(headers.has('transfer-encoding'), what).toBe(false)
    }
  })

  // Where CATALOGUE_CACHE_SECONDS is set, it is another.
  test.runIf(inject('localStack'))('may be kept, and is to be asked about each time', async () => {
    for (const [what, path] of paths()) {
      const { headers } = await get(path)
      expect(headers.get('cache-control'), what).toBe('no-cache')
      expect(headers.has('x-cache'), what).toBe(false)
    }
  })

  test('that is an error has no tag, and no condition makes it none', async () => {
    const headers = { 'If-None-Match': '*' }
    for (const answer of [
      await get('/api/skills/no-such-skill', { headers }),
      await get('/api/skills?limit=0', { headers }),
      await get('/api/skills/no-such-skill/ratings', { headers }),
    ]) {
      expectProblem(answer, answer.status, answer.status === 404 ? 'skill_not_found' : 'invalid_request')
      expect(answer.headers.has('etag')).toBe(false)
    }
  })
})

describe('If-None-Match', () => {
  const forms: [string, (tag: string) => string][] = [
    ['the tag', (tag) => tag],
    ['the tag, weak', (tag) => `W/${tag.replace('W/', '')}`],
    ['a list', (tag) => `"x", W/"y,z" ,${tag}`],
    ['anything', () => '*'],
  ]

  test.each(forms)('with %s is 304, by GET and HEAD, without a body', async (_, form) => {
    for (const [what, path] of paths()) {
      const tag = await tagOf(path)
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'If-None-Match': form(tag), Origin: 'https://agent.example' }
        const answer = await request(method, path, { headers })
        expect([answer.status, answer.text], `${method} ${what}`).toEqual([304, ''])
        expect(answer.headers.get('etag')).toBe(tag)
        expect(answer.headers.get('cache-control')).toMatch(/\S/)
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
        expect(answer.headers.get('access-control-expose-headers')).toContain('ETag')
        expect(answer.headers.get('x-request-id')).toMatch(/\S/)
        // Neither a type nor a length of what is not there; elsewhere, a gateway may add that of the whole answer.
        const described = ['content-type', 'content-length'].filter((name) => answer.headers.has(name))
        if (inject('localStack')) expect(described).toEqual([])
      }
    }
  })

  test('in two lines is one list', async () => {
    const path = `/api/skills/${skill.slug}`
    const lines = ['If-None-Match', '"x"', 'If-None-Match', await tagOf(path)]
    expect((await sendLines('GET', path, lines)).status).toBe(304)
  })

  test.each(['"x"', '', 'x', '"*"', 'W/"x", "y"'])('with %s is answered whole', async (header) => {
    for (const [what, path] of paths()) {
      const { status, text } = await get(path, { headers: { 'If-None-Match': header } })
      expect([status, text.length > 0], what).toEqual([200, true])
    }
  })

  test('with a tag of before is answered whole, and with the new one not', async () => {
    const mine = await newSkill()
    const path = `/api/skills/${mine.slug}`
    const before = await tagOf(path)
    await rate(await someAgent(), { skill_id: mine.id, claws: 2 })
    const answer = await get<{ avg_claws: number }>(path, { headers: { 'If-None-Match': before } })
    expect([answer.status, answer.body.avg_claws]).toEqual([200, 2])
    const after = answer.headers.get('etag') ?? ''
    expect((await get(path, { headers: { 'If-None-Match': after } })).status).toBe(304)
  })

  test('changes nothing where there are no tags', async () => {
    const headers = { 'If-None-Match': '*' }
    expect((await get('/api/health', { headers })).status).toBe(200)
  })
})
