import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { ApiError, type ErrorCode } from '../_shared/errors.ts'
import { allowAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
import type { RegistryError } from '../_shared/schemas/registry.ts'
import { ardErrorResponse, getEntry, notImplemented, search } from './routes/ard.ts'
import { getOpenApi } from './routes/documents.ts'
import { getServer, listServers, listServerVersions } from './routes/servers.ts'

/**
 * The edge function `registry`: the imported servers with their ratings, as the read part of the MCP Registry API v0.1, and all skills as
 * a registry by the specification Agentic Resource Discovery (ARD).
 */
export const app = new Hono({ strict: false })

app.use(logRequest)
const corsFor = (allowMethods: string[]) =>
  allowAnyOrigin({ allowMethods, exposeHeaders: ['X-Request-Id', 'Retry-After', 'ETag'] })
const cors = corsFor(['GET', 'HEAD', 'OPTIONS'])
const ardCors = corsFor(['GET', 'HEAD', 'POST', 'OPTIONS'])
app.use((c, next) => (isArd(c) ? ardCors : cors)(c, next))

/** A name with a slash, and a name with a percent-encoded slash, which Hono leaves encoded in a path. */
const NAMES = [':namespace{[^/%]+}/:server{[^/%]+}', ':name{[^/%]+%2[Ff][^/%]+}']
/** Some clients, such as GitHub Copilot, leave out the version. */
const LISTS = ['/v0.1/servers', '/servers']
const ROUTES: [path: string, handler: (c: Context) => Response | Promise<Response>, method?: 'post'][] = [
  ['/openapi.json', getOpenApi],
  ['/ard/search', search, 'post'],
  ['/ard/explore', notImplemented, 'post'],
  ['/ard/agents', notImplemented],
  ['/ard/agents/:identifier', getEntry],
  ...LISTS.flatMap((list): typeof ROUTES => [
    [list, listServers],
    ...NAMES.flatMap((name): typeof ROUTES => [
      [`${list}/${name}/versions`, listServerVersions],
      [`${list}/${name}/versions/:version`, getServer],
    ]),
  ]),
]
for (const [path, handler, method = 'get'] of ROUTES) {
  const allow = method === 'post' ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS'
  app.on(method, `/registry${path}`, handler).all(`/registry${path}`, () => {
    const detail = `Method not allowed. This path supports ${allow}.`
    throw new ApiError('method_not_allowed', { detail, headers: { Allow: allow } })
  })
}

app.notFound((c) => errorResponse(c, new ApiError('route_not_found')))

app.onError((error, c) => errorResponse(c, error instanceof ApiError ? error : new ApiError('internal')))

/** Where the text of the API does not fit. */
const TEXTS: { [code in ErrorCode]?: string } = {
  skill_not_found: 'Server not found.',
  route_not_found: 'Not found. The servers are at /functions/v1/registry/v0.1/servers.',
  internal: 'The service failed because of a bug. Please report it with the X-Request-Id of this response.',
}

/** An error as the MCP Registry API describes it, or, below /ard, the specification of that. */
function errorResponse(c: Context, error: ApiError): Response {
  if (isArd(c)) return ardErrorResponse(c, error)
  const { code, status, detail, headers } = error
  const body: z.output<typeof RegistryError> = { error: TEXTS[code] ?? detail }
  return c.json(body, status, headers)
}

function isArd(c: Context): boolean {
  return /^\/registry\/ard(?:\/|$)/.test(c.req.path)
}
