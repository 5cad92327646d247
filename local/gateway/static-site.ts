import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/** A file as it is served. */
export type SiteFile = { headers: Record<string, string | number>; content: Buffer }

/** The files of the built web site, held in memory by their addresses: no other file of this machine can be asked for. */
export class Site {
  readonly #files = new Map<string, SiteFile>()

  /**
   * @param folder what site/vite.config.ts made
   * @throws Error when it is not whole
   */
  constructor(folder: string) {
    const common = JSON.parse(readFileSync(join(folder, 'headers.json'), 'utf8')) as Record<string, string>
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const address = `/${relative(folder, path).replaceAll(sep, '/')}`
      const content = readFileSync(path)
      const headers = {
        ...common,
        'Content-Type': contentTypes[extname(entry.name)] ?? 'application/octet-stream',
        'Content-Length': content.length,
        // What is in assets/ has another name whenever its content is another.
        'Cache-Control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      }
      this.#files.set(address, { headers, content })
    }
    const index = this.#files.get('/index.html')
    if (!index) throw new Error(`${folder} has no index.html.`)
    this.#files.set('/', index)
  }

  /** The file that a request's target names, to the letter; undefined when it names none. */
  find(target: string): SiteFile | undefined {
    return this.#files.get(target.split(/[?#]/, 1)[0] as string)
  }
}
