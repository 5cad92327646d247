// The client reads repositories before it sends them, and cannot ask the database.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const segmentsIn = (path: string) => {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  return /\(\?:(-\|badges\|[\w|]+)\)/.exec(text)?.[1]?.split('|')
}

test('a repository of GitLab ends in the client at the same segments as in the service', () => {
  const segments = segmentsIn('sql/identifiers/10_identifiers.sql')
  expect(segments).toContain('find_file')
  expect(segmentsIn('client/src/doctor/identifier.ts')).toEqual(segments)
})
