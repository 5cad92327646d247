// Skills with the server.json of an imported server, written to the database because they are tested without an import.
import { withConnection } from '../../local/postgres/postgres.ts'
import { localStack, type Skill } from '../support/api.ts'
import { newSkill, uniqueWord } from '../support/fixtures.ts'
import { insertServers } from './registry-servers.ts'
import { serverJson } from './server-json.ts'

/** A new skill that was imported with these parts of a server.json, on the local stack. */
export async function newImportedSkill(
  server: object,
  fields: object = {},
): Promise<Skill & { server: string }> {
  const skill = await newSkill({ type: 'mcp', ...fields })
  const name = `io.github.example-organization/${uniqueWord()}-mcp-server`
  await withConnection(localStack?.databaseUrl ?? '', (sql) =>
    insertServers(sql, [{ name, skill_id: skill.id, server: serverJson(name, server) }]),
  )
  return { ...skill, server: name }
}
