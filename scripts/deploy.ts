// `npm run deploy`: brings the database of a hosted project up to the migrations, then puts the edge functions there.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { Refusal } from '../local/cli/user-error.ts'
import { commandOf, projectDir, run } from './program.ts'
import { functionNames } from './versions.ts'

const cli = commandOf('supabase', 'supabase')

const options = {
  'dry-run': { type: 'boolean', default: false, help: 'Show what would be done' },
  yes: { type: 'boolean', default: false, help: 'Do it without asking' },
  'include-seed': {
    type: 'boolean',
    default: false,
    help: 'Also plant supabase/seed.sql where it was not planted yet',
  },
} as const

await command('deploy', { options }, deploy)

async function deploy(asked: Record<keyof typeof options, boolean>): Promise<void> {
  const project = projectRef()
  await checkAccess()
  // Through the address of the connection pooler where the project's own, which is IPv6, cannot be reached.
  const database = process.env.SUPABASE_DB_URL || project
  const push = ['db', 'push', `--remote=${database}`]
  if (asked['include-seed']) push.push('--include-seed')
  const functions = ['functions', 'deploy', ...functionNames(), '--use-api', `--remote=${project}`]

  if (asked['dry-run']) {
    await supabase([...push, '--dry-run'])
    console.log(`Then it would run: supabase ${functions.join(' ')}`)
    return
  }
  const confirmed = asked.yes ? ['--yes'] : []
  // The database first: the functions call what the migrations make, and they keep what the last functions call.
  await supabase([...push, ...confirmed])
  await supabase([...functions, ...confirmed])
}

function projectRef(): string {
  const linked = join(projectDir, 'supabase', '.temp', 'project-ref')
  const ref = process.env.SUPABASE_PROJECT_ID || (existsSync(linked) && readFileSync(linked, 'utf8').trim())
  if (!ref) {
    throw new Refusal(
      'There is no project to deploy to: run `npx supabase link`, or set SUPABASE_PROJECT_ID to the project’s reference (the 20 letters in the address of its dashboard).',
    )
  }
  if (!/^[a-z]{20}$/.test(ref))
    throw new Refusal(`“${ref}” is no project reference: it has 20 lower-case letters.`)
  return ref
}

/** Asked first, so that nothing is left half done for want of it. */
async function checkAccess(): Promise<void> {
  if (process.env.SUPABASE_ACCESS_TOKEN) return
  const { status } = await run(process.execPath, [cli, 'projects', 'list', '--output-format', 'json'])
  if (status === 0) return
  throw new Refusal(
    'Supabase is not reached with your account: run `npx supabase login`, or set SUPABASE_ACCESS_TOKEN to an access token of yours (dashboard, account, access tokens).',
  )
}

/** Runs the CLI in this terminal, where it may ask. */
async function supabase(args: string[]): Promise<void> {
  // The address of a database holds its password.
  console.log(`supabase ${args.join(' ').replace(/:\/\/[^@ ]*@/, '://…@')}`)
  const child = spawn(process.execPath, [cli, ...args], { cwd: projectDir, stdio: 'inherit' })
  const status = await new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('exit', settle)
  })
  if (status === 0) return
  const pooler = args.includes('push') && !process.env.SUPABASE_DB_URL
  throw new Refusal(
    `\`supabase ${args.slice(0, 2).join(' ')}\` failed, as said above; nothing was done after it.${pooler ? ' From a network without IPv6, set SUPABASE_DB_URL to the address of the project’s connection pooler.' : ''}`,
  )
}
