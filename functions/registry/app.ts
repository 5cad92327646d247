import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { ApiError, type ErrorCode } from '../_shared/errors.ts'
import { allowAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
import type { RegistryError } from '../_shared/schemas/registry.ts'
import { getOpenApi } from './routes/documents.ts'
import { getServer, listServers, listServerVersions } from './routes/servers.ts'

/** The edge function `registry`: the imported servers with their ratings, as the read part of the MCP Registry API v0.1. */
export const app = new Hono({ strict: false })

app.use(logRequest)
app.use(
  allowAnyOrigin({
    allowMethods: ['GET', 'HEAD', 'OPTIONS'],
    allowHeaders: ['authorization', 'x-api-key', 'content-type', 'apikey', 'x-client-info', 'if-none-match'],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'ETag'],
  }),
)

/** A name with a slash, and a name with a percent-encoded slash, which Hono leaves encoded in a path. */
const NAMES = [':namespace{[^/%]+}/:server{[^/%]+}', ':name{[^/%]+%2[Ff][^/%]+}']
/** Some clients, such as GitHub Copilot, leave out the version. */
const LISTS = ['/v0.1/servers', '/servers']
const ROUTES: [path: string, handler: (c: Context) => Response | Promise<Response>][] = [
  ['/openapi.json', getOpenApi],
  ...LISTS.flatMap((list): typeof ROUTES => [
    [list, listServers],
    ...NAMES.flatMap((name): typeof ROUTES => [
      [`${list}/${name}/versions`, listServerVersions],
      [`${list}/${name}/versions/:version`, getServer],
    ]),
  ]),
]
const ALLOW = 'GET, HEAD, OPTIONS'

for (const [path, handler] of ROUTES)
  app.get(`/registry${path}`, handler).all(() => {
    throw new ApiError('method_not_allowed', { headers: { Allow: ALLOW } })
  })

app.notFound((c) => errorResponse(c, new ApiError('route_not_found')))

app.onError((error, c) => errorResponse(c, error instanceof ApiError ? error : new ApiError('internal')))

/** Where the text of the API does not fit. */
const TEXTS: { [code in ErrorCode]?: string } = {
  skill_not_found: 'Server not found.',
  route_not_found: 'Not found. The servers are at /functions/v1/registry/v0.1/servers.',
  method_not_allowed: `Method not allowed. This path supports ${ALLOW}.`,
  internal: 'The service failed because of a bug. Please report it with the X-Request-Id of this response.',
}

/** An error as the MCP Registry API describes it. */
function errorResponse(c: Context, { code, status, detail, headers }: ApiError): Response {
  const body: z.output<typeof RegistryError> = { error: TEXTS[code] ?? detail }
  return c.json(body, status, headers)
}
