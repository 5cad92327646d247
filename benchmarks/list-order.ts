// The documented orders of the catalogue, for what list_skills does not say of itself: the cursor of a place far down, and
// which skills its pages must hold.
import type { Sql } from 'postgres'
import type { Query, Sort } from './query-cases.ts'

/** By what each sort orders, the id being last in each, and how a cursor (private.cursor_position) calls those columns. */
const ORDERS: Record<Sort, { table: 's' | 'st'; columns: Record<string, string>; descending: boolean }> = {
  top: { table: 'st', columns: { sort_key_1: 'score' }, descending: true },
  rating: {
    table: 'st',
    columns: { sort_key_1: 'avg_tenths', sort_key_2: 'total_ratings' },
    descending: true,
  },
  most_rated: {
    table: 'st',
    columns: { sort_key_1: 'total_ratings', sort_key_2: 'score' },
    descending: true,
  },
  reliability: {
    table: 'st',
    columns: { sort_key_1: 'reliability_mean', sort_key_2: 'reliability_count' },
    descending: true,
  },
  security: {
    table: 'st',
    columns: { sort_key_1: 'security_mean', sort_key_2: 'security_count' },
    descending: true,
  },
  speed: { table: 'st', columns: { sort_key_1: 'speed_mean', sort_key_2: 'speed_count' }, descending: true },
  newest: { table: 's', columns: { created_at: 'created_at' }, descending: true },
  name: { table: 's', columns: { name_key: 'name_key' }, descending: false },
}

const TABLES = { s: 'public.skills as s', st: 'public.skill_stats as st' }
const IDS = { s: 's.id', st: 'st.skill_id' }

/** Where the page of a query begins: the cursor to send, and the skill after which it begins. */
export type Place = { cursor: string; after: string }

/**
 * The place where the query's page begins; null for the first page. It is found by OFFSET, which at a million skills takes a
 * second.
 * @throws Error when there are too few skills for such a page
 */
export async function placeOf(sql: Sql, query: Query): Promise<Place | null> {
  if (query.from === 'first') return null
  const { table, columns } = ORDERS[query.sort]
  const [{ skills } = { skills: 0 }] = await sql<{ skills: number }[]>`
    select count(*)::integer as skills from public.skills`
  const offset = {
    start: query.limit - 1,
    middle: Math.max(Math.floor(skills / 2) - 1, 0),
    end: query.limit,
  }[query.from]
  const fields = [...Object.entries(columns), ['id', IDS[table].replace(/.*\./, '')]]
  const [place] = await sql<Place[]>`
    select ${sql.unsafe(IDS[table])} as after, private.encode_cursor(
      jsonb_populate_record(
        null::private.cursor_position,
        jsonb_build_object(${sql.unsafe(fields.map(([field, column]) => `'${field}', ${column}`).join(', '))})
      ),
      concat_ws(chr(31), ${query.sort}::text, ${query.type ?? ''}::text, ${query.search ?? ''}::text)
    ) as cursor
    from (
      select * from ${sql.unsafe(TABLES[table])}
      order by ${sql.unsafe(orderBy(query.sort, query.from === 'end'))}
      offset ${offset} limit 1
    ) as ${sql.unsafe(table)}`
  if (!place) throw new Error(`There is no page at the ${query.from} of ${skills} skills.`)
  return place
}

/**
 * The ids that all pages of the query hold together, in order, found by reading every skill and its words; of what the list
 * goes by it uses nothing but the rule how letters compare.
 */
export async function bruteForce(sql: Sql, query: Query, place: Place | null): Promise<string[]> {
  const { sort, type, search } = query
  const { table, descending } = ORDERS[sort]
  const keys = sql.unsafe(orderColumns(sort).join(', '))
  const rows = await sql<{ id: string }[]>`
    select s.id
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where (${type}::text is null or s.type = ${type})
      and (${search}::text is null or private.document_words(s.name, s.description)
        @@ private.all_terms(private.search_terms(private.search_words(${search}))))
      and ${
        place === null
          ? sql`true`
          : sql`(${keys}) ${descending ? sql`<` : sql`>`} (
              select ${keys} from ${sql.unsafe(TABLES[table])} where ${sql.unsafe(IDS[table])} = ${place.after}
            )`
      }
    order by ${sql.unsafe(orderBy(sort, false))}`
  return rows.map((row) => row.id)
}

function orderColumns(sort: Sort): string[] {
  const { table, columns } = ORDERS[sort]
  return [...Object.values(columns).map((column) => `${table}.${column}`), IDS[table]]
}

function orderBy(sort: Sort, reversed: boolean): string {
  const direction = ORDERS[sort].descending === reversed ? 'asc' : 'desc'
  return orderColumns(sort)
    .map((column) => `${column} ${direction}`)
    .join(', ')
}
