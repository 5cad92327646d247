import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { discardBody } from './request-body.ts'

export type Problem = { title: string; status: number; detail: string; code: string }

export const notFound: Problem = {
  title: 'No such route',
  status: 404,
  detail: 'Nothing is served at this path.',
  code: 'route_not_found',
}
export const methodNotAllowed: Problem = {
  title: 'Method not allowed',
  status: 405,
  detail: 'This path answers GET, HEAD.',
  code: 'method_not_allowed',
}
export const badRequest: Problem = {
  title: 'The request is invalid',
  status: 400,
  detail: 'The request line or a header contains characters that are not allowed; percent-encode them.',
  code: 'invalid_request',
}
export const unavailable: Problem = {
  title: 'The service is unavailable',
  status: 503,
  detail: 'This part of the service does not answer at the moment; try again in a moment.',
  code: 'unavailable',
}

/** Details by the error codes of Node's HTTP parser. */
const parserErrors: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The address and headers of the request are longer than 32 KiB together.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Sends a problem document in the same format as the API. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  if (response.destroyed || response.headersSent) return
  const { headers, body } = toDocument(problem)
  response.writeHead(problem.status, headers).end(body)
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

function toDocument(problem: Problem): { headers: Record<string, string | number>; body: string } {
  const id = randomUUID()
  const type = `urn:problem-type:skill-rating:${problem.code}`
  const body = JSON.stringify({ type, ...problem, success: false, request_id: id })
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
    'X-Request-Id': id,
    ...(problem.status === 503 && { 'Retry-After': '1' }),
    ...(problem.status === 405 && { Allow: 'GET, HEAD' }),
  }
  return { headers, body }
}
