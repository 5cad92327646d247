import type { RatingMonth } from '../api/responses.ts'
import { formatCount, formatMean } from '../format.ts'

const WIDTH = 240
const HEIGHT = 60
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The mean of each month's ratings as a small chart, with a table for screen readers. */
export function RatingHistory({ history }: { history: RatingMonth[] }) {
  const months = history.flatMap(({ mean, ...month }) => (mean === null ? [] : [{ mean, ...month }]))
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || first === last) return null
  const [start, end] = [monthNumber(first.month), monthNumber(last.month)]
  const points = months.map(({ month, mean }) => ({
    x: 4 + ((WIDTH - 8) * (monthNumber(month) - start)) / (end - start),
    y: 4 + ((HEIGHT - 8) * (5 - mean)) / 4,
  }))
  return (
    <div class="history">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        {[4, HEIGHT / 2, HEIGHT - 4].map((y) => (
          <line key={y} class="history-grid" x1="0" x2={WIDTH} y1={y} y2={y} />
        ))}
        <polyline class="history-line" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ x, y }) => (
          <circle key={x} class="history-point" cx={x} cy={y} r="3" />
        ))}
      </svg>
      <p class="quiet" aria-hidden="true">
        {formatMonth(first.month)} to {formatMonth(last.month)}, 1 to 5 claws
      </p>
      <table class="visually-hidden">
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
  )
}

/** A number for “2026-11” that grows by one each month. */
function monthNumber(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return 12 * year + number
}

function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`))
}
