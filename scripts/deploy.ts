// `npm run deploy`: applies the migrations to the database of a hosted project, loads the synonyms, uploads the edge functions, then pushes
// the settings of supabase/config.toml.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { BASELINE, unknownVersions } from '../local/postgres/migrate.ts'
import { commandOf, projectDir, run } from './program.ts'
import { restoreLockTimeout, shortenLockTimeout } from './support/api-lock-timeout.ts'
import { databaseOf } from './support/database-url.ts'
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

async function deploy(flags: Record<keyof typeof options, boolean>): Promise<void> {
  const project = projectRef()
  await checkAccess()
  // The address of the connection pooler, for networks without IPv6.
  const { address, password } = databaseOf(process.env.SUPABASE_DB_URL || project)
  const push = ['db', 'push', `--remote=${address}`]
  const env = {
    // The platform ends each statement after two minutes. The connection pooler ignores this.
    PGOPTIONS: '-c statement_timeout=0',
    // Not as an argument, which every user of this machine can read in the list of processes.
    ...(password !== undefined && { PGPASSWORD: password }),
  }
  if (flags['include-seed']) push.push('--include-seed')
  const query = ['db', 'query', `--remote=${address}`, '--yes']
  // Also when the list was loaded before: that changes nothing.
  const load = ['db', 'query', '--file', 'supabase/synonyms.sql', `--remote=${address}`]
  const functions = ['functions', 'deploy', ...functionNames(), '--use-api', `--remote=${project}`]
  const settings = (action: 'diff' | 'push') => ['config', action, `--remote=${project}`]
  const { removed, missing } = await history(address, env)
  const repair = ['migration', 'repair', '--status', 'reverted', ...removed, `--remote=${address}`]

  if (flags['dry-run']) {
    if (removed.length === 0) {
      await supabase([...push, '--dry-run'], env)
    } else {
      // Until then, `db push` rejects the database.
      console.log(`It would run: supabase ${repair.join(' ')}`)
      console.log(`Then it would apply these migrations: ${missing.join(', ') || 'none'}`)
    }
    if (missing.length > 0)
      console.log('Meanwhile, requests that wait half a second for a lock would get a 503.')
    for (const args of [load, functions, settings('push')])
      console.log(`Then it would run: supabase ${args.join(' ')}`)
    await supabase(settings('diff'))
    return
  }
  const confirmed = flags.yes ? ['--yes'] : []
  if (removed.length > 0) await supabase([...repair, ...confirmed], env)
  // The database first: the new functions need the migrations, and migrations stay compatible with the previous functions.
  if (missing.length > 0) await supabase([...query, shortenLockTimeout], env)
  try {
    await supabase([...push, ...confirmed], env)
  } finally {
    // Also for a deployment that was killed before.
    await supabase([...query, restoreLockTimeout], env)
  }
  await supabase([...load, ...confirmed], env)
  await supabase([...functions, ...confirmed])
  // Last, so that a deployment whose settings are declined is complete. It changes only what the file declares: parts of [api] and [auth].
  await supabase(settings('diff'))
  await supabase([...settings('push'), ...confirmed])
}

/**
 * Compares the migrations that the database has recorded with the files. All before the baseline were replaced by it.
 * @returns the versions that are recorded and have no file any more, and those that are not recorded
 * @throws UserError when the database has an older one, but not the baseline, or one that has no file
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
      'The database is from a version before 2.0.1: deploy version 2.0.1 first, then this version.',
    )
  }
  const recorded = migrations.map(({ remote }) => remote).filter(Boolean)
  const [unknown] = unknownVersions(
    recorded,
    migrations.map(({ local }) => local),
  )
  if (unknown)
    throw new UserError(
      `The database has the migration ${unknown}, which this version does not have: reset the database with \`npx supabase db reset --remote\`, or restore a backup.`,
    )
  return {
    removed: removed.map(({ remote }) => remote),
    missing: migrations.filter(({ remote }) => !remote).map(({ local }) => local),
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
  const pooler = !['functions', 'config'].includes(args[0] ?? '') && !process.env.SUPABASE_DB_URL
  throw new UserError(
    `\`supabase ${args.slice(0, 2).join(' ')}\` failed, see above. The deployment stopped there.${pooler ? ' In a network without IPv6, set SUPABASE_DB_URL to the address of the connection pooler.' : ''}`,
  )
}
