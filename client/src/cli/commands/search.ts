import { MAX_LIMIT, SEARCH_ADVICE } from '../../api/options.ts'
import { dataOf, UnavailableError } from '../../api/problem.ts'
import type { Skill } from '../../api/schemas.ts'
import { count, skillTable } from '../format.ts'
import { noteMessage } from '../layout.ts'
import { endProgress, note, print, printJson, progress } from '../output.ts'
import { openServiceWithoutKey, similarNames } from '../service.ts'
import { safeText, withoutSecrets } from '../text.ts'

type Options = { type?: string; sort?: string; limit?: number; all?: boolean; json?: boolean }

/** More than any catalogue has. */
const MAX_PAGES = 10_000

export async function search(words: string[], options: Options): Promise<void> {
  const { client } = await openServiceWithoutKey()
  const { type, sort } = options
  const query = {
    search: words.join(' ').split(' ').map(withoutSecrets).join(' '),
    limit: options.limit ?? (options.all ? MAX_LIMIT : 10),
    // The service rejects unknown values, and says which it knows.
    ...(type === undefined ? {} : { type: type as 'mcp' }),
    ...(sort === undefined ? {} : { sort: sort as 'top' }),
  }
  const page = await dataOf(client.GET('/api/skills', { params: { query } }))
  const skills: Skill[] = [...page.skills]
  const cursors = new Set<string>()
  while (options.all && page.next_cursor) {
    // A service that repeats a page would never end.
    if (cursors.has(page.next_cursor) || cursors.size >= MAX_PAGES)
      throw new UnavailableError('The pages of the list do not end.')
    cursors.add(page.next_cursor)
    progress(`${skills.length} skills`)
    const next = await dataOf(
      client.GET('/api/skills', { params: { query: { ...query, cursor: page.next_cursor } } }),
    )
    skills.push(...next.skills)
    page.next_cursor = next.next_cursor
  }
  endProgress()
  if (options.json) return printJson({ ...page, skills, count: skills.length })
  if (page.did_you_mean) note(`Did you mean: ${safeText(page.did_you_mean)}`)
  if (skills.length === 0) {
    const lines = [`No matching skills.${similarNames(page.suggestions)}`, ...SEARCH_ADVICE.split('\n')]
    for (const line of lines) noteMessage(line)
    return
  }
  print(skillTable(skills))
  if (page.next_cursor) note(`The first ${count(skills.length, 'skill')}: --all shows all.`)
}
