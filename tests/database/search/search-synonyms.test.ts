// How synonyms, corrections of rare words and the quality of skills rank; tests/database/search/search.test.ts has the other rules.
import { describe, expect, test } from 'vitest'
import { become, pagesOf, rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'
import { namesOf, plant, search, setRatings } from './search-fixtures.ts'

const database = databaseForTests()

const found = async (tx: Transaction, text: string) => namesOf(await search(tx, text))

const inTransaction = (work: (tx: Transaction) => Promise<void>) =>
  rolledBack(database.owner, async (tx) => {
    await tx`insert into private.synonyms (term, synonyms) values ('warthog', '{boar}'), ('graze warthog', '{meadow eat,pastur}')`
    await work(tx)
  })

describe('a synonym', () => {
  test('finds a skill that has no word of the search', () =>
    inTransaction(async (tx) => {
      await plant(tx, 'Zebra', 'Paints a boar.')
      await plant(tx, 'Okapi', 'Eats in the meadow.')
      await plant(tx, 'Gnu', 'Eats.')
      await become(tx, {})
      expect(await found(tx, 'warthog')).toEqual(['Zebra'])
      // All words of a term have to be there, and all words of what is said.
      expect(await found(tx, 'grazing warthogs')).toEqual(['Okapi', 'Zebra'])
      expect(await found(tx, 'grazing')).toEqual([])
    }))

  test('in more than 1,000 skills finds some of them if nothing else is found', () =>
    rolledBack(database.admin, async (tx) => {
      await tx`insert into private.synonyms (term, synonyms) values ('warthog', '{boar}')`
      await plant(tx, 'Zebra', 'boar', 1001)
      await tx`analyze private.skill_documents`
      await tx`insert into private.common_words (word, share, analyzed_at) values ('boar', 1, now())`
      await become(tx, {})
      expect(await found(tx, 'warthog')).toHaveLength(10)
    }))

  test('counts less than the word, and nothing beside it', () =>
    inTransaction(async (tx) => {
      await plant(tx, 'Zebra', 'boar')
      await plant(tx, 'Okapi', 'warthog')
      await plant(tx, 'Gnu', 'warthog boar')
      await setRatings(tx, 'Okapi', [0, 0, 0, 0, 1])
      await become(tx, {})
      expect(await found(tx, 'warthog')).toEqual(['Okapi', 'Gnu', 'Zebra'])
    }))

  test('never lifts a skill above one that contains all words', () =>
    inTransaction(async (tx) => {
      await plant(tx, 'Warthog boar pasture', 'boar pasture warthog')
      await setRatings(tx, 'Warthog boar pasture', [0, 0, 0, 0, 1000])
      await plant(tx, 'Zebra', 'grazing warthog')
      await setRatings(tx, 'Zebra', [1000, 0, 0, 0, 0])
      await plant(tx, 'Boar pasture', 'boar pasture')
      await setRatings(tx, 'Boar pasture', [0, 0, 0, 0, 1000])
      await plant(tx, 'Okapi', 'boar')
      await become(tx, {})
      const names = await found(tx, 'grazing warthog')
      expect(names).toHaveLength(4)
      expect(names.indexOf('Boar pasture')).toBeGreaterThan(names.indexOf('Zebra'))
      expect(names.indexOf('Okapi')).toBeGreaterThan(names.indexOf('Boar pasture'))
    }))

  test('keeps a word that no skill contains from being corrected', () =>
    inTransaction(async (tx) => {
      await plant(tx, 'Zebra', 'warthag boar')
      await become(tx, {})
      expect((await search(tx, 'warthog')).did_you_mean).toBeNull()
      expect((await search(tx, 'warthig')).did_you_mean).toBe('warthag')
    }))

  test('gives each skill once, page by page, while the skill with all words is rated', () =>
    inTransaction(async (tx) => {
      await plant(tx, 'Boar', 'boar meadow eat', 20)
      await plant(tx, 'Zebra', 'grazing warthog')
      const names: string[] = []
      for await (const page of pagesOf((cursor) => search(tx, 'grazing warthog', { limit: 4, cursor }))) {
        names.push(...namesOf(page))
        // After the first page, so that its position does not matter any more.
        await setRatings(tx, 'Zebra', [10 * names.length, 0, 0, 0, 0])
      }
      // The rated skill may move, the others do not.
      const boars = names.filter((name) => name !== 'Zebra')
      expect(boars).toHaveLength(20)
      expect(new Set(boars).size).toBe(20)
    }))
})

describe('a word in no name and few descriptions', () => {
  const plantTypo = async (tx: Transaction) => {
    await plant(tx, 'Aardvark', 'Digs a burrow.', 30)
    await plant(tx, 'Zebra', 'Digs a burow.')
  }

  test('is corrected to a similar word that is much more common, and still ranks what was typed', () =>
    inTransaction(async (tx) => {
      await plantTypo(tx)
      await become(tx, {})
      const { skills, did_you_mean } = await search(tx, 'burow digger', { limit: 500 })
      expect(did_you_mean).toBe('burrow digger')
      expect(skills).toHaveLength(31)
      expect(skills.map(({ name }) => name)).toContain('Zebra')
    }))

  test('is not corrected if it is in a name', () =>
    inTransaction(async (tx) => {
      await plantTypo(tx)
      await plant(tx, 'Burow', 'x')
      await become(tx, {})
      expect((await search(tx, 'burow digger')).did_you_mean).toBeNull()
    }))
})

test('ratings by new accounts do not make up for a better text', () =>
  inTransaction(async (tx) => {
    // The description decides, by less than what the score gains.
    await plant(tx, 'Zebra paints', 'x')
    await plant(tx, 'Painted zebra', 'zebra')
    await setRatings(tx, 'Zebra paints', [0, 0, 0, 0, 10_000], false)
    const [before] = await found(tx, 'zebra painting')
    await setRatings(tx, 'Zebra paints', [0, 0, 0, 0, 1], false)
    expect(await found(tx, 'zebra painting')).toEqual([before, expect.any(String)])
    await setRatings(tx, 'Zebra paints', [0, 0, 0, 0, 10_000])
    expect((await found(tx, 'zebra painting'))[0]).toBe('Zebra paints')
    expect([...(await tx`select * from private.quality_differences()`)]).toEqual([])
  }))

test('a search without words finds names that begin with it, page by page', () =>
  inTransaction(async (tx) => {
    for (const name of ['!!!', '!! b', '! a']) await plant(tx, name, 'x')
    await become(tx, {})
    const names: string[] = []
    for await (const page of pagesOf((cursor) => search(tx, '!', { limit: 1, cursor })))
      names.push(...namesOf(page))
    expect(names.toSorted()).toEqual(['! a', '!! b', '!!!'])
    expect([...(await tx`select public.suggest_skills('!') as found`)]).toHaveLength(1)
  }))

test('the beginning of a word is looked up once', () =>
  inTransaction(async (tx) => {
    await plant(tx, 'Wombat', 'wombats', 2000)
    await become(tx, {})
    await tx`set local statement_timeout = '1s'`
    expect((await search(tx, 'wo', { limit: 10 })).skills).toHaveLength(10)
  }))
