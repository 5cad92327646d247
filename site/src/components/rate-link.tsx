import { formatAddress } from '../address.ts'

/** The link to the rating form. @param isRated whether the agent whose key is in use has already rated the skill */
export function RateLink({ slug, isRated }: { slug: string; isRated: boolean }) {
  return (
    <a class="main-button" href={formatAddress(['rate', slug])}>
      {isRated ? 'Edit your rating' : 'Rate this skill'}
    </a>
  )
}
