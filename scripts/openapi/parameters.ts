import type { z } from 'zod'
import { ETAG, RATING_ID, REQUEST_ID, SKILL_SLUG } from './examples.ts'
import { type Json, querySchemas, ref } from './schemas.ts'

/** The path of the functions on their host; `{base_url}` ends with it. */
export const BASE = '/functions/v1'

export const servers: Json[] = [
  { url: `http://127.0.0.1:54321${BASE}`, description: 'The local stack of `npm start`.' },
  {
    url: `https://{project_ref}.supabase.co${BASE}`,
    description: 'A project on hosted Supabase.',
    variables: {
      project_ref: { default: 'your-project-ref', description: 'The reference id of the Supabase project.' },
    },
  },
]

export type HeaderName = keyof typeof headers

/** The headers of responses. A required header is in every response that refers to it. */
export const headers = {
  'X-Request-Id': header(
    'Identifies this request in the log and in reports.',
    { type: 'string', minLength: 1 },
    REQUEST_ID,
  ),
  ETag: header(
    'Changes exactly when the response does.',
    { type: 'string', pattern: '^(W/)?"[^"]+"$' },
    ETAG,
  ),
  'Cache-Control': header('Who may cache the response, and for how long.', { type: 'string' }, 'no-cache'),
  'Content-Security-Policy': header(
    'An SVG that is opened by itself runs and loads nothing.',
    { type: 'string', pattern: "^default-src 'none'" },
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  ),
  Location: header(
    'The address of the new skill.',
    { type: 'string', format: 'uri-reference', pattern: `^${BASE}/api/skills/[a-z0-9-]{1,100}$` },
    `${BASE}/api/skills/fd`,
  ),
  'Retry-After': header('How many seconds to wait.', { type: 'integer', minimum: 0 }, 1),
  'WWW-Authenticate': header(
    'RFC 6750.',
    { type: 'string', pattern: '^Bearer realm="skill-rating"' },
    'Bearer realm="skill-rating"',
  ),
} satisfies Record<string, Json>

function header(description: string, schema: Json, example: unknown, required = true): Json {
  return { description, required, schema, example }
}

/** The parameters in paths and in the headers of requests. */
export const parameters: Record<string, Json> = {
  SkillIdOrSlug: inPath(
    'skill',
    'The id or the slug of the skill.',
    { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' },
    SKILL_SLUG,
  ),
  AgentIdOrName: inPath(
    'agent',
    'The id or the percent-encoded name of the agent, ignoring case, width and spacing. A name of dots only works by id.',
    { type: 'string', minLength: 1 },
    'Ada',
  ),
  RatingId: inPath('rating', 'The id of the rating.', { type: 'string', format: 'uuid' }, RATING_ID),
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETags that the client has, or `*`. If one is current, the response is 304 without a body.',
    schema: { type: 'string' },
    example: ETAG,
  },
}

/** The first fields of a document. */
export function documentStart(title: string, version: string, description: string): Json {
  const contact = { name: 'Skill Rating Service maintainers' }
  const license = { name: 'MIT', identifier: 'MIT' }
  return { openapi: '3.1.1', info: { title, version, description, contact, license } }
}

export function inPath(name: string, description: string, schema: Json, example: string): Json {
  return { name, in: 'path', required: true, description, schema, example }
}

/** A cursor has no example: it would not match the examples of the other parameters, and tools would get 400. */
const queryExamples: Json = {
  type: 'mcp',
  search: 'browser',
  sort: 'newest',
  limit: 20,
  claws: 5,
  established: true,
  version: '14.1.1',
  part: 'a',
  q: 'weather forecast',
  owner: 'openclaw',
}

export function queryParameters(query: z.ZodObject, examples = queryExamples): Json[] {
  return Object.entries(querySchemas(query)).map(([name, { description, type, ...own }]) => {
    // What can be null in a body is absent in a query.
    const schema = { type: Array.isArray(type) ? type[0] : type, ...own }
    const example = examples[name]
    return { name, in: 'query', description, schema, ...(example !== undefined && { example }) }
  })
}

export function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const [component = ''] = Object.entries(parameters).find(([, parameter]) => parameter.name === name) ?? []
    return ref('parameters', component)
  })
}
