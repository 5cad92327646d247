import { run } from './program.ts'

/**
 * The migrations of `origin/main` that were edited or deleted since. Databases that have applied a migration do not apply it again.
 * Empty when there is no `origin/main`.
 */
export async function changedMigrations(cwd?: string): Promise<string[]> {
  const git = async (...args: string[]) => (await run('git', args, cwd ? { cwd } : {})).stdout.trim()
  const base = await git('merge-base', 'origin/main', 'HEAD')
  if (!base) return []
  const files = await git(
    ...['diff', '--name-only', '--no-renames', '--diff-filter=a', base, '--', 'supabase/migrations'],
  )
  return files.split('\n').filter(Boolean)
}
