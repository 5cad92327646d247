import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'

/** Every error the API answers with: its status and title. The codes are stable; programs may rely on them. */
export const PROBLEMS = {
  invalid_json: [400, 'The body is not a JSON object'],
  invalid_request: [400, 'The request is invalid'],
  conflicting_api_keys: [400, 'Two different API keys'],
  missing_api_key: [401, 'An API key is required'],
  invalid_api_key: [401, 'The API key is not valid'],
  skill_not_found: [404, 'No such skill'],
  rating_not_found: [404, 'No such rating'],
  route_not_found: [404, 'No such route'],
  method_not_allowed: [405, 'Method not allowed'],
  agent_name_taken: [409, 'The agent name is taken'],
  skill_name_taken: [409, 'The skill name is taken'],
  skill_retired: [410, 'The skill is retired'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  too_many_registrations: [429, 'Too many registrations'],
  internal: [500, 'A bug in the service'],
  unavailable: [503, 'The service is unavailable'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>

export type ProblemCode = keyof typeof PROBLEMS
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** One field at fault: its name (dotted when nested) and what is wrong with it. */
export interface FieldError {
  path: string
  message: string
}

interface ProblemDetails {
  /** What happened here, in a sentence for people. */
  detail: string
  /** The fields at fault, all of them. */
  errors?: FieldError[]
  /** Further members of the document: `skill`, `suggestions`. */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  /** What the log should say; never shown to the client. */
  log?: string | undefined
}

/** An error that has an answer. Thrown anywhere below a handler, answered once, by {@link answerProblem}. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** The status that a problem is answered with. */
export function statusOf(code: ProblemCode): ContentfulStatusCode {
  return PROBLEMS[code][0]
}

/** Whether a request was refused for its own sake: then nothing was done. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && statusOf(error.code) < 500
}

/** The problem document of RFC 9457 for an error, with its status and headers. */
export function answerProblem(c: Context, problem: Problem): Response {
  const [status, title] = PROBLEMS[problem.code]
  const { detail, errors, members, headers } = problem.details
  const document = {
    type: `urn:problem-type:skill-rating:${problem.code}`,
    title,
    status,
    detail,
    success: false,
    code: problem.code,
    ...(errors && { errors }),
    ...members,
    request_id: c.get('requestId'),
  }
  return c.body(JSON.stringify(document), status, { 'Content-Type': 'application/problem+json', ...headers })
}

/** The problem for fields that do not fit; names every one of them. */
export function invalidRequest(errors: FieldError[]): Problem {
  const named = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  return new Problem('invalid_request', { detail: `${named}.`, errors })
}

/**
 * What a zod schema makes of a value.
 *
 * @param errors faults found already, to be named with those that the schema finds
 * @throws Problem invalid_request, which names every field at fault
 */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  errors: FieldError[] = [],
): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success && errors.length === 0) return result.data
  const found = result.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
  throw invalidRequest([...errors, ...found])
}

/** The answer while the database is away: worth trying again in a second. */
export function unavailable(log: string): Problem {
  return new Problem('unavailable', {
    detail: 'The database cannot be reached at the moment. Try again shortly.',
    headers: { 'Retry-After': '1' },
    log,
  })
}

/** The answer to a bug of ours. */
export function internal(log?: string): Problem {
  return new Problem('internal', {
    detail: 'This is a fault of the service, not of the request. Please report it with the request_id.',
    log,
  })
}
