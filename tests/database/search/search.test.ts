import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { randomNumbers } from '../../../scripts/support/random.ts'
import { become, pagesOf, rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'
import { namesOf, plant, type SearchOptions, search, setRatings } from './search-fixtures.ts'

const database = databaseForTests()

// Twenty skills, and no statistics yet.
beforeAll(async () => {
  await database.owner.unsafe(readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8'))
})

type Planted = [name: string, description?: string]

/** What a caller without a key gets from a search of the seed and what is planted. */
const searched = (text: string, planted: Planted[] = [], more: SearchOptions = {}) =>
  rolledBack(database.owner, async (tx) => {
    for (const [name, description] of planted) await plant(tx, name, description)
    await become(tx, {})
    return search(tx, text, more)
  })
const foundIn = async (more: SearchOptions, text: string, planted: Planted[]) =>
  namesOf(await searched(text, planted, more))
const found = (text: string, ...planted: Planted[]) => foundIn({}, text, planted)
const corrected = async (text: string) => (await searched(text)).did_you_mean

test('a search finds a word that was common before most skills were deleted', () =>
  rolledBack(database.owner, async (tx) => {
    await tx`delete from public.skills`
    await plant(tx, 'Zebra finder')
    await tx`insert into private.common_words (word, share, analyzed_at) values ('zebra', 0.0001, now())`
    await become(tx, {})
    expect(namesOf(await search(tx, 'zebra'))).toEqual(['Zebra finder'])
  }))

describe('the words of a text', () => {
  test('of a search are without stop words, unless there are only these', async () => {
    const [row] = await database.owner`
      select private.search_words('the pdf for a pdf') as some, private.search_words('the who') as all, private.search_words('!?') as none`
    expect(row).toEqual({ some: ['pdf'], all: ['the', 'who'], none: null })
  })

  test('of 5,000 hostile characters are found within 100 ms', async () => {
    for (const text of ['a+', '東a', '🦞', '+', 'ﷺ', 'ab '])
      await rolledBack(database.owner, async (tx) => {
        await tx`set local statement_timeout = '500ms'`
        await tx`select private.document_words(left(repeat(${text}, 200), 200), left(repeat(${text}, 5000), 5000))`
      })
  })
})

describe('a search', () => {
  test.each([
    ['an inflection', 'Watches nights zyx', 'night watching zyx'],
    ['the beginning of the last word', 'zyx Browser', 'zyx brow'],
    ['words of the name and of the description', 'zyx', 'something zyx'],
    ['a name split at punctuation', 'browser-use/zyx mcp', 'use zyx'],
    ['a name split where the case changes', 'browserUseHTTPServer zyx', 'http browser zyx'],
    ['a name without its punctuation', 'play-wright zyx', 'playwright zyx'],
    ['a name joined across punctuation', '@scope/foo-bar zyx', 'scopefoobar zyx'],
    ['a name whose words are written together', 'Foo Bar zyx', 'foobarzyx'],
    ['the beginning of a name whose words are written together', 'Chrome Zyxtools MCP', 'chromezyxtools'],
    ['to for 2', 'zyx2docx', 'zyx to docx'],
    ['for for 2', 'zyx2docx', 'zyx for docx'],
    ['2 for to', 'zyx to docx', 'zyx2docx'],
    ['2 for to between words joined by punctuation', 'zyx-to-docx', 'zyx2docx'],
    ['2 in another inflection', 'zyx2docs', 'zyx to doc'],
    ['Thai', 'เครื่องมือค้นหาภาษาไทย zyx', 'ค้นหา zyx'],
    ['Lao', 'ເຄື່ອງມືຄົ້ນຫາ zyx', 'ຄົ້ນຫາ zyx'],
    ['Khmer', 'ឧបករណ៍ស្វែងរក zyx', 'ស្វែងរក zyx'],
    ['Burmese', 'ရှာဖွေရေးကိရိယာ zyx', 'ကိရိယာ zyx'],
    ['c++', 'c++ zyx', 'C++ zyx'],
    ['c#', 'c# zyx', '(c#) zyx'],
    ['an emoji', 'Lobster 🦞zyx', '🦞 zyx'],
    ['a part of a joined emoji', '👩\u200d🔬 zyx', '🔬 zyx'],
    ['Devanagari', 'अच्छी हिन्दी zyx', 'हिन्दी zyx'],
    ['two Chinese characters', '北京天气预报 zyx', '天气 zyx'],
    ['one Chinese character', '北京天气预报 zyx', '报 zyx'],
    ['Japanese in two scripts', '東京タワーzyx', 'タワー zyx'],
    ['Korean', '한국어 번역 zyx', '한국 zyx'],
    ['Chinese beside Latin', '用AI写作zyx', 'ai zyx'],
    ['case and accents', 'Crème ΟΔΟΣ zyx', 'CREME οδος ZYX'],
    ['words between punctuation', 'foo.bar,baz zyx', '"baz" & foo | ! % :* zyx'],
    ...['%', '_', '\\', '*', "'", ',', '<->', '()'].map((sign) => [
      sign,
      'Plain zyx',
      `${sign} plain${sign} zyx`,
    ]),
    ['words beside stop words', 'The Who zyx', 'for zyx of'],
  ] as [string, string, string][])('finds %s', async (_, name, text) => {
    const planted: [string, string][] = [[name, 'Something.']]
    expect(await foundIn({ sort: 'name' }, text, planted)).toEqual([name])
    expect((await found(text, ...planted))[0]).toBe(name)
  })

  test.each([
    ['c', 'c++ zyx', 'c# zyx'],
    ['part of a word', 'playwright zyx', 'wright zyx'],
    ['characters in another order', '天气 zyx', '气天 zyx'],
    ['Thai characters in another order', 'ไทย zyx', 'ยทไ zyx'],
    ['one word of two around 2', 'zyx plain', 'zyx2docx'],
    ['some of the words', 'night zyx', 'night zyx sea'],
    ['only punctuation', '% zyx', '%'],
  ])('that filters does not find %s', async (_, name, text) => {
    expect(await foundIn({ sort: 'name' }, text, [[name]])).toEqual([])
  })

  test('for a joiner and a variation selector, which are in no comparison key, finds nothing', async () => {
    expect(await found('\u200D\uFE0F', ['zyx'])).toEqual([])
  })

  test('for a name has it first, whatever its case and width, and not in another order', async () => {
    const planted = ['A Sky zyx', 'Sky zyx', 'Z Sky zyx'].map((name): [string] => [name])
    for (const text of ['SKY zyx', '  sky  zyx ', 'Ｓｋｙ\u00a0zyx'])
      expect((await found(text, ...planted))[0]).toBe('Sky zyx')
    expect((await foundIn({ sort: 'name' }, 'sky zyx', planted))[0]).toBe('A Sky zyx')
  })

  test('by relevance has each skill exactly once on its pages, however many have all words', async () => {
    await rolledBack(database.owner, async (tx) => {
      await plant(tx, 'Sky zyx', 'zyx qov', 250)
      // Names that begin with the search, without all of its words, are ranked beside them.
      await plant(tx, 'Zyx qovert', 'x', 5)
      const whole = namesOf(await search(tx, 'zyx qov', { limit: 500 }))
      expect(whole).toHaveLength(255)
      for (const limit of [7, 60, 200]) {
        const seen: string[] = []
        for await (const page of pagesOf((cursor) => search(tx, 'zyx qov', { limit, cursor })))
          seen.push(...namesOf(page))
        expect(seen).toEqual(whole)
      }
    })
  })
})

describe('spelling', () => {
  test.each([
    ['playwrigt mcp', 'playwright mcp'],
    ['Playwrihgt', 'playwright'],
    ['githib server', 'github server'],
    ['brwoser', 'browser'],
    ['plawyrigt', 'playwright'],
  ])('%s is corrected to %s', async (wrong, right) => {
    expect((await corrected(wrong))?.toLowerCase()).toBe(right)
  })

  // The last has three edits: two transpositions and a replacement.
  test.each(['playwr', 'mpc', 'xqzw', 'playwright', 'browsers', 'plyawrihgx'])(
    '%j is left as it is',
    async (text) => {
      expect(await corrected(text)).toBeNull()
    },
  )

  test('the more frequent of two near words is meant, and none that only a deleted skill had', async () => {
    await rolledBack(database.owner, async (tx) => {
      const names = 'Qabbel 1,Qabbet 1,Qabbet 2,Qabber 1,Qabber 2,Qabber 3'
      for (const name of names.split(',')) await plant(tx, name)
      await tx`delete from public.skills where name like 'Qabber%'`
      await become(tx, {})
      expect((await search(tx, 'qabbex')).did_you_mean).toBe('qabbet')
    })
  })

  test('a word of a skill with three established ratings is meant before a more frequent one', async () => {
    const meant = (ratings: number[]) =>
      rolledBack(database.owner, async (tx) => {
        await plant(tx, 'Qabbel')
        await plant(tx, 'Qabbet', 'x', 4)
        await setRatings(tx, 'Qabbel', ratings)
        await become(tx, {})
        return (await search(tx, 'qabbex')).did_you_mean
      })
    expect([await meant([0, 0, 0, 3, 0]), await meant([0, 0, 0, 2, 0])]).toEqual(['qabbel', 'qabbet'])
  })

  test('keeps digits: contex7 is not context', async () => {
    const { skills, did_you_mean } = await searched('contex7', [['Context for agents', 'context context']])
    expect([skills[0]?.name, did_you_mean]).toEqual(['Context7', 'context7'])
  })
})

describe('a search for the name of a skill', () => {
  const meant = (
    name: string,
    [imitated, claws]: [string, number[]],
    text = name,
    ownClaws = [0, 0, 0, 0, 0],
  ) =>
    rolledBack(database.owner, async (tx) => {
      for (const one of [name, imitated]) await plant(tx, one)
      await setRatings(tx, name, ownClaws)
      await setRatings(tx, imitated, claws)
      await become(tx, {})
      const { skills, did_you_mean } = await search(tx, text)
      // Below the other one, if that has all words.
      expect(skills.slice(0, 2).map((skill) => skill.name)).toContain(name)
      return did_you_mean
    })

  test.each([
    ['a transposition', 'Zebrawrigth', 'Zebrawright'],
    ['two edits of a long name', 'Zebbrawrigth', 'Zebrawright'],
    ['one edit of a short name', 'Zebar', 'Zebra'],
    ['an edit in one of many words', 'Zebra pantier MCP', 'Zebra painter MCP'],
    ['a space', 'Zebrapainter', 'Zebra painter'],
    ['punctuation', 'zebra-painter', 'Zebra Painter'],
  ])(
    'has the similar name of a skill with three established ratings as did_you_mean: %s',
    async (_, name, other) => {
      expect(await meant(name, [other, [0, 0, 0, 3, 0]])).toBe(other)
      expect(await meant(name, [other, [3, 0, 0, 0, 0]], name.toUpperCase())).toBe(other)
      expect(await meant(name, [other, [0, 0, 0, 2, 0]])).toBeNull()
      expect(await meant(name, [other, [0, 0, 0, 3, 0]], name, [0, 0, 0, 1, 0])).toBeNull()
    },
  )

  test('has it also among hundreds of unrated names that begin alike', () =>
    rolledBack(database.owner, async (tx) => {
      await tx`
        insert into public.skills (name, description, type)
        select 'Zebrawri' || translate(i::text, '0123456789', 'abcdefghij'), '-', 'other' from generate_series(1000, 1599) as i`
      for (const name of ['Zebrawright', 'Zebrawrigth']) await plant(tx, name)
      await setRatings(tx, 'Zebrawright', [0, 0, 0, 0, 3])
      await become(tx, {})
      expect((await search(tx, 'Zebrawrigth')).did_you_mean).toBe('Zebrawright')
    }))

  test.each([
    ['three edits', 'Zebbrawrigthe', 'Zebrawright'],
    ['two edits of a short name', 'Zebars', 'Zebra'],
    ['a name of three letters', 'Gun', 'Gnu'],
  ])('has none after %s', async (_, name, other) => {
    expect(await meant(name, [other, [0, 0, 0, 0, 99]])).toBeNull()
  })
})

test('planted skills of another type hide no skill from a search for a type, in any order', async () => {
  const found = rolledBack(database.owner, async (tx) => {
    for (const name of ['Kinkajou one', 'A kinkajou']) await plant(tx, name, `${'Long '.repeat(300)}kinkajou`)
    await tx`update public.skills set type = 'mcp' where name ilike '%kinkajou%'`
    await plant(tx, 'Kinkajou', 'x', 1100)
    await become(tx, {})
    const lists: string[][] = []
    for (const sort of ['relevance', 'top', 'newest', 'name'])
      for (const limit of [10, 500])
        lists.push(namesOf(await search(tx, 'kinkajou', { type: 'mcp', sort, limit })).toSorted())
    return lists
  })
  expect(await found).toEqual(Array(8).fill(['A kinkajou', 'Kinkajou one']))
})

describe('suggestions', () => {
  const suggested = async (text: string, planted: Planted[] = [], more: SearchOptions = {}) =>
    (await searched(text, planted, more)).suggestions.map(({ name }) => name)

  test('are the skills with the nearest names, of any type, if a search finds nothing', async () => {
    const { skills, suggestions } = await searched('playwrite')
    expect(skills).toEqual([])
    expect(suggestions).toEqual([{ id: expect.any(String), name: 'Playwright MCP', slug: 'playwright-mcp' }])
    expect(await suggested('playwright', [], { type: 'clawdbot' })).toEqual(['Playwright MCP'])
    expect(await suggested('playwrite', [], { sort: 'top' })).toEqual(['Playwright MCP'])
    expect(await suggested('xqzwvk')).toEqual([])
  })

  test('are at most three, the nearest first', async () => {
    const names = ['Playwright', 'Playwright MCP 2', 'Playwright for bears', 'Playwright test runner'].map(
      (name): Planted => [name],
    )
    expect(await suggested('playwrite', names)).toEqual(['Playwright', 'Playwright MCP', 'Playwright MCP 2'])
  })

  test.each([
    ['two edits of a short word', 'zebbar', 'Zebra'],
    ['three of a long one', 'Zebrawrite', 'Zebrawright'],
    ['one of three letters', 'gmu', 'Gnu'],
  ])('are found after %s', async (_, text, name) => {
    const { skills, suggestions } = await searched(text, [['Zebra'], ['Zebrawright'], ['Gnu']])
    expect(skills).toEqual([])
    expect(suggestions[0]?.name).toBe(name)
  })

  test('have a name that begins like the search, among hundreds that have some of its first letters', async () => {
    const found = rolledBack(database.owner, async (tx) => {
      // Joined words: wabcdezzz2 and so on, which share abe with the search.
      await plant(tx, 'wabcdezzz', 'x', 1200)
      await plant(tx, 'wqabezzzzwright')
      await become(tx, {})
      return (await search(tx, 'wqabezzzzwrite')).suggestions.map(({ name }) => name)
    })
    expect(await found).toEqual(['wqabezzzzwright'])
  })

  test('are empty where there are results, and on later pages', async () => {
    expect(await suggested('browser')).toEqual([])
    const { next_cursor } = await searched('mcp', [], { limit: 1 })
    expect(await suggested('mcp', [], { cursor: next_cursor })).toEqual([])
  })

  describe('beside planted names', () => {
    const PLANTED = ['Zebrawrigt', 'Zebrawrigtt', 'Zebrawrigto', 'Zebrawrigto a', 'Zebrawrigto b']
    const nearest = (text: string, rated: string[], ratings = [0, 0, 0, 3, 0]) =>
      rolledBack(database.owner, async (tx) => {
        for (const name of [...PLANTED, ...rated]) await plant(tx, name)
        // More than are compared.
        await plant(tx, 'Zebrawrigt zyx', 'x', 120)
        for (const name of rated) await setRatings(tx, name, ratings)
        await become(tx, {})
        const [row] = await tx`select public.suggest_skills(${text}) as page`
        return namesOf({ skills: row?.page.suggestions })
      })

    test('have a skill with three established ratings first, if it is nearly as near', async () => {
      expect((await nearest('Zebrawrigtz', ['Zebrawright']))[0]).toBe('Zebrawright')
      expect(await nearest('Zebrawrigtz', ['Zebrawright'], [0, 0, 0, 2, 0])).not.toContain('Zebrawright')
    })

    test('have one that is less near as the third, and a new skill that is much nearer first', async () => {
      const names = await nearest('Zebrawrigtoo', ['Zebrawright studio'])
      expect([names[0], names[2]]).toEqual(['Zebrawrigto', 'Zebrawright studio'])
      const others = ['Zebrawright one', 'Zebrawright two', 'Zebrawright six']
      expect((await nearest('Zebrawrigtoo', others))[0]).toBe('Zebrawrigto')
    })
  })
})

describe('ranking', () => {
  test('works on twenty skills without statistics', async () => {
    expect((await found('I need a tool to read files in folders'))[0]).toBe('Filesystem MCP Server')
    expect((await found('github pull requests and actions'))[0]).toBe('GitHub MCP Server')
    expect((await found('knowledge graph memory'))[0]).toBe('Memory MCP Server')
  })

  test('puts the name before the description', async () => {
    const names = await found('zebra', ['Horse', 'Zebra'], ['Wild zebras'], ['Zebra'])
    expect(names).toEqual(['Zebra', 'Wild zebras', 'Horse'])
  })

  test('puts a well rated name that has only words of the search before a longer one', async () => {
    await rolledBack(database.owner, async (tx) => {
      await plant(tx, 'Zyxlib', 'Shrinks pictures')
      await plant(tx, 'Zyxlib!', 'Shrinks pictures')
      await plant(tx, 'zyxlib-shrink-plugin', 'Shrinks pictures for Zyxlib')
      const top = async (ratings: number[]) => {
        await setRatings(tx, 'Zyxlib', ratings)
        await become(tx, {})
        const { skills } = await search(tx, 'shrink pictures compress zyxlib')
        await tx`reset role`
        return skills.slice(0, 2).map(({ name }) => name)
      }
      expect(await top([0, 0, 0, 3, 0])).toEqual(['Zyxlib', 'zyxlib-shrink-plugin'])
      // Anyone can submit such a name, and bad ratings do not help.
      for (const ratings of [
        [0, 0, 0, 2, 0],
        [3, 0, 0, 0, 0],
      ])
        expect((await top(ratings))[0]).toBe('zyxlib-shrink-plugin')
    })
  })

  test('does not let stuffed names and descriptions pass a popular skill', async () => {
    const words = 'playwright browser automation mcp github fetch memory server files web'
    const stuffed = Array(60).fill(words).join(' ')
    const names = ['Best playwright mcp', 'Playwright playwright mcp mcp server']
    const [first] = await found('playwright mcp', ...names.map((name): Planted => [name, stuffed]))
    expect(first).toBe('Playwright MCP')
    await rolledBack(database.owner, async (tx) => {
      await setRatings(tx, 'Playwright MCP', [0, 0, 0, 500, 0])
      await plant(tx, `${words} ${words}`, stuffed)
      await plant(tx, 'Playwrights', stuffed)
      await become(tx, {})
      for (const text of ['playwright', 'playwrigth', 'mcp playwright', 'browser playwright'])
        expect((await search(tx, text)).skills[0]?.name).toBe('Playwright MCP')
    })
  })

  test('is within one type if that is asked for', async () => {
    const planted: Planted[] = [['Playwright copy']]
    expect(await foundIn({ type: 'other' }, 'playwright', planted)).toEqual(['Playwright copy'])
  })

  test('in another order finds a rare word among ten billion skills', () =>
    rolledBack(database.admin, async (tx) => {
      await tx`update pg_class set reltuples = 1e10 where oid = 'private.skill_documents'::regclass`
      expect(namesOf(await search(tx, 'playwright', { sort: 'newest', limit: 500 }))).toEqual([
        'Playwright MCP',
      ])
    }))

  test('has the same skills on a short first page as in a long list, also if only words put them there', () =>
    rolledBack(database.admin, async (tx) => {
      // Those with the word in the name have longer texts, which lose a little.
      await tx`insert into public.skills (name, description, type)
        select
          case when i % 9 = 0 then format('Skill %s zyx', i) else format('Skill %s', i) end,
          'A zyx' || case when i % 9 = 0 then ' that has five more words here and some other good ones' else '' end
            || case i % 2 when 0 then ' agent' else '' end,
          'mcp'
        from generate_series(1, 900) as i`
      await tx`update pg_class set reltuples = 1e6 where oid = 'private.skill_documents'::regclass`
      for (const text of ['zyx', 'skill zyx', 'zyx agent']) {
        // A long page does not leave out skills before it matches their words.
        const all = namesOf(await search(tx, text, { limit: 400 }))
        expect(all).toHaveLength(400)
        expect(all[0]).toMatch(/zyx$/)
        for (const limit of [5, 20])
          expect(namesOf(await search(tx, text, { limit }))).toEqual(all.slice(0, limit))
      }
    }))

  test('gives at most 1,000 skills, and in another order all, each once, page by page', async () => {
    await rolledBack(database.owner, async (tx) => {
      await tx`insert into public.skills (name, description, type)
        select 'Common ' || i, case when i % 3 = 0 or i > 900 then 'zyxcommon' else 'other' end, 'mcp' from generate_series(1, 1200) as i`
      await become(tx, {})
      const walk = async (text: string, options: SearchOptions) => {
        const ids: string[] = []
        for await (const page of pagesOf((cursor) => search(tx, text, { ...options, cursor }))) {
          ids.push(...page.skills.map(({ id }) => id))
          if (page.next_cursor !== null) expect(page.skills.length).toBe(options.limit)
        }
        return [ids.length, new Set(ids).size]
      }
      expect(await walk('common', { limit: 250 })).toEqual([1_000, 1_000])
      expect(await walk('common', { limit: 37 })).toEqual([1_000, 1_000])
      expect(await walk('zyxcommon', { limit: 150, sort: 'top' })).toEqual([600, 600])
    })
  })
})

describe('of equal texts', () => {
  test('12 ratings of 5 claws rank above none, and none above 30 of 1 claw', async () => {
    await rolledBack(database.owner, async (tx) => {
      for (const name of ['Zebra bad', 'Zebra new', 'Zebra good']) await plant(tx, name)
      await setRatings(tx, 'Zebra bad', [30, 0, 0, 0, 0])
      await setRatings(tx, 'Zebra good', [0, 0, 0, 0, 12])
      await become(tx, {})
      expect(namesOf(await search(tx, 'zebra'))).toEqual(['Zebra good', 'Zebra new', 'Zebra bad'])
    })
  })

  // Names of the same words, so that the texts are equal.
  const orders = (words: string[]): string[][] =>
    words.length < 2
      ? [words]
      : words.flatMap((word, i) => orders(words.toSpliced(i, 1)).map((rest) => [word, ...rest]))
  const NAMES = orders(['okapi', 'zebra', 'gnu', 'ibex', 'eland']).map((words) => words.join(' '))

  const texts: [what: string, text: string, isEqual: (name: string) => boolean][] = [
    ['a word of the descriptions', 'savanna', () => true],
    ['a word of the names', 'gnu', (name) => !name.startsWith('gnu')],
    ['the beginning of the names', 'gnu', (name) => name.startsWith('gnu')],
    ['all words of the names', 'eland gnu ibex okapi zebra', (name) => name !== 'eland gnu ibex okapi zebra'],
    ['the beginning of a word', 'savan', () => true],
    ['a synonym', 'grassland', (name) => name !== 'quagga'],
    ['a synonym, below a skill with all words', 'grassland quagga', (name) => name !== 'quagga'],
  ]

  test('and as many established ratings, the better score is never lower', async () => {
    const random = randomNumbers(11).fraction
    const below = (limit: number) => Math.floor(random() * limit)
    const [few, many] = [12, 999_999_999]
    await rolledBack(database.owner, async (tx) => {
      await tx`insert into private.synonyms (term, synonyms) values ('grassland', '{savanna}')`
      await plant(tx, 'quagga', 'Lives in the grassland.')
      await setRatings(tx, 'quagga', [1000, 0, 0, 0, 0])
      for (const name of NAMES) {
        await plant(tx, name, 'Lives in the savanna.')
        const fives = below(few + 1)
        const threes = below(few + 1 - fives)
        const size = 10 ** below(9)
        const nearThrees = below(3)
        const kinds: [claws: number[], isEstablished: boolean][] = [
          [[0, few - fives - threes, threes, 0, fives], true],
          // Their scores differ by a billionth or not at all.
          [[0, 0, nearThrees, many - nearThrees, 0], true],
          [[below(size), 0, 0, 0, below(size)], false],
        ]
        const [claws, isEstablished] = kinds[below(3)] as (typeof kinds)[number]
        await setRatings(tx, name, claws, isEstablished)
      }
      const rows = await tx`
        select id, score, established_ratings from public.skill_stats join public.skills on id = skill_id`
      const stats = new Map(
        rows.map(({ id, score, established_ratings }) => [
          id as string,
          { score: BigInt(score) || 3_000_000_000n, established: Math.sign(established_ratings - few) },
        ]),
      )
      await become(tx, {})
      for (const [what, text, isEqual] of texts) {
        const { skills } = await search(tx, text, { limit: 500 })
        const found = skills.flatMap(({ id, name }) => (isEqual(name) ? (stats.get(id) ?? []) : []))
        expect(found.length, what).toBeGreaterThan(20)
        expect(new Set(found.map(({ score }) => score)).size, what).toBeGreaterThan(10)
        for (const group of [-1, 0, 1]) {
          const scores = found.filter(({ established }) => established === group).map(({ score }) => score)
          expect(scores, what).toEqual(scores.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
        }
      }
    })
  })

  test('and the same mean, more established ratings lift a skill above 3 claws and lower one below', async () => {
    const numbers = [1, 2, 5, 30, 1_000, 1_000_000]
    const likes = numbers.map((n) => [0, 0, n, 0, n])
    const dislikes = numbers.map((n) => [n, 0, n, 0, 0])
    const planted: [name: string, claws: number[]][] = [
      ...likes.map((claws, i): [string, number[]] => [`Zebra ${'abcdef'[i]}`, claws]),
      ['Zebra g', [0, 0, 0, 0, 0]],
      ...dislikes.map((claws, i): [string, number[]] => [`Zebra ${'hijklm'[i]}`, claws]),
    ]
    await rolledBack(database.owner, async (tx) => {
      for (const [name, claws] of planted) {
        await plant(tx, name)
        await setRatings(tx, name, claws)
      }
      await become(tx, {})
      const letters = namesOf(await search(tx, 'zebra', { limit: 20 })).map((name) => name.at(-1))
      expect(letters.join('')).toBe('fedcbaghijklm')
    })
  })
})

describe('the documents', () => {
  test('follow a skill that is renamed, retired, restored and deleted', async () => {
    const names = async (tx: Transaction, text: string) => namesOf(await search(tx, text))
    await rolledBack(database.owner, async (tx) => {
      await plant(tx, 'Zebra')
      await tx`update public.skills set name = 'Okapi' where name = 'Zebra'`
      expect([await names(tx, 'zebra'), await names(tx, 'okapi')]).toEqual([[], ['Okapi']])
      await tx`update public.skills set retired_at = now() where name = 'Okapi'`
      expect(await names(tx, 'okapi')).toEqual([])
      await tx`update public.skills set retired_at = null where name = 'Okapi'`
      expect(await names(tx, 'okapi')).toEqual(['Okapi'])
      await tx`delete from public.skills where name = 'Okapi'`
      expect(await names(tx, 'okapi')).toEqual([])
    })
  })

  test('two submissions with the same new words do not deadlock', async () => {
    const insert = (names: string[]) =>
      database.owner`
        insert into public.skills (name, description, type)
        select name, 'x', 'mcp' from unnest(${names}::text[]) with ordinality as n (name, place) order by place`
    for (let turn = 0; turn < 5; turn++) {
      const words = Array.from({ length: 40 }, (_, i) => `lemur${turn}x${i}`)
      await Promise.all([
        insert(words.map((word) => `${word} a`)),
        insert(words.toReversed().map((word) => `${word} b`)),
      ])
    }
    await database.owner`delete from public.skills where name like 'lemur%'`
  })
})
