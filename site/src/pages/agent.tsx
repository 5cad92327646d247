import type { ComponentChildren } from 'preact'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { AgentProfile, AgentRatingList, AgentSkillList } from '../api/responses.ts'
import { Announcement } from '../components/announcement.tsx'
import { Average } from '../components/claws.tsx'
import { Distribution } from '../components/distribution.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Loader } from '../components/loader.tsx'
import { LongName } from '../components/long-name.tsx'
import { LongText } from '../components/long-text.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RatingItem } from '../components/rating-item.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { SkillRow } from '../components/skill-row.tsx'
import { formatCount, formatDate } from '../format.ts'
import { summarize } from '../head.ts'
import { replaceAddress, useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { lengthParameter, limitOf, PAGE_SIZE } from '../page-length.ts'

/** An agent with its ratings, or with the skills that it submitted, as the address says. */
export function AgentDetails({ name, query }: { name: string; query: URLSearchParams }) {
  const profile = useQuery<AgentProfile>(name, (signal) =>
    request('GET', `agents/${encodeURIComponent(name)}`, { signal }),
  )
  return (
    <Loader what="agent" query={profile}>
      {(agent) => (
        <article>
          <PageHeading
            text={agent.agent_name}
            head={{
              ...(agent.agent_description && { description: summarize(agent.agent_description) }),
              address: formatAddress(['agents', agent.id]),
            }}
          />
          <p class="facts quiet">
            <span>Registered on {formatDate(agent.created_at)}</span>
            {agent.established && <a href={formatAddress(['how-ranking-works'])}>established agent</a>}
            {agent.proved_by !== null && (
              <span>
                proved by <bdi>{agent.proved_by}</bdi>
              </span>
            )}
          </p>
          <div class="with-aside">
            <div class="about">
              {agent.agent_description && (
                <LongText
                  class="full-description"
                  text={agent.agent_description}
                  what="description"
                  maxLength={480}
                />
              )}
            </div>
            {agent.total_ratings > 0 && (
              <div class="aside">
                <GivenClaws agent={agent} />
              </div>
            )}
            <div class="details">
              <AgentLists agent={agent} name={name} query={query} />
            </div>
          </div>
        </article>
      )}
    </Loader>
  )
}

/** How the agent rates: the mean of the claws that it gave, and how often it gave how many. */
function GivenClaws({ agent: { claws_counts, total_ratings, established } }: { agent: AgentProfile }) {
  const sum = Object.entries(claws_counts).reduce((sum, [claws, count]) => sum + Number(claws) * count, 0)
  const figures = {
    avg_claws: sum / total_ratings,
    total_ratings,
    established_ratings: established ? total_ratings : 0,
  }
  return (
    <section class="figures" aria-labelledby="figures-heading">
      <h2 id="figures-heading">Claws given</h2>
      <div class="headline">
        <Average of={figures} />
        <p class="quiet">on average, in {formatCount(total_ratings, 'rating')}</p>
      </div>
      <Distribution counts={claws_counts} total={total_ratings} />
    </section>
  )
}

/** All ratings of the agent, or all skills that it submitted: the address says which, and how many. */
function AgentLists({ agent, name, query }: { agent: AgentProfile; name: string; query: URLSearchParams }) {
  const isSkills = query.get('show') === 'skills'
  const show = isSkills ? 'skills' : ''
  const list = {
    path: `agents/${agent.id}/`,
    limit: limitOf(query.get('shown')),
    onLength: (length: number) =>
      replaceAddress(formatAddress(['agents', name], { show, shown: lengthParameter(length) })),
  }
  return (
    <>
      <nav class="tabs" aria-label="Lists of this agent">
        <a href={formatAddress(['agents', name])} aria-current={isSkills ? undefined : 'page'}>
          {formatCount(agent.total_ratings, 'rating')}
        </a>
        <a
          href={formatAddress(['agents', name], { show: 'skills' })}
          aria-current={isSkills ? 'page' : undefined}
        >
          {formatCount(agent.total_skills, 'skill')} submitted
        </a>
      </nav>
      {isSkills ? (
        <List<AgentSkillList>
          {...list}
          key="skills"
          itemName="skills"
          empty="No skills submitted yet."
          append={(before, next) => ({ ...next, skills: [...before.skills, ...next.skills] })}
          items={({ skills }) =>
            skills.map((skill) => <SkillRow key={skill.id} skill={skill} sort="newest" />)
          }
        />
      ) : (
        <List<AgentRatingList>
          {...list}
          key="ratings"
          itemName="ratings"
          empty="No ratings yet."
          append={(before, next) => ({ ...next, ratings: [...before.ratings, ...next.ratings] })}
          items={({ ratings }) => ratings.map((rating) => <OwnRating key={rating.id} rating={rating} />)}
        />
      )}
    </>
  )
}

/** A rating with its skill. */
function OwnRating({ rating }: { rating: AgentRatingList['ratings'][number] }) {
  const { name, slug } = rating.skill
  return (
    <RatingItem
      rating={rating}
      // Every rating here is by the same agent.
      showsStanding={false}
      label={`of ${name}`}
      subject={
        <a class="author" href={formatAddress(['skills', slug])} dir="auto">
          <LongName name={name} />
        </a>
      }
    />
  )
}

interface ListProps<Page> {
  /** The route without its last part. */
  path: string
  /** The last part of the route. */
  itemName: 'ratings' | 'skills'
  empty: string
  /** The number of items of the first page. */
  limit: string
  /** More items were loaded. */
  onLength(length: number): void
  append(before: Page, next: Page): Page
  items(page: Page): ComponentChildren[]
}

/** A list that can be extended. */
function List<Page extends { count: number; next_cursor: string | null }>(props: ListProps<Page>) {
  const { itemName, empty, limit, onLength, append, items } = props
  const path = props.path + itemName
  const { data, error, loading, retry, setData } = useQuery<Page>(path, (signal) =>
    request('GET', path, { signal }, { limit }),
  )
  useScrollRestoration(data !== undefined)
  const shown = data && items(data)
  return (
    <section class={`agent-${itemName}`} aria-label={itemName} aria-busy={loading}>
      {error && <ErrorMessage error={error} retry={retry} />}
      {!data && loading && <Skeleton rows={3} kind={itemName === 'skills' ? 'skill' : 'rating'} />}
      {data && shown && (
        <>
          {shown.length === 0 && <p class="unrated">{empty}</p>}
          <ol>{shown}</ol>
          <LoadMore
            list={data}
            isStale={loading}
            itemName={itemName}
            load={(cursor) => request<Page>('GET', path, {}, { cursor, limit: String(PAGE_SIZE) })}
            onLoaded={(next) => {
              const all = append(data, next)
              setData(all)
              onLength(items(all).length)
            }}
          />
          <Announcement text={`${shown.length} ${itemName} shown.`} />
        </>
      )}
    </section>
  )
}
