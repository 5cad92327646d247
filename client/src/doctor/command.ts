import { PUBLIC_VERSION } from './version.ts'

export type PackageType = 'npm' | 'pypi' | 'nuget'
export type Runner = 'npx' | 'bunx' | 'pnpm dlx' | 'uvx' | 'pipx run' | 'dnx'

export type Package = {
  kind: PackageType
  runner: Runner
  name: string
  /** Only if the command names it. */
  version: string | undefined
}

/** What a configured server is, before the rules about privacy. */
export type Target = (
  | Package
  | { kind: 'docker'; image: string }
  | { kind: 'remote'; url: string }
  | { kind: 'none'; reason: string }
) & {
  /** Whether `skill-rating proxy` starts it, and counts its calls. */
  isProxied?: boolean
}

export function none(reason: string): Target {
  return { kind: 'none', reason }
}

const OTHER_COMMAND = none('its command is not one of those that doctor reads')
const UNKNOWN_OPTION = none('the command has an option that doctor does not read')
const NOT_PUBLIC = none('the command names no package of the public registry')
const STARTS_OTHER = none('the command may start another package')

/** More than any command needs. */
const MAX_ARGS = 500
const MAX_LENGTH = 16_384
const MAX_SPECIFIER = 256

/** The forms of commands of which it is certain what they start. Everything else is not judged. */
const FORMS: Record<string, (args: string[]) => Target> = {
  npx: (args) => fromNpm('npx', args, ['-y', '--yes']),
  bunx: (args) => fromNpm('bunx', args, ['-y', '--yes', '--bun']),
  pnpm: ([dlx, ...args]) => (dlx === 'dlx' ? fromNpm('pnpm dlx', args) : OTHER_COMMAND),
  uvx: (args) => fromPypi('uvx', args),
  pipx: ([run, ...args]) => (run === 'run' ? fromPypi('pipx run', args) : OTHER_COMMAND),
  dnx: fromNuGet,
  docker: ([run, ...args]) => (run === 'run' ? image(args) : OTHER_COMMAND),
  // As clients on Windows start npx.
  cmd: ([option = '', command = '', ...args]) =>
    /^\/c$/i.test(option) ? targetOf(command, args) : OTHER_COMMAND,
  'skill-rating': ([proxy, dashes, command = '', ...args]) =>
    proxy === 'proxy' && dashes === '--' ? { ...targetOf(command, args), isProxied: true } : OTHER_COMMAND,
}

/** What a command starts. */
export function targetOf(command: string, args: string[]): Target {
  if (args.length > MAX_ARGS || [command, ...args].some(({ length }) => length > MAX_LENGTH))
    return none('the command is too long')
  const program = command.toLowerCase().replace(/\.(exe|cmd)$/, '')
  return Object.hasOwn(FORMS, program) ? (FORMS[program] as (args: string[]) => Target)(args) : OTHER_COMMAND
}

/** The words from the first one that is not among the given flags. */
function withoutFlags(args: string[], flags: string[]): string[] {
  const start = args.findIndex((arg) => !flags.includes(arg))
  return start < 0 ? [] : args.slice(start)
}

/** `name`, `@scope/name`, and with a version, range or tag. npm takes what ends like an archive for a file. */
const NPM_SPEC =
  /^((?:@[a-z0-9-][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)(?:@([\^~]?v?\d[\w.+-]*|[a-z][a-z0-9-]*))?$/i
const ARCHIVE = /\.(tgz|tar|gz|zip|whl|bz2|xz|py|pyz|txt|toml)$/i

function fromNpm(runner: Runner, args: string[], flags: string[] = []): Target {
  const [spec = '', ...rest] = withoutFlags(args, flags)
  if (spec.startsWith('-')) return UNKNOWN_OPTION
  const [, name, version] = specifier(spec, NPM_SPEC)
  return name ? started({ kind: 'npm', runner, name, version: exactVersion(version) }, rest) : NOT_PUBLIC
}

/** `name`, `name[extra]`, `name@1.2.3`, `name@latest` and `name==1.2.3`. */
const PYPI_SPEC =
  /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?:\[[a-z0-9,_-]+\])?(?:(?:@|==)(latest|\d[\w.!+*]*))?$/i

function fromPypi(runner: Runner, [spec = '', ...rest]: string[]): Target {
  if (spec.startsWith('-')) return UNKNOWN_OPTION
  const [, name, version] = specifier(spec, PYPI_SPEC)
  return name ? started({ kind: 'pypi', runner, name, version: exactVersion(version) }, rest) : NOT_PUBLIC
}

/** `dnx Name@1.2.3 --yes -- arguments`: up to `--`, its options can be behind the package, too. */
function fromNuGet(args: string[]): Target {
  const yes = ['-y', '--yes']
  const [spec = '', ...behind] = withoutFlags(args, yes)
  const [dashes = '--', ...rest] = withoutFlags(behind, yes)
  if (spec.startsWith('-') || dashes !== '--') return UNKNOWN_OPTION
  const [, name, version] = specifier(spec, /^(\w[\w.-]{0,99})(?:@(\d[\w.+-]*))?$/)
  return name
    ? started({ kind: 'nuget', runner: 'dnx', name, version: exactVersion(version) }, rest)
    : NOT_PUBLIC
}

function specifier(text: string, form: RegExp): RegExpExecArray | [] {
  return (text.length <= MAX_SPECIFIER && !ARCHIVE.test(text) && form.exec(text)) || []
}

/** `1.2.3` or `1.2.3-beta.1`, and no range or tag. Registries leave out a `v`. */
function exactVersion(version: string | undefined): string | undefined {
  return version && PUBLIC_VERSION.test(version) ? version.replace(/^v/, '') : undefined
}

/** Packages that start what their arguments name: a file, a project, another package or a remote server. */
const STARTERS = new Set([
  ...(
    'npm npx pnpm yarn bun deno node tsx ts-node vite-node jiti nodemon cross-env cross-env-shell env-cmd dotenv-cli @dotenvx/dotenvx ' +
    'mcp-remote supergateway mcp-proxy mcp-get @mcp-get/cli install-mcp @smithery/cli @modelcontextprotocol/inspector ' +
    '@pyroprompts/mcp-stdio-to-streamable-http-adapter skill-rating'
  )
    .split(' ')
    .map((name) => `npm:${name}`),
  ...'mcp mcpo mcp-proxy fastmcp uvicorn ipython uv pipx'.split(' ').map((name) => `pypi:${name}`),
])
/** uv takes it for an interpreter. */
const PYTHON = /^pypi:(c?python|pypy|graalpy|pyodide)[\d.]*t?$/
/** An argument by which a program starts a package. */
const RUNS_PACKAGE = /(^|[\s;&|(/\\"'])(npx|pnpx|bunx|uvx?|pipx|dnx|docker)(\.exe|\.cmd)?(\s|$)/i

function started(found: Package, args: string[]): Target {
  const key = `${found.kind}:${found.name.toLowerCase().replaceAll(/[._]/g, '-')}`
  const isStarter = STARTERS.has(key) || PYTHON.test(`${found.kind}:${found.name.toLowerCase()}`)
  return isStarter || args.some((arg) => RUNS_PACKAGE.test(arg)) ? STARTS_OTHER : found
}

/** The options of `docker run` that do not change which image it starts, or what in it. */
const DOCKER_FLAGS = '-i --interactive -t --tty -it -ti --rm --init --read-only'.split(' ')
const DOCKER_VALUES =
  '-e --env --env-file --name -p --publish -v --volume --mount --network -u --user -w --workdir -l --label -m --memory --cpus'.split(
    ' ',
  )
/** Images that only have a runtime: the skill is what they run. Those without a namespace are left out by their name. */
const RUNTIMES = /^(docker\.io\/)?(library|oven\/bun|denoland\/deno|astral\/uv)([:@/]|$)/

function image(args: string[]): Target {
  let index = 0
  for (; args[index]?.startsWith('-'); index++) {
    const [option = '', value] = /^(--[a-z-]+)=(.*)$/s.exec(args[index] as string)?.slice(1) ?? [args[index]]
    if (DOCKER_VALUES.includes(option)) index += value === undefined ? 1 : 0
    else if (value !== undefined || !DOCKER_FLAGS.includes(option)) return UNKNOWN_OPTION
  }
  const [reference, ...rest] = args.slice(index)
  if (reference === undefined) return OTHER_COMMAND
  if (RUNTIMES.test(reference)) return none('the image only has a runtime')
  return rest.some((arg) => RUNS_PACKAGE.test(arg)) ? STARTS_OTHER : { kind: 'docker', image: reference }
}
