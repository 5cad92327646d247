import { LENGTHS } from '../../../functions/_shared/schemas/options.ts'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { SimilarSkillList, Skill, SkillList, SkillPage } from '../api/responses.ts'
import { compareAddress, MAX_COMPARED } from '../compare.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Average, RatingCount } from './claws.tsx'
import { LongName } from './long-name.tsx'

const COUNT = 4

/** What to take instead: similar skills, or the best results for the skill's own words. Nothing if the request fails. */
export function Alternatives({ skill }: { skill: SkillPage }) {
  const { data: skills } = useQuery(skill.id, (signal) => alternativesTo(skill, signal))
  if (!skills) return null
  const compared = [skill, ...skills].slice(0, MAX_COMPARED).map(({ slug }) => slug)
  return (
    <section class="alternatives" aria-labelledby="alternatives">
      <h2 id="alternatives">Alternatives</h2>
      {skills.length === 0 && <p class="unrated">No other skill is like this one.</p>}
      <ul>
        {skills.map((one) => (
          <li key={one.id}>
            <a href={formatAddress(['skills', one.slug])} dir="auto">
              <LongName name={one.name} />
            </a>
            <span class="figures-line">
              <Average of={one} />
              <RatingCount of={one} />
            </span>
          </li>
        ))}
      </ul>
      <a class="compare-link" href={compareAddress(compared)}>
        {compared.length > 1 ? `Compare ${compared.length} side by side` : 'Compare with another skill'}
      </a>
    </section>
  )
}

async function alternativesTo(skill: SkillPage, signal: AbortSignal): Promise<Skill[]> {
  const similar = await request<SimilarSkillList>('GET', `skills/${skill.slug}/similar`, { signal })
  if (similar.skills.length > 0) return similar.skills.slice(0, COUNT)
  const search = [...`${skill.name} ${skill.description}`].slice(0, LENGTHS.search[1]).join('')
  // One more, since it finds the skill itself.
  const limit = String(COUNT + 1)
  const found = await request<SkillList>('GET', 'skills', { signal }, { search, limit })
  return found.skills.filter(({ id }) => id !== skill.id).slice(0, COUNT)
}
