import { z } from 'zod'
import type { Rating, Skill } from '../_shared/schemas/responses.ts'
import { codePoints } from '../_shared/text/text.ts'

/** The greatest length of a text in a result, in code points. */
const MAX_TEXT = 1_000

/** The greatest length of a list as JSON. A longer page gets shorter texts; with the last of these lengths any page fits. */
const MAX_LIST = 150_000
const LENGTHS = [MAX_TEXT, 500, 250]

type Item = z.output<typeof Skill> | z.output<typeof Rating>
type Truncated = Partial<Record<(typeof FIELDS)[number], string>>

const FIELDS = ['description', 'commentary', 'url'] as const
const note = z.string().optional()

/** The additional member of an item whose texts were shortened. */
export const Shortened = z.object({
  truncated: z
    .object({ description: note, commentary: note, url: note })
    .optional()
    .describe('The fields of this item that were shortened, and where to read the full text.'),
})

/**
 * A skill or rating with its long texts shortened, each ending in `…`. Anyone can write that character: only `truncated` proves that
 * the service shortened the text.
 *
 * @param own whether the caller wrote it
 */
export function shorten<T extends Item>(
  item: T,
  own = false,
  longest = MAX_TEXT,
): T & { truncated?: Truncated } {
  const truncated: Truncated = {}
  const short: Record<string, unknown> = { ...item }
  for (const field of FIELDS) {
    const text = short[field]
    if (typeof text !== 'string') continue
    const length = codePoints(text)
    if (length <= longest) continue
    // A part of an address may lead elsewhere.
    short[field] =
      field === 'url'
        ? null
        : `${Array.from(text)
            .slice(0, longest - 1)
            .join('')}…`
    truncated[field] = `${length} characters in total; ${fullTextOf(item, own)}`
  }
  return { ...(short as T), ...(Object.keys(truncated).length > 0 && { truncated }) }
}

/** The items of a page, shortened until the page is small enough. */
export function shortenPage<T extends Item>(items: T[]): T[] {
  let page = items
  for (const longest of LENGTHS) {
    page = items.map((item) => shorten(item, false, longest))
    if (JSON.stringify(page).length <= MAX_LIST) break
  }
  return page
}

function fullTextOf(item: Item, own: boolean): string {
  if (!('skill_id' in item)) return 'get_skill returns the full text.'
  if (own) return 'my_rating returns the full text.'
  return `GET /functions/v1/api/skills/${item.skill_id}/ratings on this server returns the full text.`
}
