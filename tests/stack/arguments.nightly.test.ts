import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectDir, run } from '../../scripts/program.ts'

const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
// Those of vitest hand their arguments on to it.
const own = Object.entries(scripts).filter(([, script]) => !/\bvitest\b/.test(script))

const missing = join(tmpdir(), `skill-rating-missing-${process.pid}`)
// tsx keeps a cache there.
const temporary = `${missing}-tmp`
afterAll(() => {
  rmSync(temporary, { recursive: true, force: true })
  expect(existsSync(missing)).toBe(false)
})

// A script that ignored its arguments would do its work: here it finds no data folder, no Chromium and no account to do it with.
function runScript(script: string, ...args: string[]) {
  const words = script.replace(/^exec /, '').split(' ')
  const env = { PATH: '', HOME: missing, TMPDIR: temporary, DATA_DIR: missing }
  return run(process.execPath, [...words.slice(1), ...args], { env })
}

test.concurrent.each(own)(
  'npm run %s -- --help prints how to use it and does nothing',
  async (name, script) => {
    const { status, stdout, stderr } = await runScript(script, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^[^\\n]+\\.\\n\\nnpm run ${name} -- \\[options\\]`))
    expect(stdout.trim().split('\n').length).toBeLessThan(15)
  },
)

test.concurrent.each(own)(
  'npm run %s refuses an unknown option before it does anything',
  async (name, script) => {
    expect(await runScript(script, '--no-such-option')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Unknown option '--no-such-option': \`npm run ${name} -- --help\` lists what it accepts.\n`,
    })
  },
)
