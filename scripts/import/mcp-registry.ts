import { Agent, fetch, interceptors, type Response } from 'undici'
import { z } from 'zod'
import { isStorable } from '../../functions/_shared/text/text.ts'
import { quote } from '../../functions/mcp/quote.ts'
import { UserError } from '../../local/cli/user-error.ts'
import type { Entry, Page, Problem } from './entry.ts'
import { BAD_PORT, reasonOf } from './fetch-errors.ts'

// GET /v0.1/servers of the MCP Registry: github.com/modelcontextprotocol/registry, docs/reference/api/openapi.yaml. Only what is read.

const META = 'io.modelcontextprotocol.registry/official'

const ServerList = z.object({
  servers: z.array(z.unknown()).nullish(),
  metadata: z.object({ nextCursor: z.string().nullish() }).nullish(),
})

const Server = z.object({
  server: z.object({
    name: z.string(),
    version: z.unknown().optional(),
    description: z.string().nullish(),
    repository: z
      .object({ url: z.string().nullish(), subfolder: z.string().nullish().catch(undefined) })
      .nullish(),
  }),
  _meta: z
    .object({
      [META]: z
        .object({
          status: z.enum(['active', 'deprecated', 'deleted']).optional(),
          isLatest: z.boolean().optional(),
          publishedAt: z.string().optional(),
          updatedAt: z.string().optional().catch(undefined),
          statusChangedAt: z.string().optional().catch(undefined),
        })
        .nullish(),
    })
    .nullish(),
})

const PAGE_SIZE = 100
/** The size of a page of 100 servers, and ten times what the official registry sends. */
const MAX_BYTES = 10_000_000
const MAX_CURSOR = 2_048
const MAX_SOURCE = 1_000
/** `private.url_error`. */
const MAX_URL = 2_048
/** In UTF-16 code units: twice what SQL allows in code points. It bounds what the import remembers of a name. */
const MAX_NAME = 400
/** More than a version that can be served. */
const MAX_VERSION = 256
/** A registry could send new cursors for ever. */
const MAX_PAGES = 100_000
const TIMEOUT_MS = 30_000
/** Repeats a request up to five times: after what Retry-After says, or after half a second, then twice as long each time. */
const dispatcher = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }).compose(
  interceptors.retry({ minTimeout: 500, maxTimeout: 60_000 }),
)

/** The URL of a registry, which also identifies it as a source. @throws UserError */
export function registryUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UserError(`--base-url is ${quote(text, 200)}: set it to an http or https address.`)
  const { origin, pathname } = new URL(text)
  const source = (origin + pathname).replace(/\/+$/, '')
  if (source.length > MAX_SOURCE)
    throw new UserError(`--base-url is too long: set it to an address of at most ${MAX_SOURCE} characters.`)
  return source
}

/** Reads the servers of a registry, from a cursor or from the beginning. @throws UserError */
export async function* readServers(source: string, from: string, maxPages = MAX_PAGES): AsyncGenerator<Page> {
  let cursor = from
  let earlier = ''
  for (let pages = 1; ; pages++) {
    const { list, size } = await getPage(source, cursor, cursor === from)
    const { servers, metadata } = list
    const next = metadata?.nextCursor ?? ''
    if (next.length > MAX_CURSOR || !isStorable(next))
      throw new UserError(`${source} returns an invalid cursor.`)
    // Compared with the cursors of pages 1, 2, 4, 8 … this finds a loop of any length.
    if (next !== '' && (next === cursor || next === earlier))
      throw new UserError(`${source} returns the same pages again and again.`)
    yield pageOf(servers ?? [], next, size)
    if (next === '') return
    if (pages === maxPages)
      throw new UserError(
        `${source} returns more than ${maxPages.toLocaleString('en')} pages. The same command continues there.`,
      )
    cursor = next
    if (Number.isInteger(Math.log2(pages))) earlier = next
  }
}

function pageOf(servers: unknown[], next: string, size: number): Page {
  const page: Page = { entries: [], problems: [], next, size }
  for (const server of servers) {
    const read = readServer(server)
    if (Array.isArray(read)) page.problems.push(read)
    else page.entries.push(read)
  }
  return page
}

function readServer(value: unknown): Entry | Problem {
  const { data } = Server.safeParse(value)
  if (!data) return [nameOf(value), 'is not a server as the API of the MCP Registry describes it']
  const { name, description, repository } = data.server
  if (name.length > MAX_NAME) return [nameOf(value), 'name must have 1 to 200 characters']
  const { status = 'active', isLatest, publishedAt, ...times } = data._meta?.[META] ?? {}
  const server_published_at = timeOf(publishedAt)
  if (isLatest === false && publishedAt !== undefined && server_published_at === null)
    return [name, 'publishedAt is not a time']
  const entry: Entry = {
    external_name: name,
    name,
    description: description ?? '',
    type: 'mcp',
    url: repository?.url ? folderUrl(repository.url, repository.subfolder ?? '') : null,
    version: typeof data.server.version === 'string' ? data.server.version.slice(0, MAX_VERSION) : '',
    published_at: isLatest ? 'infinity' : (server_published_at ?? '-infinity'),
    status,
    // As it was sent: zod would return a copy with only the fields that are read.
    server: status === 'active' ? (value as { server: object }).server : null,
    server_published_at,
    source_updated_at: timeOf(times.updatedAt),
    status_changed_at: timeOf(times.statusChangedAt),
  }
  const isValid = [name, entry.description, entry.url ?? ''].every(isStorable)
  return isValid ? entry : [name, 'must not contain NUL or lone surrogates']
}

/** The page of a folder of a repository on GitHub or GitLab; any other address, and one of a folder that cannot be, as it is. */
function folderUrl(url: string, subfolder: string): string {
  const [, repository, host] =
    /^(https?:\/\/(?:www\.)?(github|gitlab)\.com\/[^?#]*[^?#/])\/*$/i.exec(url) ?? []
  const names = subfolder.split('/').filter((name) => name !== '')
  if (repository === undefined || names.length === 0 || names.includes('.') || names.includes('..'))
    return url
  if (!isStorable(subfolder)) return url
  const tree = host?.toLowerCase() === 'gitlab' ? '-/tree' : 'tree'
  const page = `${repository.replace(/\.git$/i, '')}/${tree}/HEAD/${names.map(encodeURIComponent).join('/')}`
  return page.length > MAX_URL ? url : page
}

function nameOf(value: unknown): string {
  const name = (value as { server?: { name?: unknown } } | null)?.server?.name
  return typeof name === 'string' ? name.slice(0, 200) : 'a server without a name'
}

/** RFC 3339. Date also parses other texts, some of them in the time zone of this machine. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

/**
 * A time of the years 1 to 9999 in UTC, with nine digits after the second, so that texts compare like times and microseconds are kept;
 * null for anything else.
 */
function timeOf(text: string | undefined): string | null {
  if (text === undefined || !TIME.test(text)) return null
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return null
  const iso = time.toISOString()
  if (!/^(?!0000)\d{4}-/.test(iso)) return null
  const [, fraction = iso.slice(20, 23)] = /\.(\d{1,9})Z$/i.exec(text) ?? []
  return `${iso.slice(0, 19)}.${fraction.padEnd(9, '0')}Z`
}

/** @param isFirst whether the cursor is of an earlier import, and may have expired */
async function getPage(
  source: string,
  cursor: string,
  isFirst: boolean,
): Promise<{ list: z.output<typeof ServerList>; size: number }> {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    include_deleted: 'true',
    ...(cursor && { cursor }),
  })
  const unreadable = (problem: string) =>
    new UserError(
      `${source} cannot be read (${problem}). Run the same command again later: it continues where it stopped.`,
    )
  const address = `${source}/v0.1/servers`
  const request = (url: string) =>
    fetch(`${url}?${query}`, { headers: { Accept: 'application/json' }, redirect: 'manual', dispatcher })
  const read = async () => {
    let response = await request(address)
    // The operator chose this address, so no redirect to another one is followed.
    if (addsSlash(response, address)) {
      await response.body?.cancel()
      response = await request(`${address}/`)
    }
    return { response, text: response.ok ? await textOf(response) : await response.body?.cancel() }
  }
  const { response, text } = await read().catch((error: Error) => {
    const reason = reasonOf(error)
    if (reason === BAD_PORT)
      throw new UserError(`fetch() does not allow the port of ${source}: set --base-url to another address.`)
    throw unreadable(reason)
  })
  if (!response.ok) {
    if (isFirst && cursor !== '') return getPage(source, '', true)
    const advice = response.status < 400 ? ': set --base-url to the address that it redirects to' : ''
    throw new UserError(`${source}/v0.1/servers returns status ${response.status}${advice}.`)
  }
  if (text === undefined) throw unreadable(`a page is larger than ${MAX_BYTES / 1_000_000} MB`)
  const { data } = ServerList.safeParse(parseJson(text))
  if (!data) throw unreadable('not a list of servers')
  return { list: data, size: text.length }
}

/** Whether a response redirects to the same address with a slash at its end, whatever the scheme: a proxy can have ended TLS. */
function addsSlash({ status, headers }: Response, address: string): boolean {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, address)) return false
  const [from, to] = [new URL(address), new URL(location, address)]
  return to.host === from.host && to.pathname === `${from.pathname}/`
}

/** The body as text without a byte order mark; undefined if it is longer than {@link MAX_BYTES}, decompressed. */
async function textOf(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
