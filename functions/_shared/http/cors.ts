import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** Allows pages of every origin: no cookie or network grants access, and a page must send a key explicitly. */
export function allowAnyOrigin(
  options: Record<'allowMethods' | 'allowHeaders' | 'exposeHeaders', string[]>,
): MiddlewareHandler {
  const anyOrigin = cors({ origin: '*', maxAge: 86_400, ...options })
  return async (c, next) => {
    // After the handler: for headers that were set earlier, Hono would create a new response as a stream, which is slow and has no
    // length.
    if (c.req.method !== 'OPTIONS') await next()
    return anyOrigin(c, async () => {})
  }
}
