import { isObject } from '../json.ts'
import type { SkillReference } from './schemas.ts'

/** The problem document of an error (RFC 9457). */
export type Problem = {
  status: number
  code: string
  title: string
  detail: string
  errors?: { path: string; message: string }[]
  skill?: SkillReference
  suggestions?: SkillReference[]
  request_id?: string
}

/** The service rejected a request. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly problem: Problem
  readonly retryAfter: string | null

  constructor(problem: Problem, retryAfter: string | null = null) {
    super(problem.detail)
    this.problem = problem
    this.retryAfter = retryAfter
  }

  get code(): string {
    return this.problem.code
  }
}

/** There was no response, or not one of this service. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

type Result<T> = { data?: T; error?: unknown; response: Response }

/**
 * The data of a response.
 * @throws ApiError for a problem document
 * @throws UnavailableError for anything else
 */
export async function dataOf<T>(request: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await received(request)
  if (response.ok && response.status !== 204 && !isObject(data)) throw foreign(response)
  if (response.ok) return data as T
  if (!isProblem(error)) throw foreign(response)
  throw new ApiError(error, response.headers.get('retry-after'))
}

async function received<T>(request: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await request
  } catch (error) {
    throw new UnavailableError(`There was no valid response: ${reasonOf(error)}.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the time ran out'
  if (error instanceof SyntaxError) return 'it is not JSON'
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause
  const { code, message } = (cause ?? error) as { code?: string; message: string }
  return code === 'ECONNREFUSED' ? 'the connection was refused' : message || code || error.message
}

function foreign(response: Response): UnavailableError {
  return new UnavailableError(
    `The response (status ${response.status}) is not one of a Skill Rating Service.`,
  )
}

function isProblem(value: unknown): value is Problem {
  return isObject(value) && typeof value.code === 'string' && typeof value.detail === 'string'
}
