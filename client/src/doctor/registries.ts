import { dirname, join } from 'node:path'
import { isOtherRegistry } from './command-line.ts'
import { ancestors, applicationData, type Machine, xdgConfig } from './machine.ts'
import { asString, isObject, readText, Unreadable } from './read.ts'

/** Which packages may be those of another registry, so that their names must stay here. */
export type Registries = { npm: 'public' | 'other'; npmScopes: Set<string>; pypi: 'public' | 'other' }

/**
 * Reads the configuration of npm, pnpm, yarn, bun, pip and uv for a folder, as these programs look it up, and variables of the server.
 * A file that cannot be read could say anything, so it counts as another registry.
 */
export async function registriesFor(
  machine: Machine,
  folder: string,
  serverEnv: Record<string, string> = {},
): Promise<Registries> {
  const registries: Registries = { npm: 'public', npmScopes: new Set(), pypi: 'public' }
  const folders = [...new Set([...ancestors(folder), ...ancestors(machine.cwd)])]
  readVariables({ ...machine.env, ...serverEnv }, registries)
  for (const path of npmrcFiles(machine, folders, serverEnv)) {
    readLines(path, registries, 'npm', (line) => readNpmLine(line, registries))
  }
  for (const one of folders) {
    readLines(join(one, '.yarnrc'), registries, 'npm', (line) =>
      readNpmLine(line.replace(/ /, '='), registries),
    )
    readYarnYaml(join(one, '.yarnrc.yml'), registries)
  }
  readYarnYaml(join(machine.home, '.yarnrc.yml'), registries)
  for (const path of pipFiles(machine, serverEnv)) {
    readLines(path, registries, 'pypi', (line) => {
      if (/^(index-url|extra-index-url|find-links|no-index|pypi-proxy)\s*=/.test(line))
        useOtherIndex(line, registries)
    })
  }
  await readToml(machine, folders, registries)
  return registries
}

function useOtherIndex(setting: string, registries: Registries): void {
  if (!/=\s*["']?https:\/\/pypi\.org\/simple\/?["']?\s*$/.test(setting)) registries.pypi = 'other'
}

function readVariables(env: Record<string, string | undefined>, registries: Registries): void {
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue
    const scope = /^npm_config_(@[^:]+):registry$/i.exec(name)?.[1]
    if (scope) registries.npmScopes.add(scope.toLowerCase())
    if (/^(npm_config_|yarn_|yarn_npm_|bun_config_)registry(_server)?$/i.test(name) && isOtherRegistry(value))
      registries.npm = 'other'
    if (/^(uv|pip)_(index|default_index|index_url|extra_index_url|find_links|no_index)$/i.test(name))
      useOtherIndex(`=${value}`, registries)
  }
}

function npmrcFiles(machine: Machine, folders: string[], serverEnv: Record<string, string>): string[] {
  const { env, home } = machine
  const prefix = machine.platform === 'win32' ? dirname(process.execPath) : dirname(dirname(process.execPath))
  const variables = [env, serverEnv].flatMap((one) =>
    Object.entries(one).filter(([name]) => /^(npm_config_(user|global)config)$/i.test(name)),
  )
  return [
    ...folders.map((folder) => join(folder, '.npmrc')),
    join(home, '.npmrc'),
    ...variables.flatMap(([, path]) => path ?? []),
    join(prefix, 'etc', 'npmrc'),
    join(prefix, 'lib', 'node_modules', 'npm', 'npmrc'),
    '/etc/npmrc',
    '/usr/local/etc/npmrc',
    join(xdgConfig(machine), 'pnpm', 'rc'),
    join(home, 'Library', 'Preferences', 'pnpm', 'rc'),
  ]
}

function pipFiles(machine: Machine, serverEnv: Record<string, string>): string[] {
  const { env, home } = machine
  return [
    ...[env.PIP_CONFIG_FILE, serverEnv.PIP_CONFIG_FILE].flatMap((path) => path ?? []),
    join(xdgConfig(machine), 'pip', 'pip.conf'),
    join(home, '.pip', 'pip.conf'),
    join(home, 'pip', 'pip.ini'),
    join(applicationData(machine), 'pip', machine.platform === 'win32' ? 'pip.ini' : 'pip.conf'),
    '/etc/pip.conf',
    '/etc/xdg/pip/pip.conf',
  ]
}

/** `registry=…` and `@scope:registry=…` */
function readNpmLine(line: string, registries: Registries): void {
  const [, key = '', value = ''] = /^["']?([^\s"'=]+)["']?\s*=\s*["']?(.*?)["']?$/.exec(line) ?? []
  const scope = /^(@[^:]+):registry$/.exec(key)?.[1]
  if (scope && isOtherRegistry(value)) registries.npmScopes.add(scope.toLowerCase())
  if (key === 'registry' && isOtherRegistry(value)) registries.npm = 'other'
}

/** The two settings of .yarnrc.yml, without a parser of YAML: `npmRegistryServer`, and the names below `npmScopes`. */
function readYarnYaml(path: string, registries: Registries): void {
  let isInScopes = false
  readLines(path, registries, 'npm', (line, indentation) => {
    if (indentation === 0) isInScopes = /^npmScopes:/.test(line)
    const server = /^npmRegistryServer:\s*["']?([^"'\s]+)/.exec(line)?.[1]
    if (server && indentation === 0 && isOtherRegistry(server)) registries.npm = 'other'
    const scope = /^["']?@?([\w.~-]+)["']?:/.exec(line)?.[1]
    if (isInScopes && indentation > 0 && scope) registries.npmScopes.add(`@${scope.toLowerCase()}`)
    if (isInScopes && /[{]/.test(line)) registries.npm = 'other'
  })
}

async function readToml(machine: Machine, folders: string[], registries: Registries): Promise<void> {
  const uvFolder = machine.platform === 'win32' ? applicationData(machine) : xdgConfig(machine)
  const uvFiles = [
    join(uvFolder, 'uv', 'uv.toml'),
    '/etc/uv/uv.toml',
    ...folders.map((one) => join(one, 'uv.toml')),
  ]
  for (const path of uvFiles)
    await parseToml(path, registries, 'pypi', (content) => readUv(content, registries))
  for (const one of folders) {
    await parseToml(join(one, 'pyproject.toml'), registries, 'pypi', ({ tool }) =>
      readUv(isObject(tool) ? tool.uv : undefined, registries),
    )
  }
  const bunFiles = [join(machine.home, '.bunfig.toml'), ...folders.map((one) => join(one, 'bunfig.toml'))]
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
