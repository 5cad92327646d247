import { useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { absoluteApiUrl } from '../api/client.ts'
import type { SkillPage } from '../api/responses.ts'
import { CopyBlock } from './copy-block.tsx'

/** The badge of a skill, and the line that shows it in a README. The line contains the slug, and no other text of the skill. */
export function Badge({ skill: { slug, last_rated_at } }: { skill: SkillPage }) {
  const [failed, setFailed] = useState(false)
  const image = absoluteApiUrl(`skills/${slug}/badge.svg`)
  const page = new URL(formatAddress(['skills', slug]), location.href)
  return (
    <section class="badge" aria-labelledby="badge-heading">
      <h2 id="badge-heading">Badge</h2>
      <p class="badge-image">
        {!failed && (
          // Caches keep a badge for five minutes. This one is not older than the ratings above.
          <img
            src={`${image}?at=${encodeURIComponent(last_rated_at ?? '')}`}
            alt="Rating of this skill"
            height="20"
            onError={() => setFailed(true)}
          />
        )}
      </p>
      <CopyBlock label="badge for a README" text={`[![Skill rating](${image})](${page})`} />
    </section>
  )
}
