// How a skill is installed, over HTTP. The rules are tested in tests/database/registry/stored-installs.test.ts.
import { describe, expect, test } from 'vitest'
import { localStack } from '../support/api.ts'
import { getSkill } from '../support/fixtures.ts'
import { newImportedSkill } from './imported-skills.ts'
import { npmPackage } from './server-json.ts'

describe.runIf(localStack)('GET /api/skills/{id or slug}', () => {
  test('returns how to install an imported skill', async () => {
    const environmentVariables = [{ name: 'API_KEY', isRequired: true, isSecret: true }]
    const skill = await newImportedSkill({ packages: [npmPackage({ environmentVariables })] })
    for (const address of [skill.id, skill.slug])
      expect((await getSkill(address)).install).toEqual({
        server: skill.server,
        entries: [
          {
            type: 'npm',
            transport: 'stdio',
            command: 'npx',
            args: ['-y', '@example/server@1.2.3'],
            url: null,
            env: [{ name: 'API_KEY', required: true, secret: true }],
            headers: [],
          },
        ],
      })
  })
})
