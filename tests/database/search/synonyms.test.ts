import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { synonymsFile } from '../../../scripts/scratch-postgres.ts'
import { errorOf, rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

/** `equals`: the words on the left side that are synonyms of each other. */
type Line = { line: string; terms: string[]; equals: string[]; synonyms: string[] }
const text = readFileSync(synonymsFile, 'utf8').split('$list$')[1]?.trim() ?? ''
const lines: Line[] = text.split('\n').flatMap((line) => {
  const [terms, synonyms] = line.split(': ')
  return line === '' || line.startsWith('# ')
    ? []
    : [
        {
          line,
          terms: terms?.split(/ [|/] /) ?? [],
          equals: terms?.split(' | ').filter((term) => !term.includes(' ')) ?? [],
          synonyms: synonyms?.split(', ') ?? [],
        },
      ]
})
/** The key of each phrase of the list, as in private.synonyms, and its words that are stop words. */
const keys = new Map<string, string>()
const stopWords: string[] = []

beforeAll(async () => {
  const phrases = [...new Set(lines.flatMap(({ terms, synonyms }) => [...terms, ...synonyms]))]
  const rows = await database.owner`
    select phrase, private.synonym_key(words) as key,
      array(select word from unnest(words) as word where ts_lexize('pg_catalog.english_stem', word) = '{}') as stop_words
    from unnest(${phrases}::text[]) as phrase cross join lateral string_to_array(phrase, ' ') as words`
  for (const { phrase, key, stop_words } of rows) {
    keys.set(phrase, key)
    stopWords.push(...stop_words)
  }
})

const keysOf = (phrases: string[]) => phrases.map((phrase) => keys.get(phrase) ?? '')
const wordsOf = (key: string) => key.split(' ').length
const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) < index)

describe('the list', () => {
  test('consists of lines of up to 250 characters under headings', () => {
    expect(lines.filter(({ line }) => line.length > 250)).toEqual([])
    expect(text).toMatch(/^# \S/)
    expect(text.split('\n\n').filter((section) => !/^# \S.*\n[^#]/.test(section))).toEqual([])
    const headings = text.match(/^# .+$/gm) ?? []
    expect(headings.length).toBeGreaterThanOrEqual(50)
    expect(repeated(headings)).toEqual([])
  })

  test('has no stop words, and up to 12 synonyms on a line', () => {
    expect(stopWords).toEqual([])
    expect(lines.filter(({ synonyms }) => synonyms.length > 12)).toEqual([])
  })

  test('has each synonym once on a line, also with other endings', () => {
    expect(lines.flatMap(({ synonyms }) => repeated(keysOf(synonyms)))).toEqual([])
  })

  test('has a synonym with other words for each term', () => {
    const useless = lines.flatMap(({ terms, synonyms }) =>
      keysOf(terms).filter((key) => keysOf(synonyms).every((synonym) => synonym === key)),
    )
    expect(useless).toEqual([])
  })
})

type Row = { term: string; synonyms: string[] }
const rowsIn = (sql: Transaction | typeof database.owner, term?: string) =>
  sql<
    Row[]
  >`select * from private.synonyms where ${term ?? null}::text is null or term = ${term ?? null} order by term collate "C"`

const load = async (sql: Transaction | typeof database.owner, list: string | null = text) =>
  (await sql`select private.load_synonyms(${list}) as changed`)[0]?.changed

describe('load_synonyms', () => {
  test('has loaded each line of the file, in its order, without what equals the phrase itself', async () => {
    const wanted = lines
      .flatMap(({ terms, equals, synonyms }) =>
        keysOf(terms).map((key) => ({
          term: key,
          synonyms: [...new Set(keysOf([...equals, ...synonyms]))].filter((synonym) => synonym !== key),
        })),
      )
      .sort((a, b) => (a.term < b.term ? -1 : 1))
    const loaded = await rowsIn(database.owner)
    expect(loaded.map(({ term, synonyms }) => ({ term, synonyms }))).toEqual(wanted)
    expect(loaded.filter(({ term }) => wordsOf(term) > 3)).toEqual([])
  })

  test('restores what is missing or different, and drops what the list no longer has', async () => {
    const [first, second] = await rowsIn(database.owner)
    if (!first || !second) throw new Error('There are no synonyms.')
    await rolledBack(database.owner, async (tx) => {
      const before = await rowsIn(tx)
      await tx`update private.synonyms set synonyms = '{gone}' where term = ${first.term}`
      await tx`delete from private.synonyms where term = ${second.term}`
      await tx`insert into private.synonyms (term, synonyms) values ('0 old', '{gone}')`
      expect(await load(tx)).toBe(3)
      expect(await rowsIn(tx)).toEqual(before)
    })
  })

  test('writes nothing when it runs again, also with other line ends', async () => {
    const versions = () => database.owner`select term, xmin::text from private.synonyms order by term`
    const before = await versions()
    expect(await load(database.owner)).toBe(0)
    expect(await load(database.owner, text.replaceAll('\n', '\r\n'))).toBe(0)
    expect(await versions()).toEqual(before)
  })

  test.each([
    ['no text', null],
    ['only headings', '# Web pages\n\n# Files\n'],
  ])('rejects %s', async (_, list) => {
    expect((await errorOf(load(database.owner, list)))?.message).toBe('The list of synonyms is empty.')
  })

  test.each([
    'remember',
    'remember:memory',
    'remember: ',
    ': memory',
    'Remember: memory',
    'remember things between sessions: memory',
    'remember|recall: memory',
    'remember: memory,notes',
    'remember: memory ',
    ' remember: memory',
    'remember: café',
    'a: b: c',
    '-- remember: memory',
  ])('rejects a list with the line %j', async (line) => {
    const error = await errorOf(load(database.owner, `${text}\n${line}\n`))
    expect(error?.message).toContain(`an invalid line: "${line}". A line is`)
  })

  test.each(['zorilla: polecat\nzorillas: weasel', 'zorilla | zorillas: polecat'])(
    'rejects %j, where one phrase would replace the other',
    async (list) => {
      expect((await errorOf(load(database.owner, list)))?.message).toBe(
        'The list of synonyms has two terms with the stems "zorilla".',
      )
    },
  )
})

describe('find_synonyms', () => {
  const find = async (tx: Transaction, words: string[]) =>
    (await tx`select * from private.find_synonyms(${words})`).map(
      ({ term, synonym }) => `${term.join(' ')}: ${synonym.join(' ')}`,
    )
  /** Runs the work with only these synonyms. */
  const withSynonyms = (rows: Row[], work: (tx: Transaction) => Promise<void>) =>
    rolledBack(database.owner, async (tx) => {
      await tx`delete from private.synonyms`
      for (const { term, synonyms } of rows)
        await tx`insert into private.synonyms values (${term}, ${synonyms})`
      await work(tx)
    })

  test('returns the synonyms of longer phrases first, then in the order of each list', () =>
    withSynonyms(
      [
        { term: 'rememb', synonyms: ['memori', 'recal'] },
        { term: 'rememb session', synonyms: ['memori persist'] },
        { term: 'next rememb session', synonyms: ['handoff'] },
        { term: 'session', synonyms: ['context'] },
        { term: 'forget', synonyms: ['amnesia'] },
      ],
      async (tx) => {
        expect(await find(tx, ['remember', 'things', 'between', 'sessions'])).toEqual([
          'rememb session: memori persist',
          'rememb: memori',
          'session: context',
          'rememb: recal',
        ])
        expect((await find(tx, ['sessions', 'next', 'remembered']))[0]).toBe('next rememb session: handoff')
        expect(await find(tx, [])).toEqual([])
      },
    ))

  test('returns at most 20 synonyms, and finds the terms of a long search', () =>
    withSynonyms(
      [
        { term: 'w48 w49', synonyms: ['found'] },
        { term: 'w49 w50', synonyms: ['not found'] },
        { term: 'zorilla', synonyms: Array.from({ length: 41 }, (_, i) => `synonym${i}`) },
      ],
      async (tx) => {
        const words = Array.from({ length: 50 }, (_, i) => `w${i}`)
        expect(await find(tx, words)).toEqual(['w48 w49: found'])
        expect(await find(tx, ['zorilla'])).toHaveLength(20)
      },
    ))

  test.each([
    ['quotes and other signs', ["'", '"', '\\', '$1', 'a b', ' ', '', '%', '_', '{', '}', ',']],
    ['Chinese, Japanese and Korean', ['人工', '工智', '東京', '검색', '🦞']],
    ['the longest words', Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(64, 'x'))],
    ['equal words', Array.from({ length: 50 }, () => 'qqq')],
  ])('finds nothing for %s', async (_, words) => {
    await rolledBack(database.owner, async (tx) => expect(await find(tx, words)).toEqual([]))
  })

  test('callers without rights read synonyms', () =>
    rolledBack(database.owner, async (tx) => {
      await tx`set local role anon`
      expect(await find(tx, ['remember', 'sessions'])).not.toEqual([])
    }))
})
