import type { Context } from 'hono'
import type { ApiError } from '../errors.ts'

/** The problem document of RFC 9457 for an error, with its status and headers. */
export function problemResponse(c: Context, error: ApiError): Response {
  const { code, status, title, detail, errors, members, headers } = error
  const document = {
    type: `urn:problem-type:skill-rating:${code}`,
    title,
    status,
    detail,
    success: false,
    code,
    ...(errors && { errors }),
    ...members,
    request_id: c.get('requestId'),
  }
  return c.body(JSON.stringify(document), status, { 'Content-Type': 'application/problem+json', ...headers })
}
