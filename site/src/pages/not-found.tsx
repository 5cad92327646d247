import { LENGTHS } from '../../../functions/_shared/schemas/options.ts'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { SkillList } from '../api/responses.ts'
import { NearestNames, WaysOn } from '../components/nearest-names.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { TopSkills } from '../components/top-skills.tsx'
import { useQuery } from '../hooks/use-query.ts'

const COUNT = 3

/**
 * Shown for an unknown page or skill.
 *
 * @param lookedFor the part of the address that may name a skill
 */
export function NotFound({ title, lookedFor = '' }: { title: string; lookedFor?: string }) {
  const words = [...lookedFor.replace(/[-_+\s]+/g, ' ').trim()].slice(0, LENGTHS.search[1]).join('')
  const { data } = useQuery<SkillList>(words || undefined, (signal) =>
    request('GET', 'skills', { signal }, { search: words, limit: String(COUNT) }),
  )
  const nearest = data && data.skills.length === 0 ? data.suggestions : (data?.skills ?? [])
  return (
    <>
      <PageHeading text={title} head={{ isMissing: true }} />
      <SearchBox initial={words} />
      <p class="lead buttons">
        <a href={formatAddress([])}>Back to the catalogue</a>
        <WaysOn name={words} />
      </p>
      {/* Last, since they are not known at once. */}
      <NearestNames skills={nearest} />
      <TopSkills />
    </>
  )
}
