import { describe, expect, test } from 'vitest'
import { requireApiKey } from '../../functions/_shared/auth.ts'
import { jsonBody, MAX_BODY } from '../../functions/_shared/http/body.ts'
import {
  RatingInput,
  RegistrationInput,
  SkillInput,
  SkillQuery,
} from '../../functions/_shared/schemas/requests.ts'
import { isWebAddress } from '../../functions/_shared/text/text.ts'
import { wellFormedKey } from '../support/well-formed-key.ts'
import { outcome } from './answers.ts'

/** What is only refused, or only taken, by a rule that no other rule stands behind. */

const KEY = wellFormedKey('')

test('what only ends like a bearer token is none', async () => {
  const headers = { Authorization: `Digest bearer ${KEY}` }
  expect(await outcome(requireApiKey, '/', { headers })).toEqual({ code: 'missing_api_key', paths: [] })
})

describe('a body', () => {
  const read = (headers: Record<string, string>, content: BodyInit = '{}') =>
    outcome(jsonBody, '/', { method: 'POST', headers, body: content, duplex: 'half' } as RequestInit)

  test.each([
    { 'Content-Type': 'application/json; profile="x"' },
    { 'Content-Type': 'application/json; xcharset=latin1' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'Identity' },
  ])('may come with %j', async (headers) => {
    expect(await read(headers as Record<string, string>)).toEqual({ value: {} })
  })

  test.each([
    'CHARSET=latin1',
    'charset=latin1charset=utf-8',
    'charset=utf-8x',
    'charset="utf-8"; charset=latin1',
  ])('may not come in another encoding: %s', async (parameter) => {
    const code = 'unsupported_media_type'
    expect(await read({ 'Content-Type': `application/json; ${parameter}` })).toEqual({ code, paths: [] })
  })

  test('may be declared as large as it may be', async () => {
    const largest = '{}'.padEnd(MAX_BODY)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(MAX_BODY) }
    expect(await read(headers, largest)).toEqual({ value: {} })
  })

  test('may arrive in pieces that cut a character', async () => {
    const bytes = [...new TextEncoder().encode('{"a": "🦞"}')]
    const pieces = new ReadableStream({
      pull(controller) {
        const byte = bytes.shift()
        if (byte === undefined) controller.close()
        else controller.enqueue(new Uint8Array([byte]))
      },
    })
    expect(await read({ 'Content-Type': 'application/json' }, pieces)).toEqual({ value: { a: '🦞' } })
  })

  test('may hold any number of objects beside one another', async () => {
    const objects = Array.from({ length: 99 }, () => ({}))
    expect(await read({ 'Content-Type': 'application/json' }, JSON.stringify({ objects }))).toEqual({
      value: { objects },
    })
  })

  test('that breaks off is no JSON, and no fault of the service', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    expect(await read({ 'Content-Type': 'application/json' }, broken)).toEqual({
      code: 'invalid_json',
      paths: [],
    })
  })
})

test('an address holds no character that cannot be seen, and begins with its scheme', () => {
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const codes = range(0, 0xffff).filter((code) => code < 0xd800 || code > 0xdfff)
  const refused = codes.filter((code) => !isWebAddress(`https://a.b/c${String.fromCharCode(code)}d`))
  expect(refused).toEqual([
    ...range(0x00, 0x20),
    ...range(0x7f, 0xa0),
    0xad,
    0x1680,
    ...range(0x2000, 0x200b),
    ...range(0x2028, 0x202f),
    0x205f,
    0x2060,
    ...range(0x2066, 0x2069),
    0x3000,
    0xfeff,
  ])
  expect(isWebAddress('xhttps://a.b')).toBe(false)
})

describe('each field, at its bounds and just outside, without a database:', () => {
  const rating = { skill_id: '123e4567-e89b-42d3-a456-426614174000', claws: 3 }
  const skill = { name: 'x', description: 'x', type: 'mcp' }
  const wide = (length: number) => '🦞'.repeat(length)
  const email = (length: number) => `${'e'.repeat(length - 5)}@b.co`
  const url = (length: number) => 'https://a.b/'.padEnd(length, 'u')

  const FIELDS = [
    [
      'agent_name',
      RegistrationInput,
      {},
      [wide(2), wide(50)],
      ['', 'x', wide(51), '\u200b', `${wide(51)}\u200b`, 5, null, undefined],
    ],
    [
      'agent_description',
      RegistrationInput,
      { agent_name: 'xx' },
      ['', null, undefined, wide(2_000)],
      [wide(2_001), 5],
    ],
    [
      'email',
      RegistrationInput,
      { agent_name: 'xx' },
      ['', null, undefined, email(254)],
      [email(255), 'x', 'a@b', 5],
    ],
    ['name', SkillInput, skill, ['x', wide(200)], ['', wide(201), 'a\u200bb', 5, null, undefined]],
    ['description', SkillInput, skill, ['x', wide(5_000)], ['', wide(5_001), 5, null, undefined]],
    ['type', SkillInput, skill, ['mcp', 'clawdbot', 'github', 'other'], ['', 'MCP', 5, null, undefined]],
    [
      'url',
      SkillInput,
      skill,
      ['', null, undefined, url(2_048)],
      [url(2_049), 'x', 'ftp://a.b', 'https://a@b.c', 5],
    ],
    [
      'skill_id',
      RatingInput,
      { claws: 3, skill_name: 'x' },
      ['', null, undefined, rating.skill_id],
      ['x', 5, '\u0000'],
    ],
    ['skill_name', RatingInput, rating, ['', null, undefined, wide(200), 'a\u200bb'], [wide(201), 5]],
    ['claws', RatingInput, rating, [1, 2, 3, 4, 5, 5.0], [0, 6, 1.5, '5', null, undefined, Number.NaN]],
    ['reliability', RatingInput, rating, [0, 100, 0.1, null, undefined], [-0.1, 100.1, '5', Number.NaN]],
    ['security', RatingInput, rating, [0, 100, 0.1, null, undefined], [-0.1, 100.1, '5', Number.NaN]],
    ['speed', RatingInput, rating, [0, 100, 0.1, null, undefined], [-0.1, 100.1, '5', Number.NaN]],
    ['commentary', RatingInput, rating, ['', null, undefined, wide(10_000)], [wide(10_001), '\ud800', 5]],
    ['type', SkillQuery, {}, ['mcp', undefined], ['', 'MCP', 'x']],
    ['search', SkillQuery, {}, ['', wide(200), undefined], [wide(201), '\u0000']],
    [
      'sort',
      SkillQuery,
      {},
      ['top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name', undefined],
      ['', 'TOP', 'x'],
    ],
    ['limit', SkillQuery, {}, ['1', '500', '007', undefined], ['', '0', '-1', '1.5', '1x', 'x1', '1e2']],
    [
      'cursor',
      SkillQuery,
      {},
      ['x'.repeat(20), undefined],
      ['', 'x'.repeat(19), `${'x'.repeat(20)}!`, `!${'x'.repeat(20)}`],
    ],
  ] as const

  test.each(FIELDS)('%s', (field, schema, rest, taken, refused) => {
    const faults = (value: unknown) =>
      schema.safeParse({ ...rest, [field]: value }).error?.issues.map(({ path }) => path.join('.')) ?? []
    for (const value of taken) expect(faults(value), String(value)).toEqual([])
    // Once each: what is wrong with a text is its first fault.
    for (const value of refused) expect(faults(value), String(value)).toEqual([field])
  })

  test('says that what is not there is required', () => {
    for (const [field, schema, rest] of [
      ['agent_name', RegistrationInput, {}],
      ['type', SkillInput, skill],
      ['claws', RatingInput, rating],
    ] as const)
      for (const nothing of [null, undefined])
        expect(schema.safeParse({ ...rest, [field]: nothing }).error?.issues[0]?.message).toBe('is required')
  })

  test('says how many characters a text may have', () => {
    const message = (field: string) =>
      RegistrationInput.safeParse({ agent_name: 'ok', [field]: 'x'.repeat(5_000) }).error?.issues[0]?.message
    expect(message('agent_name')).toBe('must have 2 to 50 characters')
    expect(message('agent_description')).toBe('must have at most 2000 characters')
  })

  test('what is not given is left out', () => {
    const empty = {
      ...rating,
      skill_name: '',
      commentary: null,
      reliability: null,
      security: null,
      speed: null,
    }
    expect(JSON.stringify(RatingInput.parse(empty))).toBe(JSON.stringify(rating))
    expect(RatingInput.parse(empty)).toEqual(rating)
  })

  test('a url is kept letter by letter, and other text composed', () => {
    const decomposed = 'e\u0301'
    expect(SkillInput.parse({ ...skill, url: `https://a.b/${decomposed}`, description: decomposed })).toEqual(
      {
        ...skill,
        url: `https://a.b/${decomposed}`,
        description: '\u00e9',
      },
    )
  })
})
