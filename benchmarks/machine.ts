import { cpus, loadavg, release, totalmem } from 'node:os'
import type { Sql } from 'postgres'
import { denoBinary } from '../local/functions/deno.ts'
import { run } from '../scripts/program.ts'

/** What a run was measured on; figures mean little without it. */
export type Machine = {
  cpu: string
  cores: number
  /** GiB, to one decimal. */
  memory: number
  system: string
  node: string
  deno: string
  /** null when no database was up. */
  postgres: string | null
}

/** @param database any connection, for the version of Postgres */
export async function machine(database?: Sql): Promise<Machine> {
  const deno = await run(denoBinary(), ['--version'])
  const [version] = database ? await database<{ version: string }[]>`select version()` : []
  return {
    cpu: cpus()[0]?.model.trim() || 'unknown',
    cores: cpus().length,
    memory: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version.slice(1),
    deno: deno.stdout.match(/^deno (\S+)/)?.[1] ?? 'unknown',
    postgres: version?.version.match(/^PostgreSQL (\S+)/)?.[1] ?? null,
  }
}

/** The load averages of the last 1, 5 and 15 minutes. */
export function loadAverages(): string {
  return loadavg()
    .map((average) => average.toFixed(2))
    .join(', ')
}

/** The commit that is checked out, and whether files differ from it; null outside a repository. */
export async function commit(): Promise<{ id: string; dirty: boolean } | null> {
  try {
    const head = await run('git', ['rev-parse', 'HEAD'])
    if (head.status !== 0) return null
    // What an earlier run wrote is no other program.
    const changes = await run('git', ['status', '--porcelain', '--', '.', ':!benchmarks/results'])
    return { id: head.stdout.trim(), dirty: changes.stdout.trim() !== '' }
  } catch {
    // No git on this machine.
    return null
  }
}
