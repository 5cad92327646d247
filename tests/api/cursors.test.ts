import { beforeAll, describe, expect, test } from 'vitest'
import { expectInvalidFields, get, type Skill } from '../support/api.ts'
import {
  type Agent,
  inParallel,
  listAllNames,
  listSkills,
  newAgents,
  newSkill,
  rate,
  uniqueWord,
} from '../support/fixtures.ts'

const SORTS = ['top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name']

/** Twelve skills that share a word. */
async function newCatalogue(): Promise<{ word: string; skills: Skill[] }> {
  const word = uniqueWord()
  const skills = await inParallel([...'bdfhjlnprtvx'], (letter, i) =>
    newSkill({ name: `${letter} ${word}`, type: i % 2 ? 'mcp' : 'github' }),
  )
  return { word, skills }
}

let agents: Agent[]
let word: string
let skills: Skill[]
beforeAll(async () => {
  agents = await newAgents(3)
  ;({ word, skills } = await newCatalogue())
  // Some are rated alike, so that only their ids decide their order.
  await inParallel([...skills.entries()], ([i, { id }]) =>
    rate(agents[i % 3] as Agent, {
      skill_id: id,
      claws: 1 + (i % 3),
      ...(i % 2 && { speed: 50, security: i % 4 }),
    }),
  )
})

test.concurrent.each(SORTS)('pages by %s contain every skill once, of all types and of one', async (sort) => {
  const all = await listAllNames({ search: word, sort })
  expect(all.toSorted()).toEqual(skills.map(({ name }) => name).sort())
  for (const limit of [1, 5, 11, 12]) expect(await listAllNames({ search: word, sort, limit })).toEqual(all)
  const ofType = all.filter((name) => skills.some((skill) => skill.name === name && skill.type === 'mcp'))
  expect(await listAllNames({ search: word, sort, type: 'mcp', limit: 2 })).toEqual(ofType)
})

test.concurrent.each(['top', 'speed', 'newest', 'name'])(
  'pages by %s contain every skill that keeps its position once while others write',
  async (sort) => {
    const { word, skills } = await newCatalogue()
    const moved = skills[7] as Skill
    const seen: string[] = []
    let cursor: string | null = null
    for (let i = 0; cursor !== null || i === 0; i++) {
      if (i === 20) throw new Error('The list does not end.')
      const parameters = { search: word, sort, limit: 2, ...(cursor !== null && { cursor }) }
      const page: Awaited<ReturnType<typeof listSkills>> = await listSkills(parameters)
      seen.push(...page.skills.map(({ name }) => name))
      cursor = page.next_cursor
      for (const letter of 'az') await newSkill({ name: `${letter}${i} ${word}` })
      if (i < agents.length) await rate(agents[i] as Agent, { skill_id: moved.id, claws: 5, speed: 90 })
    }
    const kept = skills.filter(({ id }) => id !== moved.id).map(({ name }) => name)
    expect(seen.filter((name) => kept.includes(name)).sort()).toEqual(kept.sort())
  },
)

describe.concurrent('a cursor', () => {
  const firstCursor = async (parameters: Record<string, string | number> = {}) => {
    const { next_cursor } = await listSkills({ search: word, limit: 5, ...parameters })
    expect(next_cursor).toEqual(expect.any(String))
    return next_cursor as string
  }
  const expectRejected = async (parameters: Record<string, string>) =>
    expectInvalidFields(await get(`/api/skills?${new URLSearchParams(parameters)}`), 'cursor')

  test('is null on the last page, also when the page is full', async () => {
    expect((await listSkills({ search: word, limit: 12 })).next_cursor).toBeNull()
    expect((await listSkills({ search: word, limit: 11 })).next_cursor).not.toBeNull()
  })

  test('can be combined with any limit and with unknown parameters, and used again', async () => {
    const all = await listAllNames({ search: word })
    const cursor = await firstCursor()
    for (const limit of [1, 3, 100, 100]) {
      const page = await listSkills({ search: word, limit, cursor, unknown: 1 })
      expect(page.skills.map(({ name }) => name)).toEqual(all.slice(5, 5 + limit))
    }
  })

  test('is rejected with another sort, type or search', async () => {
    for (const sort of SORTS) {
      const cursor = await firstCursor({ sort })
      for (const other of SORTS.filter((one) => one !== sort))
        await expectRejected({ search: word, sort: other, cursor })
    }
    const cursor = await firstCursor()
    for (const change of [{ type: 'mcp' }, { search: 'sky' }, { search: '' }])
      await expectRejected({ search: word, cursor, ...change })
    const ofType = await firstCursor({ type: 'mcp' })
    await expectRejected({ search: word, type: 'github', cursor: ofType })
    await expectRejected({ search: word, cursor: ofType })
  })

  test.each<[string, (cursor: string) => string]>([
    ['another start', (cursor) => `AAAA${cursor.slice(4)}`],
    ['another middle', (cursor) => `${cursor.slice(0, 40)}AAAA${cursor.slice(44)}`],
    ['only its first half', (cursor) => cursor.slice(0, cursor.length / 2)],
    ['its end missing', (cursor) => cursor.slice(0, -4)],
    ['its start missing', (cursor) => cursor.slice(4)],
    ['more at its end', (cursor) => `${cursor}AAAA`],
    ['itself twice', (cursor) => cursor + cursor],
    ['spaces around it', (cursor) => ` ${cursor} `],
    [
      'other letter case',
      (cursor) => cursor.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase())),
    ],
    ['its characters reversed', (cursor) => [...cursor].reverse().join('')],
  ])('is rejected with %s', async (_, change) => {
    await expectRejected({ search: word, cursor: change(await firstCursor()) })
  })

  const base64url = (text: string) => Buffer.from(text).toString('base64url')
  const tag = '0'.repeat(16)

  test.each([
    ...['', ' ', '5', '123e4567-e89b-12d3-a456-426614174000', 'next', '!'.repeat(40), 'A'.repeat(200)],
    ...['A'.repeat(7_000), '\u0000', 'ｃｕｒｓｏｒ'.repeat(5), Buffer.alloc(99, 0xff).toString('base64url')],
    ...[`${tag}{}`, `${tag}{"id":"x","number_1":"1e999"}`, `${tag}${'['.repeat(2_900)}`].map(base64url),
  ])('is rejected when it is %j', async (cursor) => {
    await expectRejected({ cursor })
  })
})
