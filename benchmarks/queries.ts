// Lists, searches and pages by their SQL functions alone, called as the Data API calls them, at each size.
import type { ReservedSql, Sql } from 'postgres'
import { connect } from './as-anon.ts'
import { listDifference } from './brute-force.ts'
import { benchmarkKey } from './data/keys.ts'
import type { Size } from './data/sizes.ts'
import { placeOf } from './list-order.ts'
import { LISTS, PLAIN_LIST, type Query, SEARCHES } from './query-cases.ts'
import { type Outcome, outcomeLine, type QuerySection, querySection, queryTargets } from './query-outcome.ts'
import { buffersOf, type Patience, type Read, type ReadTimes, runRead, timeReads } from './read-timing.ts'
import type { Context, Measured } from './results.ts'

/** A connection for what is measured, and those of the owner for what is not. */
type Database = { connection: ReservedSql; owner: Sql }

/** Past this a query is given up. */
const STATEMENT_TIMEOUT = '30s'

/** What is compared with brute force: each order, type and search, whatever the size of a page. */
const COMPARED = [
  ...LISTS.filter(({ limit, from }) => limit === 100 && (from === 'first' || from === 'middle')).map(
    (query) => ({ ...query, limit: 500 }),
  ),
  ...SEARCHES,
]

/** Measures every list, search and page at all sizes of the context, and compares the answers at S with brute force. */
export async function measureQueries(context: Context): Promise<Measured> {
  const databases = new Map<Size, Database>()
  try {
    for (const size of context.sizes) databases.set(size, await open(context, size))
    const outcomes: Outcome[] = []
    for (const query of [...LISTS, ...SEARCHES]) {
      const reads = await listReads(databases, query)
      outcomes.push({ ...(await measureReads(context, databases, titleOf(query), reads)), query })
    }
    const pages: Outcome[] = []
    for (const [name, reads] of await pageReads(databases)) {
      pages.push(await measureReads(context, databases, name, reads))
    }
    const small = databases.get('S')
    const compared = small
      ? { number: COMPARED.length, differing: await differingLists(context, small) }
      : null

    const lists = outcomes.filter(({ query }) => query?.kind === 'list')
    const searches = outcomes.filter(({ query }) => query?.kind !== 'list')
    return {
      sections: [
        querySection(context.sizes, LISTS_SECTION, lists),
        querySection(context.sizes, SEARCHES_SECTION, searches),
        querySection(context.sizes, PAGES_SECTION, pages),
      ],
      targets: queryTargets(outcomes, PLAIN_LIST, compared),
    }
  } finally {
    for (const { connection, owner } of databases.values()) {
      connection.release()
      await owner.end({ timeout: 5 })
    }
  }
}

const LISTS_SECTION: QuerySection = {
  id: 'lists',
  title: 'Lists',
  about: `\`select public.list_skills(…)\` as the role \`anon\`, in a transaction with the request’s headers, prepared, over one
connection. Medians in milliseconds from sending the statement to having its answer, the sizes in turns. Buffers are the pages of
8 kB that one more run touched, in memory or not. 100 skills on the first page unless the name says otherwise.`,
  // The types by the default order stand for the others.
  charted: ({ sort, type, from }) => from !== 'start' && (type === null || sort === 'top'),
}
const SEARCHES_SECTION: QuerySection = {
  id: 'searches',
  title: 'Searches',
  about: `As above, ordered by \`top\` unless the name says otherwise. A percentage is that of the skills which hold the word. The
last five are made to be slow.`,
  charted: () => true,
}
const PAGES_SECTION: QuerySection = {
  id: 'pages',
  title: 'A skill, and a name that nobody has',
  about: `\`public.get_skill\` by slug; and \`public.submit_rating\` for a name that is like another and nobody’s: 404 with
suggestions. The buffers of the latter are those of finding the suggestions.`,
  charted: null,
}

async function open(context: Context, size: Size): Promise<Database> {
  const stack = context.stacks[size]
  if (!stack) throw new Error(`The stack of ${size} is not up.`)
  const owner = connect(stack.databaseUrl, 2)
  const connection = await owner.reserve()
  await connection`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, false)`
  return { connection, owner }
}

async function measureReads(
  { quick, log }: Context,
  databases: Map<Size, Database>,
  name: string,
  reads: Map<Size, Read>,
): Promise<Outcome> {
  const patience: Patience = quick
    ? { warmUps: 1, runs: 5, seconds: 1 }
    : { warmUps: 3, runs: 31, seconds: 3 }
  const connections = new Map([...databases].map(([size, { connection }]) => [size, connection]))
  const outcome: Outcome = { name, figures: new Map() }
  try {
    const times = await timeReads(connections, reads, patience)
    for (const [size, read] of reads) {
      const connection = connections.get(size) as ReservedSql
      const { answer } = await runRead(connection, read)
      const text: string | undefined = answer[0]?.answer
      outcome.figures.set(size, {
        ...(times.get(size) as ReadTimes),
        buffers: await buffersOf(connection, read),
        rows: text === undefined ? 0 : (JSON.parse(text).count ?? 0),
      })
    }
  } catch (error) {
    // One that takes too long is a finding, not the end of the run.
    if ((error as { code?: string }).code !== '57014') throw error
    outcome.figures.clear()
    log(`${name}: given up after ${STATEMENT_TIMEOUT}`)
  }
  log(outcomeLine(outcome))
  return outcome
}

async function listReads(databases: Map<Size, Database>, query: Query): Promise<Map<Size, Read>> {
  const reads = new Map<Size, Read>()
  for (const [size, { owner }] of databases) {
    reads.set(size, listRead(query, (await placeOf(owner, query))?.cursor ?? null))
  }
  return reads
}

function listRead({ type, search, sort, limit }: Query, cursor: string | null): Read {
  return {
    // As text: making values of JSON is the client's time.
    call: (sql) => sql`
      select public.list_skills(
        p_type => ${type}, p_search => ${search}, p_sort => ${sort}, p_limit => ${limit}, p_cursor => ${cursor}
      )::text as answer`,
  }
}

/** The reads beside the list: a skill by its slug, and what a name that nobody has costs. */
async function pageReads(databases: Map<Size, Database>): Promise<Map<string, Map<Size, Read>>> {
  const [rated, unrated, unknown] = [new Map<Size, Read>(), new Map<Size, Read>(), new Map<Size, Read>()]
  for (const [size, { owner }] of databases) {
    const end = async (order: string) => {
      const [skill] = await owner<{ slug: string; name: string }[]>`
        select s.slug, s.name
        from public.skill_stats as st join public.skills as s on s.id = st.skill_id
        order by ${owner.unsafe(order)} limit 1`
      if (!skill) throw new Error(`There are no skills at ${size}.`)
      return skill
    }
    const bySlug = (slug: string): Read => ({
      call: (sql) => sql`select public.get_skill(p_skill => ${slug})::text as answer`,
    })
    const popular = await end('st.total_ratings desc, st.score desc, st.skill_id desc')
    rated.set(size, bySlug(popular.slug))
    unrated.set(size, bySlug((await end('st.total_ratings, st.score, st.skill_id')).slug))
    const nobodys = `${popular.name.slice(0, 150)} zq`
    unknown.set(size, {
      call: (sql) => sql`
        select public.submit_rating(p_skill_name => ${nobodys}, p_claws => 5)::text as answer`,
      key: benchmarkKey(0),
      refusal: 'PT404',
      explained: (sql) => sql`select private.similar_skills(${nobodys})`,
    })
  }
  return new Map([
    ['skill by slug, the most rated', rated],
    ['skill by slug, unrated', unrated],
    ['rating a name that nobody has', unknown],
  ])
}

async function differingLists({ log }: Context, { connection, owner }: Database): Promise<string[]> {
  const differing: string[] = []
  for (const query of COMPARED) {
    const difference = await listDifference(connection, owner, query, listRead)
    if (difference === null) continue
    differing.push(titleOf(query))
    log(`${titleOf(query)}: ${difference}`)
  }
  const equal = COMPARED.length - differing.length
  log(`brute force at S: ${equal} of ${COMPARED.length} lists and searches are equal, all pages`)
  return differing
}

function titleOf({ name, search }: Query): string {
  return search === null || search === name ? name : `${name}: ${search}`
}
