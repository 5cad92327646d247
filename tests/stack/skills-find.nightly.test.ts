import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTemporaryStack } from '../../local/stack/temporary-stack.ts'
import { installPackage } from '../../scripts/download.ts'
import { run } from '../../scripts/program.ts'
import { temporaryFolder } from '../support/process.ts'

test('the command line `skills` of vercel-labs finds skills of this service', async () => {
  const stack = await startTemporaryStack()
  try {
    // The last version for Node 20.
    const cli = join(await installPackage('skills', '1.5.18'), 'bin', 'cli.mjs')
    const find = async (...words: string[]) => {
      const home = temporaryFolder()
      const { status, stdout, stderr } = await run(process.execPath, [cli, 'find', ...words], {
        cwd: home,
        env: { PATH: process.env.PATH, HOME: home, DISABLE_TELEMETRY: '1', SKILLS_API_URL: stack.baseUrl },
      })
      expect(status, stdout + stderr).toBe(0)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes the colours.
      return stdout.replace(/\u001b\[[\d;]*m/g, '')
    }
    // The seed has it.
    const found = await find('weather', 'forecast')
    expect(found).toContain('openclaw/openclaw@weather\n└ https://skills.sh/api/skills/clawdbot-weather')
    expect(await find('weather', '--owner', 'openclaw')).toContain('openclaw/openclaw@weather')
    expect(await find('weather', '--owner', 'nobody')).toContain('No skills found')
    expect(await find('qqqqqqqq')).toContain('No skills found for "qqqqqqqq"')
  } finally {
    await stack.stop()
  }
})
