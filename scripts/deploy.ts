// `npm run deploy`: applies the migrations to the database of a hosted project, loads the synonyms, then uploads the edge functions.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { BASELINE } from '../local/postgres/migrate.ts'
import { commandOf, projectDir, run } from './program.ts'
import { functionNames } from './versions.ts'

const cli = commandOf('supabase', 'supabase')

const options = {
  'dry-run': { type: 'boolean', default: false, help: 'Show the changes without making them' },
  yes: { type: 'boolean', default: false, help: 'Deploy without asking' },
  'include-seed': {
    type: 'boolean',
    default: false,
    help: 'Also run supabase/seed.sql, once',
  },
} as const
const variables = {
  SUPABASE_ACCESS_TOKEN: 'An access token, instead of `npx supabase login`',
  SUPABASE_PROJECT_ID: 'The reference of the project, instead of `npx supabase link`',
  SUPABASE_DB_URL: 'The address of the connection pooler, for networks without IPv6',
}

await command('deploy', { options, variables }, deploy)

async function deploy(asked: Record<keyof typeof options, boolean>): Promise<void> {
  const project = projectRef()
  await checkAccess()
  // The address of the connection pooler, for networks without IPv6.
  const { address, password } = databaseOf(process.env.SUPABASE_DB_URL || project)
  const push = ['db', 'push', `--remote=${address}`]
  // Not as an argument, which every user of this machine can read in the list of processes.
  const env = password === undefined ? {} : { PGPASSWORD: password }
  if (asked['include-seed']) push.push('--include-seed')
  // Also when the list was loaded before: that changes nothing.
  const load = ['db', 'query', '--file', 'supabase/synonyms.sql', `--remote=${address}`]
  const functions = ['functions', 'deploy', ...functionNames(), '--use-api', `--remote=${project}`]
  const { removed, missing } = await history(address, env)
  const repair = ['migration', 'repair', '--status', 'reverted', ...removed, `--remote=${address}`]

  if (asked['dry-run']) {
    if (removed.length === 0) {
      await supabase([...push, '--dry-run'], env)
    } else {
      // Until then, `db push` rejects the database.
      console.log(`It would run: supabase ${repair.join(' ')}`)
      console.log(`Then it would apply these migrations: ${missing.join(', ') || 'none'}`)
    }
    for (const args of [load, functions]) console.log(`Then it would run: supabase ${args.join(' ')}`)
    return
  }
  const confirmed = asked.yes ? ['--yes'] : []
  if (removed.length > 0) await supabase([...repair, ...confirmed], env)
  // The database first: the new functions need the migrations, and migrations stay compatible with the previous functions.
  await supabase([...push, ...confirmed], env)
  await supabase([...load, ...confirmed], env)
  await supabase([...functions, ...confirmed])
}

/**
 * Compares the migrations that the database has recorded with the files. All before the baseline were replaced by it.
 * @returns the versions that are recorded and have no file any more, and those that are not recorded
 * @throws UserError when the database has an older one, but not the baseline
 */
async function history(
  address: string,
  env: Record<string, string>,
): Promise<{ removed: string[]; missing: string[] }> {
  const list = ['migration', 'list', `--remote=${address}`, '--output-format', 'json']
  const { migrations } = JSON.parse(await supabase(list, env, 'pipe')) as {
    migrations: { local: string; remote: string }[]
  }
  const removed = migrations.filter(({ local, remote }) => !local && remote && remote < BASELINE)
  if (removed.length > 0 && !migrations.some(({ remote }) => remote === BASELINE)) {
    throw new UserError(
      'The database is from a version before 1.1.0: deploy version 1.1.0 first, then this version.',
    )
  }
  return {
    removed: removed.map(({ remote }) => remote),
    missing: migrations.filter(({ remote }) => !remote).map(({ local }) => local),
  }
}

/**
 * Takes the password out of the URL of a database. Anything else is the reference of a project.
 * @throws UserError, without the password, when SUPABASE_DB_URL is not a URL, or has more than one possible host
 */
function databaseOf(target: string): { address: string; password?: string } {
  if (/^[a-z]{20}$/.test(target)) return { address: target }
  if (hasEarlierHost(target))
    throw new UserError(
      'SUPABASE_DB_URL can be read with different hosts: write each @ as %40, each / as %2F, each ? as %3F and each # as %23 in the user name, the password and the parameters.',
    )
  // A password may contain every character, so it ends at the last @.
  const [, scheme, user, given, rest = ''] =
    /^(postgres(?:ql)?:\/\/)(?:([^:@/]*)(?::(.*))?@)?([^@]+)$/s.exec(target) ?? []
  const [place = '', ...query] = rest.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  const address = `${scheme}${user === undefined ? '' : `${user}@`}${place}`
  if (!scheme || !URL.canParse(address))
    throw new UserError(
      'SUPABASE_DB_URL is not the URL of a database: copy it from “Connect” in the dashboard, as in postgresql://USER:PASSWORD@HOST:5432/postgres.',
    )
  const password = given === undefined ? parameters.get('password') : decoded(given)
  parameters.delete('password')
  return {
    address: parameters.size > 0 ? `${address}?${parameters}` : address,
    ...(password !== null && { password }),
  }
}

/** Whether a database URL has a host with a path or parameters before its last @, which then belongs to these. */
function hasEarlierHost(url: string): boolean {
  const beforeLastAt = /^[^:]*:\/\/(.*)@/s.exec(url)?.[1] ?? ''
  const host = /(?:\[[^\]@]*\]|[^@/?#:,\s]*)(?::\d*)?/.source
  return new RegExp(`(?:^|@)${host}(?:,${host})*[/?#]`).test(beforeLastAt)
}

/** A % that encodes nothing belongs to the password. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function projectRef(): string {
  const linked = join(projectDir, 'supabase', '.temp', 'project-ref')
  const ref = process.env.SUPABASE_PROJECT_ID || (existsSync(linked) && readFileSync(linked, 'utf8').trim())
  if (!ref) {
    throw new UserError(
      'The project is not known: run `npx supabase link`, or set SUPABASE_PROJECT_ID to the reference of the project (the 20 letters in the address of its dashboard).',
    )
  }
  if (!/^[a-z]{20}$/.test(ref))
    throw new UserError(`“${ref}” is not a project reference, which has 20 lower-case letters.`)
  return ref
}

/** Checked first, so that a deployment does not stop halfway. */
async function checkAccess(): Promise<void> {
  if (process.env.SUPABASE_ACCESS_TOKEN) return
  const { status } = await run(process.execPath, [cli, 'projects', 'list', '--output-format', 'json'])
  if (status === 0) return
  throw new UserError(
    'You are not logged in to Supabase: run `npx supabase login`, or set SUPABASE_ACCESS_TOKEN to an access token (see your account in the dashboard).',
  )
}

/**
 * Runs the CLI in this terminal, so that it can ask for confirmation.
 * @param stdout `pipe` to return what it prints
 */
async function supabase(
  args: string[],
  env: Record<string, string> = {},
  stdout: 'inherit' | 'pipe' = 'inherit',
): Promise<string> {
  console.log(`supabase ${args.join(' ')}`)
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['inherit', stdout, 'inherit'],
  })
  const [printed, [status]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (status === 0) return printed
  const pooler = args[0] !== 'functions' && !process.env.SUPABASE_DB_URL
  throw new UserError(
    `\`supabase ${args.slice(0, 2).join(' ')}\` failed, see above. The deployment stopped there.${pooler ? ' In a network without IPv6, set SUPABASE_DB_URL to the address of the connection pooler.' : ''}`,
  )
}
