// Orders, pages and cursors are tested in tests/database (catalogue.test.ts, page-size.test.ts), parameters in
// tests/unit/requests.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { expectInvalidFields, get, type SkillList } from '../support/api.ts'
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
let names: string[]
beforeAll(async () => {
  word = uniqueWord()
  names = ['b', 'c', 'a'].map((label) => `${label} ${word}`)
  // One after the other, for the order of `newest`.
  for (const name of names) await newSkill({ name })
})

test('sorts page by page, with a cursor that fits any limit, and no other sort', async () => {
  for (const limit of ['1', '02', '9'.repeat(40)])
    expect(await listAllNames({ search: word, sort: 'newest', limit })).toEqual(names.toReversed())
  const { next_cursor } = await listSkills({ search: word, sort: 'newest', limit: 1 })
  const other = await get(`/api/skills?search=${word}&sort=name&cursor=${next_cursor}`)
  expectInvalidFields(other, 'cursor')
})

test('sorts by top by default', async () => {
  const { next_cursor } = await listSkills({ limit: 1 })
  // A cursor is bound to its sort order.
  expect((await get(`/api/skills?sort=top&cursor=${next_cursor}`)).status).toBe(200)
})
