import type { SkillPage } from '../api.ts'
import { Claws } from './claws.tsx'

const EACH = [5, 4, 3, 2, 1] as const

/** How many ratings gave how many claws: a table whose bars are its chart. */
export function Distribution({ counts, total }: { counts: SkillPage['rating_counts']; total: number }) {
  return (
    <table class="distribution">
      <caption class="hidden">How many ratings gave how many claws</caption>
      <thead class="hidden">
        <tr>
          <th scope="col">Claws</th>
          <th scope="col">Ratings</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {EACH.map((claws) => {
          const share = total === 0 ? 0 : (100 * counts[claws]) / total
          return (
            <tr key={claws}>
              <th scope="row">
                <Claws value={claws} />
                <span class="hidden">{claws}</span>
              </th>
              <td class="count">{counts[claws].toLocaleString('en')}</td>
              <td class="share">
                <svg class="bar" width="100%" height="10" aria-hidden="true">
                  <rect class="bar-empty" width="100%" height="10" rx="2" />
                  <rect class="bar-full" width={`${share}%`} height="10" rx="2" />
                </svg>
                <span class="hidden">{Math.round(share)} %</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
