// Every field with values that are out of its bounds, of another type, or misleading; and taken names in disguise.
import { wellFormedKey } from '../../support/well-formed-key.ts'
import { type Attack, type Expected, onFunction, onRpc } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

type Route = 'register' | 'skills' | 'ratings'

const RPC = { register: 'register_agent', skills: 'submit_skill', ratings: 'submit_rating' } as const

const emoji = (count: number) => '🦞'.repeat(count)
/** One glyph, seven code points. */
const FAMILY = '👨‍👩‍👧‍👦'

const NUL = ['a\u0000b', 'ab\u0000']
const MARKS = [`e${'\u0323'.repeat(31)}`, `e${'\u0301\u0323'.repeat(30_000)}`]
const API_KEY = `My key is ${wellFormedKey()}.`
const NAMES = ['\u001b[2J', '\r\nSet-Cookie: a=b', '\u202e', '\u3164', '\u{10ffff}', '\u0430'].map(
  (text) => `Play${text}wright`,
)
const ADDRESSES = [
  ...[
    'a@example.com\r\nBcc: everyone@example.com',
    'a@example.com,b@example.com',
    'Ada <a@example.com>',
    'a@',
  ],
  ...['a@localhost', "a@example.com'; drop table agents;--", `${'a'.repeat(243)}@example.com`],
]
const URLS = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
  ],
  ...[
    'file:///etc/passwd',
    'https://user:secret@example.com/',
    'https://example.com@evil.example/',
    'https:/evil.example',
  ],
  ...[
    'https:\\\\evil.example',
    '//evil.example/',
    'https://exa mple.com/',
    'https://example.com/\r\nSet-Cookie: a=b',
  ],
  ...[
    'https://example.com/\u202efdp.exe',
    'https://example.com:99999/',
    'https://[::1',
    `https://a/${'x'.repeat(2_040)}`,
  ],
]
const SCORES = [-1e-9, 100.000001, 1e308, -1]

/** Values that both the function and SQL reject. */
const INVALID: Record<Route, Record<string, unknown[]>> = {
  register: {
    agent_name: [
      ...NUL,
      ...MARKS,
      ...NAMES,
      emoji(51),
      FAMILY.repeat(8),
      'x',
      'Skill-Rating Service',
      '\uff33\uff39stem',
    ],
    agent_description: [...NUL, ...MARKS, API_KEY, emoji(2_001)],
    email: [...NUL, ...ADDRESSES],
  },
  skills: {
    name: [...NUL, ...MARKS, ...NAMES, API_KEY, emoji(201), FAMILY.repeat(29), null],
    description: [...NUL, ...MARKS, API_KEY, emoji(5_001), null],
    type: ['plugin', 'MCP', 'mcp,github', null],
    url: [...NUL, ...URLS],
  },
  ratings: {
    claws: [null, 0, 6, -0, 4.5, 5.0000001, 1e308, 'NaN', 'Infinity'],
    reliability: SCORES,
    security: SCORES,
    speed: [...SCORES, 'NaN', '-Infinity'],
    commentary: [...NUL, ...MARKS, API_KEY, emoji(10_001)],
    skill_id: ["' or true--", '0'.repeat(31), '00000000-0000-4000-8000-00000000000\u0000'],
    skill_name: [...NUL, ...MARKS, API_KEY, emoji(201)],
  },
}
/** Values that only the function rejects: their type may change on the way to SQL, and @supabase/lite replaces lone surrogates. */
const FUNCTION_ONLY: Record<Route, unknown[]> = {
  register: [true, 12_345, { toString: 'x' }, ['In an array'], [], 'a\ud83e', 'a\udd9e\ud83eb'],
  skills: [true, 12_345, { toString: 'x' }, ['In an array'], []],
  ratings: [true, { toString: 'x' }, [50], '50"; drop table ratings'],
}

/** Spellings that have the comparison key of the name. */
const spellings = (name: string) => [
  ...[name.toUpperCase(), name.normalize('NFD').replace(' ', '\u00a0'), name.replaceAll(' ', ' \u2003 ')],
  name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  `\u3000${name}\ufeff`,
]

export function hostileValues({ attacker, victim, skill, unrated }: Fixtures): Attack[] {
  const { key } = attacker
  const valid: Record<Route, () => Record<string, unknown>> = {
    register: () => ({ agent_name: freeName() }),
    skills: () => ({ name: freeName(), description: 'Planted.', type: 'other' }),
    ratings: () => ({ skill_id: unrated.id, claws: 1 }),
  }
  const onBoth = (route: Route, fields: object, expect: Expected, functionOnly = false): Attack[] => {
    const attack = onFunction('POST', `/api/${route}`, expect, { key, body: fields })
    if (functionOnly) return [attack]
    return [attack, onRpc(RPC[route], toParameters(String(attack.body)), 'refused', { key })]
  }

  const fields = (Object.keys(INVALID) as Route[]).flatMap((route) =>
    Object.entries(INVALID[route]).flatMap(([field, invalid]) => {
      const { skill_id, ...rest } = valid[route]()
      const base = field === 'skill_name' || !skill_id ? rest : { ...rest, skill_id }
      const isText = field === 'commentary' || field === 'skill_name'
      const functionOnly = FUNCTION_ONLY[route].filter((value) => !isText || typeof value !== 'string')
      return [
        ...invalid.flatMap((value) => onBoth(route, { ...base, [field]: value }, 'invalid_request')),
        ...functionOnly.flatMap((value) =>
          onBoth(route, { ...base, [field]: value }, 'invalid_request', true),
        ),
      ]
    }),
  )
  const taken = [
    ...spellings(victim.name).flatMap((agent_name) => onBoth('register', { agent_name }, 'agent_name_taken')),
    ...spellings(skill.name).flatMap((name) =>
      onBoth('skills', { ...valid.skills(), name }, 'skill_name_taken'),
    ),
  ]
  const invalidRatings = [
    { skill_id: skill.id, skill_name: unrated.name, claws: 5 },
    { skill_id: `{${skill.id}}`, claws: 0 },
    { skill_id: skill.id.toUpperCase(), claws: 0 },
    { skill_id: skill.id, claws: 5, reliability: 101, security: 'x', speed: null, commentary: 'a\u0000' },
    { claws: 5 },
    // Columns that an agent may not write: ignored by the function, unknown to SQL.
    ...'id agent_id created_at submitted_by slug name_key key_hash created role'
      .split(' ')
      .map((column) => ({ skill_id: unrated.id, claws: 9, [column]: victim.id })),
  ].flatMap((rating) => onBoth('ratings', rating, 'invalid_request'))
  const unknownSkills = [
    ...['00000000-0000-4000-8000-000000000000', '00000000-0000-0000-0000-000000000000'].map((skill_id) => ({
      skill_id,
    })),
    ...["x'; update ratings set claws = 1;--", '%', '_'.repeat(200), emoji(200)].map((skill_name) => ({
      skill_name,
    })),
  ].flatMap((reference) => onBoth('ratings', { ...reference, claws: 5 }, 'skill_not_found'))
  return [...fields, ...taken, ...invalidRatings, ...unknownSkills]
}

/** Requests at the bounds, which look hostile and are valid: each adds one row. In JSON, which keeps 5e0. */
export function validValues({ unrated }: Fixtures): { route: Route; json: string }[] {
  const agents = [
    ...[
      emoji(50),
      FAMILY.repeat(7),
      'xy',
      `  ${'漢'.repeat(50)}\u3000`,
      '\u0410\u0434\u0430 the victim',
      'null',
    ],
    ...['{{7*7}}', "'; drop table agents;--"],
  ].map((agent_name) => ({ agent_name }))
  const longest = { agent_description: emoji(2_000), email: `${'a'.repeat(242)}@example.com` }
  const skills = [emoji(200), FAMILY.repeat(28), 'x', '%_\\*', '<script>alert(1)</script>', '..'].map(
    (name) => ({
      ...{ name, description: 'x', type: 'other' },
    }),
  )
  const long = {
    name: 'Long',
    description: emoji(5_000),
    type: 'mcp',
    url: `https://example.com/${'x'.repeat(2_028)}`,
  }
  const rating = { skill_name: ` ${unrated.name.toUpperCase()}\ufeff`, claws: 1, commentary: emoji(10_000) }
  const toJson = (route: Route, all: object[]) =>
    all.map((fields) => ({ route, json: JSON.stringify(fields) }))
  return [
    ...toJson('register', [...agents, { agent_name: 'At every bound', ...longest }]),
    { route: 'register', json: `{"agent_name": "\\ud83e\\udd9e escaped", "agent_description": ""}` },
    ...toJson('skills', [...skills, long]),
    {
      route: 'ratings',
      json: `{"skill_id": "${unrated.id.toUpperCase()}", "claws": 5e0, "reliability": -0, "security": 1e2, "speed": 100.0}`,
    },
    ...toJson('ratings', [rating]),
  ]
}

export function validRequest(target: Attack['target'], route: Route, json: string, key: string): Attack {
  return target === 'function'
    ? onFunction('POST', `/api/${route}`, 'answered', { key, body: json })
    : onRpc(RPC[route], toParameters(json), 'answered', { key })
}

/** A body of the API as the parameters of the SQL function. */
function toParameters(json: string): string {
  const names = Object.values(INVALID).flatMap((fields) => Object.keys(fields))
  return json.replaceAll(new RegExp(`"(${names.join('|')})":`, 'g'), '"p_$1":')
}
