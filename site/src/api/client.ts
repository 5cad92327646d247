import { OFFICIAL_META } from '../../../functions/_shared/schemas/options.ts'
import { formatQuery } from '../address.ts'
import type { ProblemDocument } from './responses.ts'
import { forgetKey } from './stored-key.ts'

/** The code of an {@link ApiError} when the API did not respond. */
export const UNREACHABLE = 'unreachable'

/** Longer than the API itself waits for anything. */
const TIMEOUT_MS = 20_000

/** A failed request: the problem that the API reported, or that it could not be reached. */
export class ApiError extends Error {
  readonly code: string
  /** Error messages by field name. */
  readonly fields: Record<string, string> = {}
  /** The skill that already has the submitted name. */
  readonly skill: ProblemDocument['skill']
  /** Identifies the request in the log of the service. Undefined without a response. */
  readonly requestId: string | undefined

  constructor(
    problem?: Pick<ProblemDocument, 'code' | 'detail'> & Partial<ProblemDocument>,
    requestId?: string | null,
  ) {
    super(problem?.detail ?? 'The service cannot be reached.')
    this.code = problem?.code ?? UNREACHABLE
    this.requestId = problem?.request_id ?? requestId ?? undefined
    this.skill = problem?.skill
    for (const { path, message } of problem?.errors ?? []) this.fields[path] ??= message
  }

  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return [UNREACHABLE, 'unavailable', 'internal'].includes(this.code)
  }
}

/** The full URL of a route below /api. */
export function absoluteApiUrl(path: string): string {
  return new URL(`${API_BASE_URL}/api/${path}`, location.href).href
}

/** The full URL of the MCP server. */
export function mcpUrl(): string {
  return new URL(`${API_BASE_URL}/mcp`, location.href).href
}

/** The full URL of the registry of MCP servers. */
export function registryUrl(): string {
  return new URL(`${API_BASE_URL}/registry`, location.href).href
}

/** When the newest version of an imported server was published; null if the registry does not say so. */
export async function publicationOf(name: string, signal: AbortSignal): Promise<string | null> {
  const path = `v0.1/servers/${encodeURIComponent(name)}/versions/latest`
  const response = await fetch(`${registryUrl()}/${path}`, { signal, credentials: 'omit' })
  if (!response.ok) return null
  const published = (await response.json())._meta?.[OFFICIAL_META]?.publishedAt
  return typeof published === 'string' && !Number.isNaN(Date.parse(published)) ? published : null
}

interface RequestOptions {
  signal?: AbortSignal
  /** An agent's API key, sent as a header. */
  key?: string
  body?: object
}

/**
 * Sends a request to a route below /api. A key that the API rejects is no longer used.
 *
 * @param query parameters; undefined and empty ones are omitted
 * @throws ApiError when the API rejects the request or does not respond; the abort reason when the signal was aborted
 */
export async function request<Response>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { signal, key, body }: RequestOptions = {},
  query: Record<string, string | undefined> = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let requestId: string | null = null
  try {
    const response = await fetch(`${API_BASE_URL}/api/${path}${formatQuery(query)}`, {
      method,
      headers: { ...(key && { 'x-api-key': key }), ...(body && { 'content-type': 'application/json' }) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      credentials: 'omit',
      ...(body && { body: JSON.stringify(body) }),
    })
    requestId = response.headers.get('x-request-id')
    if (response.status === 204) return undefined as Response
    const content = await response.json()
    if (response.ok) return content
    // A response from something else, such as a proxy, has no code.
    if (typeof content?.code !== 'string') throw new ApiError(undefined, requestId)
    if (content.code === 'invalid_api_key' && key) forgetKey(key)
    throw new ApiError(content, requestId)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof ApiError ? error : new ApiError(undefined, requestId)
  }
}

/** Converts a caught error. A bug in the site is reported to the console as well. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  reportError(error)
  return new ApiError()
}
