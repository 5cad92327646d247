// `npm run test:client`: everything about the package in client/, which has its own dependencies, so that `npm ci` here installs none of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { projectDir } from './program.ts'

const STEPS = [
  ['ci'],
  // Types, and whether those of the API are current.
  ['run', 'check'],
  ['run', 'build'],
  ['test'],
  ['pack', '--dry-run'],
]

const options = {
  node: {
    type: 'string',
    value: 'LIST',
    help: 'also use the packed package with these versions of Node, such as 20,22,24',
  },
} as const

await command('test:client', { options }, async ({ node }) => {
  for (const args of STEPS) await npm(args)
  for (const version of node?.split(',') ?? [])
    await npm(['test', '--', 'tests/packed.test.ts'], { NODE_VERSION: version })
})

async function npm(args: string[], variables: Record<string, string> = {}): Promise<void> {
  const shell = process.platform === 'win32'
  const env = { ...process.env, ...variables }
  const child = spawn('npm', args, { cwd: join(projectDir, 'client'), stdio: 'inherit', shell, env })
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0) throw new UserError(`\`npm ${args.join(' ')}\` failed in client/.`)
}
