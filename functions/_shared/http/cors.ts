import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/**
 * Lets pages of every origin call, and read the answers: nothing here is lent to a browser by a cookie or by the network it is in,
 * and a key has to be given by whoever has it.
 */
export function forAnyOrigin(
  options: Record<'allowMethods' | 'allowHeaders' | 'exposeHeaders', string[]>,
): MiddlewareHandler {
  const anyOrigin = cors({ origin: '*', maxAge: 86_400, ...options })
  return async (c, next) => {
    // Not before there is an answer: Hono would make it anew, as a stream, for headers that were set earlier. That takes longer
    // than all else here, and leaves the answer without a length.
    if (c.req.method !== 'OPTIONS') await next()
    return anyOrigin(c, async () => {})
  }
}
