import type { RatingMonth } from '../api/responses.ts'
import { formatCount, formatMean } from '../format.ts'

/** The sizes of the chart. Twelve months fit beside the reviews. */
const MAX_WIDTH = 230
const MAX_MONTH = 28
const HEIGHT = 60
const LEFT = 14
const TOP = 14
const BOTTOM = 16
const MAX_CLAWS = 5

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const letterFormat = new Intl.DateTimeFormat('en-GB', { month: 'narrow', timeZone: 'UTC' })

/** The mean of each month's ratings as bars with their values, and a table for screen readers. Months without ratings are empty. */
export function RatingHistory({ history }: { history: RatingMonth[] }) {
  const months = history.flatMap(({ mean, ...month }) => (mean === null ? [] : [{ mean, ...month }]))
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || first === last) return null
  const start = monthNumber(first.month)
  const columns = Array.from({ length: monthNumber(last.month) - start + 1 }, (_, i) => start + i)
  const month = Math.min(MAX_MONTH, (MAX_WIDTH - LEFT) / columns.length)
  const width = LEFT + columns.length * month
  const yOf = (claws: number) => TOP + (HEIGHT * (MAX_CLAWS - claws)) / MAX_CLAWS
  const xOf = (number: number) => LEFT + (number - start) * month
  return (
    <div class="history">
      <svg width={width} viewBox={`0 0 ${width} ${TOP + HEIGHT + BOTTOM}`} aria-hidden="true">
        {[MAX_CLAWS, 0].map((claws) => (
          <g key={claws}>
            <text x="0" y={yOf(claws) + 4}>
              {claws}
            </text>
            <line class="history-grid" x1={LEFT} x2={width} y1={yOf(claws)} y2={yOf(claws)} />
          </g>
        ))}
        {months.map(({ month: name, mean }) => {
          const x = xOf(monthNumber(name))
          return (
            <g key={name}>
              <rect
                class="history-bar"
                x={x + 2}
                width={month - 4}
                y={yOf(mean)}
                height={yOf(0) - yOf(mean)}
              />
              <text x={x + month / 2} y={yOf(mean) - 3} text-anchor="middle">
                {formatMean(mean)}
              </text>
            </g>
          )
        })}
        {columns.map((number) => (
          <text key={number} x={xOf(number) + month / 2} y={TOP + HEIGHT + 12} text-anchor="middle">
            {letterFormat.format(Date.UTC(0, (number - 1) % 12))}
          </text>
        ))}
      </svg>
      <p class="quiet" aria-hidden="true">
        Mean by month, {formatMonth(first.month)} to {formatMonth(last.month)}
      </p>
      <div class="visually-hidden">
        <table>
          <caption>Ratings by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Mean</th>
              <th scope="col">Ratings</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, count, mean }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month)}</th>
                <td>{formatMean(mean)} of 5 claws</td>
                <td>{formatCount(count, 'rating')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** A number for “2026-11” that grows by one each month; the remainder of 12 is the month. */
function monthNumber(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return 12 * year + number
}

function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`))
}
