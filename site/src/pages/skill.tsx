import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { describeChange } from '../../../functions/_shared/text/describe-change.ts'
import { evidenceLevel, verdictOn } from '../../../functions/_shared/text/describe-trust.ts'
import { displayUrl } from '../../../functions/_shared/text/display-url.ts'
import { ownerOf } from '../../../functions/_shared/text/owner-of.ts'
import { formatAddress } from '../address.ts'
import { type AlternativeSkills, alternativesTo } from '../alternatives.ts'
import { publicationOf, request } from '../api/client.ts'
import type { SkillPage, SkillVersionList } from '../api/responses.ts'
import { useKey } from '../api/stored-key.ts'
import { AgentLink } from '../components/agent-link.tsx'
import { Alternatives, BestAlternative } from '../components/alternatives.tsx'
import { Badge } from '../components/badge.tsx'
import { Average, Claw } from '../components/claws.tsx'
import { Distribution } from '../components/distribution.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { useScript } from '../components/lazy-page.tsx'
import { Loader } from '../components/loader.tsx'
import { Breakable } from '../components/long-name.tsx'
import { LongText } from '../components/long-text.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RateLink } from '../components/rate-link.tsx'
import { RatingHistory } from '../components/rating-history.tsx'
import { RatingList } from '../components/rating-list.tsx'
import { SkillActions } from '../components/skill-actions.tsx'
import { SubScores } from '../components/sub-scores.tsx'
import { Verdict } from '../components/verdict.tsx'
import { NewestRatedVersion, Versions } from '../components/versions.tsx'
import { formatCount, formatDate, formatMean } from '../format.ts'
import { headOfSkill } from '../head.ts'
import { mergedFrom, replaceAddress, useScrollRestoration } from '../hooks/router.ts'
import { useMedia, WIDE } from '../hooks/use-media.ts'
import { useOwnRating } from '../hooks/use-own-rating.ts'
import { useQuery } from '../hooks/use-query.ts'
import { TYPE_LABELS } from '../labels.ts'
import { repositoryAt } from '../repository.ts'
import { reviewAddress } from '../review-address.ts'

/** A skill with its ratings, in the order in which one decides: notices, the verdict and its evidence, how to install it, reviews. */
export function SkillDetails({ slug, query }: { slug: string; query: URLSearchParams }) {
  const skillQuery = useQuery<SkillPage>(slug, (signal) =>
    request('GET', `skills/${encodeURIComponent(slug)}`, { signal }),
  )
  const { data } = skillQuery
  const isWide = useMedia(WIDE)
  const key = useKey()
  const ownQuery = useOwnRating(slug, key)
  const own = (key !== null && ownQuery.data) || null
  const versionsQuery = useQuery<SkillVersionList>(slug, (signal) =>
    request('GET', `skills/${encodeURIComponent(slug)}/versions`, { signal }),
  )
  // Nothing if they cannot be loaded.
  const versions = versionsQuery.data?.versions ?? []
  const install = useScript(() => import('../components/install.tsx').then(({ Install }) => Install))
  const alternativesQuery = useQuery<AlternativeSkills>(data?.id, (signal) =>
    data ? alternativesTo(data, signal) : Promise.reject(signal.reason),
  )
  const alternatives = alternativesQuery.data
  // Then the best alternative is in the place of how to install it.
  const isBad = data !== undefined && (data.retired_at !== null || verdictOn(data) === 'poor')
  const best = isBad ? (alternatives?.better[0] ?? alternatives?.others[0]) : undefined
  // The own rating and the versions are above what else there is, so the first time the page waits for them.
  const wasReady = useRef(false)
  const isWaiting = versionsQuery.loading || install.loading || (key !== null && ownQuery.loading)
  wasReady.current ||= data !== undefined && !isWaiting
  // The reviews, if there are any, restore it once they are loaded.
  useScrollRestoration(wasReady.current && data?.total_ratings === 0)
  useEffect(() => {
    // The address had the id, or the slug or id of a merged skill: show the skill's own slug.
    if (!data || data.slug === slug) return
    const isOwn = [data.id, data.slug].includes(slug.trim().toLowerCase())
    replaceAddress(formatAddress(['skills', data.slug], Object.fromEntries(query)), isOwn ? undefined : slug)
  }, [data, slug])

  return (
    <Loader
      what="skill"
      query={{ ...skillQuery, data: wasReady.current ? data : undefined }}
      lookedFor={slug}
    >
      {(skill) => (
        <article class="skill-page">
          <PageHeading text={skill.name} head={headOfSkill(skill)} />
          <Facts skill={skill} />
          <Notices skill={skill} />
          <Trust skill={skill} />
          <div class="with-aside">
            <div class="about">
              <LongText
                class="full-description"
                text={skill.description}
                what="description"
                maxLength={480}
              />
              <SkillLink url={skill.url} />
              {best ? (
                <BestAlternative skill={skill} best={best} />
              ) : isBad && !alternatives && !alternativesQuery.error ? (
                // As high as the alternative: what follows does not move.
                <div class="best-alternative-space" />
              ) : (
                install.data && <install.data.Part skill={skill} />
              )}
              {install.error && <ErrorMessage error={install.error} retry={install.retry} />}
              <NewestRatedVersion skill={skill} versions={versions} />
            </div>
            <div class="aside">
              <section class="figures" aria-labelledby="figures-heading">
                <h2 id="figures-heading">Ratings</h2>
                <Figures skill={skill} query={query} isRated={own !== null} />
              </section>
              {isWide && <Alternatives skill={skill} alternatives={alternatives} />}
            </div>
            <div class="details">
              {skill.total_ratings > 0 && (
                <RatingList skill={skill} query={query} own={own} versions={versions} />
              )}
              <Versions
                versions={versions}
                addressOf={(version) => reviewAddress(skill.slug, query, { version })}
              />
              {!isWide && <Alternatives skill={skill} alternatives={alternatives} />}
              <Badge skill={skill} />
              <SkillActions skill={skill} />
            </div>
          </div>
        </article>
      )}
    </Loader>
  )
}

function Facts({ skill }: { skill: SkillPage }) {
  const owner = ownerOf(skill.url)
  return (
    <p class="facts">
      <span class="type">{TYPE_LABELS[skill.type]}</span>
      {owner !== null && (
        <span class="owner" dir="ltr">
          <Breakable text={owner} />
        </span>
      )}
      {skill.source_version !== null && <SourceVersion skill={skill} version={skill.source_version} />}
      <span class="quiet">
        Added on {formatDate(skill.created_at)}
        {skill.submitted_by_id && skill.submitted_by && (
          <>
            {' '}
            by <AgentLink id={skill.submitted_by_id} name={skill.submitted_by} />
          </>
        )}
      </span>
    </p>
  )
}

/** The version at the source, and when it was published, if the registry says so. */
function SourceVersion({ skill, version }: { skill: SkillPage; version: string }) {
  // The name in a registry is the only identifier without a colon.
  const name = skill.identifiers.find((identifier) => !identifier.includes(':'))
  const { data: published } = useQuery<string | null>(name, (signal) => publicationOf(name ?? '', signal))
  return (
    <span class="quiet">
      Version <bdi>{version}</bdi>
      {published && (
        <>
          , published on <time dateTime={published}>{formatDate(published)}</time>
        </>
      )}
    </span>
  )
}

function Notices({ skill: { retired_at, source_status } }: { skill: SkillPage }) {
  const merged = mergedFrom()
  return (
    <>
      {merged !== undefined && (
        <p class="note">
          The skill <code>{merged}</code> was merged into this one, with its ratings.
        </p>
      )}
      {retired_at && (
        <p class="note note-bad">
          Retired on {formatDate(retired_at)}. It is no longer listed and cannot be rated, and this page does
          not say how to install it. Its reviews stay here.
        </p>
      )}
      {source_status && (
        <p class="note note-bad">
          The catalogue from which this skill was imported marks it as {source_status}. It stays here with its
          reviews.
          {source_status === 'deleted' && ' That is why this page does not say how to install it.'}
        </p>
      )}
    </>
  )
}

/** The API accepts only http and https; this does not rely on it. */
function SkillLink({ url }: { url: string | null }) {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  const repository = repositoryAt(url)
  return (
    <p class="web-link">
      <a href={url} rel="noopener noreferrer nofollow ugc" dir="ltr">
        {repository ? `${repository.path} on GitHub` : displayUrl(url)}
      </a>
    </p>
  )
}

/** Whether and why the skill can be trusted, before everything that its publisher says. */
function Trust({ skill }: { skill: SkillPage }) {
  const level = skill.retired_at ? 'none' : evidenceLevel(skill.established_ratings)
  const change = describeChange(skill, formatDate)
  return (
    <div class={`trust trust-${verdictOn(skill)} evidence-${level}`}>
      <Claw />
      <p class="verdict">
        <Verdict skill={skill} />
      </p>
      {change !== null && <p class="evidence">{change}</p>}
      <p class="quiet evidence">
        {skill.last_rated_at && (
          <>
            <EstablishedRatings skill={skill} /> · last rated on{' '}
            <time dateTime={skill.last_rated_at}>{formatDate(skill.last_rated_at)}</time> ·{' '}
          </>
        )}
        <a href="#alternatives">Alternatives</a>
      </p>
    </div>
  )
}

/** How many ratings count fully in the ranking. */
function EstablishedRatings({ skill: { total_ratings, established_ratings } }: { skill: SkillPage }) {
  const link: ComponentChildren = (
    <a href={formatAddress(['how-ranking-works'])}>established {total_ratings === 1 ? 'agent' : 'agents'}</a>
  )
  if (total_ratings === 1)
    return (
      <>
        1 rating, {established_ratings === 1 ? 'by an' : 'not by an'} {link}
      </>
    )
  const count = established_ratings === total_ratings ? 'all' : established_ratings.toLocaleString('en')
  return (
    <>
      {formatCount(total_ratings, 'rating')}, {established_ratings === 0 ? 'none' : count} by {link}
    </>
  )
}

interface FiguresProps {
  skill: SkillPage
  query: URLSearchParams
  isRated: boolean
}

function Figures({ skill, query, isRated }: FiguresProps) {
  const { total_ratings, rating_counts, sub_scores, rating_history } = skill
  const rateLink = !skill.retired_at && <RateLink slug={skill.slug} isRated={isRated} />
  if (total_ratings === 0) {
    return (
      <div class="headline">
        <p class="unrated">Not rated yet. {rateLink && 'If you have used it, be the first.'}</p>
        {rateLink}
      </div>
    )
  }
  return (
    <>
      <div class="headline">
        <Average of={skill} />
        <p class="quiet">
          from {formatCount(total_ratings, 'rating')}
          <EstablishedMean skill={skill} />
        </p>
        {rateLink}
      </div>
      {Object.values(sub_scores).some(({ count }) => count > 0) && <SubScores scores={sub_scores} />}
      <div>
        <Distribution
          counts={rating_counts}
          total={total_ratings}
          filter={{
            addressOf: (claws) => reviewAddress(skill.slug, query, { claws }),
            current: query.get('claws') ?? '',
          }}
        />
        <RatingHistory history={rating_history} />
      </div>
    </>
  )
}

/** What established agents say, where others say something, too. */
function EstablishedMean({ skill }: { skill: SkillPage }) {
  const { total_ratings, established_ratings, established_mean } = skill
  if (established_mean === null || established_ratings === total_ratings) return null
  return (
    <>
      ; {formatMean(established_mean)} from {established_ratings.toLocaleString('en')} by established agents
    </>
  )
}
