import type { Catalogue } from './catalogue.ts'
import type { Entry, Page, Problem } from './entry.ts'

const RANKS = { deleted: 1, deprecated: 2, active: 3 }

export type Summary = {
  counts: Record<'created' | 'updated' | 'unchanged' | 'kept' | 'marked' | 'inactive', number>
  /** The number of skills that cannot be imported. */
  failed: number
  /** The first {@link MAX_PROBLEMS} of them. */
  problems: Problem[]
}

const MAX_PROBLEMS = 1_000

/** Skills are sent once there are this many. The last page adds up to 100. */
const BATCH = 400

/** Imports all pages in batches, from where an interrupted import stopped. A dry run reads all pages. */
export async function importPages({
  read,
  catalogue,
  isDryRun,
  progress,
}: {
  read: (cursor: string) => AsyncIterable<Page>
  catalogue: Pick<Catalogue, 'cursor' | 'send'>
  isDryRun: boolean
  progress: (read: number) => void
}): Promise<Summary> {
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, marked: 0, inactive: 0 }
  const summary: Summary = { counts, failed: 0, problems: [] }
  const pending = new Map<string, Entry>()
  // A page or batch can have only some of the versions of a skill.
  const ranks = new Map<string, number>()
  let total = 0
  const report = (problem: Problem) => {
    summary.failed += 1
    if (summary.problems.length < MAX_PROBLEMS) summary.problems.push(problem)
  }
  const flush = async (next: string) => {
    for (const [name, outcome] of await catalogue.send([...pending.values()], next)) {
      if (outcome === 'inactive') continue
      if (Object.hasOwn(counts, outcome)) counts[outcome as keyof typeof counts] += 1
      else report([name, outcome])
    }
    pending.clear()
  }

  const start = isDryRun ? '' : await catalogue.cursor()
  // The first skill after a cursor: its active version may be before the cursor.
  let partial = start === '' ? '' : null
  for await (const page of read(start)) {
    for (const entry of page.entries) {
      const name = entry.external_name
      partial ??= name
      if (entry.status !== 'active') counts.inactive += 1
      if (entry.status !== 'active' && name === partial) continue
      const rank = RANKS[entry.status]
      const known = ranks.get(name) ?? 0
      if (rank < known) continue
      ranks.set(name, rank)
      const other = pending.get(name)
      if (!other || rank > known || isNewer(entry, other)) pending.set(name, entry)
    }
    page.problems.forEach(report)
    total += page.entries.length + page.problems.length
    progress(total)
    if (pending.size >= BATCH || page.next === '') await flush(page.next)
  }
  return summary
}

function isNewer(one: Entry, other: Entry): boolean {
  return other.published_at !== 'infinity' && one.published_at > other.published_at
}
