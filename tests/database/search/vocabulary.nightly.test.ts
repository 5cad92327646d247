import { afterEach, describe, expect, test } from 'vitest'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

afterEach(async () => {
  await database.owner`delete from public.skills`
  await load()
})

const submit = (name: string, description: string) =>
  database.owner`insert into public.skills (name, description, type) values (${name}, ${description}, 'other')`
const words = async (pattern: string) =>
  (await database.owner`select word from private.vocabulary where word like ${pattern} order by word`).map(
    ({ word }) => word,
  )
const load = () => database.owner`select private.load_vocabulary()`
const correct = async (word: string) =>
  (await database.owner`select private.correct_search(${word}, private.plan_search(${word})) as word`)[0]
    ?.word

/** Skills of 40 words each that begin alike. */
const plant = (beginning: string, skills: number) =>
  database.owner`
    insert into public.skills (name, description, type)
    select ${beginning} || ' ' || s, (
      select string_agg(${beginning} || translate(to_hex(s * 40 + n), '0123456789abcdef', 'qwxyzjkvbpfghmnd'), ' ')
      from generate_series(1, 39) as n
    ), 'other'
    from generate_series(1, ${skills}::integer) as s`

describe('words that begin alike', () => {
  const mostOfOneHash = async () =>
    (
      await database.owner`
        select count(*)::integer as words from private.vocabulary, unnest(deletions) as deletion group by deletion
        order by 1 desc limit 1`
    )[0]?.words

  test('are not all compared, and displace none that were there before', async () => {
    await submit('Xylophone', 'xylophone')
    for (let i = 0; i < 60; i++) await plant(`xyloph${'abcdefghij'[i % 10]}${Math.floor(i / 10)}`, 1)
    expect((await words('xyloph%')).length).toBeGreaterThan(2_000)
    // One entry in 16 is counted, so that some more come in: that 400 do is less likely than 1 in 10^11.
    expect(await mostOfOneHash()).toBeLessThan(512 + 400)
    expect(await correct('xylophune')).toBe('xylophone')
  })

  test('of one statement share the room, too', async () => {
    await plant('xyloph', 60)
    expect(await mostOfOneHash()).toBeLessThanOrEqual(512)
  })

  test('do not displace a common one that is newer, once the vocabulary is loaded again', async () => {
    await plant('xyloph', 60)
    await database.owner`
      insert into public.skills (name, description, type)
      select 'Common ' || i, 'xylophone', 'other' from generate_series(1, 100) as i`
    await load()
    expect(await correct('xylophune')).toBe('xylophone')
    expect(await mostOfOneHash()).toBe(512)
  })

  test('are looked up as a prefix, or if they are more than 1,000, by the most common ones', async () => {
    const beginning = async () =>
      (await database.owner`select private.prefix_term('xyloph')::text as query`)[0]?.query.split(' | ')
    const found = async () =>
      (
        await database.owner`
        select public.search_catalogue(p_search => 'xyloph', p_sort => 'name', p_limit => 500) ->> 'count' as count`
      )[0]?.count
    await database.owner`
      insert into public.skills (name, description, type)
      select 'Common ' || i, 'xylophone', 'other' from generate_series(1, 100) as i`
    await plant('xyloph', 10)
    expect([await beginning(), await found()]).toEqual([["'xyloph':*"], '110'])
    await plant('xylophz', 60)
    await database.admin`analyze private.skill_documents`
    await database.owner`select private.load_common_words()`
    const words = await beginning()
    expect([words.length, words[0]]).toEqual([16, "'xylophone'"])
    expect(Number(await found())).toBeGreaterThanOrEqual(100)
  })

  test('have room again when their skills are gone and the vocabulary is loaded again', async () => {
    await plant('xyloph', 60)
    await plant('xylophy', 60)
    await database.owner`delete from public.skills`
    await load()
    const [row] = await database.owner`
      select (select count(*)::integer from private.vocabulary) as words, (select count(*)::integer from private.crowded_deletions) as crowded`
    expect(row).toEqual({ words: 0, crowded: 0 })
  })
})
