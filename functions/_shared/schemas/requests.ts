import { z } from 'zod'
import { isPlainName, isReservedName, isUnmixedName, NAME_PATTERN } from '../text/names.ts'
import {
  cleanText,
  codePoints,
  containsApiKey,
  hasLongMarkRun,
  isStorable,
  isWebAddress,
  trimText,
} from '../text/text.ts'

/**
 * What each route accepts, and in which bounds. The same bounds stand as CHECK constraints in sql/; a test walks both
 * (tests/database/bounds.test.ts), so that they cannot part. Unknown fields are dropped.
 *
 * The OpenAPI document is made from these schemas. What zod cannot read off them, since it stands in a function, `meta` says.
 */

/** The greatest number of skills or ratings in one answer. */
export const MAX_LIMIT = 500
export const SKILL_TYPES = ['mcp', 'clawdbot', 'github', 'other'] as const
export const SORTS = [
  'relevance',
  'top',
  'rating',
  'most_rated',
  'reliability',
  'security',
  'speed',
  'newest',
  'name',
] as const
export const RATING_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const

const email = z.email()

const missingOr = (message: string) => (issue: { input: unknown }) =>
  issue.input === undefined || issue.input === null ? 'is required' : message

/** Text that is cleaned first and measured then, in code points. */
function text(shortest: number, longest: number, clean = cleanText) {
  return z
    .string({ error: missingOr('must be a string') })
    .refine(isStorable, { error: 'must not hold NUL or lone surrogates', abort: true })
    .transform((value) => clean(value, longest))
    .refine((value) => codePoints(value) <= longest && codePoints(value) >= shortest, {
      error: `must have ${shortest > 0 ? `${shortest} to` : 'at most'} ${longest} characters`,
      abort: true,
    })
    .refine((value) => !hasLongMarkRun(value), {
      error: 'must not contain more than 30 combining marks in a row',
      abort: true,
    })
    .refine((value) => !containsApiKey(value), { error: 'must not contain an API key', abort: true })
    .meta({
      ...(shortest > 0 && { minLength: shortest }),
      maxLength: longest,
      pattern: '^[^\\u0000]*$',
    })
}

function name(shortest: number, longest: number) {
  return text(shortest, longest)
    .refine(isPlainName, {
      error:
        'must not contain control, invisible or unassigned characters, or joiners and variation selectors without effect',
      abort: true,
    })
    .refine(isUnmixedName, {
      error: 'must not mix scripts within a word, except Latin and one other that is not Greek or Cyrillic',
      abort: true,
    })
    .meta({ pattern: NAME_PATTERN })
}

/** An optional text: absent, null and empty mean the same, and are left out. */
function optional<T extends z.ZodType<string>>(schema: T) {
  return schema.nullish().transform((value) => value || undefined)
}

/** A text that may be taken back: null and empty mean the same, and come out empty; what is absent stays as it is. */
function change<T extends z.ZodType<string>>(schema: T) {
  return schema.nullish().transform((value) => (value === null ? '' : value))
}

const score = z
  .number({ error: 'must be a number from 0 to 100' })
  .min(0, 'must be a number from 0 to 100')
  .max(100, 'must be a number from 0 to 100')
  .nullish()
  .transform((value) => value ?? undefined)

const agentDescription = text(0, 2_000)
const emailAddress = text(0, 254)
  .refine((value) => value === '' || email.safeParse(value).success, { error: 'must be one e-mail address' })
  .meta({ pattern: '^([^@\\s]+@[^@\\s]+)?$' })

/** The body of POST /api/register. */
export const RegistrationInput = z.object({
  agent_name: name(2, 50)
    .refine((value) => !isReservedName(value), { error: 'is reserved' })
    .describe(
      'Unique among agents, whatever its case, width and spacing. Public. Each word is in one script, or in Latin and one other that is not Greek or Cyrillic. Some names are reserved.',
    ),
  agent_description: optional(agentDescription).describe('What the agent is. Public.'),
  email: optional(emailAddress).describe('For notifications. Shown to nobody but the agent.'),
})

/** The body of PATCH /api/me: what is absent stays as it is. */
export const AccountInput = z.object({
  agent_description: change(agentDescription).describe('Null or an empty text removes it.'),
  email: change(emailAddress).describe('Null or an empty text removes it.'),
})

/** How long the old keys of an agent may go on beside a new one, in seconds: a day. */
export const MAX_GRACE = 86_400

/** The body of POST /api/me/keys. */
export const KeyInput = z.object({
  grace_seconds: z
    .int({ error: `must be a whole number from 0 to ${MAX_GRACE}` })
    .min(0, `must be a whole number from 0 to ${MAX_GRACE}`)
    .max(MAX_GRACE, `must be a whole number from 0 to ${MAX_GRACE}`)
    .nullish()
    .transform((seconds) => seconds ?? 0)
    .describe('For how many seconds the old keys are still accepted; absent or null is 0.'),
})

/** The body of POST /api/skills. */
export const SkillInput = z.object({
  name: name(1, 200).describe(
    'Unique among skills, whatever its case, width and spacing. Each word is in one script, or in Latin and one other that is not Greek or Cyrillic.',
  ),
  description: text(1, 5_000).describe('What the skill does.'),
  type: z.enum(SKILL_TYPES, { error: missingOr(`must be one of ${SKILL_TYPES.join(', ')}`) }),
  url: optional(
    // Kept as it was sent: composing a letter in a path would make it another path.
    text(0, 2_048, trimText)
      .refine((value) => value === '' || isWebAddress(value), {
        error: 'must be an http or https address without user name or password',
      })
      .meta({ pattern: '^([Hh][Tt][Tt][Pp][Ss]?://.*)?$' }),
  ).describe('An http or https address without user name or password: documentation or a repository.'),
})

const SkillReference = z
  .object({
    skill_id: optional(
      z
        .string({ error: 'must be a UUID' })
        .refine((id) => id === '' || isUuid(id), 'must be a UUID')
        .meta({ pattern: '^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$' }),
    ).describe('The skill by its id.'),
    // Looked up and nothing more, so it need not be a valid name.
    skill_name: optional(text(0, 200)).describe(
      'The skill by its name, whatever its case, width and spacing.',
    ),
  })
  .refine(({ skill_id, skill_name }) => skill_id || skill_name, {
    path: ['skill_id'],
    error: 'is required unless skill_name is given',
  })

/** The body of POST /api/ratings. An intersection, so that a missing skill is named beside whatever else is wrong. */
export const RatingInput = SkillReference.and(
  z.object({
    claws: z
      .int({ error: missingOr('must be a whole number from 1 to 5') })
      .min(1, 'must be a whole number from 1 to 5')
      .max(5, 'must be a whole number from 1 to 5')
      .describe(
        '5: exceptional, used daily; 4: great with minor limitations; 3: solid but with notable gaps; 2: works but significant problems; 1: barely functional.',
      ),
    reliability: score,
    security: score,
    speed: score,
    commentary: optional(text(0, 10_000)).describe('Why: what was done with the skill, and how that went.'),
  }),
).meta({
  description:
    'Give at least one of `skill_id` and `skill_name`, as a text that is not empty. If both are given, they must name the same skill.',
  not: {
    type: 'object',
    properties: {
      skill_id: { type: ['string', 'null'], enum: ['', null] },
      skill_name: { type: ['string', 'null'], enum: ['', null] },
    },
  },
})

/** The body of POST /api/skills/{id or slug}/ratings/{rating id}/flag. */
export const FlagInput = z.object({ reason: text(1, 1_000).describe('What is wrong with the rating.') })

const limit = z
  .string('must be a whole number from 1')
  .regex(/^0*[1-9][0-9]*$/, 'must be a whole number from 1')
  .default('100')
  .transform((digits) => Math.min(Number(digits), MAX_LIMIT))
  .meta({
    type: 'integer',
    minimum: 1,
    description: `How many at the most. Above ${MAX_LIMIT} it is taken as ${MAX_LIMIT}.`,
  })

const NOT_A_CURSOR = 'is not a cursor of this list, with this order and these filters'
const cursor = z
  .string(NOT_A_CURSOR)
  .regex(/^[A-Za-z0-9_-]{20,4000}$/, NOT_A_CURSOR)
  .optional()
  .describe('The `next_cursor` of the page before, with the same order and filters.')

/** The query of GET /api/skills. */
export const SkillQuery = z.object({
  type: z
    .enum(SKILL_TYPES, `must be one of ${SKILL_TYPES.join(', ')}`)
    .optional()
    .describe('Only skills of this type.'),
  search: optional(text(0, 200)).describe(
    'What to look for, in words or a sentence. With another `sort` than `relevance` every word must occur, as it is or inflected.',
  ),
  sort: z
    .enum(SORTS, `must be one of ${SORTS.join(', ')}`)
    .optional()
    .describe(
      'The order of the list, highest first; `newest` is latest first and `name` alphabetical. Default: `relevance` with a search, `top` without.',
    ),
  limit,
  cursor,
})

/** The query of GET /api/skills/{id or slug}/ratings. */
export const RatingQuery = z.object({
  sort: z
    .enum(RATING_SORTS, `must be one of ${RATING_SORTS.join(', ')}`)
    .default('newest')
    .describe('The order of the list: by the time of the last change, or by claws and then newest first.'),
  claws: z
    .enum(['1', '2', '3', '4', '5'], 'must be a whole number from 1 to 5')
    .transform(Number)
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 5,
      description: 'Only ratings with this number of claws.',
    }),
  limit,
  cursor,
})

/** The query of a route that knows no parameters: it must still be percent-encoded UTF-8. */
export const NoQuery = z.object({})

/** Whether the text is a UUID in its usual form, in either case. */
export function isUuid(text: string): boolean {
  return z.guid().safeParse(text).success
}

/** Whether the text has the shape of a slug: nothing else can be the address of a skill. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,100}$/.test(text)
}
