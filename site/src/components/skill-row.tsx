import type { SubScore } from '../../../functions/_shared/schemas/options.ts'
import { ownerOf } from '../../../functions/_shared/text/owner-of.ts'
import { formatAddress } from '../address.ts'
import type { Skill } from '../api/responses.ts'
import { formatAge, formatCount, formatDate, formatScoreMean } from '../format.ts'
import { SUB_SCORE_LABELS, TYPE_LABELS } from '../labels.ts'
import { Breakable, LongName } from './long-name.tsx'
import { Summary } from './summary.tsx'

interface SkillRowProps {
  skill: Skill
  sort: string
  /** The words of the search that it lacks. */
  missing?: string[] | undefined
}

/** A skill in the catalogue: all of the row is its link. */
export function SkillRow({ skill, sort, missing = [] }: SkillRowProps) {
  const owner = ownerOf(skill.url)
  const [type, formerName] = TYPE_LABELS[skill.type].split(/(?= \()/)
  return (
    <li class="skill">
      <div>
        <div class="skill-head">
          <h2>
            <a href={formatAddress(['skills', skill.slug])} dir="auto">
              <LongName name={skill.name} />
            </a>
          </h2>
          <p class="origin">
            <span class="type">
              {type}
              {formerName && <span class="on-wide">{formerName}</span>}
            </span>
            {owner && (
              <span class="owner" dir="ltr">
                <Breakable text={owner.replace(/^github\.com\//, '@')} />
              </span>
            )}
            {skill.last_rated_at !== null && (
              <span class="quiet last-rated">
                <span class="on-wide">rated </span>
                <time dateTime={skill.last_rated_at} title={formatDate(skill.last_rated_at)}>
                  {formatAge(skill.last_rated_at)}
                </time>
              </span>
            )}
          </p>
        </div>
        <p class="description" dir="auto">
          {skill.description}
        </p>
        {missing.length > 0 && (
          <p class="quiet missing">
            missing: <bdi>{missing.join(', ')}</bdi>
          </p>
        )}
      </div>
      <div class="skill-figures">
        <Summary of={skill} />
        {sort in SUB_SCORE_LABELS && <SubScoreMean skill={skill} name={sort as SubScore} />}
        {sort === 'newest' && (
          <span class="quiet added">
            Added on <time dateTime={skill.created_at}>{formatDate(skill.created_at)}</time>
          </span>
        )}
      </div>
    </li>
  )
}

function SubScoreMean({ skill, name }: { skill: Skill; name: SubScore }) {
  const { mean, count } = skill.sub_scores[name]
  if (mean === null) return <span class="quiet sub-score">No scores yet</span>
  return (
    <span class="quiet sub-score">
      {SUB_SCORE_LABELS[name]} {formatScoreMean(mean)} of 100 ({formatCount(count, 'score')})
    </span>
  )
}
