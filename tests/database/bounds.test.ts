import type postgres from 'postgres'
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
  newAgent,
  newSkill,
  request,
  rolledBack,
  rpc,
  type Skill,
  type Transaction,
} from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

/**
 * The same bounds stand in functions/_shared/schemas/requests.ts, in the functions of the routes and in the triggers and CHECK constraints
 * of the tables. Each value below is given to all three, and all three must agree with what is expected.
 */

let database: OwnDatabase
let agent: Agent
let skill: Skill
/** Another agent's, of the skill. */
let rating: string

beforeAll(async () => {
  database = await ownDatabase()
  agent = await newAgent(database, 'The agent')
  skill = await newSkill(database, agent, 'The skill')
  const rater = await newAgent(database, 'The rater')
  const args = { p_skill_id: skill.id, p_claws: 1 }
  const rated = await request<{ rating: { id: string } }>(
    database.owner,
    { key: rater.key },
    'submit_rating',
    args,
  )
  rating = rated.rating.id
  return database.drop
})

type Verdict = 'taken' | 'refused'

/** A way by which a field comes in. */
type Route = {
  schema: z.ZodType
  call: FunctionName
  /** A body with every other field right. */
  rest: () => Record<string, unknown>
}

type Field = Route & {
  /** The way by which it is changed. */
  edited?: Route
  table: 'public.agents' | 'public.skills' | 'public.ratings' | 'private.rating_flags'
  /** The column, or null where the field is none. */
  column: string | null
  optional: boolean
  /** How a text is cleaned; a word or a number is not. */
  clean?: (text: string) => string
  /** A row with every other column right. */
  row: () => Record<string, unknown>
}

const registration = { agent_name: 'A bounded agent' }
const submission = { name: 'A bounded skill', description: 'Described', type: 'mcp' }
const agents = {
  schema: RegistrationInput,
  call: 'register_agent',
  table: 'public.agents',
  rest: () => registration,
  row: () => registration,
} as const
const account: Route = { schema: AccountInput, call: 'update_me', rest: () => ({}) }
const skills = {
  schema: SkillInput,
  call: 'submit_skill',
  table: 'public.skills',
  rest: () => submission,
  row: () => submission,
} as const
const ratings = {
  schema: RatingInput,
  call: 'submit_rating',
  table: 'public.ratings',
  rest: () => ({ skill_id: skill.id, claws: 3 }),
  row: () => ({ skill_id: skill.id, agent_id: agent.id, claws: 3 }),
} as const

const flags = {
  schema: FlagInput,
  call: 'flag_rating',
  table: 'private.rating_flags',
  rest: () => ({ skill: skill.id, rating }),
  row: () => ({ rating_id: rating, agent_id: agent.id }),
} as const

/** As a text is kept that may have so many characters. */
const keep = (longest: number) => (text: string) => cleanText(text, longest)

const FIELDS = {
  agent_name: { ...agents, column: 'agent_name', optional: false, clean: keep(50) },
  agent_description: {
    ...agents,
    edited: account,
    column: 'agent_description',
    optional: true,
    clean: keep(2_000),
  },
  email: { ...agents, edited: account, column: 'email', optional: true, clean: keep(254) },
  name: { ...skills, column: 'name', optional: false, clean: keep(200) },
  description: { ...skills, column: 'description', optional: false, clean: keep(5_000) },
  type: { ...skills, column: 'type', optional: false },
  url: { ...skills, column: 'url', optional: true, clean: trimText },
  skill_name: { ...ratings, column: null, optional: true, clean: keep(200) },
  claws: { ...ratings, column: 'claws', optional: false },
  reliability: { ...ratings, column: 'reliability', optional: true },
  security: { ...ratings, column: 'security', optional: true },
  speed: { ...ratings, column: 'speed', optional: true },
  commentary: { ...ratings, column: 'commentary', optional: true, clean: keep(10_000) },
  reason: { ...flags, column: 'reason', optional: false, clean: keep(1_000) },
} satisfies Record<string, Field>

type FieldName = keyof typeof FIELDS

/** What each end says to one value of a field. */
async function verdicts(tx: Transaction, route: Route, name: FieldName, value: unknown) {
  const body = { ...route.rest(), [name]: value }

  const parsed = route.schema.safeParse(body)
  const zod: Verdict = parsed.success ? 'taken' : 'refused'
  const zodPaths = parsed.success ? [] : paths(parsed.error.issues.map((issue) => issue.path.join('.')))

  // As sent and not as zod cleaned it: the function must come to the same by itself.
  const args = Object.fromEntries(Object.entries(body).map(([key, argument]) => [`p_${key}`, argument]))
  const error = await attempt(tx, async (inner) => {
    await become(inner, { key: agent.key })
    await rpc(inner, route.call, args)
  })
  const sqlPaths =
    error?.code === 'PT400'
      ? paths(JSON.parse(error.detail ?? '[]').map(({ path }: { path: string }) => path))
      : []

  return {
    zod,
    zodPaths,
    function: verdictOf(error, ['PT400']),
    sqlPaths,
  }
}

function paths(all: string[]): string[] {
  return [...new Set(all)].sort()
}

/** Taken, or refused in one of the ways that are meant for it; anything else is a failure. */
function verdictOf(error: postgres.PostgresError | undefined, refusals: string[]): Verdict | string {
  if (!error) return 'taken'
  // NUL and lone surrogates are no text to Postgres: class 22 comes before any function or constraint.
  if (refusals.includes(error.code) || ['22P05', '22021', '22P02'].includes(error.code)) return 'refused'
  return `${error.code} ${error.message}`
}

/** A row put straight into the table by its owner, with the cleaned value, as JSON like the Data API does. */
async function tableVerdict(tx: Transaction, field: Field, value: unknown): Promise<Verdict | string> {
  if (field.column === null) return 'none'
  const cleaned = typeof value === 'string' && field.clean ? field.clean(value) : value
  const row = { ...field.row(), [field.column]: field.optional && cleaned === '' ? null : cleaned }
  const columns = Object.keys(row).join(', ')
  const error = await attempt(tx, async (inner) => {
    await inner.unsafe(
      `insert into ${field.table} (${columns})
       select ${columns} from json_populate_record(null::${field.table}, $1::text::json)`,
      [JSON.stringify(row)],
    )
  })
  return verdictOf(error, ['PT400', '23514', '23502', '22003'])
}

/** Walks one value through all ends. */
async function expectVerdict(name: FieldName, value: unknown, expected: Verdict): Promise<void> {
  await rolledBack(database.owner, async (tx) => {
    const field: Field = FIELDS[name]
    const refusedAt = expected === 'refused' ? [name] : []
    // A value that is no text at all is refused by Postgres before a path can be named.
    const isText = typeof value !== 'string' || isStorable(value)
    for (const route of field.edited ? [field, field.edited] : [field]) {
      expect(await verdicts(tx, route, name, value), route.call).toEqual({
        zod: expected,
        zodPaths: refusedAt,
        function: expected,
        sqlPaths: isText ? refusedAt : [],
      })
    }
    expect(await tableVerdict(tx, field, value)).toBe(field.column === null ? 'none' : expected)
  })
}

type Case = [title: string, value: unknown, expected: Verdict]

/** A text around a bound, in characters of every size. */
function lengths(shortest: number, longest: number): Case[] {
  const kinds = [
    ['letters', 'a'],
    ['emoji, two UTF-16 units each', '😀'],
    ['letters of two bytes', 'é'],
    ['letters of three bytes', 'ガ'],
  ]
  return [
    ...kinds.flatMap(([kind, c = '']): Case[] => [
      [`${longest} ${kind}`, c.repeat(longest), 'taken'],
      [`${longest + 1} ${kind}`, c.repeat(longest + 1), 'refused'],
      [`${longest} ${kind} in white space`, ` \u0085\ufeff\u3000${c.repeat(longest)}\n\u00a0\ufeff`, 'taken'],
      ...(shortest > 0
        ? ([
            [`${shortest} ${kind}`, c.repeat(shortest), 'taken'],
            [`${shortest - 1} ${kind}`, c.repeat(shortest - 1), 'refused'],
            [`${shortest - 1} ${kind} in white space`, `  ${c.repeat(shortest - 1)}\u0085\u2003`, 'refused'],
          ] as Case[])
        : []),
    ]),
    [`${longest} letters that NFC composes of two`, 'e\u0301'.repeat(longest), 'taken'],
    [`${longest + 1} letters that NFC composes of two`, 'e\u0301'.repeat(longest + 1), 'refused'],
    // U+0958 is one character and two in NFC.
    [`${longest / 2} letters that NFC takes apart in two`, '\u0958'.repeat(Math.floor(longest / 2)), 'taken'],
    [`${longest} letters that NFC takes apart in two`, '\u0958'.repeat(longest), 'refused'],
    ['NUL inside', 'a\u0000b', 'refused'],
    ['NUL at the end', 'ab\u0000', 'refused'],
    ['a lone high surrogate', 'ab\ud800', 'refused'],
    ['a lone low surrogate', '\udc00ab', 'refused'],
    ['surrogates the wrong way round', 'a\udc00\ud800b', 'refused'],
  ]
}

const REQUIRED: Case[] = [
  ['null', null, 'refused'],
  ['nothing', undefined, 'refused'],
  ['empty', '', 'refused'],
  ['white space', ' \t\n\u0085\u00a0\u2028\u3000\ufeff', 'refused'],
]

const OPTIONAL: Case[] = [
  ['null', null, 'taken'],
  ['nothing', undefined, 'taken'],
  ['empty', '', 'taken'],
  ['white space', ' \t\n\u0085\u00a0\u2028\u3000\ufeff', 'taken'],
]

const hex = (c: number) => `U+${c.toString(16).toUpperCase().padStart(4, '0')}`

const MARK_RUNS: Case[] = [
  ['30 marks in a row', `a${'\u0301'.repeat(15)}${'\u0316'.repeat(15)}b`, 'taken'],
  ['31 marks in a row', `a${'\u0301'.repeat(16)}${'\u0316'.repeat(15)}b`, 'refused'],
  ['31 marks of three blocks', `a${'\u0301\u0483\u{1d165}'.repeat(10)}\u0e31b`, 'refused'],
  ['31 marks, then far too many letters', `${'\u0301'.repeat(31)}${'a'.repeat(60_000)}`, 'refused'],
]

const WELL_FORMED_KEY = wellFormedKey('0123456789ab')

const KEYS: Case[] = [
  ['an API key', WELL_FORMED_KEY, 'refused'],
  ['an API key inside a word', `x${WELL_FORMED_KEY}0`, 'refused'],
  ['a key with a wrong checksum', `claw_${'0'.repeat(56)}`, 'taken'],
  ['the start of a key', WELL_FORMED_KEY.slice(0, -1), 'taken'],
]

/** What every text is held to, and what it may contain. */
const FREE_TEXT: Case[] = [
  ...MARK_RUNS,
  ...KEYS,
  ['lines and tabs inside', 'one\n\ttwo\r\nthree', 'taken'],
  ['control characters inside', 'a\u0001\u001b\u007f\u0085b', 'taken'],
  ['bidirectional and invisible characters inside', 'a\u202e\u2066\u00ad\u200b\u2060\ufeffb', 'taken'],
  ['quotes, percent and backslashes', '\'"%_\\;--$1 {x}', 'taken'],
  ['characters that nobody has assigned', '\u0378\u{10fffe}\uffff', 'taken'],
]

const NAMES: Case[] = [
  ...NAME_EXAMPLES.map(
    ({ name, problem }): Case => [
      problem ? `${JSON.stringify(name)}: ${problem}` : JSON.stringify(name),
      name,
      problem ? 'refused' : 'taken',
    ],
  ),
  ...[0x0a, 0x85, 0xfeff, 0x2028].map(
    (c): Case => [
      `${hex(c)} at the ends`,
      `${String.fromCodePoint(c)}one${String.fromCodePoint(c)}`,
      'taken',
    ],
  ),
  ['quotes and tags', `O'Neil "<b>" %s $1 \\`, 'taken'],
]

const AGENT_NAMES: Case[] = RESERVED_NAMES.map((name) => [`the reserved name ${name}`, name, 'refused'])

const EMAILS: Case[] = [
  ...[
    'a@b.co',
    'A.B@Example.COM',
    "o'neil+tag@sub.example.org",
    '_x-@1.example.com',
    'a@xn--bcher-kva.example',
    'a@a-.example.com',
    '1@2.ab',
    '+@a.bc',
    '-@a.bc',
  ].map((value): Case => [value, value, 'taken']),
  ...[
    'a',
    '@',
    'a@',
    '@b.co',
    'a@b',
    'a@b.c',
    'a@b.c1',
    'a b@c.de',
    'a@b c.de',
    'a@@b.co',
    'a@b@c.de',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.de',
    "a'@b.co",
    'a@.b.co',
    'a@b..co',
    'a@-b.co',
    'a@b.co.',
    'a@b_c.de',
    'ä@b.co',
    'a@bücher.de',
    'a@b.co, c@d.ef',
    'a@b.co;c@d.ef',
    '<a@b.co>',
    'A <a@b.co>',
    'mailto:a@b.co',
    'a@[127.0.0.1]',
    '"a b"@c.de',
    'a(c)@b.de',
    'a@b.co\nc@d.ef',
    'a@b.co\u0000',
    'a\u200b@b.co',
    'ａ@b.co',
    'a@b。co',
    'a!b@c.de',
    'a/b@c.de',
    'a=b@c.de',
    'a&b@c.de',
  ].map((value): Case => [JSON.stringify(value), value, 'refused']),
  ['white space around', ' \u0085a@b.co\n\ufeff', 'taken'],
  ['254 characters', `${'a'.repeat(242)}@example.com`, 'taken'],
  ['255 characters', `${'a'.repeat(243)}@example.com`, 'refused'],
  ['254 characters in white space', `  ${'a'.repeat(242)}@example.com  `, 'taken'],
]

const URLS: Case[] = [
  ...[
    'http://example.com',
    'https://example.com/',
    'HTTPS://EXAMPLE.COM/Path',
    'https://example.com:8080/a?b=c#d',
    'http://localhost:3000',
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'https://bücher.example/ü?ö#ä',
    'https://example.com?q=1',
    'https://example.com#x',
    'https://a.b/@c',
    'https://a.b/?user@c',
    'https://a.b/#u:p@c',
    'https://a.b/%20%zz',
    'https://a.b/\'"<>{}|^`',
    'https://a.b/a\\b',
    'https://例え.テスト/',
    'https://a.b/\u200d',
    'https://a.b/😀',
    'https://example.com.:443/',
    'https://a_b.example',
  ].map((value): Case => [value, value, 'taken']),
  ...[
    'example.com',
    'www.example.com',
    '//example.com',
    '/path',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b.co',
    'ws://example.com',
    'http:',
    'http:/',
    'http://',
    'https:///',
    'http:///path',
    'http://?q',
    'http://#x',
    'http:example.com',
    'http:/example.com',
    'http:\\\\example.com',
    'http://\\example.com',
    'http://a\\b',
    'https://user@example.com',
    'https://user:pass@example.com',
    'https://:pass@example.com',
    'https://@example.com',
    'https://a@b@c.de',
    'http s://example.com',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com/a\tb',
    'https://example.com/a\nb',
    'https://example.com/\u0001',
    'https://example.com/\u007f',
    'https://example.com/\u0085x',
    'https://example.com/\u00a0x',
    'https://example.com/\u2028x',
    'https://example.com/\u3000x',
    'https://example.com/\ufeffx',
    'https://example.com/\u0000',
    'https\u200b://example.com',
    'xhttp://example.com',
    'https:// example.com',
    'http',
    'https//example.com',
  ].map((value): Case => [JSON.stringify(value), value, 'refused']),
  ['white space around', '\u0085 https://example.com \ufeff\n', 'taken'],
  ['2,048 characters', `https://example.com/${'a'.repeat(2_028)}`, 'taken'],
  ['2,049 characters', `https://example.com/${'a'.repeat(2_029)}`, 'refused'],
  ['2,048 characters with emoji', `https://example.com/${'😀'.repeat(2_028)}`, 'taken'],
  ['2,049 characters with emoji', `https://example.com/${'😀'.repeat(2_029)}`, 'refused'],
]

/** Hosts and ports that no address can have, and some that none has, though nothing here says so. */
const HOSTS: Case[] = [
  ...[
    'http://host:65536/',
    'http://host:99999/',
    'http://host:port/',
    'http://host:1:2/',
    'http://:80/',
    'http://[::1',
    'http://::1]/',
    'http://[zz]/',
    'http://[]/',
    'http://::1/',
    'http://exa%mple/',
    'http://a<b/',
    'http://a>b/',
    'http://a^b/',
    'http://a|b/',
    'http://\u00ad/',
    'https://example.com/\u202emoc.elpmaxe',
    'https://example.com/\u200b',
    'https://example.com/\u2060',
    'https://example.com/\u2066',
  ].map((value): Case => [JSON.stringify(value), value, 'refused']),
  ...[
    'http://host:0/',
    'http://host:65535/',
    'http://host:00080/',
    'http://host:/',
    'http://[::ffff:127.0.0.1]/',
    'http://[FE80::1]:443/',
    'http://256.256.256.256/',
    'http://xn--a/',
  ].map((value): Case => [value, value, 'taken']),
]

const CLAWS: Case[] = [
  ...[1, 2, 3, 4, 5, 5.0, 1].map((value): Case => [String(value), value, 'taken']),
  ...[
    0,
    6,
    -1,
    -0,
    1.5,
    2.5,
    4.9999999999999,
    5.000000000000001,
    0.1,
    5.5,
    1e9,
    1e300,
    -1e300,
    5e-324,
    2 ** 31,
    2 ** 53,
    32_768,
    65_537,
  ].map((value): Case => [Object.is(value, -0) ? '-0' : String(value), value, 'refused']),
  ['null', null, 'refused'],
  ['nothing', undefined, 'refused'],
]

const SCORES: Case[] = [
  ...[
    0,
    -0,
    1,
    50,
    99.5,
    100,
    100.0,
    0.1,
    0.1 + 0.2,
    99.99999999999999,
    1 / 3,
    1e-10,
    1e-100,
    5e-324,
    1e-323,
    1.5e-323,
    2.2250738585072014e-308,
    1.1125369292536007e-308,
    2 / 3,
  ].map((value): Case => [Object.is(value, -0) ? '-0' : String(value), value, 'taken']),
  ...[
    -1, -0.0001, -5e-324, 100.00000000000001, 100.1, 101, 1e3, 1e21, 1e300, -1e300, 1.7976931348623157e308,
  ].map((value): Case => [String(value), value, 'refused']),
  ['null', null, 'taken'],
  ['nothing', undefined, 'taken'],
]

const TYPES: Case[] = [
  ...['mcp', 'clawdbot', 'github', 'other'].map((value): Case => [value, value, 'taken']),
  ...[
    '',
    'MCP',
    'Mcp',
    ' mcp',
    'mcp ',
    'mcp\n',
    'mcp\u0000',
    'ｍｃｐ',
    'plugin',
    'null',
    "mcp' or '1",
    'mcpmcp',
    '\ud800',
  ].map((value): Case => [JSON.stringify(value), value, 'refused']),
  ['null', null, 'refused'],
  ['nothing', undefined, 'refused'],
]

const CASES: Record<FieldName, Case[]> = {
  agent_name: [...REQUIRED, ...lengths(2, 50), ...MARK_RUNS, ...NAMES, ...AGENT_NAMES],
  agent_description: [...OPTIONAL, ...lengths(0, 2_000), ...FREE_TEXT],
  email: [...OPTIONAL, ...EMAILS, ['an API key', `${WELL_FORMED_KEY}@example.com`, 'refused']],
  name: [...REQUIRED, ...lengths(1, 200), ...MARK_RUNS, ...KEYS, ...NAMES],
  description: [...REQUIRED, ...lengths(1, 5_000), ...FREE_TEXT],
  type: TYPES,
  url: [
    ...OPTIONAL,
    ...URLS,
    ...HOSTS,
    ['31 marks in a row', `https://a.b/${'\u0301'.repeat(31)}`, 'refused'],
    ['an API key', `https://a.b/?key=${WELL_FORMED_KEY}`, 'refused'],
  ],
  skill_name: [
    // With skill_id beside it, so that none is needed; a name that is none is another matter, see ratings.test.ts.
    ...OPTIONAL,
    ['201 letters', 'a'.repeat(201), 'refused'],
    ['201 emoji', '😀'.repeat(201), 'refused'],
    ['NUL', 'The\u0000skill', 'refused'],
    ['a lone surrogate', 'The skill\ud800', 'refused'],
    ['31 marks in a row', `The skill${'\u0301'.repeat(31)}`, 'refused'],
    ['an API key', WELL_FORMED_KEY, 'refused'],
    ['the name, in another case and in white space', '\u0085 THE  SKILL\ufeff', 'taken'],
    ['the name, with 191 joiners inside', `The${'\u200d'.repeat(191)} skill`, 'taken'],
    ['the name, with 192 joiners inside', `The${'\u200d'.repeat(192)} skill`, 'refused'],
  ],
  claws: CLAWS,
  reliability: SCORES,
  security: SCORES,
  speed: SCORES,
  commentary: [...OPTIONAL, ...lengths(0, 10_000), ...FREE_TEXT],
  reason: [...REQUIRED, ...lengths(1, 1_000), ...FREE_TEXT],
}

describe.each(Object.entries(CASES) as [FieldName, Case[]][])(
  '%s is taken or refused alike by zod, the function and the table:',
  (name, cases) => {
    test.each(cases)('%s', async (_, value, expected) => {
      await expectVerdict(name, value, expected)
    })
  },
)

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(fieldsOf)
  throw new Error('A kind of schema that this test does not know.')
}

test('every field that zod knows is walked', () => {
  const known = [RegistrationInput, SkillInput, RatingInput, FlagInput].flatMap(fieldsOf)
  expect(new Set([...Object.keys(CASES), 'skill_id'])).toEqual(new Set(known))
})

test('a url is kept as it was sent, decomposed letters and all, but for white space around it', async () => {
  const url = 'https://example.com/e\u0301/%7e?q=\u212b'
  await rolledBack(database.owner, async (tx) => {
    await become(tx, { key: agent.key })
    const answer = await rpc<{ skill: { url: string } }>(tx, 'submit_skill', {
      p_name: 'x',
      p_description: 'x',
      p_type: 'mcp',
      p_url: ` ${url}\u0085`,
    })
    expect(answer.skill.url).toBe(url)
    expect(SkillInput.parse({ name: 'x', description: 'x', type: 'mcp', url: ` ${url}\u0085` }).url).toBe(url)
  })
})

test('every fault of a body is reported at once, by both ends', async () => {
  const BODIES: [FieldName, Record<string, unknown>, string[]][] = [
    [
      'agent_name',
      { agent_name: 'x', agent_description: 'x'.repeat(2_001), email: 'x' },
      ['agent_description', 'agent_name', 'email'],
    ],
    ['name', { name: '', description: '', type: 'x', url: 'x' }, ['description', 'name', 'type', 'url']],
    ['name', {}, ['description', 'name', 'type']],
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
      ['claws', 'commentary', 'reliability', 'security', 'skill_name', 'speed'],
    ],
  ]
  for (const [name, body, expected] of BODIES) {
    const { schema, call } = FIELDS[name]
    const parsed = schema.safeParse(body)
    expect(paths(parsed.error?.issues.map((issue) => issue.path.join('.')) ?? [])).toEqual(expected)
    await rolledBack(database.owner, async (tx) => {
      await become(tx, { key: agent.key })
      const all = { ...Object.fromEntries(fieldsOf(schema).map((key) => [`p_${key}`, null])) }
      for (const [key, value] of Object.entries(body)) all[`p_${key}`] = value as null
      const error = await attempt(tx, (inner) => rpc(inner, call, all))
      expect(error?.code).toBe('PT400')
      expect(paths(JSON.parse(error?.detail ?? '[]').map(({ path }: { path: string }) => path))).toEqual(
        expected,
      )
    })
  }
})

test.each(['NaN', 'Infinity', '-Infinity', '100.1', '-0.1', '1e-325', `0.${'0'.repeat(400)}1`, '1e400'])(
  'a number that JSON or JavaScript lacks, %s, is refused by the functions and the tables',
  async (number) => {
    await rolledBack(database.owner, async (tx) => {
      for (const column of ['reliability', 'security', 'speed', 'claws']) {
        const values = { claws: '3', [column]: number }
        const columns = Object.keys(values)
        const called = await attempt(tx, async (inner) => {
          await become(inner, { key: agent.key })
          const parameters = columns.map((name, i) => `p_${name} => $${i + 2}::numeric`)
          await inner.unsafe(`select public.submit_rating(p_skill_id => $1, ${parameters.join(', ')})`, [
            skill.id,
            ...Object.values(values),
          ])
        })
        expect(called?.code, column).toBe('PT400')
        const inserted = await attempt(tx, (inner) =>
          inner.unsafe(
            `insert into public.ratings (skill_id, agent_id, ${columns.join(', ')})
             values ($1, $2, ${columns.map((_, i) => `$${i + 3}::numeric`).join(', ')})`,
            [skill.id, agent.id, ...Object.values(values)],
          ),
        )
        // A claw is a smallint, which such numbers are not, or are rounded to 0 or beyond.
        expect(['23514', '22003', '0A000'], `${column}: ${inserted?.code}`).toContain(inserted?.code)
      }
    })
  },
)

test('every sub-score that JavaScript can write within the bounds is taken and kept exactly', async () => {
  const random = randomNumbers(8)
  const words = new DataView(new ArrayBuffer(8))
  const numbers = Array.from({ length: 2_000 }, () => {
    // Any exponent below that of 64, any digits: as many tiny numbers as great ones.
    words.setUint32(0, Math.floor(random() * 0x40500000))
    words.setUint32(4, Math.floor(random() * 2 ** 32))
    return words.getFloat64(0)
  })
  expect(
    numbers.every((n) => RatingInput.safeParse({ skill_id: skill.id, claws: 1, speed: n }).success),
  ).toBe(true)
  const rows = await database.owner<{ sent: string }[]>`
    select sent from unnest(${numbers.map((n) => JSON.stringify(n))}::text[]) as sent
    where private.score_problem('speed', sent::numeric) is not null or sent::numeric::text::float8 <> sent::float8`
  expect(rows.map((row) => row.sent)).toEqual([])
})

test('random names are taken or refused alike by zod and SQL', async () => {
  const random = randomNumbers(9)
  const pieces = [
    ...'ab \u0085\ufeff\u200b\u200c\u00ad\u202e\u0001\n',
    'e\u0301',
    '😀',
    '\u0958',
    'x'.repeat(17),
    '\u3000',
    'ﷺ',
  ]
  const names = Array.from({ length: 3_000 }, () =>
    Array.from({ length: Math.floor(random() * 8) }, () => pieces[Math.floor(random() * pieces.length)]).join(
      '',
    ),
  )
  const rows = await database.owner<{ refused: boolean }[]>`
    select private.name_problem('agent_name', private.clean_text(name, 50), 2, 50) is not null as refused
    from unnest(${names}::text[]) with ordinality as t (name, place) order by place`
  const zod = names.map((agent_name) => !RegistrationInput.safeParse({ agent_name }).success)
  expect(rows.map((row) => row.refused)).toEqual(zod)
  expect(new Set(zod).size).toBe(2)
})

test('random addresses are taken or refused alike by zod and SQL', async () => {
  const random = randomNumbers(10)
  const pieces = [..."ab1.@-_+'", 'com', 'é', ' ', '\n', '@b.', '.co']
  const emails = Array.from({ length: 4_000 }, () =>
    Array.from(
      { length: 1 + Math.floor(random() * 8) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join(''),
  ).map(keep(254))
  const rows = await database.owner<{ taken: boolean }[]>`
    select private.is_email(email) as taken from unnest(${emails}::text[]) with ordinality as t (email, place) order by place`
  const differing = emails.filter((email, i) => {
    const taken = email === '' || RegistrationInput.safeParse({ agent_name: 'ok', email }).success
    return taken !== (email === '' || rows[i]?.taken)
  })
  expect(differing).toEqual([])
})

test.each([
  ['agent_name', 'a'.repeat(50)],
  ['agent_name', 'ﷺ'.repeat(50)],
  ['agent_name', '\u{20000}\u{20001}'.repeat(25)],
] as const)('a %s of the most expensive kind can be registered', async (_, name) => {
  await rolledBack(database.owner, async (tx) => {
    await become(tx, {})
    await rpc(tx, 'register_agent', { p_agent_name: name })
  })
})

const chars = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i)).join('')

test.each([
  ['200 × U+FDFA', '\ufdfa'.repeat(200), 'x'],
  ['200 different characters of 4 bytes', chars(0x20000, 200), 'x'],
  ['200 squared katakana', chars(0x3300, 0x58).repeat(3).slice(0, 200), 'x'],
  ['a description of 5,000 × U+FDFA', 'a', '\ufdfa'.repeat(5_000)],
  ['a description of 5,000 different characters of 4 bytes', 'a', chars(0x20000, 5_000)],
])('a skill with the most expensive text can be submitted: %s', async (_, name, description) => {
  await rolledBack(database.owner, async (tx) => {
    await become(tx, { key: agent.key })
    await rpc(tx, 'submit_skill', { p_name: name, p_description: description, p_type: 'other' })
    const again = await attempt(tx, (inner) =>
      rpc(inner, 'submit_skill', { p_name: name, p_description: 'x', p_type: 'other' }),
    )
    expect(again?.code).toBe('PT409')
  })
})

test.each([
  ['a number', 5],
  ['a boolean', true],
  ['a list', ['mcp']],
  ['an object', {}],
])('zod refuses %s where a text is due, and a text where a number is', (_, value) => {
  for (const [name, field] of Object.entries(FIELDS) as [FieldName, Field][]) {
    const isNumber = ['claws', 'reliability', 'security', 'speed'].includes(name)
    const parsed = field.schema.safeParse({
      skill_id: crypto.randomUUID(),
      claws: 3,
      ...registration,
      ...submission,
      [name]: isNumber ? String(value) : value,
    })
    expect(
      parsed.error?.issues.map((issue) => issue.path.join('.')),
      name,
    ).toEqual([name])
  }
})
