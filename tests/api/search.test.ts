// What a search finds and how it ranks is tested in tests/database/search/search.test.ts.
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, post, type SkillList } from '../support/api.ts'
import { listSkills, newSkill, uniqueWord } from '../support/fixtures.ts'

const found = async (search: string, more = {}) =>
  (await listSkills({ search, ...more })).skills.map(({ name }) => name)

test('a search finds a skill by its name and by its description, best match first by default', async () => {
  const [word, other] = [uniqueWord(), uniqueWord()]
  const inText = await newSkill({ name: `Sky ${other}`, description: `Watches ${word}.` })
  const inName = await newSkill({ name: `Zoo ${word}`, description: 'Watches.' })
  expect(await found(word)).toEqual([inName.name, inText.name])
  expect(await found(word, { sort: 'relevance' })).toEqual([inName.name, inText.name])
  expect(await found(word, { sort: 'name' })).toEqual([inText.name, inName.name])
  expect(await found(`${word} ${other}`, { sort: 'name' })).toEqual([inText.name])
  expect((await listSkills({ search: `${word} ${other}` })).missing).toEqual([[], [other]])
  expect((await listSkills({ search: word, sort: 'name' })).missing).toBeNull()
})

test('a search that finds nothing suggests the nearest names', async () => {
  const word = uniqueWord()
  const { id, name, slug } = await newSkill({ name: `${word}wright` })
  const { skills, suggestions } = await listSkills({ search: `${word}write` })
  expect([skills, suggestions]).toEqual([[], [{ id, name, slug }]])
  expect((await listSkills({ search: word })).suggestions).toEqual([])
})

test('a misspelt word is corrected, and the response says so; a filter corrects nothing', async () => {
  const word = uniqueWord()
  const { name } = await newSkill({ name: `Sky ${word}` })
  const misspelt = `Sky ${word.slice(0, 2)}x${word.slice(2)}`
  const { skills, did_you_mean } = await listSkills({ search: misspelt })
  expect([skills[0]?.name, did_you_mean]).toEqual([name, name])
  expect(await listSkills({ search: misspelt, sort: 'top' })).toMatchObject({ count: 0, did_you_mean: null })
  for (const search of [word, '']) expect((await listSkills({ search })).did_you_mean).toBeNull()
})

describe('POST /api/search', () => {
  type Found = Omit<SkillList, 'next_cursor' | 'did_you_mean'> & { did_you_mean: (string | null)[] }
  const search = (body: object) => post<Found>('/api/search', body)

  test('finds what several phrasings find first, without a key', async () => {
    const [word, other] = [uniqueWord(), uniqueWord()]
    for (const name of [word, other]) await newSkill({ name })
    const both = await newSkill({ name: `Sky ${word} ${other}`, type: 'mcp' })
    const { status, body } = await search({ queries: [word, `${other}z`] })
    expect([status, body.count, body.skills[0]?.name]).toEqual([200, 3, both.name])
    expect([body.did_you_mean, body.suggestions]).toEqual([[null, other], []])
    const filtered = await search({ queries: [word, other], type: 'mcp', limit: 1 })
    expect(filtered.body.skills.map(({ id }) => id)).toEqual([both.id])
  })

  test('names all fields at fault', async () => {
    const body = { queries: ['x', ' ', 1, 'x'.repeat(201)], type: 'x', limit: 0 }
    expectInvalidFields(
      await search({ ...body, queries: body.queries.slice(0, 3) }),
      'queries.1',
      'queries.2',
      'type',
      'limit',
    )
    expectInvalidFields(await search(body), 'queries', 'type', 'limit')
  })
})
