import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { absoluteApiUrl, request } from '../api/client.ts'
import type { SkillList, Stats } from '../api/responses.ts'
import { Announcement } from '../components/announcement.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { LoadMore } from '../components/load-more.tsx'
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
import { optionsOf, SORT_LABELS, selectOption, TYPE_LABELS } from '../labels.ts'
import { lengthParameter, limitOf, PAGE_SIZE } from '../page-length.ts'

/** The search runs once the user has not typed for this long. */
const SEARCH_DELAY_MS = 200

const TYPE_OPTIONS = optionsOf({ all: 'All', ...TYPE_LABELS })
const SORT_OPTIONS = optionsOf(SORT_LABELS)
const SORT_OPTIONS_WITHOUT_SEARCH = SORT_OPTIONS.filter(([sort]) => sort !== 'relevance')

/** The catalogue. Its search, type, sort order and length are part of the address, so that it can be shared and gone back to. */
export function Catalogue({ query }: { query: URLSearchParams }) {
  const search = query.get('search') ?? ''
  const type = selectOption(TYPE_OPTIONS, query.get('type'))
  // The first option is the default and is left out of the address.
  const sortOptions = search ? SORT_OPTIONS : SORT_OPTIONS_WITHOUT_SEARCH
  const sort = selectOption(sortOptions, query.get('sort'))
  const sortParameter = (value: string) => (value === sortOptions[0]?.[0] ? '' : value)
  const parameters = { search, type: type === 'all' ? '' : type, sort: sortParameter(sort) }
  const limit = limitOf(query.get('shown'))

  const { data, error, loading, retry, setData } = useQuery<SkillList>(JSON.stringify(parameters), (signal) =>
    request('GET', 'skills', { signal }, { ...parameters, limit }),
  )
  useScrollRestoration(data !== undefined)
  // The totals already have the size of the whole catalogue.
  const isCounted = data && !data.next_cursor && data.skills.length > 0 && (search || type !== 'all')

  return (
    <>
      <div class="catalogue-heading">
        <PageHeading text={CATALOGUE_TITLE} head={{ title: titleOf(search, type), feed: SKILL_FEED }} />
        <Totals />
      </div>
      <SearchForm
        search={search}
        onSearch={(text) => replaceAddress(formatAddress([], { ...parameters, search: text }))}
      >
        <div class="filters">
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
        </div>
      </SearchForm>

      <section class="results" aria-label="Skills" aria-busy={loading}>
        {error && <ErrorMessage error={error} retry={retry} />}
        {!data && loading && <Skeleton rows={PAGE_SIZE} kind="skill" />}
        {data && (
          <div class={loading ? 'stale' : undefined}>
            <p class="results-line">
              <span>
                {data.did_you_mean && (
                  <>
                    Showing results for <q dir="auto">{data.did_you_mean}</q>
                  </>
                )}
                {data.did_you_mean && isCounted && ' · '}
                {isCounted && formatCount(data.skills.length, 'skill')}
              </span>
              {sort === 'newest' ? (
                <a href={absoluteApiUrl(SKILL_FEED)}>Feed of new skills</a>
              ) : (
                <a href={formatAddress(['how-ranking-works'])}>How ranking works</a>
              )}
            </p>
            {data.skills.length > 0 && sort === 'relevance' && <ResultReasons />}
            {data.skills.length === 0 && !loading && <NoSkills {...parameters} />}
            <ol class="skills">
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
                setData({ ...next, skills })
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

interface SearchFormProps {
  search: string
  onSearch(text: string): void
  children: ComponentChildren
}

/** The search field. A component of its own, so that a letter does not render the results again. */
function SearchForm({ search, onSearch, children }: SearchFormProps) {
  const [input, setInput] = useState(search)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', field)
  const lastSearch = useRef(search)
  // The user may choose a type or sort order before the delay is over.
  const latestOnSearch = useRef(onSearch)
  latestOnSearch.current = onSearch
  const searchFor = (text: string) => {
    lastSearch.current = text
    if (text !== search) latestOnSearch.current(text)
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
        />
        <span class="key-hint" aria-hidden="true">
          /
        </span>
        {children}
      </form>
    </search>
  )
}

/** The size of the catalogue. Its line is empty until it is known. */
function Totals() {
  const { data } = useQuery<Stats>('stats', (signal) => request('GET', 'stats', { signal }))
  return (
    <p class="quiet totals">
      {data?.total_skills !== undefined &&
        `${formatCount(data.total_skills, 'skill')} · ${formatCount(data.total_ratings, 'rating')}`}
    </p>
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

function NoSkills({ search, type }: { search: string; type: string }) {
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
      <p class="buttons">
        {search && type && <a href={formatAddress([], { search })}>Search all types</a>}
        <a href={formatAddress(['submit'])}>Submit a missing skill</a>
        <a href={formatAddress(['connect'])}>Connect an assistant</a>
      </p>
    </div>
  )
}
