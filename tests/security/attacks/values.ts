// Fields with hostile values, which tests/database/bounds.test.ts tests one by one; and taken names in disguise.
import { wellFormedKey } from '../../support/well-formed-key.ts'
import { type Attack, type Expected, onFunction, onRpc } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

type Route = 'register' | 'skills' | 'ratings'

const RPC = { register: 'register_agent', skills: 'submit_skill', ratings: 'submit_rating' } as const

const emoji = (count: number) => '🦞'.repeat(count)
const TEXT = ['a\u0000b', `e${'\u0301\u0323'.repeat(30_000)}`, `My key is ${wellFormedKey()}.`]
const NAMES = ['\u001b[2J', '\r\nSet-Cookie: a=b', '\u202e', '\u{10ffff}', '\u0430'].map(
  (text) => `Play${text}wright`,
)

/** Values that both the function and SQL reject. */
const INVALID: Record<Route, Record<string, unknown[]>> = {
  register: {
    agent_name: [...TEXT, ...NAMES, emoji(51), 'Skill-Rating Service', '\uff33\uff39stem'],
    agent_description: [...TEXT, emoji(2_001)],
    email: ['a@example.com\r\nBcc: everyone@example.com', "a@example.com'; drop table agents;--"],
  },
  skills: {
    name: [...TEXT, ...NAMES, emoji(201), null],
    description: [...TEXT, emoji(5_001), null],
    type: ['plugin', 'mcp,github', null],
    url: [
      ...['JaVaScRiPt://example.com/%0aalert(1)', 'file:///etc/passwd', 'https://example.com@evil.example/'],
      ...['https://example.com/\r\nSet-Cookie: a=b', 'https://example.com/\u202efdp.exe'],
    ],
  },
  ratings: {
    claws: [null, 0, 6, -0, 4.5, 1e308, 'NaN', 'Infinity'],
    speed: [-1e-9, 100.000001, 1e308, 'NaN', '-Infinity'],
    commentary: [...TEXT, emoji(10_001)],
    skill_id: ["' or true--", '00000000-0000-4000-8000-00000000000\u0000'],
    skill_name: [...TEXT, emoji(201)],
  },
}
/** Values that only the function rejects: their type may change on the way to SQL, and @supabase/lite replaces lone surrogates. */
const FUNCTION_ONLY: Record<Route, unknown[]> = {
  register: [true, 12_345, { toString: 'x' }, ['In an array'], [], 'a\ud83e', 'a\udd9e\ud83eb'],
  skills: [true, 12_345, { toString: 'x' }, ['In an array'], []],
  ratings: [true, { toString: 'x' }, [50]],
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
  const onRoute = (route: Route, fields: object, expect: Expected) =>
    onFunction('POST', `/api/${route}`, expect, { key, body: fields })
  const onBoth = (route: Route, fields: object, expect: Expected) => {
    const attack = onRoute(route, fields, expect)
    const parameters = String(attack.body).replaceAll(/(?<=[{,])"(\w+)":/g, '"p_$1":')
    return [attack, onRpc(RPC[route], parameters, 'refused', { key })]
  }

  const fields = (Object.keys(INVALID) as Route[]).flatMap((route) =>
    Object.entries(INVALID[route]).flatMap(([field, invalid]) => {
      const { skill_id, ...rest } = valid[route]()
      const base = field === 'skill_name' || !skill_id ? rest : { ...rest, skill_id }
      return [
        ...invalid.flatMap((value) => onBoth(route, { ...base, [field]: value }, 'invalid_request')),
        ...FUNCTION_ONLY[route].map((value) =>
          onRoute(route, { ...base, [field]: value }, 'invalid_request'),
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
    { claws: 5 },
    // Columns that an agent may not write: ignored by the function, unknown to SQL.
    ...'id agent_id created_at submitted_by slug name_key key_hash created role'
      .split(' ')
      .map((column) => ({ skill_id: unrated.id, claws: 9, [column]: victim.id })),
  ].flatMap((rating) => onBoth('ratings', rating, 'invalid_request'))
  const unknownSkills = [
    { skill_id: '00000000-0000-4000-8000-000000000000' },
    ...["x'; update ratings set claws = 1;--", '%', '_'.repeat(200), emoji(200)].map((skill_name) => ({
      skill_name,
    })),
  ].flatMap((reference) => onBoth('ratings', { ...reference, claws: 5 }, 'skill_not_found'))
  return [...fields, ...taken, ...invalidRatings, ...unknownSkills]
}
