import type { McpServer } from '@modelcontextprotocol/server'
import { memorySkillFiles, SkillCatalog } from '@modelcontextprotocol/server/ext/skills'
import { text } from '../_shared/documents/skill.ts'

/** The name in the frontmatter of SKILL.md, which the name of its folder must equal. */
const NAME = 'skill-rating-service'

/** SKILL.md cannot change while the server runs, and is the same for all clients. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const

const catalog = await SkillCatalog.load(memorySkillFiles({ [`${NAME}/SKILL.md`]: text }), {
  cacheHint,
  // A problem with SKILL.md fails the tests, instead of a warning in a log.
  strict: true,
})

/** Adds the Skills extension (SEP-2640) with SKILL.md to a server. Only for revisions with extensions: 2026-07-28 and later. */
export function offerSkills(server: McpServer): McpServer {
  // The list of resources stays the same until the next deployment.
  server.server.registerCapabilities({ resources: { listChanged: false } })
  catalog.attach(server)
  return server
}
