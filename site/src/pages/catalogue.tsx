import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { absoluteApiUrl, request } from '../api/client.ts'
import type { SkillList, SkillReference, Stats } from '../api/responses.ts'
import { Announcement } from '../components/announcement.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { NearestNames, WaysOn } from '../components/nearest-names.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RadioGroup } from '../components/radio-group.tsx'
import { ResultReasons } from '../components/result-reasons.tsx'
import { Select } from '../components/select.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { SkillRow } from '../components/skill-row.tsx'
import { formatCount } from '../format.ts'
import { CATALOGUE_TITLE, SKILL_FEED } from '../head.ts'
import { navigate, replaceAddress, useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useShortcut } from '../hooks/use-shortcut.ts'
import { optionsOf, SORT_LABELS, selectOption, TOPICS, TYPE_LABELS } from '../labels.ts'
import { lengthParameter, limitOf, PAGE_SIZE } from '../page-length.ts'

/** The search runs once the user has not typed for this long. */
const SEARCH_DELAY_MS = 200

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
  const { data, error, loading, retry, setData } = useQuery<Results>(key, async (signal) => ({
    ...(await request<SkillList>('GET', 'skills', { signal }, { ...parameters, limit })),
    key,
  }))
  useScrollRestoration(data !== undefined)
  const isFiltered = search !== '' || type !== 'all'
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
            value={sort}
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
            {data.skills.length > 0 && sort === 'relevance' && <ResultReasons />}
            {data.skills.length === 0 && !loading && <NoSkills {...parameters} nearest={data.suggestions} />}
            <ol class="skills" ref={list} onKeyDown={moveFocus}>
              {data.skills.map((skill) => (
                <SkillRow key={skill.id} skill={skill} sort={sort} />
              ))}
            </ol>
            <LoadMore
              list={data}
              isStale={loading}
              itemName="skills"
              load={(cursor) =>
                request<SkillList>('GET', 'skills', {}, { ...parameters, cursor, limit: String(PAGE_SIZE) })
              }
              onLoaded={(next) => {
                const skills = [...data.skills, ...next.skills]
                setData({ ...next, skills, key })
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
type Results = SkillList & { key: string }

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
  // Only the input starts the delay.
  useEffect(() => {
    if (input === search) return
    const timer = setTimeout(() => searchFor(input), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [input])
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
