import { z } from 'zod'
import type { Rating, Skill } from '../_shared/schemas/responses.ts'
import { codePoints } from '../_shared/text/text.ts'

/** The most characters (code points) of a text in an answer. */
const MAX_TEXT = 1_000

/** The most characters of a list as JSON. A page that is longer gets shorter texts; at the last of these lengths any page fits. */
const MAX_LIST = 150_000
const LENGTHS = [MAX_TEXT, 500, 250]

type Item = z.output<typeof Skill> | z.output<typeof Rating>
type Truncated = Partial<Record<(typeof FIELDS)[number], string>>

const FIELDS = ['description', 'commentary', 'url'] as const
const source = z.string().optional()

/** What an item has beside its own fields when a text in it was shortened. */
export const Shortened = z.object({
  truncated: z
    .object({ description: source, commentary: source, url: source })
    .optional()
    .describe('The texts of this item that were shortened, by field, and where the whole text is.'),
})

/**
 * A skill or rating with its long texts shortened, each ending in `…`. Anyone can write that: `truncated` is the service's own word
 * for it.
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
    // Half an address may lead elsewhere.
    short[field] =
      field === 'url'
        ? null
        : `${Array.from(text)
            .slice(0, longest - 1)
            .join('')}…`
    truncated[field] = `${length} characters in all; ${wholeOf(item, own)}`
  }
  return { ...(short as T), ...(Object.keys(truncated).length > 0 && { truncated }) }
}

/** The items of a page, shortened so far that the page is small. */
export function shortenPage<T extends Item>(items: T[]): T[] {
  let page = items
  for (const longest of LENGTHS) {
    page = items.map((item) => shorten(item, false, longest))
    if (JSON.stringify(page).length <= MAX_LIST) break
  }
  return page
}

function wholeOf(item: Item, own: boolean): string {
  if (!('skill_id' in item)) return 'get_skill returns the whole text.'
  if (own) return 'my_rating returns the whole text.'
  return `GET /functions/v1/api/skills/${item.skill_id}/ratings on this server returns the whole text.`
}
