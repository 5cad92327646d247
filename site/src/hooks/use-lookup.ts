import { request } from '../api/client.ts'
import type { IdentifiedSkill, SkillLookup } from '../api/responses.ts'
import { useDebounced } from './use-debounced.ts'
import { useQuery } from './use-query.ts'

/** The lookup runs once the user has not typed for this long. */
const DELAY_MS = 400

/**
 * Looks identifiers up while they are typed: package URLs, URLs and names. A lookup that fails finds nothing.
 *
 * @param identifiers those that are undefined or empty are left out
 * @returns the skills of the catalogue for each identifier, none until they are known, and none with another path in a repository; a
 * skill only for the first
 */
export function useLookup<Name extends string>(
  identifiers: Record<Name, string | undefined>,
): Record<Name, IdentifiedSkill[]> {
  const entries = Object.entries(identifiers) as [Name, string | undefined][]
  const sent = useDebounced(JSON.stringify(entries.flatMap(([, identifier]) => identifier || [])), DELAY_MS)
  const { data } = useQuery<SkillLookup>(sent === '[]' ? undefined : sent, (signal) =>
    request('POST', 'lookup', { signal, body: { identifiers: JSON.parse(sent) } }),
  )
  const seen = new Set<string>()
  const found = entries.map(([name, identifier]) => {
    // Results for what was typed before do not count.
    const result = data?.results.find((result) => identifier && result.identifier === identifier)
    const skills = (result?.skills ?? []).filter(({ id, exact }) => exact && !seen.has(id))
    for (const { id } of skills) seen.add(id)
    return [name, skills]
  })
  return Object.fromEntries(found)
}
