import { formatAddress } from '../address.ts'
import type { IdentifiedSkill } from '../api/responses.ts'
import { LongName } from './long-name.tsx'
import { Summary } from './summary.tsx'

/** Skills of the catalogue that have what was entered, to rate them instead. Nothing if there are none. */
export function KnownSkills({ skills }: { skills: IdentifiedSkill[] }) {
  if (skills.length === 0) return null
  return (
    <div class="note known-skills">
      <p>Already in the catalogue:</p>
      <ul>
        {skills.map((skill) => (
          <li key={skill.id}>
            <a href={formatAddress(['skills', skill.slug])} dir="auto">
              <LongName name={skill.name} />
            </a>
            <Summary of={skill} />
            <a href={formatAddress(['rate', skill.slug])}>
              Rate it instead<span class="visually-hidden">: {skill.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
