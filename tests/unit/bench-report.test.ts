import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chartSvg } from '../../benchmarks/chart.ts'
import type { Query } from '../../benchmarks/query-cases.ts'
import { type Outcome, queryTargets } from '../../benchmarks/query-outcome.ts'
import { consoleTable, duration, markdown, type Report, writeReport } from '../../benchmarks/report.ts'
import type { Chart } from '../../benchmarks/results.ts'
import { figure, median, percentile, ratio, rounded } from '../../benchmarks/statistics.ts'
import { type WriteOutcome, writeTargets } from '../../benchmarks/write-outcome.ts'

describe('statistics', () => {
  test('a percentile lies between two numbers as percentile_cont has it', () => {
    expect(median([40, 10, 30, 20])).toBe(25)
    expect(median([3, 1, 2])).toBe(2)
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
    expect(percentile(hundred, 0.95)).toBeCloseTo(95.05, 10)
    expect([percentile(hundred, 0), percentile(hundred, 1)]).toEqual([1, 100])
    expect(hundred[0]).toBe(100)
  })

  test('there is no percentile of nothing, and none beyond the ends', () => {
    expect(() => median([])).toThrow(RangeError)
    expect(() => percentile([1], 95)).toThrow(RangeError)
    expect(() => percentile([1], Number.NaN)).toThrow(RangeError)
  })

  test('a ratio of what was not measured is not measured', () => {
    expect(ratio(3, 2)).toBe(1.5)
    expect([ratio(null, 2), ratio(3, undefined), ratio(3, 0)]).toEqual([null, null, null])
    expect(ratio(0, 2)).toBe(0)
  })

  test('figures have three digits, and whole thousands', () => {
    expect([0, 0.012345, 1.005, 12.34, 999.4, 999.5, 1234567.8].map(figure)).toEqual([
      ...['0', '0.0123', '1', '12.3', '999', '1,000', '1,234,568'],
    ])
    expect([figure(null), rounded(null), rounded(1234)]).toEqual(['–', null, 1230])
  })
})

describe('a chart', () => {
  const chart: Chart = {
    id: 'list',
    title: 'List & <search>',
    unit: 'ms',
    series: ['S', 'L'],
    bars: [
      { label: 'top', values: [10, 40] },
      { label: 'name', values: [null, 0] },
    ],
  }
  /** The widths of the bars of a series, in order. */
  const widths = (svg: string, series: number) =>
    [...svg.matchAll(new RegExp(`<rect class="s${series}" x="250" y="[0-9.]+" width="([0-9.]+)"`, 'g'))].map(
      (match) => Number(match[1]),
    )

  test('has bars as long as their values', () => {
    const svg = chartSvg(chart)
    const [[small, missing], [large, zero]] = [widths(svg, 0), widths(svg, 1)] as [number[], number[]]
    expect(large).toBe(466)
    expect(small).toBe(116.5)
    expect([missing, zero]).toEqual([0, 0])
  })

  test('has the same length for each power of ten when it is logarithmic', () => {
    const bars = [1, 10, 100, 1000].map((value) => ({ label: String(value), values: [value] }))
    const svg = chartSvg({ ...chart, log: true, series: ['S'], bars })
    const [one = 0, ten = 0, hundred = 0, thousand = 0] = widths(svg, 0)
    expect(one).toBeGreaterThan(1)
    expect(ten - one).toBeCloseTo(hundred - ten, 0)
    expect(thousand - hundred).toBeCloseTo(hundred - ten, 0)
    expect(thousand).toBe(466)
  })

  test('says every value and label in words, and a dash for what is missing', () => {
    const svg = chartSvg(chart)
    const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((match) => match[1])
    expect(texts[0]).toBe('List &#38; &#60;search&#62;')
    for (const text of ['ms', 'S', 'L', 'top', 'name', '10', '40', '–', '0']) expect(texts).toContain(text)
  })

  test('follows a dark background, with a colour for each series in both', () => {
    const [light = '', dark = ''] = chartSvg(chart).split('@media (prefers-color-scheme: dark)')
    for (const part of [light, dark.split('</style>')[0] ?? '']) {
      expect(part.match(/\.s[01] \{ fill: #[0-9a-f]{6} \}/g)).toHaveLength(2)
    }
  })

  test('is refused where it could only mislead', () => {
    expect(() => chartSvg({ ...chart, bars: [{ label: 'x', values: [-1] }] })).toThrow(RangeError)
    expect(() => chartSvg({ ...chart, series: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toThrow(RangeError)
  })
})

describe('a report', () => {
  const table = {
    columns: [
      { key: 'name', title: 'Query' },
      { key: 'ms', title: 'ms' },
    ],
    rows: [
      { name: '翻訳 a|b', ms: 1234 },
      { name: 'top', ms: null },
    ],
  }
  const report: Report = {
    machine: {
      cpu: 'Abacus',
      cores: 2,
      memory: 23.9,
      system: 'linux 6.1 x64',
      node: '20.20.2',
      deno: '2.9.6',
      postgres: '17.10',
    },
    commit: { id: '0123456789abcdef', dirty: true },
    date: '2026-01-02T03:04:05.678Z',
    seconds: 3_725,
    loadAtStart: '0.10, 0.20, 0.30',
    loadAtEnd: '2.00, 1.00, 0.50',
    quick: false,
    sizes: [{ size: 'S', skills: 10_000, ratings: 100_000, agents: 2_000 }],
    targets: [{ what: 'Lists', limit: '≤ 1.5', measured: '1.6 (top)', met: false }],
    sections: [
      {
        id: 'lists',
        title: 'Lists',
        about: 'Medians.',
        ...table,
        charts: [{ id: 'lists', title: 'Lists', unit: 'ms', series: ['S'], bars: [] }],
      },
    ],
  }

  test('begins with what it was measured on, then the targets, then the figures', () => {
    const page = markdown(report)
    const inOrder = [
      'Abacus, 2 cores, 23.9 GiB',
      'Node 20.20.2, Deno 2.9.6, Postgres 17.10',
      'S 10,000 skills, 100,000 ratings',
      '2026-01-02 03:04 UTC, in 1 h 2 min',
      '0123456789abcdef, with changes that are not in it',
      '0.10, 0.20, 0.30 at the start, 2.00, 1.00, 0.50 at the end',
      '| Lists | ≤ 1.5 | 1.6 (top) | NO |',
      '| Query | ms |\n| --- | ---: |\n| 翻訳 a\\|b | 1,234 |\n| top | – |',
      '![Lists](lists.svg)',
    ].map((part) => page.indexOf(part))
    expect(inOrder).not.toContain(-1)
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
  })

  test('is written with its charts, and without those of the last', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skill-rating-report-'))
    try {
      await writeFile(join(folder, 'old.svg'), '<svg/>')
      await writeReport(folder, report)
      expect((await readdir(folder)).sort()).toEqual(['latest.json', 'latest.md', 'lists.svg'])
      expect(JSON.parse(await readFile(join(folder, 'latest.json'), 'utf8'))).toEqual(report)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('stands aligned in a console, wide characters too', () => {
    expect(consoleTable(table)).toBe('Query        ms\n翻訳 a|b  1,234\ntop           –')
  })

  test('tells durations as people do', () => {
    expect([0.4, 59.6, 125, 3_599.4, 3_600, 7_384].map(duration)).toEqual([
      ...['0 s', '1 min 0 s', '2 min 5 s', '59 min 59 s', '1 h 0 min', '2 h 3 min'],
    ])
  })
})

describe('targets', () => {
  const plain: Query = {
    kind: 'list',
    name: 'top',
    sort: 'top',
    type: null,
    search: null,
    limit: 100,
    from: 'first',
  }
  const at = (median: number, buffers = 400, rows = 100) => ({ median, p95: median, runs: 31, buffers, rows })
  const outcome = (query: Query, small: number, large?: ReturnType<typeof at>): Outcome => ({
    name: query.name,
    query,
    figures: new Map([['S', at(small)], ...(large ? ([['L', large]] as const) : [])]),
  })
  const equal = { number: 3, differing: [] }

  test('name the worst query, and are missed by it alone', () => {
    const outcomes = [
      outcome(plain, 1, at(1.2)),
      outcome({ ...plain, name: 'rating' }, 1, at(1.6, 801)),
      outcome({ ...plain, name: 'limit 10', limit: 10 }, 1, at(1.1, 100, 10)),
      outcome({ ...plain, kind: 'ordinary', name: 'word', search: 'word' }, 4, at(60)),
      outcome({ ...plain, kind: 'adversarial', name: 'two words', search: 'a b' }, 4, at(181)),
    ]
    expect(queryTargets(outcomes, plain, equal).map(({ measured, met }) => [measured, met])).toEqual([
      ['1.6 (rating)', false],
      ['15 (word)', true],
      ['8.01 (rating)', false],
      ['50 (word)', true],
      ['151 (two words)', false],
      ['3 of 3', true],
    ])
  })

  test('are missed by a query that was given up', () => {
    const outcomes = [
      outcome(plain, 1, at(1)),
      { ...outcome({ ...plain, name: 'rating' }, 1), figures: new Map() },
    ]
    const [lists] = queryTargets(outcomes, plain, null)
    expect(lists).toMatchObject({ measured: 'no figure (rating)', met: false })
  })

  test('that need L are no targets of a run without it', () => {
    const targets = queryTargets([outcome(plain, 1)], plain, { number: 3, differing: ['word'] })
    expect(targets.map(({ measured, met }) => [measured, met])).toEqual([['2 of 3; not word', false]])
  })

  test('of ratings compare sizes at one client, and a hot skill with many at eight', () => {
    const figures = (rate: number, p50: number) => ({ writes: 1_000, rate, p50, p95: p50, wal: 1_000 })
    const write = (id: string, clients: number, small: number, large: number): WriteOutcome => ({
      id,
      name: id,
      clients,
      figures: new Map([
        ['S', figures(small, 1_000 / small)],
        ['L', figures(large, 1_000 / large)],
      ]),
    })
    const targets = writeTargets([
      write('new-spread', 1, 1_000, 500),
      write('new-spread', 8, 3_000, 2_000),
      write('new-hot', 8, 1_200, 799),
    ])
    expect(targets.map(({ measured, met }) => [measured, met])).toEqual([
      ['2 (1 → 2 ms)', false],
      ['40 % (1,200 of 3,000 a second)', true],
      ['40 % (799 of 2,000 a second)', false],
    ])
  })
})
