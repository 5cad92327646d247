import type { SkillPage } from '../api/responses.ts'
import { formatShare } from '../format.ts'
import { Claw } from './claws.tsx'

const CLAW_VALUES = [5, 4, 3, 2, 1] as const

interface DistributionProps {
  counts: SkillPage['rating_counts']
  total: number
  /** The address of the ratings with this number of claws, if there is a list of them, and which of them it shows. */
  filter?: { addressOf(claws: string): string; current: string } | undefined
}

/** The number of ratings for each number of claws: a table with a bar chart, whose rows filter the ratings. */
export function Distribution({ counts, total, filter }: DistributionProps) {
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
          const count = counts[claws]
          const share = total === 0 ? 0 : count / total
          const isCurrent = filter?.current === String(claws)
          const label = (
            <>
              {claws}
              <Claw />
            </>
          )
          return (
            <tr key={claws} class={isCurrent ? 'current' : undefined}>
              <th scope="row">
                {filter && count > 0 ? (
                  <a
                    href={filter.addressOf(isCurrent ? '' : String(claws))}
                    aria-current={isCurrent ? 'true' : undefined}
                  >
                    {label}
                    <span class="visually-hidden">
                      {claws === 1 ? ' claw: ' : ' claws: '}
                      {isCurrent ? 'show all ratings' : 'show only these ratings'}
                    </span>
                  </a>
                ) : (
                  label
                )}
              </th>
              <td class="count">{count.toLocaleString('en')}</td>
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
