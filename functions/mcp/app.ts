import { type Context, Hono } from 'hono'
import { internal, Problem, type ProblemCode, statusOf } from '../_shared/errors.ts'
import { jsonBody } from '../_shared/http/body.ts'
import { forAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
// Read before the first request: without its settings the function is to end at its start.
import '../_shared/settings.ts'
// Not loaded on demand, although it is large: an upgrade in place may have replaced it by then.
import { answerMessage } from './server.ts'

/** The most values in a message, members and elements of every depth: several times what clients send. */
const MAX_VALUES = 250

/**
 * The edge function `mcp`: an MCP server over Streamable HTTP, without sessions. Each POST holds one message and is answered
 * with one; there is no stream to open (GET) and no session to end (DELETE).
 */
export const app = new Hono({ strict: false })

app.use(logRequest)
app.use(
  forAnyOrigin({
    allowMethods: ['POST'],
    allowHeaders: [
      ...['authorization', 'x-api-key', 'content-type', 'accept', 'apikey', 'x-client-info'],
      ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'],
    ],
    exposeHeaders: ['X-Request-Id', 'Retry-After'],
  }),
)

app
  .post('/mcp', async (c) => {
    // As the API reads a body: at most 256 KiB of JSON in UTF-8, an object. A batch, which MCP has given up, is none: 256 KiB of
    // it would be thousands of calls to the database.
    const message = await jsonBody(c)
    if (!hasFewValues(message))
      throw new Problem('invalid_request', { detail: `A message has at most ${MAX_VALUES} values.` })
    const response = await answerMessage(c, message)
    // A new key may be in it.
    response.headers.set('Cache-Control', 'no-store')
    return response
  })
  .all((c) =>
    refuse(c, new Problem('method_not_allowed', { detail: 'Send one MCP message, by POST.' }), {
      Allow: 'POST, OPTIONS',
    }),
  )

app.notFound((c) =>
  refuse(c, new Problem('route_not_found', { detail: 'The MCP server answers at /functions/v1/mcp alone.' })),
)

app.onError((error, c) => refuse(c, error instanceof Problem ? error : internal()))

/**
 * Whether a message holds no more values than {@link MAX_VALUES}. The SDK looks at each, and names each fault that it finds at many times
 * its length; no argument of a tool is a list.
 */
function hasFewValues(message: unknown): boolean {
  let left = MAX_VALUES
  const isWithin = (value: unknown): boolean =>
    --left >= 0 && (typeof value !== 'object' || value === null || Object.values(value).every(isWithin))
  return isWithin(message)
}

/** The codes of JSON-RPC 2.0, section 5.1. What is wrong beside them has the first of those left to servers. */
const JSON_RPC: { [code in ProblemCode]?: number } = {
  invalid_json: -32_700,
  invalid_request: -32_600,
  internal: -32_603,
}

/** Answers what is no MCP message, in the form that MCP clients read: an error without the id of a message. */
function refuse(c: Context, { code, details }: Problem, headers?: Record<string, string>): Response {
  const error = {
    code: JSON_RPC[code] ?? -32_000,
    message: details.detail,
    data: { code, request_id: c.get('requestId') },
  }
  return c.json({ jsonrpc: '2.0', id: null, error }, statusOf(code), headers)
}
