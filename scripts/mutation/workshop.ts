import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import { commandOf, projectDir } from '../program.ts'
import { type Mutant, mutated } from './mutant.ts'
import { type Step, stepsFor } from './tests-to-run.ts'
import { syntaxError } from './typescript-mutants.ts'

/** What became of a mutant: the test that noticed it first, or what kept it from being built. */
export type Outcome =
  | { result: 'noticed'; by: string }
  | { result: 'survived' }
  | { result: 'does not build'; by: string }

/** What of the project a test may need. */
const COPIED = [
  'benchmarks',
  'docs',
  'functions',
  'local',
  'scripts',
  'site',
  'sql',
  'supabase',
  'tests',
  'SKILL.md',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]

/** A mutant that makes a test hang is given up after so many milliseconds, and is noticed by that. */
const PATIENCE = 180_000

/** This one compares with the database that the Data API serves, which here is not the mutant's. */
const NOT_HERE = '^(?!.*the database that the Data API and Studio serve)'

/** A copy of the project in a temporary folder, in which mutants are made and tested, one at a time. */
export class Workshop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'skill-rating-mutation-'))
  readonly #copy = join(this.#folder, 'project')
  #server: Promise<Stack> | undefined
  #running: ChildProcess | undefined

  constructor() {
    // Postgres, which does not run as root, has its data below.
    chmodSync(this.#folder, 0o711)
    mkdirSync(this.#copy)
    for (const name of COPIED) cpSync(join(projectDir, name), join(this.#copy, name), { recursive: true })
    symlinkSync(join(projectDir, 'node_modules'), join(this.#copy, 'node_modules'))
    this.#writeMigration()
  }

  /** Makes the mutant, runs the tests that should notice it, and puts the rule back. */
  async test(mutant: Mutant): Promise<Outcome> {
    const path = join(this.#copy, mutant.file)
    const original = readFileSync(path, 'utf8')
    const text = mutated(original, mutant)
    const error = mutant.file.endsWith('.ts') ? syntaxError(mutant.file, text) : undefined
    if (error) return { result: 'does not build', by: error }
    this.#write(mutant.file, text)
    try {
      for (const step of stepsFor(mutant)) {
        const failure = await this.run(step)
        if (failure === undefined) continue
        const error = failure.isTest ? undefined : await this.#buildError(mutant)
        return error ? { result: 'does not build', by: error } : { result: 'noticed', by: failure.text }
      }
      return { result: 'survived' }
    } finally {
      this.#write(mutant.file, original)
    }
  }

  /** Runs some tests to their first failure, which it gives; undefined when all pass. */
  async run({ project, files }: Step): Promise<{ text: string; isTest: boolean } | undefined> {
    const report = join(this.#folder, 'report.json')
    rmSync(report, { force: true })
    const server = project === 'database' ? await this.#startServer() : undefined
    const { status, output } = await this.#vitest(
      [
        ...['run', '--config', 'scripts/mutation/vitest.config.ts', '--project', project, '--bail', '1'],
        ...['--reporter', 'json', '--outputFile', report],
        ...(server ? ['--testNamePattern', NOT_HERE] : []),
        ...files,
      ],
      server ? { MUTATION_SERVER: JSON.stringify({ ...server, pids: undefined, lost: undefined }) } : {},
    )
    if (server) await dropDatabases(server)
    if (status === 'late') return { text: `time-out of ${files.join(' ')}`, isTest: true }
    if (!existsSync(report)) throw new Error(`vitest failed without a report: ${output}`)
    const failure = firstFailure(readFileSync(report, 'utf8'), this.#copy)
    if (failure || status === 0) return failure
    // Every test passed, and yet the run did not: something threw where none was waiting for it.
    return { text: 'an error outside of every test', isTest: true }
  }

  /** Ends what it started and takes its folder away. */
  async close(): Promise<void> {
    if (this.#running?.pid) process.kill(-this.#running.pid, 'SIGKILL')
    await (await this.#server)?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.#copy, file), text)
    if (file.startsWith('sql/')) this.#writeMigration()
  }

  /** The tests make their databases by the migrations: here there is one, which is all of sql/. */
  #writeMigration(): void {
    const migrations = join(this.#copy, 'supabase', 'migrations')
    rmSync(migrations, { recursive: true, force: true })
    mkdirSync(migrations)
    writeFileSync(join(migrations, '20000101000000_schema.sql'), this.#schema())
  }

  #schema(): string {
    const sql = join(this.#copy, 'sql')
    return readdirSync(sql)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => readFileSync(join(sql, file), 'utf8'))
      .join('\n')
  }

  /** Why Postgres does not take the mutant's schema; undefined when it does, or when the mutant is none of SQL. */
  async #buildError({ file }: Mutant): Promise<string | undefined> {
    if (!file.startsWith('sql/')) return undefined
    const server = await this.#startServer()
    const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {} })
    const done = new Error('done')
    try {
      await sql.begin(async (transaction) => {
        await transaction.unsafe(
          'drop schema private cascade; drop schema public cascade; create schema public',
        )
        await transaction.unsafe(this.#schema())
        throw done
      })
      return undefined
    } catch (error) {
      return error === done ? undefined : (error as Error).message
    } finally {
      await sql.end()
    }
  }

  #startServer(): Promise<Stack> {
    this.#server ??= startStack({
      dataDir: join(this.#folder, 'server'),
      apiPort: 0,
      dbPort: 0,
      studioPort: 0,
      mcp: false,
    })
    return this.#server
  }

  #vitest(
    args: string[],
    env: Record<string, string>,
  ): Promise<{ status: number | null | 'late'; output: string }> {
    const child = spawn(process.execPath, [commandOf('vitest', 'vitest'), ...args], {
      cwd: this.#copy,
      env: { ...process.env, BASE_URL: '', NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, to be ended as one.
      detached: true,
    })
    this.#running = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-10_000)
      })
    }
    let late = false
    const timer = setTimeout(() => {
      late = true
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, PATIENCE)
    return new Promise((settle, reject) => {
      child.once('error', reject)
      child.once('close', (status) => {
        clearTimeout(timer)
        this.#running = undefined
        settle({ status: late ? 'late' : status, output })
      })
    })
  }
}

/** The databases of tests that ended early, and the one that every mutant has its tests' databases copied from. */
async function dropDatabases(server: Stack): Promise<void> {
  const sql = postgres(server.adminDatabaseUrl, { max: 1, onnotice: () => {} })
  const left = await sql`select datname from pg_database where datname ~ '^(test|migrated)_'`
  // Some may be on their way out by themselves.
  for (const { datname } of left) await sql.unsafe(`drop database if exists "${datname}" with (force)`)
  await sql.end()
}

type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

function firstFailure(json: string, folder: string): { text: string; isTest: boolean } | undefined {
  const { testResults } = JSON.parse(json) as Report
  const path = (name: string) => name.replace(`${folder}/`, '')
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return { text: `${path(name)}: ${failed.fullName}`, isTest: true }
  }
  const file = testResults.find(({ status, message }) => status === 'failed' && message)
  return (
    file && { text: `${path(file.name)}, before its tests: ${file.message.split('\n')[0]}`, isTest: false }
  )
}
