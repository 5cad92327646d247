import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { agentSkillFiles } from '../../site/agent-skills.ts'

const skillMd = readFileSync(join(projectDir, 'SKILL.md'), 'utf8')
const COPY = '.well-known/agent-skills/skill-rating-service/SKILL.md'
const INDEX = '.well-known/agent-skills/index.json'

test('a site that knows its API publishes a SKILL.md with the address, and the digest of it', async () => {
  const api = 'https://ref.supabase.co/functions/v1'
  const files = await agentSkillFiles(skillMd, api)
  const text = files.get(COPY) ?? ''
  expect(text).toContain(`\`{base_url}\` is \`${api}\`. Send JSON`)
  expect(text).not.toMatch(/URL of this file|127\.0\.0\.1|project-ref/)
  expect(text.split('\n## ').slice(1)).toEqual(skillMd.split('\n## ').slice(1))
  expect(files.get('SKILL.md')).toBe(text)
  const { skills } = JSON.parse(files.get(INDEX) ?? '')
  expect(skills[0].digest).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`)
})

test.each([
  ['no frontmatter', /^---.*?---\n/s, ''],
  ['no name', /^name: .*\n/m, ''],
  ['capitals in the name', 'name: skill-', 'name: Skill-'],
  ['two hyphens in a row', 'name: skill-', 'name: skill--'],
  ['a name with a path', 'name: skill-', 'name: ../skill-'],
  ['no description', /^description: .*\n/m, ''],
  ['a long description', /^description: .*$/m, `description: ${'x'.repeat(1_025)}`],
] as const)('rejects a SKILL.md with %s', async (_, from, to) => {
  await expect(agentSkillFiles(skillMd.replace(from, to))).rejects.toThrow()
})
