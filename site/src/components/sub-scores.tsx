import type { Skill } from '../api/responses.ts'
import { formatCount, formatScore } from '../format.ts'
import { optionsOf, SUB_SCORE_LABELS } from '../labels.ts'

/** The mean of each sub-score and the number of its scores. */
export function SubScores({ scores }: { scores: Skill['sub_scores'] }) {
  return (
    <dl class="sub-scores">
      {optionsOf(SUB_SCORE_LABELS).map(([name, label]) => {
        const { mean, count } = scores[name]
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {mean === null ? (
                <span class="unrated">No scores yet</span>
              ) : (
                <>
                  <strong>{formatScore(mean)}</strong> of 100{' '}
                  <span class="quiet">({formatCount(count, 'score')})</span>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
