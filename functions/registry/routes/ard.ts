import type { Context } from 'hono'
import type { z } from 'zod'
import { ApiError, type ErrorCode, invalidRequest } from '../../_shared/errors.ts'
import { jsonBody } from '../../_shared/http/body.ts'
import { catalogueResponse } from '../../_shared/http/catalogue-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { isSlug } from '../../_shared/schemas/ids.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import { getSkill } from '../../_shared/services/skills.ts'
import { entryWithEvidence, sourcesOf, URN_PREFIX } from '../ard/entries.ts'
import { type ArdError, ArdSearchRequest } from '../ard/schemas.ts'
import { searchEntries } from '../ard/search.ts'
import { listServersOfSkills } from '../service.ts'

/** As the specification has it (appendix C). */
const IDENTIFIER = /^urn:air:[a-zA-Z0-9.-]+(?::[a-zA-Z0-9._-]+)+$/

type Code = z.output<typeof ArdError>['errorCode']

/** POST /registry/ard/search */
export async function search(c: Context): Promise<Response> {
  if (!URN_PREFIX) return withoutSite(c)
  return c.json(await searchEntries(parse(ArdSearchRequest, await jsonBody(c))))
}

/** GET /registry/ard/agents/{identifier} */
export async function getEntry(c: Context): Promise<Response> {
  if (!URN_PREFIX) return withoutSite(c)
  parseQuery(c, NoQuery)
  // `urn:ai:` is the name of an earlier version of the specification. Both parts before the host are case-insensitive (RFC 8141).
  const identifier = (c.req.param('identifier') ?? '').replace(/^urn:air?:/i, 'urn:air:')
  if (!IDENTIFIER.test(identifier))
    throw invalidRequest([{ path: 'identifier', message: 'must be as in urn:air:example.com:skills:name' }])
  const slug = identifier.slice(URN_PREFIX.length)
  if (!identifier.startsWith(URN_PREFIX) || !isSlug(slug)) throw new ApiError('skill_not_found')
  return catalogueResponse(c, readEntry, { slug })
}

async function readEntry({ slug }: { slug: string }) {
  const page = await getSkill({ skill: slug })
  // An entry has exactly the identifier that was asked for, so not that of a merged skill. A retired skill is listed nowhere.
  if (page.slug !== slug || page.retired_at) throw new ApiError('skill_not_found')
  return entryWithEvidence(page, sourcesOf(await listServersOfSkills([page.id]))(page.id))
}

/** GET /registry/ard/agents and POST /registry/ard/explore, which the specification leaves to the registry. */
export function notImplemented(c: Context): Response {
  return errorResponse(
    c,
    501,
    'NOT_IMPLEMENTED',
    'This registry only has POST /search and GET /agents/{identifier}.',
  )
}

/** An identifier names the host of the web site. */
function withoutSite(c: Context): Response {
  return errorResponse(
    c,
    501,
    'NOT_IMPLEMENTED',
    'The operator has not set SITE_URL, which the identifiers need.',
  )
}

/** The codes of appendix B of the specification, which has none for some errors. */
const CODES: { [code in ErrorCode]?: Code } = {
  skill_not_found: 'NOT_FOUND',
  route_not_found: 'NOT_FOUND',
  internal: 'INTERNAL_ERROR',
  unavailable: 'INTERNAL_ERROR',
}
const TEXTS: { [code in ErrorCode]?: string } = {
  skill_not_found: 'No entry has this identifier.',
  route_not_found: 'Not found. This registry has POST /search and GET /agents/{identifier}.',
  internal: 'The service failed because of a bug. Please report it with the X-Request-Id of this response.',
}

/** An error as the OpenAPI document of the specification describes it. */
export function ardErrorResponse(c: Context, { code, status, detail, headers }: ApiError): Response {
  return errorResponse(c, status, CODES[code] ?? 'INVALID_ARGUMENT', TEXTS[code] ?? detail, headers)
}

function errorResponse(
  c: Context,
  status: ApiError['status'],
  errorCode: Code,
  message: string,
  headers: Record<string, string> = {},
): Response {
  // The OpenAPI document has the first two members; other registries answer with the third.
  const body: z.output<typeof ArdError> = { errorCode, message, error: { code: errorCode, message } }
  return c.json(body, status, headers)
}
