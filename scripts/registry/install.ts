// How an imported server is installed: its server.json, written by strangers, as commands of a closed grammar. What does not fit is left
// out, and nothing is repaired. docs/registry.md has the rules. SQL stores the result after it checked its shape.
import type { z } from 'zod'
import type { InstallEntry } from '../../functions/_shared/schemas/responses.ts'
import {
  isImageName,
  isNpmName,
  isPort,
  isPublicHost,
  isPypiName,
  NPM_ARCHIVE,
} from '../../functions/_shared/text/package-names.ts'

type Entry = z.output<typeof InstallEntry>
type Field = Entry['env'][number]
type Json = Record<string, unknown>

const MAX_ITEMS = 20
const MAX_ENTRIES = 10
const MAX_INPUTS = 50

/**
 * How a server is installed: at most 10 different entries of the first 20 packages and 20 remotes of its server.json, packages first; null
 * if none fits. Never throws, whatever the JSON is.
 */
export function installEntries(server: unknown): Entry[] | null {
  if (!isObject(server)) return null
  const found = [
    ...firstItems(server.packages).map(installPackage),
    ...firstItems(server.remotes).map(installRemote),
  ]
  const entries = new Map(found.flatMap((entry) => (entry ? [[JSON.stringify(entry), entry]] : [])))
  return entries.size === 0 ? null : [...entries.values()].slice(0, MAX_ENTRIES)
}

/** The command that runs a package. It never reads runtimeHint, runtimeArguments and packageArguments. */
function installPackage({ registryType, registryBaseUrl, ...fields }: Json): Entry | null {
  const { identifier, version: given, transport, environmentVariables } = fields
  const version = given ?? undefined
  const env = variablesOf(environmentVariables)
  const isStdio = isObject(transport) && transport.type === 'stdio'
  if (typeof identifier !== 'string' || !(version === undefined || typeof version === 'string')) return null
  if (!env || !isStdio || !isDefaultRegistry(registryBaseUrl, registryType, identifier)) return null
  const local = { transport: 'stdio' as const, url: null, env, headers: [] }
  switch (registryType) {
    case 'npm': {
      const argument = npmArgument(identifier, version)
      return argument ? { type: 'npm', command: 'npx', args: ['-y', argument], ...local } : null
    }
    case 'pypi': {
      const argument = pypiArgument(identifier, version)
      return argument ? { type: 'pypi', command: 'uvx', args: [argument], ...local } : null
    }
    case 'oci': {
      const image = dockerImage(identifier, version)
      // Only what each configuration sets: Docker copies any other variable from the environment of the reader.
      const passed = env.filter(({ required }) => required).flatMap(({ name }) => ['-e', name])
      const args = ['run', '-i', '--rm', ...passed]
      return image ? { type: 'docker', command: 'docker', args: [...args, image], ...local } : null
    }
    default:
      return null
  }
}

/** The address of a remote server. */
function installRemote({ type: transport, url, headers: given }: Json): Entry | null {
  if (transport !== 'streamable-http' && transport !== 'sse') return null
  const headers = headersOf(given)
  if (!headers || typeof url !== 'string' || url.length > 2_048) return null
  // The characters of a path and a query without quotes, braces and white space. Percent-encoded control characters do not fit.
  const [, host, port] =
    /^https:\/\/([A-Za-z0-9.-]+)(?::([0-9]+))?(?:\/(?:[A-Za-z0-9._~@+=:,/-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?(?:\?(?:[A-Za-z0-9._~@+=:,/&-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?$/.exec(
      url,
    ) ?? []
  if (!host || !isPublicHost(host) || (port !== undefined && !isPort(port))) return null
  return { type: 'remote', transport, command: null, args: [], url, env: [], headers }
}

/** NAME@VERSION for npx: a name that npm accepts for new packages and a semantic version. */
function npmArgument(name: string, version?: string): string | undefined {
  // npm takes numbers above 2^53 for the name of a tag.
  const isVersion =
    version !== undefined &&
    version.length <= 256 &&
    /^(?:0|[1-9][0-9]{0,14})(?:\.(?:0|[1-9][0-9]{0,14})){2}(?:-(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/.test(
      version,
    ) &&
    !NPM_ARCHIVE.test(version)
  return isNpmName(name) && isVersion ? `${name}@${version}` : undefined
}

/** NAME==VERSION for uvx: a name by PEP 508 and a public version by PEP 440. */
function pypiArgument(name: string, version?: string): string | undefined {
  // After @, uvx would take what is no version, also a number above 2^64, for a path; after ==, that is an error. PyPI has no local
  // versions (1.0+x).
  const isVersion =
    version !== undefined &&
    version.length <= 100 &&
    /^v?(?:[0-9]{1,15}!)?[0-9]{1,15}(?:\.[0-9]{1,15})*(?:[._-]?(?:a|b|c|rc|alpha|beta|pre|preview)(?:[._-]?[0-9]{1,15})?)?(?:-[0-9]{1,15}|[._-]?(?:post|rev|r)(?:[._-]?[0-9]{1,15})?)?(?:[._-]?dev(?:[._-]?[0-9]{1,15})?)?$/i.test(
      version,
    )
  return isPypiName(name) && isVersion ? `${name}==${version}` : undefined
}

/**
 * The reference of an image with a tag or digest, which is in the identifier, or a tag from the version if the identifier has neither. Two
 * different tags do not fit.
 */
function dockerImage(identifier: string, version?: string): string | undefined {
  if (identifier.length > 512) return undefined
  const [, name, tag, digest] =
    /^([^:@]+(?::[0-9]+(?=\/))?[^:@]*)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(
      identifier,
    ) ?? []
  if (!name || !isImageName(name)) return undefined
  if (version === undefined) return tag || digest ? identifier : undefined
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(version)) return undefined
  if (tag === version || (!tag && digest)) return identifier
  return tag ? undefined : `${identifier}:${version}`
}

/**
 * Whether the command, which names no registry, gets the package from the registry that registryBaseUrl names: in another registry, the
 * same name can be the package of a stranger.
 */
function isDefaultRegistry(baseUrl: unknown, kind: unknown, identifier: string): boolean {
  if (baseUrl === undefined || baseUrl === null) return true
  const [, host] = (typeof baseUrl === 'string' && /^https:\/\/([a-z0-9.-]+)\/?$/.exec(baseUrl)) || []
  if (host === undefined) return false
  if (kind === 'npm') return host === 'registry.npmjs.org'
  if (kind === 'pypi') return host === 'pypi.org'
  return (
    ['docker.io', 'index.docker.io', 'hub.docker.com'].includes(host) || host === identifier.split('/')[0]
  )
}

/** The names of variables. An optional one that does not fit is left out. */
function variablesOf(inputs: unknown): Field[] | null {
  const fields = inputsOf(inputs)
  const fitting = fields?.filter(({ name }) => isVariableName(name)) ?? []
  if (!fields || fields.some((field) => field.required && !fitting.includes(field))) return null
  return hasRepeated(fitting) ? null : fitting
}

/** The names of headers, if all fit. */
function headersOf(inputs: unknown): Field[] | null {
  const fields = inputsOf(inputs)
  return fields?.every(({ name }) => isHeaderName(name)) && !hasRepeated(fields) ? fields : null
}

/** The names of variables or headers, if it is clear which are required. Values, defaults and descriptions are never read. */
function inputsOf(inputs: unknown): Field[] | null {
  const list = inputs ?? []
  if (!Array.isArray(list) || list.length > MAX_INPUTS) return null
  const fields = list.flatMap((input): Field[] => {
    if (!isObject(input)) return []
    const [required, secret] = [input.isRequired ?? false, input.isSecret ?? false]
    if (typeof required !== 'boolean' || typeof secret !== 'boolean') return []
    return [{ name: typeof input.name === 'string' ? input.name : '', required, secret }]
  })
  return fields.length === list.length ? fields : null
}

function hasRepeated(fields: Field[]): boolean {
  return new Set(fields.map(({ name }) => name.toLowerCase())).size < fields.length
}

/** Families of variables, by the part before the first underscore. Their sources are in docs/decisions/0031-install.md. */
const FAMILIES = new Set(
  [
    'LD LDR DYLD MALLOC GCONV GLIBC BASH XDG KRB5 SUDO GIT VK',
    'NODE ELECTRON BUN DENO TSX CONDA GEM BUNDLE LUA JULIA ERL GUILE JAVA JDK MAVEN GRADLE',
    'SBT DOTNET CORECLR COR COMPLUS CARGO RUSTUP YARN PNPM COREPACK UV PIP PIPX POETRY DOCKER',
    'COMPOSE BUILDKIT PODMAN OPENSSL GTK GIO GST QT',
  ].flatMap((line) => line.split(' ')),
)
const FORBIDDEN = new Set(
  [
    // The loader and the C library.
    'LIBPATH SHLIB_PATH LOCPATH NLSPATH NIS_PATH PATH_LOCALE LOCALDOMAIN HOSTALIASES RES_OPTIONS',
    'RESOLV_HOST_CONF GETCONF_DIR TERMCAP TERMPATH AUTHSTATE',
    // What shells and make read or run, and where programs find their settings.
    'PATH PATHEXT CDPATH FPATH MANPATH ENV IFS PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND SHELL',
    'SHELLOPTS COMSPEC PSMODULEPATH ZDOTDIR INPUTRC GLOBIGNORE NULLCMD READNULLCMD TMPPREFIX HOME',
    'USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA SYSTEMROOT WINDIR BASHOPTS MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES KUBECONFIG',
    // Programs that other programs start.
    'EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE SSH_AUTH_SOCK',
    // Interpreters, libraries and trusted certificates.
    'VIRTUAL_ENV PHPRC TCLLIBPATH CLASSPATH R_HOME GOFLAGS GOPATH GOROOT GOPROXY GOENV GOTOOLCHAIN',
    'GOSUMDB GONOSUMDB GONOSUMCHECK GOINSECURE LADSPA_PATH SSLKEYLOGFILE',
  ].flatMap((line) => line.split(' ')),
)
const FORBIDDEN_PARTS = [
  /^(?:PYTHON|PERL|RUBY|RUSTC|TERMINFO|TS_NODE|NPM_CONFIG|PHP_INI|R_PROFILE|R_ENVIRON|R_LIBS)/,
  /^(?:SSH_ASKPASS|SSH_SK_|ASPNETCORE_HOSTINGSTARTUP|CONTAINER_HOST|CONTAINERS_|SSL_CERT_)/,
  // Other certificates, programs and drivers, and other hosts for what the reader sends.
  /(?:CA_BUNDLE|(?:^|_)EXECUTABLE_PATH|(?:^|_)ICD_FILENAMES|(?:^|_)PROXY)$/,
  /^(?:OPENAI|ANTHROPIC|AWS)_(?:[A-Z0-9_]*_)?(?:(?:API|BASE|ENDPOINT)*(?:BASE|ENDPOINT|HOST|HOSTNAME|UR[IL])S?|BASEPATH)(?:_|$)/,
]

/**
 * Whether a name is one that a server may ask for as a variable of the environment: capitals, digits and underscores, and none that makes
 * programs load or run code, trust other certificates, or send what is secret elsewhere. Whole families, because a list of names is never
 * complete.
 */
function isVariableName(name: string): boolean {
  if (name.length > 100 || !/^[A-Z][A-Z0-9_]*$/.test(name)) return false
  // Many servers read it, and it loads nothing.
  if (name === 'NODE_ENV') return true
  return (
    !FAMILIES.has(name.split('_', 1)[0] ?? '') &&
    !FORBIDDEN.has(name) &&
    !FORBIDDEN_PARTS.some((part) => part.test(name))
  )
}

/**
 * Whether a name is one that a server may ask for as a header of requests: a subset of the tokens of RFC 9110, without those that the Fetch
 * standard forbids, and those of HTTP, cookies and MCP itself.
 */
function isHeaderName(name: string): boolean {
  return (
    name.length <= 100 &&
    /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) &&
    !/^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|expect|date|dnt|origin|referer|cookie2?|set-cookie2?|proxy-.*|sec-.*|content-.*|accept(?:-.*)?|access-control-.*|if-.*|range|forwarded|x-forwarded-.*|x-real-ip|x-http-method(?:-override)?|x-method-override|http2-settings|permissions-policy|feature-policy|mcp-.*|last-event-id)$/i.test(
      name,
    )
  )
}

function firstItems(items: unknown): Json[] {
  return Array.isArray(items) ? items.slice(0, MAX_ITEMS).filter(isObject) : []
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
