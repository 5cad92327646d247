// Orders, pages and cursors are tested in tests/database (catalogue.test.ts, page-size.test.ts), parameters in
// tests/unit/requests.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { expectInvalidFields, get, type Skill, type SkillList } from '../support/api.ts'
import { inParallel, listAllNames, listSkills, newSkill, uniqueWord } from '../support/fixtures.ts'

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

test('every invalid parameter is reported', async () => {
  const query = 'type=x&sort=x&limit=x&cursor=x&search=%00'
  expectInvalidFields(await get(`/api/skills?${query}`), 'type', 'sort', 'limit', 'cursor', 'search')
})

let word: string
let skills: Skill[]
beforeAll(async () => {
  word = uniqueWord()
  skills = []
  // One after the other, for the order of `newest`.
  for (const label of ['b', 'c', 'a']) skills.push(await newSkill({ name: `${label} ${word}` }))
})

test.each([
  ['newest', [2, 1, 0]],
  ['name', [2, 0, 1]],
])('sorts by %s, page by page', async (sort, order) => {
  const expected = order.map((i) => skills[i]?.name)
  for (const limit of ['1', '02', '9'.repeat(40)])
    expect(await listAllNames({ search: word, sort, limit })).toEqual(expected)
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
  const { next_cursor } = await listSkills({ ...list, limit: 1 })
  const cursor = next_cursor ?? ''
  for (const limit of [1, 3, 100]) {
    const page = await listSkills({ ...list, limit, cursor, unknown: 1 })
    expect(page.skills.map(({ name }) => name)).toEqual(all.slice(1, 1 + limit))
  }
  for (const change of [{ type: 'mcp' }, { search: 'sky' }, { sort: 'top' }, { cursor: `${cursor}AAAA` }]) {
    const parameters = new URLSearchParams({ ...list, cursor, ...change })
    expectInvalidFields(await get(`/api/skills?${parameters}`), 'cursor')
  }
})
