import type { Context } from 'hono'
import { ApiError } from '../../_shared/errors.ts'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { LENGTHS } from '../../_shared/schemas/options.ts'
import { ListServersQuery, ServerQuery } from '../../_shared/schemas/requests.ts'
import { codePoints, isStorable } from '../../_shared/text/text.ts'
import * as service from '../service.ts'

/** GET /registry/v0.1/servers */
export function listServers(c: Context): Promise<Response> {
  const query = parseQuery(c, ListServersQuery)
  // Left out beside a cursor, it is that of the cursor.
  const include_deleted = query.include_deleted ?? (query.cursor === undefined ? false : undefined)
  return catalogueResponse(c, service.listServers, { ...query, include_deleted })
}

/** GET /registry/v0.1/servers/{serverName}/versions */
export function listServerVersions(c: Context): Promise<Response> {
  const query = parseQuery(c, ServerQuery)
  return catalogueResponse(c, service.listServerVersions, { name: serverName(c), ...query })
}

/** GET /registry/v0.1/servers/{serverName}/versions/{version} */
export function getServer(c: Context): Promise<Response> {
  const query = parseQuery(c, ServerQuery)
  const [name, version] = [serverName(c), c.req.param('version') ?? '']
  if (!isStorable(version) || codePoints(version) > LENGTHS.server_version[1])
    throw new ApiError('skill_not_found')
  return catalogueResponse(c, service.getServer, { name, version, ...query })
}

/** The name of a server: one parameter with a percent-encoded slash, or two. @throws ApiError skill_not_found */
function serverName(c: Context): string {
  const { name, namespace, server } = c.req.param() as Record<string, string | undefined>
  const text = name ?? `${namespace}/${server}`
  if (text.length > 200 || !/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(text))
    throw new ApiError('skill_not_found')
  return text
}
