import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An upload of `supabase functions deploy`: the name of the function, its settings and its files by path. */
export type Upload = { slug: string | null; metadata: Record<string, unknown>; files: Map<string, string> }

const deployed = (slug: string) => {
  const times = { created_at: 1, updated_at: 1 }
  return { id: slug, slug, name: slug, status: 'ACTIVE', version: 1, ...times }
}

/** Starts a fake of the routes of Supabase's management API that the deployment of a function calls. */
export async function standInForManagementApi() {
  const uploads: Upload[] = []
  const live: string[][] = []
  const unknown: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

    if (request.method === 'POST' && /^\/v1\/projects\/[a-z]{20}\/functions\/deploy$/.test(pathname)) {
      const headers = { 'Content-Type': request.headers['content-type'] ?? '' }
      const form = await new Response(Buffer.concat(chunks), { headers }).formData()
      const slug = searchParams.get('slug')
      const metadata = JSON.parse(String(form.get('metadata')))
      const files = new Map<string, string>()
      for (const file of form.getAll('file') as File[]) files.set(file.name, await file.text())
      uploads.push({ slug, metadata, files })
      answer(201, deployed(slug ?? ''))
    } else if (request.method === 'PUT' && /^\/v1\/projects\/[a-z]{20}\/functions$/.test(pathname)) {
      // The CLI uploads the files of all functions first and then activates all functions together.
      const slugs = (JSON.parse(Buffer.concat(chunks).toString()) as { slug: string }[]).map(
        ({ slug }) => slug,
      )
      live.push(slugs)
      answer(200, { functions: slugs.map(deployed) })
    } else {
      // The CLI requests the project and works without an answer.
      if (!/^\/v1\/projects\/[a-z]{20}$/.test(pathname)) unknown.push(`${request.method} ${pathname}`)
      answer(404, { message: 'not found' })
    }
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    uploads,
    /** The functions that were activated, by request. */
    live,
    /** Requests to unknown routes. */
    unknown,
    close: () => new Promise((down) => server.close(down)),
  }
}
