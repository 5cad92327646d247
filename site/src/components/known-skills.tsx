import { formatAddress } from '../address.ts'
import type { IdentifiedSkill } from '../api/responses.ts'
import { Average } from './claws.tsx'

/** Skills of the catalogue that have what was entered, to rate them instead. Nothing if there are none. */
export function KnownSkills({ skills }: { skills: IdentifiedSkill[] }) {
  if (skills.length === 0) return null
  return (
    <div class="note known-skills">
      <p>Already in the catalogue:</p>
      <ul>
        {skills.map(({ id, slug, name, avg_claws, total_ratings }) => (
          <li key={id}>
            <a href={formatAddress(['skills', slug])} dir="auto">
              {name}
            </a>
            <Average value={avg_claws} total={total_ratings} />
            <a href={formatAddress(['rate', slug])}>
              Rate it instead<span class="visually-hidden">: {name}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
