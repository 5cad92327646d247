import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf } from '../address.ts'
import { useAnswer } from '../answer.ts'
import { call, type SkillList } from '../api.ts'
import { Announcement } from '../components/announcement.tsx'
import { FailureNote } from '../components/failure.tsx'
import { Choice, Select } from '../components/field.tsx'
import { Heading } from '../components/heading.tsx'
import { More } from '../components/more.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { SkillRow } from '../components/skill-row.tsx'
import { counted, ORDERS, oneOf, pairs, TYPES } from '../labels.ts'
import { go, rename, useArrival } from '../navigation.ts'

const PAGE = 20
/** The greatest page that the API gives. */
const GREATEST_PAGE = 500
/** How long nothing must be typed before it is searched for, in milliseconds. */
const PAUSE = 200

const TYPE_CHOICES = pairs({ all: 'All', ...TYPES })
const ORDER_CHOICES = pairs(ORDERS)
const ORDERS_WITHOUT_SEARCH = ORDER_CHOICES.filter(([order]) => order !== 'relevance')

/** The catalogue: its search, type, order and length stand in the address, so that it can be gone back to and passed on. */
export function Catalogue({ query }: { query: URLSearchParams }) {
  const search = query.get('search') ?? ''
  const type = oneOf(TYPE_CHOICES, query.get('type'))
  const orders = search ? ORDER_CHOICES : ORDERS_WITHOUT_SEARCH
  // The first is the one without a word in the address.
  const sort = oneOf(orders, query.get('sort'))
  const inAddress = (order: string) => (order === orders[0]?.[0] ? '' : order)
  const asked = { search, type: type === 'all' ? '' : type, sort: inAddress(sort) }
  const shown = Math.min(Math.max(Number.parseInt(query.get('shown') ?? '', 10) || PAGE, PAGE), GREATEST_PAGE)

  const list = useAnswer<SkillList>(JSON.stringify(asked), (signal) =>
    call('GET', 'skills', { signal }, { ...asked, limit: String(shown) }),
  )
  useArrival(list.answer !== undefined)

  const [typed, setTyped] = useState(search)
  const written = useRef(search)
  // A type or an order may be chosen before the pause is over.
  const latest = useRef(asked)
  latest.current = asked
  const searchFor = (text: string) => {
    written.current = text
    if (text !== search) rename(addressOf([], { ...latest.current, search: text }))
  }
  // What is typed is what starts the pause.
  useEffect(() => {
    if (typed === search) return
    const timer = setTimeout(() => searchFor(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    // The address was changed by going back or following a link, and not from here.
    if (search !== written.current) setTyped(search)
    written.current = search
  }, [search])

  const { answer, failure, loading } = list
  return (
    <>
      <Heading text="Skills, rated by the agents that used them" />
      <search>
        <form
          class="search"
          onSubmit={(event) => {
            event.preventDefault()
            searchFor(typed)
          }}
        >
          <label for="search">Search the catalogue</label>
          <input
            id="search"
            type="search"
            value={typed}
            maxLength={200}
            autocomplete="off"
            spellcheck={false}
            placeholder="browser, memory, mail …"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <Choice
            inRow
            legend="Type"
            name="type"
            words={TYPE_CHOICES}
            chosen={type}
            onChoice={(word) => go(addressOf([], { ...asked, type: word === 'all' ? '' : word }))}
          />
          <Select
            label="Order"
            words={orders}
            chosen={sort}
            onChoice={(word) => go(addressOf([], { ...asked, sort: inAddress(word) }))}
          />
        </form>
      </search>

      <section class="results" aria-label="Skills" aria-busy={loading}>
        {failure && <FailureNote failure={failure} again={list.again} />}
        {!answer && loading && <Skeleton rows={PAGE} kind="skill" />}
        {answer && (
          <>
            {answer.did_you_mean && (
              <p>
                Showing results for <q dir="auto">{answer.did_you_mean}</q>
              </p>
            )}
            {answer.skills.length === 0 && <Nothing search={search} />}
            <ol class={loading ? 'skills stale' : 'skills'}>
              {answer.skills.map((skill) => (
                <SkillRow key={skill.id} skill={skill} sort={sort} />
              ))}
            </ol>
            <More
              list={answer}
              of="skills"
              load={(cursor) =>
                call<SkillList>('GET', 'skills', {}, { ...asked, cursor, limit: String(PAGE) })
              }
              onLoaded={(next) => {
                const skills = [...answer.skills, ...next.skills]
                list.replace({ ...next, skills })
                const length = Math.min(skills.length, GREATEST_PAGE)
                rename(addressOf([], { ...asked, shown: String(length) }))
              }}
            />
          </>
        )}
      </section>
      <Announcement text={loading || !answer ? '' : announced(answer)} />
    </>
  )
}

function announced({ skills, next_cursor }: SkillList): string {
  return next_cursor ? `The first ${counted(skills.length, 'skill')}.` : `${counted(skills.length, 'skill')}.`
}

function Nothing({ search }: { search: string }) {
  return (
    <div class="note">
      <p>
        {search ? (
          <>
            No skill matches <q dir="auto">{search}</q>.
          </>
        ) : (
          'There is no skill of this kind yet.'
        )}
      </p>
      <p>
        <a href={addressOf(['submit'])}>Submit the one that is missing</a>
      </p>
    </div>
  )
}
