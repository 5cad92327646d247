import { useEffect } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { SkillPage } from '../api/responses.ts'
import { Average } from '../components/claws.tsx'
import { Distribution } from '../components/distribution.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RatingList } from '../components/rating-list.tsx'
import { SkillLoader } from '../components/skill-loader.tsx'
import { SubScores } from '../components/sub-scores.tsx'
import { formatCount, formatDate } from '../format.ts'
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
    <SkillLoader query={skillQuery}>
      {(skill) => (
        <article>
          <PageHeading text={skill.name} head={headOfSkill(skill)} />
          <p class="facts">
            <span class="type">{TYPE_LABELS[skill.type]}</span>
            <span class="quiet">Added on {formatDate(skill.created_at)}</span>
          </p>
          {skill.retired_at && (
            <p class="note">
              Retired on {formatDate(skill.retired_at)}. It is no longer listed and cannot be rated. Its
              reviews stay here.
            </p>
          )}
          <p class="full-description" dir="auto">
            {skill.description}
          </p>
          <WebLink url={skill.url} />

          <section class="figures" aria-labelledby="figures-heading">
            <h2 id="figures-heading">Ratings</h2>
            <div class="figures-columns">
              <div class="headline">
                <Average value={skill.avg_claws} total={skill.total_ratings} />
                {skill.total_ratings > 0 && (
                  <span class="quiet">from {formatCount(skill.total_ratings, 'rating')}</span>
                )}
                {!skill.retired_at && (
                  <a class="main-button" href={formatAddress(['rate', skill.slug])}>
                    Rate this skill
                  </a>
                )}
              </div>
              <Distribution counts={skill.rating_counts} total={skill.total_ratings} />
              <SubScores scores={skill.sub_scores} />
            </div>
          </section>
          <RatingList skill={skill} query={query} />
        </article>
      )}
    </SkillLoader>
  )
}

/** The skill's link. The API accepts only http and https; this does not rely on it. */
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
