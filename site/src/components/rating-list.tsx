import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { RatingList as Page, SkillPage } from '../api/responses.ts'
import { formatCount } from '../format.ts'
import { navigate, replaceAddress, useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { CLAWS, optionsOf, RATING_SORT_LABELS, selectOption } from '../labels.ts'
import { AgentLink } from './agent-link.tsx'
import { Announcement } from './announcement.tsx'
import { ErrorMessage } from './error-message.tsx'
import { LoadMore } from './load-more.tsx'
import { RadioGroup } from './radio-group.tsx'
import { RatingItem } from './rating-item.tsx'
import { Select } from './select.tsx'
import { Skeleton } from './skeleton.tsx'

const PAGE_SIZE = 20
/** The largest page that the API returns. */
const MAX_PAGE_SIZE = 500
const CLAWS_OPTIONS = [['all', 'All'] as const, ...CLAWS.map(([claws]) => [claws, claws] as const)]
const SORT_OPTIONS = optionsOf(RATING_SORT_LABELS)

/** The ratings of a skill, sorted and filtered as the address says. */
export function RatingList({ skill, query }: { skill: SkillPage; query: URLSearchParams }) {
  const sort = selectOption(SORT_OPTIONS, query.get('sort'))
  const claws = selectOption(CLAWS_OPTIONS, query.get('claws'))
  const isAll = query.get('show') === 'all'
  const parameters = { sort: sort === 'newest' ? '' : sort, claws: claws === 'all' ? '' : claws }
  const addressWith = (changed: Record<string, string>) =>
    formatAddress(['skills', skill.slug], { ...parameters, show: isAll ? 'all' : '', ...changed })
  const path = `skills/${skill.slug}/ratings`
  const shown = Number.parseInt(query.get('shown') ?? '', 10) || PAGE_SIZE
  const limit = Math.min(Math.max(shown, PAGE_SIZE), MAX_PAGE_SIZE)

  const { data, error, loading, retry, setData } = useQuery<Page>(
    JSON.stringify([skill.id, parameters]),
    (signal) => request('GET', path, { signal }, { ...parameters, limit: String(limit) }),
  )
  useScrollRestoration(data !== undefined)
  const reviews = data?.ratings.filter(({ commentary }) => commentary !== null) ?? []
  const hasBoth = data !== undefined && reviews.length > 0 && reviews.length < data.ratings.length
  const ratings = hasBoth && !isAll ? reviews : (data?.ratings ?? [])
  return (
    <section class="ratings" aria-labelledby="ratings-heading" aria-busy={loading}>
      <h2 id="ratings-heading">Reviews</h2>
      <div class="rating-controls">
        <RadioGroup
          inline
          legend="Claws"
          name="claws"
          options={CLAWS_OPTIONS}
          value={claws}
          onValue={(value) => navigate(addressWith({ claws: value === 'all' ? '' : value }))}
        />
        <Select
          label="Sort by"
          options={SORT_OPTIONS}
          value={sort}
          onValue={(value) => navigate(addressWith({ sort: value === 'newest' ? '' : value }))}
        />
      </div>
      {error && <ErrorMessage error={error} retry={retry} />}
      {!data && loading && <Skeleton rows={3} kind="rating" />}
      {data && (
        <>
          {data.ratings.length === 0 && !loading && (
            <p class="unrated">
              {claws === 'all' ? 'No ratings.' : `No ratings with ${formatCount(Number(claws), 'claw')}.`}
            </p>
          )}
          <ol class={loading ? 'rating-list stale' : 'rating-list'}>
            {ratings.map((rating) => (
              <RatingItem
                key={rating.id}
                rating={rating}
                label={`by ${rating.agent_name}`}
                subject={<AgentLink id={rating.agent_id} name={rating.agent_name} />}
              />
            ))}
          </ol>
          <LoadMore
            list={data}
            isStale={loading}
            itemName="reviews"
            load={(cursor) =>
              request<Page>('GET', path, {}, { ...parameters, cursor, limit: String(PAGE_SIZE) })
            }
            onLoaded={(next) => {
              const ratings = [...data.ratings, ...next.ratings]
              setData({ ...next, ratings })
              const length = Math.min(ratings.length, MAX_PAGE_SIZE)
              replaceAddress(addressWith({ shown: String(length) }))
            }}
          />
          {(hasBoth || isAll) && (
            <p class="all-ratings">
              <a href={addressWith({ show: isAll ? '' : 'all', shown: query.get('shown') ?? '' })}>
                {isAll
                  ? 'Show only ratings with a review'
                  : `Show ${formatCount(data.ratings.length - reviews.length, 'rating')} without a review as well`}
              </a>
            </p>
          )}
        </>
      )}
      <Announcement text={loading || !data ? '' : `${formatCount(ratings.length, 'rating')} shown.`} />
    </section>
  )
}
