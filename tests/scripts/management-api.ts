import { Hono } from 'hono'
import { serveApp } from '../support/serve.ts'
import { AUTH_SETTINGS } from './auth-settings.ts'

/** An upload of `supabase functions deploy`: the name of the function, its settings and its files by path. */
export type Upload = {
  slug: string | undefined
  metadata: Record<string, unknown>
  files: Map<string, string>
}

const deployed = (slug: string) => {
  const times = { created_at: 1, updated_at: 1 }
  return { id: slug, slug, name: slug, status: 'ACTIVE', version: 1, ...times }
}

/** The settings of a new project that `supabase config` reads, in blocks; it leaves out those that are not here. */
const newConfig = () => ({
  api: {
    db_schema: 'public,graphql_public',
    db_extra_search_path: 'public,extensions',
    max_rows: 1000,
    db_pool_acquisition_timeout: 10,
    db_pool_max_lifetime: 1800,
    db_pool_max_idletime: 30,
    db_pool: null,
  },
  auth: { disable_signup: false, site_url: 'http://localhost:3000', jwt_exp: 3600 },
})

const amounts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1]))

/** The other settings, of which the CLI expects all. */
const REST_OF_CONFIG = {
  database: {
    major_version: 17,
    ssl_enforced: false,
    network_restrictions: { entitlement: 'allowed', status: 'applied', allowed_cidrs: [] },
    postgres_settings: {},
  },
  pooler: {
    pool_mode: 'transaction',
    ignore_startup_parameters: '',
    ...amounts(
      'server_idle_timeout',
      'server_lifetime',
      'query_wait_timeout',
      'reserve_pool_size',
      'default_pool_size',
      'max_client_conn',
    ),
  },
  realtime: {
    private_only: false,
    presence_enabled: true,
    suspend: false,
    postgres_changes_pool: null,
    ...amounts(
      'max_concurrent_users',
      'max_events_per_second',
      'max_bytes_per_second',
      'max_channels_per_client',
      'max_joins_per_second',
    ),
    ...amounts('max_presence_events_per_second', 'max_payload_size_in_kb', 'connection_pool'),
  },
  storage: {
    file_size_limit: 52_428_800,
    features: {
      image_transformation: { enabled: false },
      s3_protocol: { enabled: true },
      purge_cache: { enabled: false },
      iceberg_catalog: { enabled: false, ...amounts('max_namespaces', 'max_tables', 'max_catalogs') },
      vector_buckets: { enabled: false, ...amounts('max_buckets', 'max_indexes') },
    },
    capabilities: { list_v2: true, iceberg_catalog: false, object_versioning: false },
    upstream_target: 'main',
    migration_version: null,
  },
}

/** Starts a fake of the routes of Supabase's management API that a deployment calls. */
export async function standInForManagementApi() {
  const uploads: Upload[] = []
  const live: string[][] = []
  const unknown: string[] = []
  const config = newConfig()
  const root = new Hono()
  root.get('/v2/projects/:project{[a-z]{20}}/config', (c) =>
    c.json({
      data: {
        type: 'project_config',
        id: c.req.param('project'),
        attributes: { ...REST_OF_CONFIG, ...config },
      },
    }),
  )
  const app = root.basePath('/v1/projects/:project{[a-z]{20}}')
  app.get('/billing/addons', (c) => c.json({ selected_addons: [], available_addons: [] }))
  app.patch('/postgrest', async (c) => c.json(Object.assign(config.api, await c.req.json())))
  app.patch('/config/auth', async (c) => {
    Object.assign(config.auth, await c.req.json())
    return c.json({ ...AUTH_SETTINGS, ...config.auth })
  })
  app.post('/functions/deploy', async (c) => {
    const form = await c.req.formData()
    const slug = c.req.query('slug')
    const files = new Map<string, string>()
    for (const file of form.getAll('file') as File[]) files.set(file.name, await file.text())
    uploads.push({ slug, metadata: JSON.parse(String(form.get('metadata'))), files })
    return c.json(deployed(slug ?? ''), 201)
  })
  // The CLI uploads the files of all functions first and then activates all functions together.
  app.put('/functions', async (c) => {
    const slugs = (await c.req.json<{ slug: string }[]>()).map(({ slug }) => slug)
    live.push(slugs)
    return c.json({ functions: slugs.map(deployed) })
  })
  // The CLI requests the project and works without an answer.
  app.all('/', (c) => c.json({ message: 'not found' }, 404))
  root.notFound((c) => {
    unknown.push(`${c.req.method} ${c.req.path}`)
    return c.json({ message: 'not found' }, 404)
  })
  const { url, close } = await serveApp(root)
  return {
    url,
    uploads,
    /** The settings, as they were pushed. */
    config,
    /** The functions that were activated, by request. */
    live,
    /** Requests to unknown routes. */
    unknown,
    close,
  }
}
