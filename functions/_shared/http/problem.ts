import type { Context } from 'hono'
import type { ApiError } from '../errors.ts'

/** The problem document of RFC 9457 for an error. */
export function problemDocument(error: ApiError, requestId: string): string {
  const { code, status, title, detail, errors, members } = error
  return JSON.stringify({
    type: `urn:problem-type:skill-rating:${code}`,
    title,
    status,
    detail,
    success: false,
    code,
    ...(errors && { errors }),
    ...members,
    request_id: requestId,
  })
}

/** The response with the problem document of an error, its status and headers. */
export function problemResponse(c: Context, error: ApiError): Response {
  const headers = { 'Content-Type': 'application/problem+json', ...error.headers }
  return c.body(problemDocument(error, c.get('requestId')), error.status, headers)
}
