import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { databaseUrl } from '../../../local/postgres/postgres.ts'
import { type Keys, keysOf } from '../../../local/stack/keys.ts'
import { freePort, portInUse, retryPorts } from '../../../local/stack/ports.ts'

/** A stack as `npm start` runs it: a process of its own, whose output can be read. */
export interface RunningStack {
  dataDir: string
  apiUrl: string
  keys: Keys
  /** As the superuser. */
  admin: postgres.Sql
  /** All it has printed. */
  output(): string
  /** Kills Postgres without warning; the stack brings it back. */
  killPostgres(): void
  stop(): Promise<void>
}

/**
 * Starts one on free ports, with data of its own, which go with it.
 * @param signal ends it at any time
 */
export function start(signal?: AbortSignal): Promise<RunningStack> {
  return retryPorts(() => startOnce(signal))
}

async function startOnce(signal?: AbortSignal): Promise<RunningStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-canaries-'))
  // Root's Postgres runs as another user, who must be able to pass, but not to look.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  const ports = { API_PORT: await freePort(), DB_PORT: await freePort(), STUDIO_PORT: await freePort() }
  const [launcher, program] = ['run.mjs', 'start.ts'].map((name) =>
    fileURLToPath(new URL(`../../local/${name}`, import.meta.url)),
  ) as [string, string]
  const child = spawn(process.execPath, [launcher, program], {
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  })
  let output = ''
  const exited = new Promise<void>((gone) =>
    child.once('close', () => {
      rmSync(dataDir, { recursive: true, force: true })
      gone()
    }),
  )
  // That it was ended by the signal; it closes then like any other.
  child.on('error', () => {})
  const ready = new Promise<void>((settle, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (/^Ready /m.test(output)) settle()
      })
    }
    child.once('close', () =>
      fail(portInUse(output, Object.values(ports)) ?? new Error(`The stack ended:\n${output}`)),
    )
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  const keys = keysOf(dataDir)
  const admin = postgres(databaseUrl(ports.DB_PORT, 'supabase_admin', keys.adminPassword), {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'canaries' },
  })
  return {
    ...{ dataDir, keys, admin, apiUrl: `http://127.0.0.1:${ports.API_PORT}` },
    output: () => output,
    killPostgres() {
      const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      await admin.end({ timeout: 1 })
      await stop()
    },
  }
}
