// The CPU time that searches cost Postgres, by turns in the databases of two commits. Linux only.
import type { Sql } from 'postgres'
import type { Entry } from './data/catalogue.ts'
import { HOSTILE } from './data/hostile-searches.ts'
import { connect } from './database.ts'
import { type Cell, markdownTable, ratioOf, ratioTitle } from './report.ts'
import { listOverSql, PAGE, reserveBackend } from './search-calls.ts'
import { figure, median, percentile, spread } from './statistics.ts'

/** A search whose cost is measured. */
export type CostSearch = { kind: string; text: string }

/** The milliseconds of CPU and of the whole call in each round, for each database. */
export type Cost = CostSearch & { calls: { cpu: number; milliseconds: number }[][] }

/** How many searches a new connection runs before it is measured. */
const WARM_UP = 20
/** How many searches of a class are measured at most. */
const SAMPLE = 30
const MOST_COMMON = 5
const SHARES = [0.1, 0.03, 0.01]
const WORDS_OF_A_SHARE = 2
const FIXED = ['react', 'server', 'the']

/** Searches of one, two and three common words of a catalogue, that is, words that many entries contain. */
export async function commonWords(catalogue: Entry[], sql: Sql): Promise<CostSearch[]> {
  const frequencies = documentFrequencies(catalogue)
  const words = [...frequencies.keys()].sort(
    (a, b) => (frequencies.get(b) ?? 0) - (frequencies.get(a) ?? 0) || (a < b ? -1 : 1),
  )
  const rows = await sql<{ word: string }[]>`
    select word from unnest(string_to_array(${words.join(' ')}, ' ')) as word where ts_lexize('pg_catalog.english_stem', word) = '{}'`
  const stopWords = rows.map(({ word }) => word)
  const candidates = words.filter((word) => !stopWords.includes(word))
  const distance = (word: string, share: number) =>
    Math.abs(Math.log((frequencies.get(word) ?? 0) / catalogue.length / share))
  const most = candidates.slice(0, MOST_COMMON)
  const ofShares = SHARES.map((share) =>
    candidates
      .filter((word) => !most.includes(word) && !FIXED.includes(word))
      .sort((a, b) => distance(a, share) - distance(b, share))
      .slice(0, WORDS_OF_A_SHARE),
  )
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = most
  const [[tenth = ''] = [], [thirtieth = ''] = []] = ofShares
  const searches = {
    'most common words': most,
    ...Object.fromEntries(ofShares.map((list, i) => [`words in ${100 * (SHARES[i] ?? 0)} %`, list])),
    'fixed words': FIXED,
    'two common words': [
      `${first} ${second}`,
      `${third} ${fourth}`,
      `${first} ${tenth}`,
      `${tenth} ${thirtieth}`,
    ],
    'three common words': [
      `${first} ${second} ${third}`,
      `${fourth} ${fifth} ${tenth}`,
      `${first} ${tenth} ${thirtieth}`,
    ],
  }
  return Object.entries(searches).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })))
}

/** In how many entries each word is, of those in at least one of 200. */
function documentFrequencies(catalogue: Entry[]): Map<string, number> {
  const frequencies = new Map<string, number>()
  for (const { name, description } of catalogue) {
    const words = new Set(`${name} ${description}`.toLowerCase().match(/[a-z]{2,}/g))
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  }
  return new Map([...frequencies].filter(([, count]) => count * 200 >= catalogue.length))
}

/** A sample of the searches of each class. */
export function sampleOf(searches: { kind: string; text: string }[]): CostSearch[] {
  return [...new Set(searches.map(({ kind }) => kind))].flatMap((kind) =>
    spread(
      searches.filter((search) => search.kind === kind),
      SAMPLE,
    ).map(({ text }) => ({ kind, text })),
  )
}

export const hostileSearches = (): CostSearch[] => HOSTILE.map((text) => ({ kind: 'hostile', text }))

/**
 * Runs all searches in both databases by turns. Each round has new connections, and a search comes once in each: a server process keeps
 * its core for a while, and the cores of a busy machine are not equally fast.
 * @param urls the addresses of the databases
 */
export async function measureCosts(urls: string[], searches: CostSearch[], rounds: number): Promise<Cost[]> {
  const costs = searches.map((search): Cost => ({ ...search, calls: urls.map(() => []) }))
  for (let round = 0; round < rounds; round++) {
    const pools = urls.map((url) => connect(url, 1))
    try {
      const backends = await Promise.all(pools.map(reserveBackend))
      // A new connection plans its queries first.
      for (const { text } of spread(searches, WARM_UP))
        for (const backend of backends) await listOverSql(backend, PAGE, text)
      for (const [i, { text, calls }] of costs.entries()) {
        const order = [...backends.entries()]
        for (const [database, backend] of (round + i) % 2 ? order.toReversed() : order) {
          const { cpu, milliseconds } = await listOverSql(backend, PAGE, text)
          calls[database]?.push({ cpu, milliseconds })
        }
      }
      for (const { connection } of backends) connection.release()
    } finally {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
    }
  }
  return costs
}

/** The lowest CPU time of a search in each database: other work on the machine only adds. */
function cpuOfSearch({ calls }: Cost): number[] {
  return calls.map((list) => Math.min(...list.map(({ cpu }) => cpu)))
}

type Named = { name: string }

/** The CPU time of each class: the medians of its searches, and the highest of them. */
export function classCosts(databases: Named[], costs: Cost[]): string {
  const rows = byClass(costs, (kind, own): Cell[] => {
    const all = databases.map((_, i) => own.map((cost) => cpuOfSearch(cost)[i] ?? Number.NaN))
    const ratios = own.map((cost) => ratioOf(cpuOfSearch(cost)) ?? Number.NaN)
    const medians = all.map(median)
    return [
      kind,
      own.length,
      ...medians,
      ratioOf(medians),
      `${figure(Math.min(...ratios))} to ${figure(Math.max(...ratios))}`,
      ...all.map((list) => Math.max(...list)),
    ]
  })
  const columns = [
    'class',
    'searches',
    ...databases.map(({ name }) => name),
    ratioTitle(databases),
    'of single searches',
    ...databases.map(({ name }) => `most, ${name}`),
  ]
  return markdownTable({ columns, rows })
}

/** The time of each class in milliseconds. */
export function classTimes(databases: Named[], costs: Cost[]): string {
  const rows = byClass(costs, (kind, own): Cell[] => {
    const times = databases.map((_, i) =>
      own.flatMap(({ calls }) => (calls[i] ?? []).map(({ milliseconds }) => milliseconds)),
    )
    const cells = [0.5, 0.95].flatMap((fraction) => {
      const values = times.map((list) => percentile(list, fraction))
      return [...values, ratioOf(values)]
    })
    return [kind, own.length, ...cells]
  })
  const columns = [
    'class',
    'searches',
    ...['p50', 'p95'].flatMap((which) => [
      ...databases.map(({ name }) => `${which}, ${name}`),
      ratioTitle(databases),
    ]),
  ]
  return markdownTable({ columns, rows })
}

function byClass(costs: Cost[], row: (kind: string, own: Cost[]) => Cell[]): Cell[][] {
  return [...new Set(costs.map(({ kind }) => kind))].map((kind) =>
    row(
      kind,
      costs.filter((cost) => cost.kind === kind),
    ),
  )
}
