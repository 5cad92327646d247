import { dirname, join, resolve } from 'node:path'
import { disabledInClaudeCode } from './claude-settings.ts'
import { none, type Target, targetOf } from './command.ts'
import { type ConfiguredServer, serversIn } from './formats.ts'
import { identify } from './identifier.ts'
import { DISABLED, type Scan, type Skipped } from './installed.ts'
import { LOCATIONS, type Location, projectFolders } from './locations.ts'
import { ancestors, isUncertainFolder, type Machine, resolveFolder } from './machine.ts'
import {
  checkLimits,
  isNetworkPath,
  LimitReached,
  readNames,
  readText,
  Unreadable,
  withinLimits,
} from './read.ts'
import type { Place } from './registry-settings.ts'
import { scanSkills } from './skills.ts'
import { withFolders } from './variables.ts'

/** Servers of one file. */
const MAX_SERVERS = 1_000

/** Reads all configuration files of this machine. It writes nothing and sends nothing. */
export async function scan(machine: Machine): Promise<Scan> {
  const result: Scan = { installed: [], skipped: [] }
  await withinLimits(() => scanFiles(machine, result))
  return result
}

/** The servers of one client in the current folder. @throws LimitReached */
export async function scanServers(machine: Machine, client: string): Promise<Scan> {
  const result: Scan = { installed: [], skipped: [] }
  const locations = LOCATIONS.filter((one) =>
    [one.client, ...Object.values(one.clients ?? {})].includes(client),
  )
  await withinLimits(async () => {
    for (const [location, file] of filesOf(locations, machine, result))
      await scanFile(location, file, machine, result)
  })
  const folders = ancestors(machine.cwd)
  const isHere = (one: Pick<Skipped, 'client' | 'project'>) =>
    one.client === client && (one.project === undefined || folders.includes(one.project))
  return { installed: result.installed.filter(isHere), skipped: result.skipped.filter(isHere) }
}

async function scanFiles(machine: Machine, result: Scan): Promise<void> {
  let current = machine.cwd
  try {
    for (const [location, file] of filesOf(LOCATIONS, machine, result)) {
      current = file.path
      await scanFile(location, file, machine, result)
    }
    current = 'Agent Skills'
    await scanSkills(machine, result)
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const reason = `a scan ends after ${error.message}: the rest of this, and all that follows, was not read`
    result.skipped.push({ source: current, reason, isCut: true })
  }
}

type File = {
  path: string
  /** Where relative paths in it begin. */
  start: string
  /** What clients call the workspace. */
  workspace: string
}

/** Those of the user first: a project must not use up what a scan may read. */
function* filesOf(locations: Location[], machine: Machine, result: Scan): Generator<[Location, File]> {
  for (const find of [userFiles, projectFiles])
    for (const location of locations)
      for (const file of find(location, machine, result)) yield [location, file]
}

function userFiles({ user }: Location, machine: Machine, { skipped }: Scan): File[] {
  return (user?.(machine) ?? [])
    .flatMap((path) => expanded(path, skipped))
    .map((path) => ({ path, start: dirname(path), workspace: machine.cwd }))
}

function projectFiles({ project = [] }: Location, machine: Machine): File[] {
  return projectFolders(machine).flatMap((folder) =>
    project.map((path) => ({ path: join(folder, path), start: folder, workspace: folder })),
  )
}

/** A path with `*` in place of the name of a folder. */
function expanded(path: string, skipped: Skipped[]): string[] {
  const [before = '', after] = path.split(/[\\/]\*[\\/]/)
  if (after === undefined) return [path]
  try {
    return readNames(before, 200).map((name) => join(before, name, after))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    skipped.push({ source: before, reason: error.message })
    return []
  }
}

async function scanFile(location: Location, file: File, machine: Machine, result: Scan): Promise<void> {
  const { path } = file
  try {
    const text = readText(path)
    if (text === undefined) return
    const servers = await serversIn(location.format, text)
    // Not the files of the user: only a project's can be switched off by name.
    const disabled = path.endsWith('.mcp.json') ? await disabledInClaudeCode(file.start, machine) : []
    for (const server of servers.slice(0, MAX_SERVERS)) {
      checkLimits()
      // What only other clients read does not depend on the settings of Claude Code.
      const isOfClaude = clientOf(location, server) === 'claude-code'
      const isDisabled = server.isDisabled || (isOfClaude && disabled.includes(server.name))
      await addServer(location, file, { ...server, isDisabled }, machine, result)
    }
    if (servers.length > MAX_SERVERS) {
      const reason = `only the first ${MAX_SERVERS} of its ${servers.length} servers were read`
      result.skipped.push({ source: path, reason, isCut: true })
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    result.skipped.push({ source: path, reason: error.message })
  }
}

function clientOf({ client, clients }: Location, { form }: ConfiguredServer): string {
  return clients?.[form] ?? client
}

async function addServer(
  location: Location,
  file: File,
  server: ConfiguredServer,
  machine: Machine,
  result: Scan,
): Promise<void> {
  const { name, project } = server
  const client = clientOf(location, server)
  const source = project === undefined ? file.path : `${file.path} (${project})`
  const target = targetIn(server)
  const identified = await identify(target, placeOf(server, file, machine))
  const { isProxied = false } = target
  // What could not be read must not pass for another reason.
  checkLimits()
  if (identified.identifier === undefined)
    result.skipped.push({ source, name, client, server: name, project, reason: identified.reason })
  else result.installed.push({ name, client, source, ...identified, server: name, project, isProxied })
}

function targetIn({ isDisabled, problem, command, args, url }: ConfiguredServer): Target {
  if (isDisabled) return none(DISABLED)
  if (problem) return none(problem)
  if (command !== undefined) return targetOf(command, args)
  return url === undefined ? none('it has neither a command nor an address') : { kind: 'remote', url }
}

function placeOf(server: ConfiguredServer, file: File, machine: Machine): Place {
  const { project, env } = server
  const folders = { workspace: project ?? file.workspace, home: machine.home }
  const { envFile, folder = '' } = withFolders(server, folders)
  const start = project ?? file.start
  const path = [folder, start].find(isNetworkPath) ?? resolveFolder(start, folder)
  return {
    machine,
    folder: isUncertainFolder(folder) ? undefined : path,
    env,
    envFile: envFile === undefined ? undefined : resolve(path, envFile),
  }
}
