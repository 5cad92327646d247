import { z } from 'zod'
import { isStorable } from '../../functions/_shared/text/text.ts'
import { type Entry, type Page, type Problem, type Source, simpleEntry } from './entry.ts'
import { getText, parseJson, TooLarge } from './http.ts'
import { labelOf, pageOf, readPages } from './pages.ts'

// GET /api/v1/skills and /api/v1/skills/{slug} of ClawHub: github.com/openclaw/clawhub, docs/http-api.md. Only what is read.

export const CLAWHUB = 'https://clawhub.ai'

const SkillList = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullish() })

/**
 * Only the slug of a list is used. A slug belongs to its owner, and a list does not say whose skill it means: its text can be that of
 * another owner than the page of the slug.
 */
const Listed = z.object({ slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,95}$/) })

const SkillPage = z.object({
  skill: z.object({
    slug: z.string(),
    displayName: z.string().nullish(),
    summary: z.string().nullish(),
    description: z.string().nullish().catch(undefined),
  }),
  latestVersion: z.object({ version: z.string() }).nullish().catch(undefined),
  owner: z.object({ handle: z.string().regex(/^(?!\.+$)[\w.-]{1,64}$/) }),
  moderation: z.object({ isMalwareBlocked: z.boolean().optional() }).nullish().catch(undefined),
})

const PAGE_SIZE = 200
/** More pages than a catalogue of 2,000,000 skills has. */
const MAX_PAGES = 10_000
const MAX_NAME = 100
/** ClawHub answers 3,000 requests a minute. */
const AT_ONCE = 8

export function clawHub(url: string): Source {
  return { url, label: 'ClawHub', read: () => readSkills(url), listsAll: true }
}

async function* readSkills(source: string): AsyncGenerator<Page> {
  const list = {
    source,
    path: '/api/v1/skills',
    // In this order, a skill that changes during the import does not move.
    parameters: { limit: String(PAGE_SIZE), sort: 'createdAt' },
    what: 'skills',
    maxPages: MAX_PAGES,
    parse: (json: unknown) => {
      const { data } = SkillList.safeParse(json)
      return data && { items: data.items, next: data.nextCursor }
    },
  }
  const seen = new Set<string>()
  for await (const items of readPages(list))
    yield pageOf(await inPortions(items, (item) => readSkill(source, item, seen)))
}

/** @param seen the slugs that were listed before, to which this one is added */
async function readSkill(source: string, item: unknown, seen: Set<string>): Promise<Entry | Problem> {
  const { data: listed } = Listed.safeParse(item)
  if (!listed)
    return [
      labelOf(item, 'slug', 'a skill without a slug'),
      'is not a skill as the API of ClawHub describes it',
    ]
  const { slug } = listed
  if (seen.has(slug))
    return [slug, 'is listed more than once, and only the skill of its page can be imported']
  seen.add(slug)
  const answer = await getText(`${source}/api/v1/skills/${slug}`, source).catch((error: unknown) => {
    if (error instanceof TooLarge) return undefined
    throw error
  })
  // One skill must not stop the import.
  if (!answer) return [slug, 'has a page that is too large']
  const { isOk, status, text } = answer
  if (!isOk)
    return [
      slug,
      status === 409
        ? 'has several owners, and the list does not say which it means'
        : `cannot be read (status ${status})`,
    ]
  const { data } = SkillPage.safeParse(parseJson(text))
  if (!data || data.skill.slug !== slug) return [slug, 'has a page that is not one of its skill and owner']
  if (data.moderation?.isMalwareBlocked) return [slug, 'is blocked by ClawHub as malware', true]
  const { handle } = data.owner
  const { displayName, summary, description } = data.skill
  const texts = [displayName, summary, description].map((one) => one ?? '')
  if (!texts.every(isStorable)) return [slug, 'must not contain NUL or lone surrogates']
  return simpleEntry({
    // Not of the form of a name in the MCP Registry.
    external_name: `${handle}/skills/${slug}`,
    // Several skills can have one name, and so can a submitted one.
    name: `${(displayName?.trim() || slug).slice(0, MAX_NAME).toWellFormed()} (${handle}/${slug})`,
    description: summary?.trim() || description?.trim() || `A skill of ${handle} on ClawHub.`,
    type: 'clawdbot',
    url: `${CLAWHUB}/${handle}/skills/${slug}`,
    version: data.latestVersion?.version ?? '',
  })
}

/** In their order, at most {@link AT_ONCE} at a time. */
async function inPortions<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < list.length; at += AT_ONCE)
    results.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(work))))
  return results
}
