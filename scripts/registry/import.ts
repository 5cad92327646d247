import semver from 'semver'
import { UserError } from '../../local/cli/user-error.ts'
import { type Catalogue, MAX_SKILLS } from './catalogue.ts'
import { deletedEntry, type Entry, type Page, type Problem, type Source } from './entry.ts'
import { installEntries } from './install.ts'
import { serverJsonProblem } from './server-json.ts'

const RANKS = { deleted: 1, deprecated: 2, active: 3 }

export type Summary = {
  counts: Record<'created' | 'updated' | 'unchanged' | 'kept' | 'marked' | 'inactive' | 'older', number>
  /** The number of skills that cannot be imported. */
  failed: number
  /** The number of skills that were imported, but whose server.json is not served. */
  notServed: number
  /** The number of new skills that share a name or an identifier with a submitted one. */
  shared: number
  /** The first {@link MAX_PROBLEMS} of both. */
  problems: Problem[]
}

const MAX_PROBLEMS = 1_000

/** Skills are sent once they fill a call, or their pages are this large. */
const BATCH_SIZE = 5_000_000

/** An import remembers the name of each server. */
const MAX_SERVERS = 1_000_000
/** The most characters of entries that wait for the end. */
const MAX_POSTPONED = 10_000_000

type Import = Pick<Source, 'read' | 'listsAll'> & {
  catalogue: Pick<Catalogue, 'cursor' | 'send' | 'names'>
  isDryRun: boolean
  /** Whether more than half of the skills may be marked, because the source does not list them any more. */
  mayDeleteMost?: boolean
  progress: (read: number) => void
}

/**
 * Imports all pages in batches, from where an interrupted import stopped. A dry run reads all pages, and so does the import of a source
 * that lists all of its skills.
 */
export async function importPages({
  read,
  listsAll,
  catalogue,
  isDryRun,
  mayDeleteMost,
  progress,
}: Import): Promise<Summary> {
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, marked: 0, inactive: 0, older: 0 }
  const summary: Summary = { counts, failed: 0, notServed: 0, shared: 0, problems: [] }
  const best = new BestVersions()
  const pending = new Map<string, Entry>()
  const postponed = new Postponed()
  let pendingSize = 0
  let total = 0

  const describe = (problem: Problem) => {
    if (summary.problems.length < MAX_PROBLEMS) summary.problems.push(problem)
  }
  const report = (problem: Problem) => {
    summary.failed += 1
    describe(problem)
  }
  const created = new Set<string>()
  const send = async (entries: Entry[], cursor: string | null) => {
    const sent = new Map(entries.map((entry) => [entry.external_name, entry]))
    for (const [name, happened, serverProblem, isNewAndShared] of await catalogue.send(entries, cursor)) {
      // A dry run says so of each version of a new server whose versions are not in one batch.
      const isAgain = created.has(name)
      const outcome = happened === 'created' && isAgain ? 'updated' : happened
      const isShared = isNewAndShared && !isAgain
      if (outcome === 'inactive') continue
      if (outcome === 'created') created.add(name)
      if (outcome === 'postponed') postponed.add(name, sent.get(name))
      else if (Object.hasOwn(counts, outcome)) counts[outcome as keyof typeof counts] += 1
      else report([name, outcome])
      if (isShared) summary.shared += 1
      if (serverProblem === null) continue
      summary.notServed += 1
      describe([name, `server.json is not served: ${serverProblem}`])
    }
  }
  const flush = async (next: string | null) => {
    await send([...pending.values()].map(validateEntry), null)
    pending.clear()
    pendingSize = 0
    // If the import is interrupted, the next one has to read the postponed entries again.
    if (next && postponed.isEmpty) await catalogue.send([], next)
  }
  const listed = new Set<string>()
  const take = async (page: Page, canContinue: boolean) => {
    for (const entry of page.entries) {
      if (entry.status !== 'active') counts.inactive += 1
      const { isBest, isOlderDropped } = best.compare(entry)
      if (isOlderDropped) counts.older += 1
      if (!isBest) continue
      postponed.delete(entry.external_name)
      pending.set(entry.external_name, entry)
      listed.add(entry.external_name)
    }
    page.problems.forEach(report)
    // It is still there, although it cannot be imported any more.
    for (const [name, , isWithdrawn] of page.problems) if (!isWithdrawn) listed.add(name)
    pendingSize += page.size
    total += page.entries.length + page.problems.length
    progress(total)
    if (pending.size >= MAX_SKILLS || pendingSize >= BATCH_SIZE || page.next === '')
      await flush(canContinue ? page.next : null)
  }

  const stored = isDryRun ? '' : await catalogue.cursor()
  // What is missing is known only after all pages.
  const start = listsAll ? '' : stored
  for await (const page of read(start)) await take(page, !listsAll)
  if (start !== '' && !postponed.isEmpty) {
    // The newest version of a server may be before the cursor.
    best.startAgain()
    for await (const page of read('')) {
      await take(page, false)
      if (page.next === start) break
    }
    await flush(null)
  }
  await send(
    postponed.entries.map((entry) => ({ ...validateEntry(entry), is_final: true })),
    '',
  )
  for (const name of postponed.overflow)
    report([name, 'is not imported yet, because too much changed: run the same command again'])
  if (listsAll) {
    const missing = await missingNames(catalogue, listed, mayDeleteMost)
    for (let at = 0; at < missing.length; at += MAX_SKILLS)
      await send(missing.slice(at, at + MAX_SKILLS).map(deletedEntry), null)
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
  const { server_problem = problem } = entry
  const server = server_problem ? null : entry.server
  const checked = { ...entry, is_final: false, server, install: server && installEntries(server) }
  return server_problem ? { ...checked, server_problem } : checked
}

type Version = Pick<Entry, 'published_at' | 'server_published_at' | 'version'> & {
  rank: number
  /** Whether it was read from the pages before the cursor at which the import started. */
  isEarlier: boolean
}

/** The best version of each server so far: an active one, and then the newest. */
class BestVersions {
  readonly #known = new Map<string, Version>()
  #isEarlier = false

  /** From now on, versions are read that are listed before those that were read so far. */
  startAgain(): void {
    this.#isEarlier = true
  }

  /** Whether no better version was read before, and whether one of two active ones is dropped. */
  compare({ external_name, status, ...entry }: Entry): { isBest: boolean; isOlderDropped: boolean } {
    const { published_at, server_published_at, version } = entry
    const rank = RANKS[status]
    const read = { rank, published_at, server_published_at, version, isEarlier: this.#isEarlier }
    const known = this.#known.get(external_name)
    const isBest = !known || isNewer(read, known)
    const isOlderDropped = known?.rank === RANKS.active && rank === RANKS.active
    if (isBest) this.#known.set(external_name, read)
    if (this.#known.size > MAX_SERVERS)
      throw new UserError(`The registry has more than ${MAX_SERVERS.toLocaleString('en')} servers.`)
    return { isBest, isOlderDropped }
  }
}

/**
 * Whether a version is better than one that was read before: active; the latest, as the registry says; published later, if both have a time;
 * the higher semantic version, if both are; else the one that is listed later.
 */
function isNewer(read: Version, known: Version): boolean {
  if (read.rank !== known.rank) return read.rank > known.rank
  const isLatest = read.published_at === 'infinity'
  if (isLatest !== (known.published_at === 'infinity')) return isLatest
  const [time, other] = [read.server_published_at, known.server_published_at]
  // Such times compare like texts.
  if (time !== null && other !== null && time !== other) return time > other
  const order =
    semver.valid(read.version) && semver.valid(known.version) && semver.compare(read.version, known.version)
  if (order) return order > 0
  return !read.isEarlier || known.isEarlier
}

/**
 * Entries that would mark a skill, or replace its version by an older one. They wait until all pages were read, because a registry may
 * list the versions of a server in any order.
 */
class Postponed {
  readonly #entries = new Map<string, { entry: Entry; size: number }>()
  readonly overflow = new Set<string>()
  #size = 0

  get isEmpty(): boolean {
    return this.#entries.size + this.overflow.size === 0
  }

  get entries(): Entry[] {
    return [...this.#entries.values()].map(({ entry }) => entry)
  }

  add(name: string, entry: Entry | undefined): void {
    this.delete(name)
    const size = JSON.stringify(entry ?? null).length
    if (!entry || this.#size + size > MAX_POSTPONED) {
      this.overflow.add(name)
      return
    }
    this.#entries.set(name, { entry, size })
    this.#size += size
  }

  delete(name: string): void {
    this.#size -= this.#entries.get(name)?.size ?? 0
    this.#entries.delete(name)
    this.overflow.delete(name)
  }
}
