// Known items: searches that are made from one entry each, which should be among the first results.
import { linesOf } from './data/tab-separated.ts'
import { type Cell, markdownTable } from './report.ts'
import { PAGE, type Result, type Search } from './search-calls.ts'
import { mean, percentile, signed } from './statistics.ts'

export type KnownItem = { kind: string; text: string; expected: string }

/** A search for a known item with its place in the results: 0 when it is not among them. */
export type Found = KnownItem & { rank: number; milliseconds: number; results: Result[] }

/** The searches of a file with lines of class, search and the name that is looked for. */
export function readKnownItems(path: string): KnownItem[] {
  return linesOf(path).map(([kind = '', text = '', expected = '']) => ({ kind, text, expected }))
}

export async function findKnownItems(items: KnownItem[], search: Search): Promise<Found[]> {
  const found: Found[] = []
  for (const item of items) {
    const { results, milliseconds } = await search(item.text, PAGE)
    found.push({ ...item, rank: rankIn(results, item.expected), milliseconds, results })
  }
  return found
}

/** The place of a name in the results, from 1; 0 when it is not among them. */
export function rankIn(results: Result[], name: string): number {
  return results.findIndex((result) => result.name === name) + 1
}

/** The mean of 1 / rank, where 0 means not found and counts 0. */
export function meanReciprocal(ranks: number[]): number {
  return mean(ranks.map((rank) => (rank > 0 ? 1 / rank : 0)))
}

type Quality = { kind: string; found: Found[]; mrr: number; recall: number }

/** The quality of each class. */
function qualityByClass(found: Found[]): Quality[] {
  return [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const own = found.filter((one) => one.kind === kind)
    const ranks = own.map(({ rank }) => rank)
    return {
      kind,
      found: own,
      mrr: meanReciprocal(ranks),
      recall: mean(ranks.map((rank) => (rank > 0 ? 1 : 0))),
    }
  })
}

/** MRR and recall of each class with its times. Means are those of the classes. */
export function knownItemsTable(found: Found[], otherTimes: Record<string, number[]>): string {
  const classes = qualityByClass(found)
  const rows: Cell[][] = classes.map(({ kind, found, mrr, recall }) => [
    kind,
    found.length,
    mrr.toFixed(3),
    recall.toFixed(3),
    ...times(found.map(({ milliseconds }) => milliseconds)),
  ])
  const means = [mean(classes.map(({ mrr }) => mrr)), mean(classes.map(({ recall }) => recall))]
  rows.push(['mean', found.length, ...means.map((one) => one.toFixed(3)), '', '', ''])
  for (const [name, list] of Object.entries(otherTimes))
    rows.push([name, list.length, '', '', ...times(list)])
  const columns = ['class', 'searches', `MRR@${PAGE}`, `recall@${PAGE}`, 'p50, ms', 'p95, ms', 'longest, ms']
  return markdownTable({ columns, rows })
}

/** MRR and recall of each class in two databases, and the difference of the MRR. */
export function knownItemsDifference(names: string[], found: [there: Found[], here: Found[]]): string {
  const [there, here] = found.map(qualityByClass) as [Quality[], Quality[]]
  const row = (kind: string, searches: number, a: Omit<Quality, 'kind' | 'found'>, b: typeof a) => [
    kind,
    searches,
    ...[a.mrr, b.mrr].map((one) => one.toFixed(3)),
    signed(b.mrr - a.mrr),
    ...[a.recall, b.recall].map((one) => one.toFixed(3)),
  ]
  const means = (list: Quality[]) => ({
    mrr: mean(list.map(({ mrr }) => mrr)),
    recall: mean(list.map(({ recall }) => recall)),
  })
  const rows = there.flatMap((a, i) => {
    const b = here[i]
    return b ? [row(a.kind, a.found.length, a, b)] : []
  })
  rows.push(row('mean', found[0].length, means(there), means(here)))
  const columns = [
    'class',
    'searches',
    ...names.map((name) => `MRR@${PAGE}, ${name}`),
    'difference',
    ...names.map((name) => `recall@${PAGE}, ${name}`),
  ]
  return markdownTable({ columns, rows })
}

function times(list: number[]): Cell[] {
  return [percentile(list, 0.5), percentile(list, 0.95), list.length > 0 ? Math.max(...list) : null]
}
