// SKILL.md by the Skills extension (SEP-2640), with the SDK's own client of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SKILLS_EXTENSION_ID, SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { describe, expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { request } from '../support/api.ts'
import { connect, postMessage } from './mcp-client.ts'

const URI = 'skill://skill-rating-service/SKILL.md'
const text = readFileSync(join(projectDir, 'SKILL.md'), 'utf8')

describe('revision 2026-07-28', () => {
  const skills = async () => new SkillsClient((await connect({}, '2026-07-28')).sdk)

  test('offers SKILL.md, whose digest and frontmatter the client verifies', async () => {
    const client = await skills()
    expect([client.supported, client.directoryRead]).toEqual([true, true])
    const listing = await client.list()
    expect(listing).toMatchObject({
      skills: [{ uri: URI, frontmatter: { name: 'skill-rating-service' } }],
      invalid: [],
      ttlMs: 3_600_000,
      cacheScope: 'public',
    })
    const [listed] = listing.skills
    const { skill } = await client.get(URI)
    expect(skill).toEqual(listed)
    // Throws when size, digest or frontmatter differ.
    const file = await client.read(skill)
    expect(file).toMatchObject({ uri: URI, mimeType: 'text/markdown', verified: true, text })
    expect(file.frontmatter).toEqual(skill.frontmatter)
    expect(await request('GET', '/api/skill.md')).toMatchObject({ text })
  })

  test('declares resources, which do not change, and the extension', async () => {
    const { sdk } = await connect({}, '2026-07-28')
    expect(sdk.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false },
      extensions: { [SKILLS_EXTENSION_ID]: { directoryRead: true } },
    })
    const { resources } = await sdk.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([URI])
  })

  test.each([
    ['another skill', 'skill://other/SKILL.md'],
    ['a path out of the folder', 'skill://skill-rating-service/../../deno.json'],
    ['a file', 'file:///etc/passwd'],
    ['a text that is not a URI', 'not a URI'],
    ['a long URI', `skill://${'x'.repeat(5_000)}`],
  ])('does not serve %s', async (_, uri) => {
    const { sdk } = await connect({}, '2026-07-28')
    await expect((await skills()).get(uri)).rejects.toMatchObject({ code: -32_602 })
    await expect(sdk.readResource({ uri })).rejects.toMatchObject({ code: -32_602 })
  })
})

test('earlier revisions see no resources and no extension', async () => {
  const { sdk } = await connect({}, '2025-11-25')
  expect(sdk.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
  expect(new SkillsClient(sdk).supported).toBe(false)
  for (const [method, params] of [
    ['skills/list', {}],
    ['skills/get', { uri: URI }],
    ['resources/list', {}],
    ['resources/read', { uri: URI }],
  ] as const) {
    const { status, body } = await postMessage({ jsonrpc: '2.0', id: 1, method, params })
    expect({ method, status, code: body.error?.code }).toEqual({ method, status: 200, code: -32_601 })
  }
})
