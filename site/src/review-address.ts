import { formatAddress } from './address.ts'

/** The parameters of the address of a skill's page that say which reviews it shows, in which order. */
const NAMES = ['sort', 'claws', 'version', 'show', 'by'] as const

export type ReviewParameters = Partial<Record<(typeof NAMES)[number] | 'shown' | 'others', string>>

/** The address of this page with other reviews. How many are shown is left out, unless it is given. */
export function reviewAddress(slug: string, query: URLSearchParams, changed: ReviewParameters): string {
  const kept = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? '']))
  return formatAddress(['skills', slug], { ...kept, ...changed })
}
