import type { Context, Next } from 'hono'
import { routePath } from 'hono/route'
import { ApiError } from '../errors.ts'

/**
 * Gives each request an id, returned as X-Request-Id, and logs it as one line of JSON. Every response passes here, so it also gets the header
 * that no function may leave out.
 *
 * The line contains the route, not the path, and nothing that was sent: no key, body, search or address can leak.
 */
export async function logRequest(c: Context, next: Next): Promise<void> {
  const start = performance.now()
  const id = crypto.randomUUID()
  c.set('requestId', id)
  await next()
  c.res.headers.set('X-Request-Id', id)
  // Texts of agents in JSON must not be taken for a page.
  c.res.headers.set('X-Content-Type-Options', 'nosniff')
  // A 304 has neither a body nor a length.
  if (c.req.method === 'HEAD' && c.res.body) await declareLength(c)
  writeLogLine({
    id,
    method: c.req.method,
    route: routeOf(c),
    status: c.res.status,
    ms: Math.round((performance.now() - start) * 10) / 10,
    ...c.get('logged'),
    ...(c.error && { error: reasonOf(c.error) }),
  })
}

/** Logs a line of JSON, with the time. */
export function writeLogLine(line: Record<string, unknown>): void {
  try {
    console.log(JSON.stringify({ time: new Date().toISOString(), ...line }))
  } catch {
    // The disk may be full, which must not fail the request.
  }
}

/** The pattern of the route; null if no route matches. */
function routeOf(c: Context): string | null {
  const pattern = routePath(c, -1)
  return pattern.endsWith('*') ? null : pattern
}

/** The length of the body of GET. Hono removes the body afterwards, and Deno would then send a length of 0. */
async function declareLength(c: Context): Promise<void> {
  const { byteLength } = await c.res.clone().arrayBuffer()
  c.res.headers.set('Content-Length', String(byteLength))
}

/** Why a request failed, if the service was at fault. */
function reasonOf(error: Error): string | undefined {
  if (error instanceof ApiError) return error.log
  // The stack without the message, which may quote the request.
  return [error.name, ...(error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [])].join('\n')
}
