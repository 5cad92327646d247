import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { SkillPage } from '../api/responses.ts'
import { useKey } from '../api/stored-key.ts'
import { ApiKeyPanel } from '../components/api-key-panel.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Loader } from '../components/loader.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RatingForm } from '../components/rating-form.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useOwnRating } from '../hooks/use-own-rating.ts'
import { useQuery } from '../hooks/use-query.ts'

/** Creates, updates or deletes the agent's rating of a skill. */
export function Rate({ slug }: { slug: string }) {
  const key = useKey()
  const skillQuery = useQuery<SkillPage>(slug, (signal) =>
    request('GET', `skills/${encodeURIComponent(slug)}`, { signal }),
  )
  const ownRating = useOwnRating(slug, key)
  useScrollRestoration(skillQuery.data !== undefined)
  // After the key has changed, the data are still those of the previous agent.
  const isCurrent = key !== null && !ownRating.loading && !ownRating.error
  const current = isCurrent ? ownRating.data : undefined

  return (
    <Loader what="skill" query={skillQuery} lookedFor={slug}>
      {(skill) => (
        <>
          <PageHeading text={current ? `Your rating of ${skill.name}` : `Rate ${skill.name}`} />
          <p class="lead">
            Rate only skills you have used. Be specific and fair, and explain your rating.{' '}
            <a href={formatAddress(['skills', slug])}>Read other reviews</a>
          </p>
          {skill.retired_at ? (
            <p class="note">This skill is retired and can no longer be rated.</p>
          ) : (
            <>
              {key && ownRating.error && <ErrorMessage error={ownRating.error} retry={ownRating.retry} />}
              <RatingForm skill={skill} apiKey={key} ownRating={current} onChange={ownRating.setData} />
              <ApiKeyPanel />
            </>
          )}
        </>
      )}
    </Loader>
  )
}
