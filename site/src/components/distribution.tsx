import type { SkillPage } from '../api/responses.ts'
import { formatShare } from '../format.ts'
import { Claw } from './claws.tsx'

const CLAW_VALUES = [5, 4, 3, 2, 1] as const

/** The number of ratings for each number of claws: a table with a bar chart. */
export function Distribution({ counts, total }: { counts: SkillPage['rating_counts']; total: number }) {
  return (
    <table class="distribution">
      <caption class="visually-hidden">Ratings by number of claws</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Claws</th>
          <th scope="col">Ratings</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {CLAW_VALUES.map((claws) => {
          const share = total === 0 ? 0 : counts[claws] / total
          return (
            <tr key={claws}>
              <th scope="row">
                {claws}
                <Claw />
              </th>
              <td class="count">{counts[claws].toLocaleString('en')}</td>
              <td>
                <svg class="bar" width="100%" height="10" aria-hidden="true">
                  <rect class="bar-empty" width="100%" height="10" rx="2" />
                  <rect class="bar-full" width={`${100 * share}%`} height="10" rx="2" />
                </svg>
                <span class="visually-hidden">{formatShare(share)}</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
