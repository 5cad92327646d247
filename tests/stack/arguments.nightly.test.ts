import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectDir, run } from '../../scripts/program.ts'

const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
// The others pass their arguments to Vitest, Biome or tsc.
const own = Object.entries(scripts).filter(([, script]) => !script.includes('&&'))

const missing = join(tmpdir(), `skill-rating-missing-${process.pid}`)
// For the cache of tsx.
const temporary = `${missing}-tmp`
afterAll(() => {
  rmSync(temporary, { recursive: true, force: true })
  expect(existsSync(missing)).toBe(false)
})

// Without a data folder, Chromium and an account, so that a script that ignores its arguments fails.
function runScript(script: string, ...args: string[]) {
  const words = script.replace(/^exec /, '').split(' ')
  const env = { PATH: '', HOME: missing, TMPDIR: temporary, DATA_DIR: missing }
  return run(process.execPath, [...words.slice(1), ...args], { env })
}

test.concurrent.each(own)('npm run %s -- --help only prints its usage', async (name, script) => {
  const { status, stdout, stderr } = await runScript(script, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(new RegExp(`^[^\\n]+\\.\\n\\nnpm run ${name} -- \\[options\\]`))
  expect(stdout.trim().split('\n').length).toBeLessThan(15)
})

test.concurrent.each(own)('npm run %s rejects an unknown option first', async (name, script) => {
  expect(await runScript(script, '--no-such-option')).toEqual({
    status: 1,
    stdout: '',
    stderr: `Unknown option '--no-such-option': \`npm run ${name} -- --help\` lists what it accepts.\n`,
  })
})
