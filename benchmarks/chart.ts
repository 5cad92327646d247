// Charts as SVG, written by hand: grouped horizontal bars are all that the benchmark needs, and text stays text.
import type { Chart } from './results.ts'
import { figure } from './statistics.ts'

const WIDTH = 780
/** Where the bars begin; the labels stand to the left. */
const LEFT = 250
/** Room to the right of the longest bar for its value. */
const RIGHT = 64
const BAR = 11
const GROUP_GAP = 9
const TOP = 58
const FONT = 11
/** Longer ones would begin before the edge. */
const LONGEST_LABEL = 36

/** Told apart by lightness as well, for readers who do not see colours; the pairs are for light and dark backgrounds. */
const COLOURS = [
  ['#a5b4c8', '#64748b'],
  ['#4f8fe0', '#5b9dee'],
  ['#1d4480', '#b6d4fb'],
  ['#d98a1f', '#f0a93c'],
  ['#7a4fb5', '#b08ae6'],
  ['#2f8f5b', '#57c08a'],
] as const

/**
 * A chart as an SVG document that follows the reader's light or dark background. Every value stands beside its bar; a missing
 * one is a dash.
 * @throws RangeError when it has more series than there are colours, or a negative value
 */
export function chartSvg(chart: Chart): string {
  if (chart.series.length > COLOURS.length) {
    throw new RangeError(`${chart.id}: a chart shows at most ${COLOURS.length} series.`)
  }
  const values = chart.bars.flatMap((bar) => bar.values).filter((value) => value !== null)
  if (values.some((value) => !(value >= 0))) throw new RangeError(`${chart.id}: bars begin at 0.`)
  const scale = chart.log ? logarithmic(values) : linear(values)

  const groupHeight = chart.series.length * BAR + GROUP_GAP
  const bottom = TOP + chart.bars.length * groupHeight
  const x = (part: number) => LEFT + part * (WIDTH - LEFT - RIGHT)
  const parts = [
    text(12, 22, 'title', chart.title),
    text(WIDTH - 12, 22, 'note end', chart.log ? `${chart.unit}, logarithmic` : chart.unit),
    ...legend(chart.series),
    ...scale.ticks.flatMap((tick) => [
      `<path class="grid" d="M${round(x(scale.part(tick)))} ${TOP - 4}V${bottom}"/>`,
      text(x(scale.part(tick)), bottom + 14, 'note middle', figure(tick)),
    ]),
    ...chart.bars.flatMap((bar, group) => {
      const y = TOP + group * groupHeight
      return [
        text(LEFT - 8, y + (chart.series.length * BAR) / 2 + 4, 'end', shortened(bar.label)),
        ...chart.series.flatMap((_, series) => {
          const value = bar.values[series] ?? null
          const width = value === null || value === 0 ? 0 : Math.max(scale.part(value) * (x(1) - LEFT), 1)
          const top = y + series * BAR
          return [
            `<rect class="s${series}" x="${LEFT}" y="${top}" width="${round(width)}" height="${BAR - 1}"/>`,
            text(LEFT + width + 4, top + BAR - 2, 'value', figure(value)),
          ]
        }),
      ]
    }),
  ]
  const height = bottom + 24
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(chart.title)}">
<style>
text { font: ${FONT}px system-ui, sans-serif; fill: #24292f }
.title { font-size: 14px; font-weight: 600 }
.note, .value { fill: #57606a }
.value { font-size: 9px }
.end { text-anchor: end }
.middle { text-anchor: middle }
.grid { stroke: #d0d7de; fill: none }
${chart.series.map((_, i) => `.s${i} { fill: ${COLOURS[i]?.[0]} }`).join('\n')}
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.note, .value { fill: #9aa4af }
.grid { stroke: #3d444d }
${chart.series.map((_, i) => `.s${i} { fill: ${COLOURS[i]?.[1]} }`).join('\n')}
}
</style>
${parts.join('\n')}
</svg>
`
}

/** Which part of the width a value takes, and where lines are drawn. */
type Scale = { part(value: number): number; ticks: number[] }

function linear(values: number[]): Scale {
  const largest = Math.max(...values, 0) || 1
  // Four to nine lines at 1, 2 or 5 times a power of ten.
  const power = 10 ** Math.floor(Math.log10(largest / 4))
  const step = power * ([1, 2, 5].find((times) => largest / (power * times) < 10) ?? 10)
  // Counted in steps, so that no error adds up.
  const ticks = Array.from({ length: Math.floor(largest / step + 1e-9) + 1 }, (_, i) =>
    Number((i * step).toPrecision(12)),
  )
  return { part: (value) => value / largest, ticks }
}

function logarithmic(values: number[]): Scale {
  const positive = values.filter((value) => value > 0)
  // From the power of ten below the smallest, so that the smallest still has a bar to be seen.
  const low = Math.floor(Math.log10(Math.min(...positive, positive.length > 0 ? Infinity : 1)) - 0.1)
  const high = Math.max(Math.ceil(Math.log10(Math.max(...positive, 0) || 1)), low + 1)
  return {
    part: (value) => (Math.log10(value) - low) / (high - low),
    ticks: Array.from({ length: high - low + 1 }, (_, i) => Number((10 ** (low + i)).toPrecision(12))),
  }
}

function legend(series: string[]): string[] {
  let x = 12
  return series.flatMap((name, i) => {
    const at = x
    x += 24 + name.length * 6.5
    return [
      `<rect class="s${i}" x="${round(at)}" y="34" width="10" height="10"/>`,
      text(at + 14, 43, 'note', name),
    ]
  })
}

function text(x: number, y: number, look: string, content: string): string {
  return `<text x="${round(x)}" y="${round(y)}" class="${look}">${escaped(content)}</text>`
}

function shortened(label: string): string {
  const characters = [...label]
  return characters.length <= LONGEST_LABEL ? label : `${characters.slice(0, LONGEST_LABEL - 1).join('')}…`
}

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
