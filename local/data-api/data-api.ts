// The process of the Data API and Studio. Its settings are environment variables, see stack/stack.ts.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { getMimeType } from 'hono/utils/mime'
import { guardStudio } from '../gateway/studio-guard.ts'
import { Pool } from './pool.ts'
import { PostgrestConnection, withRequest } from './postgrest-connection.ts'
import { Rpc } from './rpc.ts'
import { onSchemaChange } from './schema-notifications.ts'

// The pipe closes when the process that started this one has ended.
process.stdin.resume().once('close', () => process.exit())
process.once('SIGTERM', () => process.exit())

const { DATABASE_URL, DATA_API_PORT, STUDIO_PORT, PUBLISHABLE_KEY, SECRET_KEY } = process.env as Record<
  string,
  string
>

type ConnectOptions = {
  size: number
  statementTimeoutMs: number
  schemas: string[]
  keepsDefinitions: boolean
}

// As authenticator and not as a superuser, so that @supabase/lite cannot change grants when it starts, and a request has only the
// privileges of its own role. The password is in PGPASSWORD and not in the URL, which Studio shows.
function connect({ size, statementTimeoutMs, schemas, keepsDefinitions }: ConnectOptions) {
  const pool = new Pool({
    connectionString: DATABASE_URL,
    application_name: 'data-api',
    options: '-c TimeZone=UTC',
    // For every role: @supabase/lite ignores the timeout of a role.
    statement_timeout: statementTimeoutMs,
    // The server cancels the statement first, if it runs.
    query_timeout: statementTimeoutMs + 1_000,
    // A connection takes about 20 MB of the server's memory.
    max: size,
    idleTimeoutMillis: 60_000,
    // As PostgREST waits for a free connection.
    connectionTimeoutMillis: 10_000,
  })
  const connection = new PostgrestConnection({ url: DATABASE_URL as string }, { schemas, keepsDefinitions })
  // The pool of its driver loses queries on a broken connection.
  Object.assign(connection.driver, { reserve: () => pool.reserve() })
  return { connection, pool }
}

let schemaTimer: NodeJS.Timeout | undefined
const auth = { enabled: false, publishable_key: PUBLISHABLE_KEY as string, secret_key: SECRET_KEY as string }
const off = { enabled: false }

const ofDataApi = connect({
  size: 8,
  statementTimeoutMs: 3_000,
  schemas: ['public'],
  keepsDefinitions: false,
})
const rpc = new Rpc(ofDataApi.pool, { publishable: auth.publishable_key, secret: auth.secret_key })
const dataApi = new App({
  // As in supabase/config.toml: a row may have 60 kB, and everyone may read the tables.
  api: { max_rows: 100 },
  connection: ofDataApi.connection,
  auth,
  storage: off,
  studio: off,
  options: { server: { disableStudio: true } },
})

// Only Studio serves the views and functions for admins (sql/agents/40_audit_log.sql).
const adminSchemas = ['public', 'admin']
const ofStudio = connect({
  size: 2,
  statementTimeoutMs: 8_000,
  schemas: adminSchemas,
  keepsDefinitions: true,
})
const studio = new App({
  connection: ofStudio.connection,
  auth,
  storage: off,
  api: { schemas: adminSchemas },
  studio: { enabled: true },
  // Clients on this machine get the role service_role without a key. It cannot read the keys of agents. studio-guard.ts rejects web
  // pages.
  options: { server: { admin: true } },
})

// Waits for the database: @supabase/lite treats a schema that it could not read as empty.
await onSchemaChange(DATABASE_URL as string, () => {
  for (const { connection, pool } of [ofDataApi, ofStudio]) {
    void connection.clearSchemaCache()
    pool.renew()
  }
  rpc.clearSchemaCache()
  readSchemaSoon()
})
readSchemaSoon()

listen(Number(DATA_API_PORT), async (request, peerAddress) => {
  // The library has other routes, which clients of the API must not reach.
  const { pathname } = new URL(request.url)
  if (!/^\/rest\/v1(\/|$)/.test(pathname)) return Response.json({ message: 'not found' }, { status: 404 })
  return rpc.answer(request, async (request) =>
    withRequest(request, () => dataApi.fetch(request, { peerAddress })),
  )
})

// The package exports this file but not its folder.
const assets = dirname(createRequire(import.meta.url).resolve('@supabase/lite/static/favicon.ico'))
listen(Number(STUDIO_PORT), (request, peerAddress) =>
  guardStudio(request, async () => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/static/')) return asset(pathname)
    const response = await withRequest(request, () => studio.fetch(request, { peerAddress }))
    return pathname === '/_system/introspect' ? withAdminViews(response) : response
  }),
)

/** Studio lists only tables, but it can show a view when the list contains it. */
async function withAdminViews(response: Response): Promise<Response> {
  if (!response.ok) return response
  type Relation = { name: string; schema: string }
  const schema = (await response.json()) as { tables: Relation[]; views: Relation[] }
  const views = schema.views.filter((view) => view.schema === 'admin')
  return Response.json({
    ...schema,
    tables: [...schema.tables, ...views.map(({ name, schema }) => ({ name, schema, type: 'table' }))],
  })
}

/** Reads the schema when a series of changes is over, as PostgREST does, and not at the first request. */
function readSchemaSoon(): void {
  clearTimeout(schemaTimer)
  schemaTimer = setTimeout(() => void ofDataApi.connection.introspect().catch(() => {}), 100)
}

type Handler = (request: Request, peerAddress: string | null) => Response | Promise<Response>

function listen(port: number, handle: Handler): void {
  const server = serve({
    port,
    hostname: '127.0.0.1',
    fetch: (request, env) => handle(request, env.incoming.socket.remoteAddress ?? null),
  })
  server.once('error', (error) => {
    console.error(error)
    process.exit(1)
  })
  // Longer than the gateway keeps idle connections, so that it never uses one that is closing.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 30_000
}

async function asset(pathname: string): Promise<Response> {
  const folder = pathname.startsWith('/static/assets/') ? join(assets, 'assets') : assets
  const type = getMimeType(pathname)
  // Only the file name, so that no path leads out of the folder.
  const content = type && (await readFile(join(folder, basename(pathname))).catch(() => undefined))
  return content
    ? new Response(new Uint8Array(content), { headers: { 'Content-Type': type } })
    : new Response('not found', { status: 404 })
}
