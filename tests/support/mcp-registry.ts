// A stand-in for an MCP Registry: GET /v0/servers as its OpenAPI document describes it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ServerVersion = {
  name: string
  description?: string
  url?: string
  status?: 'active' | 'deprecated' | 'deleted'
  isLatest?: boolean
  publishedAt?: string
}

/** An entry of the list, as the official registry returns it. */
export function registryEntry({
  name,
  description = `What ${name} does.`,
  url,
  status = 'active',
  isLatest = true,
  publishedAt = '2026-01-01T10:30:00.000000Z',
}: ServerVersion): unknown {
  return {
    server: {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name,
      description,
      version: '1.0.0',
      ...(url !== undefined && { repository: { url, source: 'github' } }),
      packages: [{ registryType: 'npm', identifier: 'x', version: '1.0.0', transport: { type: 'stdio' } }],
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': { status, isLatest, publishedAt, updatedAt: publishedAt },
    },
  }
}

/** Starts a registry with these entries. Its pages have up to 100, and its cursors are positions. */
export async function startRegistry(entries: unknown[]) {
  const registry = {
    url: '',
    entries,
    /** The cursor of each request. */
    cursors: [] as string[],
    /** Runs before each response; a status other than 200 is sent without a page. */
    before: async (_cursor: string): Promise<number> => 200,
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const cursor = searchParams.get('cursor') ?? ''
    registry.cursors.push(cursor)
    const status = pathname === '/v0/servers' ? await registry.before(cursor) : 404
    response.writeHead(status, { 'Content-Type': 'application/json' })
    if (status !== 200) return response.end('{"title": "Not now"}')
    const start = Number(cursor.replace('at:', '')) || 0
    const end = start + Math.min(100, Number(searchParams.get('limit') ?? 30))
    const page = registry.entries.slice(start, end)
    const nextCursor = end < registry.entries.length ? { nextCursor: `at:${end}` } : {}
    return response.end(JSON.stringify({ servers: page, metadata: { count: page.length, ...nextCursor } }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return registry
}
