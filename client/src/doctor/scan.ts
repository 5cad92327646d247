import { dirname, join, resolve } from 'node:path'
import { targetOf } from './command-line.ts'
import { type ConfiguredServer, serversIn } from './formats.ts'
import { identify } from './identifier.ts'
import type { Machine } from './machine.ts'
import { PLACES, type Place, projectFolders } from './places.ts'
import { isNetworkPath, readNames, readText, Unreadable } from './read.ts'
import { scanSkills } from './skills.ts'
import { none } from './target.ts'

/** Something that is installed and has a public identifier. */
export type Installed = {
  /** The label on this machine. */
  name: string
  client: string
  /** Where it is configured. */
  source: string
  identifier: string
  /** Only if it is pinned. */
  version: string | undefined
  /** The name of an MCP server, in the client's calls. */
  server: string | undefined
}

/** A file that could not be read, or something without a public identifier. */
export type Skipped = { source: string; reason: string; name?: string; client?: string }

export type Scan = { installed: Installed[]; skipped: Skipped[] }

/** Reads all configuration files of this machine. It writes nothing and sends nothing. */
export async function scan(machine: Machine): Promise<Scan> {
  const skills = await scanSkills(machine)
  const result: Scan = { installed: [], skipped: [] }
  for (const place of PLACES) {
    for (const path of filesOf(place, machine)) await scanFile(place, path, machine, result)
  }
  result.installed.push(...skills.installed)
  result.skipped.push(...skills.skipped)
  return result
}

function filesOf({ user, project = [] }: Place, machine: Machine): string[] {
  const projects = projectFolders(machine).flatMap((folder) => project.map((path) => join(folder, path)))
  return [...new Set([...(user?.(machine) ?? []).flatMap(expanded), ...projects])]
}

/** A path with `*` in place of the name of a folder. */
function expanded(path: string): string[] {
  const [before = '', after] = path.split(/[\\/]\*[\\/]/)
  if (after === undefined) return [path]
  try {
    return readNames(before, 200).map((name) => join(before, name, after))
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}

async function scanFile(place: Place, path: string, machine: Machine, result: Scan): Promise<void> {
  try {
    const text = readText(path)
    if (text === undefined) return
    for (const server of await serversIn(place.format, text))
      await addServer(place, path, server, machine, result)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    result.skipped.push({ source: path, reason: error.message })
  }
}

async function addServer(
  { client }: Place,
  path: string,
  server: ConfiguredServer,
  machine: Machine,
  result: Scan,
): Promise<void> {
  const { name, project, env } = server
  const source = project === undefined ? path : `${path} (${project})`
  const { folder = '.' } = server
  const start = isNetworkPath(folder) ? folder : resolve(dirname(path), folder)
  const envFiles = server.envFile === undefined ? [] : [resolve(start, server.envFile)]
  const context = { folder: start, env, envFiles }
  const target =
    server.command !== undefined
      ? server.args === undefined
        ? none('its arguments are not a list of texts')
        : await targetOf(server.command, server.args, context)
      : server.url !== undefined
        ? ({ kind: 'remote', url: server.url } as const)
        : none('it has neither a command nor an address')
  const identified = await identify(target, machine)
  if (identified.identifier === undefined)
    result.skipped.push({ source, name, client, reason: identified.reason })
  else result.installed.push({ name, client, source, ...identified, server: name })
}
