import { serverName } from '../../functions/_shared/text/install.ts'
import { isImageName, isNpmName, isPypiName } from '../../functions/_shared/text/package-names.ts'
import type { InstallEntry, SkillPage } from './api/responses.ts'
import { repositoryAt } from './repository.ts'

/** How a skill is installed. Its commands contain no text of a name or description. */
export interface Installation {
  /** The name in the registry of who published it; null if a submission names the packages. */
  server: string | null
  /** Its name in the configuration of a client. */
  serverName: string
  /** The ways to add it to a client, if it is an MCP server. */
  entries: InstallEntry[]
  /** Commands that get anything else. */
  lines: string[]
}

/** The package of an entry, and the commands that run it and that get it. */
const REGISTRIES = {
  npm: { isName: isNpmName, command: 'npx', args: ['-y'], line: 'npm install' },
  pypi: { isName: isPypiName, command: 'uvx', args: [], line: 'pip install' },
  docker: { isName: isImageName, command: 'docker', args: ['run', '-i', '--rm'], line: 'docker pull' },
} as const

/**
 * How a skill is installed: as its publisher says in a registry, else by the packages of its submission, whose names anyone can claim. Null
 * if nothing is known, or if it should not be installed any more.
 */
export function installationOf(skill: SkillPage): Installation | null {
  const { install, type, url, slug, identifiers, retired_at, source_status } = skill
  if (install) return { ...install, serverName: serverName(install.server), lines: [] }
  // An imported server has a name, which is the only identifier without a colon: nothing in its server.json was safe to show.
  const isImported = identifiers.some((identifier) => !identifier.includes(':'))
  if (retired_at || source_status === 'deleted' || isImported) return null
  const packages = identifiers.flatMap(packageOf)
  const repository = type === 'github' && url ? repositoryAt(url) : undefined
  const lines = packages.map(({ registry, name }) => `${REGISTRIES[registry].line} ${name}`)
  if (repository) lines.push(repository.cloneCommand)
  const isServer = type === 'mcp'
  if (packages.length === 0 && lines.length === 0) return null
  return {
    server: null,
    serverName: serverName(slug),
    entries: isServer ? packages.map(entryOf) : [],
    lines: isServer ? [] : lines,
  }
}

interface Package {
  registry: keyof typeof REGISTRIES
  name: string
}

/** The package of a package URL in normal form, if a command may contain its name. */
function packageOf(identifier: string): Package[] {
  const [, registry, name = ''] = /^pkg:(npm|pypi|docker)\/(.+)$/.exec(identifier) ?? []
  if (registry !== 'npm' && registry !== 'pypi' && registry !== 'docker') return []
  return REGISTRIES[registry].isName(name) ? [{ registry, name }] : []
}

function entryOf({ registry, name }: Package): InstallEntry {
  const { command, args } = REGISTRIES[registry]
  return {
    type: registry,
    transport: 'stdio',
    command,
    args: [...args, name],
    url: null,
    env: [],
    headers: [],
  }
}
