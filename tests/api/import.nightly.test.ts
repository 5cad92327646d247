// 10,000 servers: time and memory of `npm run import`. import.test.ts resumes one that was killed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { run } from '../../scripts/program.ts'
import { registryEntry, startRegistry } from '../support/mcp-registry.ts'

const SERVERS = 10_000
const WORDS =
  'reads writes files searches the web for weather data and returns structured results through an API with retries and tokens'.split(
    ' ',
  )

let stack: TemporaryStack
let registry: Awaited<ReturnType<typeof startRegistry>>
beforeAll(async () => {
  stack = await startTemporaryStack({ mcp: false })
  registry = await startRegistry(
    Array.from({ length: SERVERS }, (_, i) =>
      registryEntry({
        name: `io.github.user${i % 3_000}/server-${i}`,
        description: Array.from({ length: 12 }, (_, j) => WORDS[(i * 7 + j * j) % WORDS.length]).join(' '),
        url: `https://github.com/user${i % 3_000}/server-${i}`,
      }),
    ),
  )
})
afterAll(async () => {
  await registry?.close()
  await stack?.stop()
})

/** Runs the import in 64 MB of heap, and returns what it prints. */
async function runImport(): Promise<string> {
  const begin = performance.now()
  const program = ['local/run.mjs', 'scripts/import.ts', 'mcp-registry', '--base-url', registry.url]
  const env = { ...process.env, SUPABASE_URL: stack.apiUrl, SUPABASE_SECRET_KEY: stack.secretKey }
  const args = ['--max-old-space-size=64', ...program]
  const { status, stdout, stderr } = await run(process.execPath, args, { env })
  console.log(`${((performance.now() - begin) / 1_000).toFixed(1)} s: ${stdout.trim().split('\n').at(-1)}`)
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

const imported = () =>
  withConnection(stack.databaseUrl, async (sql) => {
    const [row] = await sql`
      select count(*)::int as skills, (select count(*)::int from private.totals_differences()) as differences,
        md5(string_agg(id || name || updated_at, ',' order by id)) as state
      from public.skills where name like 'io.github.user%/server-%'`
    return row as { skills: number; differences: number; state: string }
  })

test('10,000 servers are imported in 64 MB, and only once', async () => {
  expect(await runImport()).toContain('10,000 created, 0 updated')
  const complete = await imported()
  expect(complete).toMatchObject({ skills: SERVERS, differences: 0 })
  expect(await runImport()).toContain('0 created, 0 updated, 10,000 unchanged')
  expect(await imported()).toEqual(complete)
}, 1_800_000)
