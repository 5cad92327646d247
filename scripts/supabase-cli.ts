import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandOf, type Ended, run } from './program.ts'

/** A finding of the advisors, as far as it is used here. */
export type Finding = { name: string; level: string; detail: string }

/**
 * The SQL that makes the first database like the second: tables, constraints, indexes, policies, grants, comments, functions,
 * triggers. Empty when they are alike.
 */
export async function schemaDifference(from: string, to: string): Promise<string> {
  const { diff } = await json<{ diff: string }>(['db', 'diff', '--from', from, '--to', to])
  return diff.trim()
}

/** What the dashboard's security and performance advisors find in a database. */
export async function advisorFindings(url: string): Promise<Finding[]> {
  const { results } = await json<{ results: Finding[] }>([
    ...['db', 'advisors', '--level', 'info', `--remote=${url}`],
  ])
  return results
}

/** The TypeScript types of a database's schema `public`, not yet formatted. */
export async function databaseTypes(url: string): Promise<string> {
  // Without sslmode a note about TLS stands above the types.
  const source = `--remote=${url}?sslmode=disable`
  return (await succeed(['gen', 'types', 'typescript', '--schema', 'public', source])).stdout
}

/**
 * Runs the CLI in the project's folder, without a terminal and with a folder of its own for what it keeps: it reads and
 * writes nothing of the user's, and reports to nobody.
 */
export async function supabase(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const home = mkdtempSync(join(tmpdir(), 'supabase-cli-'))
  try {
    return await run(process.execPath, [commandOf('supabase', 'supabase'), ...args], {
      env: {
        ...process.env,
        SUPABASE_HOME: home,
        SUPABASE_NO_KEYRING: '1',
        SUPABASE_NO_UPDATE_NOTIFIER: '1',
        DO_NOT_TRACK: '1',
        NO_COLOR: '1',
        ...env,
      },
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function succeed(args: string[]): Promise<Ended> {
  const ended = await supabase(args)
  if (ended.status === 0) return ended
  throw new Error(`supabase ${args.slice(0, 2).join(' ')} failed:\n${ended.stderr}${ended.stdout}`)
}

async function json<Answer>(args: string[]): Promise<Answer> {
  return JSON.parse((await succeed([...args, '--output-format', 'json'])).stdout) as Answer
}
