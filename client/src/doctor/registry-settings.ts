import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isObject, NOT_TEXT, wordOf } from '../json.ts'
import type { Package, PackageType } from './command.ts'
import { ancestors, applicationData, type Machine, realFolder, xdgConfig } from './machine.ts'
import { parseJson } from './parse.ts'
import { isUnknownPath, readNames, readText, Unreadable } from './read.ts'

/** Where a command runs. */
export type Place = {
  machine: Machine
  /** Where relative paths begin; undefined if that is not known. */
  folder: string | undefined
  env: Record<string, string>
  /** A file with more variables, which must exist. */
  envFile: string | undefined
}

const OTHER_REGISTRY: Record<PackageType, string> = {
  npm: 'npm may use another registry here',
  pypi: 'Python packages may come from another index here',
  nuget: 'NuGet may use another source here',
}
const INSTALLED = 'its package or a program with its name is installed here, and may be another one'

/**
 * Why it is not certain that a command starts the package of the public registry; undefined if it is. Nothing that npm, pnpm, bun, uv, pip
 * and NuGet read is interpreted: a setting that could choose another registry is enough, wherever one of them could find it.
 */
export async function registryProblem(found: Package, place: Place): Promise<string | undefined> {
  const { machine, folder } = place
  const starts = folder === undefined || isUnknownPath(folder) ? [] : [folder, machine.cwd]
  const real = starts.map(realFolder)
  if (starts.length === 0 || real.includes(undefined)) return 'its folder is not known'
  const folders = [...new Set([...starts, ...(real as string[])].flatMap((one) => ancestors(one)))]
  try {
    return (
      (await variablesProblem(found, place, folders)) ??
      (filesOf(found.kind, machine, folders).some((path) => choosesRegistry(path, found, machine))
        ? OTHER_REGISTRY[found.kind]
        : installedProblem(found, folder as string, folders, machine))
    )
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    // It could say anything.
    return `a file that may choose another registry cannot be used: ${error.message}`
  }
}

/** Variables that choose a registry. */
const CHOOSES: Record<PackageType, RegExp> = {
  npm: /^(p?npm_config_|yarn_|bun_config_).*(registry|npmrc_auth_file)/i,
  pypi: /^(uv|pip)_.*(index|find_links|constraint|override|requirement|project|working_dir)/i,
  nuget: /^nuget_.*source/i,
}
/** Variables of a server that choose other settings, or another package. */
const MOVES =
  /^(home|userprofile|(local)?appdata|programdata|xdg_\w+|bash_env|virtual_env|dotnet_cli_home|yarn_rc_filename|prefix|(uv|pip)_config_file|uv_tool_dir|p?npm_config_(userconfig|globalconfig|prefix|package|call|npmrc_auth_file))$/i
const PUBLIC: Record<PackageType, RegExp> = {
  npm: /^https:\/\/registry\.(npmjs\.org|yarnpkg\.com)\/?$/,
  pypi: /^https:\/\/pypi\.org\/simple\/?$/,
  nuget: /^https:\/\/api\.nuget\.org\/v3\/index\.json$/i,
}

async function variablesProblem(
  { kind }: Package,
  { machine, env, envFile }: Place,
  folders: string[],
): Promise<string | undefined> {
  const files = variableFiles(machine, folders)
  const fromFiles = await Promise.all([...new Set(files)].map((path) => variablesIn(path, machine)))
  const named = envFile === undefined ? [] : await variablesIn(envFile, machine)
  if (named === undefined) return 'its file of variables cannot be read'
  const own = [...Object.entries(env), ...named, ...fromFiles.flatMap((one) => one ?? [])]
  if (own.some(([name, value]) => value && MOVES.test(name))) return 'its variables choose other settings'
  const all = [...Object.entries(machine.env), ...own]
  const isOther = ([name, value]: [string, string | undefined]) =>
    value && CHOOSES[kind].test(name) && !PUBLIC[kind].test(value)
  return all.some(isOther) ? OTHER_REGISTRY[kind] : undefined
}

/** Where clients and bun look for variables of the servers that they start. */
function variableFiles({ home, env, platform }: Machine, folders: string[]): string[] {
  const claude = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
  const managed = {
    darwin: '/Library/Application Support/ClaudeCode',
    win32: join(env.ProgramFiles || 'C:\\Program Files', 'ClaudeCode'),
  }[platform as string]
  const ofBun = ['', '.local', '.development', '.development.local', '.production', '.production.local']
  return [
    join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    ...['settings.json', 'settings.local.json', 'remote-settings.json'].map((name) => join(claude, name)),
    join(managed ?? '/etc/claude-code', 'managed-settings.json'),
    ...folders.flatMap((folder) => [
      join(folder, '.claude', 'settings.json'),
      join(folder, '.claude', 'settings.local.json'),
      join(folder, '.gemini', '.env'),
      ...ofBun.map((ending) => join(folder, `.env${ending}`)),
    ]),
    join(home, '.env'),
    join(home, '.gemini', '.env'),
    join(env.CODEX_HOME || join(home, '.codex'), '.env'),
  ]
}

type Variables = Promise<[string, string][] | undefined>

const known = new WeakMap<Machine, Map<string, Variables>>()

/** Each file is read once: ~/.claude.json can be large. @throws Unreadable */
function variablesIn(path: string, machine: Machine): Variables {
  const cache = known.get(machine) ?? new Map<string, Variables>()
  known.set(machine, cache)
  const variables = cache.get(path) ?? readVariables(path)
  cache.set(path, variables)
  return variables
}

/** `env` of a JSON file, or `NAME=value` of each line. Undefined if there is no such file. */
async function readVariables(path: string): Variables {
  if (isUnknownPath(path)) throw new Unreadable('its path is not known')
  const text = readText(path)
  if (text === undefined) return undefined
  if (path.endsWith('.json')) {
    const settings = await parseJson(text)
    const env = isObject(settings) ? (settings.env ?? {}) : undefined
    if (!isObject(env)) throw new Unreadable('it has no variables in a known form')
    return Object.entries(env).map(([name, value]) => [name, wordOf(value) ?? NOT_TEXT])
  }
  return linesOf(text).flatMap((line): [string, string][] => {
    const [, name, value = ''] =
      /^(?:export\s+)?["']?([^\s=:#"']+(?::registry)?)["']?\s*[=:](.*)$/.exec(line) ?? []
    return name ? [[name, value.trim().replace(/^(["'`])(.*)\1$/, '$2')]] : []
  })
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim())
}

/** Files in which the programs of a registry look for settings. */
function filesOf(kind: PackageType, machine: Machine, folders: string[]): string[] {
  const { home, env } = machine
  const inFolders = (...names: string[]) =>
    folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const data = applicationData(machine)
  const config = xdgConfig(machine)
  if (kind === 'npm') {
    const pnpm = [
      join(config, 'pnpm'),
      join(home, 'Library', 'Preferences', 'pnpm'),
      join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'pnpm', 'config'),
    ]
    return [
      ...inFolders('.npmrc', 'pnpm-workspace.yaml', 'bunfig.toml'),
      ...['.npmrc', '.bunfig.toml'].map((name) => join(home, name)),
      join(config, '.bunfig.toml'),
      ...pnpm.flatMap((folder) => ['rc', 'config.yaml', 'auth.ini'].map((name) => join(folder, name))),
      // As npm names them for what it starts.
      ...[env.npm_config_userconfig, env.npm_config_globalconfig].flatMap((path) => path || []),
      ...prefixes(machine).flatMap(globalNpmrc),
      join(data, 'npm', 'etc', 'npmrc'),
      ...['/etc', '/usr/local/etc', '/opt/homebrew/etc'].map((folder) => join(folder, 'npmrc')),
    ]
  }
  const system = (env.XDG_CONFIG_DIRS || '/etc/xdg').split(':').slice(0, 20)
  const machineData = env.ProgramData || 'C:\\ProgramData'
  if (kind === 'pypi') {
    const named = [env.UV_CONFIG_FILE, env.PIP_CONFIG_FILE].flatMap((path) => path || [])
    return [
      ...named.map((path) => resolve(folders[0] ?? '', path)),
      ...inFolders('uv.toml', 'pyproject.toml'),
      ...[config, data, '/etc', machineData, ...system].flatMap((folder) => [
        join(folder, 'uv', 'uv.toml'),
        join(folder, 'pip', 'pip.conf'),
        join(folder, 'pip', 'pip.ini'),
      ]),
      ...['.pip/pip.conf', 'pip/pip.ini'].map((name) => join(home, name)),
      '/etc/pip.conf',
      '/Library/Application Support/pip/pip.conf',
      ...(env.VIRTUAL_ENV ? [join(env.VIRTUAL_ENV, 'pip.conf'), join(env.VIRTUAL_ENV, 'pip.ini')] : []),
    ]
  }
  const users = [home, ...(env.DOTNET_CLI_HOME ? [env.DOTNET_CLI_HOME] : [])]
  const nuget = [
    ...users.flatMap((user) =>
      ['.nuget/NuGet', '.nuget/config', '.config/NuGet'].map((name) => join(user, name)),
    ),
    join(data, 'NuGet'),
    join(data, 'NuGet', 'config'),
    '/etc/opt/NuGet/Config',
    join(env['ProgramFiles(x86)'] || 'C:\\Program Files (x86)', 'NuGet', 'Config'),
    join(machineData, 'NuGet'),
  ]
  return [
    ...inFolders('nuget.config', 'NuGet.config', 'NuGet.Config'),
    ...nuget.flatMap((folder) =>
      readNames(folder, 200)
        .filter((name) => /\.config$/i.test(name))
        .map((name) => join(folder, name)),
    ),
  ]
}

/** The folders of PATH, and that of this Node. */
function programFolders({ env, platform }: Machine): string[] {
  const path = (env.PATH ?? env.Path ?? '').split(platform === 'win32' ? ';' : ':')
  return path.filter((folder) => folder && !isUnknownPath(folder)).slice(0, 100)
}

/** Where a Node whose programs are in PATH has its global packages and settings. */
function prefixes(machine: Machine): string[] {
  const folders = [dirname(process.execPath), ...programFolders(machine)]
  return machine.platform === 'win32' ? folders : folders.map((folder) => dirname(folder))
}

function globalNpmrc(prefix: string): string[] {
  return ['etc', 'lib/node_modules/npm', 'node_modules/npm'].map((folder) => join(prefix, folder, 'npmrc'))
}

/** Whether a file could choose another registry for a package. @throws Unreadable */
function choosesRegistry(path: string, { kind, name }: Package, machine: Machine): boolean {
  if (isUnknownPath(path)) throw new Unreadable('its path is not known')
  const text = readText(path, 1024 * 1024)
  if (!text) return false
  if (kind === 'nuget') return hasOtherSource(text)
  // Other tools have settings in it, too.
  const isProject = path.endsWith('pyproject.toml')
  if (isProject && !/\buv\b/.test(text)) return false
  const scope = name.startsWith('@') ? name.split('/')[0]?.toLowerCase() : undefined
  return linesOf(text).some((line) => {
    if (/^([#;]|\/\/|$)/.test(line)) return false
    const [, key = '', value = ''] = /^([^=:]+(?::registry)?)[=:]?(.*)$/.exec(line) ?? []
    if (isProject) return PYTHON_KEY.test(key.trim()) || /\buv["']?$/.test(key.trim())
    if (kind === 'pypi') return PYTHON_SETTING.test(key) && !isPublic(value, kind)
    // A name with a variable or an escape can be any.
    if (/[$\\]/.test(key)) return true
    const mapped = /^["']?(@[^:"']+):registry/.exec(key.trim())?.[1]
    if (mapped) return mapped.toLowerCase() === scope && !isPublic(value, kind)
    if (/^prefix\s*$/.test(key)) return !prefixes(machine).includes(homePath(value, machine.home))
    return NPM_SETTING.test(key) ? !isPublic(value, kind) : /registr/i.test(value)
  })
}

const NPM_SETTING = /registr|scopes|(user|global)config|auth-?file|^["']?(package|call)["']?\s*$/i
const PYTHON_SETTING = /index|find[-_]links|constraint|override|requirement/i
const PYTHON_KEY =
  /^[[\s"'\w.-]*\b(index|(extra-|default-)?index-url|no-index|find-links|(constraint|override)-dependencies)\b/

function isPublic(value: string, kind: PackageType): boolean {
  return PUBLIC[kind].test(value.replace(/\s+#.*$/, '').replace(/^[\s"']+|[\s"',]+$/g, ''))
}

/** @throws Unreadable for a path with a placeholder */
function homePath(value: string, home: string): string {
  const path = value
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^(~|\$\{HOME\})(?=[\\/])/, home)
  if (isUnknownPath(path)) throw new Unreadable('it names a folder that is not known')
  return path
}

/** `<packageSources>` with another value than that of nuget.org. */
function hasOtherSource(text: string): boolean {
  if (!/<packageSources/i.test(text)) return false
  return [...text.matchAll(/\bvalue\s*=\s*["']([^"']*)["']/gi)].some(
    ([, value = '']) => !PUBLIC.nuget.test(value),
  )
}

/** Programs that a runner starts instead of the package of the registry. */
function installedProblem(
  { runner, name }: Package,
  folder: string,
  folders: string[],
  machine: Machine,
): string | undefined {
  const { env, home } = machine
  if (runner === 'npx' || runner === 'bunx') {
    const program = name.split('/').at(-1) as string
    // npx takes the name of a package without a scope for that of a program, and bunx any.
    const hasProgram = runner === 'bunx' || program === name
    const modules = [...folders, ...prefixes(machine).flatMap((prefix) => [prefix, join(prefix, 'lib')])]
    const programs = ['', '.cmd', '.exe'].map((ending) => program + ending)
    const bin = [...folders.map((one) => join(one, 'node_modules', '.bin')), ...programFolders(machine)]
    const paths = [
      ...modules.map((one) => join(one, 'node_modules', name)),
      ...(hasProgram ? bin.flatMap((one) => programs.map((file) => join(one, file))) : []),
    ]
    if (paths.some((path) => existsSync(path))) return INSTALLED
    const words = hasProgram ? [`"${name}"`, `"${program}"`, `/${program}"`] : [`"${name}"`]
    const isNamed = (one: string) => {
      const manifest = readText(join(one, 'package.json'), 1024 * 1024) ?? ''
      return words.some((word) => manifest.includes(word))
    }
    return folders.some(isNamed) ? 'a package.json of a folder here names it' : undefined
  }
  if (runner === 'uvx') {
    const tool = name.toLowerCase().replace(/[-_.]+/g, '-')
    const tools = [
      env.UV_TOOL_DIR || join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'uv', 'tools'),
      join(applicationData(machine), 'uv', 'tools'),
      join(applicationData(machine), 'uv', 'data', 'tools'),
    ]
    return tools.some((one) => existsSync(join(one, tool))) ? INSTALLED : undefined
  }
  // It looks for a script and in this folder first.
  const isLocal =
    runner === 'pipx run' && [name, '__pypackages__'].some((one) => existsSync(join(folder, one)))
  return isLocal ? INSTALLED : undefined
}
