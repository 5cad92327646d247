// Reads of the registry during `npm run catalogue:import`. `npm run bench -- import` measures larger ones, and that a second one writes nothing.
import { beforeAll, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { run } from '../../scripts/program.ts'
import { HttpClient } from '../support/http-client.ts'
import { registryEntry, startRegistry } from './mcp-registry.ts'
import type { ServerList } from './registry.ts'

let stack: TemporaryStack
beforeAll(async () => {
  stack = await startTemporaryStack()
  return stack.stop
})

/** Runs the import in 64 MB of heap, and returns what it prints. */
async function runImport(url: string): Promise<string> {
  const program = [
    '--max-old-space-size=64',
    'local/run.mjs',
    'scripts/registry-import.ts',
    'mcp-registry',
    '--base-url',
    url,
  ]
  const env = { ...process.env, SUPABASE_URL: stack.apiUrl, SUPABASE_SECRET_KEY: stack.secretKey }
  const { status, stdout, stderr } = await run(process.execPath, program, { env })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

/** The names with this start, of all pages of the service's registry, in their order. */
async function namesInRegistry(start: string): Promise<string[]> {
  const client = new HttpClient(`${stack.apiUrl}/functions/v1`)
  const names: string[] = []
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== undefined && { cursor }) })
    const { status, body, text } = await client.request<ServerList>('GET', `/registry/v0.1/servers?${query}`)
    if (status !== 200) throw new Error(`${status} ${text}`)
    names.push(...body.servers.map(({ server }) => server.name))
    cursor = body.metadata.nextCursor
  } while (cursor !== undefined)
  return names.filter((name) => name.startsWith(start))
}

test('a client that reads the whole registry during an import finds each server once', async () => {
  const names = Array.from(
    { length: 3_000 },
    (_, i) => `io.github.walked/server-${String(i).padStart(4, '0')}`,
  )
  const source = await startRegistry([])
  try {
    for (const version of ['1.0.0', '2.0.0']) {
      // In another order than that of the list, so that servers are added before and after the cursor.
      source.entries = names.map((_, i) => registryEntry({ name: names[(i * 7) % 3_000] ?? '', version }))
      let isImporting = true
      const importing = runImport(source.url).finally(() => {
        isImporting = false
      })
      importing.catch(() => {})
      let known: string[] = version === '1.0.0' ? [] : names
      let incomplete = 0
      while (isImporting) {
        const walk = await namesInRegistry('io.github.walked/')
        expect(walk).toEqual([...new Set(walk)].sort())
        expect(known.filter((name) => !walk.includes(name))).toEqual([])
        if (walk.length > 0 && walk.length < names.length) incomplete++
        known = walk
      }
      expect(await importing).toContain(version === '1.0.0' ? '3,000 created' : '0 created, 3,000 updated')
      // The first import was read while it ran.
      expect(incomplete > 0).toBe(version === '1.0.0')
      expect(await namesInRegistry('io.github.walked/')).toEqual(names)
    }
  } finally {
    await source.close()
  }
}, 1_800_000)
