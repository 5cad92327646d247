import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { SimilarSkillList, SkillPage } from '../api/responses.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Average, RatingCount } from './claws.tsx'
import { LongName } from './long-name.tsx'

const COUNT = 4

/** Up to four skills that do the same. Nothing if there are none, or if the request fails. */
export function SimilarSkills({ skill }: { skill: SkillPage }) {
  const { data } = useQuery<SimilarSkillList>(skill.id, (signal) =>
    request('GET', `skills/${skill.slug}/similar`, { signal }),
  )
  const skills = data?.skills.slice(0, COUNT) ?? []
  if (skills.length === 0) return null
  return (
    <section class="similar" aria-labelledby="similar-heading">
      <h2 id="similar-heading">Similar skills</h2>
      <ul>
        {skills.map((skill) => (
          <li key={skill.id}>
            <a class="similar-name" href={formatAddress(['skills', skill.slug])} dir="auto">
              <LongName name={skill.name} />
            </a>
            <span class="figures-line">
              <Average of={skill} />
              <RatingCount of={skill} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
