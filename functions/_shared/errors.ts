import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What there is to say about an error code, whatever the request. */
interface ErrorType {
  status: ContentfulStatusCode
  title: string
  /** What happened, in a sentence for people. An {@link ApiError} can carry a more precise one. */
  detail: string
  /** What the caller can do about it: in docs/openapi.json, docs/api.md and SKILL.md (`npm run generate -- openapi`). */
  hint: string
  /** What a model should do next. Absent for errors that no tool of the MCP server can meet. */
  modelHint?: string
  headers?: Record<string, string>
  /** Fields that are always at fault. */
  errors?: FieldError[]
  /** The member of the problem document that the DETAIL of the database's error becomes. */
  detailMember?: 'errors' | 'skill' | 'suggestions'
}

const definitions = {
  invalid_json: {
    status: 400,
    title: 'The body is not a JSON object',
    detail: 'The body is not valid JSON.',
    hint: 'Send one JSON object in valid UTF-8, nested at most 32 levels deep.',
  },
  invalid_request: {
    status: 400,
    title: 'The request is invalid',
    detail: 'The request is invalid.',
    hint: 'Fix the fields listed in `errors`.',
    modelHint: 'Correct the arguments and call the tool again.',
    detailMember: 'errors',
  },
  conflicting_api_keys: {
    status: 400,
    title: 'Two different API keys',
    detail: 'The x-api-key and Authorization headers contain two different API keys. Send only one.',
    hint: 'Send only one API key.',
    modelHint:
      'Two different API keys were sent. Leave api_key out to use the key that this server is configured with, or ask the user to remove that key from the configuration.',
  },
  missing_api_key: {
    status: 401,
    title: 'An API key is required',
    detail:
      'Send the API key as x-api-key: KEY or as Authorization: Bearer KEY. POST /api/register returns one.',
    hint: 'Send an API key. `POST /api/register` returns one.',
    modelHint:
      'This tool needs an API key, and none was sent. If you registered in this conversation, pass the key that you received as api_key. Otherwise ask the user for a key or, with the user’s consent, call register_agent.',
    headers: { 'WWW-Authenticate': 'Bearer realm="skill-rating"' },
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    detail:
      'The API key is malformed, unknown or revoked. A lost key cannot be recovered: register under another name.',
    hint: 'The API key is malformed, unknown or revoked. Send the key that you saved. If it is lost, register under another name.',
    modelHint:
      'The API key is malformed, unknown or revoked. Do not try it again: ask the user for the right one. A lost key cannot be recovered. With the user’s consent, register_agent creates a new agent and key.',
    headers: { 'WWW-Authenticate': 'Bearer realm="skill-rating", error="invalid_token"' },
  },
  skill_not_found: {
    status: 404,
    title: 'Skill not found',
    detail:
      'The catalogue does not contain this skill. Find skills with GET /api/skills?search=, or add one with POST /api/skills.',
    hint: 'Use one of the `suggestions`, search, or submit the skill.',
    modelHint:
      'The catalogue does not contain a skill with this id, slug or skill_name. Call search_skills with its name and pass the id or slug that it returns; if suggestions follow and one is the skill you mean, use its id. If the skill is missing and you used it, add it with submit_skill.',
    detailMember: 'suggestions',
  },
  agent_not_found: {
    status: 404,
    title: 'Agent not found',
    detail: 'No agent has this id or name.',
    hint: 'Check the id or the percent-encoded name. Ratings contain the names of their agents.',
  },
  rating_not_found: {
    status: 404,
    title: 'Rating not found',
    detail: 'This skill has no such rating. GET /api/skills/{id or slug}/ratings lists its ratings.',
    hint: 'You have not rated this skill, or the skill has no rating with this id. List its ratings.',
    modelHint:
      'The skill has no such rating. list_ratings shows its ratings and their ids. rate_skill adds yours.',
  },
  route_not_found: {
    status: 404,
    title: 'Route not found',
    detail: 'No route matches this path. GET /api lists the routes.',
    hint: 'See the routes at `GET /api`.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not support the method.',
    hint: 'Use a method listed in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The body did not arrive in time',
    detail: 'The body was not complete after 10 seconds.',
    hint: 'The body was not complete after 10 seconds. Send the request again, faster.',
  },
  agent_name_taken: {
    status: 409,
    title: 'The agent name is taken',
    detail:
      'Another agent has this name, or a name that differs only in case, width or spacing. Choose another.',
    hint: 'Choose another name.',
    modelHint:
      'Another agent has this name or a very similar one. Register under another name. If that agent is yours, ask the user for its key: it cannot be shown again.',
    errors: [{ path: 'agent_name', message: 'is taken' }],
  },
  skill_name_taken: {
    status: 409,
    title: 'The skill name is taken',
    detail: 'The catalogue already contains a skill with this name. Rate that skill instead.',
    hint: 'The skill already exists: rate the `skill` in the response.',
    modelHint:
      'The catalogue already contains a skill with this name. Do not submit it again. Rate the existing skill with rate_skill, by its id.',
    errors: [{ path: 'name', message: 'is taken' }],
    detailMember: 'skill',
  },
  too_many_flags: {
    status: 409,
    title: 'Too many flags',
    detail:
      'An agent that is not established can have 20 flags that no admin has settled. Flag again when some of yours are settled.',
    hint: 'You have 20 flags that no admin has settled, the most for an agent that is not established. Flag again when some are settled.',
    modelHint:
      'You have 20 flags that no admin has settled, the most for an agent that is not established. Do not flag anything else now.',
  },
  skill_retired: {
    status: 410,
    title: 'The skill is retired',
    detail:
      'This skill is retired: it accepts no ratings and cannot be submitted again. Its page remains. Find other skills with GET /api/skills?search=.',
    hint: 'The skill accepts no more ratings, and cannot be submitted again. Search for its replacement.',
    modelHint:
      'This skill is retired: it accepts no ratings and cannot be submitted again. search_skills may find its replacement.',
    detailMember: 'skill',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    detail: 'The body is larger than 262144 bytes (256 KiB).',
    hint: 'Send at most 256 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as Content-Type: application/json, in UTF-8 and without a content encoding.',
    hint: 'Send `Content-Type: application/json`, in UTF-8 and without a content encoding.',
  },
  too_many_registrations: {
    status: 429,
    title: 'Too many registrations',
    detail: 'Too many agents were registered from this address.',
    hint: 'Wait the number of seconds in `Retry-After`, then try again.',
    modelHint:
      'Too many agents were registered from this address. Do not try again in this conversation unless the user asks you to.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'The service failed because of a bug. Please report it with the request_id.',
    hint: 'A bug in the service. Do not repeat the request; report the `request_id` to your user or the operator.',
    modelHint:
      'The service failed because of a bug; the call was not at fault. Do not repeat it. Tell the user, with the request_id below.',
  },
  unavailable: {
    status: 503,
    title: 'The service is unavailable',
    detail: 'The database cannot be reached at the moment. Try again shortly.',
    hint: 'The database cannot be reached. Wait the number of seconds in `Retry-After`, then try again. Ratings and submissions can be repeated safely; a registration without a response may have taken its name.',
    modelHint:
      'The service cannot reach its database at the moment. Wait a few seconds and call the tool once more. If that fails too, tell the user.',
    headers: { 'Retry-After': '1' },
  },
} satisfies Record<string, ErrorType>

export type ErrorCode = keyof typeof definitions

/**
 * Every error that the API returns. Codes are stable: programs can rely on them. The tables in docs/ and SKILL.md are generated from
 * this one.
 */
export const ERRORS: Record<ErrorCode, ErrorType> = definitions
export const ERROR_CODES = Object.keys(definitions) as ErrorCode[]

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(definitions, text)
}

/** One field at fault: its name and what is wrong with it. `path message` is a sentence. */
export interface FieldError {
  path: string
  message: string
}

/** What one error says beyond its {@link ErrorType}. */
interface ErrorDetails {
  detail?: string
  /** The fields at fault, all of them. */
  errors?: FieldError[]
  /** Further members of the problem document. */
  members?: { skill?: unknown; suggestions?: unknown }
  headers?: Record<string, string>
  /** The reason for the log. Never shown to the client. */
  log?: string
}

/** An error with a response of its own. Services and parsers throw it, and the app answers it once. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: ContentfulStatusCode
  readonly title: string
  readonly detail: string
  readonly errors: FieldError[] | undefined
  readonly members: NonNullable<ErrorDetails['members']>
  readonly headers: Record<string, string>
  readonly log: string | undefined

  constructor(code: ErrorCode, { detail, errors, members = {}, headers, log }: ErrorDetails = {}) {
    super(code)
    const type = ERRORS[code]
    this.code = code
    this.status = type.status
    this.title = type.title
    this.detail = detail ?? type.detail
    this.errors = errors ?? type.errors
    this.members = members
    this.headers = { ...type.headers, ...headers }
    this.log = log
  }
}

/** The error for fields that are invalid. It names all of them. */
export function invalidRequest(errors: FieldError[]): ApiError {
  const sentence = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  return new ApiError('invalid_request', { detail: `${sentence}.`, errors })
}
