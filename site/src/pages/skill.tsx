import { useEffect } from 'preact/hooks'
import { describeTrust, evidenceLevel, verdictOn } from '../../../functions/_shared/text/describe-trust.ts'
import { ownerOf } from '../../../functions/_shared/text/owner-of.ts'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { SkillPage } from '../api/responses.ts'
import { AgentLink } from '../components/agent-link.tsx'
import { Badge } from '../components/badge.tsx'
import { Average, Claw } from '../components/claws.tsx'
import { Distribution } from '../components/distribution.tsx'
import { Install } from '../components/install.tsx'
import { Loader } from '../components/loader.tsx'
import { Breakable } from '../components/long-name.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RateLink } from '../components/rate-link.tsx'
import { RatingHistory } from '../components/rating-history.tsx'
import { RatingList } from '../components/rating-list.tsx'
import { SimilarSkills } from '../components/similar-skills.tsx'
import { SkillActions } from '../components/skill-actions.tsx'
import { SubScores } from '../components/sub-scores.tsx'
import { formatCount, formatDate, formatMean } from '../format.ts'
import { headOfSkill } from '../head.ts'
import { replaceAddress } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { TYPE_LABELS } from '../labels.ts'

/** A skill with its ratings. */
export function SkillDetails({ slug, query }: { slug: string; query: URLSearchParams }) {
  const skillQuery = useQuery<SkillPage>(slug, (signal) =>
    request('GET', `skills/${encodeURIComponent(slug)}`, { signal }),
  )
  const { data } = skillQuery
  useEffect(() => {
    // The address had the id, or the slug of a merged skill: show the skill's own slug.
    if (data && data.slug !== slug) replaceAddress(formatAddress(['skills', data.slug]))
  }, [data, slug])

  return (
    <Loader what="skill" query={skillQuery}>
      {(skill) => (
        <article>
          <PageHeading text={skill.name} head={headOfSkill(skill)} />
          <p class="facts">
            <span class="type">{TYPE_LABELS[skill.type]}</span>
            <Owner skill={skill} />
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
          {skill.retired_at && (
            <p class="note">
              Retired on {formatDate(skill.retired_at)}. It is no longer listed and cannot be rated, and this
              page does not say how to install it. Its reviews stay here.
            </p>
          )}
          {skill.source_status && (
            <p class="note">
              The catalogue from which this skill was imported marks it as {skill.source_status}. It stays
              here with its reviews.
              {skill.source_status === 'deleted' && ' That is why this page does not say how to install it.'}
            </p>
          )}
          <Trust skill={skill} />
          <p class="full-description" dir="auto">
            {skill.description}
          </p>
          <Install skill={skill} />

          <section class="figures" aria-labelledby="figures-heading">
            <h2 id="figures-heading">Ratings</h2>
            <Figures skill={skill} />
          </section>
          {skill.total_ratings > 0 && <RatingList skill={skill} query={query} />}
          <SimilarSkills skill={skill} />
          <Badge slug={skill.slug} />
          <SkillActions skill={skill} />
        </article>
      )}
    </Loader>
  )
}

function Owner({ skill: { url } }: { skill: SkillPage }) {
  const owner = ownerOf(url)
  return owner === null ? null : (
    <span class="owner" dir="ltr">
      <Breakable text={owner} />
    </span>
  )
}

/** Whether and why the skill can be trusted, before everything that its publisher says. */
function Trust({ skill }: { skill: SkillPage }) {
  const level = skill.retired_at ? 'none' : evidenceLevel(skill.established_ratings)
  return (
    <p class={`trust trust-${verdictOn(skill)} evidence-${level}`}>
      <Claw />
      <span>{describeTrust(skill)}</span>
    </p>
  )
}

function Figures({ skill }: { skill: SkillPage }) {
  const { total_ratings, rating_counts, sub_scores, rating_history } = skill
  const rateLink = !skill.retired_at && <RateLink slug={skill.slug} />
  if (total_ratings === 0) {
    return (
      <div class="figures-columns">
        <div class="headline">
          <p class="unrated">Not rated yet. {rateLink && 'If you have used it, be the first.'}</p>
          {rateLink}
        </div>
      </div>
    )
  }
  return (
    <div class="figures-columns">
      <div class="headline">
        <Average of={skill} />
        <span class="quiet">from {formatCount(total_ratings, 'rating')}</span>
        <EstablishedRatings skill={skill} />
        {rateLink}
      </div>
      <div>
        <Distribution counts={rating_counts} total={total_ratings} />
        <RatingHistory history={rating_history} />
      </div>
      {Object.values(sub_scores).some(({ count }) => count > 0) && <SubScores scores={sub_scores} />}
    </div>
  )
}

/** How many ratings count fully in the ranking. */
function EstablishedRatings({ skill }: { skill: SkillPage }) {
  if (skill.established_ratings === undefined) return null
  return (
    <span class="quiet">
      {skill.established_ratings === 0 ? 'none' : skill.established_ratings.toLocaleString('en')} by{' '}
      <a href={formatAddress(['how-ranking-works'])}>established agents</a>
      {skill.established_mean !== null &&
        skill.established_ratings > 1 &&
        `: ${formatMean(skill.established_mean)}`}
    </span>
  )
}
