import type { ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { UserError } from '../cli/user-error.ts'
import { makeExecutable } from '../stack/process.ts'

/**
 * The path of the Deno program from npm. The `deno` command of the package is a script around it, which would get the signals instead.
 * @throws UserError when there is none for this platform
 */
export function denoBinary(): string {
  const { platform, arch } = process
  // The name of the package that contains the program. The package for musl is not used: there is no Postgres for musl.
  const target = `${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`
  try {
    const deno = createRequire(createRequire(import.meta.url).resolve('deno/package.json'))
    const folder = dirname(deno.resolve(`@deno/${target}/package.json`))
    const path = join(folder, platform === 'win32' ? 'deno.exe' : 'deno')
    makeExecutable(path)
    return path
  } catch {
    throw new UserError(
      `There is no Deno in node_modules for ${platform} on ${arch}: run \`npm ci\` on this machine.`,
    )
  }
}

/** The origin at which a child of Deno listens, which it prints. @throws Error with its output when it exits before */
export function originOf(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((found, fail) => {
    child.once('error', fail)
    child.once('exit', () => fail(new Error(`Deno exited before it listened: ${printed}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
      if (origin) found(origin)
    })
  })
}
