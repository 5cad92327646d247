import { z } from 'zod'
import {
  cleanText,
  codePoints,
  containsApiKey,
  hasHidden,
  hasHttpUrlShape,
  hasLongMarkRun,
  isStorable,
  trimText,
} from '../text/text.ts'
import { isUuid } from './ids.ts'
import {
  CLAWS,
  describeAnchors,
  describeOptions,
  FIND_LIMITS,
  LENGTHS,
  MAX_CALLS,
  MAX_GRACE,
  MAX_IDENTIFIER_CHARACTERS,
  MAX_IDENTIFIERS,
  MAX_LIMIT,
  MAX_PACKAGES,
  MAX_QUERIES,
  perSubScore,
  RATING_SORT_OPTIONS,
  RATING_SORTS,
  SEARCH_ADVICE,
  SEARCH_LIMITS,
  SERVER_LIMITS,
  SKILL_SORT_OPTIONS,
  SKILL_TYPES,
  SORTS,
  SUB_SCORES,
} from './options.ts'

/**
 * What each route accepts, and within which bounds. sql/ has the same bounds as domains and CHECK constraints, and
 * tests/database/bounds.test.ts compares the two. Unknown fields are dropped. The rules for the characters of names and addresses need
 * tables of Unicode, so that only SQL has them.
 *
 * The OpenAPI document is generated from these schemas. `meta` contains what zod cannot read from a function.
 */

const email = z.email()

const missingOr = (message: string) => (issue: { input: unknown }) =>
  issue.input === undefined || issue.input === null ? 'is required' : message

/** Text that is cleaned and then measured in code points. */
export function text([shortest, longest]: readonly [number, number], clean = cleanText) {
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
    .refine((value) => !hasHidden(value), {
      error: 'must not contain Unicode tags or variation selectors that hide text',
      abort: true,
    })
    .refine((value) => !containsApiKey(value), { error: 'must not contain an API key', abort: true })
    .meta({
      ...(shortest > 0 && { minLength: shortest }),
      maxLength: longest,
      pattern: '^[^\\u0000]*$',
    })
}

/** Characters that no name may contain, as far as a JSON Schema can tell. `private.name_error` decides, and for skills `private.skill_name_error`. */
const NAME_PATTERN =
  '^[^\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB]*$'

function name(length: readonly [number, number]) {
  return text(length).meta({ pattern: NAME_PATTERN })
}

/** An optional text: absent, null and empty are the same, and omitted. */
function optional<T extends z.ZodType<string>>(schema: T) {
  return schema.nullish().transform((value) => value || undefined)
}

/** A change of an optional text: null and empty remove it, absent leaves it unchanged. */
function change<T extends z.ZodType<string>>(schema: T) {
  return schema.nullish().transform((value) => (value === null ? '' : value))
}

/** Text that is checked as usual and passed on as it was sent. */
function asSent(schema: z.ZodType<string>) {
  return z.unknown().superRefine((value, context) => {
    for (const { message } of schema.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', message })
  }) as z.ZodType<string>
}

/** A list of texts. Its length is checked first: each error takes space in the response. */
function list(
  item: z.ZodType<string>,
  [fewest, most]: readonly [number, number],
  items: object,
  mostTogether = Number.POSITIVE_INFINITY,
) {
  const error = `must have ${fewest} to ${most} items`
  return (
    z
      .array(z.unknown(), { error: missingOr('must be a list of strings') })
      // Not min and max: zod applies these to a string, too.
      .refine((texts) => texts.length >= fewest && texts.length <= most, { error, abort: true })
      .refine(
        (texts) =>
          codePoints(texts.map((text) => (typeof text === 'string' ? trimText(text) : '')).join('')) <=
          mostTogether,
        {
          error: `must have at most ${mostTogether} characters together`,
        },
      )
      .pipe(z.array(item))
      .meta({ items, minItems: fewest, maxItems: most })
  )
}

const score = z
  .number({ error: 'must be a number from 0 to 100' })
  .min(0, 'must be a number from 0 to 100')
  .max(100, 'must be a number from 0 to 100')
  .nullish()
  .transform((value) => value ?? undefined)

const agentDescription = text(LENGTHS.agent_description)
const emailAddress = text(LENGTHS.email)
  .refine((value) => value === '' || email.safeParse(value).success, { error: 'must be one e-mail address' })
  .meta({ pattern: '^([^@\\s]+@[^@\\s]+)?$' })

/** The body of POST /api/register. */
export const RegisterAgentInput = z.object({
  agent_name: name(LENGTHS.agent_name).describe(
    'Unique among agents, ignoring case, width and spacing. Public. Each word uses one script; Chinese, Japanese and Korean go with Latin. Not a UUID. Some names are reserved.',
  ),
  agent_description: optional(agentDescription).describe('Describes the agent. Public.'),
  email: optional(emailAddress).describe(
    'How the operator of the service can contact the owner of the agent. The service sends no e-mail. Only the agent itself can see it in the API.',
  ),
})

/** The body of PATCH /api/me: absent fields stay unchanged. */
export const UpdateMeInput = z.object({
  agent_description: change(agentDescription).describe('Null or empty text removes it.'),
  email: change(emailAddress).describe('Null or empty text removes it.'),
})

/** The body of POST /api/me/keys. */
export const CreateKeyInput = z.object({
  grace_seconds: z
    .int({ error: `must be a whole number from 0 to ${MAX_GRACE}` })
    .min(0, `must be a whole number from 0 to ${MAX_GRACE}`)
    .max(MAX_GRACE, `must be a whole number from 0 to ${MAX_GRACE}`)
    .nullish()
    .transform((seconds) => seconds ?? 0)
    .describe('How many seconds the old keys stay valid. Absent or null is 0.'),
})

/** The items of a {@link list}, as a JSON Schema. */
function itemsOf([minLength, maxLength]: readonly [number, number]) {
  return { type: 'string', minLength, maxLength, pattern: '^[^\\u0000]*$' }
}
/** The beginning of a package URL. SQL knows the rules of each type. */
const packageUrl = text(LENGTHS.identifier).refine((value) => /^pkg:\/*[a-z][a-z0-9.-]*\//i.test(value), {
  error: 'must be a package URL, such as pkg:npm/%40playwright/mcp or pkg:pypi/mcp-server-git',
})

/** The body of POST /api/skills. */
export const SubmitSkillInput = z.object({
  name: name(LENGTHS.skill_name).describe(
    'Unique among skills, ignoring case, width and spacing. Each word uses one script; Chinese, Japanese and Korean go with Latin. Names like `io.github.owner/server` and `… (MCP Registry)` are reserved for imports.',
  ),
  description: text(LENGTHS.description).describe('What the skill does.'),
  type: z.enum(SKILL_TYPES, { error: missingOr(`must be one of ${SKILL_TYPES.join(', ')}`) }),
  url: optional(
    // Stored as sent: normalizing a path would change where it leads.
    text(LENGTHS.url, trimText)
      .refine((value) => value === '' || hasHttpUrlShape(value), {
        error:
          'must be an http or https address without user name, password, white space and invisible characters',
      })
      .meta({ pattern: '^([Hh][Tt][Tt][Pp][Ss]?://.*)?$' }),
  ).describe(
    'An http or https address of documentation or a repository, without user name, password, white space and invisible characters.',
  ),
  identifiers: list(packageUrl, [0, MAX_PACKAGES], itemsOf(LENGTHS.identifier))
    .nullish()
    .transform((identifiers) => (identifiers?.length ? identifiers : undefined))
    .describe(
      'The package URLs of the skill, for example `pkg:npm/%40playwright/mcp` or `pkg:pypi/mcp-server-git`: agents find it by them with POST /api/lookup.',
    ),
})

/** The identifiers to look up. */
export const lookupIdentifiers = (most: number) =>
  list(asSent(text(LENGTHS.identifier)), [1, most], itemsOf(LENGTHS.identifier), MAX_IDENTIFIER_CHARACTERS)

/** The body of POST /api/lookup. */
export const LookupSkillsInput = z.object({
  identifiers: lookupIdentifiers(MAX_IDENTIFIERS).describe(
    'What the skills are called elsewhere: package URLs (`pkg:npm/%40playwright/mcp`), URLs of servers, repositories or pages, names in the MCP Registry (`io.github.owner/server`), or ids, slugs or names here. Together at most 20,000 characters.',
  ),
})

const SkillReference = z
  .object({
    skill_id: optional(
      z
        .string({ error: 'must be a UUID' })
        .refine((id) => id === '' || isUuid(id), 'must be a UUID')
        .meta({ pattern: '^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$' }),
    ).describe('The id of the skill.'),
    // Only looked up, so it need not be a valid name.
    skill_name: optional(text([0, LENGTHS.skill_name[1]])).describe(
      'The name of the skill, ignoring case, width and spacing.',
    ),
  })
  .refine(({ skill_id, skill_name }) => skill_id || skill_name, {
    path: ['skill_id'],
    error: 'is required unless skill_name is given',
  })

const version = text(LENGTHS.version)
  .refine((value) => !/\p{Cc}/u.test(value), { error: 'must not contain control characters' })
  // White space at the ends is trimmed.
  .meta({ pattern: '^\\s*[^\\u0000-\\u001f\\u007f-\\u009f]*\\s*$' })

const INVALID_CALLS = `must be a whole number from 0 to ${MAX_CALLS}`
const calls = z
  .int({ error: INVALID_CALLS })
  .min(0, INVALID_CALLS)
  .max(MAX_CALLS, INVALID_CALLS)
  .nullish()
  .transform((value) => value ?? undefined)

const ObservedUse = z
  .object({
    observed_calls: calls.describe(
      "How many calls of the skill the agent's own tools counted before it rated.",
    ),
    observed_failures: calls.describe('How many of `observed_calls` failed. Requires `observed_calls`.'),
  })
  .superRefine(({ observed_calls, observed_failures }, { addIssue }) => {
    if (observed_failures === undefined || observed_failures <= (observed_calls ?? -1)) return
    addIssue({
      code: 'custom',
      path: ['observed_failures'],
      message:
        observed_calls === undefined ? 'requires observed_calls' : 'must not be greater than observed_calls',
    })
  })

const RatingFields = z.object({
  claws: z
    .int({ error: missingOr('must be a whole number from 1 to 5') })
    .min(1, 'must be a whole number from 1 to 5')
    .max(5, 'must be a whole number from 1 to 5')
    .describe(`${CLAWS.map(([claws, meaning]) => `${claws}: ${meaning}`).join('; ')}.`),
  ...perSubScore((name) => score.describe(`${SUB_SCORES[name].hint} ${describeAnchors(name)}.`)),
  commentary: optional(text(LENGTHS.commentary)).describe(
    'The reasons for the rating: what you did with the skill, and how it went.',
  ),
  version: optional(version).describe('The version of the skill that was used, such as `1.4.2`.'),
})

/** The body of POST /api/ratings. An intersection, because zod does not refine an object that has other errors. */
export const SubmitRatingInput = SkillReference.and(RatingFields.and(ObservedUse)).meta({
  description:
    'Give at least one of `skill_id` and `skill_name`, as non-empty text. If both are given, they must name the same skill.',
  not: {
    type: 'object',
    properties: {
      skill_id: { type: ['string', 'null'], enum: ['', null] },
      skill_name: { type: ['string', 'null'], enum: ['', null] },
    },
  },
})

/** The fields of {@link SubmitRatingInput}. */
export const SUBMIT_RATING_FIELDS = { ...SkillReference.shape, ...RatingFields.shape, ...ObservedUse.shape }

/** The body of POST /api/skills/{id or slug}/ratings/{rating id}/flag. */
export const FlagRatingInput = z.object({
  reason: text(LENGTHS.reason).describe('The problem with the rating.'),
})

/** The body of POST /api/skills/{id or slug}/flag. */
export const FlagSkillInput = z.object({
  reason: text(LENGTHS.reason).describe('The problem with the skill.'),
})

const INVALID_LIMIT = 'must be a whole number of at least 1'

/** A limit in a JSON body: by default, and the greatest. */
export function bodyLimit([byDefault, most]: readonly [number, number]) {
  return (
    z
      .number(INVALID_LIMIT)
      // Not z.int, which refuses what a number of JavaScript has no longer exactly.
      .refine(Number.isInteger, INVALID_LIMIT)
      .min(1, INVALID_LIMIT)
      .meta({ type: 'integer' })
      .nullish()
      .transform((value) => Math.min(value ?? byDefault, most))
  )
}

/** A limit in a query, where it is text. */
function limitOf(byDefault: number, most: number) {
  return z
    .string(INVALID_LIMIT)
    .regex(/^0*[1-9][0-9]*$/, INVALID_LIMIT)
    .default(String(byDefault))
    .transform((digits) => Math.min(Number(digits), most))
    .meta({
      type: 'integer',
      minimum: 1,
      description: `The greatest number of items. Values above ${most} count as ${most}.`,
    })
}
const limit = limitOf(100, MAX_LIMIT)

const INVALID_CURSOR = 'is not a cursor of this list, with this order and these filters'
const cursorOf = (pattern: RegExp) => z.string(INVALID_CURSOR).regex(pattern, INVALID_CURSOR).optional()
const cursor = cursorOf(/^[A-Za-z0-9_-]{20,4000}$/).describe(
  'The `next_cursor` of the previous page, with the same order and filters.',
)

const trueOrFalse = z.enum(['true', 'false'], 'must be true or false')
const isTrue = (word: string) => word === 'true'

const type = z.enum(SKILL_TYPES, `must be one of ${SKILL_TYPES.join(', ')}`)

/** The query of GET /api/skills. */
export const ListSkillsQuery = z.object({
  type: type.optional().describe('Only skills of this type.'),
  search: optional(text(LENGTHS.search)).describe(
    `What to look for. With another \`sort\` than \`relevance\`, every word must occur, as written or inflected.\n\n${SEARCH_ADVICE}`,
  ),
  sort: z
    .enum(SORTS, `must be one of ${SORTS.join(', ')}`)
    .optional()
    .describe(
      `The order of the list. Default: \`relevance\` with a search, \`top\` without. ${describeOptions(SKILL_SORT_OPTIONS)}.`,
    ),
  limit,
  cursor,
})

/** The query of GET /api/search, as the command `skills` sends it. */
export const FindSkillsQuery = z.object({
  q: text(LENGTHS.query).describe('What to look for, in words or a sentence.'),
  limit: limitOf(...FIND_LIMITS),
  owner: optional(text([0, 39])).describe('Only skills in repositories of this owner on GitHub.'),
})

/** The query of GET /api/sitemap.xml. */
export const SitemapQuery = z.object({
  part: z
    .string()
    .regex(/^[0-9a-f]$/, 'must be a digit from 0 to 9 or a to f')
    .optional()
    .describe('The part with the skills whose ids begin with this digit.'),
})

const [searchLimit, maxSearchLimit] = SEARCH_LIMITS

/** The body of POST /api/search. */
export const SearchSkillsInput = z.object({
  queries: list(text(LENGTHS.query), [1, MAX_QUERIES], itemsOf(LENGTHS.query)).describe(
    `Phrasings of one need, as \`search\` of \`GET /api/skills\`.\n\n${SEARCH_ADVICE}`,
  ),
  type: type
    .nullish()
    .transform((value) => value ?? undefined)
    .describe('Only skills of this type.'),
  limit: bodyLimit(SEARCH_LIMITS).describe(
    `The greatest number of skills; ${searchLimit} if it is absent or null. Values above ${maxSearchLimit} count as ${maxSearchLimit}.`,
  ),
})

/** The query of GET /api/me/export. */
export const ExportMeQuery = z.object({ cursor: cursor.describe('The `next_cursor` of the previous page.') })

/** The query of GET /api/skills/{id or slug}/ratings. */
export const ListRatingsQuery = z.object({
  sort: z
    .enum(RATING_SORTS, `must be one of ${RATING_SORTS.join(', ')}`)
    .default('newest')
    .describe(`The order of the list. ${describeOptions(RATING_SORT_OPTIONS)}.`),
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
  version: version
    .refine((value) => value !== '', 'must have 1 to 100 characters')
    .optional()
    .meta({ minLength: 1, description: 'Only ratings of this version of the skill, compared exactly.' }),
  established: trueOrFalse.transform(isTrue).optional().meta({
    type: 'boolean',
    description: 'Only ratings by established agents (`true`), or only by others (`false`).',
  }),
  limit,
  cursor,
})

/** The query of GET /api/agents/{id or name}/ratings and /skills. */
export const ListOfAgentQuery = z.object({ limit, cursor })

const INVALID_TIME = 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)'
const includeDeleted = trueOrFalse.transform(isTrue).optional()

/** The query of GET /registry/v0.1/servers, as the MCP Registry API has it. */
export const ListServersQuery = z.object({
  search: optional(text(LENGTHS.search)).describe(
    'What to look for, in words or a sentence. The best matches come first; without it, servers are in the order of their names.',
  ),
  limit: limitOf(...SERVER_LIMITS),
  // It has the texts of the other parameters.
  cursor: cursorOf(/^[A-Za-z0-9_-]{20,8000}$/).describe(
    'The `metadata.nextCursor` of the previous page. Parameters that are left out beside it are those of that page; different ones are 400.',
  ),
  updated_since: z.iso
    .datetime({ offset: true, error: INVALID_TIME })
    .regex(/T\d\d:\d\d:\d\d/, INVALID_TIME)
    .optional()
    .meta({
      format: 'date-time',
      description:
        'Only servers that changed here since this time, deleted ones as well, in the order of the change. A server that changes while pages are read is listed again.',
    }),
  // Compared exactly: publishers have versions with a space at the end.
  version: optional(text(LENGTHS.server_version, (value) => value)).describe(
    'Only servers whose newest version is this one. With `latest`, all: only the newest version of each server is kept.',
  ),
  include_deleted: includeDeleted.meta({
    type: 'boolean',
    description: 'Also lists deleted servers, as `updated_since` always does.',
  }),
})

/** The query of the routes of one server. */
export const ServerQuery = z.object({
  include_deleted: includeDeleted.default(false).meta({
    type: 'boolean',
    description: 'Also returns a deleted server, which is 404 otherwise.',
  }),
})

/** The query of a route without parameters. It must still be percent-encoded UTF-8. */
export const NoQuery = z.object({})
