import { beforeAll, expect, test } from 'vitest'
import { explainer, nodes, pages, readersOf, type Statement, slowNodes } from '../explain.ts'
import { databaseForTests } from '../own-database.ts'
import { largeRegistry } from './large-registry.ts'

const database = databaseForTests()
beforeAll(() => largeRegistry(16_000).plant(database))

test.each([
  ['', 'registry_servers_listed'],
  ['p_include_deleted => true', 'registry_servers_pkey'],
  ["p_version => 'odd'", 'registry_servers_version'],
  ["p_version => 'odd', p_include_deleted => true", 'registry_servers_version'],
  ["p_updated_since => '2026-01-02T00:00:00Z'", 'registry_servers_updated_at'],
  ["p_updated_since => '2026-01-02T00:00:00Z', p_version => 'odd'", 'registry_servers_version_updated_at'],
  ["p_updated_since => '2026-01-01T00:00:00Z', p_version => 'none'", 'registry_servers_version_updated_at'],
])('a page is read from one index: %s', async (parameters, index) => {
  const { explain } = await explainer(database.name, 'public.list_servers')
  const { statements } = await explain(parameters)
  const reading = readersOf(/^registry_servers$/, statements)
  expect(slowNodes(reading)).toEqual([])
  const [scan, page] = reading as [Statement, Statement]
  const read = nodes(scan.plan).filter((node) => pages(node) > 0)
  const indexes = read.flatMap((node) => node['Index Name'] ?? [])
  expect([reading.length, new Set(indexes)]).toEqual([2, new Set([index])])
  expect(Math.max(...nodes(scan.plan).map((node) => node['Actual Rows']))).toBeLessThanOrEqual(62)
  expect(pages(page.plan)).toBeLessThan(1_500)
})
