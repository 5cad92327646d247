// What a search finds and how it ranks is tested in tests/database/search/search.test.ts.
import { expect, test } from 'vitest'
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
  const misspelt = `Sky x${word}`
  const { skills, did_you_mean } = await listSkills({ search: misspelt })
  expect([skills[0]?.name, did_you_mean]).toEqual([name, name])
  expect(await listSkills({ search: misspelt, sort: 'top' })).toMatchObject({ count: 0, did_you_mean: null })
  for (const search of [word, '']) expect((await listSkills({ search })).did_you_mean).toBeNull()
})
