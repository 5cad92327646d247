import type { Context, Next } from 'hono'
import { routePath } from 'hono/route'
import { Problem } from '../errors.ts'

/**
 * Gives each request its id, in the X-Request-Id header of its answer, and writes one line of JSON for it.
 *
 * The line names the route and not the path, and never quotes what was sent: no key, body, search or address can leak.
 */
export async function logRequest(c: Context, next: Next): Promise<void> {
  const start = performance.now()
  const id = crypto.randomUUID()
  c.set('requestId', id)
  await next()
  c.res.headers.set('X-Request-Id', id)
  // 304 has no body by either method, and no length then.
  if (c.req.method === 'HEAD' && c.res.body) await declareLength(c)
  write({
    time: new Date().toISOString(),
    id,
    method: c.req.method,
    route: routeOf(c),
    status: c.res.status,
    ms: Math.round((performance.now() - start) * 10) / 10,
    ...c.get('logged'),
    ...(c.error && { error: reason(c.error) }),
  })
}

function write(line: Record<string, unknown>): void {
  try {
    console.log(JSON.stringify(line))
  } catch {
    // The disk that the log is on may be full: no reason to take back an answer.
  }
}

/** The pattern that the path matched; null when it is nobody's. */
function routeOf(c: Context): string | null {
  const pattern = routePath(c, -1)
  return pattern.endsWith('*') ? null : pattern
}

/** What GET would send is known here and no more once Hono has taken the body off: Deno would declare a length of 0. */
async function declareLength(c: Context): Promise<void> {
  const { byteLength } = await c.res.clone().arrayBuffer()
  c.res.headers.set('Content-Length', String(byteLength))
}

/** Why a request failed, for whoever runs the service: only for faults of its own. */
function reason(error: Error): string | undefined {
  if (error instanceof Problem) return error.details.log
  // The frames and not the message, which may quote the request.
  return [error.name, ...(error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [])].join('\n')
}
