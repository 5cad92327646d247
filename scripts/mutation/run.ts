// npm run mutation:sql: removes each rule of sql/ in a copy of the project and runs the tests of the database. A mutant that
// survives shows a missing test.
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { JsonTestResults } from 'vitest/node'
import { command } from '../../local/cli/command.ts'
import { UserError } from '../../local/cli/user-error.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import type { Stack } from '../../local/stack/stack.ts'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { commandOf, projectDir } from '../program.ts'
import { schemaFiles } from '../scratch-postgres.ts'
import { type Mutant, mutantsOf } from './sql-mutants.ts'

/** A mutant that makes the tests hang is killed. */
const TIMEOUT_MS = 300_000
const COPIED = ['functions', 'local', 'scripts', 'sql', 'supabase', 'tests', 'package.json', 'tsconfig.json']

const options = {
  only: {
    type: 'string',
    value: 'PATTERN',
    default: '',
    help: 'Only mutants that match this regular expression',
  },
  list: { type: 'boolean', default: false, help: 'List the mutants' },
} as const

await command('mutation:sql', { options }, async ({ only, list }) => {
  const files = schemaFiles().filter((path) => !path.endsWith('characters.sql'))
  const mutants = files
    .flatMap((path) => mutantsOf(`sql/${basename(path)}`, fs.readFileSync(path, 'utf8')))
    .filter((mutant) => new RegExp(only, 'i').test(nameOf(mutant)))
  if (mutants.length === 0) throw new UserError(`No mutant matches ${only}: --list prints all of them.`)
  if (list) return console.log(mutants.map(nameOf).join('\n'))
  await withStack({ mcp: false }, async (stack) => {
    const copy = copyProject()
    try {
      // Tests of the migrations, or of the stack's own database, fail in the copy.
      const tests = fs
        .readdirSync(join(copy, 'tests', 'database'))
        .filter((file) => /(?<!nightly)\.test\.ts$/.test(file))
      const skipped = (await runTests(copy, stack, tests)).map(({ test }) => test)
      if (skipped.length > 20)
        throw new UserError(`These tests fail without a mutant:\n${skipped.join('\n')}`)
      if (skipped.length > 0)
        console.log(`Skipped, because they fail without a mutant:\n${skipped.join('\n')}`)
      const survivors: Mutant[] = []
      /** The tests that killed other mutants of a file run first. */
      const killers = new Map<string, Set<string>>()
      for (const [i, mutant] of mutants.entries()) {
        writeSchema(copy, mutant)
        const first = killers.get(mutant.file) ?? new Set(['schema.test.ts', 'privileges.test.ts'])
        const others = tests.filter((file) => !first.has(file))
        const killer =
          (await runTests(copy, stack, [...first], skipped))[0] ??
          (await runTests(copy, stack, others, skipped))[0]
        killers.set(mutant.file, killer ? first.add(killer.file) : first)
        if (!killer) survivors.push(mutant)
        const result = killer ? `killed by ${killer.file}: ${killer.test}` : 'SURVIVED'
        console.log(`${i + 1}/${mutants.length} ${nameOf(mutant)}: ${result}`)
      }
      console.log(`${mutants.length} mutants, ${survivors.length} survived`)
      for (const survivor of survivors) console.log(`  ${nameOf(survivor)}`)
      if (survivors.length > 0) process.exitCode = 1
    } finally {
      fs.rmSync(copy, { recursive: true, force: true })
    }
  })
})

function nameOf({ file, line, what }: Mutant): string {
  return `${file}:${line} ${what}`
}

function copyProject(): string {
  const copy = fs.mkdtempSync(join(tmpdir(), 'skill-rating-mutation-'))
  // Postgres, which does not run as root, reads below it.
  fs.chmodSync(copy, 0o711)
  for (const name of COPIED) fs.cpSync(join(projectDir, name), join(copy, name), { recursive: true })
  fs.symlinkSync(join(projectDir, 'node_modules'), join(copy, 'node_modules'))
  writeSchema(copy)
  return copy
}

/** Replaces the migrations, from which the tests create their databases, with the schema. */
function writeSchema(copy: string, mutant?: Mutant): void {
  const migrations = join(copy, 'supabase', 'migrations')
  fs.rmSync(migrations, { recursive: true, force: true })
  fs.mkdirSync(migrations)
  const texts = schemaFiles().map((path) => {
    const text = fs.readFileSync(path, 'utf8')
    if (!mutant || mutant.file !== `sql/${basename(path)}`) return text
    return text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end)
  })
  fs.writeFileSync(join(migrations, '20000101000000_schema.sql'), texts.join('\n'))
}

type Failure = { file: string; test: string }

/** Runs tests of the database: all in the files, or without the skipped ones until one fails. @returns the failures */
async function runTests(copy: string, stack: Stack, files: string[], skipped?: string[]): Promise<Failure[]> {
  const escaped = skipped?.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const args = [
    ...['run', '--config', 'scripts/mutation/vitest.config.ts', '--reporter', 'json'],
    ...(skipped ? ['--bail', '1'] : []),
    ...(escaped?.length ? ['-t', `^(?!.*(${escaped.join('|')}))`] : []),
    ...files.map((file) => `tests/database/${file}`),
  ]
  const child = spawn(process.execPath, [commandOf('vitest', 'vitest'), ...args], {
    cwd: copy,
    env: { ...process.env, MUTATION_STACK: JSON.stringify({ ...stack, lost: undefined }) },
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(skipped && { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' as const }),
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk
  await dropDatabases(stack)
  const json = /^\{.*\}$/ms.exec(output)?.[0]
  if (!json) return [{ file: 'vitest', test: 'no report' }]
  const { testResults } = JSON.parse(json) as JsonTestResults
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => ({ file: basename(name), test: fullName }))
    return status === 'failed' && message
      ? [{ file: basename(name), test: message.split('\n')[0] ?? '' }]
      : []
  })
}

/** Drops the databases that interrupted tests left, and the template of the mutant. */
async function dropDatabases({ adminDatabaseUrl }: Stack): Promise<void> {
  await withConnection(adminDatabaseUrl, async (sql) => {
    for (const { datname } of await sql`select datname from pg_database where datname ~ '^(test|migrated)_'`)
      await sql.unsafe(`drop database if exists "${datname}" with (force)`)
  })
}
