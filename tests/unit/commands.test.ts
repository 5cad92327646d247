import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readArguments, reportUserErrors, wholeNumber } from '../../local/cli/command.ts'
import { COMMANDS } from '../../local/cli/commands.ts'
import { UserError } from '../../local/cli/user-error.ts'
import { projectDir } from '../../scripts/program.ts'

const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const summaries = Object.values(COMMANDS).flatMap((group) => Object.entries(group))

test('`npm run help` lists every script of package.json', () => {
  const listed = new Set(summaries.map(([name]) => name.split(' ')[0]))
  expect([...listed].sort()).toEqual(Object.keys(scripts).sort())
})

test('each command has a summary of one line', () => {
  for (const [name, summary] of summaries) expect(`${name}: ${summary}`).toMatch(/^[^\n]{10,110}[^\n.]$/)
})

test('every script checks the Node version and the installed packages first', () => {
  const unchecked = Object.values(scripts).filter(
    (script) =>
      !/^(exec )?node (--[\w=-]+ )*local\/run\.mjs( [\w/-]+\.ts( \w+)?| && (vitest|biome|tsc) .*)$/.test(
        script,
      ),
  )
  expect(unchecked).toEqual([])
})

describe('the arguments of a script', () => {
  const options = {
    yes: { type: 'boolean', default: false, help: 'Do it' },
    seed: { type: 'string', value: 'S', default: '7', help: 'The seed' },
  } as const
  const read = (...args: string[]) => readArguments('reset', { options }, args)

  test('are read, with defaults for those left out', () => {
    expect(read().values).toMatchObject({ yes: false, seed: '7' })
    expect(read('--yes', '--seed', '8').values).toMatchObject({ yes: true, seed: '8' })
    const positionals = { name: 'NAME', help: 'A name' }
    expect(readArguments('db:migration', { positionals }, ['one', '--', '--help']).positionals).toEqual([
      'one',
      '--help',
    ])
  })

  test.each([
    ['an unknown option', ['--no-such-option'], "Unknown option '--no-such-option'"],
    ['a name', ['everything'], "Unexpected argument 'everything'"],
    ['a value for a switch', ['--yes=no'], "Option '--yes' does not take an argument"],
    ['an option without its value', ['--seed'], "Option '--seed <value>' argument missing"],
  ])('are refused in one sentence: %s', (_, args, sentence) => {
    expect(() => read(...args)).toThrow(
      new UserError(`${sentence}: \`npm run reset -- --help\` lists what it accepts.`),
    )
  })

  test('are whole numbers within their bounds', () => {
    expect(['4', '100'].map((text) => wholeNumber('workers', text, 4, 100))).toEqual([4, 100])
    for (const text of ['', '-1', '1.5', '1e3', '0x10', ' 5', 'ten', '3', '101'])
      expect(() => wholeNumber('workers', text, 4, 100)).toThrow(
        `--workers is “${text}”: set it to a whole number from 4 to 100.`,
      )
  })
})

describe('a script that cannot do its work', () => {
  /** What it prints, and its exit status. */
  async function ended(work: () => Promise<void>) {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { exitCode } = process
    onTestFinished(() => {
      print.mockRestore()
      process.exitCode = exitCode
    })
    await reportUserErrors(work)
    return { printed: print.mock.calls, status: process.exitCode }
  }

  test.each<[what: string, work: () => Promise<void>, sentence: string | RegExp]>([
    ['an error of the user', () => Promise.reject(new UserError('Do it again.')), 'Do it again.'],
    ['a missing file', async () => void readFileSync('/nowhere'), /^ENOENT: no such file or directory, open/],
    [
      'a refused connection',
      async () => void (await fetch('http://127.0.0.1:2')),
      /^connect ECONNREFUSED 127/,
    ],
  ])('prints one sentence for %s', async (_, work, sentence) => {
    const { printed, status } = await ended(work)
    expect(printed).toEqual([[expect.stringMatching(sentence)]])
    expect(status).toBe(1)
  })

  test('keeps the stack trace of a bug', async () => {
    const bug = new TypeError('x is undefined')
    await expect(ended(() => Promise.reject(bug))).rejects.toBe(bug)
  })
})
