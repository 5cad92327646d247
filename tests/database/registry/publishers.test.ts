import { expect, test } from 'vitest'
import { testDatabase } from '../fixtures.ts'

const { database, newSkill, page } = testDatabase()
const OFFICIAL = 'https://registry.modelcontextprotocol.io'

/** The publisher of a server that was imported with this name. */
async function publisher(name: string, source = OFFICIAL, status: string | null = null) {
  const skill = await newSkill()
  const sql = database.owner
  await sql`insert into private.imports (source) values (${source}) on conflict do nothing`
  await sql`
    insert into private.imported_skills (source, external_name, skill_id, status)
    values (${source}, ${name}, ${skill.id}, ${status})`
  return (await page(skill.slug)).publisher
}

test.each([
  ['io.github.Some-Owner/server', 'Some-Owner'],
  ['com.example/server', 'example.com'],
  ['uk.co.example.mcp/server', 'mcp.example.co.uk'],
  ['io.github/server', 'github.io'],
])('names the owner of %s, which the official registry checked', async (name, owner) => {
  expect(await publisher(name)).toEqual({ name: owner, proved_by: 'MCP Registry' })
})

test('names nobody for other sources, servers that were deleted there, and submitted skills', async () => {
  expect(await publisher('io.github.mallory/other', 'https://registry.example.com')).toBeNull()
  expect(await publisher('io.github.mallory/gone', OFFICIAL, 'deleted')).toBeNull()
  expect((await page((await newSkill()).slug)).publisher).toBeNull()
})
