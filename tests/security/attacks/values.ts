// Ratings, taken names in disguise and columns of others. tests/database/bounds.test.ts has invalid values of every field.
import { type Attack, type Expected, onFunction, onRpc } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

type Route = 'register' | 'skills' | 'ratings'

const RPC = { register: 'register_agent', skills: 'submit_skill', ratings: 'submit_rating' } as const

/** Spellings that have the comparison key of the name. */
const spellings = (name: string) => [
  ...[name.toUpperCase(), name.normalize('NFD').replace(' ', '\u00a0'), name.replaceAll(' ', ' \u2003 ')],
  name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  `\u3000${name}\ufeff`,
]

export function hostileValues({ attacker, victim, skill, unrated }: Fixtures): Attack[] {
  const { key } = attacker
  const onBoth = (route: Route, fields: object, expect: Expected) => {
    const attack = onFunction('POST', `/api/${route}`, expect, { key, body: fields })
    const parameters = String(attack.body).replaceAll(/(?<=[{,])"(\w+)":/g, '"p_$1":')
    return [attack, onRpc(RPC[route], parameters, 'refused', { key })]
  }
  const submission = { name: freeName(), description: 'Planted.', type: 'other' }
  const taken = [
    ...spellings(victim.name).flatMap((agent_name) => onBoth('register', { agent_name }, 'agent_name_taken')),
    ...spellings(skill.name).flatMap((name) => onBoth('skills', { ...submission, name }, 'skill_name_taken')),
  ]
  const invalidRatings = [
    { skill_id: skill.id, skill_name: unrated.name, claws: 5 },
    { skill_id: `{${skill.id}}`, claws: 0 },
    { claws: 5 },
    ...[null, 0, 6, -0, 4.5, 1e308, 'NaN', 'Infinity'].map((claws) => ({ skill_id: unrated.id, claws })),
    // Columns that an agent may not write: ignored by the function, unknown to SQL.
    ...'id agent_id created_at submitted_by slug name_key key_hash created role'
      .split(' ')
      .map((column) => ({ skill_id: unrated.id, claws: 9, [column]: victim.id })),
  ].flatMap((rating) => onBoth('ratings', rating, 'invalid_request'))
  const unknownSkills = [
    { skill_id: '00000000-0000-4000-8000-000000000000' },
    ...["x'; update ratings set claws = 1;--", '%', '_'.repeat(200), '🦞'.repeat(200)].map((skill_name) => ({
      skill_name,
    })),
  ].flatMap((reference) => onBoth('ratings', { ...reference, claws: 5 }, 'skill_not_found'))
  return [...taken, ...invalidRatings, ...unknownSkills]
}
