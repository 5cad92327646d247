import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../local/cli/user-error.ts'
import { projectDir, run } from '../scripts/program.ts'

/**
 * Checks out another commit beside this one while the work runs.
 * @param work gets the folder of the commit, with the packages of this one, and an empty folder
 * @throws UserError when there is no such commit
 */
export async function withCommit<T>(
  commit: string,
  work: (folder: string, scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'skill-rating-bench-')))
  const folder = join(scratch, 'commit')
  try {
    await git('worktree', 'add', '--detach', folder, commit)
    await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return await work(folder, scratch)
  } finally {
    await run('git', ['worktree', 'remove', '--force', folder])
    await rm(scratch, { recursive: true, force: true })
  }
}

async function git(...args: string[]): Promise<void> {
  const { status, stderr } = await run('git', args)
  if (status !== 0) throw new UserError(`git ${args[0]} failed: ${stderr.trim()}`)
}
