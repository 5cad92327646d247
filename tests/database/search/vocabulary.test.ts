// Thousands of words that begin alike are in vocabulary.nightly.test.ts.
import { afterEach, describe, expect, test } from 'vitest'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

afterEach(async () => {
  await database.owner`delete from public.skills`
  await load()
})

const submit = (name: string, description: string, sql = database.owner as typeof database.owner) =>
  sql`insert into public.skills (name, description, type) values (${name}, ${description}, 'other')`
const retire = (name: string, sql = database.owner as typeof database.owner) =>
  sql`update public.skills set retired_at = now() where name = ${name}`
const words = async (pattern: string) =>
  (await database.owner`select word from private.vocabulary where word like ${pattern} order by word`).map(
    ({ word }) => word,
  )
const load = () => database.owner`select private.load_vocabulary()`
const correct = async (word: string) =>
  (await database.owner`select private.correct_search(${word}, private.plan_search(${word})) as word`)[0]
    ?.word

describe('the vocabulary', () => {
  test('gets at most 40 words of one skill, those of the name first, and the others with the next skill', async () => {
    const description = Array.from({ length: 60 }, (_, i) => `aardvark${i + 10}`).join(' ')
    await submit('Zebra zorilla', description)
    expect([await words('z%'), (await words('aardvark%')).length]).toEqual([
      ['zebra', 'zebrazorilla', 'zorilla'],
      37,
    ])
    await submit('Another', description)
    expect((await words('aardvark%')).length).toBe(60)
  })

  test('keeps the words of skills that are gone until it is loaded again, and corrects to none of them', async () => {
    await submit('One', 'quokka numbat')
    await submit('Two', 'quokka')
    await retire('One')
    expect([await words('quokka'), await words('numbat')]).toEqual([['quokka'], ['numbat']])
    expect([await correct('quoka'), await correct('numbaz')]).toEqual(['quokka', null])
    await load()
    expect([await words('quokka'), await words('numbat')]).toEqual([['quokka'], []])
    await database.owner`update public.skills set retired_at = null where name = 'One'`
    expect(await correct('numbaz')).toBe('numbat')
  })

  test('that is loaded again has the words that submissions wrote', async () => {
    await submit('Zebra zorilla', 'Digs a burrow, and eats 東京タワー.')
    const rows = () => database.owner`select word, deletions from private.vocabulary order by word`
    const sorted = async () =>
      (await rows()).map(({ word, deletions }) => [word, deletions.toSorted((a: number, b: number) => a - b)])
    const written = await sorted()
    await load()
    expect(await sorted()).toEqual(written)
  })
})

describe('the common words', () => {
  const common = async () =>
    new Map(
      (await database.owner`select word, share from private.common_words`).map(({ word, share }) => [
        word,
        share,
      ]),
    )

  test('are those of the last analyze, which the next submission copies', async () => {
    await submit('Quokka', 'quokka burrow')
    await submit('Numbat', 'numbat burrow')
    await database.admin`analyze private.skill_documents`
    expect((await common()).get('burrow')).toBeUndefined()
    await submit('Zebra', 'zebra')
    expect((await common()).get('burrow')).toBe(1)
    const [row] = await database.owner`select xmin from private.common_words where word = 'burrow'`
    await submit('Gnu', 'gnu')
    expect((await database.owner`select xmin from private.common_words where word = 'burrow'`)[0]).toEqual(
      row,
    )
  })
})
