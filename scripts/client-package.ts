import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../local/cli/user-error.ts'
import { projectDir, run } from './program.ts'

/**
 * Packs the command line in client/ with its dependencies, in a new folder, and returns the path. The same sources, dependencies and address
 * make the same bytes.
 *
 * @param apiUrl the service that it asks by default; undefined for the local one
 */
export async function packClient(apiUrl: string | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-client-'))
  if (!existsSync(join(projectDir, 'client', 'node_modules'))) await npm('ci', '--no-audit', '--no-fund')
  // `prepack` writes to standard output, too.
  await npm('run', 'build')
  if (apiUrl !== undefined)
    writeFileSync(
      join(projectDir, 'client', 'dist', 'service.json'),
      `${JSON.stringify({ baseUrl: apiUrl })}\n`,
    )
  const packed = await npm('pack', '--ignore-scripts', '--json', '--pack-destination', folder)
  // Without it, as `npm run build` in client/ leaves it.
  rmSync(join(projectDir, 'client', 'dist', 'service.json'), { force: true })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  return join(folder, filename)
}

async function npm(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run('npm', args, { cwd: join(projectDir, 'client') })
  if (status !== 0) throw new UserError(`\`npm ${args.join(' ')}\` failed in client/:\n${stdout}${stderr}`)
  return stdout
}
