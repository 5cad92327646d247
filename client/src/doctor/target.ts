/** Where a command runs, as far as it decides which registry its package comes from. */
export type Context = {
  /** Where relative paths begin. */
  folder: string
  env: Record<string, string>
  /** Files with variables. */
  envFiles: string[]
  /** Those that need not exist. */
  optionalFiles: string[]
  /** The folder of the runner, if the command names it. */
  programFolder?: string
  /** Why it is not known which registry is used. */
  unknown?: string
}

export type Package = {
  kind: 'npm' | 'pypi' | 'nuget'
  name: string
  /** Only if it is pinned. */
  version: string | undefined
  context: Context
  /** Names by which the runner would start a program that is installed here; undefined if it never looks for one. */
  programs?: string[] | undefined
  /** Files that, in the folder or one above it, can map its name to another package. */
  mappings?: string[] | undefined
  /** The program that the command names beside the package. If the package has none with this name, one of PATH is started. */
  program?: string | undefined
  /** Whether npx starts it from `node_modules` of the folder, if it has this version, or any if none is named. */
  mayBeInstalled?: boolean
}

/** What a configured server is, before the rules about privacy. */
export type Target = (
  | Package
  | { kind: 'docker'; image: string }
  /** `bridge` is the package that connects to it. */
  | { kind: 'remote'; url: string; bridge?: Package }
  | { kind: 'none'; reason: string }
) & {
  /** Whether `skill-rating proxy` starts it, and counts its calls. */
  isProxied?: boolean
}

export function none(reason: string): Target {
  return { kind: 'none', reason }
}
