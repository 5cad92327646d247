// `npm run release`: records the migrations as released, and checks that a version can be tagged. It stops at the first failed check.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { projectDir, run } from './program.ts'
import { changelogProblem } from './release-notes.ts'
import { recordReleased, releasedProblems } from './released-migrations.ts'

const { version } = JSON.parse(fs.readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  version: string
}

/** The checks by name. Each returns its problem, or an empty text. */
const checks: Record<string, (interrupted: AbortSignal) => Promise<string>> = {
  'Everything is committed': () => git('status', '--porcelain'),
  [`The changelog has a section for ${version}`]: async () =>
    changelogProblem(fs.readFileSync(join(projectDir, 'CHANGELOG.md'), 'utf8'), version),
  [`There is no tag v${version} yet`]: () => git('tag', '--list', `v${version}`),
  'No released migration has changed': async () => releasedProblems().join('\n'),
  'All migrations are recorded as released': async () =>
    recordReleased()
      ? 'RELEASED in local/postgres/migrate.ts has them now: commit it and run this again.'
      : '',
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
  console.log('The client is published on its own: see CONTRIBUTING.md.')
})

/** The output, or the error message. */
async function git(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run('git', args)
  return status === 0 ? stdout.trim() : `git ${args[0]}: ${stderr}`
}

/** Runs `.ci/run` in a new clone and deletes the clone. */
async function inFreshClone(interrupted: AbortSignal): Promise<string> {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'skill-rating-release-')))
  // For root, Postgres runs as another user, who must be able to enter the folder.
  fs.chmodSync(folder, 0o711)
  const temporary = join(folder, 'tmp')
  const clone = join(folder, 'project')
  try {
    fs.mkdirSync(temporary)
    const problem = await git('clone', '--quiet', projectDir, clone)
    if (problem) return problem
    if (interrupted.aborted) return 'Interrupted.'
    const child = spawn(join(clone, '.ci', 'run'), {
      cwd: clone,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    interrupted.addEventListener('abort', () => killProcessesIn(folder))
    const [status, signal] = await once(child, 'exit')
    return status === 0 ? '' : `It exited with status ${status ?? signal}, see above.`
  } finally {
    killProcessesIn(folder)
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Also the servers that interrupted tests leave. Only Linux has a cheap way to find them; elsewhere, Ctrl-C reaches `.ci/run` itself. */
function killProcessesIn(folder: string): void {
  if (process.platform !== 'linux') return
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}
