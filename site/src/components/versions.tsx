import { ENOUGH } from '../../../functions/_shared/text/describe-trust.ts'
import type { SkillPage, SkillVersion } from '../api/responses.ts'
import { formatCount, formatDate, formatMean, formatShare } from '../format.ts'

interface VersionsProps {
  skill: SkillPage
  versions: SkillVersion[]
}

/** Whether the ratings are about the version that is installed today, in one line. Nothing if no rating names a version. */
export function NewestRatedVersion({ skill, versions }: VersionsProps) {
  const sorted = byVersion(versions)
  const newest = sorted.find(({ version }) => version === skill.last_rated_version) ?? sorted[0]
  if (!newest) return null
  const { version, last_rated_at, established_mean } = newest
  const source = skill.source_version
  return (
    <p class="quiet newest-version">
      Newest rated version{' '}
      <a href="#versions">
        <bdi>{version}</bdi>
      </a>
      , {formatDate(last_rated_at)}
      {established_mean !== null && ` (${formatMean(established_mean)})`}
      {source !== null && !versions.some((one) => one.version === source) && (
        <>
          ; none for <bdi>{source}</bdi>
        </>
      )}
    </p>
  )
}

/** As many are shown until the user opens the rest. */
const COUNT = 5

interface TableProps extends VersionsProps {
  /** The address of the reviews of a version. */
  addressOf(version: string): string
}

/** The versions that were rated, the highest first. */
export function Versions({ versions, addressOf }: Omit<TableProps, 'skill'>) {
  if (versions.length === 0) return null
  const sorted = byVersion(versions)
  const rest = sorted.slice(COUNT)
  return (
    <section class="versions" aria-labelledby="versions">
      <h2 id="versions">Rated versions</h2>
      <Table versions={sorted.slice(0, COUNT)} addressOf={addressOf} />
      {rest.length > 0 && (
        <details>
          <summary>{formatCount(rest.length, 'earlier version')}</summary>
          <Table versions={rest} addressOf={addressOf} />
        </details>
      )}
    </section>
  )
}

function Table({ versions, addressOf }: Omit<TableProps, 'skill'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">Ratings</th>
          <th scope="col">Failed calls</th>
          <th scope="col">Last rated</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((one) => (
          <tr key={one.version}>
            <th scope="row" class="version-name">
              <a href={addressOf(one.version)}>
                <bdi>{one.version}</bdi>
              </a>
            </th>
            <td>{ratingsOf(one)}</td>
            <td>
              {one.observed_calls > 0 &&
                `${formatShare(one.observed_failures / one.observed_calls)} of ${one.observed_calls.toLocaleString('en')}`}
            </td>
            <td>{formatDate(one.last_rated_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** “4.6, 5 ratings, 4 established”. The mean of fewer than three is left out. */
function ratingsOf({ total_ratings, established_ratings, established_mean }: SkillVersion): string {
  const isEnough = established_ratings >= ENOUGH && established_mean !== null
  const mean = isEnough ? `${formatMean(established_mean)}, ` : ''
  return `${mean}${formatCount(total_ratings, 'rating')}, ${established_ratings || 'none'} established`
}

const collator = new Intl.Collator('en', { numeric: true })

/** The highest version first: 1.10.0 before 1.9.2. */
function byVersion(versions: SkillVersion[]): SkillVersion[] {
  return versions.toSorted((a, b) => collator.compare(b.version, a.version))
}
