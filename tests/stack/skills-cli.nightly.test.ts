import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installPackage } from '../../scripts/download.ts'
import { run } from '../../scripts/program.ts'
import { projectDir, temporaryFolder } from '../support/process.ts'
import { serveSite, siteFolder } from './served-site.ts'

test('the command line `skills` of vercel-labs installs SKILL.md from the web site', async () => {
  const url = await serveSite(await siteFolder())
  const home = temporaryFolder()
  // The last version for Node 20.
  const cli = join(await installPackage('skills', '1.5.18'), 'bin', 'cli.mjs')
  const { status, stdout, stderr } = await run(
    process.execPath,
    [cli, 'add', url, '--global', '--yes', '--agent', 'claude-code'],
    { cwd: home, env: { PATH: process.env.PATH, HOME: home, DISABLE_TELEMETRY: '1' } },
  )
  expect(status, stdout + stderr).toBe(0)
  expect(stdout).toContain('Installed 1 skill')
  const skill = readFileSync(join(home, '.claude', 'skills', 'skill-rating-service', 'SKILL.md'))
  expect(skill).toEqual(readFileSync(join(projectDir, 'SKILL.md')))
})
