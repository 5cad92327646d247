import { afterEach, describe, expect, test } from 'vitest'
import { openTransaction, untilBlocked } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests({ connections: 4 })

afterEach(async () => {
  await database.owner`delete from public.skills`
})

const submit = (name: string, description: string, sql = database.owner as typeof database.owner) =>
  sql`insert into public.skills (name, description, type) values (${name}, ${description}, 'other')`
const retire = (name: string, sql = database.owner as typeof database.owner) =>
  sql`update public.skills set retired_at = now() where name = ${name}`
const words = async (pattern: string) =>
  (await database.owner`select word from private.vocabulary where word like ${pattern} order by word`).map(
    ({ word }) => word,
  )
const correct = async (word: string) =>
  (await database.owner`select private.plan_ranking(${word}) ->> 'correction' as word`)[0]?.word

/** Skills of 40 words each that begin alike. */
const plant = (beginning: string, skills: number) =>
  database.owner`
    insert into public.skills (name, description, type)
    select ${beginning} || ' ' || s, (
      select string_agg(${beginning} || translate(to_hex(s * 40 + n), '0123456789abcdef', 'qwxyzjkvbpfghmnd'), ' ')
      from generate_series(1, 39) as n
    ), 'other'
    from generate_series(1, ${skills}::integer) as s`

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

  test('loses a word with the last skill that contains it', async () => {
    await submit('One', 'quokka numbat')
    await submit('Two', 'quokka')
    await retire('One')
    expect([await words('quokka'), await words('numbat')]).toEqual([['quokka'], []])
    await database.owner`update public.skills set description = 'Edited.' where name = 'Two'`
    expect(await words('quokka')).toEqual([])
    await database.owner`update public.skills set retired_at = null where name = 'One'`
    expect([await words('quokka'), await words('numbat')]).toEqual([['quokka'], ['numbat']])
    await database.owner`delete from public.skills where name = 'One'`
    expect([await words('quokka'), await words('numbat')]).toEqual([[], []])
  })

  test('keeps a word that a submission contains which is not committed when the last other skill goes', async () => {
    await submit('One', 'quokka')
    const open = await openTransaction(database.owner)
    await submit('Two', 'quokka', open.sql as never)
      .then(() => retire('One'))
      .finally(open.commit)
    expect(await words('quokka')).toEqual(['quokka'])
  })

  test('gets a word back that was removed while a submission with it waited', async () => {
    await submit('One', 'quokka')
    const [retiring, submitting] = [
      await openTransaction(database.owner),
      await openTransaction(database.owner),
    ]
    await retire('One', retiring.sql as never)
    const submission = submit('Two', 'quokka', submitting.sql as never).execute()
    // Also if it does not wait, so that no transaction stays open.
    await untilBlocked(database.owner, submitting.pid).finally(async () => {
      await retiring.commit()
      await submission
      await submitting.commit()
    })
    expect(await words('quokka')).toEqual(['quokka'])
  })
})

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

  test('do not displace a common one that is newer', async () => {
    await plant('xyloph', 60)
    await database.owner`
      insert into public.skills (name, description, type)
      select 'Common ' || i, 'xylophone', 'other' from generate_series(1, 100) as i`
    await database.owner`update private.vocabulary set deletions = '{}' where word = 'xylophone'`
    await database.admin`analyze private.skill_documents`
    expect(await correct('xylophune')).toBe('xylophone')
  })

  test('are looked up as a prefix, or if they are more than 1,000, by the most common ones', async () => {
    const beginning = async () =>
      (await database.owner`select private.words_beginning('xyloph') as words`)[0]?.words
    const found = async () =>
      (
        await database.owner`
        select public.list_skills(p_search => 'xyloph', p_sort => 'name', p_limit => 500) ->> 'count' as count`
      )[0]?.count
    await database.owner`
      insert into public.skills (name, description, type)
      select 'Common ' || i, 'xylophone', 'other' from generate_series(1, 100) as i`
    await plant('xyloph', 10)
    expect([await beginning(), await found()]).toEqual([null, '110'])
    await plant('xylophz', 60)
    await database.admin`analyze private.skill_documents`
    const words = await beginning()
    expect([words.length, words[0]]).toEqual([64, 'xylophone'])
    expect(Number(await found())).toBeGreaterThanOrEqual(100)
  })

  test('have room again when their skills are gone', async () => {
    await plant('xyloph', 60)
    await plant('xylophy', 60)
    await database.owner`delete from public.skills`
    const [row] = await database.owner`
      select (select count(*)::integer from private.vocabulary) as words, (select count(*)::integer from private.crowded_deletions) as crowded`
    expect(row).toEqual({ words: 0, crowded: 0 })
  })
})
