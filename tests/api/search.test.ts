import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  codePoint,
  expectFaults,
  get,
  inParallel,
  list,
  newAgent,
  newSkill,
  rateBy,
  type SkillList,
  uniqueWord,
  WHITE_SPACE,
  walk,
  wideText,
} from '../support/http-client.ts'

/** The names that a search finds, in the order of names. */
const found = async (search: string) => (await list({ search, sort: 'name' })).skills.map(({ name }) => name)

describe('a search', () => {
  test('finds a skill by its name and by its description', async () => {
    const [inName, inDescription] = [uniqueWord(), uniqueWord()]
    const { name } = await newSkill({ name: `Tool ${inName}`, description: `Reads ${inDescription}.` })
    expect(await found(inName)).toEqual([name])
    expect(await found(inDescription)).toEqual([name])
  })

  test('wants every word, in any order, in the name or in the description', async () => {
    const word = uniqueWord()
    const { name } = await newSkill({ name: `Sky ${word}`, description: 'Watches the night.' })
    await newSkill({ name: `Sea ${word}`, description: 'Watches the day.' })
    expect(await found(`night sky ${word}`)).toEqual([name])
    expect(await found(`${word} night night`)).toEqual([name])
    expect(await found(`${word} watches`)).toHaveLength(2)
    expect(await found(`${word} night sea`)).toEqual([])
    expect(await found(`${word} ${uniqueWord()}`)).toEqual([])
  })

  test('finds a part of a word', async () => {
    const word = uniqueWord()
    const { name } = await newSkill({ name: `x${word}x` })
    expect(await found(word.slice(1, -1))).toEqual([name])
  })

  test('finds no word that begins in the name and ends in the description', async () => {
    const word = uniqueWord()
    await newSkill({ name: `sky ${word}`, description: 'watcher' })
    expect(await found(`${word}watcher`)).toEqual([])
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
    expect(await found(`a-${word}`)).toEqual([])
  })

  test.each([...WHITE_SPACE.replaceAll('\uFEFF', '')].map((space) => [codePoint(space), space]))(
    'takes %s as the space between two words',
    async (_, space) => {
      const word = uniqueWord()
      const { name } = await newSkill({ name: `one two ${word}` })
      expect(await found(`two${space}${word}`)).toEqual([name])
    },
  )

  test.each([
    ['case', 'GitHub %', 'gITHUB %'],
    ['accents', 'Crème Brûlée Ñandú %', 'creme brulee nandu %'],
    ['accents that only the search has', 'creme %', 'crème %'],
    ['several accents on a letter', 'Việt Nam tiếng %', 'viet nam tieng %'],
    ['an accent that no composed letter has', 'q\u0303uick %', 'quick %'],
    ['strokes', 'Łódź Øre %', 'lodz ore %'],
    ['composition', 'Café %', 'Cafe\u0301 %'],
    ['full width', 'Tool 42 %', 'Ｔｏｏｌ　４２ %'],
    ['full width in the name', 'Ｔｏｏｌ %', 'tool %'],
    ['half width', 'ガイド %', 'ｶﾞｲﾄﾞ %'],
    ['ligatures', 'ﬁle %', 'file %'],
    ['joiners and variation selectors', 'sky ☂\uFE0F %', 's\u200Dky ☂ %'],
    ['case and accents in Greek', 'ΕΛΛΆΔΑ ΟΔΟΣ %', 'ελλαδα οδος %'],
    ['case in Cyrillic', 'ПОГОДА %', 'погода %'],
    ['accents in Cyrillic', 'Ёлка %', 'елка %'],
    ['accents that make another letter in Cyrillic', 'Київ йод %', 'киів иод %'],
    ['an accent beside a stroke', 'Ǿre %', 'øre %'],
    ['the dot of a capital I', 'İstanbul %', 'istanbul %'],
    ['case outside the BMP', '\u{10400}\u{10401} %', '\u{10428}\u{10429} %'],
  ])('does not mind %s', async (_, name, search) => {
    const word = uniqueWord()
    const skill = await newSkill({ name: name.replace('%', word) })
    expect(await found(search.replace('%', word))).toEqual([skill.name])
  })

  test.each([
    '%',
    '_',
    '\\',
    '*',
    '"',
    "'",
    ',',
    '(',
    ')',
    '.',
    ':',
    '|',
    '&',
    '!',
    '[',
    ']',
    '^',
    '$',
    '?',
    '+',
    '{',
    '-',
    ';',
    '<',
    '~',
  ])('takes %s as a plain character', async (character) => {
    const word = uniqueWord()
    const { name } = await newSkill({ name: `${word}a${character}b`, description: 'plain' })
    await newSkill({ name: `${word}axb`, description: 'plain' })
    await newSkill({ name: `${word}a/b`, description: 'plain' })
    expect(await found(`${word}a${character}b`)).toEqual([name])
    expect(await found(`${word} ${character}`)).toEqual([name])
  })

  test.each(['\\%', '%%', '__', '\\\\', "'; drop table skills; --", '%_*', '{a,b}', 'a%'])(
    'takes %s as plain characters',
    async (text) => {
      const word = uniqueWord()
      const { name } = await newSkill({ name: `Plain ${word}`, description: `before ${text} after` })
      await newSkill({ name: `Other ${word}`, description: 'a b \\ drop table skills' })
      expect(await found(`${word} ${text}`)).toEqual([name])
    },
  )

  test.each(['', ' ', '\u3000\uFEFF\n'])('of %j is no search', async (search) => {
    const { id } = await newSkill()
    const { skills } = await list({ search, sort: 'newest', limit: 500 })
    expect(skills.map((skill) => skill.id)).toContain(id)
  })

  test('is trimmed before it is measured, in code points', async () => {
    const word = uniqueWord()
    const long = `${word} ${wideText(183)}`
    const { name } = await newSkill({ description: long })
    expect([...long]).toHaveLength(200)
    expect(await found(` ${long}\uFEFF`)).toEqual([name])
  })

  test.each([
    ['of 201 characters', 'x'.repeat(201)],
    ['of 201 characters of two UTF-16 units', wideText(201)],
    ['with NUL', 'a\u0000b'],
  ])('is refused when it is %s', async (_, search) => {
    expectFaults(await get(`/api/skills?search=${encodeURIComponent(search)}`), 'search')
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
  const others = ['A', 'B', 'Z'].map((letter) => `${letter} Sky ${word}`)
  const sorts = ['top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name']

  beforeAll(async () => {
    const agents: Agent[] = await inParallel(Array(3).fill(0), () => newAgent())
    // Unrated, the oldest, and in the middle of the names: first for its name alone.
    await newSkill({ name: exact, type: 'mcp' })
    for (const [i, name] of others.entries()) {
      const skill = await newSkill({ name, type: 'github' })
      await rateBy(agents, skill, Array(i + 1).fill(5), { reliability: 0, security: 50.5, speed: 100 })
    }
  })

  test.each(sorts)('comes first in the order %s, before the others in their order', async (sort) => {
    const ordered = sort === 'name' ? others : others.toReversed()
    // All three have 5 claws, and the same sub-scores: the more rated first.
    expect(await walk({ search: exact, sort })).toEqual([exact, ...ordered])
  })

  test.each(sorts)('comes on the first page only, never twice in a walk by %s', async (sort) => {
    const whole = await walk({ search: exact, sort })
    for (const limit of [1, 2, 3, 4]) expect(await walk({ search: exact, sort, limit })).toEqual(whole)
  })

  test.each([`SKY ${word}`, `  sky  ${word} `, `Ｓｋｙ\u00A0${word}`])(
    'is known by the comparison key: %s',
    async (search) => {
      expect((await walk({ search }))[0]).toBe(exact)
    },
  )

  test('has no privilege when the search is a part of its name', async () => {
    expect((await walk({ search: word }))[0]).toBe(others[2])
  })

  test('is not listed among another type', async () => {
    expect(await walk({ search: exact, type: 'github' })).toEqual(others.toReversed())
    expect(await walk({ search: exact, type: 'mcp' })).toEqual([exact])
  })
})
