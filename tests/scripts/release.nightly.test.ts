import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'
import { isAlive, projectDir, temporaryFolder, until } from '../support/process.ts'

test.each<[what: string, ci: string, status: number, printed: RegExp]>([
  [
    'shows the output of .ci/run',
    'echo "in $PWD"; echo kept > "$TMPDIR/left-over"',
    0,
    /^in .*skill-rating-release-\w+\/project$[\s\S]*^Ready: git tag -s v\d/m,
  ],
  [
    'fails when .ci/run fails',
    'echo broken >&2; exit 3',
    1,
    /^broken$[\s\S]*It exited with status 3, see above\.(?![\s\S]*Ready)/m,
  ],
])('a release %s, and deletes its files', async (_, ci, status, printed) => {
  const project = await committedProject(ci)
  expect(await project.launch().ended).toEqual({ status, output: expect.stringMatching(printed) })
  expect(project.leftOver()).toEqual([])
})

test('a release stops at the first failed check', async () => {
  const project = await committedProject('exit 0')
  fs.writeFileSync(join(project.folder, 'forgotten.txt'), '')
  const { status, output } = await project.launch().ended
  expect(status).toBe(1)
  expect(output).toContain('✗ Everything is committed\n\n?? forgotten.txt')
  expect(output).not.toContain('changelog')
})

test('a release records a new migration, and continues once that is committed', async () => {
  const project = await committedProject('exit 0')
  fs.writeFileSync(join(project.folder, 'supabase', 'migrations', '29990101000000_new.sql'), 'select 1;\n')
  await project.commit()
  const { status, output } = await project.launch().ended
  expect(status).toBe(1)
  expect(output).toContain(
    'RELEASED in local/postgres/migrate.ts has them now: commit it and run this again.',
  )
  await project.commit()
  expect(await project.launch().ended).toEqual({ status: 0, output: expect.stringContaining('Ready: ') })
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a release that gets %s stops its processes and deletes its files',
  async (signal) => {
    // The second process has its own group, like the servers of tests, and both ignore SIGTERM.
    const project = await committedProject(
      `trap '' TERM INT\nsetsid sh -c 'trap "" TERM; echo $$ > "$1"; exec sleep 600' sh "$PIDS/second" &\necho $$ > "$PIDS/first"\nwait`,
    )
    const child = project.launch()
    await until(() => ['first', 'second'].every((name) => fs.existsSync(join(project.pids, name))), 60_000)
    const pids = ['first', 'second'].map((name) => Number(fs.readFileSync(join(project.pids, name), 'utf8')))
    process.kill(child.pid, signal)
    const { status, output } = await child.ended
    expect(status).toBe(1)
    expect(output).toContain('Interrupted.')
    expect(project.leftOver()).toEqual([])
    expect(pids.filter(isAlive)).toEqual([])
  },
)

/** A repository with the scripts of this project and another `.ci/run`. */
async function committedProject(ci: string) {
  const root = temporaryFolder()
  const folder = join(root, 'project')
  const temporary = join(root, 'tmp')
  const pids = join(root, 'pids')
  for (const path of [folder, temporary, pids, join(folder, '.ci')]) fs.mkdirSync(path)
  for (const name of ['local', 'scripts', 'supabase', 'package.json']) {
    fs.cpSync(join(projectDir, name), join(folder, name), { recursive: true })
  }
  fs.symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
  fs.writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  const { version } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'))
  fs.writeFileSync(
    join(folder, 'CHANGELOG.md'),
    `# Changelog\n\n## [${version}] - 2026-01-01\n\n- A change.\n`,
  )
  fs.writeFileSync(join(folder, '.ci', 'run'), `#!/bin/sh\ncd "$(dirname "$0")/.."\n${ci}\n`)
  fs.chmodSync(join(folder, '.ci', 'run'), 0o755)
  const env = { ...process.env, TMPDIR: temporary, PIDS: pids }
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const git = async (...args: string[]) => {
    const { status, stderr } = await run('git', ['-C', folder, ...args], { env })
    if (status !== 0) throw new Error(stderr)
  }
  const commit = async () => {
    await git('add', '.')
    await git(...identity, 'commit', '--message', 'Release')
  }
  await git('init')
  await commit()
  const launch = () => {
    const child = spawn(process.execPath, ['local/run.mjs', 'scripts/release.ts'], { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const ended = new Promise<{ status: number | null; output: string }>((settle) => {
      child.once('close', (status) => settle({ status, output }))
    })
    return { pid: child.pid as number, ended }
  }
  // Except the cache of tsx.
  const leftOver = () => fs.readdirSync(temporary).filter((name) => !name.startsWith('tsx-'))
  return { folder, commit, leftOver, pids, launch }
}
