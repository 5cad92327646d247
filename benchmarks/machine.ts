import { cpus, loadavg, release, totalmem } from 'node:os'
import { denoBinary } from '../local/functions/deno.ts'
import { run } from '../scripts/program.ts'

/** The machine that a run was measured on. */
export type Machine = Awaited<ReturnType<typeof machine>>

export async function machine() {
  const { stdout } = await run(denoBinary(), ['--version'])
  return {
    cpu: cpus()[0]?.model.trim() || 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.versions.node,
    deno: /^deno (\S+)/.exec(stdout)?.[1] ?? 'unknown',
    load: loadavg()
      .map((average) => average.toFixed(2))
      .join(', '),
  }
}

/** The commit that is checked out, and whether files differ from it. */
export async function currentCommit(): Promise<string> {
  const head = await run('git', ['rev-parse', 'HEAD']).catch(() => null)
  if (head?.status !== 0) return 'unknown'
  const changes = await run('git', ['status', '--porcelain', '--', '.', ':!benchmarks/results'])
  return head.stdout.trim() + (changes.stdout.trim() ? ' with local changes' : '')
}
