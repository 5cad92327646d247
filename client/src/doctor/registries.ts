import { dirname, join } from 'node:path'
import { isOtherRegistry } from './command-line.ts'
import { ancestors, applicationData, type Machine, xdgConfig } from './machine.ts'
import { asString, isNetworkPath, isObject, readText, Unreadable } from './read.ts'

/** Which packages may be those of another registry, so that their names must stay here. */
export type Registries = {
  npm: 'public' | 'other'
  npmScopes: Set<string>
  pypi: 'public' | 'other'
  /** The folders in which npm looks for a package before it downloads it. */
  folders: string[]
}

/**
 * Reads the configuration of npm, pnpm, yarn, bun, pip and uv for a folder, as these programs look it up, and variables of the server.
 * A file that cannot be read could say anything, so it counts as another registry.
 */
export async function registriesFor(
  machine: Machine,
  folder: string,
  serverEnv: Record<string, string> = {},
): Promise<Registries> {
  const folders = [...new Set([...ancestors(folder), ...ancestors(machine.cwd)])]
  const registries: Registries = { npm: 'public', npmScopes: new Set(), pypi: 'public', folders }
  readVariables({ ...machine.env, ...serverEnv }, registries)
  for (const path of npmrcFiles(machine, folders, serverEnv)) {
    readLines(path, registries, 'npm', (line) => readNpmLine(line, registries))
  }
  for (const one of new Set([...folders, machine.home])) {
    readLines(join(one, '.yarnrc'), registries, 'npm', (line) =>
      readNpmLine(line.replace(/ /, '='), registries),
    )
    readYaml(join(one, '.yarnrc.yml'), registries)
    readYaml(join(one, 'pnpm-workspace.yaml'), registries)
  }
  readYaml(join(xdgConfig(machine), 'pnpm', 'config.yaml'), registries)
  for (const path of pipFiles(machine, serverEnv)) {
    readLines(path, registries, 'pypi', (line) => {
      const [, value] =
        /^(?:(?:extra[-_])?index[-_]url|find[-_]links|no[-_]index)\s*[=:](.*)$/i.exec(line) ?? []
      if (value !== undefined) useOtherIndex(value, registries)
    })
  }
  await readToml(machine, folders, registries)
  return registries
}

function useOtherIndex(setting: string, registries: Registries): void {
  if (!/^\s*["']?https:\/\/pypi\.org\/simple\/?["']?\s*$/.test(setting)) registries.pypi = 'other'
}

function readVariables(env: Record<string, string | undefined>, registries: Registries): void {
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue
    const scope = /^p?npm_config_(@[^:]+):registry$/i.exec(name)?.[1]
    if (scope) registries.npmScopes.add(scope.toLowerCase())
    if (
      /^(p?npm_config_|yarn_|yarn_npm_|bun_config_)registry(_server)?$/i.test(name) &&
      isOtherRegistry(value)
    )
      registries.npm = 'other'
    if (/^(uv|pip)_(index|default_index|index_url|extra_index_url|find_links|no_index)$/i.test(name))
      useOtherIndex(value, registries)
  }
}

function npmrcFiles(machine: Machine, folders: string[], serverEnv: Record<string, string>): string[] {
  const { env, home } = machine
  const prefix = machine.platform === 'win32' ? dirname(process.execPath) : dirname(dirname(process.execPath))
  const valuesOf = (form: RegExp) =>
    [env, serverEnv].flatMap((one) =>
      Object.entries(one).flatMap(([name, path]) => (form.test(name) && isFile(path) ? [path] : [])),
    )
  return [
    ...folders.map((folder) => join(folder, '.npmrc')),
    join(home, '.npmrc'),
    ...valuesOf(/^npm_config_(user|global)config$/i),
    ...[prefix, ...valuesOf(/^(npm_config_)?prefix$/i)].map((folder) => join(folder, 'etc', 'npmrc')),
    join(prefix, 'lib', 'node_modules', 'npm', 'npmrc'),
    join(applicationData(machine), 'npm', 'etc', 'npmrc'),
    '/etc/npmrc',
    '/usr/local/etc/npmrc',
    '/opt/homebrew/etc/npmrc',
    join(xdgConfig(machine), 'pnpm', 'rc'),
    join(home, 'Library', 'Preferences', 'pnpm', 'rc'),
    join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'pnpm', 'config', 'rc'),
  ]
}

function pipFiles(machine: Machine, serverEnv: Record<string, string>): string[] {
  const { env, home } = machine
  return [
    ...[env.PIP_CONFIG_FILE, serverEnv.PIP_CONFIG_FILE].filter(isFile),
    ...(env.VIRTUAL_ENV ? ['pip.conf', 'pip.ini'].map((name) => join(env.VIRTUAL_ENV as string, name)) : []),
    join(xdgConfig(machine), 'pip', 'pip.conf'),
    join(home, '.pip', 'pip.conf'),
    join(home, 'pip', 'pip.ini'),
    join(applicationData(machine), 'pip', machine.platform === 'win32' ? 'pip.ini' : 'pip.conf'),
    '/etc/pip.conf',
    '/etc/xdg/pip/pip.conf',
    '/Library/Application Support/pip/pip.conf',
    join(env.ProgramData || 'C:\\ProgramData', 'pip', 'pip.ini'),
  ]
}

function isFile(path: string | undefined): path is string {
  return Boolean(path) && !isNetworkPath(path as string)
}

/** `registry=…` and `@scope:registry=…` */
function readNpmLine(line: string, registries: Registries): void {
  const [, key = '', value = ''] = /^["']?([^\s"'=]+)["']?\s*=\s*["']?(.*?)["']?$/.exec(line) ?? []
  const scope = /^(@[^:]+):registry$/.exec(key)?.[1]
  if (scope && isOtherRegistry(value)) registries.npmScopes.add(scope.toLowerCase())
  if (key === 'registry' && isOtherRegistry(value)) registries.npm = 'other'
}

/**
 * The settings of .yarnrc.yml (`npmRegistryServer`, `npmScopes`) and of pnpm (`registry`, `registries`), without a parser of YAML: every
 * name below these lists counts as a scope.
 */
function readYaml(path: string, registries: Registries): void {
  let isInScopes = false
  readLines(path, registries, 'npm', (line, indentation) => {
    if (indentation === 0) isInScopes = /^["']?(npmScopes|registries)["']?\s*:/.test(line)
    const [, server] = /^["']?(?:npmRegistryServer|registry)["']?\s*:\s*["']?([^"'\s]+)/.exec(line) ?? []
    const isDefault = indentation === 0 && server !== undefined
    const [, other] = (isInScopes && /^["']?default["']?\s*:\s*["']?([^"'\s]+)/.exec(line)) || []
    if ((isDefault && isOtherRegistry(server)) || isOtherRegistry(other)) registries.npm = 'other'
    const scope = /^["']?@?([\w.~-]+)["']?\s*:/.exec(line)?.[1]
    if (isInScopes && indentation > 0 && scope) registries.npmScopes.add(`@${scope.toLowerCase()}`)
    if (isInScopes && /[{]/.test(line)) registries.npm = 'other'
  })
}

async function readToml(machine: Machine, folders: string[], registries: Registries): Promise<void> {
  const uvFolder = machine.platform === 'win32' ? applicationData(machine) : xdgConfig(machine)
  const uvFiles = [
    ...[machine.env.UV_CONFIG_FILE].flatMap((path) => path ?? []),
    join(uvFolder, 'uv', 'uv.toml'),
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
      if (registry !== undefined && isOtherRegistry(url ?? '')) registries.npm = 'other'
      for (const scope of isObject(scopes) ? Object.keys(scopes) : [])
        registries.npmScopes.add(`@${scope.replace(/^@/, '').toLowerCase()}`)
    })
  }
}

function readUv(settings: unknown, registries: Registries): void {
  if (!isObject(settings)) return
  const { pip } = settings
  for (const one of [settings, ...(isObject(pip) ? [pip] : [])]) {
    const names = ['index', 'index-url', 'extra-index-url', 'find-links', 'no-index']
    if (names.some((name) => one[name] !== undefined)) registries.pypi = 'other'
  }
}

/** The indexes of Poetry, PDM and Pipenv. */
function readSources(sources: unknown, registries: Registries): void {
  for (const source of Array.isArray(sources) ? sources : [])
    useOtherIndex(isObject(source) ? (asString(source.url) ?? '') : '', registries)
}

type Kind = 'npm' | 'pypi'

function readLines(
  path: string,
  registries: Registries,
  kind: Kind,
  read: (line: string, indentation: number) => void,
): void {
  for (const line of textOf(path, registries, kind).split(/\r?\n/)) {
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
    registries[kind] = 'other'
  }
}

function textOf(path: string, registries: Registries, kind: Kind): string {
  try {
    return readText(path, 1024 * 1024) ?? ''
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    registries[kind] = 'other'
    return ''
  }
}
