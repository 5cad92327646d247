// What get_skill says about how a skill is installed.
import { describe, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { connect } from '../mcp/mcp-client.ts'
import { localStack, type SkillPage } from '../support/api.ts'
import { newImportedSkill } from './imported-skills.ts'
import { npmPackage } from './server-json.ts'

const asOwner = (statement: string, id: string) =>
  withConnection(localStack?.databaseUrl ?? '', (sql) => sql.unsafe(statement, [id]))

describe.runIf(localStack)('get_skill', () => {
  test('shows commands as JSON, one configuration, and that nobody reviewed them', async () => {
    const variables = [{ name: 'API_KEY', isRequired: true, isSecret: true }, { name: 'REGION' }]
    const { slug, publisher } = await newImportedSkill({
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
        [publisher.slice(publisher.indexOf('/') + 1)]: {
          command: 'npx',
          args: ['-y', '@example/server@1.2.3'],
          env: { API_KEY: '<API_KEY>' },
        },
      },
    })
  })

  test('shows a command for docker with what it sets, and no variable of the reader', async () => {
    const image = 'ghcr.io/example/server:1.0'
    const variables = [{ name: 'TOKEN', isRequired: true }, { name: 'AWS_SECRET_ACCESS_KEY' }]
    const { slug } = await newImportedSkill({
      packages: [
        npmPackage({
          registryType: 'oci',
          identifier: image,
          version: undefined,
          environmentVariables: variables,
        }),
      ],
    })
    const { text } = await (await connect()).call<SkillPage>('get_skill', { skill: slug })
    const command = `"command":"docker","args":["run","-i","--rm","-e","TOKEN","${image}"],"env":{"TOKEN":"<TOKEN>"}}`
    expect(text).toContain(
      `- docker: {${command}; variables: "TOKEN" (required), "AWS_SECRET_ACCESS_KEY" (optional)`,
    )
    expect(text.split('\n').find((line) => line.includes('Replace <…>'))).toContain(command)
  })

  test('says why a retired or deleted skill has none', async () => {
    const client = await connect()
    const gone = await newImportedSkill({ packages: [npmPackage()] })
    const textOf = async () => {
      const { install, text } = await client.call<SkillPage>('get_skill', { skill: gone.slug })
      return { install: install?.entries.length, text }
    }
    expect(await textOf()).toEqual({ install: 1, text: expect.stringContaining('How to install it') })
    const why = 'That is why nothing here says how to install it.'
    await asOwner("update private.imported_skills set status = 'deleted' where skill_id = $1", gone.id)
    expect(await textOf()).toEqual({
      install: undefined,
      text: expect.stringMatching(new RegExp(`marks it as deleted\\.\n${why}`)),
    })
    await asOwner("select admin.retire_skill($1, 'A test.')", gone.id)
    expect((await textOf()).text).toContain(`It is retired and accepts no ratings. ${why}`)
  })
})
