import { z } from 'zod'
import { isStorable } from '../../functions/_shared/text/text.ts'
import { type Entry, MAX_VERSION, type Page, type Problem, type Source } from './entry.ts'
import { labelOf, pageOf, readPages } from './pages.ts'

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
/** `private.url_error`. */
const MAX_URL = 2_048
/** In UTF-16 code units: twice what SQL allows in code points. It bounds what the import remembers of a name. */
const MAX_NAME = 400
const MAX_PAGES = 100_000

export function mcpRegistry(url: string): Source {
  return { url, label: 'MCP Registry', read: () => readServers(url), listsAll: false }
}

/** Reads the servers of a registry. @throws UserError */
export async function* readServers(source: string, maxPages = MAX_PAGES): AsyncGenerator<Page> {
  const list = {
    source,
    path: '/v0.1/servers',
    parameters: { limit: String(PAGE_SIZE), include_deleted: 'true' },
    what: 'servers',
    maxPages,
    parse: (json: unknown) => {
      const { data } = ServerList.safeParse(json)
      return data && { items: data.servers ?? [], next: data.metadata?.nextCursor }
    },
  }
  for await (const items of readPages(list)) yield pageOf(items.map(readServer))
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
    is_latest: isLatest ?? false,
    status,
    // As it was sent: zod would return a copy with only the fields that are read.
    server: status === 'active' ? withoutEmptyRepository((value as { server: Json }).server) : null,
    server_published_at,
    source_updated_at: timeOf(times.updatedAt),
    status_changed_at: timeOf(times.statusChangedAt),
  }
  return entry
}

type Json = Record<string, unknown>

/** A server.json whose repository is absent if it is empty, as that of many servers of the official registry is. */
function withoutEmptyRepository({ repository, ...server }: Json): Json {
  const isEmpty =
    typeof repository === 'object' && repository !== null && Object.keys(repository).length === 0
  return repository === undefined || isEmpty ? server : { ...server, repository }
}

/** The page of a folder of a repository on GitHub or GitLab; any other address, such as one in it, and one of a folder that cannot be, as it is. */
function folderUrl(url: string, subfolder: string): string {
  const [, repository, gitlab] =
    /^(https?:\/\/(?:www\.)?(?:github\.com(?:\/[^/?#]+){2}|(gitlab)\.com(?:\/(?!(?:-|blob|tree)\/)[^/?#]+){2,}))\/*$/i.exec(
      url,
    ) ?? []
  const names = subfolder.split('/').filter((name) => name !== '')
  if (repository === undefined || names.length === 0 || names.includes('.') || names.includes('..'))
    return url
  if (!isStorable(subfolder)) return url
  const tree = gitlab ? '-/tree' : 'tree'
  const page = `${repository.replace(/\.git$/i, '')}/${tree}/HEAD/${names.map(encodeURIComponent).join('/')}`
  return page.length > MAX_URL ? url : page
}

function nameOf(value: unknown): string {
  return labelOf((value as { server?: unknown } | null)?.server, 'name', 'a server without a name')
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
