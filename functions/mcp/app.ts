import { type Context, Hono } from 'hono'
import { ApiError, type ErrorCode } from '../_shared/errors.ts'
import { jsonBody } from '../_shared/http/body.ts'
import { allowAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
import { publicResponse } from '../_shared/http/public-response.ts'
// Loaded first: without its settings the function must fail at its start.
import '../_shared/settings.ts'
// Loaded at the start although it is large: an upgrade in place could replace it before the first request.
import { handleMessage } from './server.ts'
import { SERVER_CARD, SERVER_CARD_TYPE } from './server-card.ts'

/** The greatest number of values in a message, at every depth: several times what clients send. */
const MAX_VALUES = 250

/**
 * The edge function `mcp`: an MCP server over Streamable HTTP, without sessions. Each POST contains one message and returns one.
 * Streams (GET) and sessions (DELETE) are not supported.
 */
export const app = new Hono({ strict: false })

app.use(logRequest)
const CARD = '/mcp/server-card'
const cors = allowAnyOrigin({
  allowMethods: ['POST'],
  allowHeaders: [
    'authorization',
    'x-api-key',
    'content-type',
    'accept',
    'apikey',
    'x-client-info',
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
    'last-event-id',
  ],
  exposeHeaders: ['X-Request-Id', 'Retry-After'],
})
const cardCors = allowAnyOrigin({ allowMethods: ['GET', 'HEAD'], exposeHeaders: ['X-Request-Id', 'ETag'] })
app.use((c, next) => (c.req.path.startsWith(CARD) ? cardCors : cors)(c, next))

app
  .get(CARD, (c) => publicResponse(c, SERVER_CARD_TYPE, SERVER_CARD))
  .all(CARD, (c) =>
    errorResponse(
      c,
      new ApiError('method_not_allowed', {
        detail: 'The server card supports GET.',
        headers: { Allow: 'GET, HEAD, OPTIONS' },
      }),
    ),
  )

app
  .post('/mcp', async (c) => {
    // One object of at most 256 KiB, as in the API. Not a batch, which MCP no longer has: it could contain thousands of calls.
    const message = await jsonBody(c)
    if (!hasFewValues(message))
      throw new ApiError('invalid_request', { detail: `A message can have at most ${MAX_VALUES} values.` })
    const response = await handleMessage(c, message)
    // It may contain a new key.
    response.headers.set('Cache-Control', 'no-store')
    return response
  })
  .all((c) =>
    errorResponse(
      c,
      new ApiError('method_not_allowed', {
        detail: 'Send one MCP message by POST.',
        headers: { Allow: 'POST, OPTIONS' },
      }),
    ),
  )

app.notFound((c) =>
  errorResponse(
    c,
    new ApiError('route_not_found', { detail: 'The MCP server is only at /functions/v1/mcp.' }),
  ),
)

app.onError((error, c) => errorResponse(c, error instanceof ApiError ? error : new ApiError('internal')))

/**
 * Whether a message has at most {@link MAX_VALUES} values. The SDK checks each and describes each error at many times its length. The
 * longest list of an argument has 50.
 */
function hasFewValues(message: unknown): boolean {
  let left = MAX_VALUES
  const isWithin = (value: unknown): boolean =>
    --left >= 0 && (typeof value !== 'object' || value === null || Object.values(value).every(isWithin))
  return isWithin(message)
}

/** The codes of JSON-RPC 2.0, section 5.1. Other errors have the first code reserved for servers. */
const JSON_RPC_CODES: { [code in ErrorCode]?: number } = {
  invalid_json: -32_700,
  invalid_request: -32_600,
  internal: -32_603,
}

/** The response to a request that is not an MCP message: an error without the id of a message. */
function errorResponse(c: Context, { code, status, detail, headers }: ApiError): Response {
  const error = {
    code: JSON_RPC_CODES[code] ?? -32_000,
    message: detail,
    data: { code, request_id: c.get('requestId') },
  }
  return c.json({ jsonrpc: '2.0', id: null, error }, status, headers)
}
