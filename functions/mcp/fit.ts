import { withNotice } from './notice.ts'

/** The greatest length of the text and of the structured content of a result, in characters: a model has to read it. */
export const MAX_RESULT = 20_000

/** Whether a result is short enough, both as structured content and as text. */
export function fits<Result extends object>(result: Result, format: (result: Result) => string): boolean {
  return JSON.stringify(withNotice(result)).length <= MAX_RESULT && format(result).length <= MAX_RESULT
}

/** How many of the first items of a list fit. From the first on, so that no text is made of many more items than fit. */
export function countFitting(total: number, areFitting: (count: number) => boolean): number {
  if (areFitting(total)) return total
  let count = 0
  while (count < total && areFitting(count + 1)) count++
  return count
}

/**
 * A page of a list that ends after the last item that fits. Only the list knows the cursor after an item: a page that is too long is read
 * again with a smaller limit. One item always fits.
 *
 * @param items the name of the member with the items
 */
export async function readFittingPage<Items extends string, Page extends Record<Items, object[]>>(
  items: Items,
  limit: number,
  read: (limit: number) => Promise<Page>,
  format: (page: Page) => string,
): Promise<Page> {
  const page = await read(limit)
  const total = page[items].length
  const first = (count: number): Page => ({ ...page, [items]: page[items].slice(0, count) })
  const count = Math.max(
    1,
    countFitting(total, (most) => fits(first(most), format)),
  )
  if (count >= total || limit === 1) return page
  return readFittingPage(items, Math.min(count, limit - 1), read, format)
}
