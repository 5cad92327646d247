import { formatAddress } from '../address.ts'
import { useKey } from '../api/stored-key.ts'
import { useOwnRating } from '../hooks/use-own-rating.ts'

/** The link to the rating form. It says whether the agent whose key is in use has already rated the skill. */
export function RateLink({ slug }: { slug: string }) {
  const key = useKey()
  const { data } = useOwnRating(slug, key)
  return (
    <a class="main-button" href={formatAddress(['rate', slug])}>
      {key && data ? 'Edit your rating' : 'Rate this skill'}
    </a>
  )
}
