import type { Skill } from '../api.ts'
import { pairs, SUB_SCORES, score } from '../labels.ts'

/** The mean of each sub-score, with the number of scores it comes from. */
export function SubScores({ scores }: { scores: Skill['sub_scores'] }) {
  return (
    <dl class="sub-scores">
      {pairs(SUB_SCORES).map(([name, label]) => {
        const { mean, count } = scores[name]
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {mean === null ? (
                <span class="unrated">No score yet</span>
              ) : (
                <>
                  <strong>{score(mean)}</strong> of 100{' '}
                  <span class="quiet">n = {count.toLocaleString('en')}</span>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
