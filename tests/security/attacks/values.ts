import { type Attack, type Cast, type Door, freeName, unknownKey } from './target.ts'

/** A hostile value, and whether SQL can see its harm too: a wrong type may turn into text on the way there. */
type Value = [title: string, value: unknown, atTheFunctionAlone?: 'function alone']

const emoji = (count: number) => '🦞'.repeat(count)
// One glyph, seven code points: three of it are 21, eight of it are 56.
const FAMILY = '👨‍👩‍👧‍👦'

const WRONG_TYPES: Value[] = [
  ['true', true, 'function alone'],
  ['a number', 12_345, 'function alone'],
  ['an object', { toString: 'x' }, 'function alone'],
  ['an array of it', ['In an array'], 'function alone'],
  ['an empty array', [], 'function alone'],
]

const BROKEN_TEXT: Value[] = [
  ['NUL', 'a\u0000b'],
  ['NUL at the end', 'ab\u0000'],
  // @supabase/lite writes U+FFFD in their place; PostgREST hands them to Postgres, which refuses them.
  ['a high surrogate alone', 'a\ud83e', 'function alone'],
  ['a low surrogate alone', '\udd9ea', 'function alone'],
  ['surrogates in the wrong order', 'a\udd9e\ud83eb', 'function alone'],
]

const TRICKY_IN_NAMES: Value[] = [
  ...[
    '\u0007',
    '\u001b[2J',
    '\u0085x',
    '\u009f',
    '\u00ad',
    '\u200b',
    '\u2060',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ufeff',
    '\u034f',
    '\u17b4',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u2028',
    '\u2062',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\ufff9',
    '\u{e0041}',
    '\u{10ffff}',
  ].map((character): Value => [`${escaped(character)} inside`, `Play${character}wright`]),
  ['CR LF', 'Play\r\nSet-Cookie: a=b'],
  ['a Cyrillic letter', 'Pl\u0430ywright'],
  ['a Greek letter', '\u03a1laywright'],
  ['nothing to see', '\u3164\u2800\u115f'],
]

const KEYS: Value[] = [
  ['an API key', unknownKey()],
  ['an API key inside', `My key is ${unknownKey()}.`],
]

const REQUIRED: Value[] = [
  ['null', null],
  ['nothing but white space', ' \t\u00a0\u3000\ufeff'],
]

const SCORES: Value[] = [
  ['just below 0', -1e-9],
  ['just above 100', 100.000001],
  ['1e308', 1e308],
  ['-1', -1],
  ['text', '"50"; drop table ratings', 'function alone'],
  ['text of a number', '50', 'function alone'],
  ['true', true, 'function alone'],
  ['an array', [50], 'function alone'],
]

// What differs from a taken name only for a program.
const TWINS = (name: string) => [
  name.toUpperCase(),
  name.normalize('NFD').replace(' ', '\u00a0'),
  name.replaceAll(' ', ' \u2003 '),
  // Fullwidth letters: a homoglyph that NFKC knows.
  name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  `\u3000${name}\ufeff`,
]

const NAME = (longest: number): Value[] => [
  ...REQUIRED,
  ...WRONG_TYPES,
  ...BROKEN_TEXT,
  ...TRICKY_IN_NAMES,
  [`${longest + 1} letters`, 'x'.repeat(longest + 1)],
  [`${longest + 1} emoji`, emoji(longest + 1)],
  [`${Math.floor(longest / 7) + 1} families`, FAMILY.repeat(Math.floor(longest / 7) + 1)],
  ['31 combining marks', `e${'\u0323'.repeat(31)}`],
  ['a megabyte of combining marks', `e${'\u0301'.repeat(60_000)}`],
]

const LONG_TEXT = (longest: number): Value[] => [
  ...WRONG_TYPES,
  ...BROKEN_TEXT,
  [`${longest + 1} letters`, 'x'.repeat(longest + 1)],
  [`${longest + 1} emoji`, emoji(longest + 1)],
  ['combining marks without end', `e${'\u0301\u0323'.repeat(30_000)}`],
  ['combining marks up to what is normalised', `e${'\u0301\u0323'.repeat(longest * 2 - 1)}`],
  ...KEYS,
]

const FIELDS: Record<'register' | 'skills' | 'ratings', Record<string, Value[]>> = {
  register: {
    agent_name: [
      ...NAME(50),
      ['one letter', 'x'],
      ['one emoji', emoji(1)],
      ['one letter among spaces', ' x\u2003'],
      ...['Admin', 'moderators', 'Skill-Rating Service', '\uff33\uff39stem', 'S.u.p.p.o.r.t'].map(
        (name): Value => [`the reserved ${escaped(name)}`, name],
      ),
    ],
    agent_description: LONG_TEXT(2_000),
    email: [
      ...WRONG_TYPES,
      ...BROKEN_TEXT,
      ['255 characters', `${'a'.repeat(243)}@example.com`],
      ['CR LF and a header', 'a@example.com\r\nBcc: everyone@example.com'],
      ['two addresses', 'a@example.com,b@example.com'],
      ['a name before it', 'Ada <a@example.com>'],
      ['no domain', 'a@'],
      ['a domain without a dot', 'a@localhost'],
      ['SQL', "a@example.com'; drop table agents;--"],
    ],
  },
  skills: {
    name: [...NAME(200), ...KEYS],
    description: [...REQUIRED, ...LONG_TEXT(5_000)],
    type: [
      ...REQUIRED,
      ...WRONG_TYPES,
      ['one that is none', 'plugin'],
      ['in capitals', 'MCP'],
      ['two', 'mcp,github'],
    ],
    url: [
      ...WRONG_TYPES,
      ...BROKEN_TEXT,
      ...[
        'javascript:alert(1)',
        'JaVaScRiPt://example.com/%0aalert(1)',
        'data:text/html,<script>alert(1)</script>',
        'file:///etc/passwd',
        'ftp://example.com/',
        'https://user:secret@example.com/',
        'https://user@example.com/',
        'https://example.com@evil.example/',
        'https:\\\\evil.example',
        'https:/evil.example',
        '//evil.example/',
        'https://',
        'https://exa mple.com/',
        'https://example.com/\r\nSet-Cookie: a=b',
        'https://example.com/\u202efdp.exe',
        'https://example.com:99999/',
        'https://[::1',
      ].map((url): Value => [url, url]),
      ['2,049 characters', `https://example.com/${'x'.repeat(2_029)}`],
    ],
  },
  ratings: {
    claws: [
      ...SCORES.filter(([title]) => title.startsWith('text') || title === 'true' || title === 'an array'),
      ['null', null],
      ['0', 0],
      ['6', 6],
      ['-0', -0],
      ['4.5', 4.5],
      ['5.0000001', 5.0000001],
      ['1e308', 1e308],
      ['NaN as text', 'NaN'],
      ['Infinity as text', 'Infinity'],
    ],
    reliability: SCORES,
    security: SCORES,
    speed: [...SCORES, ['NaN as text', 'NaN'], ['-Infinity as text', '-Infinity']],
    commentary: LONG_TEXT(10_000),
    skill_id: [
      ...WRONG_TYPES,
      ['text', 'x'],
      ['SQL', "' or true--"],
      ['31 digits', '0'.repeat(31)],
      ['a digit too many', '00000000-0000-4000-8000-0000000000000'],
      ['NUL', '00000000-0000-4000-8000-00000000000\u0000'],
      ['a cyrillic digit', '00000000-0000-4000-8000-00000000000а'],
    ],
    skill_name: [
      ...WRONG_TYPES,
      ...BROKEN_TEXT,
      ['201 letters', 'x'.repeat(201)],
      ['201 emoji', emoji(201)],
      ['31 combining marks', `e${'\u0323'.repeat(31)}`],
      ...KEYS,
    ],
  },
}

const RPC = { register: 'register_agent', skills: 'submit_skill', ratings: 'submit_rating' } as const

/** Every field with values outside its bounds, of other types, and made to fool a reader; and names that are taken, in disguise. */
export function values({ mallory, ada, skill, other }: Cast): Attack[] {
  const fine = {
    register: () => ({ agent_name: freeName() }),
    skills: () => ({ name: freeName(), description: 'Planted.', type: 'other' }),
    ratings: () => ({ skill_id: other.id, claws: 1 }),
  }
  const common = { method: 'POST', headers: ['x-api-key', mallory.key] }
  const both = (
    route: keyof typeof FIELDS,
    title: string,
    fields: Record<string, unknown>,
    expect: string | string[],
    isSql = true,
  ): Attack[] => {
    // -0 and what else JSON.stringify would lose is written by hand.
    const body = JSON.stringify(fields, (_, value) => (Object.is(value, -0) ? '\u0001' : value)).replace(
      '"\\u0001"',
      '-0',
    )
    const atTheFunction = { ...common, title, door: 'function' as const, path: `/api/${route}`, body, expect }
    if (!isSql) return [atTheFunction]
    return [
      atTheFunction,
      {
        ...common,
        title,
        door: 'data api',
        path: `/rpc/${RPC[route]}`,
        body: asParameters(body),
        expect: 'refused',
      },
    ]
  }

  const fields = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((route) =>
    Object.entries(FIELDS[route]).flatMap(([field, hostile]) =>
      hostile.flatMap(([title, value, only]) => {
        const { skill_id, ...rest } = { skill_id: undefined, ...fine[route]() }
        // A skill is named by one of both.
        const base = field === 'skill_name' || skill_id === undefined ? rest : { ...rest, skill_id }
        return both(
          route,
          `${field}: ${title}`,
          { ...base, [field]: value },
          'invalid_request',
          only === undefined,
        )
      }),
    ),
  )
  const twins = [
    ...TWINS(ada.name).flatMap((name) =>
      both('register', `a taken name: ${escaped(name)}`, { agent_name: name }, 'agent_name_taken'),
    ),
    ...TWINS(skill.name).flatMap((name) =>
      both('skills', `a taken name: ${escaped(name)}`, { ...fine.skills(), name }, 'skill_name_taken'),
    ),
  ]
  const wrongPairs = [
    { skill_id: skill.id, skill_name: other.name, claws: 5 },
    { skill_id: `{${skill.id}}`, claws: 0 },
    { skill_id: skill.id.toUpperCase(), claws: 0 },
    { skill_id: skill.id, claws: 5, reliability: 101, security: 'x', speed: null, commentary: 'a\u0000' },
    { claws: 5 },
  ].flatMap((fields) => both('ratings', JSON.stringify(fields), fields, 'invalid_request'))
  const unknown = [
    { skill_id: '00000000-0000-4000-8000-000000000000', claws: 5 },
    { skill_id: '00000000-0000-0000-0000-000000000000', claws: 5 },
    { skill_name: "x'; update ratings set claws = 1;--", claws: 5 },
    { skill_name: '%', claws: 5 },
    { skill_name: '_'.repeat(200), claws: 5 },
    { skill_name: emoji(200), claws: 5 },
  ].flatMap((fields) => both('ratings', JSON.stringify(fields), fields, 'skill_not_found'))
  // A column that the caller does not own, or has no say in, named beside good fields: dropped at the function, which then
  // finds the rating wanting for another reason; unknown to SQL.
  const foreign = [
    'id',
    'agent_id',
    'created_at',
    'submitted_by',
    'slug',
    'name_key',
    'key_hash',
    'created',
    'role',
  ].flatMap((column) =>
    both(
      'ratings',
      `${column} beside a bad rating`,
      { skill_id: other.id, claws: 9, [column]: ada.id },
      'invalid_request',
    ),
  )
  return [...fields, ...twins, ...wrongPairs, ...unknown, ...foreign]
}

/** Values at their bounds, which look hostile and are not: each adds one row. As JSON, since 5e0 is no longer that once it is read. */
export function welcome({ other }: Cast): { route: keyof typeof FIELDS; json: string }[] {
  const text = (fields: object) => JSON.stringify(fields)
  const skill = { description: 'x', type: 'other' }
  return [
    ...[
      emoji(50),
      FAMILY.repeat(7),
      'xy',
      `  ${'漢'.repeat(50)}\u3000`,
      '\u0410\u0434\u0430 the victim',
      'null',
      '{{7*7}}',
      "'; drop table agents;--",
    ].map((agent_name) => ({ route: 'register' as const, json: text({ agent_name }) })),
    {
      route: 'register',
      json: text({
        agent_name: 'At every bound',
        agent_description: emoji(2_000),
        email: `${'a'.repeat(242)}@example.com`,
      }),
    },
    { route: 'register', json: `{"agent_name": "\\ud83e\\udd9e escaped", "agent_description": ""}` },
    ...[emoji(200), FAMILY.repeat(28), 'x', '%_\\*', '<script>alert(1)</script>', '..'].map((name) => ({
      route: 'skills' as const,
      json: text({ ...skill, name }),
    })),
    {
      route: 'skills',
      json: text({
        name: 'Long',
        description: emoji(5_000),
        type: 'mcp',
        url: `https://example.com/${'x'.repeat(2_028)}`,
      }),
    },
    {
      route: 'ratings',
      json: `{"skill_id": "${other.id.toUpperCase()}", "claws": 5e0, "reliability": -0, "security": 1e2, "speed": 100.0}`,
    },
    {
      route: 'ratings',
      json: text({ skill_name: ` ${other.name.toUpperCase()}\ufeff`, claws: 1, commentary: emoji(10_000) }),
    },
  ]
}

/** Such a value on its way through either door. */
export function atTheBounds(door: Door, route: keyof typeof FIELDS, json: string, key: string): Attack {
  const common = {
    title: json.slice(0, 100),
    door,
    method: 'POST',
    headers: ['x-api-key', key],
    expect: 'answered',
  }
  return door === 'function'
    ? { ...common, path: `/api/${route}`, body: json }
    : { ...common, path: `/rpc/${RPC[route]}`, body: asParameters(json) }
}

/** A body of the API as the parameters of the SQL function behind it. */
function asParameters(json: string): string {
  const names = Object.values(FIELDS).flatMap((fields) => Object.keys(fields))
  return json.replaceAll(new RegExp(`"(${names.join('|')})":`, 'g'), '"p_$1":')
}

function escaped(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
