import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { targetOf } from '../src/doctor/command-line.ts'
import { identify } from '../src/doctor/identifier.ts'
import type { Registries } from '../src/doctor/registries.ts'

type Example = { command: string[]; identifier: string | null; source: string }

const file = new URL('readme-commands.json', import.meta.url)
const examples = JSON.parse(readFileSync(file, 'utf8')) as Example[]
const registries: Registries = { npm: 'public', npmScopes: new Set(), pypi: 'public', folders: [] }

/** The name of a module is not that of its package, so `python -m` is not read. */
const KNOWN_GAPS = 2

test('derives the identifiers of 50 commands in READMEs', () => {
  const wrong = examples.flatMap(({ command, identifier }) => {
    const [program = '', ...args] = command
    const found = identify(targetOf(program, args), registries, '/nowhere').identifier ?? null
    return found === identifier ? [] : [{ command: command.join(' '), found, identifier }]
  })
  console.log(
    `${examples.length - wrong.length} of ${examples.length} commands of READMEs have the right identifier.`,
  )
  expect(examples).toHaveLength(50)
  // A wrong identifier is worse than none.
  expect(wrong.filter(({ found }) => found !== null)).toEqual([])
  expect(wrong.map(({ command }) => command)).toHaveLength(KNOWN_GAPS)
})
