import { useEffect, useRef } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { RatingList as Page, Rating, SkillPage, SkillVersion } from '../api/responses.ts'
import { formatCount } from '../format.ts'
import { navigate, replaceAddress, useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { CLAWS, optionsOf, RATING_SORT_LABELS, selectOption } from '../labels.ts'
import { lengthParameter, limitOf, PAGE_SIZE } from '../page-length.ts'
import { type ReviewParameters, reviewAddress } from '../review-address.ts'
import { AgentLink } from './agent-link.tsx'
import { Announcement } from './announcement.tsx'
import { ErrorMessage } from './error-message.tsx'
import { LoadMore } from './load-more.tsx'
import { RatingItem } from './rating-item.tsx'
import { Select } from './select.tsx'
import { Skeleton } from './skeleton.tsx'

const CLAWS_OPTIONS = [['all', 'All'] as const, ...CLAWS.map(([claws]) => [claws, claws] as const)]
const SORT_OPTIONS = optionsOf(RATING_SORT_LABELS)

interface RatingListProps {
  skill: SkillPage
  query: URLSearchParams
  /** The rating of the agent whose key is in use. */
  own: Rating | null
  /** The versions that ratings name. */
  versions: SkillVersion[]
}

/** The ratings of a skill, sorted and filtered as the address says: those by established agents, and the others on request. */
export function RatingList({ skill, query, own, versions }: RatingListProps) {
  const sort = selectOption(SORT_OPTIONS, query.get('sort'))
  const claws = selectOption(CLAWS_OPTIONS, query.get('claws'))
  const established = skill.established_ratings - (own?.established ? 1 : 0)
  const others = skill.total_ratings - skill.established_ratings - (own && !own.established ? 1 : 0)
  const hasBoth = established > 0 && others > 0
  const showsOthers = query.get('by') === 'all'
  const version = query.get('version') ?? ''
  const parameters = { sort: sort === 'newest' ? '' : sort, claws: claws === 'all' ? '' : claws, version }
  const addressWith = (changed: ReviewParameters) => reviewAddress(skill.slug, query, changed)
  // That of the address may be none of the listed ones.
  const names = [...new Set([...versions.map((one) => one.version), ...(version ? [version] : [])])]
  const part = { skill, query, parameters, addressWith, own }
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // Bars and versions above the list filter it, too.
    const { top = 0 } = heading.current?.getBoundingClientRect() ?? {}
    if (!isFirst.current && (top < 0 || top > innerHeight / 2)) heading.current?.scrollIntoView()
    isFirst.current = false
  }, [claws, version])
  return (
    <section class="ratings" aria-labelledby="ratings-heading">
      <h2 id="ratings-heading" ref={heading}>
        Reviews
      </h2>
      {own && <OwnRating rating={own} slug={skill.slug} />}
      <div class="rating-controls">
        {names.length > 0 && (
          <Select
            label="Version"
            options={[['', 'All versions'], ...names.map((name): [string, string] => [name, name])]}
            value={version}
            onValue={(value) => navigate(addressWith({ version: value }))}
          />
        )}
        <Select
          label="Sort by"
          options={SORT_OPTIONS}
          value={sort}
          onValue={(value) => navigate(addressWith({ sort: value === 'newest' ? '' : value }))}
        />
      </div>
      {(claws !== 'all' || version) && (
        <p class="filter-line">
          Only ratings{claws !== 'all' && ` with ${formatCount(Number(claws), 'claw')}`}
          {version && (
            <>
              {' '}
              of version <bdi>{version}</bdi>
            </>
          )}
          . <a href={addressWith({ claws: '', version: '' })}>Show all</a>
        </p>
      )}
      {established + others === 0 ? (
        <p class="unrated">No ratings by others yet.</p>
      ) : hasBoth ? (
        <>
          <Part {...part} heading="By established agents" established="true" lengthName="shown" />
          <p class="other-ratings">
            <a href={addressWith({ ...lengthsOf(query), by: showsOthers ? '' : 'all' })}>
              {showsOthers
                ? 'Show only ratings by established agents'
                : claws === 'all' && !version
                  ? `Show ${formatCount(others, 'rating')} by other agents`
                  : 'Show ratings by other agents'}
            </a>
          </p>
          {showsOthers && (
            <Part {...part} heading="By other agents" established="false" lengthName="others" />
          )}
        </>
      ) : (
        <Part {...part} lengthName="shown" />
      )}
    </section>
  )
}

/** The agent's own rating, with a link to change it. */
function OwnRating({ rating, slug }: { rating: Rating; slug: string }) {
  return (
    <div class="own-rating">
      <h3>Your rating</h3>
      <ol>
        <RatingItem
          rating={rating}
          showsStanding
          label="by you"
          subject={<AgentLink id={rating.agent_id} name={rating.agent_name} />}
          action={
            <a class="report-button" href={formatAddress(['rate', slug])}>
              Edit
            </a>
          }
        />
      </ol>
    </div>
  )
}

interface PartProps {
  skill: SkillPage
  query: URLSearchParams
  /** Shown above all parts. */
  own: Rating | null
  parameters: { sort: string; claws: string; version: string }
  /** The address of this page with other parameters. */
  addressWith(changed: ReviewParameters): string
  heading?: string
  established?: 'true' | 'false'
  /** The parameter of the address with the number of ratings that are loaded. */
  lengthName: string
}

/** Pages of ratings by some or all agents. */
function Part(props: PartProps) {
  const { skill, query, own, parameters, addressWith, heading, established, lengthName } = props
  const filter = { ...parameters, established }
  const isAll = query.get('show') === 'all'
  const path = `skills/${skill.slug}/ratings`
  const limit = limitOf(query.get(lengthName))

  const { data, error, loading, retry, setData } = useQuery<Page>(
    JSON.stringify([skill.id, filter]),
    (signal) => request('GET', path, { signal }, { ...filter, limit }),
  )
  useScrollRestoration(data !== undefined)
  const all = data?.ratings.filter(({ id }) => id !== own?.id) ?? []
  const reviews = all.filter(({ commentary }) => commentary !== null)
  const hasBoth = reviews.length > 0 && reviews.length < all.length
  const ratings = hasBoth && !isAll ? reviews : all
  return (
    <div class="rating-part" aria-busy={loading}>
      {heading && <h3>{heading}</h3>}
      {error && <ErrorMessage error={error} retry={retry} />}
      {!data && loading && <Skeleton rows={3} kind="rating" />}
      {data && (
        <>
          {all.length === 0 && !loading && <p class="unrated">No ratings.</p>}
          <ol class={loading ? 'rating-list stale' : 'rating-list'}>
            {ratings.map((rating) => (
              <RatingItem
                key={rating.id}
                rating={rating}
                // The heading says it for all of them.
                showsStanding={!heading}
                label={`by ${rating.agent_name}`}
                subject={<AgentLink id={rating.agent_id} name={rating.agent_name} />}
              />
            ))}
          </ol>
          <LoadMore
            list={data}
            isStale={loading}
            itemName="reviews"
            load={(cursor) => request<Page>('GET', path, {}, { ...filter, cursor, limit: String(PAGE_SIZE) })}
            onLoaded={(next) => {
              const ratings = [...data.ratings, ...next.ratings]
              setData({ ...next, ratings })
              replaceAddress(
                addressWith({ ...lengthsOf(query), [lengthName]: lengthParameter(ratings.length) }),
              )
            }}
          />
          {(hasBoth || isAll) && (
            <p class="all-ratings">
              <a href={addressWith({ ...lengthsOf(query), show: isAll ? '' : 'all' })}>
                {isAll
                  ? 'Show only ratings with a review'
                  : `Show ${formatCount(all.length - reviews.length, 'rating')} without a review as well`}
              </a>
            </p>
          )}
        </>
      )}
      <Announcement text={loading || !data ? '' : `${formatCount(ratings.length, 'rating')} shown.`} />
    </div>
  )
}

/** The numbers of loaded ratings. They are kept while sort order and claws stay the same. */
function lengthsOf(query: URLSearchParams): Record<string, string> {
  return { shown: query.get('shown') ?? '', others: query.get('others') ?? '' }
}
