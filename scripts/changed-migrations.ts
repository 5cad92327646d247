import { run } from './program.ts'

/** The migration that replaced all earlier ones in 1.0.0. */
const first = 'supabase/migrations/20261122134000_initial_schema.sql'

/**
 * The migrations of `origin/main` that were edited or deleted since. Databases that have applied a migration do not apply it again.
 * Empty when there is no `origin/main`, or it is from before 1.0.0.
 */
export async function changedMigrations(cwd?: string): Promise<string[]> {
  const git = async (...args: string[]) => (await run('git', args, cwd ? { cwd } : {})).stdout.trim()
  const base = await git('merge-base', 'origin/main', 'HEAD')
  if (!base || !(await git('ls-tree', '--name-only', base, first))) return []
  const files = await git(
    'diff',
    '--name-only',
    '--no-renames',
    '--diff-filter=a',
    base,
    '--',
    'supabase/migrations',
  )
  return files.split('\n').filter(Boolean)
}
