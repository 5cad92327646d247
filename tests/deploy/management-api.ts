import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What `supabase functions deploy` sent: the function's address and settings, and its files by their paths. */
export type Upload = { slug: string | null; metadata: Record<string, unknown>; files: Map<string, string> }

const deployed = (slug: string) => {
  const times = { created_at: 1, updated_at: 1 }
  return { id: slug, slug, name: slug, status: 'ACTIVE', version: 1, ...times }
}

/** A stand-in, on loopback, for the part of Supabase's management API that deploying a function calls. */
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
      // Of several functions the CLI uploads the files first, and then has all of them served at once.
      const slugs = (JSON.parse(Buffer.concat(chunks).toString()) as { slug: string }[]).map(
        ({ slug }) => slug,
      )
      live.push(slugs)
      answer(200, { functions: slugs.map(deployed) })
    } else {
      // Also the project itself, which the CLI asks for and does without.
      if (!/^\/v1\/projects\/[a-z]{20}$/.test(pathname)) unknown.push(`${request.method} ${pathname}`)
      answer(404, { message: 'not found' })
    }
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    uploads,
    /** The functions that went live, those of one call together. */
    live,
    /** Calls it knows nothing of. */
    unknown,
    close: () => new Promise((down) => server.close(down)),
  }
}
