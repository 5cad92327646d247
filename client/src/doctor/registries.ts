import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { asString, isObject, NOT_TEXT, wordOf } from '../json.ts'
import { settingsVariables } from './client-environment.ts'
import { ancestors, applicationData, type Machine, realFolder, xdgConfig } from './machine.ts'
import { isUnknownPath, readNames, readText, Unreadable } from './read.ts'
import type { Context } from './target.ts'

type Kind = 'npm' | 'pypi' | 'nuget'

/** Which packages may be those of another registry, so that their names must stay here. */
export type Registries = {
  /** Why no package of a kind is known to come from its public registry. */
  other: Partial<Record<Kind, string>>
  npmScopes: Set<string>
  /** The folder of the command, the current one, and those above them. */
  folders: string[]
  /** Where runners look for what is installed before they download it: packages of npm, programs, and tools of uv. */
  packageFolders: string[]
  programFolders: string[]
  toolFolders: string[]
}

export function isOtherRegistry(url: string | undefined): boolean {
  return url !== undefined && !/^https:\/\/registry\.(npmjs\.org|yarnpkg\.com)\/?$/.test(url)
}

export function isOtherIndex(url: string): boolean {
  return !/^https:\/\/pypi\.org\/simple\/?$/.test(url)
}

export function isOtherSource(url: string): boolean {
  return !/^https:\/\/api\.nuget\.org\/v3\/index\.json$/i.test(url)
}

const OTHER: Record<Kind, string> = {
  npm: 'npm uses another registry here',
  pypi: 'Python packages come from another index here',
  nuget: 'NuGet uses another source here',
}

const known = new WeakMap<Machine, Map<string, Promise<Registries>>>()

/** Most servers share their folder, and have no variables about registries. */
export function registriesFor(machine: Machine, context: Context): Promise<Registries> {
  const env = Object.entries(context.env).filter(([name]) => DECIDES.test(name))
  const key = JSON.stringify({ ...context, env })
  const cache = known.get(machine) ?? new Map<string, Promise<Registries>>()
  known.set(machine, cache)
  const registries = cache.get(key) ?? readRegistries(machine, context)
  cache.set(key, registries)
  return registries
}

/** Variables that choose a registry, or where its settings are. */
const DECIDES =
  /registr|config|index|^(pip|uv|xdg|program|npm|pnpm)|prefix$|^(home|userprofile|(local)?appdata|virtual_env|path|bash_env|yarn_rc_filename|dotnet_cli_home)$/i

/**
 * Reads the configuration of npm, pnpm, yarn, bun, pip, uv and NuGet for a command, as these programs look it up. A file that cannot
 * be read could say anything, so it counts as another registry.
 */
async function readRegistries(machine: Machine, context: Context): Promise<Registries> {
  const starts = [context.folder, machine.cwd]
  const real = starts.map(realFolder)
  const folders = [...new Set([...starts, ...real].flatMap((one) => (one ? ancestors(one) : [])))]
  const registries: Registries = {
    other: {},
    npmScopes: new Set(),
    folders,
    packageFolders: [],
    programFolders: [],
    toolFolders: [],
  }
  const fromFiles = await readEnvFiles(machine, context, registries)
  const env = { ...machine.env, ...Object.fromEntries(fromFiles), ...context.env }
  const homeName = machine.platform === 'win32' ? 'USERPROFILE' : 'HOME'
  const home = env[homeName] === machine.env[homeName] ? machine.home : (env[homeName] ?? machine.home)
  const there: Machine = { ...machine, env, home }
  const named = (path: string | undefined) => (path ? [resolve(context.folder, path)] : [])
  const isKnown = !isUnknownPath(context.folder) && real.every((one) => one !== undefined)
  const unknown = isKnown ? context.unknown : 'its folder is not known'
  if (unknown) setAll(registries, unknown)
  if (isUnknownPath(home)) setAll(registries, 'its home folder is not known')
  readVariables([...Object.entries({ ...machine.env, ...context.env }), ...fromFiles], registries)
  readNpm(there, context, registries)
  readPip(there, named(env.PIP_CONFIG_FILE), registries)
  await readToml(there, named(env.UV_CONFIG_FILE), registries)
  readNuGet(there, registries)
  return registries
}

function setAll(registries: Registries, reason: string): void {
  for (const kind of Object.keys(OTHER) as Kind[]) registries.other[kind] ??= reason
}

function setOther(registries: Registries, kind: Kind): void {
  registries.other[kind] ??= OTHER[kind]
}

/** `NAME=value` of each line; of a value with several lines, the others are read like that, too. */
async function readEnvFiles(
  machine: Machine,
  { envFiles, optionalFiles }: Context,
  registries: Registries,
): Promise<[string, string][]> {
  const variables: [string, string][] = []
  for (const path of new Set([...optionalFiles, ...envFiles])) {
    if (!envFiles.includes(path) && path.endsWith('.json')) {
      variables.push(...(await readSettings(machine, path, registries)))
      continue
    }
    const text = tryRead(path)
    if (text === null || (text === undefined && envFiles.includes(path)))
      setAll(registries, 'its file of variables cannot be read')
    for (const line of (text ?? '').split(LINE_END)) {
      const [, name, value = ''] =
        /^\s*(?:export\s+)?["']?([^\s=:#"']+(?::registry)?)["']?\s*[=:](.*)$/.exec(line) ?? []
      if (name) variables.push([name, value.trim().replace(/^(["'`])(.*)\1$/, '$2')])
    }
  }
  return variables
}

async function readSettings(
  machine: Machine,
  path: string,
  registries: Registries,
): Promise<[string, string][]> {
  try {
    const variables = await settingsVariables(machine, path)
    return variables.map(([name, value]) => [name, wordOf(value) ?? NOT_TEXT])
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    setAll(registries, 'the settings of its client cannot be read')
    return []
  }
}

function readVariables(variables: [string, string | undefined][], registries: Registries): void {
  for (const [name, value] of variables) {
    if (!value) continue
    const scope = /^p?npm_config_(@[^:]+):registry$/i.exec(name)?.[1]
    // npm reads `_` in the name of a variable as `-`.
    for (const one of scope ? [scope, scope.replaceAll('_', '-')] : [])
      registries.npmScopes.add(one.toLowerCase())
    const isRegistry = /^(p?npm_config_|yarn_|yarn_npm_|bun_config_)registry(_server)?$/i.test(name)
    if (isRegistry && isOtherRegistry(value)) setOther(registries, 'npm')
    // They name another package, or another file of settings.
    if (/^(p?npm_config_(package|call|npmrc_auth_file)|yarn_rc_filename)$/i.test(name))
      setOther(registries, 'npm')
    const isIndex = /^(uv|pip)_(index|default_index|index_url)$/i.test(name)
    if (isIndex ? isOtherIndex(value) : PYTHON_SOURCE.test(name)) setOther(registries, 'pypi')
    if (/^bash_env$/i.test(name)) setAll(registries, 'its variables name a script of a shell')
  }
}

const LINE_END = /\r\n|\r|\n/

const PYTHON_SOURCE =
  /^(uv|pip)_(extra_index_url|find_links|no_index|(build_)?constraint|override|requirement|project|working_dir(ectory)?)$/i

/** The folders above `bin` of each node: that of this one, of the runner, and of PATH. */
function npmPrefixes(machine: Machine, { programFolder }: Context): string[] {
  const isWindows = machine.platform === 'win32'
  const folders = [
    dirname(process.execPath),
    ...(programFolder ? [programFolder.replace(/^~(?=[\\/])/, machine.home)] : []),
    ...pathOf(machine),
  ]
  return folders.flatMap((folder) => {
    const node = join(folder, isWindows ? 'node.exe' : 'node')
    const real = existsSync(node) ? dirname(realpathSync(node)) : folder
    return isWindows ? [folder, real] : [dirname(folder), dirname(real)]
  })
}

function pathOf({ platform, env }: Machine): string[] {
  const folders = (env.PATH ?? env.Path ?? '').split(platform === 'win32' ? ';' : ':')
  return folders.filter((folder) => folder && !isUnknownPath(folder)).slice(0, 100)
}

const MAX_NAMED_FILES = 20

function readNpm(machine: Machine, context: Context, registries: Registries): void {
  const { env, home } = machine
  const variables = (form: RegExp) =>
    Object.entries(env).flatMap(([name, value]) => (form.test(name) && value ? [value] : []))
  const prefixes = new Set([...npmPrefixes(machine, context), ...variables(/^(p?npm_config_)?prefix$/i)])
  const { folders } = registries
  const pnpmFolders = [
    join(xdgConfig(machine), 'pnpm'),
    join(home, 'Library', 'Preferences', 'pnpm'),
    join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'pnpm', 'config'),
  ]
  const paths = new Set([
    ...folders.map((folder) => join(folder, '.npmrc')),
    join(home, '.npmrc'),
    ...variables(/^p?npm_config_(user|global)config$/i).map((path) => resolve(context.folder, path)),
    ...[...prefixes].flatMap(globalNpmrc),
    join(applicationData(machine), 'npm', 'etc', 'npmrc'),
    '/etc/npmrc',
    '/usr/local/etc/npmrc',
    '/opt/homebrew/etc/npmrc',
    ...pnpmFolders.flatMap((folder) => [join(folder, 'rc'), join(folder, 'auth.ini')]),
  ])
  // A file can name others, which the loop reads, too.
  const most = paths.size + MAX_NAMED_FILES
  for (const path of paths) {
    readLines(path, registries, 'npm', (line) => {
      const [key = '', value = ''] = npmSetting(line, registries)
      if (!/^(userconfig|globalconfig|prefix)$/.test(key)) return
      if (paths.size >= most) return setOther(registries, 'npm')
      const named = value
        .replace(/\$\{(\w+)\??\}/g, (_, name) => (DECIDES.test(name) && env[name]) || '$')
        .replace(/^~(?=[\\/])/, home)
      if (key === 'prefix') prefixes.add(named)
      for (const file of key === 'prefix' ? globalNpmrc(named) : [resolve(dirname(path), named)])
        paths.add(file)
    })
  }
  for (const one of new Set([...folders, home])) {
    readLines(join(one, '.yarnrc'), registries, 'npm', (line) =>
      npmSetting(line.replace(/ /, '='), registries),
    )
    readYaml(join(one, '.yarnrc.yml'), registries)
    readYaml(join(one, 'pnpm-workspace.yaml'), registries)
  }
  for (const folder of pnpmFolders) readYaml(join(folder, 'config.yaml'), registries)
  registries.packageFolders = [
    ...folders,
    ...[...prefixes].flatMap((prefix) => [prefix, join(prefix, 'lib')]),
  ].map((folder) => join(folder, 'node_modules'))
  registries.programFolders = [
    ...folders.map((folder) => join(folder, 'node_modules', '.bin')),
    ...[...prefixes].flatMap((prefix) => [prefix, join(prefix, 'bin')]),
    ...pathOf(machine),
  ]
}

function globalNpmrc(prefix: string): string[] {
  return [
    join(prefix, 'etc', 'npmrc'),
    join(prefix, 'lib', 'node_modules', 'npm', 'npmrc'),
    join(prefix, 'node_modules', 'npm', 'npmrc'),
  ]
}

/** `registry=…` and `@scope:registry=…` */
function npmSetting(line: string, registries: Registries): [string, string] | [] {
  // A name with a variable or an escape can be any.
  if (/^[^=]*[$\\]/.test(line)) setOther(registries, 'npm')
  const [, key = '', value = ''] = /^["']?([^\s"'=]+)["']?\s*=\s*["']?(.*?)["']?$/.exec(line) ?? []
  const scope = /^(@[^:]+):registry$/.exec(key)?.[1]
  if (scope && isOtherRegistry(value)) registries.npmScopes.add(scope.toLowerCase())
  if (/^registry(\[\])?$/.test(key) && isOtherRegistry(value)) setOther(registries, 'npm')
  if (/^(package|call|npmrc-?auth-?file)$/i.test(key)) setOther(registries, 'npm')
  return [key, value]
}

function systemFolders({ env }: Machine): string[] {
  return (env.XDG_CONFIG_DIRS || '/etc/xdg').split(':').slice(0, 20)
}

function readPip(machine: Machine, named: string[], registries: Registries): void {
  const { env, home, platform } = machine
  const paths = [
    ...named,
    ...(env.VIRTUAL_ENV ? ['pip.conf', 'pip.ini'].map((name) => join(env.VIRTUAL_ENV as string, name)) : []),
    join(xdgConfig(machine), 'pip', 'pip.conf'),
    join(home, '.pip', 'pip.conf'),
    join(home, 'pip', 'pip.ini'),
    join(applicationData(machine), 'pip', platform === 'win32' ? 'pip.ini' : 'pip.conf'),
    '/etc/pip.conf',
    ...systemFolders(machine).map((folder) => join(folder, 'pip', 'pip.conf')),
    '/Library/Application Support/pip/pip.conf',
    join(env.ProgramData || 'C:\\ProgramData', 'pip', 'pip.ini'),
  ]
  registries.toolFolders = [
    env.UV_TOOL_DIR || join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'uv', 'tools'),
    join(applicationData(machine), 'uv', 'tools'),
    join(applicationData(machine), 'uv', 'data', 'tools'),
  ]
  for (const path of paths) {
    readLines(path, registries, 'pypi', (line) => {
      const [, name = '', value = ''] =
        /^((?:extra[-_])?index[-_]url|find[-_]links|no[-_]index|constraint|requirement)\s*[=:]\s*(.*)$/i.exec(
          line,
        ) ?? []
      if (name && (!/^index/i.test(name) || isOtherIndex(value.replace(/^["']|["']$/g, ''))))
        setOther(registries, 'pypi')
    })
  }
}

/**
 * The settings of .yarnrc.yml (`npmRegistryServer`, `npmScopes`) and of pnpm (`registry`, `registries`), without a parser of YAML: every
 * name below these lists counts as a scope, and what has another form as another registry.
 */
function readYaml(path: string, registries: Registries): void {
  let isInScopes = false
  readLines(path, registries, 'npm', (line, indentation) => {
    const [, key = '', value = ''] = /^["']?(@?[\w.~-]+)["']?\s*:\s*(.*)$/.exec(line) ?? []
    const [, url = ''] = /^["']?([^"'\s]*)["']?(?:\s+#.*)?$/.exec(value) ?? []
    if (indentation === 0) {
      isInScopes = key === 'npmScopes' || key === 'registries'
      if (isInScopes && value) setOther(registries, 'npm')
    } else if (isInScopes) {
      if (!key || value.startsWith('{')) setOther(registries, 'npm')
      if (key !== 'default') registries.npmScopes.add(`@${key.toLowerCase().replace(/^@/, '')}`)
    }
    if (/^(npmrc-?auth-?file|userconfig)$/i.test(key)) setOther(registries, 'npm')
    const isRegistry = key === 'default' ? isInScopes : key === 'npmRegistryServer' || key === 'registry'
    const isOther = isRegistry ? !isInScopes || key === 'default' : !key && /registr|npmScopes/i.test(line)
    if (isOther && isOtherRegistry(url)) setOther(registries, 'npm')
  })
}

async function readToml(machine: Machine, named: string[], registries: Registries): Promise<void> {
  const { folders } = registries
  const uvFolder = machine.platform === 'win32' ? applicationData(machine) : xdgConfig(machine)
  const uvFiles = [
    ...named,
    join(uvFolder, 'uv', 'uv.toml'),
    ...systemFolders(machine).map((folder) => join(folder, 'uv', 'uv.toml')),
    '/etc/uv/uv.toml',
    join(machine.env.ProgramData || 'C:\\ProgramData', 'uv', 'uv.toml'),
    ...folders.map((one) => join(one, 'uv.toml')),
  ]
  for (const path of uvFiles)
    await parseToml(path, registries, 'pypi', (content) => readUv(content, registries))
  for (const one of folders) {
    await parseToml(join(one, 'pyproject.toml'), registries, 'pypi', ({ tool }) => {
      if (!isObject(tool)) return
      readUv(tool.uv, registries)
      for (const other of [tool.poetry, tool.pdm]) if (isObject(other)) readSources(other.source, registries)
    })
    await parseToml(join(one, 'Pipfile'), registries, 'pypi', ({ source }) => readSources(source, registries))
  }
  const bunFiles = [
    join(machine.home, '.bunfig.toml'),
    join(xdgConfig(machine), '.bunfig.toml'),
    ...folders.map((one) => join(one, 'bunfig.toml')),
  ]
  for (const path of bunFiles) {
    await parseToml(path, registries, 'npm', ({ install }) => {
      if (!isObject(install)) return
      const { registry, scopes } = install
      const url = asString(registry) ?? (isObject(registry) ? asString(registry.url) : undefined)
      if (registry !== undefined && isOtherRegistry(url ?? '')) setOther(registries, 'npm')
      for (const scope of isObject(scopes) ? Object.keys(scopes) : [])
        registries.npmScopes.add(`@${scope.replace(/^@/, '').toLowerCase()}`)
    })
  }
}

const UV_SOURCE = /^(index|index-url|extra-index-url|find-links|no-index|(override|constraint)-dependencies)$/

function readUv(settings: unknown, registries: Registries): void {
  if (!isObject(settings)) return
  const { pip } = settings
  for (const one of [settings, ...(isObject(pip) ? [pip] : [])]) {
    if (Object.keys(one).some((name) => UV_SOURCE.test(name))) setOther(registries, 'pypi')
  }
}

/** The indexes of Poetry, PDM and Pipenv. */
function readSources(sources: unknown, registries: Registries): void {
  for (const source of Array.isArray(sources) ? sources : [])
    if (!isObject(source) || isOtherIndex(asString(source.url) ?? '')) setOther(registries, 'pypi')
}

/** `<packageSources>` of all files from the folder up, of the user and of the machine. */
function readNuGet(machine: Machine, registries: Registries): void {
  const { env, home } = machine
  const names = ['nuget.config', 'NuGet.config', 'NuGet.Config']
  const users = [home, ...(env.DOTNET_CLI_HOME ? [env.DOTNET_CLI_HOME] : [])]
  const folders = [
    ...users.flatMap((one) => [
      join(one, '.nuget', 'NuGet'),
      join(one, '.nuget', 'config'),
      join(one, '.config', 'NuGet'),
    ]),
    join(applicationData(machine), 'NuGet'),
    join(applicationData(machine), 'NuGet', 'config'),
    '/etc/opt/NuGet/Config',
    '/Library/Application Support',
    join(env['ProgramFiles(x86)'] || 'C:\\Program Files (x86)', 'NuGet', 'Config'),
    join(env.ProgramData || 'C:\\ProgramData', 'NuGet'),
  ]
  const paths = [
    ...registries.folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...folders.flatMap((folder) =>
      namesIn(folder, registries, 'nuget')
        .filter((name) => /\.config$/i.test(name))
        .map((name) => join(folder, name)),
    ),
  ]
  for (const path of paths) {
    const [first = '', ...comments] = textOf(path, registries, 'nuget').split('<!--')
    const text = first + comments.map((one) => one.split('-->').slice(1).join('-->')).join('')
    const lists = text.match(/<packageSources\b.*?(<\/packageSources>|$)/gis) ?? []
    const values = lists.join('').matchAll(/\bvalue\s*=\s*["']([^"']*)["']/gi)
    if ([...values].some(([, value = '']) => isOtherSource(value))) setOther(registries, 'nuget')
  }
}

function namesIn(folder: string, registries: Registries, kind: Kind): string[] {
  try {
    return readNames(folder, 200)
  } catch {
    setOther(registries, kind)
    return []
  }
}

function readLines(
  path: string,
  registries: Registries,
  kind: Kind,
  read: (line: string, indentation: number) => void,
): void {
  for (const line of textOf(path, registries, kind).split(LINE_END)) {
    const content = line.trim()
    if (content && !/^[#;]/.test(content)) read(content, line.length - line.trimStart().length)
  }
}

async function parseToml(
  path: string,
  registries: Registries,
  kind: Kind,
  read: (content: Record<string, unknown>) => void,
): Promise<void> {
  const text = textOf(path, registries, kind)
  if (!text) return
  try {
    const { parse } = await import('smol-toml')
    read(parse(text))
  } catch {
    setOther(registries, kind)
  }
}

function textOf(path: string, registries: Registries, kind: Kind): string {
  const text = tryRead(path)
  if (text === null) setOther(registries, kind)
  return text ?? ''
}

/** Undefined if there is no such file, null if it cannot be read. */
function tryRead(path: string): string | undefined | null {
  if (isUnknownPath(path)) return null
  try {
    return readText(path, 1024 * 1024)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return null
  }
}
