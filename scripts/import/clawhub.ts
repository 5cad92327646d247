import { z } from 'zod'
import { isStorable } from '../../functions/_shared/text/text.ts'
import { UserError } from '../../local/cli/user-error.ts'
import { type Entry, type Page, type Problem, type Source, simpleEntry } from './entry.ts'
import { getText, parseJson, TooLarge, unreadable } from './http.ts'

// GET /api/v1/skills and /api/v1/skills/{slug} of ClawHub: github.com/openclaw/clawhub, docs/http-api.md. Only what is read.

export const CLAWHUB = 'https://clawhub.ai'

const SkillList = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullish() })

const Skill = z.object({
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,95}$/),
  displayName: z.string().nullish(),
  summary: z.string().nullish(),
  description: z.string().nullish().catch(undefined),
  latestVersion: z.object({ version: z.string() }).nullish().catch(undefined),
})

/** A list does not say who published a skill. */
const Details = z.object({
  owner: z.object({ handle: z.string().regex(/^[\w-]{1,64}$/) }),
  moderation: z.object({ isMalwareBlocked: z.boolean().optional() }).nullish().catch(undefined),
})

const PAGE_SIZE = 200
/** More pages than a catalogue of 2,000,000 skills has. */
const MAX_PAGES = 10_000
const MAX_CURSOR = 2_048
const MAX_VERSION = 256
const MAX_NAME = 100
/** ClawHub answers 3,000 requests a minute. */
const AT_ONCE = 8

export function clawHub(url: string): Source {
  return { url, read: (cursor) => readSkills(url, cursor), listsAll: true }
}

async function* readSkills(source: string, from: string): AsyncGenerator<Page> {
  let cursor = from
  const seen = new Set<string>()
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    seen.add(cursor)
    const { items, next, size } = await getPage(source, cursor, cursor === from)
    if (next.length > MAX_CURSOR || !isStorable(next))
      throw new UserError(`${source} returns an invalid cursor.`)
    if (seen.has(next) && next !== '')
      throw new UserError(`${source} returns the same pages again and again.`)
    const read = await inPortions(items, (item) => readSkill(source, item))
    yield {
      entries: read.filter((one): one is Entry => !Array.isArray(one)),
      problems: read.filter((one): one is Problem => Array.isArray(one)),
      next,
      size,
    }
    if (next === '') return
    cursor = next
  }
  throw new UserError(`${source} returns more than ${MAX_PAGES.toLocaleString('en')} pages.`)
}

async function getPage(
  source: string,
  cursor: string,
  isFirst: boolean,
): Promise<{ items: unknown[]; next: string; size: number }> {
  // In this order, a skill that changes during the import does not move.
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    sort: 'createdAt',
    ...(cursor && { cursor }),
  })
  const { isOk, status, text, advice } = await getText(`${source}/api/v1/skills`, source, query)
  if (!isOk) {
    // The cursor of an earlier import may have expired.
    if (isFirst && cursor !== '') return getPage(source, '', true)
    throw new UserError(`${source}/api/v1/skills returns status ${status}${advice}.`)
  }
  const { data } = SkillList.safeParse(parseJson(text))
  if (!data) throw unreadable(source, 'not a list of skills')
  return { items: data.items, next: data.nextCursor ?? '', size: text.length }
}

async function readSkill(source: string, item: unknown): Promise<Entry | Problem> {
  const { data: skill } = Skill.safeParse(item)
  if (!skill) return [labelOf(item), 'is not a skill as the API of ClawHub describes it']
  const { slug, displayName, summary, description, latestVersion } = skill
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
  const { data } = Details.safeParse(parseJson(text))
  if (!data) return [slug, 'has no owner']
  if (data.moderation?.isMalwareBlocked) return [slug, 'is blocked by ClawHub as malware']
  const { handle } = data.owner
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
    version: latestVersion?.version.slice(0, MAX_VERSION) ?? '',
  })
}

function labelOf(item: unknown): string {
  const slug = (item as { slug?: unknown } | null)?.slug
  return typeof slug === 'string' ? slug.slice(0, 200) : 'a skill without a slug'
}

/** In their order, at most {@link AT_ONCE} at a time. */
async function inPortions<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < list.length; at += AT_ONCE)
    results.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(work))))
  return results
}
