// How a skill is installed, over HTTP. The rules are tested in tests/database/registry/stored-installs.test.ts.
import { describe, expect, test } from 'vitest'
import { localStack } from '../support/api.ts'
import { getSkill } from '../support/fixtures.ts'
import { newImportedSkill } from './imported-skills.ts'
import { npmPackage } from './server-json.ts'

describe.runIf(localStack)('GET /api/skills/{id or slug}', () => {
  test('returns how to install an imported skill, without what its publisher wants to add', async () => {
    const skill = await newImportedSkill({
      packages: [
        npmPackage({
          environmentVariables: [{ name: 'API_KEY', isRequired: true, isSecret: true, value: 'planted' }],
          runtimeArguments: [{ type: 'named', name: '--registry', value: 'https://planted.example' }],
        }),
        npmPackage({ identifier: 'https://planted.example/a.tgz' }),
      ],
    })
    for (const address of [skill.id, skill.slug])
      expect((await getSkill(address)).install).toEqual({
        publisher: skill.publisher,
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

  test('returns null when nothing is safe to show', async () => {
    const skill = await newImportedSkill({ packages: [npmPackage({ identifier: '--privileged' })] })
    expect((await getSkill(skill.slug)).install).toBeNull()
  })
})
