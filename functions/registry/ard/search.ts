import { z } from 'zod'
import { invalidRequest } from '../../_shared/errors.ts'
import { etagOf } from '../../_shared/http/etag.ts'
import type { Matched } from '../../_shared/schemas/matches.ts'
import { SKILL_TYPES } from '../../_shared/schemas/options.ts'
import { searchSkills } from '../service.ts'
import { ARD_URL, entryOf } from './entries.ts'
import { type ArdSearchRequest, type ArdSearchResponse, PAGE_TYPE, SERVER_TYPE } from './schemas.ts'

type Request = z.output<typeof ArdSearchRequest>

/** Where a page ended. */
interface Position {
  /** The cursor of a list of skills; undefined for its first page. */
  cursor: string | undefined
  /** The score of the last result: none after it has a greater one. */
  score: number
}

/** A page of the skills that match. Relevance alone orders and scores them. The database ranks only skills that pass the filter. */
export async function searchEntries(request: Request): Promise<z.output<typeof ArdSearchResponse>> {
  const { query, pageSize } = request
  const types = SKILL_TYPES.filter((type) => query.filter?.tags?.includes(type) ?? true)
  const mediaTypes = [SERVER_TYPE, PAGE_TYPE].filter((type) => query.filter?.type?.includes(type) ?? true)
  const { cursor, ...last } = parseToken(request)
  if (types.length === 0 || mediaTypes.length === 0) return { results: [] }
  const { skills, servers, next_cursor } = await searchSkills({
    search: query.text,
    types,
    servers: mediaTypes.length === 1 ? mediaTypes.includes(SERVER_TYPE) : undefined,
    limit: pageSize,
    cursor,
  })
  const serverOf = new Map(servers.map((server) => [server.skill_id, server]))
  let { score } = last
  const results = skills.map((skill) => {
    score = Math.min(score, scoreOf(skill.matched))
    return { ...entryOf(skill, serverOf.get(skill.id)), score, source: ARD_URL }
  })
  if (next_cursor === null) return { results }
  return { results, pageToken: tokenOf(request, { cursor: next_cursor, score }) }
}

/** The share of the words that match, from 0 to 100. */
function scoreOf({ found = [], corrected = [], expanded = [], missing = [] }: z.output<typeof Matched> = {}) {
  const total = found.length + corrected.length + expanded.length + missing.length
  // Without words, only its name can have matched.
  if (total === 0) return 100
  return Math.round((100 * (found.length + 0.8 * corrected.length + 0.5 * expanded.length)) / total)
}

const Token = z.tuple([z.string(), z.string().max(4_000), z.int().min(0).max(100)])

/** Where a page ended, as a text that is bound to its query. */
function tokenOf({ query }: Request, { cursor, score }: { cursor: string; score: number }): string {
  const token: z.input<typeof Token> = [nameOf(query), cursor, score]
  return btoa(JSON.stringify(token)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws ApiError invalid_request for a text that is not a token of this query */
function parseToken({ query, pageToken }: Request): Position {
  if (pageToken === undefined || pageToken === null) return { cursor: undefined, score: 100 }
  const token = Token.safeParse(decode(pageToken)).data
  if (token?.[0] !== nameOf(query))
    throw invalidRequest([{ path: 'pageToken', message: 'is not a token of this query' }])
  const [, cursor, score] = token
  return { cursor, score }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

function nameOf(query: Request['query']): string {
  return etagOf(JSON.stringify([query.text, query.filter?.type ?? null, query.filter?.tags ?? null])).slice(
    1,
    12,
  )
}
