// The process behind /rest/v1 and Studio. What it needs to know comes through the environment, see stack.ts.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { guardStudio } from '../gateway/studio-guard.ts'
import { Pool } from './pool.ts'
import { PostgrestConnection, withRequest } from './postgrest-connection.ts'
import { followSchema } from './schema-notifications.ts'

// The pipe closes when the process that started this one is gone, however it went.
process.stdin.resume().once('close', () => process.exit())
process.once('SIGTERM', () => process.exit())
// After each connect the driver looks at the array types, which @supabase/lite needs, and awaits it nowhere: a server that
// dies then must not end this process.
process.on('unhandledRejection', (error) => {
  if (!/ECONN|EPIPE|CONNECT|^(08|53|57)/.test((error as { code?: string } | undefined)?.code ?? ''))
    throw error
})

const { DATABASE_URL, DATA_API_PORT, STUDIO_PORT, PUBLISHABLE_KEY, SECRET_KEY } = process.env as Record<
  string,
  string
>

// As authenticator and never as a superuser: @supabase/lite then cannot change a grant at start-up, and a request has
// the rights of its own role alone. The password is in PGPASSWORD, not in the address, which Studio shows.
function connect(size: number, statementTimeout: number) {
  const connectionOf = (onclose: () => void) =>
    new PostgrestConnection({
      url: DATABASE_URL as string,
      postgresOptions: {
        max: 1,
        onclose,
        // Each one holds some 20 MB of the server's memory; after a rush they are given back. Seconds.
        idle_timeout: 60,
        // The driver would wait ever longer before it tries a database that is back again.
        backoff: () => 0.1,
        // On this machine a connection takes milliseconds; what takes longer hangs, and is better tried anew. Seconds.
        connect_timeout: 1,
        connection: {
          application_name: 'data-api',
          // For anon, and for every role: @supabase/lite takes no notice of a role's own limit.
          statement_timeout: statementTimeout,
        },
      },
    })
  const pool = new Pool({
    size,
    // The server gives up first, as long as it is there.
    patience: statementTimeout + 1_000,
    client: (closed) => connectionOf(closed).driver,
  })
  const connection = connectionOf(() => {})
  Object.assign(connection.driver, { reserve: () => pool.reserve() })
  return connection
}

const auth = { enabled: false, publishable_key: PUBLISHABLE_KEY as string, secret_key: SECRET_KEY as string }
const off = { enabled: false }

const connection = connect(8, 3_000)
const dataApi = new App({
  // As in supabase/config.toml: a row may hold 60 kB, and anyone may read the tables.
  api: { max_rows: 100 },
  connection,
  auth,
  storage: off,
  studio: off,
  options: { server: { disableStudio: true } },
})

const studio = new App({
  connection: connect(2, 8_000),
  auth,
  storage: off,
  // What admins look at and call (sql/8_admin.sql): here, and not in the Data API above, which serves `public` alone.
  api: { schemas: ['public', 'admin'] },
  studio: { enabled: true },
  // Studio works as service_role for callers on this machine, without a key; studio-guard.ts keeps web pages out. Not as superuser:
  // what service_role may not see, such as agents' keys, Studio does not show either.
  options: { server: { admin: true } },
})

// Not before the database answers: @supabase/lite takes a schema that it could not read for an empty one.
await followSchema(DATABASE_URL as string, () => {
  // Each App has a cache of its own.
  for (const app of [dataApi, studio]) void app.connection.clearSchemaCache()
})

listen(Number(DATA_API_PORT), async (request, peerAddress) => {
  // The library has more routes, with which a caller of the API has no business.
  const { pathname } = new URL(request.url)
  if (!/^\/rest\/v1(\/|$)/.test(pathname)) return Response.json({ message: 'not found' }, { status: 404 })
  return withRequest(request, () => dataApi.fetch(request, { peerAddress }))
})

// The folder itself is not among the package's exports; this file in it is.
const assets = dirname(createRequire(import.meta.url).resolve('@supabase/lite/static/favicon.ico'))
listen(Number(STUDIO_PORT), (request, peerAddress) =>
  guardStudio(request, async () => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/static/')) return asset(pathname)
    const response = await withRequest(request, () => studio.fetch(request, { peerAddress }))
    return pathname === '/_system/introspect' ? withAdminViews(response) : response
  }),
)

/** Studio lists tables alone; what admins look at are views. It shows one as it shows a table, once it is in the list. */
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
  // Longer than the gateway keeps an idle connection, so that it never sends a request into one that is just closing.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 30_000
}

async function asset(pathname: string): Promise<Response> {
  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.woff2': 'font/woff2',
    '.ico': 'image/x-icon',
  }
  const folder = pathname.startsWith('/static/assets/') ? join(assets, 'assets') : assets
  const type = types[extname(pathname)]
  // By its last name alone, so that no path leads out of the folder.
  const content = type && (await readFile(join(folder, basename(pathname))).catch(() => undefined))
  return content
    ? new Response(new Uint8Array(content), { headers: { 'Content-Type': type } })
    : new Response('not found', { status: 404 })
}
