import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, type ErrorCode } from '../../functions/_shared/errors.ts'
import { discardBody } from './request-body.ts'

/** An error of the API as the gateway explains it. */
export type Problem = { code: ErrorCode; detail: string }

export const notFound: Problem = { code: 'route_not_found', detail: 'Nothing is served at this path.' }
export const methodNotAllowed: Problem = {
  code: 'method_not_allowed',
  detail: 'This path answers GET, HEAD.',
}
export const badRequest: Problem = {
  code: 'invalid_request',
  detail: 'The request line or a header contains characters that are not allowed; percent-encode them.',
}
export const unavailable: Problem = {
  code: 'unavailable',
  detail: 'This part of the service does not answer at the moment; try again in a moment.',
}

/** Details by the error codes of Node's HTTP parser. */
const parserErrors: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The address and headers of the request are longer than 32 KiB together.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Sends a problem document in the same format as the API. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  if (response.destroyed || response.headersSent) return
  const { status, headers, body } = toDocument(problem)
  response.writeHead(status, headers).end(body)
  if (!request.complete) {
    request.unpipe()
    discardBody(request)
  }
}

/** Answers bytes that Node cannot parse as a request, such as a path with letters that are not percent-encoded. */
export function rejectUnparsable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const detail = parserErrors[error.code ?? ''] ?? badRequest.detail
  const { headers, body } = toDocument({ ...badRequest, detail })
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\n${lines.join('')}\r\n${body}`)
}

function toDocument({ code, detail }: Problem) {
  const id = randomUUID()
  const { status, title, headers } = ERRORS[code]
  const type = `urn:problem-type:skill-rating:${code}`
  const body = JSON.stringify({ type, title, status, detail, success: false, code, request_id: id })
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Length': Buffer.byteLength(body),
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
      'X-Request-Id': id,
      ...headers,
      ...(status === 405 && { Allow: 'GET, HEAD' }),
    },
    body,
  }
}
