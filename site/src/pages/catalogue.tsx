import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { absoluteApiUrl, request } from '../api/client.ts'
import type { AgentProfile, SkillList, SkillReference, Stats } from '../api/responses.ts'
import { Announcement } from '../components/announcement.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Intro } from '../components/intro.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { NearestNames, WaysOn } from '../components/nearest-names.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RadioGroup } from '../components/radio-group.tsx'
import { ResultReasons } from '../components/result-reasons.tsx'
import { Select } from '../components/select.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { SkillRow } from '../components/skill-row.tsx'
import { TopSkills } from '../components/top-skills.tsx'
import { formatCount } from '../format.ts'
import { CATALOGUE_TITLE, SKILL_FEED } from '../head.ts'
import { navigate, replaceAddress, useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useShortcut } from '../hooks/use-shortcut.ts'
import { optionsOf, SORT_LABELS, selectOption, TOPICS, TYPE_LABELS } from '../labels.ts'
import { lengthParameter, limitOf, PAGE_SIZE } from '../page-length.ts'

/** The search runs once the user has not typed for this long. */
const SEARCH_DELAY_MS = 200

/** Of fewer results, some say what else the words can mean. */
const FEW = 5

const TYPE_OPTIONS = optionsOf({ all: 'All', ...TYPE_LABELS })
const SORT_OPTIONS = optionsOf(SORT_LABELS)
const SORT_OPTIONS_WITHOUT_SEARCH = SORT_OPTIONS.filter(([sort]) => sort !== 'relevance')

/** The catalogue. Its search, type, sort order and length are part of the address, so that it can be shared and gone back to. */
export function Catalogue({ query }: { query: URLSearchParams }) {
  // The API ignores white space, too.
  const search = query.get('search')?.trimStart() ?? ''
  const type = selectOption(TYPE_OPTIONS, query.get('type'))
  // The first option is the default and is left out of the address.
  const sortOptions = search ? SORT_OPTIONS : SORT_OPTIONS_WITHOUT_SEARCH
  const sort = selectOption(sortOptions, query.get('sort'))
  const sortParameter = (value: string) => (value === sortOptions[0]?.[0] ? '' : value)
  const parameters = { search, type: type === 'all' ? '' : type, sort: sortParameter(sort) }
  const limit = limitOf(query.get('shown'))

  const key = JSON.stringify(parameters)
  const isFiltered = search !== '' || type !== 'all'
  const { data, error, loading, retry, setData } = useQuery<Results>(key, async (signal) => {
    const list = (sort: string) =>
      request<SkillList>('GET', 'skills', { signal }, { ...parameters, sort, limit })
    const found = await list(parameters.sort)
    // Rated skills come first. Without any, nothing but the name says where to look.
    const isUnrated = !isFiltered && sort === 'top' && found.skills[0]?.total_ratings === 0
    const agent = search && isDoubtful(found) ? await agentOf(search, signal) : null
    return { ...(isUnrated ? await list('name') : found), key, isUnrated, agent }
  })
  const shownSort = data?.isUnrated && data.key === key ? 'name' : sort
  useScrollRestoration(data !== undefined)
  const first = data?.skills[0]
  const isCounted = first && !data.next_cursor && isFiltered
  const list = useRef<HTMLOListElement>(null)
  const focusFirst = () => {
    const link = list.current?.querySelector('a')
    link?.focus()
    return !!link
  }
  // Once the results of what was entered are shown.
  const [entered, setEntered] = useState(false)
  const isCurrent = data?.key === key && !loading
  useEffect(() => {
    if (!entered || !isCurrent) return
    setEntered(false)
    focusFirst()
  }, [entered, isCurrent])

  return (
    <>
      <PageHeading text={CATALOGUE_TITLE} head={{ title: titleOf(search, type), feed: SKILL_FEED }} />
      {!isFiltered && <Intro />}
      <SearchForm
        search={search}
        onSearch={(text) => {
          setEntered(false)
          replaceAddress(formatAddress([], { ...parameters, search: text }))
        }}
        onEnter={() => setEntered(true)}
        onArrowDown={focusFirst}
      >
        <Filters>
          <RadioGroup
            inline
            legend="Type"
            name="type"
            options={TYPE_OPTIONS}
            value={type}
            onValue={(value) =>
              navigate(formatAddress([], { ...parameters, type: value === 'all' ? '' : value }))
            }
          />
          <Select
            label="Sort by"
            options={sortOptions}
            value={shownSort}
            onValue={(value) => navigate(formatAddress([], { ...parameters, sort: sortParameter(value) }))}
          />
        </Filters>
      </SearchForm>
      {!search && <Topics sort={sort} />}

      <section class="results" aria-label="Skills" aria-busy={loading}>
        {error && <ErrorMessage error={error} retry={retry} />}
        {!data && loading && <Skeleton rows={PAGE_SIZE} kind="skill" />}
        {data && (
          <div class={loading ? 'stale' : undefined}>
            <p class="results-line">
              <span>
                {data.did_you_mean && first && (
                  <>
                    <Correction of={search} by={data.did_you_mean} first={first.name} />
                    {isCounted && ' · '}
                  </>
                )}
                {isCounted && formatCount(data.skills.length, 'skill')}
                {!isFiltered && <Totals />}
              </span>
              {sort === 'newest' ? (
                <a href={absoluteApiUrl(SKILL_FEED)}>Feed of new skills</a>
              ) : (
                <a href={formatAddress(['how-ranking-works'])}>How ranking works</a>
              )}
            </p>
            {data.agent && (
              <p class="note">
                An agent has this name:{' '}
                <a href={formatAddress(['agents', data.agent.id])}>
                  <bdi>{data.agent.agent_name}</bdi>
                </a>
                , {formatCount(data.agent.total_ratings, 'rating')}.
              </p>
            )}
            {lacksWords(data.missing) && <p>No skill has all your words. The closest:</p>}
            {data.skills.length > 0 && sort === 'relevance' && <ResultReasons />}
            {data.skills.length === 0 && !loading && (
              <>
                <NoSkills {...parameters} nearest={data.suggestions} />
                <TopSkills />
              </>
            )}
            {data.isUnrated && first && <Welcome slug={first.slug} />}
            <ol class="skills" ref={list} onKeyDown={moveFocus}>
              {data.skills.map((skill, i) => (
                <SkillRow key={skill.id} skill={skill} sort={sort} missing={data.missing?.[i]} />
              ))}
            </ol>
            {data.skills.length > 0 && (
              <NearestNames skills={data.suggestions} heading="Skills with similar names:" />
            )}
            <LoadMore
              list={data}
              isStale={loading}
              itemName="skills"
              load={(cursor) =>
                request<SkillList>(
                  'GET',
                  'skills',
                  {},
                  {
                    ...parameters,
                    sort: data.isUnrated ? 'name' : parameters.sort,
                    cursor,
                    limit: String(PAGE_SIZE),
                  },
                )
              }
              onLoaded={(next) => {
                const skills = [...data.skills, ...next.skills]
                setData({
                  ...next,
                  skills,
                  missing: data.missing && next.missing ? [...data.missing, ...next.missing] : null,
                  suggestions: data.suggestions,
                  key,
                  isUnrated: data.isUnrated,
                  agent: data.agent,
                })
                replaceAddress(formatAddress([], { ...parameters, shown: lengthParameter(skills.length) }))
              }}
            />
          </div>
        )}
      </section>
      <Announcement text={loading || !data ? '' : announcementOf(data)} />
    </>
  )
}

/** A list, and for which parameters it is. */
type Results = SkillList & {
  key: string
  /** No skill of the catalogue has a rating: they are in the order of their names. */
  isUnrated: boolean
  /** The agent whose name was searched for. */
  agent: AgentProfile | null
}

/** For a catalogue without ratings: the line that rates the first. @param slug of a skill */
function Welcome({ slug }: { slug: string }) {
  const body = JSON.stringify({ skill_name: slug, claws: 5 })
  return (
    <div class="note note-good">
      <p>
        <strong>Welcome: no skill is rated yet.</strong> Open one that you have used, and rate it. Or, with{' '}
        <a href={formatAddress(['key'])}>a key</a>, from a shell:
      </p>
      <CopyBlock
        label="line that rates a skill"
        text={`curl ${absoluteApiUrl('ratings')} -H 'x-api-key: claw_…' -H 'content-type: application/json' -d '${body}'`}
      />
    </div>
  )
}

/** The arrow keys move among the results, and back to the search. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll('a')]
  const next = links.indexOf(event.target as HTMLAnchorElement) + step
  const target = next < 0 ? document.getElementById('search') : links[next]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** The types and the sort order: on a phone one row, which scrolls to the chosen type. */
function Filters({ children }: { children: ComponentChildren }) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('label:has(:checked)')
    if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - row.current.clientWidth / 2
  }, [])
  return (
    <div class="filters" ref={row}>
      {children}
    </div>
  )
}

/** What is new, and searches to begin with. */
function Topics({ sort }: { sort: string }) {
  return (
    <nav class="topics" aria-label="Topics">
      <a href={formatAddress([], { sort: 'newest' })} aria-current={sort === 'newest' ? 'page' : undefined}>
        Newest
      </a>
      {TOPICS.map((topic) => (
        <a key={topic} href={formatAddress([], { search: topic })}>
          {topic}
        </a>
      ))}
    </nav>
  )
}

interface SearchFormProps {
  search: string
  onSearch(text: string): void
  onEnter(): void
  /** @returns whether there is a result that took the focus */
  onArrowDown(): boolean
  children: ComponentChildren
}

/** The search field. A component of its own, so that a letter does not render the results again. */
function SearchForm({ search, onSearch, onEnter, onArrowDown, children }: SearchFormProps) {
  const [input, setInput] = useState(search)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', field)
  const lastSearch = useRef(search)
  // The user may choose a type or sort order before the delay is over.
  const latestOnSearch = useRef(onSearch)
  latestOnSearch.current = onSearch
  const searchFor = (text: string) => {
    // Enter came before the delay was over.
    if (text === lastSearch.current) return
    lastSearch.current = text
    latestOnSearch.current(text)
  }
  // Only the input starts the delay. While an input method composes, it is not what the user looks for.
  const [isComposing, setComposing] = useState(false)
  useEffect(() => {
    if (input === search || isComposing) return
    const timer = setTimeout(() => searchFor(input), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [input, isComposing])
  useEffect(() => {
    // Going back or a link changed the address, and not this component.
    if (search !== lastSearch.current) setInput(search)
    lastSearch.current = search
  }, [search])
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault()
          searchFor(input)
          onEnter()
        }}
      >
        <label for="search" class="visually-hidden">
          Search the catalogue
        </label>
        <input
          id="search"
          ref={field}
          type="search"
          aria-keyshortcuts="/"
          value={input}
          maxLength={200}
          autocomplete="off"
          spellcheck={false}
          placeholder="Search: browser, memory, mail …"
          onInput={(event) => setInput(event.currentTarget.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && !event.isComposing && onArrowDown()) event.preventDefault()
          }}
        />
        <span class="key-hint" aria-hidden="true">
          /
        </span>
        {children}
      </form>
    </search>
  )
}

/** The size of the catalogue. */
function Totals() {
  const { data } = useQuery<Stats>('stats', (signal) => request('GET', 'stats', { signal }))
  return (
    <span class="totals">
      {data?.total_skills !== undefined &&
        `${formatCount(data.total_skills, 'skill')} · ${formatCount(data.total_ratings, 'rating')}`}
    </span>
  )
}

/** The title of the tab: what the list is about. */
function titleOf(search: string, type: (typeof TYPE_OPTIONS)[number][0]): string {
  const title = [search, type !== 'all' && `${TYPE_LABELS[type]} skills`].filter(Boolean).join(' · ')
  return title || CATALOGUE_TITLE
}

function announcementOf({ skills, next_cursor }: SkillList): string {
  const count = formatCount(skills.length, 'skill')
  return next_cursor ? `First ${count} shown.` : `${count} found.`
}

/** The search that was answered; or a better known skill, if the first result has a similar name. */
function Correction(props: { of: string; by: string; first: string }) {
  if (props.first.toLowerCase() !== props.of.trim().toLowerCase()) {
    return (
      <>
        Showing results for <q dir="auto">{props.by}</q>
      </>
    )
  }
  return (
    <>
      Did you mean{' '}
      <a href={formatAddress([], { search: props.by })} dir="auto">
        {props.by}
      </a>
      ? The first result has a similar name, and no rating by an established agent.
    </>
  )
}

/** The agent with the name that was searched for; null if there is none, or it cannot be loaded. */
async function agentOf(search: string, signal: AbortSignal): Promise<AgentProfile | null> {
  const name = search.trim()
  // In a path, dots would name another route.
  if (name.length < 2 || /^\.+$/.test(name)) return null
  return request<AgentProfile>('GET', `agents/${encodeURIComponent(name)}`, { signal }).catch(() => null)
}

/** Whether the words that were searched for can mean something else than these skills. */
function isDoubtful({ skills, next_cursor, did_you_mean, missing }: SkillList): boolean {
  const isFew = skills.length < FEW && next_cursor === null
  return isFew || did_you_mean !== null || lacksWords(missing)
}

/** Whether no skill has all words of the search. */
function lacksWords(missing: SkillList['missing']): boolean {
  return !!missing && missing.length > 0 && missing.every((words) => words.length > 0)
}

interface NoSkillsProps {
  search: string
  type: string
  nearest: SkillReference[]
}

function NoSkills({ search, type, nearest }: NoSkillsProps) {
  const skills = type ? 'No skills of this type' : 'No skills'
  return (
    <div class="note">
      <p>
        {search ? (
          <>
            {skills} match <q dir="auto">{search}</q>.
          </>
        ) : (
          `${skills} yet.`
        )}
      </p>
      <NearestNames skills={nearest} />
      <p class="buttons">
        {search && type && <a href={formatAddress([], { search })}>Search all types</a>}
        <WaysOn name={search} />
      </p>
    </div>
  )
}
