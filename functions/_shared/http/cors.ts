import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const ALLOW_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'apikey',
  'x-client-info',
  'if-none-match',
]

/** Allows pages of every origin: no cookie or network grants access, and a page must send a key explicitly. */
export function allowAnyOrigin(
  options: Record<'allowMethods' | 'exposeHeaders', string[]> & { allowHeaders?: string[] },
): MiddlewareHandler {
  const anyOrigin = cors({ origin: '*', maxAge: 86_400, allowHeaders: ALLOW_HEADERS, ...options })
  return async (c, next) => {
    // After the handler: for headers that were set earlier, Hono would create a new response as a stream, which is slow and has no
    // length.
    if (c.req.method !== 'OPTIONS') await next()
    return anyOrigin(c, async () => {})
  }
}
