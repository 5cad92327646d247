import { SUB_SCORES, type SubScore } from '../../../functions/_shared/schemas/options.ts'
import type { Skill } from '../api/responses.ts'
import { formatCount, formatScoreMean } from '../format.ts'
import { optionsOf, SUB_SCORE_LABELS } from '../labels.ts'

/** The mean of each sub-score and the number of its scores. */
export function SubScores({ scores }: { scores: Skill['sub_scores'] }) {
  return (
    <dl class="sub-scores">
      {optionsOf(SUB_SCORE_LABELS).map(([name, label]) => {
        const { mean } = scores[name]
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <ScoreMean score={scores[name]} />
              {mean !== null && (
                <>
                  <svg class="bar" width="100%" height="4" aria-hidden="true">
                    <rect class="bar-empty" width="100%" height="4" rx="2" />
                    <rect class="bar-full" width={`${mean}%`} height="4" rx="2" />
                  </svg>
                  <span class="quiet anchors">
                    <span>
                      <span class="visually-hidden">0: </span>
                      {SUB_SCORES[name].anchors[0]}
                    </span>
                    <span>
                      <span class="visually-hidden">100: </span>
                      {SUB_SCORES[name].anchors[100]}
                    </span>
                  </span>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The mean of one sub-score and the number of its scores. */
export function ScoreMean({ score: { mean, count } }: { score: Skill['sub_scores'][SubScore] }) {
  if (mean === null) return <span class="unrated">No scores yet</span>
  return (
    <>
      <strong>{formatScoreMean(mean)}</strong> of 100{' '}
      <span class="quiet score-count">({formatCount(count, 'score')})</span>
    </>
  )
}
