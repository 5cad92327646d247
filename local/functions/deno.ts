import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Refusal } from '../cli/user-error.ts'

/**
 * Path of the Deno program that npm installed. The package's `deno` command is a script around it, which signals would
 * reach in its place.
 * @throws Refusal when npm installed none for this platform
 */
export function denoBinary(): string {
  const file = process.platform === 'win32' ? 'deno.exe' : 'deno'
  // As the package names its builds. There is one for musl, but no Postgres to go with it.
  const target = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  try {
    const home = createRequire(import.meta.url).resolve('deno/package.json')
    const path = join(dirname(createRequire(home).resolve(`@deno/${target}/package.json`)), file)
    const { mode } = statSync(path)
    if (process.platform !== 'win32' && (mode & 0o111) !== 0o111) chmodSync(path, mode | 0o111)
    return path
  } catch {
    // Told below.
  }
  throw new Refusal(
    `There is no Deno in node_modules for ${process.platform} on ${process.arch}: run \`npm ci\` on this machine.`,
  )
}
