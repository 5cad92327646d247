import { constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Who counts: the hooks of a client, or the proxy. */
export type Source = 'claude-code' | 'codex' | 'gemini-cli' | 'proxy'

/** Where counted calls are kept: in the folder of env-paths, which is not loaded, since `observe` must start fast. */
export function callsFolder(): string {
  const { env, platform } = process
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Logs', 'skill-rating', 'calls')
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'skill-rating', 'Log', 'calls')
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'skill-rating', 'calls')
}

/** The file of the day, to which many processes append lines. */
export function fileOfDay(source: Source): string {
  return join(callsFolder(), `${source}-${new Date().toISOString().slice(0, 10)}.log`)
}

const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK = 0 } = constants
/** Without waiting for a reader, if the file is a pipe. */
export const APPEND = {
  mode: 0o600,
  flags: (O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK) as unknown as string,
}

export function createCallsFolder(): void {
  mkdirSync(callsFolder(), { recursive: true, mode: 0o700 })
}

/** The name of a server in those of its tools: clients write other characters than letters, digits, `_` and `-` as `_`. */
export function toolName(server: string): string {
  return server.replace(/[^\w-]/g, '_')
}

/**
 * What the name of a server in those of its tools meant: other configurations can have another server under the same name. As lines of
 * counted calls have it; it stays on this machine.
 */
export function meaningOf(one: { server: string; identifier: string; source: string }): string {
  return `${toolName(one.server)} ${one.identifier} ${JSON.stringify(one.source)}`
}
