import { Hono } from 'hono'
import { serveApp } from '../support/serve.ts'

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

/** Starts a fake of the routes of Supabase's management API that the deployment of a function calls. */
export async function standInForManagementApi() {
  const uploads: Upload[] = []
  const live: string[][] = []
  const unknown: string[] = []
  const app = new Hono().basePath('/v1/projects/:project{[a-z]{20}}')
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
  app.notFound((c) => {
    unknown.push(`${c.req.method} ${c.req.path}`)
    return c.json({ message: 'not found' }, 404)
  })
  const { url, close } = await serveApp(app)
  return {
    url,
    uploads,
    /** The functions that were activated, by request. */
    live,
    /** Requests to unknown routes. */
    unknown,
    close,
  }
}
