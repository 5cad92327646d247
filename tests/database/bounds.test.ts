import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  AccountInput,
  FlagInput,
  RatingInput,
  RegistrationInput,
  SkillInput,
} from '../../functions/_shared/schemas/requests.ts'
import { cleanText, isStorable, trimText } from '../../functions/_shared/text/text.ts'
import { NAME_EXAMPLES, RESERVED_NAMES } from '../support/name-examples.ts'
import { randomNumbers } from '../support/random.ts'
import { wellFormedKey } from '../support/well-formed-key.ts'
import {
  type Agent,
  attempt,
  become,
  type FunctionName,
  fixturesOf,
  pathsOf,
  rolledBack,
  rpc,
  type Skill,
  type Transaction,
} from './fixtures.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

/** The rules for fields are in zod, in the functions of the routes and in the tables: all three must agree on each value below. */

let database: OwnDatabase
let agent: Agent
let skill: Skill
/** A rating of the skill by another agent. */
let rating: string
const { newAgent, newSkill, rate } = fixturesOf(() => database)

beforeAll(async () => {
  database = await ownDatabase()
  agent = await newAgent('The agent')
  skill = await newSkill('The skill', agent)
  rating = (await rate(await newAgent(), skill)).id
  return database.drop
})

type Verdict = 'valid' | 'invalid'
type Route = { schema: z.ZodType; call: FunctionName; body: () => Record<string, unknown> }
type Field = Route & {
  /** The route that updates the field, if any. */
  update?: Route
  /** The column, or null if the field is not stored. */
  column: string | null
  table: string
  isOptional: boolean
  clean?: (text: string) => string
  row: () => Record<string, unknown>
}

const registration = { agent_name: 'A bounded agent' }
const submission = { name: 'A bounded skill', description: 'Described', type: 'mcp' }
const given = (fields: object) => () => ({ ...fields })
const agents = {
  schema: RegistrationInput,
  call: 'register_agent',
  table: 'public.agents',
  body: given(registration),
  row: given(registration),
} as const
const account: Route = { schema: AccountInput, call: 'update_me', body: given({}) }
const skills = {
  schema: SkillInput,
  call: 'submit_skill',
  table: 'public.skills',
  body: given(submission),
  row: given(submission),
} as const
const ratings = {
  schema: RatingInput,
  call: 'submit_rating',
  table: 'public.ratings',
  body: () => ({ skill_id: skill.id, claws: 3 }),
  row: () => ({ skill_id: skill.id, agent_id: agent.id, claws: 3 }),
} as const
const flags = {
  schema: FlagInput,
  call: 'flag_rating',
  table: 'private.rating_flags',
  body: () => ({ skill: skill.id, rating }),
  row: () => ({ rating_id: rating, agent_id: agent.id }),
} as const
const upTo = (longest: number) => (text: string) => cleanText(text, longest)
const required = { isOptional: false }
const optional = { isOptional: true }

const FIELDS = {
  agent_name: { ...agents, ...required, column: 'agent_name', clean: upTo(50) },
  agent_description: {
    ...agents,
    ...optional,
    update: account,
    column: 'agent_description',
    clean: upTo(2_000),
  },
  email: { ...agents, ...optional, update: account, column: 'email', clean: upTo(254) },
  name: { ...skills, ...required, column: 'name', clean: upTo(200) },
  description: { ...skills, ...required, column: 'description', clean: upTo(5_000) },
  type: { ...skills, ...required, column: 'type' },
  url: { ...skills, ...optional, column: 'url', clean: trimText },
  skill_name: { ...ratings, ...optional, column: null, clean: upTo(200) },
  claws: { ...ratings, ...required, column: 'claws' },
  reliability: { ...ratings, ...optional, column: 'reliability' },
  security: { ...ratings, ...optional, column: 'security' },
  speed: { ...ratings, ...optional, column: 'speed' },
  commentary: { ...ratings, ...optional, column: 'commentary', clean: upTo(10_000) },
  reason: { ...flags, ...required, column: 'reason', clean: upTo(1_000) },
} satisfies Record<string, Field>

type FieldName = keyof typeof FIELDS

const unique = (paths: string[]) => [...new Set(paths)].sort()
const zodPaths = (schema: z.ZodType, body: object) =>
  unique(schema.safeParse(body).error?.issues.map((issue) => issue.path.join('.')) ?? [])

/** NUL and lone surrogates are not text to Postgres, which raises class 22 before any function or constraint. */
const NOT_TEXT = ['22P05', '22021', '22P02']

async function functionPaths(
  tx: Transaction,
  call: FunctionName,
  body: Record<string, unknown>,
): Promise<string[]> {
  const args = Object.fromEntries(Object.entries(body).map(([key, value]) => [`p_${key}`, value]))
  const error = await attempt(tx, async (inner) => {
    await become(inner, { key: agent.key })
    await rpc(inner, call, args)
  })
  if (!error) return []
  return NOT_TEXT.includes(error.code) ? ['not text'] : unique(pathsOf(error))
}

async function tableVerdict(tx: Transaction, field: Field, value: unknown): Promise<Verdict | string> {
  const cleaned = typeof value === 'string' && field.clean ? field.clean(value) : value
  const row = { ...field.row(), [field.column ?? '']: field.isOptional && cleaned === '' ? null : cleaned }
  const columns = Object.keys(row).join(', ')
  const error = await attempt(tx, (inner) =>
    inner.unsafe(
      `insert into ${field.table} (${columns}) select ${columns} from json_populate_record(null::${field.table}, $1::text::json)`,
      [JSON.stringify(row)],
    ),
  )
  if (!error) return 'valid'
  return [...NOT_TEXT, '23514', '23502', '22003'].includes(error.code)
    ? 'invalid'
    : `${error.code} ${error.message}`
}

type Case = [title: string, value: unknown, expected: Verdict]
const cases = (expected: Verdict, values: unknown[]): Case[] =>
  values.map((value) => [
    typeof value === 'string'
      ? JSON.stringify(value.slice(0, 60))
      : Object.is(value, -0)
        ? '-0'
        : String(value),
    value,
    expected,
  ])

const BLANK = ' \t\n\u0085\u00a0\u2028\u3000\ufeff'
const REQUIRED = cases('invalid', [null, undefined, '', BLANK])
const OPTIONAL = cases('valid', [null, undefined, '', BLANK])

function lengths(shortest: number, longest: number): Case[] {
  return [
    // Letters of 1 to 4 bytes, the last in two UTF-16 units.
    ...['a', 'é', 'ガ', '😀'].flatMap((c): Case[] => [
      [`${longest} × ${c}`, c.repeat(longest), 'valid'],
      [`${longest + 1} × ${c}`, c.repeat(longest + 1), 'invalid'],
      [`${longest} × ${c} in white space`, ` \u0085\ufeff\u3000${c.repeat(longest)}\n\u00a0\ufeff`, 'valid'],
      [`${shortest} × ${c}`, c.repeat(Math.max(shortest, 1)), 'valid'],
      ...(shortest > 0
        ? [[`${shortest - 1} × ${c} in white space`, `  ${c.repeat(shortest - 1)}\u0085`, 'invalid'] as Case]
        : []),
    ]),
    [`${longest} letters that NFC composes of two`, 'e\u0301'.repeat(longest), 'valid'],
    [`${longest + 1} letters that NFC composes of two`, 'e\u0301'.repeat(longest + 1), 'invalid'],
    // U+0958 is two characters in NFC.
    [`${longest / 2} letters that NFC decomposes`, '\u0958'.repeat(Math.floor(longest / 2)), 'valid'],
    [`${longest} letters that NFC decomposes`, '\u0958'.repeat(longest), 'invalid'],
    ...cases('invalid', ['a\u0000b', 'ab\u0000', 'ab\ud800', '\udc00ab', 'a\udc00\ud800b']),
    ['30 marks in a row', `a${'\u0301'.repeat(15)}${'\u0316'.repeat(15)}b`, 'valid'],
    ['31 marks in a row', `a${'\u0301'.repeat(16)}${'\u0316'.repeat(15)}b`, 'invalid'],
    ['31 marks of three blocks', `a${'\u0301\u0483\u{1d165}'.repeat(10)}\u0e31b`, 'invalid'],
    ['31 marks and far too many letters', `${'\u0301'.repeat(31)}${'a'.repeat(60_000)}`, 'invalid'],
  ]
}

const KEY = wellFormedKey('0123456789ab')
const KEYS: Case[] = [
  ...cases('invalid', [KEY, `x${KEY}0`]),
  ['a key with a wrong checksum', `claw_${'0'.repeat(56)}`, 'valid'],
  ['the start of a key', KEY.slice(0, -1), 'valid'],
]
const FREE_TEXT: Case[] = [
  ...KEYS,
  ...cases('valid', [
    'one\n\ttwo\r\nthree',
    'a\u0001\u001b\u007f\u0085b',
    'a\u202e\u2066\u00ad\u200b\u2060\ufeffb',
    '\'"%_\\;--$1 {x}',
    '\u0378\u{10fffe}\uffff',
  ]),
]
const NAMES: Case[] = [
  ...NAME_EXAMPLES.map(
    ({ name, problem }): Case => [
      `${JSON.stringify(name)} ${problem ?? ''}`,
      name,
      problem ? 'invalid' : 'valid',
    ],
  ),
  ...cases('valid', [
    ...['\n', '\u0085', '\ufeff', '\u2028'].map((c) => `${c}one${c}`),
    `O'Neil "<b>" %s $1 \\`,
  ]),
]

const EMAILS: Case[] = [
  ...cases(
    'valid',
    "a@b.co A.B@Example.COM o'neil+tag@sub.example.org _x-@1.example.com a@xn--bcher-kva.example a@a-.example.com 1@2.ab +@a.bc -@a.bc".split(
      ' ',
    ),
  ),
  ...cases(
    'invalid',
    "a @ a@ @b.co a@b a@b.c a@b.c1 a@@b.co a@b@c.de .a@b.co a.@b.co a..b@c.de a'@b.co a@.b.co a@b..co a@-b.co a@b.co. a@b_c.de ä@b.co a@bücher.de a@b.co;c@d.ef <a@b.co> mailto:a@b.co a@[127.0.0.1] a(c)@b.de ａ@b.co a@b。co a!b@c.de a/b@c.de a=b@c.de a&b@c.de".split(
      ' ',
    ),
  ),
  ...cases('invalid', [
    'a b@c.de',
    'a@b c.de',
    'a@b.co, c@d.ef',
    'A <a@b.co>',
    '"a b"@c.de',
    'a@b.co\nc@d.ef',
    'a@b.co\u0000',
    'a\u200b@b.co',
  ]),
  ['white space around', ' \u0085a@b.co\n\ufeff', 'valid'],
  ['254 characters', `${'a'.repeat(242)}@example.com`, 'valid'],
  ['255 characters', `${'a'.repeat(243)}@example.com`, 'invalid'],
  ['254 characters in white space', `  ${'a'.repeat(242)}@example.com  `, 'valid'],
  ['an API key', `${KEY}@example.com`, 'invalid'],
]

const URLS: Case[] = [
  ...cases(
    'valid',
    'http://example.com https://example.com/ HTTPS://EXAMPLE.COM/Path https://example.com:8080/a?b=c#d http://localhost:3000 http://127.0.0.1/ http://[::1]:8080/ https://bücher.example/ü?ö#ä https://example.com?q=1 https://example.com#x https://a.b/@c https://a.b/?user@c https://a.b/#u:p@c https://a.b/%20%zz https://a.b/\'"<>{}|^` https://a.b/a\\b https://例え.テスト/ https://a.b/\u200d https://a.b/😀 https://example.com.:443/ https://a_b.example http://host:0/ http://host:65535/ http://host:00080/ http://host:/ http://[::ffff:127.0.0.1]/ http://[FE80::1]:443/ http://256.256.256.256/ http://xn--a/'.split(
      ' ',
    ),
  ),
  ...cases(
    'invalid',
    'example.com www.example.com //example.com /path ftp://example.com javascript:alert(1) data:text/html,x file:///etc/passwd mailto:a@b.co ws://example.com http: http:/ http:// https:/// http:///path http://?q http://#x http:example.com http:/example.com http:\\\\example.com http://\\example.com http://a\\b https://user@example.com https://user:pass@example.com https://:pass@example.com https://@example.com https://a@b@c.de xhttp://example.com http https//example.com http://host:65536/ http://host:99999/ http://host:port/ http://host:1:2/ http://:80/ http://[::1 http://::1]/ http://[zz]/ http://[]/ http://::1/ http://exa%mple/ http://a<b/ http://a>b/ http://a^b/ http://a|b/'.split(
      ' ',
    ),
  ),
  ...cases('invalid', [
    'http s://example.com',
    'https:// example.com',
    'https\u200b://example.com',
    'http://\u00ad/',
    'https://exa mple.com',
  ]),
  ...cases(
    'invalid',
    [...' \t\n\u0000\u0001\u007f\u0085\u00a0\u2028\u3000\ufeff\u202e\u200b\u2060\u2066'].map(
      (c) => `https://example.com/a${c}b`,
    ),
  ),
  ['white space around', '\u0085 https://example.com \ufeff\n', 'valid'],
  ...['a', '😀'].flatMap((c): Case[] => [
    [`2,048 characters with ${c}`, `https://example.com/${c.repeat(2_028)}`, 'valid'],
    [`2,049 characters with ${c}`, `https://example.com/${c.repeat(2_029)}`, 'invalid'],
  ]),
  ...cases('invalid', [`https://a.b/${'\u0301'.repeat(31)}`, `https://a.b/?key=${KEY}`]),
]

const CLAWS: Case[] = [
  ...cases('valid', [1, 2, 3, 4, 5, 5.0]),
  ...cases('invalid', [
    0,
    6,
    -1,
    -0,
    1.5,
    4.9999999999999,
    5.000000000000001,
    1e300,
    5e-324,
    2 ** 31,
    2 ** 53,
    32_768,
    65_537,
    null,
    undefined,
  ]),
]
const SCORES: Case[] = [
  ...cases('valid', [
    0,
    -0,
    1,
    99.5,
    100,
    0.1,
    0.1 + 0.2,
    99.99999999999999,
    1 / 3,
    1e-100,
    5e-324,
    1.5e-323,
    2.2250738585072014e-308,
    null,
    undefined,
  ]),
  ...cases(
    'invalid',
    [-1, -0.0001, -5e-324, 100.00000000000001, 100.1, 101, 1e21, 1e300, -1e300, 1.7976931348623157e308],
  ),
]
const TYPES: Case[] = [
  ...cases('valid', ['mcp', 'clawdbot', 'github', 'other']),
  ...cases('invalid', [
    '',
    'MCP',
    ' mcp',
    'mcp\n',
    'mcp\u0000',
    'ｍｃｐ',
    'plugin',
    'null',
    "mcp' or '1",
    'mcpmcp',
    '\ud800',
    null,
    undefined,
  ]),
]

const CASES: Record<FieldName, Case[]> = {
  agent_name: [...REQUIRED, ...lengths(2, 50), ...NAMES, ...cases('invalid', RESERVED_NAMES)],
  agent_description: [...OPTIONAL, ...lengths(0, 2_000), ...FREE_TEXT],
  email: [...OPTIONAL, ...EMAILS],
  name: [...REQUIRED, ...lengths(1, 200), ...KEYS, ...NAMES],
  description: [...REQUIRED, ...lengths(1, 5_000), ...FREE_TEXT],
  type: TYPES,
  url: [...OPTIONAL, ...URLS],
  // Beside a skill_id, so none is required; and only looked up, so it need not be a valid name.
  skill_name: [
    ...OPTIONAL,
    ...cases('invalid', [
      'a'.repeat(201),
      '😀'.repeat(201),
      'The\u0000skill',
      'The skill\ud800',
      `The skill${'\u0301'.repeat(31)}`,
      KEY,
    ]),
    ['the name in another case and in white space', '\u0085 THE  SKILL\ufeff', 'valid'],
    ['the name with 191 joiners', `The${'\u200d'.repeat(191)} skill`, 'valid'],
    ['the name with 192 joiners', `The${'\u200d'.repeat(192)} skill`, 'invalid'],
  ],
  claws: CLAWS,
  reliability: SCORES,
  security: SCORES,
  speed: SCORES,
  commentary: [...OPTIONAL, ...lengths(0, 10_000), ...FREE_TEXT],
  reason: [...REQUIRED, ...lengths(1, 1_000), ...FREE_TEXT],
}

describe.each(Object.entries(CASES) as [FieldName, Case[]][])(
  '%s: zod, the function and the table agree that',
  (name, all) => {
    test.each(all)('%s: %j is %s', async (_, value, expected) => {
      await rolledBack(database.owner, async (tx) => {
        const field: Field = FIELDS[name]
        const paths = expected === 'invalid' ? [name] : []
        const isText = typeof value !== 'string' || isStorable(value)
        for (const { schema, call, body } of field.update ? [field, field.update] : [field]) {
          // As sent and not as zod cleaned it: the function must reach the same verdict by itself.
          const sent = { ...body(), [name]: value }
          expect(zodPaths(schema, sent), call).toEqual(paths)
          expect(await functionPaths(tx, call, sent), call).toEqual(isText ? paths : ['not text'])
        }
        if (field.column !== null) expect(await tableVerdict(tx, field, value)).toBe(expected)
      })
    })
  },
)

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(fieldsOf)
  throw new Error('This test does not know this kind of schema.')
}

test('every field of the zod schemas is tested', () => {
  const known = [RegistrationInput, SkillInput, RatingInput, FlagInput].flatMap(fieldsOf)
  expect(new Set([...Object.keys(CASES), 'skill_id'])).toEqual(new Set(known))
})

test.each<[FieldName, Record<string, unknown>]>([
  ['agent_name', { agent_name: 'x', agent_description: 'x'.repeat(2_001), email: 'x' }],
  ['name', { name: '', description: '', type: 'x', url: 'x' }],
  ['name', { name: null, description: null, type: null }],
  [
    'claws',
    {
      skill_name: 'x'.repeat(201),
      claws: 6,
      reliability: -1,
      security: 101,
      speed: 1e300,
      commentary: 'x'.repeat(10_001),
    },
  ],
])('zod and the function of %s report all invalid fields of a body', async (name, body) => {
  const { schema, call } = FIELDS[name]
  expect(zodPaths(schema, body)).toEqual(Object.keys(body).sort())
  await rolledBack(database.owner, async (tx) => {
    expect(await functionPaths(tx, call, body)).toEqual(Object.keys(body).sort())
  })
})

test('a url is stored as sent, without white space around it', async () => {
  const url = 'https://example.com/e\u0301/%7e?q=\u212b'
  await rolledBack(database.owner, async (tx) => {
    await become(tx, { key: agent.key })
    const args = { p_name: 'x', p_description: 'x', p_type: 'mcp', p_url: ` ${url}\u0085` }
    expect((await rpc<{ skill: { url: string } }>(tx, 'submit_skill', args)).skill.url).toBe(url)
    expect(SkillInput.parse({ ...submission, url: ` ${url}\u0085` }).url).toBe(url)
  })
})

test.each(['NaN', 'Infinity', '-Infinity', '100.1', '-0.1', '1e-325', `0.${'0'.repeat(400)}1`, '1e400'])(
  'functions and tables reject the number %s, which JSON or JavaScript cannot represent or is out of range',
  async (number) => {
    await rolledBack(database.owner, async (tx) => {
      for (const column of ['reliability', 'security', 'speed', 'claws']) {
        const values = Object.entries({ claws: '3', [column]: number })
        const called = await attempt(tx, async (inner) => {
          await become(inner, { key: agent.key })
          const parameters = values.map(([name, value]) => `p_${name} => '${value}'::numeric`)
          await inner.unsafe(`select public.submit_rating(p_skill_id => $1, ${parameters})`, [skill.id])
        })
        expect(pathsOf(called)).toEqual([column])
        const inserted = await attempt(tx, (inner) =>
          inner.unsafe(
            `insert into public.ratings (skill_id, agent_id, ${values.map(([name]) => name)})
             values ($1, $2, ${values.map(([, value]) => `'${value}'::numeric`)})`,
            [skill.id, agent.id],
          ),
        )
        // A smallint rejects some of these itself.
        expect(['23514', '22003', '0A000'], `${column}: ${inserted?.code}`).toContain(inserted?.code)
      }
    })
  },
)

test('every sub-score that JavaScript can write is accepted and stored exactly', async () => {
  const random = randomNumbers(8)
  const words = new DataView(new ArrayBuffer(8))
  const numbers = Array.from({ length: 2_000 }, () => {
    // Any exponent up to that of 64 and any digits.
    words.setUint32(0, Math.floor(random() * 0x40500000))
    words.setUint32(4, Math.floor(random() * 2 ** 32))
    return words.getFloat64(0)
  })
  for (const speed of numbers)
    expect(RatingInput.safeParse({ skill_id: skill.id, claws: 1, speed }).success).toBe(true)
  const rows = await database.owner<{ sent: string }[]>`
    select sent from unnest(${numbers.map((n) => JSON.stringify(n))}::text[]) as sent
    where not private.is_score(sent::numeric) or sent::numeric::text::float8 <> sent::float8`
  expect(rows.map((row) => row.sent)).toEqual([])
})

function randomTexts(seed: number, count: number, pieces: string[]): string[] {
  const random = randomNumbers(seed)
  const pick = (n: number) => Math.floor(random() * n)
  return Array.from({ length: count }, () =>
    Array.from({ length: pick(8) }, () => pieces[pick(pieces.length)]).join(''),
  )
}

test.each<[FieldName, string, string[]]>([
  [
    'agent_name',
    'private.name_error(private.clean_text(value, 50), 2, 50) is null',
    [
      ...'ab \u0085\ufeff\u200b\u200c\u00ad\u202e\u0001\n',
      'e\u0301',
      '😀',
      '\u0958',
      'x'.repeat(17),
      '\u3000',
      'ﷺ',
    ],
  ],
  [
    'email',
    `private.clean_text(value, 254) = '' or private.is_email(private.clean_text(value, 254))`,
    [..."ab1.@-_+'", 'com', 'é', ' ', '\n', '@b.', '.co'],
  ],
])('zod and SQL agree on 4,000 random values of %s', async (name, condition, pieces) => {
  const values = randomTexts(9, 4_000, pieces)
  const rows = await database.owner.unsafe<{ is_valid: boolean }[]>(
    `select ${condition} as is_valid from unnest($1::text[]) with ordinality as t (value, place) order by place`,
    [values],
  )
  const differing = values.filter(
    (value, i) =>
      rows[i]?.is_valid !== RegistrationInput.safeParse({ ...registration, [name]: value }).success,
  )
  expect(differing).toEqual([])
  expect(new Set(rows.map((row) => row.is_valid)).size).toBe(2)
})

const chars = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i)).join('')

test.each([
  ['ﷺ'.repeat(50), '\ufdfa'.repeat(200), 'x'],
  ['\u{20000}\u{20001}'.repeat(25), chars(0x20000, 200), 'x'],
  ['a'.repeat(50), chars(0x3300, 0x58).repeat(3).slice(0, 200), 'x'],
  ['ab', 'a', '\ufdfa'.repeat(5_000)],
  ['ab', 'a', chars(0x20000, 5_000)],
])(
  'the most expensive texts are accepted: agent_name %j, name %j, description %j',
  async (p_agent_name, p_name, p_description) => {
    await rolledBack(database.owner, async (tx) => {
      await become(tx, { key: agent.key })
      await rpc(tx, 'register_agent', { p_agent_name })
      await rpc(tx, 'submit_skill', { p_name, p_description, p_type: 'other' })
      const again = await attempt(tx, (inner) =>
        rpc(inner, 'submit_skill', { p_name, p_description: 'x', p_type: 'other' }),
      )
      expect(again?.code).toBe('PT409')
    })
  },
)

test.each([5, true, ['mcp'], {}])('zod rejects %j for a text, and a text for a number', (value) => {
  for (const [name, field] of Object.entries(FIELDS) as [FieldName, Field][]) {
    const isNumber = ['claws', 'reliability', 'security', 'speed'].includes(name)
    const body = { skill_id: crypto.randomUUID(), claws: 3, ...registration, ...submission }
    expect(zodPaths(field.schema, { ...body, [name]: isNumber ? String(value) : value }), name).toEqual([
      name,
    ])
  }
})
