import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../../functions/_shared/errors.ts'
import { problemDocument } from '../../functions/_shared/http/problem.ts'
import { discardBody } from './request-body.ts'

export const notFound = new ApiError('route_not_found', { detail: 'Nothing is served at this path.' })
export const methodNotAllowed = new ApiError('method_not_allowed', {
  detail: 'This path answers GET, HEAD.',
  headers: { Allow: 'GET, HEAD' },
})
export const unavailable = new ApiError('unavailable', {
  detail: 'This part of the service does not answer at the moment; try again in a moment.',
})
export const requestTimeout = new ApiError('request_timeout')

export function badRequest(
  detail = 'The request line or a header contains characters that are not allowed; percent-encode them.',
): ApiError {
  return new ApiError('invalid_request', { detail })
}

/** Details by the error codes of Node's HTTP parser. */
const parserErrors: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The address and headers of the request are longer than 32 KiB together.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Deno's server rejects a request with more than about 120 headers itself, without a problem document. */
const maxHeaders = 100

/** What is wrong with the headers of a request that Node has parsed; undefined if nothing is. */
export function requestProblem({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | undefined {
  if (rawHeaders.length / 2 > maxHeaders)
    return badRequest(`The request has more than ${maxHeaders} headers.`)
  if (headers.host === undefined && httpVersion === '1.1')
    return badRequest('The request has no Host header.')
  return undefined
}

/** Sends a problem document in the same format as the API. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
  if (response.destroyed || response.headersSent) return
  const { headers, body } = toDocument(error)
  response.writeHead(error.status, headers).end(body)
  discardBody(request)
}

/** Answers bytes that Node cannot parse as a request, such as a path with letters that are not percent-encoded. */
export function rejectUnparsable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { headers, body } = toDocument(badRequest(parserErrors[error.code ?? '']))
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\n${lines.join('')}\r\n${body}`)
}

function toDocument(error: ApiError) {
  const id = randomUUID()
  const body = problemDocument(error, id)
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
    'X-Request-Id': id,
    ...error.headers,
  }
  return { headers, body }
}
