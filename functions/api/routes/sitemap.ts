import type { Context } from 'hono'
import { ApiError } from '../../_shared/errors.ts'
import { publicResponse } from '../../_shared/http/public-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { SitemapQuery } from '../../_shared/schemas/requests.ts'
import { getSitemap as readSitemap } from '../../_shared/services/skills.ts'
import { publicUrl, siteUrl } from '../../_shared/settings.ts'
import { escapeXml } from '../../_shared/text/xml.ts'

/** The number of skills in a sitemap. A search engine accepts 50,000, but other responses are not so large either. */
const MAX_SKILLS = 10_000

/**
 * GET /api/sitemap.xml: the first page of the web site, which leads to the others, and those of skills. The sitemap of many skills is a
 * list of its parts. Without a web site, there are no pages.
 */
export async function getSitemap(c: Context): Promise<Response> {
  const { part } = parseQuery(c, SitemapQuery)
  if (siteUrl === undefined) throw new ApiError('route_not_found')
  const { slugs } = await readSitemap(part)
  if (part === undefined && slugs.length > MAX_SKILLS) {
    const urls = Array.from(
      '0123456789abcdef',
      (digit) => `${publicUrl}/functions/v1/api/sitemap.xml?part=${digit}`,
    )
    return publicResponse(c, 'application/xml', list('sitemapindex', 'sitemap', urls))
  }
  const pages = ['/', ...slugs.slice(0, MAX_SKILLS).map((slug) => `/skills/${slug}`)]
  return publicResponse(
    c,
    'application/xml',
    list(
      'urlset',
      'url',
      pages.map((path) => siteUrl + path),
    ),
  )
}

function list(name: string, item: string, urls: string[]): string {
  const items = urls.map((url) => `<${item}><loc>${escapeXml(url)}</loc></${item}>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('')}</${name}>\n`
}
