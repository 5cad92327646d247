// Orders, pages and cursors are tested in tests/database (catalogue.test.ts, page-size.test.ts), parameters in
// tests/unit/requests.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { expectInvalidFields, get, type Skill, type SkillList } from '../support/api.ts'
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

const idDescending = (a: Skill, b: Skill) => (a.id < b.id ? 1 : -1)
const nameOf = ({ name }: Skill) => name

test('GET /api/skills returns a skill as soon as it was submitted, without any parameter', async () => {
  const skill = await newSkill({ url: 'https://example.com' })
  const page = { skills: [skill], count: 1, next_cursor: null, did_you_mean: null }
  expect(await listSkills({ search: skill.name })).toEqual(page)
  expect(await listSkills({ search: uniqueWord() })).toMatchObject({
    skills: [],
    count: 0,
    next_cursor: null,
  })
  expect((await listSkills({ sort: 'newest', limit: 500 })).skills).toContainEqual(skill)
  const all = await listSkills({})
  expect(all.skills.length).toBeGreaterThan(0)
  expect(all.count).toBe(all.skills.length)
})

test('takes + as a space and ignores unknown parameters, also twice', async () => {
  const word = uniqueWord()
  const skills = await inParallel(['two ', 'two+'], (start) => newSkill({ name: start + word }))
  const unknown = 'offset=5&order=name&select=email&p_limit=0&id=eq.1&offset=6&Limit=0&__proto__=1&=&&x'
  for (const [i, search] of [`two+${word}`, `two%2B${word}`].entries()) {
    const { status, body } = await get<SkillList>(`/api/skills?${unknown}&search=${search}`)
    expect([status, body.skills[0]]).toEqual([200, skills[i]])
  }
})

test.each([
  ...['type=mcp&type=mcp', 'limit=5&%6Cimit=5', 'type=', 'type=MCP', 'sort=toString', 'sort=newest%00'],
  ...['limit=0', 'limit=1.5', 'limit=', 'search=%00', 'search=%FF', 'cursor=', 'x=%FF'],
  `search=${'x'.repeat(201)}`,
])('%s is rejected', async (query) => {
  expectInvalidFields(await get(`/api/skills?${query}`), query.split('=')[0] ?? '')
})

test('every invalid parameter is reported', async () => {
  const query = 'type=x&sort=x&limit=x&cursor=x&search=%00'
  expectInvalidFields(await get(`/api/skills?${query}`), 'type', 'sort', 'limit', 'cursor', 'search')
})

// In the order of `top`; the last two are unrated.
const CATALOGUE: [label: string, claws: number[], reliability: (number | null)[]][] = [
  ['loved by many', [5, 5, 4], [null, 0.2, 0.1]],
  ['loved by one', [5], [0.15001]],
  ['good to two', [4, 4], [0.15]],
  ['good to one', [4], [null]],
  ['hardly works', [1], [100]],
  ['a unrated', [], []],
  ['b unrated', [], []],
]
let word: string
let skills: Skill[]
beforeAll(async () => {
  word = uniqueWord()
  const agents = await newAgents(3)
  skills = []
  // One after the other, for the order of `newest`.
  for (const [i, [label]] of CATALOGUE.entries())
    skills.push(await newSkill({ name: `${label} ${word}`, type: i % 2 ? 'mcp' : 'github' }))
  await inParallel(CATALOGUE, async ([, claws, scores], i) => {
    for (const [j, number] of claws.entries()) {
      const fields = { skill_id: skills[i]?.id, claws: number, reliability: scores[j] }
      await rate(agents[j] as Agent, fields)
    }
  })
})

test.each([
  ['top', [0, 1, 2, 3, 4]],
  ['rating', [1, 0, 2, 3, 4]],
  ['most_rated', [0, 2, 1, 3, 4]],
  // As if five more agents had given 50; the ratings of new agents count as at most three.
  ['reliability', [4, 1, 2, 0]],
  ['newest', [6, 5, 4, 3, 2, 1, 0]],
  ['name', [5, 6, 3, 2, 4, 0, 1]],
])('sorts by %s, page by page, of all types and of one', async (sort, order) => {
  const first = order.map((i) => skills[i] as Skill)
  const last = skills.filter((skill) => !first.includes(skill)).sort(idDescending)
  const expected = [...first, ...last]
  for (const limit of ['1', '06', '7', '9'.repeat(40)])
    expect(await listAllNames({ search: word, sort, limit })).toEqual(expected.map(nameOf))
  const ofType = expected.filter(({ type }) => type === 'mcp').map(nameOf)
  expect(await listAllNames({ search: word, sort, type: 'mcp', limit: 2 })).toEqual(ofType)
})

test('sorts by top by default', async () => {
  const { next_cursor } = await listSkills({ limit: 1 })
  // A cursor is bound to its sort order.
  expect((await get(`/api/skills?sort=top&cursor=${next_cursor}`)).status).toBe(200)
  expectInvalidFields(await get(`/api/skills?sort=name&cursor=${next_cursor}`), 'cursor')
})

test('a cursor fits any limit, and no other sort, type or search', async () => {
  const all = await listAllNames({ search: word, sort: 'name' })
  const list = { search: word, sort: 'name' }
  const { next_cursor } = await listSkills({ ...list, limit: 2 })
  const cursor = next_cursor ?? ''
  for (const limit of [1, 3, 100]) {
    const page = await listSkills({ ...list, limit, cursor, unknown: 1 })
    expect(page.skills.map(nameOf)).toEqual(all.slice(2, 2 + limit))
  }
  for (const change of [{ type: 'mcp' }, { search: 'sky' }, { sort: 'top' }, { cursor: `${cursor}AAAA` }]) {
    const parameters = new URLSearchParams({ ...list, cursor, ...change })
    expectInvalidFields(await get(`/api/skills?${parameters}`), 'cursor')
  }
})
