import { Agent, fetch, interceptors } from 'undici'
import { z } from 'zod'
import { isStorable } from '../../functions/_shared/text/text.ts'
import { UserError } from '../../local/cli/user-error.ts'
import type { Entry, Page, Problem } from './import.ts'

// GET /v0/servers of the MCP Registry: github.com/modelcontextprotocol/registry, docs/reference/api/openapi.yaml. Only what is read.

const META = 'io.modelcontextprotocol.registry/official'

const ServerList = z.object({
  servers: z.array(z.unknown()).nullish(),
  metadata: z.object({ nextCursor: z.string().nullish() }).nullish(),
})

const Server = z.object({
  server: z.object({
    name: z.string(),
    description: z.string().nullish(),
    repository: z.object({ url: z.string().nullish() }).nullish(),
  }),
  _meta: z
    .object({
      [META]: z
        .object({
          status: z.string().optional(),
          isLatest: z.boolean().optional(),
          publishedAt: z.string().optional(),
        })
        .optional(),
    })
    .nullish(),
})

const PAGE_SIZE = 100
const TIMEOUT_MS = 30_000
/** Repeats a request up to five times: after what Retry-After says, or after half a second, then twice as long each time. */
const dispatcher = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }).compose(
  interceptors.retry({ minTimeout: 500, maxTimeout: 60_000 }),
)

/** The URL of a registry, which also identifies it as a source. @throws UserError */
export function registryUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UserError(`--base-url is “${text}”: set it to an http or https address.`)
  const { origin, pathname } = new URL(text)
  return (origin + pathname).replace(/\/+$/, '')
}

/** Reads the servers of a registry, from a cursor or from the beginning. @throws UserError */
export async function* readServers(source: string, from: string): AsyncGenerator<Page> {
  let cursor = from
  do {
    const { servers, metadata } = await getPage(source, cursor, cursor === from)
    const next = metadata?.nextCursor ?? ''
    if (next !== '' && next === cursor)
      throw new UserError(`${source} returns the same page again and again.`)
    yield pageOf(servers ?? [], next)
    cursor = next
  } while (cursor !== '')
}

function pageOf(servers: unknown[], next: string): Page {
  const page: Page = { entries: [], problems: [], inactive: 0, next }
  for (const server of servers) {
    const read = readServer(server)
    if (read === 'inactive') page.inactive += 1
    else if (Array.isArray(read)) page.problems.push(read)
    else page.entries.push(read)
  }
  return page
}

function readServer(value: unknown): Entry | Problem | 'inactive' {
  const { data } = Server.safeParse(value)
  if (!data) return [nameOf(value), 'is not a server as the API of the MCP Registry describes it']
  const { name, description, repository } = data.server
  // A registry without this metadata has only one version of each server.
  const { status = 'active', isLatest = true, publishedAt = '' } = data._meta?.[META] ?? {}
  if (status !== 'active') return 'inactive'
  const entry: Entry = {
    external_name: name,
    name,
    description: description ?? '',
    type: 'mcp',
    url: repository?.url || null,
    published_at: isLatest ? 'infinity' : timeOf(publishedAt),
  }
  const isValid = [name, entry.description, entry.url ?? ''].every(isStorable)
  return isValid ? entry : [name, 'must not contain NUL or lone surrogates']
}

function nameOf(value: unknown): string {
  const name = (value as { server?: { name?: unknown } } | null)?.server?.name
  return typeof name === 'string' ? name.slice(0, 200) : 'a server without a name'
}

function timeOf(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? '-infinity' : time.toISOString()
}

/** @param isFirst whether the cursor is of an earlier import, and may have expired */
async function getPage(
  source: string,
  cursor: string,
  isFirst: boolean,
): Promise<z.output<typeof ServerList>> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor && { cursor }) })
  const url = `${source}/v0/servers?${query}`
  const unreadable = (problem: string) =>
    new UserError(
      `${source} cannot be read (${problem}). Run the same command again later: it continues where it stopped.`,
    )
  const response = await fetch(url, { headers: { Accept: 'application/json' }, dispatcher }).catch(
    ({ cause, message }: Error) => {
      throw unreadable(cause instanceof Error ? cause.message : message)
    },
  )
  if (!response.ok) {
    await response.body?.cancel()
    if (isFirst && cursor !== '') return getPage(source, '', true)
    throw new UserError(`${url} returns status ${response.status}.`)
  }
  const { data } = ServerList.safeParse(await response.json().catch(() => undefined))
  if (!data) throw unreadable('not a list of servers')
  return data
}
