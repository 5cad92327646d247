// What stuffed skills get: 50 planted texts or names that hold the words of many searches, submitted over HTTP by one new account.
import { withConnection } from '../local/postgres/postgres.ts'
import { randomNumbers } from '../scripts/support/random.ts'
import type { JudgedSearch } from './judgements.ts'
import { markdownTable } from './report.ts'
import { PAGE, type Search } from './search-calls.ts'

type Planted = { name: string; description: string }

/** How many skills are planted, for how many searches of one class, and of how many of the most common words a text chooses. */
const [COPIES, SEARCHES, COMMON] = [50, 20, 900]
const [MAX_TEXT, MAX_NAME] = [4_990, 190]
const MARK = 'Zq'

/**
 * Places among the first ten that planted skills take, and first places: texts of the most common words of the catalogue, for all
 * searches, and for each class of searches texts and names of the words of up to 20 of these.
 */
export async function stuffingTable(
  { baseUrl, adminDatabaseUrl }: { baseUrl: string; adminDatabaseUrl: string },
  searches: JudgedSearch[],
  search: Search,
): Promise<string> {
  const random = randomNumbers(1, 'stuffing')
  const shuffled = (words: string[]) =>
    words
      .map((word) => ({ word, place: random.below(2 ** 30) }))
      .sort((a, b) => a.place - b.place)
      .map(({ word }) => word)
  const texts = (words: string[]) => (i: number) => ({
    name: `${MARK}${i}`,
    description: cut(shuffled(words).join(' '), MAX_TEXT),
  })
  const names = (words: string[]) => (i: number) => ({
    name: `${cut(shuffled(words).join(' '), MAX_NAME)} ${MARK}${i}`,
    description: 'A skill.',
  })
  const common = await withConnection(
    adminDatabaseUrl,
    (sql) => sql<{ word: string }[]>`
      select word from private.common_words where word ~ '^[a-z]{3,}$' order by share desc limit ${COMMON}`,
  )
  const commonTexts = texts(common.map(({ word }) => word))
  const classes = [...new Set(searches.map(({ kind }) => kind))]
  const attacks: [what: string, searches: JudgedSearch[], count: number, planted: (i: number) => Planted][] =
    [
      ['texts of the most common words', searches, COPIES, commonTexts],
      ['text of the most common words', searches, 1, commonTexts],
      ...classes.flatMap((kind): typeof attacks => {
        const own = searches.filter((one) => one.kind === kind).slice(0, SEARCHES)
        const words = [
          ...new Set(own.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}+]+/gu) ?? [])),
        ]
        return [
          [`texts with the words of searches “${kind}”`, own, COPIES, texts(words)],
          [`names with the words of searches “${kind}”`, own, COPIES, names(words)],
        ]
      }),
    ]
  const rows = []
  for (const [what, own, count, planted] of attacks) {
    await submit(
      baseUrl,
      Array.from({ length: count }, (_, i) => planted(i)),
    )
    let [places, first] = [0, 0]
    for (const { text } of own) {
      const { results } = await search(text, PAGE)
      const isPlanted = results.map(({ name }) => name.split(' ').at(-1)?.startsWith(MARK) ?? false)
      places += isPlanted.filter(Boolean).length
      first += isPlanted[0] ? 1 : 0
    }
    rows.push([`${count} ${what}`, own.length, `${places} of ${own.length * PAGE}`, first])
    await withConnection(
      adminDatabaseUrl,
      (sql) => sql`delete from public.skills where name ~ ${`(^| )${MARK}[0-9]+$`}`,
    )
  }
  return markdownTable({ columns: ['planted', 'searches', 'places', 'first places'], rows })
}

/** Submits skills in the name of a new account. */
async function submit(baseUrl: string, skills: Planted[]): Promise<void> {
  const post = async (path: string, body: object, key?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(key && { 'x-api-key': key }) }
    const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { api_key: string }
  }
  const { api_key } = await post('/api/register', { agent_name: `stuffer-${crypto.randomUUID()}` })
  for (const skill of skills) await post('/api/skills', { ...skill, type: 'other' }, api_key)
}

/** The whole words of a text that fit. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, text.lastIndexOf(' ', most))
}
