import { isStorable } from '../../functions/_shared/text/text.ts'
import { UserError } from '../../local/cli/user-error.ts'
import type { Entry, Page, Problem } from './entry.ts'
import { getText, parseJson, unreadable } from './http.ts'

const MAX_CURSOR = 2_048

/** A list in pages, each with the cursor of the next one. */
type List = {
  source: string
  /** From the source. */
  path: string
  parameters: Record<string, string>
  /** What it is a list of. */
  what: string
  /** A source could send new cursors for ever. */
  maxPages: number
  /** The items of a page, and the cursor of the next one; undefined if the JSON is not a page of this list. */
  parse: (json: unknown) => { items: unknown[]; next: string | null | undefined } | undefined
}

/** The items of each page of a list. @throws UserError */
export async function* readPages(list: List): AsyncGenerator<unknown[]> {
  const { source, maxPages } = list
  let cursor = ''
  let earlier = ''
  for (let pages = 1; ; pages++) {
    const { items, next } = await getPage(list, cursor)
    if (next.length > MAX_CURSOR || !isStorable(next))
      throw new UserError(`${source} returns an invalid cursor.`)
    // Compared with the cursors of pages 1, 2, 4, 8 … this finds a loop of any length.
    if (next !== '' && (next === cursor || next === earlier))
      throw new UserError(`${source} returns the same pages again and again.`)
    yield items
    if (next === '') return
    if (pages === maxPages)
      throw new UserError(`${source} returns more than ${maxPages.toLocaleString('en')} pages.`)
    cursor = next
    if (Number.isInteger(Math.log2(pages))) earlier = next
  }
}

async function getPage(list: List, cursor: string) {
  const { source, path, parameters, what, parse } = list
  const query = new URLSearchParams({ ...parameters, ...(cursor && { cursor }) })
  const { isOk, status, text, advice } = await getText(`${source}${path}`, source, query)
  if (!isOk) throw new UserError(`${source}${path} returns status ${status}${advice}.`)
  const page = parse(parseJson(text))
  if (!page) throw unreadable(source, `not a list of ${what}`)
  return { items: page.items, next: page.next ?? '' }
}

/** A page with what was read of each of its items. */
export function pageOf(read: (Entry | Problem)[]): Page {
  const page: Page = { entries: [], problems: [] }
  for (const one of read) {
    if (Array.isArray(one)) page.problems.push(one)
    else if ([one.name, one.description, one.url ?? ''].every(isStorable)) page.entries.push(one)
    else page.problems.push([one.external_name, 'must not contain NUL or lone surrogates'])
  }
  return page
}

/** How a problem names an item that cannot be read. */
export function labelOf(item: unknown, field: string, otherwise: string): string {
  const label = (item as Record<string, unknown> | null | undefined)?.[field]
  return typeof label === 'string' ? label.slice(0, 200) : otherwise
}
