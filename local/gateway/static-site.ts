import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMimeType, mimes } from 'hono/utils/mime'
import { escapeHtml } from '../../functions/_shared/text/xml.ts'
import { discovery } from '../../site/discovery.ts'
import { isPagePath } from '../../site/paths.ts'
import { filesIn } from '../files-in.ts'

const contentTypes = { ...mimes, md: 'text/markdown; charset=utf-8' }

type SiteFile = { headers: Record<string, string | number>; content: Buffer }

/** The files of the built web site in memory, by path. No other file of this machine can be requested. */
export class Site {
  /** The page for paths that are not found. */
  readonly notFoundPage: SiteFile
  readonly #index: SiteFile
  readonly #files = new Map<string, SiteFile>()

  /**
   * @param folder the output of site/vite.config.ts
   * @param siteUrl the URL of the site, and of the API, which the build did not know; without them, the site has no catalogue
   */
  constructor(folder: string, siteUrl?: string, apiUrl?: string) {
    const skillMd = readFileSync(join(folder, 'SKILL.md'), 'utf8')
    const { files, links } = discovery(skillMd, siteUrl, apiUrl)
    const tags = links.map(
      ({ rel, type, href }) => `<link rel="${rel}" type="${type}" href="${escapeHtml(href)}">`,
    )
    const headersByPath = Object.entries<Record<string, string>>(
      JSON.parse(readFileSync(join(folder, 'headers.json'), 'utf8')),
    )
    for (const path of new Set([...filesIn(folder), ...files.keys()])) {
      const address = `/${path}`
      const text = files.get(path)
      const built = text === undefined ? readFileSync(join(folder, path)) : Buffer.from(text)
      const content = path.endsWith('.html')
        ? Buffer.from(built.toString().replace('</head>', () => `${tags.join('')}</head>`))
        : built
      const headers = {
        ...Object.assign(
          {},
          ...headersByPath.map(([start, headers]) => (address.startsWith(start) ? headers : {})),
        ),
        'Content-Type': getMimeType(path, contentTypes) ?? 'application/octet-stream',
        'Content-Length': content.length,
        // The names in assets/ contain a hash of the content.
        'Cache-Control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      }
      this.#files.set(address, { headers, content })
      const page = address.match(/^(.+)\/index\.html$/)?.[1]
      if (page) for (const path of [page, `${page}/`]) this.#files.set(path, { headers, content })
    }
    const [index, notFoundPage] = ['/index.html', '/404.html'].map((path) => this.#files.get(path))
    if (!index || !notFoundPage) throw new Error(`${folder} lacks index.html or 404.html.`)
    this.#index = index
    this.notFoundPage = notFoundPage
    this.#files.set('/', this.#index)
  }

  /** The file for the target of a request. All pages of the app are one file. */
  find(target: string): SiteFile | undefined {
    const path = target.split(/[?#]/, 1)[0] as string
    return this.#files.get(path) ?? (isPagePath(path) ? this.#index : undefined)
  }
}
