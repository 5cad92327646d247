// npm run bench:start: how long `npm start` takes to `Ready` and to stop, on an empty and on a kept data folder, and what
// memory the whole tree of its processes holds. Medians of several starts, on ports and a data folder of their own.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { Refusal } from '../local/cli/user-error.ts'
import { freePort, portInUse, retryPorts } from '../local/stack/ports.ts'
import { run } from '../scripts/program.ts'

const STARTS = 5

type Start = { ready: number; stopped: number; memory: number }

await command('bench:start', {}, async () => {
  const fresh: Start[] = []
  const kept: Start[] = []
  for (let i = 0; i < STARTS; i++) {
    const folder = await mkdtemp(join(tmpdir(), 'skill-rating-bench-'))
    fresh.push(await startOnce(join(folder, 'data')))
    kept.push(await startOnce(join(folder, 'data')))
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`npm start, medians of ${STARTS}:`)
  report('empty data folder', fresh)
  report('kept data folder', kept)
})

function report(name: string, starts: Start[]): void {
  const of = (value: (start: Start) => number) =>
    starts.map(value).sort((a, b) => a - b)[STARTS >> 1] as number
  const seconds = (value: (start: Start) => number) => `${(of(value) / 1_000).toFixed(1)} s`
  const [ready, stopped] = [seconds((start) => start.ready), seconds((start) => start.stopped)]
  console.log(
    `  ${name}: Ready after ${ready}, stopped within ${stopped}, ${of((start) => start.memory)} MB resident`,
  )
}

function startOnce(dataDir: string): Promise<Start> {
  return retryPorts(() => startOn(dataDir))
}

async function startOn(dataDir: string): Promise<Start> {
  const ports = { API_PORT: await freePort(), DB_PORT: await freePort(), STUDIO_PORT: await freePort() }
  const env = { ...process.env, ...Object.fromEntries(Object.entries(ports).map(([k, v]) => [k, String(v)])) }
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise((exit) => npm.once('exit', exit))
  let problem = ''
  npm.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem += text
  })
  let output = ''
  for await (const chunk of npm.stdout) {
    output += chunk
    if (/^Ready/m.test(output)) break
  }
  if (!/^Ready/m.test(output)) {
    await exited
    throw portInUse(problem, Object.values(ports)) ?? new Refusal(`npm start failed: ${problem.trim()}`)
  }
  const ready = performance.now() - begun
  const memory = await residentMegabytes(npm.pid as number)
  const stopping = performance.now()
  npm.kill('SIGTERM')
  await exited
  return { ready, stopped: performance.now() - stopping, memory }
}

/** What a process and all below it hold, in megabytes: pages that Postgres shares among its own count for each of them. */
async function residentMegabytes(root: number): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,rss='])
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
  const tree = new Set([root])
  // A child has no smaller number of generations than its parent; a few passes reach them all.
  for (let i = 0; i < 10; i++)
    for (const [pid = 0, parent = 0] of processes) if (tree.has(parent)) tree.add(pid)
  const kilobytes = processes.reduce((sum, [pid = 0, , rss = 0]) => sum + (tree.has(pid) ? rss : 0), 0)
  return Math.round(kilobytes / 1_024)
}
