// `npm run release`: all that must hold before a version is tagged. It changes nothing; it says what is in the way.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectDir, run } from './program.ts'
import { changelogProblem } from './release-notes.ts'

const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string }

/** By what must hold: what is in its way, or nothing. */
const checks: Record<string, () => Promise<string>> = {
  'Everything is committed': () => git('status', '--porcelain'),
  [`The changelog tells of ${version}`]: async () =>
    changelogProblem(readFileSync(join(projectDir, 'CHANGELOG.md'), 'utf8'), version),
  [`There is no tag v${version} yet`]: () => git('tag', '--list', `v${version}`),
  'No migration of the last release has changed': async () => {
    const last = await git('tag', '--list', 'v*', '--sort=-version:refname').then(
      (tags) => tags.split('\n')[0],
    )
    return last
      ? git('diff', '--name-status', '--diff-filter=a', last, 'HEAD', '--', 'supabase/migrations')
      : ''
  },
  'A fresh clone of this commit passes .ci/run': inFreshClone,
}

let isReady = true
for (const [name, check] of Object.entries(checks)) {
  const problem = (await check().catch((error: Error) => error.message)).trim()
  console.log(problem ? `✗ ${name}\n\n${problem}\n` : `✓ ${name}`)
  if (problem) isReady = false
}
if (isReady) console.log(`Ready: git tag -s v${version} && git push --tags`)
else process.exitCode = 1

async function git(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run('git', args)
  return status === 0 ? stdout.trim() : `git ${args[0]}: ${stderr}`
}

/** What `.ci/run` does in an empty folder, where nothing of this one can help it. */
async function inFreshClone(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-release-'))
  const log = join(tmpdir(), `skill-rating-release-${process.pid}.log`)
  try {
    const problem = await git('clone', '--quiet', projectDir, folder)
    if (problem) return problem
    const { status, stdout, stderr } = await run(join(folder, '.ci', 'run'), [])
    if (status === 0) return ''
    writeFileSync(log, stdout + stderr)
    return `It ended with status ${status}; all it printed is in ${log}.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
