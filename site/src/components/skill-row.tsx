import type { SubScore } from '../../../functions/_shared/schemas/options.ts'
import { formatAddress } from '../address.ts'
import type { Skill } from '../api/responses.ts'
import { formatCount, formatScore } from '../format.ts'
import { SUB_SCORE_LABELS, TYPE_LABELS } from '../labels.ts'
import { Average } from './claws.tsx'

/** A skill in the catalogue. */
export function SkillRow({ skill, sort }: { skill: Skill; sort: string }) {
  return (
    <li class="skill">
      <div>
        <h2>
          <a href={formatAddress(['skills', skill.slug])} dir="auto">
            {skill.name}
          </a>
        </h2>
        <p class="description" dir="auto">
          {skill.description}
        </p>
      </div>
      <div class="skill-figures">
        <Average value={skill.avg_claws} total={skill.total_ratings} />
        {skill.total_ratings > 0 && (
          <span class="quiet count">
            ({skill.total_ratings.toLocaleString('en')}
            <span class="visually-hidden"> {skill.total_ratings === 1 ? 'rating' : 'ratings'}</span>)
          </span>
        )}
        <span class="type">{TYPE_LABELS[skill.type]}</span>
        {sort in SUB_SCORE_LABELS && <SubScoreMean skill={skill} name={sort as SubScore} />}
      </div>
    </li>
  )
}

function SubScoreMean({ skill, name }: { skill: Skill; name: SubScore }) {
  const { mean, count } = skill.sub_scores[name]
  if (mean === null) return <span class="quiet sub-score">No scores yet</span>
  return (
    <span class="quiet sub-score">
      {SUB_SCORE_LABELS[name]} {formatScore(mean)} of 100 ({formatCount(count, 'score')})
    </span>
  )
}
