// npm run bench -- search --catalogue FILE --queries FILE: loads a catalogue into a stack of its own and measures over HTTP how well and how
// fast searches find what they are meant to find, and what fake ratings change. Both files are tab-separated, or gzipped.
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { linesOf, loadCatalogue } from './data/catalogue.ts'
import { markdownTable } from './report.ts'
import { figure, percentile } from './statistics.ts'

type Query = { kind: string; text: string; expected: string }
type Stats = { total_ratings: number; established_ratings: number }
type Result = { id: string; name: string }
type Measured = Query & { rank: number; milliseconds: number; results: Result[] }

const PAGE = 10

/** Searches that are meant to be expensive; their answers do not matter. */
const HOSTILE = [
  Array.from({ length: 100 }, (_, i) => String.fromCharCode(97 + (i % 26))).join(' '),
  Array.from({ length: 50 }, (_, i) => `z${i}q`).join(' '),
  'mcp '.repeat(50),
  'the and of to a in for is on that by this with you it not or be are from at as your all have',
  '& | ! <-> :* ( ) " \\ % _',
  'a library for the data server api react node json file web app test type plugin component tool client code',
  'librray componnet serrver pluggin asynchronuos dependancy configuartion validaiton transfrom',
  'ﷺ'.repeat(200),
  'e\u0301'.repeat(100),
  '天气'.repeat(100),
  'a',
  's',
  'c',
  're',
  'react',
  'react c',
  'api server',
  'the',
  '1',
]

const options = {
  catalogue: { type: 'string', value: 'FILE', help: 'Lines of name, description and popularity' },
  queries: { type: 'string', value: 'FILE', help: 'Lines of class, query and the name that is looked for' },
  copies: {
    type: 'string',
    value: 'N',
    default: '1',
    help: 'How often to load the catalogue, each time with other names',
  },
  misses: {
    type: 'string',
    value: 'N',
    default: '0',
    help: 'How many queries without the right first answer to print',
  },
  accounts: {
    type: 'string',
    value: 'N',
    default: '0',
    help: 'Repeat each search after N new accounts rated the second result, and print what changed',
  },
} as const

await command('bench search', { options }, async (asked) => {
  if (!asked.catalogue || !asked.queries) throw new UserError('Give --catalogue FILE and --queries FILE.')
  const misses = wholeNumber('misses', asked.misses, 0)
  const copies = wholeNumber('copies', asked.copies, 1)
  const accounts = wholeNumber('accounts', asked.accounts, 0)
  const catalogue = linesOf(asked.catalogue).map(([name = '', description = '', popularity]) => ({
    name,
    description,
    popularity: Number(popularity) || 0,
  }))
  const queries = linesOf(asked.queries).map(([kind = '', text = '', expected = '']) => ({
    kind,
    text,
    expected,
  }))

  await withStack({ mcp: false }, async (stack) => {
    await loadCatalogue(stack.adminDatabaseUrl, catalogue, copies)
    const measured: Measured[] = []
    const plain: number[] = []
    for (const query of queries) {
      plain.push((await list(stack.baseUrl, {})).milliseconds)
      const { results, milliseconds } = await list(stack.baseUrl, { search: query.text })
      measured.push({ ...query, rank: rankIn(results, query.expected), milliseconds, results })
    }
    for (const text of HOSTILE) {
      const { milliseconds } = await list(stack.baseUrl, { search: text.slice(0, 200) })
      measured.push({ kind: 'hostile', text, expected: '', rank: 0, milliseconds, results: [] })
    }
    report(measured, plain)
    for (const { kind, text, expected, rank, results } of measured
      .filter(({ kind, rank }) => kind !== 'hostile' && rank !== 1)
      .slice(0, misses)) {
      console.log(
        `${kind}: “${text}”: ${expected} is ${rank || 'not found'}, the first is ${results[0]?.name ?? 'nothing'}`,
      )
    }
    if (accounts > 0) await attack(stack.adminDatabaseUrl, stack.baseUrl, measured, accounts)
  })
})

async function list(
  baseUrl: string,
  query: Record<string, string>,
): Promise<{ results: Result[]; milliseconds: number }> {
  const start = performance.now()
  const answer = await fetch(
    `${baseUrl}/api/skills?${new URLSearchParams({ ...query, limit: String(PAGE) })}`,
  )
  const text = await answer.text()
  const milliseconds = performance.now() - start
  if (!answer.ok) throw new Error(`${JSON.stringify(query)}: ${answer.status} ${text}`)
  const { skills } = JSON.parse(text) as { skills: Result[] }
  return { results: skills, milliseconds }
}

/** The place of a name in the results, from 1; 0 when it is not among them. */
function rankIn(results: Result[], name: string): number {
  return results.findIndex((result) => result.name === name) + 1
}

/**
 * Repeats each search after new accounts gave its second result 5 claws, and prints how often the first result changed.
 * Adds the ratings to the totals of the second result only, as triggers would, and takes them back before the next search.
 */
async function attack(
  adminUrl: string,
  baseUrl: string,
  measured: Measured[],
  accounts: number,
): Promise<void> {
  const attacked: { groups: string[]; isChanged: boolean; before: number; after: number }[] = []
  await withConnection(adminUrl, async (sql) => {
    const rate = (skill: string, count: number) => sql<Stats[]>`
      update public.skill_stats set
        counts[1] = total_ratings + ${count}, claws_counts[5] = claws_counts[5] + ${count},
        sums[1] = coalesce(sums[1], 0) + 5 * ${count}
      where skill_id = ${skill} returning total_ratings, established_ratings`
    for (const { kind, text, expected, rank, results } of measured) {
      const [first, second] = results
      if (!first || !second) continue
      await rate(second.id, accounts)
      const { results: after } = await list(baseUrl, { search: text })
      const [stats] = await rate(second.id, -accounts)
      const isChanged = after[0]?.id !== first.id
      attacked.push({
        groups: [kind, `second rated by ${ratersOf(stats)}`],
        isChanged,
        before: rank,
        after: rankIn(after, expected),
      })
    }
  })
  const rows = [...new Set(attacked.flatMap(({ groups }) => groups))].map((group) => {
    const searches = attacked.filter(({ groups }) => groups.includes(group))
    const ranks = [searches.map(({ before }) => before), searches.map(({ after }) => after)]
    const changed = searches.filter(({ isChanged }) => isChanged).length
    return [group, searches.length, changed, ...ranks.map((list) => meanReciprocal(list).toFixed(3))]
  })
  const columns = ['class or second result', 'searches', 'changed', 'MRR@10 before', 'MRR@10 after']
  console.log(`\nAfter ${figure(accounts)} new accounts gave the second result 5 claws:\n`)
  console.log(markdownTable({ columns, rows }))
}

function ratersOf(stats: Stats | undefined): string {
  if (stats?.established_ratings) return 'established agents'
  return stats?.total_ratings ? 'new agents' : 'nobody'
}

function report(measured: Measured[], plain: number[]): void {
  const times = (list: number[]) => [percentile(list, 0.5), percentile(list, 0.95), Math.max(...list)]
  const rows = [...new Set(measured.map(({ kind }) => kind))].map((kind) => {
    const queries = measured.filter((query) => query.kind === kind)
    const recall = mean(queries.map(({ rank }) => (rank > 0 ? 1 : 0)))
    return { kind, queries, mrr: meanReciprocal(queries.map(({ rank }) => rank)), recall }
  })
  const judged = rows.filter(({ kind }) => kind !== 'hostile')
  const [mrr, recall] = [mean(judged.map(({ mrr }) => mrr)), mean(judged.map(({ recall }) => recall))]
  const cells = rows.map(({ kind, queries, mrr, recall }) => {
    const own = times(queries.map(({ milliseconds }) => milliseconds))
    return [kind, queries.length, mrr.toFixed(3), recall.toFixed(3), ...own]
  })
  cells.push(['mean', measured.length, mrr.toFixed(3), recall.toFixed(3), '', '', ''])
  cells.push(['list of 10', plain.length, '', '', ...times(plain)])
  const columns = ['class', 'queries', 'MRR@10', 'recall@10', 'p50, ms', 'p95, ms', 'longest, ms']
  console.log(markdownTable({ columns, rows: cells }))
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** The mean of 1 / rank, where 0 means not found and counts 0. */
function meanReciprocal(ranks: number[]): number {
  return mean(ranks.map((rank) => (rank > 0 ? 1 / rank : 0)))
}
