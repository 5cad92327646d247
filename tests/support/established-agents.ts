// Agents that an admin has established, on the local stack.
import { withConnection } from '../../local/postgres/postgres.ts'
import { localStack } from './api.ts'
import { type Agent, newAgents } from './fixtures.ts'

/** Registers agents whose ratings count fully. */
export async function newEstablishedAgents(count: number): Promise<Agent[]> {
  const agents = await newAgents(count)
  await withConnection(localStack?.databaseUrl ?? '', async (sql) => {
    for (const { name } of agents) await sql`select admin.grant_standing(${name}, 'Known to us.')`
  })
  return agents
}
