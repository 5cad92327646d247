import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../local/cli/user-error.ts'
import { projectDir, run } from './program.ts'

/**
 * The folder of an npm package that only a rare command uses, and that is therefore not in package.json. Downloads it the first time.
 * @throws UserError when npm cannot install it
 */
export async function installPackage(name: string, version: string): Promise<string> {
  const folder = join(
    projectDir,
    'node_modules',
    '.cache',
    'downloads',
    `${name.replaceAll('/', '-')}-${version}`,
  )
  const path = join(folder, 'node_modules', name)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--ignore-scripts',
    '--prefix',
    folder,
    `${name}@${version}`,
  ]
  const { status, stderr } = await run('npm', args)
  if (status !== 0) throw new UserError(`${name} cannot be installed:\n${stderr.trim()}`)
  return path
}
