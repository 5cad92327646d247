import { join } from 'node:path'
import { stateFolder } from '../config/folders.ts'
import { readNames, readText, Unreadable } from '../doctor/read.ts'

export type Counts = { calls: number; failures: number }

/** What `observe` counted, by the name of the server in the names of its tools. */
export function readCounts(folder = join(stateFolder(), 'calls')): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const text of dayFiles(folder)) {
    for (const line of text.split('\n')) {
      const [, outcome, server] = /^(ok|fail) ([\w-]{1,200})$/.exec(line) ?? []
      if (!server) continue
      const { calls, failures } = counts.get(server) ?? { calls: 0, failures: 0 }
      counts.set(server, { calls: calls + 1, failures: failures + (outcome === 'fail' ? 1 : 0) })
    }
  }
  return counts
}

function* dayFiles(folder: string): Generator<string> {
  try {
    // One file for each day, so 100,000 are 270 years.
    for (const name of readNames(folder, 100_000)) {
      if (/^claude-code-\d{4}-\d\d-\d\d\.log$/.test(name)) yield readText(join(folder, name)) ?? ''
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
}

/**
 * The counts of the configured servers. Claude Code writes other characters than letters, digits, `_` and `-` as `_`. What begins with
 * two names counts for the longer one.
 */
export function countsOf(servers: string[], counts: Map<string, Counts>): Map<string, Counts> {
  const names = [...new Set(servers)].sort((one, other) => other.length - one.length)
  const result = new Map<string, Counts>()
  for (const [counted, { calls, failures }] of counts) {
    const server = names.find((name) => `${counted}__`.startsWith(`${toolName(name)}__`))
    if (server === undefined) continue
    const before = result.get(server) ?? { calls: 0, failures: 0 }
    result.set(server, { calls: before.calls + calls, failures: before.failures + failures })
  }
  return result
}

function toolName(server: string): string {
  return server.replace(/[^\w-]/g, '_')
}

/** Reliability from so many calls on. */
const ENOUGH_CALLS = 5

/** The share of the calls that worked, from 0 to 100; undefined for too few. */
export function reliabilityOf({ calls, failures }: Counts): number | undefined {
  return calls >= ENOUGH_CALLS ? Math.round(((calls - failures) / calls) * 1000) / 10 : undefined
}
