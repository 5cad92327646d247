import { basename, dirname, join } from 'node:path'
import { parseJson } from './formats.ts'
import { type Identified, repository } from './identifier.ts'
import type { Machine } from './machine.ts'
import { projectFolders, SKILL_PLACES, skillLockFiles } from './places.ts'
import { asString, isObject, type JsonObject, readNames, readText, Unreadable } from './read.ts'
import type { Scan, Skipped } from './scan.ts'

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
      for (const name of readNames(folder)) {
        const source = join(folder, name)
        // `npx skills` links the folder of a skill into those of several clients.
        if (locked.has(name)) continue
        await attempt(source, skipped, async () => {
          if (isSkill(source)) add({ name, client, source }, await fromClawHub(source))
        })
      }
    })
  }

  function add(skill: { name: string; client: string; source: string }, identified: Identified): void {
    if (identified.identifier === undefined)
      skipped.push({
        source: skill.source,
        name: skill.name,
        client: skill.client,
        reason: identified.reason,
      })
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
  return { identifier: undefined, reason: 'it has no public source' }
}

/** A repository can have many skills: `skills/pdf/SKILL.md` is the one in `skills/pdf`. */
function withPath(repository: Identified, skillPath: unknown): Identified {
  if (repository.identifier === undefined || skillPath === undefined) return repository
  const parts = (asString(skillPath) ?? '').split(/[\\/]/)
  const folders = /^skill\.md$/i.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts
  const isValid = folders.every((name) => /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name))
  if (!isValid || folders.length > 10)
    return { identifier: undefined, reason: 'its path in the repository has no valid form' }
  const path = folders.length > 0 ? `#${folders.join('/')}` : ''
  return { ...repository, identifier: repository.identifier + path }
}

function skillFolders(machine: Machine): { client: string; folder: string }[] {
  const projects = projectFolders(machine)
  return SKILL_PLACES.flatMap(({ client, user, project = [] }) => [
    ...(user?.(machine) ?? []).map((folder) => ({ client, folder })),
    ...projects.flatMap((above) => project.map((path) => ({ client, folder: join(above, path) }))),
  ])
}

function isSkill(folder: string): boolean {
  return readNames(folder).some((name) => name.toLowerCase() === 'skill.md')
}

/** The registry of OpenClaw writes .clawhub/origin.json into the folder of a skill, and .clawhub/lock.json next to all. */
async function fromClawHub(folder: string): Promise<Identified> {
  const text = readText(join(folder, '.clawhub', 'origin.json'), 64 * 1024)
  const origin = text === undefined ? await lockedByClawHub(folder) : await parseJson(text)
  if (!isObject(origin)) return { identifier: undefined, reason: 'it has no public source' }
  const registry = asString(origin.registry) ?? 'https://clawhub.ai'
  const slug = asString(origin.slug) ?? ''
  if (!/^https:\/\/(www\.)?clawhub\.(ai|com)\/?$/.test(registry))
    return { identifier: undefined, reason: 'it comes from another registry' }
  const owner = asString(origin.ownerHandle) ?? asString(origin.owner)
  const path = slug.includes('/') ? slug.replace(/^@/, '') : `${owner ?? 'skills'}/${slug}`
  // Its names are public: other than those of a remote server, they can have digits.
  if (!/^[a-z0-9][\w-]{0,63}\/[a-z0-9][\w-]{0,63}$/i.test(path))
    return { identifier: undefined, reason: 'its public source has no valid name' }
  const version = asString(origin.installedVersion) ?? asString(origin.version)
  const identifier = `https://clawhub.ai/${path}`
  return { identifier, version: version && /^[\w.+-]{1,100}$/.test(version) ? version : undefined }
}

async function lockedByClawHub(folder: string): Promise<unknown> {
  const text = readText(join(dirname(dirname(folder)), '.clawhub', 'lock.json'), 4 * 1024 * 1024)
  const lock = text === undefined ? undefined : await parseJson(text)
  const entry = isObject(lock) && isObject(lock.skills) ? lock.skills[basename(folder)] : undefined
  return isObject(entry) ? { slug: basename(folder), ...entry } : undefined
}
