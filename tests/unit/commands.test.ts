import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readArguments, wholeNumber } from '../../local/cli/command.ts'
import { COMMANDS } from '../../local/cli/commands.ts'
import { UserError } from '../../local/cli/user-error.ts'
import { projectDir } from '../../scripts/program.ts'

const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const summaries = Object.values(COMMANDS).flatMap((group) => Object.entries(group))

test('`npm run help` lists every script of package.json once', () => {
  expect(summaries.map(([name]) => name).sort()).toEqual(Object.keys(scripts).sort())
})

test('each script has a summary of one line', () => {
  for (const [name, summary] of summaries) expect(`${name}: ${summary}`).toMatch(/^[^\n]{10,110}[^\n.]$/)
})

test('every script checks the Node version and the installed packages first', () => {
  const unchecked = Object.values(scripts).filter(
    (script) =>
      !/^(exec )?node (--[\w=-]+ )*local\/run\.mjs( [\w/-]+\.ts( \w+)?| && (vitest|biome|tsc|stryker) .*)$/.test(
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
    expect(readArguments('migration', { positionals }, ['one', '--', '--help']).positionals).toEqual([
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
