import { beforeAll, describe, expect, test } from 'vitest'
import { get, type SkillList } from '../support/api.ts'
import {
  type Agent,
  inParallel,
  listSkills as list,
  newAgent,
  newSkill,
  rateBy,
  uniqueWord,
  listAllNames as walk,
  wideText,
} from '../support/fixtures.ts'

/** The names that a search finds, in the order of names. */
const found = async (search: string) => (await list({ search, sort: 'name' })).skills.map(({ name }) => name)

/** The names that a search finds, best match first. */
const ranked = async (search: string) => (await list({ search })).skills.map(({ name }) => name)

describe('a search', () => {
  test('finds a skill by its name and by its description', async () => {
    const [inName, inDescription] = [uniqueWord(), uniqueWord()]
    const { name } = await newSkill({ name: `Tool ${inName}`, description: `Reads ${inDescription}.` })
    expect(await ranked(inName)).toEqual([name])
    expect(await ranked(inDescription)).toEqual([name])
    expect(await found(inDescription)).toEqual([name])
  })

  test('ranks a match in the name before one in the description, and all words before some', async () => {
    const [one, two] = [uniqueWord(), uniqueWord()]
    await newSkill({ name: `Sky ${uniqueWord()}`, description: `Watches ${one}.` })
    await newSkill({ name: `Sea ${one}`, description: 'Watches.' })
    await newSkill({ name: `Ice ${uniqueWord()}`, description: `Watches ${one} and ${two}.` })
    const names = (await ranked(one)).map((name) => name.slice(0, 3))
    expect([names[0], names.slice(1).sort()]).toEqual(['Sea', ['Ice', 'Sky']])
    expect((await ranked(`${two} ${one}`))[0]).toMatch(/^Ice/)
  })

  test('finds what is meant by a sentence with words that occur nowhere', async () => {
    const word = uniqueWord()
    const { name } = await newSkill({ name: `Converter ${word}`, description: 'Turns PDF files into text.' })
    expect((await ranked(`I need a tool for turning ${word} pdfs into ${uniqueWord()}`))[0]).toBe(name)
  })

  test('ranks the better rated of two equal matches first', async () => {
    const word = uniqueWord()
    const [agent] = [await newAgent()]
    await newSkill({ name: `Sky ${word}`, description: 'Watches the night.' })
    const rated = await newSkill({ name: `Sea ${word}`, description: 'Watches the night.' })
    await rateBy([agent], rated, [5])
    expect((await ranked(word))[0]).toBe(rated.name)
  })

  test.each([
    ['one letter replaced', (word: string) => `${word.slice(0, 5)}x${word.slice(6)}`],
    ['one letter left out', (word: string) => word.slice(0, 5) + word.slice(6)],
    ['one letter too many', (word: string) => `${word.slice(0, 5)}q${word.slice(5)}`],
    ['two letters transposed', (word: string) => word.slice(0, 4) + word[5] + word[4] + word.slice(6)],
  ])('corrects a word with %s and says so', async (_, misspell) => {
    const random = 'qzjbvkwxtrmp'.replace(/./g, (letter) =>
      Math.random() < 0.5 ? letter : ('aeiou'[Math.floor(Math.random() * 5)] as string),
    )
    // The letters that the misspellings change are fixed, so that each changes something.
    const word = `${random.slice(0, 4)}kw${random.slice(6)}`
    const { name } = await newSkill({ name: `Sky ${word}` })
    const { skills, did_you_mean } = await list({ search: `sky ${misspell(word)}` })
    expect(did_you_mean).toBe(`sky ${word}`)
    expect(skills[0]?.name).toBe(name)
  })

  test('corrects nothing that occurs, that begins a word, or that is a filter', async () => {
    const word = uniqueWord()
    const { name } = await newSkill({ name: `Sky ${word}` })
    for (const search of [word, word.slice(0, -1)]) {
      const { skills, did_you_mean } = await list({ search })
      expect([skills[0]?.name, did_you_mean]).toEqual([name, null])
    }
    expect(await list({ search: `x${word}`, sort: 'top' })).toMatchObject({ count: 0, did_you_mean: null })
    expect((await list({})).did_you_mean).toBeNull()
  })

  test('filters by every word in another order than that of relevance', async () => {
    const word = uniqueWord()
    const { name } = await newSkill({ name: `Sky ${word}`, description: 'Watches the night.' })
    await newSkill({ name: `Sea ${word}`, description: 'Watches the day.' })
    expect(await found(`night sky ${word}`)).toEqual([name])
    expect(await found(`${word} night night`)).toEqual([name])
    expect(await found(`the ${word} watching`)).toHaveLength(2)
    expect(await found(`${word} night sea`)).toEqual([])
    expect(await found(`${word} ${uniqueWord()}`)).toEqual([])
  })

  test.each([
    ['an inflection', 'Watches nights %', 'night watching %'],
    ['the beginning of the last word', '% Browser', '% brow'],
    ['a name split at punctuation', 'browser-use/% mcp', 'use %'],
    ['a name split where the case changes', 'browserUseHTTPServer %', 'http browser %'],
    ['a name without its punctuation', 'play-wright %', 'playwright %'],
    ['c++', 'c++ %', 'C++ %'],
    ['c#', 'c# %', '(c#) %'],
    ['an emoji', 'Lobster 🦞%', '🦞 %'],
    ['two Chinese characters', '北京天气预报 %', '天气 %'],
    ['one Chinese character', '北京天气预报 %', '报 %'],
    ['Japanese in two scripts', '東京タワー%', 'タワー %'],
    ['Korean', '한국어 번역 %', '한국 %'],
    ['Chinese beside Latin', '用AI写作%', 'ai %'],
    ['words between punctuation', 'foo.bar,baz %', '"baz" & foo | ! % :*'],
    ['case', 'GitHub %', 'gITHUB %'],
    ['accents', 'Crème Brûlée Ñandú %', 'creme brulee nandu %'],
    ['accents that only the search has', 'creme %', 'crème %'],
    ['several accents on a letter', 'Việt Nam tiếng %', 'viet nam tieng %'],
    ['an accent that no composed letter has', 'q\u0303uick %', 'quick %'],
    ['strokes', 'Łódź Øre %', 'lodz ore %'],
    ['composition', 'Café %', 'Cafe\u0301 %'],
    ['full width', 'Tool 42 %', 'Ｔｏｏｌ　４２ %'],
    ['half width', 'ガイド %', 'ｶﾞｲﾄﾞ %'],
    ['ligatures', 'ﬁle %', 'file %'],
    ['joiners and variation selectors', 'sky ☂\uFE0F %', 's\u200Dky ☂ %'],
    ['case and accents in Greek', 'ΕΛΛΆΔΑ ΟΔΟΣ %', 'ελλαδα οδος %'],
    ['accents in Cyrillic', 'Ёлка %', 'елка %'],
    ['the dot of a capital I', 'İstanbul %', 'istanbul %'],
    ['case outside the BMP', '\u{10400}\u{10401} %', '\u{10428}\u{10429} %'],
  ])('finds %s', async (_, name, search) => {
    const word = uniqueWord()
    const skill = await newSkill({ name: name.replace('%', word), description: 'x' })
    expect(await found(search.replace('%', word))).toEqual([skill.name])
    expect((await ranked(search.replace('%', word)))[0]).toBe(skill.name)
  })

  test.each([
    ['c', 'c++ %', 'c# %'],
    ['part of a word', 'playwright %', 'wright %'],
    ['characters in another order', '天气 %', '气天 %'],
  ])('does not take %s for the same', async (_, name, search) => {
    const word = uniqueWord()
    await newSkill({ name: name.replace('%', word), description: 'x' })
    expect(await found(search.replace('%', word))).toEqual([])
  })

  test.each(['%', '_', '\\', '*', '"', "'", ',', ':*', '!', '<->', '()'])(
    'gives %s no meaning',
    async (operator) => {
      const word = uniqueWord()
      const { name } = await newSkill({ name: `Plain ${word}` })
      expect(await found(`${operator} plain${operator} ${word}`)).toEqual([name])
      expect((await list({ search: operator, sort: 'top' })).skills).toEqual([])
      expect((await list({ search: operator })).skills).toEqual([])
    },
  )

  test('drops stop words only if other words remain', async () => {
    const word = uniqueWord()
    const { name } = await newSkill({ name: `The Who ${word}` })
    expect(await found(`for ${word} of`)).toEqual([name])
    expect(await found('the who of')).toEqual([])
    expect((await list({ search: 'who the', sort: 'newest' })).skills.map((skill) => skill.name)).toContain(
      name,
    )
  })

  test('does not look at the address, the type or the slug', async () => {
    const [word, other] = [uniqueWord(), uniqueWord()]
    await newSkill({
      name: `a ${word}`,
      description: 'x',
      type: 'clawdbot',
      url: `https://example.com/${other}`,
    })
    expect(await found(other)).toEqual([])
    expect(await found(`${word} clawdbot`)).toEqual([])
  })

  test('is trimmed before it is measured, in code points', async () => {
    const word = uniqueWord()
    const long = `${word} ${wideText(200 - word.length - 1)}`
    const { name } = await newSkill({ description: long })
    expect([...long]).toHaveLength(200)
    expect(await found(` ${long}\uFEFF`)).toEqual([name])
  })

  test.each(['%', '_', '\\', 'ﷺ', 'a ', '\u200D', 'e\u0301', "'", '\u0001'])(
    'of 200 characters is answered, also of %j',
    async (text) => {
      const search = text.repeat(200).slice(0, 200)
      const { status } = await get<SkillList>(`/api/skills?search=${encodeURIComponent(search)}`)
      expect(status).toBe(200)
    },
  )
})

describe('a skill whose name is the search', () => {
  const word = uniqueWord()
  const exact = `Sky ${word}`
  const others = ['B', 'K', 'Z'].map((letter) => `${letter} Sky ${word}`)

  beforeAll(async () => {
    const agents: Agent[] = await inParallel(Array(3).fill(0), () => newAgent())
    // Unrated, and the oldest: first for its name alone.
    await newSkill({ name: exact, type: 'mcp' })
    for (const [i, name] of others.entries()) {
      const skill = await newSkill({ name, type: 'github' })
      await rateBy(agents, skill, Array(i + 1).fill(5))
    }
  })

  test.each([exact, `SKY ${word}`, `  sky  ${word} `, `Ｓｋｙ\u00A0${word}`])(
    'comes first: %s',
    async (search) => {
      // Others that only contain the common word follow.
      expect((await walk({ search })).slice(0, 4)).toEqual([exact, ...others.toReversed()])
      expect((await list({ search, sort: 'relevance' })).skills[0]?.name).toBe(exact)
    },
  )

  test('comes first after a correction', async () => {
    const { skills, did_you_mean } = await list({ search: `Sky ${word}x` })
    expect([skills[0]?.name, did_you_mean]).toEqual([exact, `Sky ${word}`])
  })

  test('has no privilege in another order', async () => {
    expect(await walk({ search: exact, sort: 'top' })).toEqual([...others.toReversed(), exact])
  })

  test('is not listed among another type', async () => {
    expect((await walk({ search: exact, type: 'github' })).slice(0, 3)).toEqual(others.toReversed())
    expect((await walk({ search: exact, type: 'mcp' }))[0]).toBe(exact)
  })
})

test('pages by relevance give what keeps its rank exactly once while others write', async () => {
  const word = uniqueWord()
  const names = Array.from({ length: 12 }, (_, i) => `Sky ${word} ${'x '.repeat(i)}${i}`.trim())
  for (const name of names) await newSkill({ name, description: 'x' })
  const seen: string[] = []
  let cursor: string | null = ''
  let page = 0
  while (cursor !== null) {
    const { skills, next_cursor }: SkillList = await list({
      search: word,
      limit: 3,
      ...(cursor && { cursor }),
    })
    seen.push(...skills.map(({ name }) => name))
    cursor = next_cursor
    // New finds change how rare the word is.
    await newSkill({ name: `Sea ${word} ${page++}`, description: word })
  }
  for (const name of names) expect(seen.filter((one) => one === name)).toHaveLength(1)
})
