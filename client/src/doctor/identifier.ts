import { PackageURL } from 'packageurl-js'
import type { Package, Target } from './command.ts'
import { hasPlainLabels, isGenericHost, isPublicName } from './hosts.ts'
import { type Place, registryProblem } from './registry-settings.ts'
import { PUBLIC_VERSION } from './version.ts'

/** What may leave the machine, or why nothing does. */
export type Identified =
  | { identifier: string; version: string | undefined }
  | { identifier: undefined; reason: string }

export function keep(reason: string): Identified {
  return { identifier: undefined, reason }
}

/** With the version, if it is a package. */
export function sentIdentifier(found: { identifier: string; version: string | undefined }): string {
  const { identifier, version } = found
  return version && identifier.startsWith('pkg:') ? `${identifier}@${version}` : identifier
}

/** The identifier of a target, if it is certain that it is public. */
export async function identify(target: Target, place: Place): Promise<Identified> {
  const isPackage = target.kind === 'npm' || target.kind === 'pypi' || target.kind === 'nuget'
  const problem = isPackage ? await registryProblem(target, place) : undefined
  return problem === undefined ? localIdentifier(target) : keep(problem)
}

/** The identifier and the named version of a target, also if it is not certain that it is public. It is for this machine only. */
export function localIdentifier(target: Target): Identified {
  switch (target.kind) {
    case 'npm':
    case 'pypi':
    case 'nuget':
      return packagePurl(target)
    case 'docker':
      return image(target.image)
    case 'remote':
      return remote(target.url)
    case 'none':
      return keep(target.reason)
  }
}

function purl(type: string, namespace: string | undefined, name: string, version?: string): Identified {
  return {
    identifier: new PackageURL(type, namespace, name, undefined, undefined, undefined).toString(),
    version,
  }
}

function packagePurl({ kind, name, version }: Package): Identified {
  const [scope, base = ''] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return purl(kind, scope, base, version)
}

/** Besides Docker Hub, the registries that only have public images. */
const IMAGE_HOSTS = new Set(['docker.io', 'mcr.microsoft.com', 'public.ecr.aws', 'docker.elastic.co'])

function image(reference: string): Identified {
  const [, path = '', tag, digest] =
    /^([a-z0-9][\w./:-]*?)(?::([\w][\w.-]{0,127}))?(@sha256:[0-9a-f]{64})?$/.exec(reference) ?? []
  const parts = path.split('/')
  const isHost = parts.length > 1 && /[.:]|^localhost$/.test(parts[0] ?? '')
  const host = isHost ? (parts.shift() as string) : 'docker.io'
  const isValid = parts.every((part) => /^[a-z0-9]+([._-]+[a-z0-9]+)*$/.test(part)) && path.length <= 255
  if (!path || !isValid) return keep('the command has no valid name of an image')
  if (host === 'ghcr.io') return keep('ghcr.io has private images, too')
  if (!IMAGE_HOSTS.has(host)) return keep('its image comes from another registry')
  // Docker Hub has images without a namespace only for runtimes and databases.
  if (parts.length === 1) return keep('its image was built on this machine')
  const names = host === 'docker.io' ? parts : [host, ...parts]
  // Shorter tags move on to newer images, and beside a digest, Docker reads none.
  const isVersion = tag && !digest && /^v?\d+\.\d+\./.test(tag) && PUBLIC_VERSION.test(tag)
  const version = isVersion ? tag : undefined
  return purl('docker', names.slice(0, -1).join('/'), names.at(-1) ?? '', version)
}

/** What no group or project of GitLab can have as its name: the same as in the service (sql/identifiers/10_identifiers.sql). */
const GITLAB_PAGE =
  /^(?:-|badges|blame|blob|builds|commits|create|create_dir|edit|files|find_file|new|preview|raw|refs|tree|update|wikis)$/

/** A public repository by https. Access by ssh or with credentials means that it may be private. */
export function repository(address: string): Identified {
  const text = address.replace(/^git\+/, '')
  if (!/^https:\/\//i.test(text)) return keep('its repository may be private')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.search) return keep('its repository may be private')
  const host = url.host.replace(/^www\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  // A repository of GitLab can be in nested groups. Its pages follow a segment that cannot be the name of a project.
  const page = parts.findIndex((part, index) => index > 1 && GITLAB_PAGE.test(part))
  const end = host === 'github.com' ? 2 : page === -1 ? parts.length : page
  const names = parts.slice(0, end).map((part) => part.split('@')[0] ?? '')
  const repo = (names.pop() ?? '').replace(/\.git$/, '')
  const isValid = names.length > 0 && [...names, repo].every((name) => /^[\w.-]{1,100}$/.test(name))
  if (!['github.com', 'gitlab.com'].includes(host) || !isValid || /^\.+$/.test(repo))
    return keep('its repository is not on github.com or gitlab.com')
  return purl(host.replace('.com', ''), names.join('/'), repo)
}

/** Host and path of a remote server, if nothing in them can be a secret. */
function remote(address: string): Identified {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:') return keep('its address does not begin with https://')
  if (url.username || url.password) return keep('its address has credentials')
  const host = url.hostname.replace(/\.+$/, '')
  if (!isPublicName(host)) return keep('its host is not public')
  if (!isGenericHost(host)) return keep('its host may be that of a person or a company')
  const segments = url.pathname.split('/').filter(Boolean)
  if (!hasPlainLabels(host) || !isPlainPath(segments)) return keep('its address may have a secret')
  return {
    identifier: `https://${host}${url.port && `:${url.port}`}${segments.map((segment) => `/${segment}`).join('')}`,
    version: undefined,
  }
}

/** Behind these, a segment names somebody, or is a key. */
const OWNERS =
  /^(account|client|customer|k|key|o|org|organization|p|project|s|secret|session|t|team|tenant|token|u|user|w|workspace)s?$/

function isPlainPath(segments: string[]): boolean {
  return segments.every((segment, index) => isPlainWord(segment) && !OWNERS.test(segments[index - 1] ?? ''))
}

/**
 * `v2`, or words such as `web_reader`, `context7` and `mcp.json`: at most 20 characters, one `.`, and one number of at most two digits at
 * the end of a word. Tokens have more of them, and in other places.
 */
function isPlainWord(segment: string): boolean {
  if (/^v\d{1,3}(\.\d{1,2}|(alpha|beta)\d{0,2})?$/.test(segment)) return true
  const isWords = /^[a-z]+\d{0,2}([-_.][a-z]+\d{0,2})*$/.test(segment)
  const numbers = segment.match(/\d+/g) ?? []
  const isShort = segment.length <= 20 && segment.split(/[-_.]/).every((word) => word.length < 20)
  return isWords && isShort && segment.split('.').length <= 2 && numbers.length <= 1
}
