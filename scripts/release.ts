// `npm run release`: checks that a version can be tagged, the cheap checks first, and stops at the first that fails. It changes nothing.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { command } from '../local/cli/command.ts'
import { projectDir, run } from './program.ts'
import { changelogProblem } from './release-notes.ts'

/** How long `.ci/run` may take to stop when it is interrupted. */
const stopTimeoutMs = 5_000

const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string }

/** By what must be true: the problem, or nothing. */
const checks: Record<string, (interrupted: AbortSignal) => Promise<string>> = {
  'Everything is committed': () => git('status', '--porcelain'),
  [`The changelog has a section for ${version}`]: async () =>
    changelogProblem(readFileSync(join(projectDir, 'CHANGELOG.md'), 'utf8'), version),
  [`There is no tag v${version} yet`]: () => git('tag', '--list', `v${version}`),
  'No migration of the last release has changed': async () => {
    const [last] = (await git('tag', '--list', 'v*', '--sort=-version:refname')).split('\n')
    return last
      ? git('diff', '--name-status', '--diff-filter=a', last, 'HEAD', '--', 'supabase/migrations')
      : ''
  },
  'A fresh clone of this commit passes .ci/run': inFreshClone,
}

await command('release', {}, async () => {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interruption.abort())
  for (const [name, check] of Object.entries(checks)) {
    console.log(`… ${name}`)
    const problem = (await check(interruption.signal).catch((error: Error) => error.message)).trim()
    if (problem || interruption.signal.aborted) {
      console.log(`✗ ${name}\n\n${interruption.signal.aborted ? 'Interrupted.' : problem}`)
      process.exitCode = 1
      return
    }
    console.log(`✓ ${name}`)
  }
  console.log(`Ready: git tag -s v${version} && git push --tags`)
})

/** What it printed, or why it failed. */
async function git(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run('git', args)
  return status === 0 ? stdout.trim() : `git ${args[0]}: ${stderr}`
}

/** Runs `.ci/run` in a folder of its own, where nothing of this one can help it, and removes whatever it leaves. */
async function inFreshClone(interrupted: AbortSignal): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skill-rating-release-')))
  // Root's Postgres runs as another user, who must be able to pass.
  chmodSync(folder, 0o711)
  const temporary = join(folder, 'tmp')
  const clone = join(folder, 'project')
  try {
    mkdirSync(temporary)
    const problem = await git('clone', '--quiet', projectDir, clone)
    if (problem) return problem
    const status = await runToEnd(join(clone, '.ci', 'run'), { cwd: clone, temporary }, interrupted)
    return status === 0 ? '' : `It ended with status ${status}, see above.`
  } finally {
    killProcessesIn(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs a program that prints to this terminal. @returns its exit status, or the signal that ended it */
async function runToEnd(
  program: string,
  { cwd, temporary }: { cwd: string; temporary: string },
  interrupted: AbortSignal,
): Promise<number | string> {
  if (interrupted.aborted) return 'SIGINT'
  const child = spawn(program, [], {
    cwd,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own, to be stopped as one.
    detached: true,
  })
  const ended = new Promise<number | string>((settle, fail) => {
    child.once('error', fail)
    child.once('exit', (status, signal) => settle(status ?? signal ?? 1))
  })
  const stop = async () => {
    signalGroup(child.pid, 'SIGTERM')
    await Promise.race([ended, wait(stopTimeoutMs, undefined, { ref: false })])
    signalGroup(child.pid, 'SIGKILL')
  }
  const onAbort = () => void stop()
  interrupted.addEventListener('abort', onAbort, { once: true })
  try {
    return await ended
  } finally {
    interrupted.removeEventListener('abort', onAbort)
  }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) kill(-pid, signal)
}

/** Servers that interrupted tests started have groups of their own. Only Linux tells the folder that a process works in. */
function killProcessesIn(folder: string): void {
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}
