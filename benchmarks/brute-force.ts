import type { ReservedSql, Sql } from 'postgres'
import { bruteForce, type Place, placeOf } from './list-order.ts'
import type { Query } from './query-cases.ts'
import { type Read, runRead } from './read-timing.ts'

/**
 * Walks all pages of a query and compares the skills with those that reading every skill finds, in order.
 * @param read the call of a query, from a cursor
 * @returns null when they are equal, otherwise where they first differ
 */
export async function listDifference(
  connection: ReservedSql,
  owner: Sql,
  query: Query,
  read: (query: Query, cursor: string | null) => Read,
): Promise<string | null> {
  const place: Place | null = await placeOf(owner, query)
  const expected = await bruteForce(owner, query, place)
  const listed: string[] = []
  let cursor = place?.cursor ?? null
  do {
    const { answer } = await runRead(connection, read(query, cursor))
    const page = JSON.parse(answer[0]?.answer)
    listed.push(...page.skills.map((skill: { id: string }) => skill.id))
    cursor = page.next_cursor
    // A walk that goes in circles is a difference too.
  } while (cursor !== null && listed.length <= expected.length)
  if (cursor === null && listed.length === expected.length && listed.every((id, i) => id === expected[i])) {
    return null
  }
  const first = expected.findIndex((id, i) => id !== listed[i])
  return `${listed.length} skills listed, ${expected.length} by brute force; they part at ${first < 0 ? expected.length : first}`
}
