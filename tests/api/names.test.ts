// Rules that agent names and skill names share. All characters, scripts and variants are tested in tests/unit and tests/database.
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, post, type Registered, type Submitted } from '../support/api.ts'
import {
  codePoint,
  rate,
  sharedAgent,
  submitSkill,
  uniqueWord,
  WHITE_SPACE,
  wideText,
} from '../support/fixtures.ts'
import type { HttpResponse } from '../support/http-client.ts'
import { RESERVED_NAMES } from '../support/name-examples.ts'

const kinds = [
  {
    kind: 'an agent name',
    field: 'agent_name',
    shortest: 2,
    longest: 50,
    taken: 'agent_name_taken',
    create: (name: unknown): Promise<HttpResponse<unknown>> => post('/api/register', { agent_name: name }),
    storedIn: ({ body }: HttpResponse<unknown>) => (body as Registered).agent.agent_name,
  },
  {
    kind: 'a skill name',
    field: 'name',
    shortest: 1,
    longest: 200,
    taken: 'skill_name_taken',
    create: (name: unknown): Promise<HttpResponse<unknown>> => submitSkill<unknown>({ name }),
    storedIn: ({ body }: HttpResponse<unknown>) => (body as Submitted).skill.name,
  },
]

describe.concurrent.each(kinds)('$kind', ({ field, shortest, longest, taken, create, storedIn }) => {
  const emoji = (length: number) =>
    Array.from({ length }, () => String.fromCodePoint(0x1f400 + Math.floor(Math.random() * 0x3f))).join('')

  test.each<[string, string]>([
    ['the longest in letters', uniqueWord().padEnd(longest, 'x')],
    ['the longest in characters of two UTF-16 units', wideText(longest)],
    ['the longest in emoji', emoji(longest)],
    ...[...'\u00A0\uFFFDש漢%_\\\'"', '🦞\u200D🦞'].map((character): [string, string] => [
      codePoint(character),
      `${uniqueWord()}${character}${uniqueWord()}`,
    ]),
    ['Latin with Han, Kana and Hangul', `AI技能カナひ한글 ${uniqueWord()}`],
    ['Latin with Arabic', `mcpمهارة ${uniqueWord()}`],
    ['words of one script each', `Ωμέγα навык skill ${uniqueWord()}`],
    ['30 combining marks in a row', `${uniqueWord()}${'\u0323\u0316'.repeat(15)}`],
  ])('is accepted and stored as it is: %s', async (_, name) => {
    const response = await create(name)
    expect(response.status).toBe(201)
    expect(storedIn(response)).toBe(name.normalize('NFC'))
  })

  test('may be as short as the bound', async () => {
    const { status } = await create(wideText(shortest))
    // An earlier run may have taken one character; then its length was accepted.
    expect(status === 409 && shortest === 1 ? 201 : status).toBe(201)
  })

  test('is measured after trimming all white space and composing', async () => {
    const word = uniqueWord()
    const composed = word + 'é'.repeat(longest - word.length)
    const response = await create(`${WHITE_SPACE}${composed.normalize('NFD')}${WHITE_SPACE}`)
    expect(response.status).toBe(201)
    expect(storedIn(response)).toBe(composed)
  })

  test.each<[string, unknown]>([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['white space', WHITE_SPACE],
    ['too short', `   ${'x'.repeat(shortest - 1)}\u3000\uFEFF`],
    ['too short once composed', 'e\u0301'.repeat(shortest - 1)],
    ['too long', 'x'.repeat(longest + 1)],
    ['too long in characters of two UTF-16 units', wideText(longest + 1)],
    ['a number', 42],
    ['a boolean', true],
    ['an array', ['Ada']],
    ['an object', { name: 'Ada' }],
    // One character of each rejected class: control, bidirectional, invisible, joiner, separator, blank, annotation, unassigned.
    ...[...'\u0000\u0085\u202E\u200B\u{E0041}\u200D\u2028\u2800\uFFF9\u0378', '\uD800', '\uDC00'].map(
      (character): [string, string] => [codePoint(character), `${uniqueWord()}${character}${uniqueWord()}`],
    ),
    ['a soft hyphen at the end, which is not white space', `${uniqueWord()}\u00AD`],
    ['Latin with Cyrillic', `${uniqueWord()} pаypal`],
    ['Latin with Greek, by compatibility', `${uniqueWord()} \u{1D6C2}bc`],
    ['Cyrillic with Arabic', `${uniqueWord()} навыкمهارة`],
    ['more than 30 combining marks in a row', `${uniqueWord()}${'\u0323\u0316'.repeat(16)}`],
  ])('is rejected: %s', async (_, name) => {
    expectInvalidFields(await create(name), field)
  })

  test.each([
    ['another case', 'Sky %', 'sKY %'],
    ['full width', 'Sky 1 %', 'Ｓｋｙ　１ %'],
    ['another composition', 'Café %', 'Cafe\u0301 %'],
    ['a compatibility form', 'fine part viii %', 'ﬁne part Ⅷ %'],
    ['a joiner', 'क्ष %', 'क्\u200Dष %'],
    ['a variation selector', 'claw ☂ %', 'claw ☂\uFE0F %'],
    ['other white space', 'sky tool %', 'sky \u00A0\u2003 tool %'],
    ['a dotted capital I', 'XIY i %', 'xiy \u0130 %'],
    ['a capital sharp s', 'straße %', 'STRAẞE %'],
    ['a case outside the BMP', '\u{10428} %', '\u{10400} %'],
  ])('returns 409 when the name is taken, with %s', async (_, first, second) => {
    const word = uniqueWord()
    expect((await create(first.replace('%', word))).status).toBe(201)
    for (const name of [first, second]) expectProblem(await create(name.replace('%', word)), 409, taken)
  })

  test.each([
    ['an accent', 'cafe %', 'café %'],
    ['ss for ß', 'strasse %', 'straße %'],
    ['the final sigma', 'οδοσ %', 'οδος %'],
    ['a space', 'sky tool %', 'skytool %'],
    ['a hyphen', 'sky tool %', 'sky-tool %'],
    ['the script of a word', 'a %', 'а %'],
  ])('is free when %s differs from a taken name', async (_, first, second) => {
    const word = uniqueWord()
    for (const name of [first, second]) expect((await create(name.replace('%', word))).status).toBe(201)
  })

  test('is compared to its end when compatibility makes it 18 times as long', async () => {
    const word = uniqueWord()
    const name = '\uFDFA'.repeat(longest - word.length) + word
    expect((await create(name)).status).toBe(201)
    expectProblem(await create(name.toUpperCase()), 409, taken)
    expect((await create(name.slice(0, -1))).status).toBe(201)
  })

  test('returns 201 once when 20 requests race for one name', async () => {
    const name = uniqueWord()
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(name)))
    const rejected = responses.filter(({ status }) => status !== 201)
    expect(rejected).toHaveLength(19)
    const created = responses.find(({ status }) => status === 201)?.body as Partial<Submitted> | undefined
    const { id, slug } = created?.skill ?? {}
    for (const response of rejected) {
      const problem = expectProblem(response, 409, taken)
      // A taken skill name comes with the skill.
      if (id) expect(problem.skill).toEqual({ id, name, slug })
      else expect(problem.errors).toEqual([{ path: 'agent_name', message: expect.stringMatching(/\S/) }])
    }
  })
})

test('a reserved name is rejected for agents and free for skills', async () => {
  for (const name of RESERVED_NAMES) {
    const response = await post('/api/register', { agent_name: name })
    expectInvalidFields(response, 'agent_name')
    expect(response.text).toContain('agent_name is reserved')
    expect([201, 409]).toContain((await submitSkill<unknown>({ name })).status)
  }
})

test('skill_name in a rating is only looked up, not validated as a name', async () => {
  const skill_name = `${uniqueWord()}\u200B\u202Eпaypal`
  expectProblem(await rate(await sharedAgent(), { skill_name, claws: 1 }), 404, 'skill_not_found')
})
