import { formatAddress } from './address.ts'

/** As many fit beside each other. */
export const MAX_COMPARED = 3

/** The address of the page that compares these skills. */
export function compareAddress(slugs: readonly string[]): string {
  // A comma in a query needs no encoding, and slugs have none.
  return formatAddress(['compare'], { skills: slugs.join(',') }).replaceAll('%2C', ',')
}

/** The skills that an address compares: `skills=a,b,c`, each once. */
export function comparedSkills(query: URLSearchParams): string[] {
  const slugs = (query.get('skills') ?? '').split(',').map((slug) => slug.trim())
  return [...new Set(slugs.filter(Boolean))].slice(0, MAX_COMPARED)
}
