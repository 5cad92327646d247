// `npm start` until it is ready: the first time after `npm ci`, again with new data, and again with the same data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../local/stack/ports.ts'
import type { Tree } from './function.ts'
import { interleave } from './interleave.ts'
import { atMost, type Measured, ratioOf, ratioTitle } from './report.ts'
import { median, ratio } from './statistics.ts'

type Options = { quick: boolean; log(line: string): void; signal: AbortSignal }

const STARTS = ['first after npm ci', 'again, new data', 'again, the same data']

/** Measures the starts of each tree by turns. Deletes the cached builds of the web site. */
export async function measureStart(trees: Tree[], { quick, log, signal }: Options): Promise<Measured> {
  const turns = await interleave(trees, quick ? 1 : 5, signal, async ({ name, folder }) => {
    const times = await startThrice(folder, signal)
    log(`${name}: ${times.map((time) => `${time} s`).join(', ')}`)
    return times
  })
  const medians = turns.map((all) => STARTS.map((_, start) => median(all.map((times) => times[start] ?? 0))))
  const [first = null, again = null] = medians.at(-1) ?? []
  return {
    sections: [
      {
        title: 'Start',
        about: '`npm start` until it prints that it is ready, in seconds: medians of turns.',
        columns: ['', ...trees.map(({ name }) => name), ratioTitle(trees)],
        rows: STARTS.map((name, start) => {
          const values = medians.map((all) => all[start] ?? null)
          return [name, ...values, ratioOf(values)]
        }),
      },
    ],
    limits: [atMost('first start after npm ci, in proportion to the next', 1.5, ratio(first, again))],
  }
}

async function startThrice(folder: string, signal: AbortSignal): Promise<number[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'skill-rating-bench-'))
  try {
    // What is not there after `npm ci`: the built site, and tsx's cache, which is in the folder for temporary files.
    await rm(join(folder, 'node_modules', '.cache', 'skill-rating-site'), { recursive: true, force: true })
    const times = []
    for (const data of ['one', 'two', 'two'])
      times.push(await start(folder, { DATA_DIR: join(scratch, data), TMPDIR: scratch }, signal))
    return times
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The seconds from the start of the process until it is ready. */
async function start(folder: string, env: Record<string, string>, signal: AbortSignal): Promise<number> {
  const ports = { API_PORT: await freePort(), DB_PORT: await freePort(), STUDIO_PORT: await freePort() }
  const begun = performance.now()
  const child = spawn(process.execPath, ['local/run.mjs', 'local/start.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    let seconds: number | undefined
    for await (const text of child.stdout.setEncoding('utf8')) {
      if (!/^Ready in/m.test(text)) continue
      seconds = Math.round(performance.now() - begun) / 1_000
      stop()
    }
    await exited
    signal.throwIfAborted()
    if (seconds === undefined) throw new Error(`npm start in ${folder} ended before it was ready.`)
    return seconds
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
