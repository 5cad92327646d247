import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { PackageURL } from 'packageurl-js'
import { hasPlainLabels, isPublicName } from './hosts.ts'
import { asString, isNetworkPath, isObject, type JsonObject, readText, Unreadable } from './read.ts'
import type { Registries } from './registries.ts'
import type { Target } from './target.ts'

/** What may leave the machine, or why nothing does. */
export type Identified =
  | { identifier: string; version: string | undefined }
  | { identifier: undefined; reason: string }

function keep(reason: string): Identified {
  return { identifier: undefined, reason }
}

/**
 * The identifier of a target.
 * @param folder where relative paths begin
 */
export function identify(target: Target, registries: Registries, folder: string): Identified {
  switch (target.kind) {
    case 'npm':
      return npmPackage(target.name, target.version, registries)
    case 'pypi':
      return pypiPackage(target.name, target.version, registries)
    case 'docker':
      return image(target.image)
    case 'git':
      return repository(target.url)
    case 'remote':
      return remote(target.url)
    case 'path':
      return packageFolder(target.path, registries, folder)
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

function npmPackage(fullName: string, version: string | undefined, registries: Registries): Identified {
  const [scope, name] = fullName.startsWith('@') ? fullName.split('/') : [undefined, fullName]
  if (registries.npm === 'other') return keep('npm uses another registry here')
  if (scope && registries.npmScopes.has(scope.toLowerCase()))
    return keep('its scope belongs to another registry')
  if (isPrivateHere(fullName, registries.folders)) return keep('its package is private')
  return purl('npm', scope, name ?? '', version)
}

/** Whether npx would run a private package that is installed or linked here, such as one of the same workspace. */
function isPrivateHere(name: string, folders: string[]): boolean {
  return folders.some((folder) => {
    const own = manifestIn(folder)
    const installed = manifestIn(join(folder, 'node_modules', name))
    // What cannot be read could say anything; npx does not run a project whose own file it cannot read.
    if (installed === 'unreadable') return true
    return (
      (isObject(own) && own.name === name && isPrivate(own)) || (isObject(installed) && isPrivate(installed))
    )
  })
}

function manifestIn(folder: string): JsonObject | 'unreadable' | undefined {
  try {
    return readManifest(folder)
  } catch {
    return 'unreadable'
  }
}

function isPrivate({ private: value, publishConfig }: JsonObject): boolean {
  const isRestricted = isObject(publishConfig) && publishConfig.access === 'restricted'
  return (value !== undefined && value !== false) || isRestricted
}

function pypiPackage(name: string, version: string | undefined, registries: Registries): Identified {
  return registries.pypi === 'other'
    ? keep('Python packages come from another index here')
    : purl('pypi', undefined, name, version)
}

/** Registries with images for everyone. Others can be those of a company. */
const IMAGE_HOSTS = new Set([
  'docker.io',
  'ghcr.io',
  'quay.io',
  'mcr.microsoft.com',
  'public.ecr.aws',
  'registry.gitlab.com',
  'nvcr.io',
  'docker.elastic.co',
])

function image(reference: string): Identified {
  const [, path = '', tag] =
    /^([a-z0-9][\w./:-]*?)(?::([\w][\w.-]{0,127}))?(?:@sha256:[0-9a-f]{64})?$/.exec(reference) ?? []
  const parts = path.split('/')
  const isHost = parts.length > 1 && /[.:]|^localhost$/.test(parts[0] ?? '')
  const host = isHost ? (parts.shift() as string) : 'docker.io'
  const isValid = parts.every((part) => /^[a-z0-9]+([._-]+[a-z0-9]+)*$/.test(part)) && path.length <= 255
  if (!path || !isValid) return keep('the command has no valid name of an image')
  if (!IMAGE_HOSTS.has(host)) return keep('its image comes from another registry')
  // Docker Hub has images without a namespace only for runtimes and databases.
  if (parts.length === 1) return keep('its image was built on this machine')
  const names = host === 'docker.io' ? parts : [host, ...parts]
  const version = tag && /^v?\d+(\.\d+)*([-+.][\w.-]+)?$/.test(tag) ? tag : undefined
  return purl('docker', names.slice(0, -1).join('/'), names.at(-1) ?? '', version)
}

/** A public repository by https. Access by ssh or with credentials means that it may be private. */
export function repository(address: string): Identified {
  const text = address.replace(/^git\+/, '')
  if (!/^https:\/\//i.test(text)) return keep('its repository may be private')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.search) return keep('its repository may be private')
  const host = url.hostname.replace(/^www\./, '')
  const [owner = '', name = ''] = url.pathname
    .slice(1)
    .split('/')
    .map((part) => part.split('@')[0] ?? '')
  const repo = name.replace(/\.git$/, '')
  if (
    !['github.com', 'gitlab.com'].includes(host) ||
    !/^[\w.-]{1,100}$/.test(owner) ||
    !/^[\w.-]{1,100}$/.test(repo)
  )
    return keep('its repository is not on github.com or gitlab.com')
  if (/^\.+$/.test(repo)) return keep('its repository is not on github.com or gitlab.com')
  return purl(host.replace('.com', ''), owner, repo)
}

/** Host and path of a remote server, if nothing in them can be a secret. */
function remote(address: string): Identified {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return keep('its address is not a URL')
  if (url.username || url.password) return keep('its address has credentials')
  const host = url.hostname.replace(/\.+$/, '')
  if (!isPublicName(host)) return keep('its host is not public')
  const segments = url.pathname.split('/').filter(Boolean)
  if (!hasPlainLabels(host) || !segments.every(isPlainWord)) return keep('its address may have a secret')
  return {
    identifier: `${url.protocol}//${host}${url.port && `:${url.port}`}${segments.map((segment) => `/${segment}`).join('')}`,
    version: undefined,
  }
}

function isPlainWord(segment: string): boolean {
  return /^([a-z][a-z-]{0,19}|v\d{1,3})$/.test(segment)
}

/** The package that a file or folder belongs to. */
function packageFolder(path: string, registries: Registries, folder: string): Identified {
  const local = path.replace(/^~(?=[\\/])/, homedir()).replace(/^file:(\/\/)?/, '')
  if (isNetworkPath(local)) return keep('the command runs a file of another machine')
  const start = resolve(folder, local)
  const manifest = manifestOf(start)
  if (!manifest) return keep('the command runs a file of this machine')
  if (typeof manifest === 'string') return keep(manifest)
  const name = asString(manifest.name) ?? ''
  if (!/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i.test(name) || name.length > 214)
    return keep('its package.json has no valid name')
  if (isPrivate(manifest)) return keep('its package is private')
  const { publishConfig } = manifest
  if (isObject(publishConfig) && publishConfig.registry !== undefined)
    return keep('its package belongs to another registry')
  const version = asString(manifest.version)
  return npmPackage(name, version && /^[\w.+-]{1,100}$/.test(version) ? version : undefined, registries)
}

/** @throws Unreadable, SyntaxError */
function readManifest(folder: string): JsonObject | undefined {
  const text = readText(join(folder, 'package.json'), 1024 * 1024)
  const manifest: unknown = text === undefined ? undefined : JSON.parse(text)
  return isObject(manifest) ? manifest : undefined
}

/** A file is at most so deep in its package. */
const MAX_DEPTH = 5

/** The nearest package.json, or why it is not usable; undefined if there is none. */
function manifestOf(start: string): JsonObject | string | undefined {
  // A file of node_modules/.bin links to the one of the package.
  let folder = existsSync(start) ? realpathSync(start) : start
  const home = homedir()
  for (let depth = 0; depth <= MAX_DEPTH && folder !== home; depth++) {
    try {
      const manifest = readManifest(folder)
      // Some folders of a package have one with only `"type": "module"`.
      if (manifest && (manifest.name !== undefined || manifest.private !== undefined)) return manifest
    } catch (error) {
      return error instanceof Unreadable
        ? `its package.json is skipped: ${error.message}`
        : 'its package.json is not valid JSON'
    }
    if (dirname(folder) === folder || folder.endsWith('node_modules')) return undefined
    folder = dirname(folder)
  }
  return undefined
}
