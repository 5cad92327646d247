import { formatAddress } from '../address.ts'
import type { AlternativeSkills } from '../alternatives.ts'
import type { Skill, SkillPage } from '../api/responses.ts'
import { compareAddress, MAX_COMPARED } from '../compare.ts'
import { LongName } from './long-name.tsx'
import { Summary } from './summary.tsx'

interface AlternativesProps {
  skill: SkillPage
  /** Undefined while they are loading, and if they cannot be loaded. */
  alternatives: AlternativeSkills | undefined
}

/** What to use instead, those that are better rated first. */
export function Alternatives({ skill, alternatives }: AlternativesProps) {
  if (!alternatives) return null
  const { better, others } = alternatives
  const compared = [skill, ...better, ...others].slice(0, MAX_COMPARED).map(({ slug }) => slug)
  return (
    <section class="alternatives" aria-labelledby="alternatives">
      <h2 id="alternatives">Alternatives</h2>
      {better.length + others.length === 0 && <p class="unrated">No other skill is like this one.</p>}
      {better.length > 0 && others.length > 0 && <h3>Better rated</h3>}
      <List skills={better} />
      {better.length > 0 && others.length > 0 && <h3>Others</h3>}
      <List skills={others} />
      <a class="compare-link" href={compareAddress(compared)}>
        {compared.length > 1 ? `Compare ${compared.length} side by side` : 'Compare with another skill'}
      </a>
    </section>
  )
}

function List({ skills }: { skills: Skill[] }) {
  if (skills.length === 0) return null
  return (
    <ul>
      {skills.map((one) => (
        <li key={one.id}>
          <a href={formatAddress(['skills', one.slug])} dir="auto">
            <LongName name={one.name} />
          </a>
          <Summary of={one} />
        </li>
      ))}
    </ul>
  )
}

/** The best alternative to a skill that should not be installed, in the place of how to install it. */
export function BestAlternative({ skill, best }: { skill: SkillPage; best: Skill }) {
  return (
    <section class="note note-good best-alternative" aria-labelledby="best-alternative">
      <h2 id="best-alternative">Use this instead</h2>
      <p>
        <a href={formatAddress(['skills', best.slug])} dir="auto">
          <LongName name={best.name} />
        </a>{' '}
        <Summary of={best} />
      </p>
      <p class="description" dir="auto">
        {best.description}
      </p>
      <p>
        <a href={compareAddress([skill.slug, best.slug])}>Compare both</a>
      </p>
    </section>
  )
}
