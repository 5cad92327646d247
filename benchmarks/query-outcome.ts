// What the measured queries came to: lines, tables, charts, and the targets that they meet or miss.
import type { Size } from './data/sizes.ts'
import type { Query } from './query-cases.ts'
import type { ReadTimes } from './read-timing.ts'
import type { Section, Target } from './results.ts'
import { figure, ratio, rounded } from './statistics.ts'

/** What a query took at a size. */
export type Figures = ReadTimes & {
  buffers: number
  /** Skills in the answer; 0 for what is no list. */
  rows: number
}

/** What a query took at each size; no figures where it was given up. */
export type Outcome = { name: string; query?: Query; figures: Map<Size, Figures> }

/** An outcome in a line, for the console. */
export function outcomeLine({ name, figures }: Outcome): string {
  const medians = [...figures].map(([size, { median }]) => `${size} ${figure(median)}`).join('  ')
  const buffers = [...figures.values()].map((at) => figure(at.buffers)).join(' → ')
  return `${name}: ${medians} ms, L/S ${figure(growth(figures))}, buffers ${buffers}`
}

export type QuerySection = {
  id: string
  title: string
  about: string
  /** Which queries the chart shows; null for neither a chart nor rows: what is no list. */
  charted: ((query: Query) => boolean) | null
}

/** The outcomes as a table and a chart. */
export function querySection(
  sizes: Size[],
  { id, title, about, charted }: QuerySection,
  outcomes: Outcome[],
): Section {
  const last = sizes.at(-1)
  const columns = [
    { key: 'name', title: 'Query' },
    ...sizes.map((size) => ({ key: `${size}_ms`, title: `${size} ms` })),
    { key: `${last}_p95`, title: `p95 ${last}` },
    ...(growing(sizes) ? [{ key: 'growth', title: 'L/S' }] : []),
    ...sizes.map((size) => ({ key: `${size}_buffers`, title: `buffers ${size}` })),
    ...(charted
      ? [
          { key: `${last}_rows`, title: `rows ${last}` },
          { key: `${last}_buffers_per_row`, title: `buffers a row ${last}` },
        ]
      : []),
  ]
  const rows = outcomes.map(({ name, figures }) => {
    const row: Section['rows'][number] = { name, growth: rounded(growth(figures)) }
    for (const size of sizes) {
      const at = figures.get(size)
      row[`${size}_ms`] = rounded(at?.median ?? null)
      row[`${size}_p95`] = rounded(at?.p95 ?? null)
      row[`${size}_runs`] = at?.runs ?? null
      row[`${size}_buffers`] = at?.buffers ?? null
      row[`${size}_rows`] = at?.rows ?? null
      row[`${size}_buffers_per_row`] = rounded(ratio(at?.buffers, at?.rows))
    }
    return row
  })
  // By the name without what is searched for: a bar has less room than a row.
  const bars = outcomes.flatMap(({ query, figures }) =>
    query && charted?.(query)
      ? [{ label: query.name, values: sizes.map((size) => rounded(figures.get(size)?.median ?? null)) }]
      : [],
  )
  const charts = charted
    ? [{ id, title: `${title}: median time`, unit: 'ms', log: true, series: sizes, bars }]
    : []
  return { id, title, about, columns, rows, charts }
}

/**
 * The targets of lists and searches, those that need L only when L was measured.
 * @param plain the query that searches are compared with
 * @param compared at S with brute force; null when S was not measured
 */
export function queryTargets(
  outcomes: Outcome[],
  plain: Query,
  compared: { number: number; differing: string[] } | null,
): Target[] {
  const of = (kind: Query['kind']) => outcomes.filter((outcome) => outcome.query?.kind === kind)
  const has = (size: Size) => outcomes.some((outcome) => outcome.figures.has(size))
  const plainAtL = outcomes.find((outcome) => outcome.query === plain)?.figures.get('L')?.median
  const timesPlain = ({ figures }: Outcome) => ratio(figures.get('L')?.median, plainAtL)
  const buffersPerRow = ({ figures }: Outcome) => ratio(figures.get('L')?.buffers, figures.get('L')?.rows)
  const grown = ({ figures }: Outcome) => growth(figures)

  const targets: Target[] = []
  if (has('S') && has('L')) {
    targets.push(worst('Lists, L/S of the medians', 1.5, of('list'), grown))
    targets.push(worst('Ordinary searches, L/S of the medians', 20, of('ordinary'), grown))
  }
  if (has('L')) {
    const full = of('list').filter((outcome) => outcome.query?.limit === 100)
    targets.push(worst('Lists of 100, buffers for each row returned at L', 8, full, buffersPerRow))
    const times = 'searches, times the median of the plain list at L'
    targets.push(worst(`Ordinary ${times}`, 60, of('ordinary'), timesPlain))
    targets.push(worst(`Adversarial ${times}`, 150, of('adversarial'), timesPlain))
  }
  if (compared) {
    const equal = compared.number - compared.differing.length
    targets.push({
      what: 'Lists and searches at S equal to brute force, all pages',
      limit: 'all',
      measured: [`${equal} of ${compared.number}`, ...compared.differing].join('; not '),
      met: compared.differing.length === 0,
    })
  }
  return targets
}

/** Whether the ratio of L to S can be told. */
export function growing(sizes: Size[]): boolean {
  return sizes.includes('S') && sizes.includes('L')
}

/** How many times what S takes L takes; null unless both were measured. */
function growth(figures: Map<Size, Figures>): number | null {
  return ratio(figures.get('L')?.median, figures.get('S')?.median)
}

/** The target that no outcome exceeds the limit; one without a value does. */
function worst(
  what: string,
  limit: number,
  outcomes: Outcome[],
  measure: (outcome: Outcome) => number | null,
): Target {
  const valued = outcomes.map((outcome) => ({ name: outcome.name, value: measure(outcome) ?? Infinity }))
  const top = valued.reduce((a, b) => (b.value > a.value ? b : a), {
    name: 'none measured',
    value: -Infinity,
  })
  const value = Number.isFinite(top.value) ? figure(top.value) : 'no figure'
  return { what, limit: `≤ ${limit}`, measured: `${value} (${top.name})`, met: Math.abs(top.value) <= limit }
}
