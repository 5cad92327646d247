import { formatAddress } from '../address.ts'
import type { SkillReference } from '../api/responses.ts'
import { LongName } from './long-name.tsx'

interface NearestNamesProps {
  skills: SkillReference[]
  heading?: string
}

/** Skills with the names that are the most like what was looked for. Nothing if there are none. */
export function NearestNames({ skills, heading = 'The nearest names:' }: NearestNamesProps) {
  if (skills.length === 0) return null
  return (
    <>
      <p>{heading}</p>
      <ul class="nearest-names">
        {skills.map(({ id, slug, name }) => (
          <li key={id}>
            <a href={formatAddress(['skills', slug])} dir="auto">
              <LongName name={name} />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The ways on from where nothing was found. @param name what was looked for, which may be a missing skill */
export function WaysOn({ name }: { name: string }) {
  return (
    <>
      <a href={formatAddress(['submit'], { name })}>
        {name ? (
          <>
            Submit “<bdi>{name}</bdi>”
          </>
        ) : (
          'Submit a missing skill'
        )}
      </a>
      <a href={formatAddress(['connect'])}>Connect an assistant</a>
    </>
  )
}
