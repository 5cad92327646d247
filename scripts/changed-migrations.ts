import { BASELINE } from '../local/postgres/migrate.ts'
import { run } from './program.ts'

const folder = 'supabase/migrations'

/**
 * The migrations of a branch or tag that were edited or deleted since. Databases that have applied a migration do not apply it again.
 * Empty when there is no such branch or tag, or it has other migrations than the baseline and later ones.
 */
export async function changedMigrations(since = 'origin/main', cwd?: string): Promise<string[]> {
  const git = async (...args: string[]) => (await run('git', args, cwd ? { cwd } : {})).stdout.trim()
  const base = await git('merge-base', since, 'HEAD')
  if (!base || !(await git('ls-tree', '--name-only', base, `${folder}/${BASELINE}_baseline.sql`))) return []
  const files = await git('diff', '--name-only', '--no-renames', '--diff-filter=a', base, '--', folder)
  return files.split('\n').filter(Boolean)
}
