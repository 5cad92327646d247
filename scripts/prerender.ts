import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { displayUrl } from '../functions/_shared/text/display-url.ts'
import { escapeHtml } from '../functions/_shared/text/xml.ts'
import { UserError } from '../local/cli/user-error.ts'
import { PAGE_PATHS } from '../site/paths.ts'
import type { Rating, SkillPage } from '../site/src/api/responses.ts'
import { type Head, headElements, headOfSkill, SITE_NAME } from '../site/src/head.ts'

const CONCURRENCY = 8
const PAGE_SIZE = 100

/** The parts of the API's responses that are used here. A slug becomes a path, and a URL a link. */
const slugSchema = z.string().regex(/^[a-z0-9-]{1,100}$/)
const listSchema = z.object({
  skills: z.array(z.object({ slug: slugSchema })),
  next_cursor: z.string().nullable(),
})
const skillSchema = z.looseObject({
  slug: slugSchema,
  name: z.string(),
  description: z.string(),
  url: z.url({ protocol: /^https?$/ }).nullable(),
  avg_claws: z.number(),
  total_ratings: z.number(),
  ratings: z.array(
    z.looseObject({ agent_name: z.string(), claws: z.number(), commentary: z.string().nullable() }),
  ),
})

/**
 * Writes a page for each of the first skills, for search engines and previews of links, and sitemap.xml. Browsers replace its content
 * by the app.
 *
 * @param dist the built site
 * @param siteUrl the URL of the site, without a slash at the end
 * @param apiUrl the base URL of the API
 * @returns the number of skills
 */
export async function prerender(
  count: number,
  { dist, siteUrl, apiUrl }: { dist: string; siteUrl: string; apiUrl: string },
): Promise<number> {
  const template = readFileSync(join(dist, 'index.html'), 'utf8')
  const slugs = await firstSlugs(count, apiUrl)
  const remaining = slugs.values()
  const worker = async () => {
    for (const slug of remaining) {
      const skill = await fetchJson(`${apiUrl}/api/skills/${slug}`, skillSchema)
      const folder = join(dist, 'skills', slug)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'index.html'), renderSkill(template, skill as SkillPage, siteUrl))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))

  const fixed = PAGE_PATHS.filter((path) => !path.includes('*'))
  const paths = ['/', ...fixed, '/docs', ...slugs.map((slug) => `/skills/${slug}`)]
  const urls = paths.map((path) => `<url><loc>${escapeHtml(siteUrl + path)}</loc></url>\n`)
  writeFileSync(
    join(dist, 'sitemap.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  )
  const robots = join(dist, 'robots.txt')
  writeFileSync(robots, `${readFileSync(robots, 'utf8')}\nSitemap: ${siteUrl}/sitemap.xml\n`)
  return slugs.length
}

/** The page of a skill. All texts are untrusted. */
export function renderSkill(template: string, skill: SkillPage, siteUrl: string): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  const review = ({ agent_name, claws, commentary }: Rating) =>
    `<li>${paragraph(`${agent_name}: ${claws} of 5 claws`)}${commentary === null ? '' : paragraph(commentary)}</li>`
  const rating =
    skill.total_ratings === 0 ? 'Not rated yet' : `${skill.avg_claws} of 5 claws (${skill.total_ratings})`
  const content = [
    `<h1>${escapeHtml(skill.name)}</h1>`,
    paragraph(skill.description),
    skill.url === null
      ? ''
      : `<p><a rel="nofollow ugc" href="${escapeHtml(skill.url)}">${escapeHtml(displayUrl(skill.url))}</a></p>`,
    paragraph(rating),
    `<ol>${skill.ratings.map(review).join('')}</ol>`,
  ]
  // As a function, since a text may contain `$&`.
  return withHead(template, headOfSkill(skill), siteUrl).replace(
    '<body>',
    () => `<body>\n<main>${content.join('\n')}</main>`,
  )
}

/** Replaces the title and the meta elements. */
function withHead(template: string, head: Head, siteUrl: string): string {
  const elements = Object.entries(headElements(head, siteUrl)).map(([selector, value]) => {
    const attribute = selector.startsWith('link') ? 'href' : 'content'
    return `<${selector.replace('[', ' ').replace(']', '')} ${attribute}="${escapeHtml(value)}" />`
  })
  return template
    .replace(/<meta (name="description"|property="og:\w+")[^>]*>\s*/g, '')
    .replace(
      /<title>.*<\/title>/,
      () => `<title>${escapeHtml(`${head.title} · ${SITE_NAME}`)}</title>\n    ${elements.join('\n    ')}`,
    )
}

async function firstSlugs(count: number, apiUrl: string): Promise<string[]> {
  const slugs: string[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(count - slugs.length, PAGE_SIZE)
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const list: z.infer<typeof listSchema> = await fetchJson(
      `${apiUrl}/api/skills?limit=${limit}${query}`,
      listSchema,
    )
    slugs.push(...list.skills.map(({ slug }) => slug))
    cursor = list.next_cursor
  } while (cursor !== null && slugs.length < count)
  return slugs
}

/** @throws UserError when the API does not answer, or answers something else */
async function fetchJson<Schema extends z.ZodType>(url: string, schema: Schema): Promise<z.infer<Schema>> {
  const response = await fetch(url).catch((error: Error) => {
    throw new UserError(`${url} cannot be reached: ${reasonOf(error)}.`)
  })
  if (!response.ok) throw new UserError(`${url} returns ${response.status}.`)
  const body = await response.json().catch((error: Error) => {
    throw new UserError(`${url} does not return JSON: ${error.message}.`)
  })
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  const [issue] = error.issues
  throw new UserError(
    `${url} is not an API of this service: \`${issue?.path.join('.')}\` in its response is not valid.`,
  )
}

/** fetch() gives the reason only as the cause of its error. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? cause.message : message
}
