// npm run bench:profile [-- --seconds 5]: where the time of a request goes. CPU time of each process a request, through the
// whole stack at 16 connections; then the function alone, by V8's profiler: loading, and a list; then what each import costs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, wholeNumber } from '../local/cli/command.ts'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import { openStack } from './data/open.ts'
import { FUNCTION, startDeno, statusOf } from './deno.ts'
import { Inspected, type Place } from './inspector.ts'
import { LoadGenerator } from './load.ts'
import { below, type Requests, requestsOf } from './requests.ts'
import { median } from './statistics.ts'

const CONNECTIONS = 16
const STARTS = 9
/** Lines of a profile that are printed. */
const LINES = 15

const options = {
  seconds: { type: 'string', value: 'N', default: '5', help: 'How long each load lasts' },
} as const

await command('bench:profile', { options }, async (asked) => {
  const seconds = wholeNumber('seconds', asked.seconds, 1, 600)
  const stack = await openStack('S')
  try {
    await profile(stack, seconds)
  } finally {
    await stack.stop()
  }
})

/** Prints the profile of a stack's requests; each load lasts so many seconds. */
async function profile(stack: Stack, seconds: number): Promise<void> {
  const generator = await LoadGenerator.start()
  try {
    const requests = await requestsOf(stack)
    await printProcesses(stack, generator, requests, seconds)
    await printFunction(stack, generator, requests, seconds)
    await printImports(stack)
  } finally {
    await generator.stop()
  }
}

/** CPU time of each process, a request. */
async function printProcesses(
  stack: Stack,
  generator: LoadGenerator,
  requests: Requests,
  seconds: number,
): Promise<void> {
  const { postgres = 0, dataApi = 0, edgeFunction = 0 } = stack.pids()
  const parts: Record<string, () => number> = {
    // The process of `npm start`.
    gateway: () => cpuOf(process.pid),
    function: () => cpuOf(edgeFunction),
    'Data API': () => cpuOf(dataApi),
    Postgres: () => cpuOfTree(postgres),
    'load generator': () => cpuOf(generator.pid),
  }
  console.log(
    `\nCPU time a request, in milliseconds (and its share), through the gateway, ${CONNECTIONS} connections`,
  )
  console.log(
    `${''.padEnd(22)}${Object.keys(parts)
      .map((name) => name.padStart(20))
      .join('')}${'all'.padStart(10)}`,
  )
  for (const [name, sends] of Object.entries(requests)) {
    const load = {
      origin: stack.apiUrl,
      connections: CONNECTIONS,
      requests: below('/functions/v1', sends),
    }
    // Compilers first.
    await generator.run({ ...load, seconds: Math.min(seconds, 2) })
    const before = Object.values(parts).map((cpu) => cpu())
    const { requests: answered, rate } = await generator.run({ ...load, seconds })
    const used = Object.values(parts).map((cpu, i) => (cpu() - (before[i] ?? 0)) / answered)
    const all = used.reduce((sum, part) => sum + part, 0)
    const told = used.map((part) => `${part.toFixed(3)} (${Math.round((100 * part) / all)} %)`.padStart(20))
    console.log(`${name.padEnd(22)}${told.join('')}${all.toFixed(3).padStart(10)}  ${Math.round(rate)}/s`)
  }
}

/** Where the function's own time goes, by V8's profiler. */
async function printFunction(
  stack: Stack,
  generator: LoadGenerator,
  requests: Requests,
  seconds: number,
): Promise<void> {
  const inspected = await Inspected.start(stack, FUNCTION)
  try {
    await inspected.startProfile(100)
    await inspected.go()
    const origin = await inspected.origin()
    await statusOf(`${origin}/api/health`)
    print('Loading the function, until its first answer: milliseconds', await inspected.stopProfile(), 1)
    for (const name of ['list', 'list of 10'] as const) {
      const load = { origin, connections: CONNECTIONS, requests: requests[name] }
      await generator.run({ ...load, seconds: Math.min(seconds, 2) })
      await inspected.startProfile(200)
      const { requests: answered } = await generator.run({ ...load, seconds })
      print(`The function, ${name}: microseconds a request`, await inspected.stopProfile(), answered / 1_000)
    }
  } finally {
    await inspected.stop()
  }
}

/** Prints what places used, first by their file and then each. */
function print(title: string, places: Place[], per: number): void {
  const byFile = new Map<string, number>()
  const each = new Map<string, number>()
  for (const { url, name, milliseconds } of places) {
    // Waiting is no work; the inspector is not there but for this.
    if (name === '(idle)' || /inspector/.test(url + name)) continue
    const file = url.replace(/^.*\/node_modules\//, '').replace(`file://${projectDir}`, '')
    byFile.set(file || 'V8 and Deno', (byFile.get(file || 'V8 and Deno') ?? 0) + milliseconds)
    const place = `${name || '(top)'} ${file}`
    each.set(place, (each.get(place) ?? 0) + milliseconds)
  }
  const most = (of: Map<string, number>) => [...of].sort(([, a], [, b]) => b - a).slice(0, LINES)
  const all = [...byFile.values()].reduce((sum, used) => sum + used, 0)
  console.log(`\n${title} (${(all / per).toFixed(1)} in all)`)
  for (const of of [byFile, each]) {
    for (const [place, used] of most(of)) console.log(`${(used / per).toFixed(1).padStart(10)}  ${place}`)
    console.log()
  }
}

/** What each package that the function names costs at the start, whether it is loaded at the start or not. */
async function printImports(stack: Stack): Promise<void> {
  const config = readFileSync(join(projectDir, 'functions', 'api', 'deno.json'), 'utf8')
  const { imports } = JSON.parse(config) as { imports: Record<string, string> }
  const modules = Object.keys(imports).filter((name) => !name.endsWith('/'))
  const starts = [
    { name: 'nothing', program: 'benchmarks/floors/hello.ts', settings: {} as Record<string, string> },
    ...modules.map((name) => ({ name, program: 'benchmarks/floors/import.ts', settings: { MODULE: name } })),
    { name: 'the whole function', program: FUNCTION, settings: {} },
  ].map((start) => ({ ...start, times: [] as number[] }))
  for (let i = 0; i <= STARTS; i++) {
    for (const { program, settings, times } of starts) {
      const server = await startDeno(stack, program, settings)
      if (i > 0) times.push(performance.now() - server.begun)
      await server.stop()
    }
  }
  const bare = median(starts[0]?.times ?? [])
  console.log(`Until a server listens that imports …: milliseconds, medians of ${STARTS} starts in turns`)
  for (const { name, times } of starts) {
    console.log(
      `${median(times).toFixed(1).padStart(10)}  ${name} (${(median(times) - bare).toFixed(1)} more)`,
    )
  }
}
