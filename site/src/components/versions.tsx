import { useState } from 'preact/hooks'
import { ENOUGH } from '../../../functions/_shared/text/describe-trust.ts'
import { describeVersions } from '../../../functions/_shared/text/describe-versions.ts'
import type { SkillPage, SkillVersion } from '../api/responses.ts'
import { formatCount, formatDate, formatMean, formatShare } from '../format.ts'

/** As many are shown until the user asks for all. */
const COUNT = 3

interface VersionsProps {
  skill: SkillPage
  versions: SkillVersion[]
  /** The address of the reviews of a version. */
  addressOf(version: string): string
}

/** The versions that were rated: whether the verdict is about the one that is installed today. Nothing if no rating names one. */
export function Versions({ skill, versions, addressOf }: VersionsProps) {
  const [isAll, setAll] = useState(false)
  if (versions.length === 0) return null
  const summary = describeVersions(skill, skill.source_version)
  const visibleVersions = isAll ? versions : versions.slice(0, COUNT)
  return (
    <section class="versions" aria-labelledby="versions-heading">
      <h2 id="versions-heading">Rated versions</h2>
      {summary !== null && (
        <p class="quiet" dir="auto">
          {summary}
        </p>
      )}
      <ul>
        {visibleVersions.map((one) => (
          <li key={one.version}>
            <a href={addressOf(one.version)}>
              <bdi>{one.version}</bdi>
            </a>
            <span class="quiet">{evidenceOf(one)}</span>
          </li>
        ))}
      </ul>
      {versions.length > COUNT && (
        <button type="button" class="plain" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${versions.length} versions`}
        </button>
      )}
    </section>
  )
}

/** “4.6, 5 ratings, 4 established · 2.9 % of 1,087 calls failed · rated 21 Nov 2026”. The mean of fewer than three is left out. */
function evidenceOf(version: SkillVersion): string {
  const { total_ratings, established_ratings, established_mean, observed_calls, observed_failures } = version
  const mean =
    established_ratings >= ENOUGH && established_mean !== null ? `${formatMean(established_mean)}, ` : ''
  const ratings = `${formatCount(total_ratings, 'rating')}, ${established_ratings || 'none'} established`
  const calls =
    observed_calls === 0
      ? []
      : [
          `${formatShare(observed_failures / observed_calls)} of ${formatCount(observed_calls, 'call')} failed`,
        ]
  return [mean + ratings, ...calls, `rated ${formatDate(version.last_rated_at)}`].join('\u00a0· ')
}
