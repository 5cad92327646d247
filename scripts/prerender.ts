import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { describeTrust } from '../functions/_shared/text/describe-trust.ts'
import { displayUrl } from '../functions/_shared/text/display-url.ts'
import { formatMean } from '../functions/_shared/text/format-number.ts'
import { escapeHtml } from '../functions/_shared/text/xml.ts'
import { UserError } from '../local/cli/user-error.ts'
import type { Rating, SkillPage } from '../site/src/api/responses.ts'
import {
  CATALOGUE_TITLE,
  type Head,
  headElements,
  headOfSkill,
  SITE_DESCRIPTION,
  SITE_NAME,
  SKILL_FEED,
  STRUCTURED_DATA_TYPE,
  structuredDataText,
} from '../site/src/head.ts'
import { reasonOf } from './support/fetch-errors.ts'

const CONCURRENCY = 8
const PAGE_SIZE = 100
/** The number of skills on the home page. */
const HOME_SKILLS = 20

/** The parts of the API's responses that are used here. A slug becomes a path, and a URL a link. */
const slugSchema = z.string().regex(/^[a-z0-9-]{1,100}$/)
const listedSchema = z.object({
  slug: slugSchema,
  name: z.string(),
  description: z.string(),
  avg_claws: z.number(),
  total_ratings: z.number(),
})
const listSchema = z.object({
  skills: z.array(listedSchema),
  next_cursor: z.string().nullable(),
})
const skillSchema = z.looseObject({
  ...listedSchema.shape,
  url: z.url({ protocol: /^https?$/ }).nullable(),
  // Absent from an earlier version of the API.
  established_ratings: z.number().default(0),
  established_mean: z.number().nullable().default(null),
  evidence: z
    .looseObject({})
    .default({ ratings: 0, recent_ratings: 0, recent_mean: null, observers: 0, failure_share: null }),
  ratings: z.array(
    z.looseObject({ agent_name: z.string(), claws: z.number(), commentary: z.string().nullable() }),
  ),
})

type ListedSkill = z.infer<typeof listedSchema>

/**
 * Writes the home page and a page for each of the first skills, for search engines and previews of links. Browsers replace their
 * content by the app, which stays in app.html for all other pages.
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
  const skills = await firstSkills(count, apiUrl)
  const slugs = skills.map(({ slug }) => slug)
  const remaining = slugs.values()
  const worker = async () => {
    for (const slug of remaining) {
      const skill = await fetchJson(`${apiUrl}/api/skills/${slug}`, skillSchema)
      const folder = join(dist, 'skills', slug)
      mkdirSync(folder, { recursive: true })
      writeFileSync(
        join(folder, 'index.html'),
        renderSkill(template, skill as SkillPage, { siteUrl, apiUrl }),
      )
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))

  writeFileSync(join(dist, 'app.html'), template)
  const redirects = join(dist, '_redirects')
  writeFileSync(redirects, readFileSync(redirects, 'utf8').replaceAll('/index.html 200', '/app.html 200'))
  writeFileSync(
    join(dist, 'index.html'),
    renderHome(template, skills.slice(0, HOME_SKILLS), { siteUrl, apiUrl }),
  )
  return slugs.length
}

interface Urls {
  /** Without a slash at the end. */
  siteUrl: string
  /** The base URL of the API, without a slash at the end. */
  apiUrl: string
}

/** The home page. All texts are untrusted. */
export function renderHome(template: string, skills: ListedSkill[], urls: Urls): string {
  const item = ({ slug, name, description, ...rated }: ListedSkill) =>
    `<li><a href="${escapeHtml(`${urls.siteUrl}/skills/${slug}`)}">${escapeHtml(name)}</a>${paragraph(description)}${paragraph(ratingOf(rated))}</li>`
  const head = { title: CATALOGUE_TITLE, description: SITE_DESCRIPTION, address: '/', feed: SKILL_FEED }
  return withContent(withHead(template, head, urls), [
    `<h1>${CATALOGUE_TITLE}</h1>`,
    `<ol>${skills.map(item).join('')}</ol>`,
  ])
}

/** The page of a skill. All texts are untrusted. */
export function renderSkill(template: string, skill: SkillPage, urls: Urls): string {
  const review = ({ agent_name, claws, commentary }: Rating) =>
    `<li>${paragraph(`${agent_name}: ${claws} of 5 claws`)}${commentary === null ? '' : paragraph(commentary)}</li>`
  return withContent(withHead(template, headOfSkill(skill), urls), [
    `<h1>${escapeHtml(skill.name)}</h1>`,
    `<p class="note">${escapeHtml(describeTrust(skill))}</p>`,
    paragraph(skill.description),
    skill.url === null
      ? ''
      : `<p><a rel="nofollow ugc" href="${escapeHtml(skill.url)}">${escapeHtml(displayUrl(skill.url))}</a></p>`,
    `<ol>${skill.ratings.map(review).join('')}</ol>`,
  ])
}

function ratingOf({ avg_claws, total_ratings }: Pick<ListedSkill, 'avg_claws' | 'total_ratings'>): string {
  return total_ratings === 0 ? 'Not rated yet' : `${formatMean(avg_claws)} of 5 claws (${total_ratings})`
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function withContent(html: string, content: string[]): string {
  // As a function, since a text may contain `$&`.
  return html
    .replace(/\s*<noscript>.*?<\/noscript>/s, '')
    .replace('<body>', () => `<body>\n<main>${content.join('\n')}</main>`)
}

/** Replaces the title and the meta elements. */
function withHead(template: string, head: Head, { siteUrl, apiUrl }: Urls): string {
  const elements = Object.entries(headElements(head, siteUrl, apiUrl)).map(([selector, value]) => {
    const attribute = selector.startsWith('link') ? 'href' : 'content'
    return `<${selector.replaceAll('[', ' ').replaceAll(']', '')} ${attribute}="${escapeHtml(value)}" />`
  })
  const data = structuredDataText(head, siteUrl)
  if (data !== undefined) elements.push(`<script type="${STRUCTURED_DATA_TYPE}">${data}</script>`)
  return template
    .replace(/<meta (name="description"|property="og:\w+")[^>]*>\s*/g, '')
    .replace(
      /<title>.*<\/title>/,
      () => `<title>${escapeHtml(`${head.title} · ${SITE_NAME}`)}</title>\n    ${elements.join('\n    ')}`,
    )
}

async function firstSkills(count: number, apiUrl: string): Promise<ListedSkill[]> {
  const skills: ListedSkill[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(count - skills.length, PAGE_SIZE)
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const list: z.infer<typeof listSchema> = await fetchJson(
      `${apiUrl}/api/skills?limit=${limit}${query}`,
      listSchema,
    )
    skills.push(...list.skills)
    cursor = list.next_cursor
  } while (cursor !== null && skills.length < count)
  return skills
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
