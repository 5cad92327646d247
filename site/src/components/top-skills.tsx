import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { SkillList } from '../api/responses.ts'
import { useQuery } from '../hooks/use-query.ts'
import { LongName } from './long-name.tsx'
import { Summary } from './summary.tsx'

/** Five good skills, for pages that have nothing to show. Nothing if they cannot be loaded. */
export function TopSkills() {
  const { data } = useQuery<SkillList>('top', (signal) =>
    request('GET', 'skills', { signal }, { sort: 'top', limit: '5' }),
  )
  if (!data?.skills.length) return null
  return (
    <section class="alternatives" aria-labelledby="top-skills">
      <h2 id="top-skills">Top rated skills</h2>
      <ul>
        {data.skills.map((skill) => (
          <li key={skill.id}>
            <a href={formatAddress(['skills', skill.slug])} dir="auto">
              <LongName name={skill.name} />
            </a>
            <Summary of={skill} />
          </li>
        ))}
      </ul>
    </section>
  )
}
