// npm run bench -- service: measures the service at several sizes of data, or (--against COMMIT) in comparison with another commit.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { command } from '../local/cli/command.ts'
import { Interrupted, UserError } from '../local/cli/user-error.ts'
import { sqlFilesIn } from '../local/postgres/migrate.ts'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'
import { withScratchPostgres } from '../scripts/scratch-postgres.ts'
import { withCommit } from './commit.ts'
import { load } from './data/load.ts'
import { openStack, SETTINGS } from './data/open.ts'
import { SIZES, type Size } from './data/sizes.ts'
import type { Context, Database } from './database.ts'
import { measureHttp } from './http.ts'
import { measureLists, measureSearches } from './reads.ts'
import { limitsSection, type Measured, markdownTable, type Report, reportOf } from './report.ts'
import { measureWrites } from './writes.ts'

/** What is measured where: each part gets the databases, and the stacks (none in a comparison). */
const PARTS = {
  lists: measureLists,
  searches: measureSearches,
  writes: measureWrites,
  http: (context, stacks) => measureHttp(stacks, context),
} satisfies Record<string, (context: Context, stacks: Record<string, Stack>) => Promise<Measured>>
type Part = keyof typeof PARTS

type Tree = { name: string; folder: string }
/** The working tree of this commit. */
const HERE: Tree = { name: 'here', folder: projectDir }

const options = {
  sizes: { type: 'string', value: 'S,M,L,C', help: 'The sizes of data (default: S,M; S with --against)' },
  only: { type: 'string', value: 'PARTS', default: Object.keys(PARTS).join(), help: 'What to measure' },
  against: { type: 'string', value: 'COMMIT', help: 'Compare with this commit' },
  requests: {
    type: 'string',
    value: 'NAMES',
    default: '',
    help: 'Of http, only requests with one of these texts in their name',
  },
  quick: { type: 'boolean', default: false, help: 'Shorter runs, to see that it works' },
  write: { type: 'boolean', default: false, help: 'Write the results to benchmarks/results' },
} as const

await command('bench service', { options }, async ({ sizes, only, against, requests, quick, write }) => {
  const start = performance.now()
  const signal = abortOnSignal()
  const log = (line: string) => console.log(`${Math.round((performance.now() - start) / 1_000)} s  ${line}`)
  const all = Object.keys(SIZES) as Size[]
  const parts = chosen('--only', only, Object.keys(PARTS) as Part[])
  const settings = { quick, log, signal, requests: requests === '' ? [] : requests.split(',') }
  if (against === undefined) {
    const names = chosen('--sizes', sizes ?? 'S,M', all)
    const measured = await measureSizes(names, parts, settings)
    const data = names.map((size) => `${size} ${SIZES[size].skills} skills, ${SIZES[size].ratings} ratings`)
    if (write)
      writeFileSync(
        join(projectDir, 'benchmarks/results/latest.md'),
        await reportOf({ sizes: data, ...measured }),
      )
  } else {
    for (const size of chosen('--sizes', sizes ?? 'S', all)) {
      log(`comparing with ${against} at size ${size}`)
      await withCommit(against, async (folder) => {
        const others = parts.filter((part) => part !== 'http')
        const trees = [{ name: against, folder }, HERE]
        if (others.length > 0) await compare(trees, size, others, settings)
        if (parts.includes('http')) await compareStacks(trees, size, settings)
      })
    }
  }
})

type Settings = Omit<Context, 'databases'>

async function measureSizes(sizes: Size[], parts: Part[], settings: Settings) {
  const stacks: Record<string, Stack> = {}
  try {
    for (const size of sizes) stacks[size] = await openStack(size, settings)
    const databases = Object.entries(stacks).map(
      ([name, stack]): Database => ({ name, url: stack.databaseUrl, adminUrl: stack.adminDatabaseUrl }),
    )
    return await measureParts(parts, { ...settings, databases }, stacks)
  } finally {
    await Promise.all(Object.values(stacks).map((stack) => stack.stop()))
  }
}

/** The schemas of both commits as two databases of one server, with the same data. */
function compare(trees: Tree[], size: Size, parts: Part[], settings: Settings): Promise<unknown> {
  return withScratchPostgres(async (scratch) => {
    const databases: Database[] = []
    for (const { name, folder } of trees) {
      settings.log(`loading ${name}`)
      const database = name === 'here' ? 'here' : 'there'
      const url = await scratch.database(database, sqlFilesIn(join(folder, 'supabase', 'migrations')))
      await load(scratch.adminUrl(database), size, settings.log)
      databases.push({ name, url, adminUrl: scratch.adminUrl(database) })
    }
    return measureParts(parts, { ...settings, databases }, {})
  }, SETTINGS)
}

/** A stack of each commit, with the same data. */
async function compareStacks(trees: Tree[], size: Size, settings: Settings): Promise<void> {
  const stacks: Record<string, Stack> = {}
  try {
    for (const { name, folder } of trees) {
      const file = pathToFileURL(join(folder, 'local', 'stack', 'temporary-stack.ts')).href
      const { startTemporaryStack } = (await import(
        file
      )) as typeof import('../local/stack/temporary-stack.ts')
      const stack = await startTemporaryStack({
        postgresSettings: SETTINGS,
        signal: settings.signal,
      })
      stacks[name] = stack
      settings.log(`loading ${name}`)
      await load(stack.adminDatabaseUrl, size, settings.log)
    }
    await measureParts(['http'], { ...settings, databases: [] }, stacks)
  } finally {
    await Promise.all(Object.values(stacks).map((stack) => stack.stop()))
  }
}

async function measureParts(
  parts: Part[],
  context: Context,
  stacks: Record<string, Stack>,
): Promise<{ sections: Report['sections']; limits: Report['limits'] }> {
  const all = { sections: [] as Report['sections'], limits: [] as Report['limits'] }
  for (const part of parts) {
    context.log(`measuring ${part}`)
    const { sections, limits = [] } = await PARTS[part](context, stacks)
    all.sections.push(...sections)
    all.limits.push(...limits)
    for (const section of sections) console.log(`\n${section.title}\n\n${markdownTable(section)}\n`)
  }
  if (all.limits.length > 0) console.log(`${markdownTable(limitsSection(all.limits))}\n`)
  if (all.limits.some(({ met }) => !met)) process.exitCode = 1
  return all
}

/** The names of the list that a comma-separated option contains, in the order of the list. */
function chosen<Name extends string>(option: string, value: string, list: Name[]): Name[] {
  const names = value.split(',')
  if (names.every((name) => list.includes(name as Name))) return list.filter((name) => names.includes(name))
  throw new UserError(`${option} is “${value}”: set it to a comma-separated list of ${list.join(', ')}.`)
}

/** A signal that Ctrl-C aborts, so that what runs can stop its processes. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new Interrupted()))
  }
  return controller.signal
}
