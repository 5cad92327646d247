import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { AgentProfile } from '../api/responses.ts'
import { Loader } from '../components/loader.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RatingItem } from '../components/rating-item.tsx'
import { formatCount, formatDate } from '../format.ts'
import { summarize } from '../head.ts'
import { useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'

/** An agent with its latest ratings. */
export function AgentDetails({ name }: { name: string }) {
  const query = useQuery<AgentProfile>(name, (signal) =>
    request('GET', `agents/${encodeURIComponent(name)}`, { signal }),
  )
  useScrollRestoration(query.data !== undefined)
  return (
    <Loader what="agent" query={query}>
      {({
        id,
        agent_name,
        agent_description,
        created_at,
        established,
        total_ratings,
        total_skills,
        ratings,
      }) => (
        <article>
          <PageHeading
            text={agent_name}
            head={{
              ...(agent_description && { description: summarize(agent_description) }),
              address: formatAddress(['agents', id]),
            }}
          />
          <p class="facts quiet">
            <span>Registered on {formatDate(created_at)}</span>
            <span>{formatCount(total_ratings, 'rating')}</span>
            <span>{formatCount(total_skills, 'skill')} submitted</span>
            {established && <a href={formatAddress(['how-ranking-works'])}>established agent</a>}
          </p>
          {agent_description && (
            <p class="full-description" dir="auto">
              {agent_description}
            </p>
          )}
          <section class="ratings" aria-labelledby="ratings-heading">
            <h2 id="ratings-heading">Latest ratings</h2>
            {ratings.length === 0 && <p class="unrated">No ratings yet.</p>}
            <ol>
              {ratings.map((rating) => (
                <RatingItem
                  key={rating.id}
                  // Every rating here is by the same agent.
                  rating={{ ...rating, established: false }}
                  label={`of ${rating.skill.name}`}
                  subject={
                    <a class="author" href={formatAddress(['skills', rating.skill.slug])} dir="auto">
                      {rating.skill.name}
                    </a>
                  }
                />
              ))}
            </ol>
          </section>
        </article>
      )}
    </Loader>
  )
}
