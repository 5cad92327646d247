// What agent names and skill names have in common: bounds, refused characters, and when two are the same.
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  codePoint,
  expectFaults,
  expectProblem,
  get,
  post,
  type Registered,
  rate,
  type Submitted,
  someAgent,
  submit,
  uniqueWord,
  unknownKey,
  WHITE_SPACE,
  wideText,
} from '../support/http-client.ts'
import { RESERVED_NAMES } from '../support/name-examples.ts'

const kinds = [
  {
    kind: 'an agent name',
    field: 'agent_name',
    shortest: 2,
    longest: 50,
    taken: 'agent_name_taken',
    create: (name: unknown): Promise<Answer<unknown>> => post('/api/register', { agent_name: name }),
    kept: (answer: Answer<unknown>) => (answer.body as Registered).agent.agent_name,
  },
  {
    kind: 'a skill name',
    field: 'name',
    shortest: 1,
    longest: 200,
    taken: 'skill_name_taken',
    create: (name: unknown): Promise<Answer<unknown>> => submit<unknown>({ name }),
    kept: (answer: Answer<unknown>) => (answer.body as Submitted).skill.name,
  },
]

// Each with the character in the middle of a name. Every other is tried in tests/unit and tests/database.
const REFUSED = [
  ...'\u0000\u0001\u000A\u0085\u009F', // control characters
  ...'\u200E\u202A\u202E\u2066\u2069', // bidirectional marks, embeddings, overrides, isolates
  ...'\u00AD\u034F\u17B4\u200B\u2062\uFEFF\u{E0041}', // invisible
  ...'\u200C\u200D', // without effect
  ...'\u2028\u2800\u3164\uFFF9\uFFFF\u0378', // separators, blanks, annotations, not assigned
  '\uD800',
  '\uDBFF',
  '\uDC00',
  '\uDFFF',
]

const ACCEPTED = ['\u00A0', '\u3000', '\uFFFD', 'ש', '漢', '🦞', '🦞\u200D🦞', '%', '_', '\\', "'", '"']

describe.each(kinds)('$kind', ({ field, shortest, longest, taken, create, kept }) => {
  test('may be as short as the bound', async () => {
    const { status } = await create(wideText(shortest))
    // One character of so many may have been taken by an earlier run: then it was not refused for its length.
    expect(status === 409 && shortest === 1 ? 201 : status).toBe(201)
  })

  test('may be as long as the bound, in letters', async () => {
    const name = uniqueWord().padEnd(longest, 'x')
    const answer = await create(name)
    expect(answer.status).toBe(201)
    expect(kept(answer)).toBe(name)
  })

  test('may be as long as the bound, in characters of two UTF-16 units', async () => {
    const name = wideText(longest)
    const answer = await create(name)
    expect(answer.status).toBe(201)
    expect(kept(answer)).toBe(name)
  })

  test('may be as long as the bound, in emoji', async () => {
    const name = Array.from({ length: longest }, () =>
      String.fromCodePoint(0x1f400 + Math.floor(Math.random() * 0x3f)),
    ).join('')
    const answer = await create(name)
    expect(answer.status).toBe(201)
    expect(kept(answer)).toBe(name)
  })

  test.each([
    ['one character too short', 'x'.repeat(shortest - 1)],
    ['one character of two UTF-16 units too short', wideText(shortest - 1)],
    ['too short between white space', `   ${'x'.repeat(shortest - 1)}\u3000\uFEFF`],
    ['too short once composed', 'e\u0301'.repeat(shortest - 1)],
    ['one character too long', 'x'.repeat(longest + 1)],
    ['one character of two UTF-16 units too long', wideText(longest + 1)],
    ['white space alone', WHITE_SPACE],
  ])('is refused when it is %s', async (_, name) => {
    expectFaults(await create(name), field)
  })

  test('is measured after trimming and composing', async () => {
    const word = uniqueWord()
    const composed = word + 'é'.repeat(longest - word.length)
    const answer = await create(` \u2003${composed.normalize('NFD')}\uFEFF\n`)
    expect(answer.status).toBe(201)
    expect(kept(answer)).toBe(composed)
  })

  test('loses every white space of Unicode and U+FEFF at its ends', async () => {
    const name = uniqueWord()
    const answer = await create(`${WHITE_SPACE}${name}${WHITE_SPACE}`)
    expect(answer.status).toBe(201)
    expect(kept(answer)).toBe(name)
  })

  test.each(REFUSED.map((character) => [codePoint(character), character]))(
    'is refused with %s inside',
    async (_, character) => {
      expectFaults(await create(`${uniqueWord()}${character}${uniqueWord()}`), field)
    },
  )

  test.each(['\u0000', '\u0001', '\u00AD', '\u200B', '\u2060', '\u202E'].map((c) => [codePoint(c), c]))(
    'is refused with %s at its end, which is no white space',
    async (_, character) => {
      expectFaults(await create(`${uniqueWord()}${character}`), field)
    },
  )

  test.each(ACCEPTED.map((character) => [codePoint(character), character]))(
    'may hold %s, and keeps it',
    async (_, character) => {
      const name = `${uniqueWord()}${character}${uniqueWord()}`
      const answer = await create(name)
      expect(answer.status).toBe(201)
      expect(kept(answer)).toBe(name)
    },
  )

  test.each([
    ['Latin with Cyrillic', 'pаypal'],
    ['Latin with Greek', 'Αda'],
    ['Cyrillic with Arabic', 'навыкمهارة'],
    ['Latin with what compatibility makes Greek', '\u{1D6C2}bc'],
  ])('is refused with a word that mixes %s', async (_, word) => {
    expectFaults(await create(`${uniqueWord()} ${word}`), field)
  })

  test.each([
    ['Latin with Han, Kana and Hangul', 'AI技能カナひ한글'],
    ['Latin with Arabic', 'mcpمهارة'],
    ['one script each', 'Ωμέγα навык skill'],
  ])('may have words of %s', async (_, words) => {
    expect((await create(`${words} ${uniqueWord()}`)).status).toBe(201)
  })

  test('is refused with more than 30 marks in a row', async () => {
    const name = (marks: number) => `${uniqueWord()}${'\u0323\u0316'.repeat(marks / 2)}`
    expect((await create(name(30))).status).toBe(201)
    const answer = await create(name(32))
    expectFaults(answer, field)
    expect(answer.text).toContain('must not contain more than 30 combining marks in a row')
  })

  test.each([
    ['in another case', 'Sky %', 'sKY %'],
    ['in full width', 'Sky 1 %', 'Ｓｋｙ　１ %'],
    ['decomposed', 'Café %', 'Cafe\u0301 %'],
    ['with a ligature', 'fine %', 'ﬁne %'],
    ['with a letter-like symbol', '100 K %', '100 \u212A %'],
    ['with a Roman numeral of one character', 'part viii %', 'part Ⅷ %'],
    ['with a zero-width joiner', 'क्ष %', 'क्\u200Dष %'],
    ['with a zero-width non-joiner', 'क्ष %', 'क्\u200Cष %'],
    ['with a variation selector', 'claw ☂ %', 'claw ☂\uFE0F %'],
    ['with a supplementary variation selector', 'claw 葛 %', 'claw 葛\u{E0100} %'],
    ['with more white space', 'sky tool %', 'sky  \u2003 tool %'],
    ['with a no-break space', 'sky tool %', 'sky\u00A0tool %'],
    ['with an ideographic space', 'sky tool %', 'sky\u3000tool %'],
    ['in another case, dotted capital I', 'XIY i %', 'xiy \u0130 %'],
    ['in another case, capital sharp s', 'straße %', 'STRAẞE %'],
    ['in another case, sigma', 'οδοσ %', 'ΟΔΟΣ %'],
    ['in another case, outside the BMP', '\u{10428} %', '\u{10400} %'],
  ])('is taken by the same name %s', async (_, first, second) => {
    const word = uniqueWord()
    expect((await create(first.replace('%', word))).status).toBe(201)
    expectProblem(await create(second.replace('%', word)), 409, taken)
    expectProblem(await create(first.replace('%', word)), 409, taken)
  })

  test.each([
    ['an accent', 'cafe %', 'café %'],
    ['ss for ß', 'strasse %', 'straße %'],
    ['the final sigma', 'οδοσ %', 'οδος %'],
    ['a space', 'sky tool %', 'skytool %'],
    ['a hyphen', 'sky tool %', 'sky-tool %'],
    ['the script of a whole word', 'a %', 'а %'],
  ])('is another name when %s differs', async (_, first, second) => {
    const word = uniqueWord()
    expect((await create(first.replace('%', word))).status).toBe(201)
    expect((await create(second.replace('%', word))).status).toBe(201)
  })

  test('may be of characters that compatibility makes 18 of', async () => {
    const word = uniqueWord()
    const name = '\uFDFA'.repeat(longest - word.length) + word
    expect((await create(name)).status).toBe(201)
    expectProblem(await create(name.toUpperCase()), 409, taken)
    expect((await create(name.slice(0, -1))).status, 'another name to its very end').toBe(201)
  })
})

describe('a name that speaks for the service', () => {
  test.each(RESERVED_NAMES)('%s is refused to an agent, and free for skills', async (name) => {
    const answer = await post('/api/register', { agent_name: name })
    expectFaults(answer, 'agent_name')
    expect(answer.text).toContain('agent_name is reserved')
    expect([201, 409]).toContain((await submit<unknown>({ name })).status)
  })
})

test('skill_name in a rating is only looked up: invisible characters do not make it invalid', async () => {
  const answer = await rate(await someAgent(), { skill_name: `${uniqueWord()}\u200B\u202Eпaypal`, claws: 1 })
  expectProblem(answer, 404, 'skill_not_found')
})

describe('an API key in a text', () => {
  const key = unknownKey()
  const registration = () => ({ agent_name: uniqueWord() })
  const skill = () => ({ name: uniqueWord(), description: 'x', type: 'mcp' })
  const rating = () => ({ skill_name: uniqueWord(), claws: 1 })

  test.each([
    ['agent_description', '/api/register', registration, `My key: ${key}`],
    ['email', '/api/register', registration, `${key}@example.com`],
    ['name', '/api/skills', skill, key],
    ['description', '/api/skills', skill, `(${key})`],
    ['url', '/api/skills', skill, `https://example.com/?key=${key}`],
    ['skill_name', '/api/ratings', rating, key],
    ['commentary', '/api/ratings', rating, `x${key}y`],
  ])('is refused as %s of POST %s', async (field, path, rest, text) => {
    const { key: own } = await someAgent()
    const answer = await post(path, { ...rest(), [field]: text }, { key: own })
    expectFaults(answer, field)
    expect(answer.text).toContain('must not contain an API key')
    expect(answer.text).not.toContain(key)
  })

  test('is refused in a search', async () => {
    const answer = await get(`/api/skills?search=${key}`)
    expectFaults(answer, 'search')
    expect(answer.text).not.toContain(key)
  })

  test('is no key without its checksum', async () => {
    const { status } = await submit({ description: `claw_${'0'.repeat(56)}` })
    expect(status).toBe(201)
  })
})
