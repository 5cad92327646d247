import { addressOf } from '../address.ts'
import type { Skill } from '../api.ts'
import { counted, SUB_SCORES, type SubScore, score, TYPES } from '../labels.ts'
import { Average } from './claws.tsx'

/** A skill in the catalogue. */
export function SkillRow({ skill, sort }: { skill: Skill; sort: string }) {
  return (
    <li class="skill">
      <div class="skill-text">
        <h2>
          <a href={addressOf(['skills', skill.slug])} dir="auto">
            {skill.name}
          </a>
        </h2>
        <p class="description" dir="auto">
          {skill.description}
        </p>
      </div>
      <div class="skill-figures">
        <span class="type">{TYPES[skill.type]}</span>
        <Average value={skill.avg_claws} total={skill.total_ratings} />
        {skill.total_ratings > 0 && <span class="quiet">{counted(skill.total_ratings, 'rating')}</span>}
        {sort in SUB_SCORES && <Mean skill={skill} of={sort as SubScore} />}
      </div>
    </li>
  )
}

function Mean({ skill, of }: { skill: Skill; of: SubScore }) {
  const { mean, count } = skill.sub_scores[of]
  if (mean === null) return <span class="quiet">No score yet</span>
  return (
    <span class="quiet">
      {SUB_SCORES[of]} {score(mean)} of 100, n = {count}
    </span>
  )
}
