import type { Catalogue } from './catalogue.ts'

/** A skill of another catalogue, as `public.import_skills` takes it. */
export type Entry = {
  external_name: string
  name: string
  description: string
  type: 'mcp'
  url: string | null
  /** Orders the versions of a skill. `infinity` is the latest. */
  published_at: string
}

/** A skill that cannot be imported, and why. */
export type Problem = [externalName: string, problem: string]

/** A page of another catalogue. */
export type Page = {
  entries: Entry[]
  problems: Problem[]
  /** The number of versions that are deprecated or deleted. */
  inactive: number
  /** The cursor of the next page; empty on the last page. */
  next: string
}

export type Summary = {
  counts: Record<'created' | 'updated' | 'unchanged' | 'kept' | 'inactive', number>
  problems: Problem[]
}

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
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, inactive: 0 }
  const problems: Problem[] = []
  const pending = new Map<string, Entry>()
  let total = 0
  const flush = async (next: string) => {
    for (const [name, outcome] of await catalogue.send([...pending.values()], next)) {
      if (Object.hasOwn(counts, outcome)) counts[outcome as keyof typeof counts] += 1
      else problems.push([name, outcome])
    }
    pending.clear()
  }

  for await (const page of read(isDryRun ? '' : await catalogue.cursor())) {
    for (const entry of page.entries) {
      const other = pending.get(entry.external_name)
      if (!other || isNewer(entry, other)) pending.set(entry.external_name, entry)
    }
    problems.push(...page.problems)
    counts.inactive += page.inactive
    total += page.entries.length + page.problems.length + page.inactive
    progress(total)
    if (pending.size >= BATCH || page.next === '') await flush(page.next)
  }
  return { counts, problems }
}

function isNewer(one: Entry, other: Entry): boolean {
  return other.published_at !== 'infinity' && one.published_at > other.published_at
}
