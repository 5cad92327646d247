import { z } from 'zod'
import { time } from '../../_shared/schemas/fields.ts'
import { LENGTHS } from '../../_shared/schemas/options.ts'
import { bodyLimit, text } from '../../_shared/schemas/requests.ts'
import { cleanText } from '../../_shared/text/text.ts'

/**
 * The requests and responses of the registry by the specification Agentic Resource Discovery (ARD), v0.9:
 * https://github.com/ards-project/ard-spec. docs/registry-openapi.json is generated from these schemas.
 */

/** The default and the greatest `pageSize`. */
export const ARD_PAGE_SIZES = [10, 100] as const
/** The media types of entries: an imported server with its server card, an agent skill with its SKILL.md, and all others, which lead to a page. */
export const ENTRY_TYPES = {
  server: 'application/mcp-server-card+json',
  skill: 'application/ai-skill+md',
  page: 'text/html',
} as const
export type EntryKind = keyof typeof ENTRY_TYPES
/** The type by which clients of the specification also ask for agent skills. */
export const SKILL_TYPE_ALIAS = 'application/ai-skill'
/** The one type of attestation. */
export const ATTESTATION_TYPE = 'observed-fitness'

/** How many unknown keys of a filter are reported, so that the response is not longer than the request. */
const MAX_UNKNOWN = 10

const INVALID_VALUES = 'must be a text or a list of texts'
const values = z
  .union([z.string(), z.array(z.string()).min(1, INVALID_VALUES)], INVALID_VALUES)
  .transform((value) => (typeof value === 'string' ? [value] : value))
  .nullish()

const FILTERS = ['type', 'tags', 'publisher', 'trustManifest.attestations.type']

const Filter = z
  .looseObject(
    {
      type: values.describe(
        `\`${ENTRY_TYPES.server}\`: imported servers, with their server card; \`${ENTRY_TYPES.skill}\` and \`${SKILL_TYPE_ALIAS}\`: agent skills, with the address of their SKILL.md; \`${ENTRY_TYPES.page}\`: all other skills. Other types match nothing.`,
      ),
      tags: values.describe('Types of skills, such as `mcp`. Others match nothing.'),
      publisher: values.describe('The host in the identifiers: that of the web site. Others match nothing.'),
      'trustManifest.attestations.type': values.describe(
        `\`${ATTESTATION_TYPE}\`: only entries with a \`trustManifest\`, of the 1,000 best. Others match nothing.`,
      ),
    },
    'must be an object',
  )
  .superRefine((filter, { addIssue }) => {
    const unknown = Object.keys(filter).filter((key) => !FILTERS.includes(key))
    for (const key of unknown.slice(0, MAX_UNKNOWN))
      addIssue({
        code: 'custom',
        path: [cleanText(key, 100)],
        message: `is not a filter: ${FILTERS.join(', ')} are`,
      })
  })

export const ArdQuery = z.object(
  {
    text: text(LENGTHS.query).describe('What is needed, in words or a sentence.'),
    filter: Filter.nullish().describe('An entry matches one value of each key.'),
  },
  'must be an object with text',
)

const [defaultSize, maxSize] = ARD_PAGE_SIZES

/** The body of POST /registry/ard/search. */
export const ArdSearchRequest = z.object({
  query: ArdQuery,
  federation: z
    .enum(['auto', 'referrals', 'none'], 'must be auto, referrals or none')
    .nullish()
    .describe('Makes no difference: this registry knows no others.'),
  pageSize: bodyLimit(ARD_PAGE_SIZES).meta({
    default: defaultSize,
    description: `The greatest number of results. Values above ${maxSize} count as ${maxSize}.`,
  }),
  pageToken: z
    .string('must be a text')
    .nullish()
    .describe('The `pageToken` of the previous page, with the same query.'),
})

const urn = z.string().regex(/^urn:air:[a-zA-Z0-9.-]+:skills:[a-z0-9-]{1,100}$/)

export const Attestation = z.object({
  type: z.literal(ATTESTATION_TYPE),
  uri: z
    .url()
    .describe('The skill as JSON: `evidence` says what agents observed, over which time, and who counted.'),
  mediaType: z.literal('application/json'),
})

export const TrustManifest = z
  .object({
    identity: z.url().describe('The origin of the web site of this service, which collects the ratings.'),
    attestations: z.array(Attestation).length(1),
  })
  .describe('Only with at least 3 ratings by established agents.')

const entry = {
  identifier: urn.describe('`urn:air:HOST:skills:SLUG`, with the host of the web site.'),
  displayName: z.string(),
  type: z.enum(Object.values(ENTRY_TYPES)),
  url: z
    .url()
    .optional()
    .describe(
      `With the type \`${ENTRY_TYPES.skill}\`, the SKILL.md on GitHub; with \`${ENTRY_TYPES.page}\`, the page of the skill.`,
    ),
  data: z
    .looseObject({})
    .optional()
    .describe(
      `The server card, made of the server.json of the imported server, with its packages. Only with the type \`${ENTRY_TYPES.server}\`.`,
    ),
  description: z.string(),
  representativeQueries: z
    .array(z.string())
    .min(2)
    .max(5)
    .optional()
    .describe('Names of the skill and headings of its description; absent if there are fewer than two.'),
  tags: z.array(z.string()).length(1).describe('The type of the skill.'),
  version: z.string().optional().describe('That of the imported server.'),
  updatedAt: time,
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .describe(
      'The `name` of an imported server at its source, and the ratings as in `_meta` of the registry, with nested members by their path (`sub_scores.speed.mean`). A single entry also has `evidence.…`, as in `GET /api/skills/{id or slug}`.',
    ),
  trustManifest: TrustManifest.optional(),
}

/** GET /registry/ard/agents/{identifier}. */
export const CatalogEntry = z.object(entry)

export const ArdSearchResult = z.object({
  ...entry,
  score: z
    .int()
    .min(0)
    .max(100)
    .describe(
      'Relevance only: the share of the words of the search that the entry contains, at most that of the result before it. Ratings do not change it.',
    ),
  source: z.url().describe('The address of this registry.'),
})

/** POST /registry/ard/search. */
export const ArdSearchResponse = z.object({
  results: z.array(ArdSearchResult).max(maxSize).describe('The best matches first.'),
  pageToken: z.string().optional().describe('That of the next page; absent on the last page.'),
})

/** Every response with status 4xx or 5xx. */
export const ArdError = z
  .object({
    errorCode: z.enum(['INVALID_ARGUMENT', 'NOT_FOUND', 'NOT_IMPLEMENTED', 'INTERNAL_ERROR']),
    message: z.string().describe('What happened, in a sentence for people.'),
    error: z.object({ code: z.string(), message: z.string() }).describe('The same again.'),
  })
  .describe('The codes of appendix B of the specification, and NOT_IMPLEMENTED.')
