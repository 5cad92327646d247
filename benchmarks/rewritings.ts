// The same needs in other words: how well phrasings by an agent find what was meant, one by one and in one request.
import { recordsOf } from './data/tab-separated.ts'
import {
  type Grades,
  intervalOf,
  type JudgedAnswer,
  type JudgedSearch,
  type Judgements,
  judge,
} from './judgements.ts'
import { type Cell, markdownTable } from './report.ts'
import { type Answer, PAGE, type Result, type Search } from './search-calls.ts'
import { mean, signed } from './statistics.ts'

/** The phrasings of each search by its id, the one that an agent would try first in front. */
export type Rewritings = ReadonlyMap<string, string[]>

/** The answers of one way to search, in the order of the searches. */
export type Variant = { name: string; isSingle: boolean; answers: JudgedAnswer[] }

/** How many results are asked for, so that ten of them are judged. */
const DEPTH = 50
const COLUMNS = ['id', 'phrasing_1', 'phrasing_2', 'phrasing_3'] as const

export function readRewritings(path: string): Rewritings {
  return new Map(recordsOf(path, COLUMNS).map(({ id, ...phrasings }) => [id, Object.values(phrasings)]))
}

/** The searches that have rewritings, as typed, by each phrasing, and with all phrasings in one request. */
export async function searchRewritten(
  searches: JudgedSearch[],
  judgements: Judgements,
  rewritings: Rewritings,
  search: Search,
  searchAll: (queries: string[], limit: number) => Promise<Answer>,
): Promise<Variant[]> {
  const variants = new Map<string, Variant>()
  for (const one of searches) {
    const phrasings = rewritings.get(one.id)
    if (!phrasings) continue
    const grades: Grades = judgements.get(one.id) ?? new Map()
    const add = (name: string, isSingle: boolean, results: Result[], milliseconds: number) => {
      const variant = variants.get(name) ?? { name, isSingle, answers: [] }
      variant.answers.push(judge(one, results, grades, milliseconds))
      variants.set(name, variant)
    }
    const typed = await search(one.text, DEPTH)
    add('as typed', true, typed.results, typed.milliseconds)
    for (const [i, phrasing] of phrasings.entries()) {
      const { results, milliseconds } = await search(phrasing, DEPTH)
      add(`phrasing ${i + 1}`, true, results, milliseconds)
    }
    const fused = await searchAll(phrasings, DEPTH)
    add('POST /api/search', false, fused.results, fused.milliseconds)
  }
  return [...variants.values()]
}

/** nDCG of each variant, by class, and its difference from the best single one, with the interval of the differences of searches. */
export function rewritingsTable(variants: Variant[]): string {
  const ndcg = ({ answers }: Variant) => answers.map(({ relevance }) => relevance.ndcg)
  const best = variants
    .filter(({ isSingle }) => isSingle)
    .reduce((a, b) => (mean(ndcg(b)) > mean(ndcg(a)) ? b : a))
  const classes = [...new Set(best.answers.map(({ search }) => search.kind))]
  const range = (values: number[], shown: (value: number) => string) =>
    intervalOf(values).map(shown).join(' to ')
  const rows = variants.map((variant): Cell[] => {
    const { name, answers } = variant
    const differences = ndcg(variant).map((value, i) => value - (ndcg(best)[i] ?? 0))
    const results = answers.flatMap((answer) => answer.results).length
    return [
      name,
      mean(ndcg(variant)).toFixed(3),
      range(ndcg(variant), (value) => value.toFixed(3)),
      ...classes.map((kind) =>
        mean(
          answers.filter(({ search }) => search.kind === kind).map(({ relevance }) => relevance.ndcg),
        ).toFixed(3),
      ),
      `${answers.reduce((sum, { unjudged }) => sum + unjudged, 0)} of ${results}`,
      ...(variant === best ? ['–', '–'] : [signed(mean(differences)), range(differences, signed)]),
    ]
  })
  const columns = [
    '',
    `nDCG@${PAGE}`,
    '95 % interval',
    ...classes,
    'not judged',
    `difference from ${best.name}`,
    '95 % interval',
  ]
  return markdownTable({ columns, rows })
}
