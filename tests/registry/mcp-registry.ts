// A stand-in for an MCP Registry: GET /v0.1/servers as its OpenAPI document describes it.
import { Hono } from 'hono'
import { serveApp } from '../support/serve.ts'

export type ServerVersion = {
  name: string
  version?: string
  description?: string
  url?: string
  status?: 'active' | 'deprecated' | 'deleted'
  /** null leaves it out, as registries with one version of each server do. */
  isLatest?: boolean | null
  publishedAt?: string | null
}

/** An entry of the list, as the official registry returns it. */
export function registryEntry({
  name,
  version = '1.0.0',
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
      version,
      ...(url !== undefined && { repository: { url, source: 'github' } }),
      packages: [{ registryType: 'npm', identifier: 'x', version: '1.0.0', transport: { type: 'stdio' } }],
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status,
        ...(isLatest !== null && { isLatest }),
        ...(publishedAt !== null && { publishedAt, updatedAt: publishedAt }),
      },
    },
  }
}

const isDeleted = (entry: unknown) => JSON.stringify(entry).includes('"status":"deleted"')

/** Starts a registry with these entries. Its cursors are positions. */
export async function startRegistry(entries: unknown[]) {
  const registry = {
    entries,
    /** The most entries of a page. */
    pageSize: 100,
    /** The cursor of each request. */
    cursors: [] as string[],
    /** Runs before each response; a status other than 200 is sent without a page. */
    before: async (_cursor: string): Promise<number> => 200,
    /** Replaces the page after this cursor. */
    respond: (_cursor: string, _path: string): Response | undefined => undefined,
  }
  const app = new Hono({ strict: false }).get('/v0.1/servers', async (c) => {
    const { cursor = '', limit = '30', include_deleted = 'false' } = c.req.query()
    registry.cursors.push(cursor)
    const status = await registry.before(cursor)
    if (status !== 200) return Response.json({ title: 'Not now' }, { status })
    const replaced = registry.respond(cursor, new URL(c.req.url).pathname)
    if (replaced) return replaced
    const listed = registry.entries.filter((entry) => include_deleted === 'true' || !isDeleted(entry))
    const start = Number(cursor.replace('at:', '')) || 0
    const end = start + Math.min(registry.pageSize, Number(limit))
    const servers = listed.slice(start, end)
    const next = end < listed.length && { nextCursor: `at:${end}` }
    return c.json({ servers, metadata: { count: servers.length, ...next } })
  })
  return Object.assign(registry, await serveApp(app))
}
