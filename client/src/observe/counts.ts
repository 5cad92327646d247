import { join } from 'node:path'
import { readNames, readText } from '../doctor/read.ts'
import { callsFolder, type Source } from './files.ts'

export type Counts = { calls: number; failures: number }

/** What the proxy counted for one identifier. */
export type ProxyCounts = Counts & {
  /** Messages that were too long to be read. */
  unread: number
  tools: Map<string, Counts>
  /** By the version that the command named. */
  versions: Map<string, Counts>
}

/** What the hooks of a client counted, by what the name of the server meant. @throws Unreadable */
export function readCounts(client: Source, folder = callsFolder()): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const line of lines(client, folder)) {
    // Earlier versions wrote only the name, which could be that of another server.
    const [, outcome, meaning] = /^(ok|fail) ([\w-]{1,200} \S{1,2100} ".{1,5000}")$/.exec(line) ?? []
    if (meaning) add(counts, meaning, outcome === 'fail')
  }
  return counts
}

/** Of an identifier, with the version that the command named, and a tool. */
const PROXY_LINE = /^(ok|fail|unread) ([^\s@]{1,2100})(?:@(\S{1,100}))? ([\w./-]{1,128})$/

/** What the proxy counted, by identifier. @throws Unreadable */
export function readProxyCounts(folder = callsFolder()): Map<string, ProxyCounts> {
  const counts = new Map<string, ProxyCounts>()
  for (const line of lines('proxy', folder)) {
    const [, outcome, identifier, version, tool] = PROXY_LINE.exec(line) ?? []
    if (identifier === undefined || tool === undefined) continue
    const one = counts.get(identifier) ?? {
      calls: 0,
      failures: 0,
      unread: 0,
      tools: new Map(),
      versions: new Map(),
    }
    counts.set(identifier, one)
    if (outcome === 'unread') one.unread++
    else {
      one.calls++
      if (outcome === 'fail') one.failures++
      add(one.tools, tool, outcome === 'fail')
      if (version !== undefined) add(one.versions, version, outcome === 'fail')
    }
  }
  return counts
}

function add(counts: Map<string, Counts>, name: string, isFailure: boolean): void {
  const { calls, failures } = counts.get(name) ?? { calls: 0, failures: 0 }
  counts.set(name, { calls: calls + 1, failures: failures + (isFailure ? 1 : 0) })
}

/** The lines of all days. */
function* lines(source: Source, folder: string): Generator<string> {
  // One file for each day and source, so 100,000 are 60 years.
  for (const name of readNames(folder, 100_000)) {
    const [, found] = /^([a-z-]+)-\d{4}-\d\d-\d\d\.log$/.exec(name) ?? []
    // The last line has no end if the disk was full, and could be the beginning of another name.
    if (found === source) yield* (readText(join(folder, name)) ?? '').split('\n').slice(0, -1)
  }
}

/** Reliability from so many calls on. */
const ENOUGH_CALLS = 5

/** The share of the calls that worked, from 0 to 100; undefined for too few. */
export function reliabilityOf({ calls, failures }: Counts): number | undefined {
  return calls >= ENOUGH_CALLS ? Math.round(((calls - failures) / calls) * 1000) / 10 : undefined
}
