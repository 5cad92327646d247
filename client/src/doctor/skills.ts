import { dirname, join } from 'node:path'
import { asString, isObject, type JsonObject } from '../json.ts'
import { type Identified, keep, repository } from './identifier.ts'
import type { Scan, Skipped } from './installed.ts'
import { projectFolders, SKILL_LOCATIONS, skillLockFiles } from './locations.ts'
import type { Machine } from './machine.ts'
import { parseJson } from './parse.ts'
import { readNames, readText, Unreadable } from './read.ts'

/** Adds the Agent Skills of the user and the project. Only those with a public source have an identifier. */
export async function scanSkills(machine: Machine, { installed, skipped }: Scan): Promise<void> {
  const locked = new Set<string>()
  for (const source of skillLockFiles(machine)) {
    await attempt(source, skipped, async () => {
      for (const [name, entry] of await lockEntries(source)) {
        locked.add(name)
        add({ name, client: 'agent-skills', source }, fromLock(entry))
      }
    })
  }
  for (const { client, folder } of skillFolders(machine)) {
    await attempt(folder, skipped, async () => {
      for (const name of skillNames(folder)) {
        const source = join(folder, name)
        // `npx skills` links the folder of a skill into those of several clients.
        if (locked.has(name)) continue
        await attempt(source, skipped, async () => {
          if (isSkill(source)) add({ name, client, source }, await fromClawHub(folder, name))
        })
      }
    })
  }

  function add(skill: { name: string; client: string; source: string }, identified: Identified): void {
    if (identified.identifier === undefined) skipped.push({ ...skill, reason: identified.reason })
    else installed.push({ ...skill, ...identified, server: undefined, isProxied: false })
  }
}

async function attempt(source: string, skipped: Skipped[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    skipped.push({ source, reason: error.message })
  }
}

/** Of one lock file. */
const MAX_SKILLS = 1_000

async function lockEntries(path: string): Promise<[string, JsonObject][]> {
  const text = readText(path, 4 * 1024 * 1024)
  if (text === undefined) return []
  const content = await parseJson(text)
  if (!isObject(content) || !isObject(content.skills)) throw new Unreadable('it has no list of skills')
  const entries = Object.entries(content.skills)
  if (entries.length > MAX_SKILLS) throw new Unreadable(`it has more than ${MAX_SKILLS} skills`)
  return entries.map(([name, entry]) => [name, isObject(entry) ? entry : {}])
}

/** `owner/repo` of GitHub or GitLab, or the URL that it was installed from, with the path of the skill in this repository. */
function fromLock(entry: JsonObject): Identified {
  const source = asString(entry.source) ?? ''
  const url = asString(entry.sourceUrl)
  const hosts = new Map([
    ['github', 'github.com'],
    ['gitlab', 'gitlab.com'],
  ])
  const host = hosts.get(asString(entry.sourceType) ?? '')
  if (host && url === undefined && /^[\w.-]+\/[\w.-]+$/.test(source))
    return withPath(repository(`https://${host}/${source}`), entry.skillPath)
  if (host && url !== undefined) return withPath(repository(url), entry.skillPath)
  return keep('it has no public source')
}

/** A repository can have many skills: `skills/pdf/SKILL.md` is the one in `skills/pdf`. */
function withPath(repository: Identified, skillPath: unknown): Identified {
  if (repository.identifier === undefined || skillPath === undefined) return repository
  const parts = (asString(skillPath) ?? '').split(/[\\/]/)
  const folders = /^skill\.md$/i.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts
  const isValid = folders.every((name) => /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name))
  if (!isValid || folders.length > 10) return keep('its path in the repository has no valid form')
  const path = folders.length > 0 ? `#${folders.join('/')}` : ''
  return { ...repository, identifier: repository.identifier + path }
}

function skillFolders(machine: Machine): { client: string; folder: string }[] {
  const projects = projectFolders(machine)
  return SKILL_LOCATIONS.flatMap(({ client, user, project = [] }) => [
    ...(user?.(machine) ?? []).map((folder) => ({ client, folder })),
    ...projects.flatMap((above) => project.map((path) => ({ client, folder: join(above, path) }))),
  ])
}

/** ClawHub has a folder for each owner: `@ada/pdf`. */
function skillNames(folder: string): string[] {
  return readNames(folder).flatMap((name) =>
    name.startsWith('@') ? readNames(join(folder, name)).map((skill) => `${name}/${skill}`) : [name],
  )
}

function isSkill(folder: string): boolean {
  return readNames(folder).some((name) => name.toLowerCase() === 'skill.md')
}

/** ClawHub writes .clawhub/origin.json into the folder of a skill, and .clawhub/lock.json next to all. Before, it was called ClawdHub. */
const CLAWHUB_FOLDERS = ['.clawhub', '.clawdhub']

/** @param name `slug`, or `@owner/slug` */
async function fromClawHub(folder: string, name: string): Promise<Identified> {
  const origin =
    (await clawHubFile(join(folder, name), 'origin.json')) ??
    lockedByClawHub(name, await clawHubFile(dirname(folder), 'lock.json'))
  if (!isObject(origin)) return keep('it has no public source')
  const { sourceKind, sourceRepository, sourcePath, slug = name.split('/').at(-1) } = origin
  // It also installs skills from repositories on GitHub.
  if (sourceKind === 'skills-sh' && sourceRepository)
    return withPath(repository(`https://github.com/${asString(sourceRepository)}`), sourcePath)
  const registry = asString(origin.registry) ?? 'https://clawhub.ai'
  if (sourceKind || !/^https:\/\/(www\.)?clawhub\.(ai|com)\/?$/.test(registry))
    return keep('it comes from another registry')
  // Many owners can have one slug.
  const owner = asString(origin.ownerHandle) ?? /^@(.*)\//.exec(name)?.[1]
  if (owner === undefined) return keep('ClawHub did not write down who published it')
  // As the import of the service stores it. These names are public: other than those of a remote server, they can have digits.
  const path = `${owner.replace(/^@/, '')}/skills/${asString(slug)}`
  if (!/^(?!\.+\/)[\w.-]{1,64}\/skills\/[a-z0-9][a-z0-9-]{0,95}$/i.test(path))
    return keep('its public source has no valid name')
  const version = asString(origin.installedVersion) ?? asString(origin.version)
  const identifier = `https://clawhub.ai/${path}`
  return { identifier, version: version && /^[\w.+-]{1,100}$/.test(version) ? version : undefined }
}

async function clawHubFile(folder: string, name: string): Promise<unknown> {
  for (const one of CLAWHUB_FOLDERS) {
    const text = readText(join(folder, one, name), 4 * 1024 * 1024)
    if (text !== undefined) return parseJson(text)
  }
  return undefined
}

function lockedByClawHub(name: string, lock: unknown): unknown {
  return isObject(lock) && isObject(lock.skills) && Object.hasOwn(lock.skills, name)
    ? lock.skills[name]
    : undefined
}
