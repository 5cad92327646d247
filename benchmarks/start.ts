// npm run bench:start: how long `npm start` takes until it prints Ready, with a new and with an existing data folder, and until it
// has stopped.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { Refusal } from '../local/cli/user-error.ts'
import { freePort } from '../local/stack/ports.ts'
import { consoleTable } from './report.ts'
import { median } from './statistics.ts'

const STARTS = 5

await command('bench:start', {}, async () => {
  const rows = {
    'new data folder': [] as [ready: number, stopped: number][],
    'existing data folder': [] as [ready: number, stopped: number][],
  }
  for (let i = 0; i < STARTS; i++) {
    const folder = await mkdtemp(join(tmpdir(), 'skill-rating-bench-'))
    for (const times of Object.values(rows)) times.push(await startOnce(join(folder, 'data')))
    await rm(folder, { recursive: true, force: true })
  }
  console.log(
    consoleTable({
      columns: [`npm start, medians of ${STARTS}`, 'Ready, s', 'stopped, s'],
      rows: Object.entries(rows).map(([name, times]) => [
        name,
        ...[0, 1].map((i) => median(times.map((pair) => pair[i] as number)) / 1_000),
      ]),
    }),
  )
})

async function startOnce(dataDir: string): Promise<[ready: number, stopped: number]> {
  const [api, database, studio] = [await freePort(), await freePort(), await freePort()]
  const ports = { API_PORT: `${api}`, DB_PORT: `${database}`, STUDIO_PORT: `${studio}` }
  const start = performance.now()
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, ...ports, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(npm, 'exit')
  let output = ''
  for await (const chunk of npm.stdout) {
    output += chunk
    if (/^Ready/m.test(output)) break
  }
  if (!/^Ready/m.test(output)) throw new Refusal('npm start failed.')
  const ready = performance.now() - start
  npm.kill('SIGTERM')
  await exited
  return [ready, performance.now() - start - ready]
}
