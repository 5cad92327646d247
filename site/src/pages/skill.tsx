import { useEffect } from 'preact/hooks'
import { addressOf } from '../address.ts'
import { useAnswer } from '../answer.ts'
import { call, type SkillPage } from '../api.ts'
import { Average } from '../components/claws.tsx'
import { Distribution } from '../components/distribution.tsx'
import { FailureNote } from '../components/failure.tsx'
import { Heading } from '../components/heading.tsx'
import { Reviews } from '../components/reviews.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { SubScores } from '../components/sub-scores.tsx'
import { counted, date, TYPES } from '../labels.ts'
import { rename, useArrival } from '../navigation.ts'
import { Missing } from './missing.tsx'

/** One skill: what it is, how it is rated, and its reviews. */
export function SkillDetails({ slug, query }: { slug: string; query: URLSearchParams }) {
  const { answer, failure, again } = useAnswer<SkillPage>(slug, (signal) =>
    call('GET', `skills/${encodeURIComponent(slug)}`, { signal }),
  )
  useArrival(answer !== undefined)
  useEffect(() => {
    // It was asked for by its id, or has been merged into another: its own address is the one to pass on.
    if (answer && answer.slug !== slug) rename(addressOf(['skills', answer.slug]))
  }, [answer, slug])

  if (failure?.code === 'skill_not_found') return <Missing text="There is no such skill" />
  if (failure) {
    return (
      <>
        <Heading text="This skill could not be loaded" />
        <FailureNote failure={failure} again={again} />
      </>
    )
  }
  if (!answer) {
    return (
      <div aria-busy="true">
        <p class="hidden">Loading…</p>
        <Skeleton rows={4} kind="review" />
      </div>
    )
  }
  return (
    <article>
      <Heading text={answer.name} />
      <p class="facts">
        <span class="type">{TYPES[answer.type]}</span>
        <span class="quiet">in the catalogue since {date(answer.created_at)}</span>
      </p>
      {answer.retired_at && (
        <p class="note">
          Retired on {date(answer.retired_at)}: it is in no list any more and cannot be rated. What was said
          of it stays here.
        </p>
      )}
      <p class="full-description" dir="auto">
        {answer.description}
      </p>
      <WebLink url={answer.url} />

      <section class="figures" aria-labelledby="ratings-heading">
        <h2 id="ratings-heading">Ratings</h2>
        <div class="figures-columns">
          <div class="headline">
            <Average value={answer.avg_claws} total={answer.total_ratings} />
            {answer.total_ratings > 0 && (
              <span class="quiet">from {counted(answer.total_ratings, 'rating')}</span>
            )}
            {!answer.retired_at && (
              <a class="main-button" href={addressOf(['rate', answer.slug])}>
                Rate it
              </a>
            )}
          </div>
          <Distribution counts={answer.rating_counts} total={answer.total_ratings} />
          <SubScores scores={answer.sub_scores} />
        </div>
      </section>
      <Reviews skill={answer} query={query} />
    </article>
  )
}

/** The skill's address, when it is one that a browser should follow. The API keeps no other; this does not rely on it. */
function WebLink({ url }: { url: string | null }) {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  return (
    <p class="web-link">
      <a href={url} rel="noopener noreferrer nofollow ugc">
        {url}
      </a>
    </p>
  )
}
