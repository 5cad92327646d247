import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  LENGTHS,
  MAX_CALLS,
  MAX_GRACE,
  perSubScore,
  SKILL_TYPES,
} from '../../functions/_shared/schemas/options.ts'
import {
  CreateKeyInput,
  FlagRatingInput,
  FlagSkillInput,
  RegisterAgentInput,
  SubmitRatingInput,
  SubmitSkillInput,
  UpdateMeInput,
} from '../../functions/_shared/schemas/requests.ts'
import { cleanText, isStorable, trimText } from '../../functions/_shared/text/text.ts'
import { randomNumbers } from '../../scripts/support/random.ts'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'
import { randomTexts } from '../support/random-texts.ts'
import {
  type Agent,
  attempt,
  become,
  errorOf,
  type FunctionName,
  pathsOf,
  rolledBack,
  rolledBackAs,
  rpc,
  type Skill,
  type Transaction,
  testDatabase,
} from './fixtures.ts'

/**
 * The rules for fields are in zod, in the functions of the routes and in the tables: all three must agree on each value below. Only SQL has
 * those that need tables of Unicode: see `unicode`.
 */

const { database, newAgent, newSkill, submitRating } = testDatabase()
let agent: Agent
let skill: Skill
/** A rating of the skill by another agent. */
let rating: string

beforeAll(async () => {
  agent = await newAgent('The agent')
  skill = await newSkill('The skill', agent)
  rating = (await submitRating(await newAgent(), skill)).id
})

type Body = Record<string, unknown>
/** Without a table, the field is not a column. */
type Route = { schema: z.ZodType; call: FunctionName; table?: string; body: () => Body; row?: () => Body }
type Values = {
  valid: unknown[]
  invalid: unknown[]
  /** Invalid by a rule that zod does not have. */
  unicode?: unknown[]
}
type Field = Values & {
  route: Route
  /** Another route with the field, such as one that updates it. */
  update?: Route
  clean?: (text: string) => string
}

const registration = { agent_name: 'A bounded agent' }
const submission = { name: 'A bounded skill', description: 'Described', type: 'mcp' }
const route = (schema: z.ZodType, call: FunctionName, table: string, body: Body): Route => ({
  schema,
  call,
  table,
  body: () => body,
})
const agents = route(RegisterAgentInput, 'register_agent', 'public.agents', registration)
const account = route(UpdateMeInput, 'update_me', 'public.agents', {})
const skills = route(SubmitSkillInput, 'submit_skill', 'public.skills', submission)
const ratings: Route = {
  schema: SubmitRatingInput,
  call: 'submit_rating',
  table: 'public.ratings',
  body: () => ({ skill_id: skill.id, claws: 3 }),
  row: () => ({ skill_id: skill.id, agent_id: agent.id, claws: 3 }),
}
const ratingsWithCalls: Route = {
  ...ratings,
  body: () => ({ ...ratings.body(), observed_calls: MAX_CALLS }),
  row: () => ({ ...ratings.row?.(), observed_calls: MAX_CALLS }),
}
const flags: Route = {
  schema: FlagRatingInput,
  call: 'flag_rating',
  table: 'private.flags',
  body: () => ({ skill: skill.id, rating }),
  row: () => ({ rating_id: rating, agent_id: agent.id }),
}
const skillFlags: Route = {
  schema: FlagSkillInput,
  call: 'flag_skill',
  body: () => ({ skill: skill.id }),
}

const keys: Route = { schema: CreateKeyInput, call: 'create_key', body: () => ({}) }

const all = (...sets: Values[]): Values => ({
  valid: sets.flatMap(({ valid }) => valid),
  invalid: sets.flatMap(({ invalid }) => invalid),
  unicode: sets.flatMap(({ unicode = [] }) => unicode),
})
const BLANK = [null, undefined, '', ' \t\n\u0085\u00a0\u2028\u3000\ufeff']
const REQUIRED: Values = { valid: [], invalid: BLANK }
const OPTIONAL: Values = { valid: BLANK, invalid: [] }
const KEY = wellFormedKey('0123456789ab')

/** Text of this length, in code points of NFC, is valid. */
const lengths = (shortest: number, longest: number): Values => ({
  valid: [
    ...['a', '😀', 'e\u0301'].map((c) => c.repeat(longest)),
    ` \u0085\ufeff\u3000${'😀'.repeat(longest)}\n\u00a0\ufeff`,
    '😀'.repeat(Math.max(shortest, 1)),
    // U+0958 is two characters in NFC.
    '\u0958'.repeat(longest / 2),
    `a${'\u0301'.repeat(15)}${'\u0316'.repeat(15)}b`,
  ],
  invalid: [
    ...['a', '😀', 'e\u0301'].map((c) => c.repeat(longest + 1)),
    ...(shortest > 1 ? [`  ${'😀'.repeat(shortest - 1)}\u0085`] : []),
    '\u0958'.repeat(longest),
    `a${'\u0301'.repeat(16)}${'\u0316'.repeat(15)}b`,
    'a\u0000b',
    'ab\u0000',
    'ab\ud800',
    'a\udc00\ud800b',
  ],
})
const NO_KEY: Values = {
  valid: [`claw_${'0'.repeat(56)}`, KEY.slice(0, -1)],
  invalid: [KEY, `x${KEY}0`],
}
const FREE_TEXT = all(NO_KEY, {
  valid: [
    'one\n\ttwo\r\nthree',
    'a\u0001\u001b\u007f\u0085b',
    'a\u202e\u2066\u00ad\u200b\u2060\ufeffb',
    '\'"%_\\;--$1 {x}',
    '\u0378\u{10fffe}\uffff',
  ],
  invalid: [`a${'\u0301\u0483\u{1d165}'.repeat(10)}\u0e31b`, `${'\u0301'.repeat(31)}${'a'.repeat(60_000)}`],
})
// names.test.ts has more.
const NAMES: Values = {
  valid: ['\u2028one\n', `O'Neil "<b>" %s $1 \\`, '👩\u200d🔬', 'MCP技能'],
  invalid: [],
  unicode: ['one\u200btwo', 'one\u0001two', 'p\u0430ypal', 'Gith\u057db'],
}
/** Only agents must not have these names. */
const RESERVED = [
  'Admins',
  'System Admin',
  'Supabase-Bot',
  'ádmin',
  'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
  '{a0eebc999c0b4ef8bb6d6bb9bd380a11}',
]
const words = (text: string) => text.trim().split(/\s+/)

const EMAILS: Values = {
  valid: words(`a@b.co A.B@Example.COM o'neil+tag@sub.example.org _x-@1.example.com a@xn--bcher-kva.example
      a@a-.example.com 1@2.ab +@a.bc -@a.bc`),
  invalid: [
    ...words(`a @ a@ @b.co a@b a@b.c a@b.c1 a@@b.co a@b@c.de .a@b.co a.@b.co a..b@c.de a'@b.co a@.b.co a@b..co a@-b.co
      a@b.co. a@b_c.de ä@b.co a@bücher.de a@b.co;c@d.ef <a@b.co> mailto:a@b.co a@[127.0.0.1] a(c)@b.de ａ@b.co a@b。co
      a!b@c.de a/b@c.de a=b@c.de a&b@c.de`),
    ...'a b@c.de|a@b c.de|a@b.co, c@d.ef|A <a@b.co>|"a b"@c.de|a@b.co\nc@d.ef|a\u200b@b.co'.split('|'),
  ],
}
const EMAIL_LENGTHS: Values = {
  valid: [' \u0085a@b.co\n\ufeff', `  ${'a'.repeat(242)}@example.com  `],
  invalid: ['x', `${'a'.repeat(243)}@example.com`, `${KEY}@example.com`, 'a@b.co\u0000'],
}
const URLS: Values = {
  valid:
    words(`http://example.com https://example.com/ HTTPS://EXAMPLE.COM/Path https://example.com:8080/a?b=c#d
      http://localhost:3000 http://127.0.0.1/ http://[::1]:8080/ https://bücher.example/ü?ö#ä https://example.com?q=1
      https://example.com#x https://a.b/@c https://a.b/?user@c https://a.b/#u:p@c https://a.b/%20%zz
      https://a.b/'"<>{}|^\` https://a.b/a\\b https://例え.テスト/ https://a.b/%E2%80%8D https://a.b/😀 http://xn--a/
      https://example.com.:443/ https://a_b.example http://host:0/ http://host:65535/ http://host:00080/ http://host:/
      http://[::ffff:127.0.0.1]/ http://[FE80::1]:443/ http://256.256.256.256/`),
  invalid: [
    ...words(`example.com www.example.com //example.com /path ftp://example.com javascript:alert(1) data:text/html,x
      file:///etc/passwd mailto:a@b.co ws://example.com http: http:/ http:// https:/// http:///path http://?q http://#x
      http:example.com http:/example.com http:\\\\example.com http://\\example.com http://a\\b https://user@example.com
      https://user:pass@example.com https://:pass@example.com https://@example.com https://a@b@c.de xhttp://example.com
      http https//example.com http://host:65536/ http://host:99999/ http://host:port/ http://host:1:2/ http://:80/
      http://[::1 http://::1]/ http://[zz]/ http://[]/ http://::1/ http://exa%mple/ http://a<b/ http://a>b/ http://a^b/
      http://a|b/`),
    'http s://example.com',
    'https\u200b://example.com',
  ],
  unicode: [
    'https:// example.com',
    'https://a b.c',
    'http://\u00ad/',
    ...[...'\u0001\u007f\u0085\u2028\u202e\u2066\u061c\u200d\u200f\u034f\u3164\ufe0f\u{e0041}'].flatMap(
      (c) => [`https://example.com/a${c}b`, `https://a${c}b.example/`, `https://example.com/?q=${c}&a`],
    ),
  ],
}
const URL_LENGTHS: Values = {
  valid: ['\u0085 https://example.com \ufeff\n', `https://example.com/${'😀'.repeat(2_028)}`],
  invalid: [
    'x',
    `https://example.com/${'😀'.repeat(2_029)}`,
    `https://a.b/?key=${KEY}`,
    `https://a.b/${'\u0301'.repeat(31)}`,
    'https://a.b/\u0000',
  ],
}
const CLAWS: Values = {
  valid: [1, 2, 3, 4, 5, 5.0],
  invalid: [
    0,
    6,
    -1,
    -0,
    1.5,
    4.9999999999999,
    5.000000000000001,
    1e300,
    5e-324,
    2 ** 53,
    32_768,
    65_537,
    null,
    undefined,
  ],
}
const SCORES: Values = {
  valid: [
    0,
    -0,
    1,
    99.5,
    100,
    0.1 + 0.2,
    99.99999999999999,
    1 / 3,
    5e-324,
    2.2250738585072014e-308,
    null,
    undefined,
  ],
  invalid: [-1, -0.0001, -5e-324, 100.00000000000001, 100.1, 1e21, 1e300, -1e300, 1.7976931348623157e308],
}
const GRACES: Values = {
  valid: [0, -0, 1, 60.0, MAX_GRACE, null, undefined],
  invalid: [-1, -5e-324, 0.5, 1.0000000000000002, MAX_GRACE + 1, MAX_GRACE + 0.1, 2 ** 53, 1e300],
}
const CALLS: Values = {
  valid: [0, -0, 1, 60.0, MAX_CALLS, null, undefined],
  invalid: [-1, -5e-324, 0.5, 1.0000000000000002, MAX_CALLS + 1, MAX_CALLS + 0.1, 2 ** 53, 1e300],
}
const VERSIONS: Values = {
  valid: ['1.4.2', ' v2.0.0-rc.1+build \n', '\'"%_\\;--$1 {x}', 'a\u202e\u200bb'],
  invalid: ['1\u00012', '1\n2', 'a\tb', '1\u007f2', '1\u00852', `1${'\u0301'.repeat(31)}`],
}
const TYPES: Values = {
  valid: SKILL_TYPES,
  invalid: [
    '',
    'MCP',
    ' mcp',
    'mcp\n',
    'mcp\u0000',
    'ｍｃｐ',
    'plugin',
    "mcp' or '1",
    '\ud800',
    null,
    undefined,
  ],
}
// Beside a skill_id, so none is required; and only looked up, so it need not be a valid name.
const SKILL_NAMES: Values = {
  valid: ['\u0085 THE  SKILL\ufeff', `The${'\u200d'.repeat(191)} skill`],
  invalid: [
    'a'.repeat(201),
    '😀'.repeat(201),
    `The${'\u200d'.repeat(192)} skill`,
    'The\u0000skill',
    'The skill\ud800',
    `The skill${'\u0301'.repeat(31)}`,
    KEY,
  ],
}

const text = (route: Route, longest: number, ...sets: Values[]): Field => ({
  route,
  ...all(...sets),
  clean: (value) => cleanText(value, longest),
})
const score = { route: ratings, ...SCORES }
const FIELDS: Record<string, Field> = {
  agent_name: text(agents, 50, REQUIRED, lengths(2, 50), NAMES, {
    valid: ['Badminton', 'system-prompt-helper'],
    invalid: [],
    unicode: RESERVED,
  }),
  agent_description: { ...text(agents, 2_000, OPTIONAL, lengths(0, 2_000), FREE_TEXT), update: account },
  email: { ...text(agents, 254, OPTIONAL, EMAIL_LENGTHS), update: account },
  name: text(skills, 200, REQUIRED, lengths(1, 200), NO_KEY, NAMES, { valid: RESERVED, invalid: [] }),
  description: text(skills, 5_000, REQUIRED, lengths(1, 5_000), FREE_TEXT),
  type: { route: skills, ...TYPES },
  url: { route: skills, ...all(OPTIONAL, URL_LENGTHS), clean: trimText },
  skill_name: text(ratings, 200, OPTIONAL, SKILL_NAMES),
  claws: { route: ratings, ...CLAWS },
  ...perSubScore(() => score),
  commentary: text(ratings, LENGTHS.commentary[1], OPTIONAL, lengths(...LENGTHS.commentary), FREE_TEXT),
  version: text(ratings, 100, OPTIONAL, lengths(0, 100), NO_KEY, VERSIONS),
  observed_calls: { route: ratings, ...CALLS },
  observed_failures: { route: ratingsWithCalls, ...CALLS },
  reason: { ...text(flags, 1_000, REQUIRED, lengths(1, 1_000), FREE_TEXT), update: skillFlags },
  grace_seconds: { route: keys, ...GRACES },
}

const pathList = (paths: string[]) => [...new Set(paths)].sort().join()
const zodPaths = (schema: z.ZodType, body: object) =>
  pathList(schema.safeParse(body).error?.issues.map((issue) => issue.path.join('.')) ?? [])

/** NUL and lone surrogates are not text to Postgres, which raises class 22 before any function or constraint. */
const NOT_TEXT = ['22P05', '22021', '22P02']

async function functionPaths(tx: Transaction, call: FunctionName, body: Body): Promise<string> {
  const args = Object.fromEntries(Object.entries(body).map(([key, value]) => [`p_${key}`, value]))
  const error = await attempt(tx, async (inner) => {
    await become(inner, { key: agent.key })
    await rpc(inner, call, args)
  })
  if (!error) return ''
  return NOT_TEXT.includes(error.code) ? 'not text' : pathList(pathsOf(error))
}

async function tableVerdict(tx: Transaction, name: string, value: unknown): Promise<string> {
  const { route, clean, valid } = FIELDS[name] as Field
  const cleaned = typeof value === 'string' && clean ? clean(value) : value
  const row = {
    ...(route.row ?? route.body)(),
    [name]: valid.includes('') && cleaned === '' ? null : cleaned,
  }
  const columns = Object.keys(row).join(', ')
  const error = await attempt(tx, (inner) =>
    inner.unsafe(
      `insert into ${route.table} (${columns}) select ${columns} from json_populate_record(null::${route.table}, $1::text::json)`,
      [JSON.stringify(row)],
    ),
  )
  if (!error) return 'valid'
  const isExpected = [...NOT_TEXT, '23514', '23502', '22003'].includes(error.code)
  return isExpected ? 'invalid' : `${error.code} ${error.message}`
}

test.each(Object.keys(FIELDS))('zod, the function and the table agree on values of %s', async (name) => {
  const { route, update, valid, invalid, unicode = [] } = FIELDS[name] as Field
  await rolledBack(database.owner, async (tx) => {
    for (const [i, value] of [...valid, ...invalid, ...unicode].entries()) {
      const paths = i < valid.length ? '' : name
      const pathsOfZod = i < valid.length + invalid.length ? paths : ''
      const shown = JSON.stringify(value)?.slice(0, 100)
      const isText = typeof value !== 'string' || isStorable(value)
      for (const { schema, call, body } of update ? [route, update] : [route]) {
        // As sent and not as zod cleaned it: the function must reach the same verdict by itself.
        const sent = { ...body(), [name]: value }
        expect(zodPaths(schema, sent), `${call} ${shown}`).toBe(pathsOfZod)
        const found = await functionPaths(tx, call, sent)
        expect(found, `${call} ${shown}`).toBe(isText ? paths : 'not text')
      }
      if (route.table !== undefined && name !== 'skill_name')
        expect(await tableVerdict(tx, name, value), shown).toBe(paths ? 'invalid' : 'valid')
    }
  })
})

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(fieldsOf)
  throw new Error('This test does not know this kind of schema.')
}

test('every field of the zod schemas is tested', () => {
  const known = [
    RegisterAgentInput,
    SubmitSkillInput,
    SubmitRatingInput,
    FlagRatingInput,
    FlagSkillInput,
    CreateKeyInput,
  ].flatMap(fieldsOf)
  // skill-identifiers.test.ts has identifiers, a list.
  expect(new Set([...Object.keys(FIELDS), 'skill_id', 'identifiers'])).toEqual(new Set(known))
})

const WRONG_NUMBERS = { claws: 6, ...perSubScore(() => -1), security: 101, speed: 1e300 }
test.each<[string, Route, Body]>([
  ['an agent', agents, { agent_name: 'x', agent_description: 'x'.repeat(2_001), email: 'x' }],
  ['an account', account, { agent_description: 'x'.repeat(2_001), email: 'x' }],
  ['a skill', skills, { name: '', description: '', type: 'x', url: 'x' }],
  [
    'a rating',
    ratings,
    {
      ...WRONG_NUMBERS,
      skill_name: 'x'.repeat(201),
      commentary: 'x'.repeat(10_001),
      version: 'x'.repeat(101),
      observed_calls: -1,
      observed_failures: 0.5,
    },
  ],
])('all invalid fields of %s are reported', async (_, { schema, call }, body) => {
  const paths = Object.keys(body).sort().join()
  expect(zodPaths(schema, body)).toBe(paths)
  expect(await rolledBack(database.owner, (tx) => functionPaths(tx, call, body))).toBe(paths)
})

test.each([
  [{ observed_failures: 1 }, 'requires observed_calls'],
  [{ observed_calls: 2, observed_failures: 3 }, 'must not be greater than observed_calls'],
])('failed calls beside %j are invalid', async (use, message) => {
  const body = { ...ratings.body(), ...use }
  expect(SubmitRatingInput.safeParse(body).error?.issues).toMatchObject([
    { path: ['observed_failures'], message },
  ])
  const args = Object.fromEntries(Object.entries(body).map(([key, value]) => [`p_${key}`, value]))
  const error = await errorOf(rolledBackAs(database.owner, agent, (tx) => rpc(tx, 'submit_rating', args)))
  expect(JSON.parse(error?.detail ?? '')).toEqual([{ path: 'observed_failures', message }])
  const row = { skill_id: skill.id, agent_id: agent.id, claws: 3, ...use }
  const written = rolledBack(database.owner, (tx) => tx`insert into public.ratings ${tx(row)}`)
  expect(await errorOf(written)).toMatchObject({ constraint_name: 'ratings_observed_use' })
})

test('a url is stored as sent, without white space around it', async () => {
  const url = 'https://example.com/e\u0301/%7e?q=\u212b'
  const args = { p_name: 'x', p_description: 'x', p_type: 'mcp', p_url: ` ${url}\u0085` }
  const stored = await rolledBackAs(database.owner, agent, (tx) =>
    rpc<{ skill: { url: string } }>(tx, 'submit_skill', args),
  )
  expect(stored.skill.url).toBe(url)
})

test.each(['NaN', 'Infinity', '1e-325', '1e400'])(
  'the number %s, which JSON or JavaScript cannot represent, is rejected',
  async (number) => {
    const rating = { p_skill_id: skill.id, p_claws: 3 }
    for (const [call, field, args] of [
      ['submit_rating', 'reliability', rating],
      ['submit_rating', 'claws', rating],
      ['create_key', 'grace_seconds', {}],
    ] as const) {
      const called = rolledBackAs(database.owner, agent, (tx) =>
        rpc(tx, call, { ...args, [`p_${field}`]: number }),
      )
      expect(pathsOf(await errorOf(called))).toEqual([field])
    }
  },
)

test('every sub-score that JavaScript can write is accepted and stored exactly', async () => {
  const random = randomNumbers(8).fraction
  const bytes = new DataView(new ArrayBuffer(8))
  const numbers = Array.from({ length: 1_000 }, () => {
    // Any exponent up to that of 64 and any digits.
    bytes.setUint32(0, Math.floor(random() * 0x40500000))
    bytes.setUint32(4, Math.floor(random() * 2 ** 32))
    return bytes.getFloat64(0)
  })
  for (const speed of numbers)
    expect(SubmitRatingInput.safeParse({ skill_id: skill.id, claws: 1, speed }).success).toBe(true)
  const rows = await database.owner`
    select sent from unnest(${numbers.map((n) => JSON.stringify(n))}::text[]) as sent
    where private.sub_score_error(sent::numeric) is not null or sent::numeric::text::float8 <> sent::float8`
  expect([...rows]).toEqual([])
})

test.each([
  ['email', EMAILS, RegisterAgentInput.shape.email],
  ['url', URLS, SubmitSkillInput.shape.url],
] as const)('zod and SQL agree on each %s', async (name, { valid, invalid }, schema) => {
  const values = [...valid, ...invalid]
  expect(values.filter((value) => schema.safeParse(value).success)).toEqual(valid)
  const rows = await database.owner.unsafe(
    `select value from unnest($1::text[]) with ordinality as t (value, place) where private.${name}_error(value) is null order by place`,
    [values as string[]],
  )
  expect(rows.map(({ value }) => value)).toEqual(valid)
})

test('zod and SQL agree on 3,000 random e-mail addresses', async () => {
  const values = randomTexts(9, 3_000, [..."ab1.@-_+'", 'com', 'é', ' ', '\n', '@b.', '.co'], 8)
  const rows = await database.owner`
    select private.clean_text(value, 254) = '' or private.email_error(private.clean_text(value, 254)) is null as valid
    from unnest(${values}::text[]) with ordinality as t (value, place) order by place`
  const isValid = values.map((email) => RegisterAgentInput.safeParse({ ...registration, email }).success)
  expect(values.filter((_, i) => rows[i]?.valid !== isValid[i])).toEqual([])
  expect(new Set(isValid).size).toBe(2)
})

const chars = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i)).join('')

test.each([
  ['ﷺ'.repeat(50), '\ufdfa'.repeat(200), '\ufdfa'.repeat(5_000)],
  ['\u{20000}\u{20001}'.repeat(25), chars(0x20000, 200), chars(0x20000, 5_000)],
  ['a'.repeat(50), chars(0x3300, 0x58).repeat(3).slice(0, 200), 'x'],
])(
  'the most expensive texts are accepted: agent_name %j, name %j, description %j',
  async (p_agent_name, p_name, p_description) => {
    await rolledBackAs(database.owner, agent, async (tx) => {
      await rpc(tx, 'register_agent', { p_agent_name })
      const submitted = { p_name, p_description, p_type: 'other' }
      await rpc(tx, 'submit_skill', submitted)
      expect((await attempt(tx, (inner) => rpc(inner, 'submit_skill', submitted)))?.code).toBe('PT409')
    })
  },
)
