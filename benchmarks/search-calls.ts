// Searches over HTTP, and through the SQL function as the Data API calls it.
import type { ReservedSql, Sql } from 'postgres'
import { asAnon, nameOfSearch } from './database.ts'

/** How many results a search is judged by. */
export const PAGE = 10

export type Result = { id: string; name: string; description: string }
export type Answer = { results: Result[]; milliseconds: number }

/** A search for at most so many results. */
export type Search = (text: string, limit: number) => Promise<Answer>

/** GET /api/skills. */
export function listOverHttp(baseUrl: string, limit: number, search?: string): Promise<Answer> {
  const query = new URLSearchParams({ ...(search !== undefined && { search }), limit: String(limit) })
  return getSkills(`${baseUrl}/api/skills?${query}`)
}

/** POST /api/search. */
export function searchOverHttp(baseUrl: string, limit: number, queries: string[]): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ queries, limit })
  return getSkills(`${baseUrl}/api/search`, { method: 'POST', headers, body })
}

async function getSkills(url: string, request?: RequestInit): Promise<Answer> {
  const start = performance.now()
  const answer = await fetch(url, request)
  const text = await answer.text()
  const milliseconds = performance.now() - start
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  const { skills } = JSON.parse(text) as { skills: Result[] }
  return { results: skills, milliseconds }
}

/** A connection of the Data API's role, and the function that searches. */
type Backend = { connection: ReservedSql; search: string }

export async function reserveBackend(pool: Sql): Promise<Backend> {
  const connection = await pool.reserve()
  return { connection, search: await nameOfSearch(connection) }
}

/** A search in SQL. */
export async function listOverSql(
  { connection, search: name }: Backend,
  limit: number,
  search: string,
): Promise<Answer> {
  const { rows, transaction } = await asAnon(
    connection,
    null,
    (sql) => sql<{ answer: string }[]>`
      select public.${sql.unsafe(name)}(p_search => ${search}, p_limit => ${limit})::text as answer`,
  )
  const { skills } = JSON.parse(rows[0]?.answer ?? '') as { skills: Result[] }
  return { results: skills, milliseconds: transaction }
}
