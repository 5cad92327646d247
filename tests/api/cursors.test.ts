import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  get,
  inParallel,
  list,
  newAgent,
  newSkill,
  rate,
  rateBy,
  type Skill,
  type SkillList,
  uniqueWord,
  walk,
} from '../support/http-client.ts'

const SORTS = ['top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name']

/** Twelve skills that share a word, some rated alike, so that only their ids tell them apart in the order. */
async function catalogue(agents: Agent[]): Promise<{ word: string; skills: Skill[] }> {
  const word = uniqueWord()
  const skills = await inParallel(Array(12).fill(0), (_, i) =>
    newSkill({ name: `${'bdfhjlnprtvx'[i]} ${word}`, type: i % 2 ? 'mcp' : 'github' }),
  )
  const claws = [[5], [5], [5, 5], [4, 2], [3], [3], [1], [], [], [], [4, 5], [2]]
  const scores = [null, 0, 50, 50, 99.9]
  await inParallel(skills, (skill, i) =>
    rateBy(agents, skill, claws[i] ?? [], {
      reliability: scores[i % 5],
      security: scores[(i + 1) % 5],
      speed: scores[(i + 2) % 5],
    }),
  )
  return { word, skills }
}

let agents: Agent[]
let shared: { word: string; skills: Skill[] }

beforeAll(async () => {
  agents = await inParallel(Array(3).fill(0), () => newAgent())
  shared = await catalogue(agents)
})

describe.each(SORTS)('a walk by %s', (sort) => {
  test('sees every skill exactly once, whatever the size of its pages', async () => {
    const whole = await walk({ search: shared.word, sort })
    expect([...whole].sort()).toEqual(shared.skills.map(({ name }) => name).sort())
    for (const limit of [1, 2, 5, 11, 12, 13]) {
      expect(await walk({ search: shared.word, sort, limit })).toEqual(whole)
    }
  })

  test('sees every skill of a type exactly once', async () => {
    const whole = await walk({ search: shared.word, sort, type: 'mcp' })
    expect(whole).toHaveLength(6)
    expect(await walk({ search: shared.word, sort, type: 'mcp', limit: 2 })).toEqual(whole)
  })

  test('sees every skill that keeps its place exactly once while others write', async () => {
    const { word, skills } = await catalogue(agents)
    const moved = skills[7] as Skill
    const seen: string[] = []
    let cursor: string | null = null
    for (let i = 0; cursor !== null || i === 0; i++) {
      const page: SkillList = await list({ search: word, sort, limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.skills.map(({ name }) => name))
      cursor = page.next_cursor
      // Between two pages: a new skill before, and one after all the others by name, and one skill climbs.
      await newSkill({ name: `a${i} ${word}` })
      await newSkill({ name: `z${i} ${word}` })
      if (i < agents.length) await rate(agents[i] as Agent, { skill_id: moved.id, claws: 5 })
      if (i === 20) throw new Error('The walk does not end.')
    }
    const kept = skills.filter(({ id }) => id !== moved.id).map(({ name }) => name)
    expect(seen.filter((name) => kept.includes(name)).sort()).toEqual(kept.sort())
    // By these, nothing that was there has moved.
    if (sort === 'newest' || sort === 'name')
      expect(seen.filter((name) => name === moved.name)).toHaveLength(1)
  })
})

describe('a cursor', () => {
  const query = (parameters: Record<string, string>) => `/api/skills?${new URLSearchParams(parameters)}`
  const firstCursor = async (parameters: Record<string, string | number> = {}) => {
    const { next_cursor } = await list({ search: shared.word, limit: 5, ...parameters })
    expect(next_cursor).toEqual(expect.any(String))
    return next_cursor as string
  }

  test('is null on the last page, also when that page is full', async () => {
    expect((await list({ search: shared.word, limit: 12 })).next_cursor).toBeNull()
    expect((await list({ search: shared.word, limit: 13 })).next_cursor).toBeNull()
    expect((await list({ search: shared.word, limit: 11 })).next_cursor).not.toBeNull()
  })

  test('leads to the same page each time', async () => {
    const cursor = await firstCursor()
    const pages = [await list({ search: shared.word, cursor }), await list({ search: shared.word, cursor })]
    expect(pages[0]?.count).toBe(7)
    expect(pages[1]).toEqual(pages[0])
  })

  test('goes with any limit', async () => {
    const whole = await walk({ search: shared.word })
    const cursor = await firstCursor()
    for (const limit of [1, 3, 100]) {
      const { skills } = await list({ search: shared.word, limit, cursor })
      expect(skills.map(({ name }) => name)).toEqual(whole.slice(5, 5 + limit))
    }
  })

  test('goes with what means the same: no sort and relevance, unknown parameters', async () => {
    const cursor = await firstCursor()
    expect((await list({ search: shared.word, sort: 'relevance', cursor, unknown: 1 })).count).toBe(7)
    const other = await firstCursor({ sort: 'relevance' })
    expect((await list({ search: shared.word, cursor: other })).count).toBe(7)
  })

  test.each([
    ['another sort', { sort: 'name' }],
    ['a type', { type: 'mcp' }],
    ['another search', { search: 'sky' }],
    ['no search', { search: '' }],
  ])('is refused with %s', async (_, change) => {
    const cursor = await firstCursor()
    expectFaults(await get(query({ search: shared.word, cursor, ...change })), 'cursor')
  })

  test('is refused with another type, and without the type', async () => {
    const cursor = await firstCursor({ type: 'mcp' })
    expectFaults(await get(query({ search: shared.word, type: 'github', cursor })), 'cursor')
    expectFaults(await get(query({ search: shared.word, cursor })), 'cursor')
  })

  test.each(SORTS)('of the order %s is refused by every other order', async (sort) => {
    const cursor = await firstCursor({ sort })
    for (const other of SORTS.filter((one) => one !== sort)) {
      expectFaults(await get(query({ search: shared.word, sort: other, cursor })), 'cursor')
    }
  })

  test.each([
    ['a changed beginning', (cursor: string) => `AAAA${cursor.slice(4)}`],
    ['a changed middle', (cursor: string) => `${cursor.slice(0, 40)}AAAA${cursor.slice(44)}`],
    ['the half of it', (cursor: string) => cursor.slice(0, cursor.length / 2)],
    ['all but its end', (cursor: string) => cursor.slice(0, -4)],
    ['all but its beginning', (cursor: string) => cursor.slice(4)],
    ['more at its end', (cursor: string) => `${cursor}AAAA`],
    ['itself twice', (cursor: string) => cursor + cursor],
    ['space at its ends', (cursor: string) => ` ${cursor} `],
    [
      'the other case',
      (cursor: string) => cursor.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase())),
    ],
    ['its characters backwards', (cursor: string) => [...cursor].reverse().join('')],
  ])('is refused with %s', async (_, tamper) => {
    const tampered = tamper(await firstCursor())
    expectFaults(await get(query({ search: shared.word, cursor: tampered })), 'cursor')
  })

  const base64url = (text: string) => Buffer.from(text).toString('base64url')

  test.each([
    ['empty', ''],
    ['white space', ' '],
    ['a number', '5'],
    ['a UUID', '123e4567-e89b-12d3-a456-426614174000'],
    ['text', 'next'],
    ['no base64', '!'.repeat(40)],
    ['base64 of nothing readable', 'A'.repeat(200)],
    ['base64 of bytes that are not UTF-8', Buffer.alloc(99, 0xff).toString('base64url')],
    ['an empty object', base64url(`${'0'.repeat(16)}{}`)],
    ['an object that claims a place', base64url(`${'0'.repeat(16)}{"id":"x","sort_key_1":"1e999"}`)],
    ['arrays in arrays', base64url(`${'0'.repeat(16)}${'['.repeat(2_900)}`)],
    ['much too long', 'A'.repeat(7_000)],
    ['NUL', '\u0000'],
    ['letters outside ASCII', 'ｃｕｒｓｏｒ'.repeat(5)],
  ])('is refused when it is %s', async (_, cursor) => {
    expectFaults(await get(query({ cursor })), 'cursor')
  })
})
