// Judged relevance: how well the first results of a search fit what was meant, by the grades that people gave.
import { UserError } from '../local/cli/user-error.ts'
import { randomNumbers } from '../scripts/support/random.ts'
import { lineOf, recordsOf } from './data/tab-separated.ts'
import { type Cell, markdownTable } from './report.ts'
import { PAGE, type Result, type Search } from './search-calls.ts'
import { mean, percentile, signed } from './statistics.ts'

export type JudgedSearch = { id: string; kind: string; isMisspelt: boolean; text: string }

/** The grades of a search by the name of the skill in lower case: 0 irrelevant, 1 marginal, 2 good, 3 excellent. */
export type Grades = ReadonlyMap<string, number>

/** Grades of each search by its id. */
export type Judgements = ReadonlyMap<string, Grades>

/** nDCG@10, the share of good results among the first three, and whether the first result is good. */
export type Relevance = { ndcg: number; precision: number; success: number }

export type JudgedAnswer = {
  search: JudgedSearch
  results: Result[]
  relevance: Relevance
  /** The same without the results that nobody judged. */
  condensed: Relevance
  /** How many of the results nobody judged. */
  unjudged: number
  milliseconds: number
}

const GOOD = 2
const FIRST = 3
/** How many results are read, so that ten of them are judged. */
const CONDENSED_DEPTH = 50
const RESAMPLES = 1_000
const JUDGEMENT_COLUMNS = ['id', 'name', 'grade'] as const

/** The searches of a file with the columns id, third or class, query or search, and perhaps tag (typo: misspelt). */
export function readJudged(path: string): JudgedSearch[] {
  return recordsOf(path, ['id', 'third', 'tag', 'query'], ['tag']).map(({ id, third, tag, query }) => ({
    id,
    kind: third,
    isMisspelt: tag === 'typo',
    text: query,
  }))
}

/**
 * The grades of files with the columns id, name and grade. Later lines replace earlier ones; those without a grade are skipped.
 * @throws UserError when a grade is not one of 0 to 3
 */
export function readJudgements(paths: string[]): Judgements {
  const judgements = new Map<string, Map<string, number>>()
  for (const path of paths) {
    for (const { id, name, grade } of recordsOf(path, JUDGEMENT_COLUMNS)) {
      if (grade === '') continue
      if (!/^[0-3]$/.test(grade)) throw new UserError(`${path}: the grade of ${id}, ${name} is “${grade}”.`)
      const grades = judgements.get(id) ?? new Map<string, number>()
      judgements.set(id, grades.set(name.toLowerCase(), Number(grade)))
    }
  }
  return judgements
}

/** The relevance of results, the best first. Those that nobody judged count as irrelevant. */
export function relevanceOf(names: string[], grades: Grades): Relevance {
  const list = names.slice(0, PAGE).map((name) => grades.get(name.toLowerCase()) ?? 0)
  const ideal = discountedGain([...grades.values()].sort((a, b) => b - a).slice(0, PAGE))
  return {
    ndcg: ideal === 0 ? 0 : discountedGain(list) / ideal,
    precision: list.slice(0, FIRST).filter((grade) => grade >= GOOD).length / FIRST,
    success: (list[0] ?? 0) >= GOOD ? 1 : 0,
  }
}

/** DCG with gains of 2^grade - 1. */
function discountedGain(grades: number[]): number {
  return grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0)
}

/** The results that somebody judged. */
export function condense(names: string[], grades: Grades): string[] {
  return names.filter((name) => grades.has(name.toLowerCase()))
}

/** The 95 % interval of the mean of the values, bootstrapped with the same random numbers in every run. */
export function intervalOf(values: number[]): [low: number, high: number] {
  const random = randomNumbers(1, 'bootstrap')
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => values[random.below(values.length)] ?? 0)),
  )
  return [percentile(means, 0.025) ?? Number.NaN, percentile(means, 0.975) ?? Number.NaN]
}

export async function searchJudged(
  searches: JudgedSearch[],
  judgements: Judgements,
  search: Search,
): Promise<JudgedAnswer[]> {
  const answers: JudgedAnswer[] = []
  for (const one of searches) {
    const grades: Grades = judgements.get(one.id) ?? new Map()
    const { milliseconds } = await search(one.text, PAGE)
    const { results } = await search(one.text, CONDENSED_DEPTH)
    answers.push(judge(one, results, grades, milliseconds))
  }
  return answers
}

/** The answer with the first ten of all results; the condensed measures also use the others. */
export function judge(
  search: JudgedSearch,
  all: Result[],
  grades: Grades,
  milliseconds: number,
): JudgedAnswer {
  const results = all.slice(0, PAGE)
  const names = namesOf(results)
  return {
    search,
    results,
    relevance: relevanceOf(names, grades),
    condensed: relevanceOf(condense(namesOf(all), grades), grades),
    unjudged: names.length - condense(names, grades).length,
    milliseconds,
  }
}

const namesOf = (results: Result[]) => results.map(({ name }) => name)

/** The answers of each class, those of misspelt searches, and all. */
function groupsOf(answers: JudgedAnswer[]): [name: string, answers: JudgedAnswer[]][] {
  const classes = [...new Set(answers.map(({ search }) => search.kind))]
  const groups: [string, JudgedAnswer[]][] = [
    ...classes.map((kind): [string, JudgedAnswer[]] => [
      kind,
      answers.filter(({ search }) => search.kind === kind),
    ]),
    ['misspelt', answers.filter(({ search }) => search.isMisspelt)],
    ['all', answers],
  ]
  return groups.filter(([, own]) => own.length > 0)
}

/** The relevance of each class, and of the same answers without the results that nobody judged. */
export function judgedTable(answers: JudgedAnswer[]): string {
  const measures = (list: Relevance[]): Cell[] => [
    mean(list.map(({ ndcg }) => ndcg)).toFixed(3),
    shownInterval(list.map(({ ndcg }) => ndcg)),
    mean(list.map(({ precision }) => precision)).toFixed(3),
    mean(list.map(({ success }) => success)).toFixed(3),
  ]
  const rows = groupsOf(answers).map(([name, own]) => {
    const times = own.map(({ milliseconds }) => milliseconds)
    const results = own.flatMap(({ results }) => results).length
    return [
      name,
      own.length,
      ...measures(own.map(({ relevance }) => relevance)),
      `${own.reduce((sum, { unjudged }) => sum + unjudged, 0)} of ${results}`,
      ...measures(own.map(({ condensed }) => condensed)),
      percentile(times, 0.5),
      percentile(times, 0.95),
    ]
  })
  const columns = [
    'class',
    'searches',
    `nDCG@${PAGE}`,
    '95 % interval',
    `P@${FIRST}`,
    'success@1',
    'not judged',
    `condensed nDCG@${PAGE}`,
    '95 % interval',
    `P@${FIRST}`,
    'success@1',
    'p50, ms',
    'p95, ms',
  ]
  return markdownTable({ columns, rows })
}

/** nDCG of each class in two databases. The intervals are those of the differences of single searches. */
export function judgedDifference(
  names: string[],
  [there, here]: [there: JudgedAnswer[], here: JudgedAnswer[]],
): string {
  const cells = (a: number[], b: number[]): Cell[] => {
    const differences = b.map((value, i) => value - (a[i] ?? 0))
    return [
      mean(a).toFixed(3),
      mean(b).toFixed(3),
      signed(mean(differences)),
      shownInterval(differences, signed),
    ]
  }
  const groups = groupsOf(here)
  const rows = groupsOf(there).map(([name, own], i) => {
    const other = groups[i]?.[1] ?? []
    const values = (list: JudgedAnswer[], which: 'relevance' | 'condensed') =>
      list.map((answer) => answer[which].ndcg)
    return [
      name,
      own.length,
      ...cells(values(own, 'relevance'), values(other, 'relevance')),
      ...cells(values(own, 'condensed'), values(other, 'condensed')),
    ]
  })
  const columns = [
    'class',
    'searches',
    ...['', 'condensed '].flatMap((which) => [
      ...names.map((name) => `${which}nDCG@${PAGE}, ${name}`),
      'difference',
      '95 % interval',
    ]),
  ]
  return markdownTable({ columns, rows })
}

function shownInterval(values: number[], shown = (value: number) => value.toFixed(3)): string {
  return intervalOf(values).map(shown).join(' to ')
}

/** What nobody judged among the first results, with an empty column for the grade: a file of judgements once it is filled in. */
export function unjudgedLines(answers: JudgedAnswer[], judgements: Judgements, most = FIRST): string {
  const lines = answers.flatMap(({ search, results }) =>
    results
      .slice(0, most)
      .filter(({ name }) => !judgements.get(search.id)?.has(name.toLowerCase()))
      .map(({ name, description }) => lineOf([search.id, search.text, name, description, ''])),
  )
  // Two databases often have the same results. Sorted, so that the order does not say which result is whose.
  return [lineOf(['id', 'query', 'name', 'description', 'grade']), ...[...new Set(lines)].sort()].join('')
}
