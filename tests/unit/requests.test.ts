import { expect, test } from 'vitest'
import type { z } from 'zod'
import { ApiError } from '../../functions/_shared/errors.ts'
import { isSlug, isUuid } from '../../functions/_shared/schemas/ids.ts'
import { MAX_LIMIT, RATING_SORTS, SKILL_TYPES, SORTS } from '../../functions/_shared/schemas/options.ts'
import { parse } from '../../functions/_shared/schemas/parse.ts'
import {
  CreateKeyInput,
  FlagRatingInput,
  FlagSkillInput,
  ListOfAgentQuery,
  ListRatingsQuery,
  ListSkillsQuery,
  RegisterAgentInput,
  SearchSkillsInput,
  SubmitRatingInput,
  SubmitSkillInput,
  UpdateMeInput,
} from '../../functions/_shared/schemas/requests.ts'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'

const ID = '123e4567-e89b-42d3-a456-426614174000'

const schemas = {
  RegisterAgentInput,
  UpdateMeInput,
  CreateKeyInput,
  SubmitSkillInput,
  SubmitRatingInput,
  FlagRatingInput,
  FlagSkillInput,
  ListSkillsQuery,
  ListRatingsQuery,
  ListOfAgentQuery,
}
type Name = keyof typeof schemas

/** The errors of a schema, `path message`. */
function errorsOf(schema: z.ZodType, value: unknown): string[] {
  try {
    parse(schema, value)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.errors?.map(({ path, message }) => `${path} ${message}`) ?? []
  }
}
const pathsOf = (schema: z.ZodType, value: unknown) =>
  errorsOf(schema, value).map((error) => error.split(' ')[0])

const agent = { agent_name: 'xx' }
const skill = { name: 'x', description: 'x', type: 'mcp' }
const rating = { skill_id: ID, claws: 3 }
const lobsters = (length: number) => '🦞'.repeat(length)
const email = (length: number) => `${'e'.repeat(length - 5)}@b.co`
const NUL = '\u0000'
const INFINITY = Number.POSITIVE_INFINITY
const SENT_URL = 'HTTPS://Example.com/%7Ee\u0301?b#c'

/** In tests/database/bounds.test.ts are the values of bodies that JSON and SQL have; here are those of other types. */
const BODIES: [Name, object, fields: Record<string, readonly unknown[]>][] = [
  ['RegisterAgentInput', agent, { agent_name: [5, null], agent_description: [5], email: [5] }],
  ['UpdateMeInput', {}, { agent_description: [5], email: [5] }],
  ['CreateKeyInput', {}, { grace_seconds: [-1, 86_401, 1.5, '60', true, Number.NaN] }],
  [
    'SubmitSkillInput',
    skill,
    { name: [5, null], description: [5, null], type: [5, 'hasOwnProperty'], url: [5] },
  ],
  ['SubmitRatingInput', { skill_name: 'x', claws: 3 }, { skill_id: ['x', 5, NUL] }],
  ['SubmitRatingInput', rating, { skill_name: [5], claws: ['5', true, INFINITY], commentary: [5] }],
  ['SubmitRatingInput', rating, { reliability: ['50', true], security: [Number.NaN], speed: [INFINITY] }],
  ['FlagRatingInput', {}, { reason: [5, null] }],
  ['FlagSkillInput', {}, { reason: [5, null] }],
]
const QUERIES: typeof BODIES = [
  [
    'ListSkillsQuery',
    {},
    { type: ['', 'MCP', 'constructor'], search: [lobsters(201), NUL, wellFormedKey()] },
  ],
  ['ListSkillsQuery', {}, { sort: ['', 'TOP', 'oldest', 'name,id'] }],
  ['ListSkillsQuery', {}, { limit: ['', '0', '-1', '1.5', '1x', 'x1', '1e2', ' 5'] }],
  ['ListSkillsQuery', {}, { cursor: ['', 'x'.repeat(19), `${'x'.repeat(20)}!`, `!${'x'.repeat(20)}`] }],
  ['ListRatingsQuery', {}, { sort: ['', 'top'], claws: ['', '0', '6', '05', '1.0', ' 1', '٣'] }],
  ['ListRatingsQuery', {}, { limit: ['0'], cursor: ['x'] }],
  ['ListOfAgentQuery', {}, { limit: ['0', 'x'], cursor: ['', 'x'] }],
]

// Each with one error, which is a sentence with the name of the field.
test.each([...BODIES, ...QUERIES])('%s of %j rejects other values: %j', (name, rest, fields) => {
  for (const [field, values] of Object.entries(fields))
    for (const value of [...values, [], {}]) {
      const errors = errorsOf(schemas[name], { ...rest, [field]: value })
      expect(errors, String(value)).toHaveLength(1)
      expect(errors[0]).toMatch(new RegExp(`^${field} (is|must) [^A-Z]`))
    }
})

test.each<[Name, Record<string, readonly unknown[]>]>([
  ['CreateKeyInput', { grace_seconds: [null, undefined, 0, 86_400] }],
  ['SubmitRatingInput', { skill_id: [ID, ID.toUpperCase()], claws: [3] }],
  [
    'ListSkillsQuery',
    { type: SKILL_TYPES, search: ['', lobsters(200)], sort: SORTS, limit: ['1', String(MAX_LIMIT), '007'] },
  ],
  ['ListSkillsQuery', { cursor: ['x'.repeat(20)] }],
  ['ListRatingsQuery', { sort: RATING_SORTS, claws: ['1', '5'], limit: ['1'], cursor: ['x'.repeat(20)] }],
])('%s accepts %j', (name, fields) => {
  for (const [field, values] of Object.entries(fields))
    for (const value of values)
      expect(
        errorsOf(schemas[name], { ...(name === 'SubmitRatingInput' && rating), [field]: value }),
      ).toEqual([])
})

test('a limit of a body counts as the greatest above it, however large', () => {
  const limits = [undefined, 7, 51, 1e300].map(
    (limit) => parse(SearchSkillsInput, { queries: ['x'], limit }).limit,
  )
  expect(limits).toEqual([20, 7, 50, 50])
  const errors = [0, 1.5, '5'].flatMap((limit) => errorsOf(SearchSkillsInput, { queries: ['x'], limit }))
  expect(new Set(errors)).toEqual(new Set(['limit must be a whole number of at least 1']))
})

test.each<[Name, unknown, string]>([
  ['RegisterAgentInput', {}, 'agent_name is required'],
  ['RegisterAgentInput', { agent_name: null }, 'agent_name is required'],
  ['RegisterAgentInput', { agent_name: 5 }, 'agent_name must be a string'],
  ['RegisterAgentInput', { agent_name: 'x' }, 'agent_name must have 2 to 50 characters'],
  ['CreateKeyInput', { grace_seconds: -1 }, 'grace_seconds must be a whole number from 0 to 86400'],
  ['SubmitSkillInput', { ...skill, type: null }, 'type is required'],
  ['SubmitRatingInput', { skill_id: ID }, 'claws is required'],
  [
    'FlagRatingInput',
    { reason: '\u0301'.repeat(31) },
    'reason must not contain more than 30 combining marks in a row',
  ],
  ['FlagRatingInput', { reason: lobsters(1_001) }, 'reason must have 1 to 1000 characters'],
  ['UpdateMeInput', { email: email(255) }, 'email must have at most 254 characters'],
  ['FlagRatingInput', { reason: wellFormedKey('') }, 'reason must not contain an API key'],
  ['ListRatingsQuery', { sort: 'top' }, 'sort must be one of newest, oldest, highest, lowest'],
  ['ListRatingsQuery', { limit: '0' }, 'limit must be a whole number of at least 1'],
  ['ListRatingsQuery', { claws: 'x' }, 'claws must be a whole number from 1 to 5'],
])('explains the error: %s %j', (schema, value, error) => {
  expect(errorsOf(schemas[schema], value)).toEqual([error])
})

test.each([
  [{ claws: 5 }, ['skill_id']],
  [{ claws: 5, skill_id: '', skill_name: ' ' }, ['skill_id']],
  [{ claws: 6, skill_id: null }, ['skill_id', 'claws']],
  [{ claws: 5, skill_id: 'x' }, ['skill_id']],
  [{ claws: 5, skill_name: 5 }, ['skill_name']],
])('a rating must name a skill: %j', (value, paths) => {
  expect(pathsOf(SubmitRatingInput, value)).toEqual(paths)
})

test.each<[Name, object, object]>([
  [
    'RegisterAgentInput',
    { agent_name: ' Cafe\u0301 ', email: ' a@b.co ', agent_description: '\n', id: ID, admin: true },
    { agent_name: 'Café', email: 'a@b.co' },
  ],
  ['UpdateMeInput', { agent_description: ' New. ', agent_name: 'x', id: ID }, { agent_description: 'New.' }],
  ['UpdateMeInput', { agent_description: null, email: ' ' }, { agent_description: '', email: '' }],
  ['UpdateMeInput', {}, {}],
  ['CreateKeyInput', {}, { grace_seconds: 0 }],
  ['CreateKeyInput', { grace_seconds: null, agent_id: ID }, { grace_seconds: 0 }],
  ['SubmitSkillInput', { ...skill, url: null, slug: 'y', avg_claws: 5 }, skill],
  // A url stays as sent; other text is composed.
  [
    'SubmitSkillInput',
    { ...skill, url: SENT_URL, description: 'e\u0301' },
    { ...skill, url: SENT_URL, description: 'é' },
  ],
  [
    'SubmitRatingInput',
    { ...rating, skill_name: '', reliability: 0, security: null, speed: 0.1, commentary: '', agent_id: ID },
    { ...rating, reliability: 0, speed: 0.1 },
  ],
  ['FlagRatingInput', { reason: ' Cafe\u0301 ', rating_id: ID }, { reason: 'Café' }],
  ['ListSkillsQuery', {}, { limit: 100 }],
  ['ListSkillsQuery', { search: ' \u3000', limit: String(MAX_LIMIT + 1) }, { limit: MAX_LIMIT }],
  ['ListSkillsQuery', { limit: '9'.repeat(999) }, { limit: MAX_LIMIT }],
  ['ListSkillsQuery', { limit: '0099' }, { limit: 99 }],
  ['ListRatingsQuery', {}, { sort: 'newest', limit: 100 }],
  ['ListOfAgentQuery', { limit: String(MAX_LIMIT + 1), sort: 'newest' }, { limit: MAX_LIMIT }],
  ['ListRatingsQuery', { sort: 'lowest', claws: '5', type: 'mcp' }, { sort: 'lowest', claws: 5, limit: 100 }],
])('cleans values and drops unknown fields: %s %j', (schema, value, expected) => {
  // In JSON, because omitted fields can be undefined.
  expect(JSON.parse(JSON.stringify(parse(schemas[schema], value)))).toEqual(expected)
})

test('a UUID has 32 hex digits in five groups', () => {
  const valid = [ID, ID.toUpperCase(), '00000000-0000-0000-0000-000000000000', 'f'.repeat(8) + ID.slice(8)]
  expect(valid.filter((text) => !isUuid(text))).toEqual([])
  const invalid = ['', 'x', ID.slice(1), `${ID}0`, `{${ID}}`, ID.replaceAll('-', ''), `${ID}\n`, `urn:${ID}`]
  expect(invalid.filter(isUuid)).toEqual([])
})

test('a slug has 1 to 100 lower-case letters, digits and hyphens', () => {
  expect(['a', '0', '-', 'a-b-2', 'x'.repeat(100)].filter((text) => !isSlug(text))).toEqual([])
  expect(['', 'A', 'a b', 'a_b', 'a/b', 'é', 'a\n', 'x'.repeat(101)].filter(isSlug)).toEqual([])
})
