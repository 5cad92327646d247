import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Where counted calls are kept. The same folders as those of env-paths, without loading it: `observe` must start fast.
 */
export function stateFolder(): string {
  const { env, platform } = process
  if (platform === 'darwin') return join(homedir(), 'Library', 'Logs', 'skill-rating')
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'skill-rating', 'Log')
  return join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'skill-rating')
}
