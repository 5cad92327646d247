// What get_skill says about how a skill is installed.
import { describe, expect, test } from 'vitest'
import { connect } from '../mcp/mcp-client.ts'
import { localStack, type SkillPage } from '../support/api.ts'
import { newImportedSkill } from './imported-skills.ts'
import { npmPackage } from './server-json.ts'

describe.runIf(localStack)('get_skill', () => {
  test('shows commands as JSON, one configuration, and that nobody reviewed them', async () => {
    const variables = [{ name: 'API_KEY', isRequired: true, isSecret: true }, { name: 'REGION' }]
    const { slug, server } = await newImportedSkill({
      packages: [npmPackage({ environmentVariables: variables })],
      remotes: [
        { type: 'streamable-http', url: 'https://mcp.example.com/mcp', headers: [{ name: 'X-Key' }] },
      ],
    })
    const { install, text } = await (await connect()).call<SkillPage>('get_skill', { skill: slug })
    expect(install?.entries.map(({ type }) => type)).toEqual(['npm', 'remote'])
    const lines = text.split('\n')
    const start = lines.findIndex((line) => line.startsWith('How to install it'))
    expect(lines[start]).toMatch(/"io\.github\.[^"]+".*Nobody reviewed this.*Ask the user/)
    expect(lines.slice(start + 1, start + 4)).toEqual([
      '- npm: {"command":"npx","args":["-y","@example/server@1.2.3"]}; variables: "API_KEY" (required, secret), "REGION" (optional)',
      '- remote: {"url":"https://mcp.example.com/mcp","transport":"streamable-http"}; headers: "X-Key" (optional)',
      expect.stringContaining('Replace <…>: {'),
    ])
    const configuration = JSON.parse(lines[start + 3]?.replace(/^[^{]*/, '') ?? '')
    expect(configuration).toEqual({
      mcpServers: {
        [server.slice(server.indexOf('/') + 1)]: {
          command: 'npx',
          args: ['-y', '@example/server@1.2.3'],
          env: { API_KEY: '<API_KEY>' },
        },
      },
    })
  })
})
