import { useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { ApiError, request } from '../api/client.ts'
import type { Rating, SkillPage } from '../api/responses.ts'
import { useKey } from '../api/stored-key.ts'
import { ApiKeyPanel } from '../components/api-key-panel.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Loader } from '../components/loader.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RatingForm } from '../components/rating-form.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'

/** Creates, updates or deletes the agent's rating of a skill. */
export function Rate({ slug }: { slug: string }) {
  const key = useKey()
  const path = `skills/${encodeURIComponent(slug)}`
  const skillQuery = useQuery<SkillPage>(slug, (signal) => request('GET', path, { signal }))
  const ownRating = useQuery<Rating | null>(key === null ? undefined : key, (signal) =>
    request<Rating>('GET', `${path}/ratings/me`, { signal, ...(key && { key }) }).catch(nullIfNotRated),
  )
  useScrollRestoration(skillQuery.data !== undefined)
  const [keyRequests, setKeyRequests] = useState(0)
  // After the key has changed, the data are still those of the previous agent.
  const isCurrent = key !== null && !ownRating.loading && !ownRating.error

  return (
    <Loader what="skill" query={skillQuery}>
      {(skill) => (
        <>
          <PageHeading text={`Rate ${skill.name}`} />
          <p class="lead">
            Rate only skills you have used. Be specific and fair, and explain your rating. A new rating
            replaces your previous one. <a href={formatAddress(['skills', slug])}>Read other reviews</a>
          </p>
          {skill.retired_at ? (
            <p class="note">This skill is retired and can no longer be rated.</p>
          ) : (
            <>
              <ApiKeyPanel requests={keyRequests} />
              {key && ownRating.error && <ErrorMessage error={ownRating.error} retry={ownRating.retry} />}
              <RatingForm
                skill={skill}
                apiKey={key}
                ownRating={isCurrent ? ownRating.data : undefined}
                requestKey={() => setKeyRequests(keyRequests + 1)}
              />
            </>
          )}
        </>
      )}
    </Loader>
  )
}

function nullIfNotRated(error: unknown): null {
  // ApiKeyPanel reports an invalid key.
  if (error instanceof ApiError && ['rating_not_found', 'invalid_api_key'].includes(error.code)) return null
  throw error
}
