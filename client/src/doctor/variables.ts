import type { ConfiguredServer } from './formats.ts'

type Folders = { workspace: string; home: string }

/**
 * A server with the paths for the variables that VS Code, Cursor and others have for the project and the home folder. They are only
 * replaced where a path begins, so that no path becomes part of a name or an address.
 */
export function withFolders(server: ConfiguredServer, folders: Folders): ConfiguredServer {
  const expand = (text: string) => expanded(text, folders)
  const { command, args, env, envFile, folder } = server
  return {
    ...server,
    command: command === undefined ? undefined : expand(command),
    args: args.map(expand),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value)])),
    envFile: envFile === undefined ? undefined : expand(envFile),
    folder: folder === undefined ? undefined : expand(folder).replace(/^~(?=[\\/]|$)/, () => folders.home),
  }
}

/** At the start of a word, or of the value of `--option=value`. */
function expanded(text: string, { workspace, home }: Folders): string {
  return text.replace(
    /^(--?[\w-]+=)?\$\{(workspaceFolder|userHome)\}(?=[\\/]|$)/,
    (_, option = '', name) => `${option}${name === 'userHome' ? home : workspace}`,
  )
}
