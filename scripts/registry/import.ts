import semver from 'semver'
import { UserError } from '../../local/cli/user-error.ts'
import { type Catalogue, MAX_SKILLS } from './catalogue.ts'
import { deletedEntry, type Entry, type Problem, type Source } from './entry.ts'
import { installEntries } from './install.ts'
import { serverJsonProblem } from './server-json.ts'

const RANKS = { deleted: 1, deprecated: 2, active: 3 }

export type Summary = {
  counts: Record<'created' | 'updated' | 'unchanged' | 'kept' | 'marked' | 'inactive' | 'older', number>
  /** The number of skills that cannot be imported. */
  failed: number
  /** The number of skills that were imported, but whose server.json is not served. */
  notServed: number
  /** The first {@link MAX_PROBLEMS} of both. */
  problems: Problem[]
}

const MAX_PROBLEMS = 1_000

/** An import keeps the best version of each server until all pages were read. */
const MAX_SERVERS = 1_000_000
/** The most characters of what it keeps: ten times the official registry. */
const MAX_SIZE = 300_000_000

type Import = Pick<Source, 'read' | 'listsAll'> & {
  catalogue: Pick<Catalogue, 'check' | 'send' | 'names'>
  /** Whether more than half of the skills may be marked, because the source does not list them any more. */
  mayDeleteMost?: boolean
  progress: (read: number) => void
}

/** Reads all pages, which can list the versions of a server in any order, and then imports the best version of each. */
export async function importPages({
  read,
  listsAll,
  catalogue,
  mayDeleteMost,
  progress,
}: Import): Promise<Summary> {
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, marked: 0, inactive: 0, older: 0 }
  const summary: Summary = { counts, failed: 0, notServed: 0, problems: [] }
  const describe = (problem: Problem) => {
    if (summary.problems.length < MAX_PROBLEMS) summary.problems.push(problem)
  }
  const report = (problem: Problem) => {
    summary.failed += 1
    describe(problem)
  }
  const send = async (entries: Entry[]) => {
    for (const [name, outcome, serverProblem] of await catalogue.send(entries)) {
      if (outcome === 'inactive') continue
      if (Object.hasOwn(counts, outcome)) counts[outcome as keyof typeof counts] += 1
      else report([name, outcome])
      if (serverProblem === null) continue
      summary.notServed += 1
      describe([name, `server.json is not served: ${serverProblem}`])
    }
  }

  await catalogue.check()
  const best = new Map<string, Entry>()
  const listed = new Set<string>()
  let size = 0
  let total = 0
  for await (const page of read()) {
    for (const entry of page.entries) {
      const known = best.get(entry.external_name)
      if (entry.status !== 'active') counts.inactive += 1
      else if (known?.status === 'active') counts.older += 1
      if (known && !isNewer(entry, known)) continue
      const valid = validateEntry(entry)
      size += sizeOf(valid) - (known ? sizeOf(known) : 0)
      best.set(entry.external_name, valid)
      if (best.size > MAX_SERVERS || size > MAX_SIZE)
        throw new UserError(
          `The source has more than ${MAX_SERVERS.toLocaleString('en')} skills or ${MAX_SIZE / 1e6} MB.`,
        )
    }
    page.problems.forEach(report)
    // It is still there, although it cannot be imported any more.
    for (const [name, , isWithdrawn] of page.problems) if (!isWithdrawn) listed.add(name)
    total += page.entries.length + page.problems.length
    progress(total)
  }
  await send([...best.values()])
  if (listsAll) {
    for (const name of best.keys()) listed.add(name)
    const missing = await missingNames(catalogue, listed, mayDeleteMost)
    for (let at = 0; at < missing.length; at += MAX_SKILLS)
      await send(missing.slice(at, at + MAX_SKILLS).map(deletedEntry))
  }
  return summary
}

/** Fewer can all be deleted at once. */
const FEW = 10

/** The imported skills that the source does not list any more. @throws UserError if these are most of them */
async function missingNames(
  catalogue: Pick<Catalogue, 'names'>,
  listed: Set<string>,
  mayDeleteMost = false,
): Promise<string[]> {
  const missing: string[] = []
  let known = 0
  for await (const names of catalogue.names()) {
    known += names.length
    // A problem names a skill by the last part of its name.
    missing.push(...names.filter((name) => !listed.has(name) && !listed.has(name.split('/').at(-1) ?? '')))
  }
  if (missing.length > FEW && missing.length > known / 2 && !mayDeleteMost)
    throw new UserError(
      `The source does not list ${missing.length} of ${known} imported skills any more, and nothing was marked as deleted. If this is no fault of the source, add --delete-most.`,
    )
  return missing
}

/** An entry without a server.json that cannot be served. */
function validateEntry(entry: Entry): Entry {
  const problem = entry.server && serverJsonProblem(entry.server)
  if (problem) return { ...entry, server: null, install: null, server_problem: problem }
  return { ...entry, install: entry.server && installEntries(entry.server) }
}

function sizeOf(entry: Entry): number {
  return JSON.stringify(entry).length
}

/**
 * Whether a version is better than one that was read before: active; the latest, as the registry says; published later, if both have a time;
 * the higher semantic version, if both are; else the one that is listed later.
 */
function isNewer(read: Entry, known: Entry): boolean {
  if (read.status !== known.status) return RANKS[read.status] > RANKS[known.status]
  if (read.is_latest !== known.is_latest) return read.is_latest
  const [time, other] = [read.server_published_at, known.server_published_at]
  // Such times compare like texts.
  if (time !== null && other !== null && time !== other) return time > other
  const order =
    semver.valid(read.version) && semver.valid(known.version) && semver.compare(read.version, known.version)
  return order ? order > 0 : true
}
