import type { PostgresError, ReservedSql, Sql } from 'postgres'
import type { WriteDatabase } from './write-database.ts'
import { below, rate } from './write-kinds.ts'

const SKILLS = 200
const AGENTS = 500
const CLIENTS = 8

export type ConcurrentWrites = {
  ratings: number
  deletions: number
  /** Of an agent's ratings of all those skills, in one statement. */
  sweeps: number
  /** Statements that Postgres ended because they waited for one another. */
  deadlocks: number
  seconds: number
}

/**
 * Rates, replaces and deletes with eight clients at once on 200 skills, all mixed, each skill written to by all of them.
 * @param progress gets the number of writes done, ten times
 */
export async function writeConcurrently(
  { connections, skills, writers }: WriteDatabase,
  writes: number,
  progress: (done: number) => void,
): Promise<ConcurrentWrites> {
  const chosen = skills.slice(0, SKILLS)
  const agents = writers.slice(0, AGENTS)
  const done = { ratings: 0, deletions: 0, sweeps: 0, deadlocks: 0 }
  const begun = performance.now()
  let next = 0
  const client = async (connection: ReservedSql) => {
    while (next < writes) {
      next++
      if (next % Math.ceil(writes / 10) === 0) progress(next)
      const skill = chosen[below(chosen.length)]
      const agent = agents[below(agents.length)]
      if (!skill || !agent) throw new Error('There are no skills or no writers.')
      const die = below(100)
      try {
        if (die < 75) {
          await rate(connection, { skill, key: agent.key })
          done.ratings++
        } else if (die < 98) {
          await connection`delete from public.ratings where skill_id = ${skill} and agent_id = ${agent.id}`
          done.deletions++
        } else {
          await connection`
            delete from public.ratings where agent_id = ${agent.id} and skill_id = any (${chosen}::uuid[])`
          done.sweeps++
        }
      } catch (error) {
        if ((error as PostgresError).code !== '40P01') throw error
        done.deadlocks++
      }
    }
  }
  await Promise.all(connections.slice(0, CLIENTS).map(client))
  return { ...done, seconds: (performance.now() - begun) / 1_000 }
}

/** How many skills have aggregates that differ from what their ratings give; reads every rating. */
export async function differences(owner: Sql): Promise<number> {
  return owner.begin(async (sql) => {
    await sql`select set_config('work_mem', '256MB', true)`
    const [row] = await sql<{ differences: number }[]>`
      select count(*)::integer as differences from private.stats_differences()`
    if (!row) throw new Error('count(*) gave no row.')
    return row.differences
  })
}
