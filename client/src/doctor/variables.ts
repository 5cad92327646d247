import type { ConfiguredServer } from './formats.ts'

type Folders = { workspace: string; home: string }

/**
 * The folder and the file of variables of a server, with the paths for the variables that VS Code, Cursor and others have for the project
 * and the home folder. They are only replaced where a path begins.
 */
export function withFolders(
  { envFile, folder }: ConfiguredServer,
  { workspace, home }: Folders,
): Pick<ConfiguredServer, 'envFile' | 'folder'> {
  const expand = (text: string | undefined) =>
    text
      ?.replace(/^\$\{(workspaceFolder|userHome)\}(?=[\\/]|$)/, (_, name) =>
        name === 'userHome' ? home : workspace,
      )
      .replace(/^~(?=[\\/]|$)/, () => home)
  return { envFile: expand(envFile), folder: expand(folder) }
}
