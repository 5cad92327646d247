import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../local/cli/user-error.ts'
import { projectDir, run } from '../scripts/program.ts'

/**
 * Checks out another commit beside this one while the work runs.
 * @param work gets the folder of the commit, with the packages of this one
 * @throws UserError when there is no such commit
 */
export async function withCommit<T>(commit: string, work: (folder: string) => Promise<T>): Promise<T> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'skill-rating-bench-')))
  const folder = join(scratch, 'commit')
  try {
    const { status, stderr } = await run('git', ['worktree', 'add', '--detach', folder, commit])
    if (status !== 0) throw new UserError(`git worktree failed: ${stderr.trim()}`)
    await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return await work(folder)
  } finally {
    await run('git', ['worktree', 'remove', '--force', folder])
    await rm(scratch, { recursive: true, force: true })
  }
}
