// What the measured writes came to: lines, a table, charts, and the targets that they meet or miss.
import type { Size } from './data/sizes.ts'
import { growing } from './query-outcome.ts'
import type { Chart, Section, Target } from './results.ts'
import { figure, ratio, rounded } from './statistics.ts'
import type { WriteFigures } from './write-turns.ts'

export type WriteOutcome = { id: string; name: string; clients: number; figures: Map<Size, WriteFigures> }

/** An outcome in a line, for the console. */
export function writeLine({ name, clients, figures }: WriteOutcome): string {
  const each = [...figures].map(
    ([size, at]) =>
      `${size} ${figure(at.rate)}/s p50 ${figure(at.p50)} p95 ${figure(at.p95)} ms ${figure(at.wal / 1_000)} kB`,
  )
  return `${name}, ${clients === 1 ? '1 client' : `${clients} clients`}: ${each.join('  ')}`
}

export function writeSection(sizes: Size[], outcomes: WriteOutcome[]): Section {
  const ends = sizes.length > 1 ? [sizes[0] as Size, sizes.at(-1) as Size] : sizes
  const last = ends.at(-1) as Size
  return {
    id: 'writes',
    title: 'Writes',
    about: `\`submit_rating\`, \`register_agent\` and \`submit_skill\` as the role \`anon\` with an agent’s key, in a transaction
each; deletions as the owner. Writes a second, milliseconds with the commit (on disk), and kilobytes of WAL for each write. The
sizes take short turns. Each line begins after a checkpoint, after which the first change of a page puts the whole page into
the WAL: spread over a hundred times the pages, a write meets more of those, so WAL and times at ${last} are near their worst.`,
    columns: [
      { key: 'name', title: 'Write' },
      { key: 'clients', title: 'Clients' },
      ...ends.map((size) => ({ key: `${size}_rate`, title: `${size} /s` })),
      ...sizes.map((size) => ({ key: `${size}_p50`, title: `p50 ${size}` })),
      { key: `${last}_p95`, title: `p95 ${last}` },
      ...(growing(sizes)
        ? [
            { key: 'growth_p50', title: 'L/S p50' },
            { key: 'growth_rate', title: 'L/S rate' },
          ]
        : []),
      ...ends.map((size) => ({ key: `${size}_wal`, title: `kB ${size}` })),
    ],
    rows: outcomes.map(({ name, clients, figures }) => {
      const row: Section['rows'][number] = {
        name,
        clients,
        growth_p50: rounded(ratio(figures.get('L')?.p50, figures.get('S')?.p50)),
        growth_rate: rounded(ratio(figures.get('L')?.rate, figures.get('S')?.rate)),
      }
      for (const size of sizes) {
        const at = figures.get(size)
        row[`${size}_writes`] = at?.writes ?? null
        row[`${size}_rate`] = rounded(at?.rate ?? null)
        row[`${size}_p50`] = rounded(at?.p50 ?? null)
        row[`${size}_p95`] = rounded(at?.p95 ?? null)
        row[`${size}_wal`] = rounded(at ? at.wal / 1_000 : null)
      }
      return row
    }),
    charts: [
      chart(sizes, outcomes, 'p50', 'Writes: median at one client', 'ms', [1]),
      chart(sizes, outcomes, 'rate', 'Writes a second', 'per second', [1, 8, 32]),
    ],
  }
}

function chart(
  sizes: Size[],
  outcomes: WriteOutcome[],
  key: 'p50' | 'rate',
  title: string,
  unit: string,
  clients: number[],
): Chart {
  const shown = outcomes.filter((outcome) => clients.includes(outcome.clients))
  return {
    id: `writes-${key}`,
    title,
    unit,
    series: sizes,
    bars: shown.map((outcome) => ({
      label: clients.length > 1 ? `${outcome.name}, ${outcome.clients}` : outcome.name,
      values: sizes.map((size) => rounded(outcome.figures.get(size)?.[key] ?? null)),
    })),
  }
}

/** The targets of ratings, those of a size only when it was measured. */
export function writeTargets(outcomes: WriteOutcome[]): Target[] {
  const at = (id: string, clients: number, size: Size) =>
    outcomes.find((outcome) => outcome.id === id && outcome.clients === clients)?.figures.get(size)
  const targets: Target[] = []
  for (const kind of ['new', 'replaced']) {
    const [small, large] = [at(`${kind}-spread`, 1, 'S')?.p50, at(`${kind}-spread`, 1, 'L')?.p50]
    const grown = ratio(large, small)
    if (grown !== null) {
      targets.push({
        what: `Rating, ${kind}, spread, one client: L/S of the p50`,
        limit: '≤ 1.5',
        measured: `${figure(grown)} (${figure(small ?? null)} → ${figure(large ?? null)} ms)`,
        met: grown <= 1.5,
      })
    }
  }
  for (const kind of ['new', 'replaced']) {
    for (const size of ['S', 'L'] as const) {
      const [hot, spread] = [at(`${kind}-hot`, 8, size)?.rate, at(`${kind}-spread`, 8, size)?.rate]
      const share = ratio(hot, spread)
      if (share === null) continue
      targets.push({
        what: `Rating, ${kind}, one hot skill at 8 clients: part of the spread rate at ${size}`,
        limit: '≥ 40 %',
        measured: `${figure(share * 100)} % (${figure(hot ?? null)} of ${figure(spread ?? null)} a second)`,
        met: share >= 0.4,
      })
    }
  }
  return targets
}
