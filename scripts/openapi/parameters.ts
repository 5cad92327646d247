import type { z } from 'zod'
import { RATING_ID, REQUEST_ID, SKILL_ADDRESS, TAG } from './examples.ts'
import { type Json, querySchemas, ref } from './schemas.ts'

/** Where the function is on its host; `{base_url}` ends in it. */
export const BASE = '/functions/v1'

/** Where the service is: locally, and on hosted Supabase. */
export const servers: Json[] = [
  { url: `http://127.0.0.1:54321${BASE}`, description: 'The local stack that `npm start` starts.' },
  {
    url: `https://{project_ref}.supabase.co${BASE}`,
    description: 'A project on hosted Supabase.',
    variables: {
      project_ref: { default: 'your-project-ref', description: 'The reference id of the Supabase project.' },
    },
  },
]

export type HeaderName =
  | 'Cache-Control'
  | 'ETag'
  | 'Location'
  | 'Retry-After'
  | 'Vary'
  | 'WWW-Authenticate'
  | 'X-Cache'
  | 'X-Request-Id'

/** The headers of answers. Those that every answer of their kind has are required. */
export const headers: Record<HeaderName, Json> = {
  'X-Request-Id': header(
    'Names this request in the log and in reports.',
    { type: 'string', minLength: 1 },
    REQUEST_ID,
  ),
  ETag: header('Changes exactly when the answer does.', { type: 'string', pattern: '^(W/)?"[^"]+"$' }, TAG),
  'Cache-Control': header('Who may keep the answer, and for how long.', { type: 'string' }, 'no-cache'),
  'X-Cache': {
    ...header(
      'Where answers are kept in memory: whether this one was, or was read just now, or was asked for with a key.',
      { type: 'string', enum: ['hit', 'miss', 'bypass'] },
      'hit',
    ),
    required: false,
  },
  Vary: {
    ...header('Where answers are kept in memory.', { type: 'string' }, 'Authorization, X-Api-Key'),
    required: false,
  },
  Location: header(
    'Where the new skill is.',
    { type: 'string', format: 'uri-reference', pattern: `^${BASE}/api/skills/[a-z0-9-]{1,100}$` },
    `${BASE}/api/skills/fd`,
  ),
  'Retry-After': header('Try again after so many seconds.', { type: 'integer', minimum: 0 }, 1),
  'WWW-Authenticate': header(
    'RFC 6750.',
    { type: 'string', pattern: '^Bearer realm="skill-rating"' },
    'Bearer realm="skill-rating"',
  ),
}

function header(description: string, schema: Json, example: unknown): Json {
  return { description, required: true, schema, example }
}

/** What stands in paths, and in the headers of requests. */
export const parameters: Record<string, Json> = {
  SkillIdOrSlug: {
    name: 'skill',
    in: 'path',
    required: true,
    description: 'The id of the skill, or its slug.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' },
    example: SKILL_ADDRESS,
  },
  RatingId: {
    name: 'rating',
    in: 'path',
    required: true,
    description: 'The id of the rating.',
    schema: { type: 'string', format: 'uuid' },
    example: RATING_ID,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETags that the client has, or `*`: while one of them holds the answer is 304, without a body.',
    schema: { type: 'string' },
    example: TAG,
  },
}

/** A cursor has none: it would belong to other filters than these, and tools that send all examples would get 400. */
const queryExamples: Record<string, unknown> = {
  type: 'mcp',
  search: 'browser',
  sort: 'newest',
  limit: 20,
  claws: 5,
}

/** The parameters of a query. */
export function queryParameters(query: z.ZodObject): Json[] {
  return Object.entries(querySchemas(query)).map(([name, { description, type, ...own }]) => {
    // A query has only texts: what may be null in a body is absent here.
    const schema = { type: Array.isArray(type) ? type[0] : type, ...own }
    const example = queryExamples[name]
    return { name, in: 'query', description, schema, ...(example !== undefined && { example }) }
  })
}

/** The parameters that a path names. */
export function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const [component = ''] = Object.entries(parameters).find(([, parameter]) => parameter.name === name) ?? []
    return ref('parameters', component)
  })
}
