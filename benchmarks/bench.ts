// npm run bench [-- --sizes S,M,L --only queries,writes,http,function --quick --write]: measures the service at several sizes
// of data, each thing at all sizes right after one another. Writes benchmarks/results/ (latest.md, latest.json, charts) and the
// targets in docs/performance.md; a quick or partial run writes only with --write. Ends with status 1 when a target is not met.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { command } from '../local/cli/command.ts'
import { Refusal } from '../local/cli/user-error.ts'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'
import { connect } from './as-anon.ts'
import { openStack } from './data/open.ts'
import { SIZES, type Size } from './data/sizes.ts'
import { commit, loadAverages, machine } from './machine.ts'
import { consoleTable, duration, type Report, targetTable, writeReport, writeTargets } from './report.ts'
import type { Context, Measured } from './results.ts'

type Part = (context: Context) => Promise<Measured>

/** The parts of the benchmark in their order; each is loaded when its turn comes. */
const PARTS: Record<string, () => Promise<Part>> = {
  queries: async () => (await import('./queries.ts')).measureQueries,
  writes: async () => (await import('./writes.ts')).measureWrites,
  http: async () => (await import('./http.ts')).measureHttp,
  function: async () => (await import('./function.ts')).measureFunction,
}

const options = {
  sizes: {
    type: 'string',
    value: 'S,M,L',
    default: Object.keys(SIZES).join(),
    help: 'The sizes of data to measure',
  },
  only: {
    type: 'string',
    value: 'PARTS',
    default: Object.keys(PARTS).join(),
    help: 'What to measure',
  },
  quick: { type: 'boolean', default: false, help: 'Measure for a shorter time, and write nothing' },
  write: { type: 'boolean', default: false, help: 'Write the results of a quick or partial run too' },
} as const

await command('bench', { options }, async (values) => {
  const asked = chosenBy(values)
  const begun = performance.now()
  const log = (line: string) => console.log(`${clock(performance.now() - begun)}  ${line}`)
  const interrupted = new AbortController()
  const interruption = new Promise<never>((_, reject) => {
    const onAbort = () => reject(new Refusal('The benchmark was interrupted; nothing is written.'))
    interrupted.signal.addEventListener('abort', onAbort)
  })
  interruption.catch(() => {})
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())

  const stacks: Partial<Record<Size, Stack>> = {}
  let running: Promise<unknown> = Promise.resolve()
  const loadAtStart = loadAverages()
  const date = new Date().toISOString()
  try {
    for (const size of asked.sizes) {
      log(`opening ${size}`)
      const stack = await openStack(size, { log, signal: interrupted.signal })
      stacks[size] = stack
    }
    const lost = Promise.race(Object.values(stacks).map((stack) => stack.lost)).then((reason) => {
      throw reason
    })
    lost.catch(() => {})
    const context: Context = { sizes: asked.sizes, stacks, quick: asked.quick, log }
    const measured: Measured = { sections: [], targets: [] }
    for (const name of asked.parts) {
      log(`measuring ${name}`)
      const measuring = measurePart(name, context)
      running = measuring
      const part = await Promise.race([measuring, interruption, lost])
      measured.sections.push(...part.sections)
      measured.targets.push(...part.targets)
      for (const section of part.sections) console.log(`\n${section.title}\n\n${consoleTable(section)}`)
      console.log()
    }

    const report: Report = {
      machine: await machineWith(Object.values(stacks)[0]),
      commit: await commit(),
      date,
      seconds: Math.round((performance.now() - begun) / 1_000),
      loadAtStart,
      loadAtEnd: loadAverages(),
      quick: asked.quick,
      sizes: asked.sizes.map((size) => ({ size, ...SIZES[size] })),
      ...measured,
    }
    if (asked.writes) {
      await writeReport(join(projectDir, 'benchmarks', 'results'), report)
      await writeTargets(join(projectDir, 'docs', 'performance.md'), report)
      console.log('Written to benchmarks/results/.\n')
    }
    if (report.targets.length > 0) console.log(`${consoleTable(targetTable(report.targets))}\n`)
    const missed = report.targets.filter((target) => !target.met).length
    const met = `${report.targets.length - missed} of ${report.targets.length} targets met`
    console.log(
      `${report.targets.length > 0 ? met : 'Nothing with a target'}, in ${duration(report.seconds)}.`,
    )
    if (missed > 0) process.exitCode = 1
  } finally {
    // The driver throws from a timer when a part that was interrupted still writes to a connection that ended.
    if (interrupted.signal.aborted) process.on('uncaughtException', () => {})
    await Promise.all(Object.values(stacks).map((stack) => stack.stop()))
    // A part that was interrupted ends what it started, once it notices.
    await Promise.race([running, wait(5_000)])
  }
})
// A part that was interrupted may wait for a database that is gone.
process.exit()

/** What a part found; one that fails is a target missed, and the parts after it still have their turn. */
async function measurePart(name: string, context: Context): Promise<Measured> {
  try {
    const part = await (PARTS[name] as () => Promise<Part>)()
    return await part(context)
  } catch (error) {
    console.error(error)
    const target = { what: `The part ${name}`, limit: 'is measured', measured: 'failed', met: false }
    return { sections: [], targets: [target] }
  }
}

async function machineWith(stack: Stack | undefined): ReturnType<typeof machine> {
  if (!stack) return machine()
  const database = connect(stack.databaseUrl, 1)
  try {
    return await machine(database)
  } finally {
    await database.end({ timeout: 5 })
  }
}

function chosenBy(values: { sizes: string; only: string; quick: boolean; write: boolean }): {
  sizes: Size[]
  parts: string[]
  quick: boolean
  writes: boolean
} {
  const sizes = chosen('--sizes', values.sizes, Object.keys(SIZES) as Size[])
  const parts = chosen('--only', values.only, Object.keys(PARTS))
  const whole = sizes.length === Object.keys(SIZES).length && parts.length === Object.keys(PARTS).length
  return { sizes, parts, quick: values.quick, writes: values.write || (whole && !values.quick) }
}

/** Those of the list that were named, in the order of the list. */
function chosen<Name extends string>(option: string, value: string, list: Name[]): Name[] {
  const named = value.split(',')
  const unknown = named.find((name) => !list.includes(name as Name))
  if (unknown !== undefined) throw new Refusal(`${option} names some of ${list.join(', ')}, with commas.`)
  return list.filter((name) => named.includes(name))
}

/** Minutes and seconds since the start: 3:07. */
function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`.padStart(6)
}
