import { allValues, lastValue, type OptionTable, type ParsedOptions, parseOptions } from './options.ts'
import {
  BASE_IMAGES,
  BRIDGES,
  BUNX,
  DENO,
  DOCKER,
  DOCKER_RUN,
  INDEX_OPTIONS,
  LAUNCHERS,
  NODE,
  NPX,
  PIPX,
  PNPM,
  REGISTRY_VARIABLE,
  UV,
  UV_RUN,
  UVX,
  WRAPPER_SUBCOMMANDS,
  WRAPPERS,
  YARN,
} from './runners.ts'
import { none, type Target } from './target.ts'

const UNKNOWN_OPTION = none('the command has an option that this version does not know')
const OTHER_REGISTRY = none('the command uses another registry')
/** Packages with an interpreter. */
const STARTERS = new Set(['tsx', 'ts-node', 'bun', 'deno', 'node'])
const NO_PACKAGE = none('the command does not name a package')

/** Commands in commands in commands. */
const MAX_DEPTH = 5
/** More than any command needs. */
const MAX_ARGS = 500
const MAX_LENGTH = 16_384

/** What a command line starts. */
export function targetOf(command: string, args: string[] = [], depth = 0): Target {
  if (depth > MAX_DEPTH) return none('the command is nested too deeply')
  if (args.length > MAX_ARGS || [command, ...args].some(({ length }) => length > MAX_LENGTH))
    return none('the command is too long')
  const inner = (line: string[]) => targetOf(line[0] ?? '', line.slice(1), depth + 1)
  // Some clients accept a whole command line.
  if (args.length === 0 && /\s/.test(command.trim()) && !/^([a-z]:)?[\\/]/i.test(command.trim())) {
    const words = splitWords(command)
    return words ? inner(words) : none('the command is a script of a shell')
  }
  const program = programName(command)
  const runner = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined
  if (runner) return runner(args, inner)
  if (Object.hasOwn(WRAPPERS, program)) return wrapped(program, args, inner)
  if (isPath(command)) return { kind: 'path', path: command }
  return none('the command is a program of this machine')
}

type Runner = (args: string[], inner: (line: string[]) => Target) => Target

const RUNNERS: Record<string, Runner> = {
  npx: (args, inner) => npx(args, inner),
  'npx-cli': (args, inner) => npx(args, inner),
  npm: (args, inner) => subcommand(args, NPX, [['exec'], ['x']], (rest) => npx(rest, inner)),
  pnpm: (args, inner) => subcommand(args, PNPM, [['dlx']], (rest) => fromNpm(rest, PNPM, inner)),
  pnpx: (args, inner) => fromNpm(args, PNPM, inner),
  pnx: (args, inner) => fromNpm(args, PNPM, inner),
  yarn: (args, inner) => subcommand(args, YARN, [['dlx']], (rest) => fromNpm(rest, YARN, inner)),
  bunx: (args, inner) => fromNpm(args, BUNX, inner),
  bun: (args, inner) =>
    args[0] === 'x'
      ? fromNpm(args.slice(1), BUNX, inner)
      : script(args[0] === 'run' ? args.slice(1) : args, BUNX),
  deno: (args) => (args[0] === 'run' || args[0] === 'x' ? deno(args.slice(1)) : deno(args)),
  node: (args, inner) => nodeScript(args, inner),
  tsx: (args) => script(args, NODE),
  'ts-node': (args) => script(args, NODE),
  uvx: (args, inner) => uvx(args, inner),
  uv: (args, inner) =>
    subcommand(args, UV, [['tool', 'run'], ['run'], ['x']], (rest, name) =>
      name === 'run' ? uvRun(rest) : uvx(rest, inner),
    ),
  pipx: (args, inner) => (args[0] === 'run' ? pipx(args.slice(1), inner) : NO_PACKAGE),
  docker: (args, inner) => docker(args, inner),
  podman: (args, inner) => qualified(docker(args, inner)),
  nerdctl: (args, inner) => docker(args, inner),
  go: (args) => goRun(args),
  cmd: (args, inner) => windowsShell(args, inner),
  powershell: (args, inner) => shell(args, /^-(c|command)$/i, inner),
  pwsh: (args, inner) => shell(args, /^-(c|command)$/i, inner),
  sh: (args, inner) => shell(args, /^-[a-z]*c$/, inner),
  bash: (args, inner) => shell(args, /^-[a-z]*c$/, inner),
  zsh: (args, inner) => shell(args, /^-[a-z]*c$/, inner),
  fish: (args, inner) => shell(args, /^-[a-z]*c$/, inner),
}

/** `C:\Program Files\nodejs\npx.cmd` is npx. */
function programName(command: string): string {
  const name = command.trim().split(/[\\/]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.(exe|cmd|bat|ps1|js)$/, '')
}

function isPath(text: string): boolean {
  return /^(\.{0,2}[\\/]|~[\\/]|[a-z]:[\\/]|file:)/i.test(text)
}

function subcommand(
  args: string[],
  table: OptionTable,
  names: string[][],
  run: (rest: string[], name: string) => Target,
): Target {
  const before = parseOptions(args, table)
  if (!before) return UNKNOWN_OPTION
  const name = names.find((words) => words.every((word, index) => before.rest[index] === word))
  if (!name) return NO_PACKAGE
  // The options in front of the subcommand count as well.
  const options = args.slice(0, args.length - before.rest.length).filter((arg) => arg !== '--')
  return run([...options, ...before.rest.slice(name.length)], name.join(' '))
}

function npx(args: string[], inner: (line: string[]) => Target): Target {
  const parsed = parseOptions(args, NPX)
  const call = parsed && lastValue(parsed, '-c', '--call')
  const words = call && splitWords(call)
  if (words && allValues(parsed, '-p', '--package').length === 0) return inner(words)
  return fromNpm(args, NPX, inner)
}

/** The package of `npx`, `pnpm dlx` and the like. */
function fromNpm(args: string[], table: OptionTable, inner: (line: string[]) => Target): Target {
  const parsed = parseOptions(args, table)
  if (!parsed) return UNKNOWN_OPTION
  if (isOtherRegistry(lastValue(parsed, '--registry'))) return OTHER_REGISTRY
  if (lastValue(parsed, '--userconfig', '--globalconfig') !== undefined) return OTHER_REGISTRY
  const packages = allValues(parsed, '-p', '--package')
  const [first, ...rest] = parsed.rest
  const spec = packages.length > 0 ? mainPackage(packages, first) : first
  if (!spec) return NO_PACKAGE
  const target = npmTarget(spec)
  // Such as `npx tsx FILE`: the package only starts something else.
  const isStarter =
    target.kind === 'npm' && (STARTERS.has(target.name) || Object.hasOwn(WRAPPERS, target.name))
  return isStarter ? inner([target.name, ...rest]) : bridged(target, rest, inner)
}

export function isOtherRegistry(url: string | undefined): boolean {
  return url !== undefined && !/^https:\/\/registry\.(npmjs\.org|yarnpkg\.com)\/?$/.test(url)
}

/** Of several packages, the one whose name has that of the command. */
function mainPackage(packages: string[], command = ''): string | undefined {
  const named = packages.find(
    (one) =>
      one
        .replace(/(?!^)@[^/]*$/, '')
        .split('/')
        .at(-1) === command,
  )
  return named ?? packages[0]
}

const NPM_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i

/** `name`, `@scope/name@1.2.3`, `github:owner/repo`, `alias@npm:name`, a git URL or a path. */
export function npmTarget(spec: string): Target {
  if (isPath(spec)) return { kind: 'path', path: spec.replace(/^file:(\/\/)?/, '') }
  if (/^(git\+|git:|git@|ssh:)/.test(spec) || /^https?:.*\.git(#|$)/.test(spec))
    return { kind: 'git', url: spec }
  const hosted = /^(?:github:)?([\w.-]+)\/([\w.-]+)(?:#.*)?$/.exec(spec)
  if (hosted) return { kind: 'git', url: `https://github.com/${hosted[1]}/${hosted[2]}` }
  const alias = /^[^@]+@npm:(.+)$/.exec(spec)
  const [, name = '', version] = /^(@?[^@]+)(?:@(.*))?$/.exec(alias?.[1] ?? spec.replace(/^npm:/, '')) ?? []
  if (!NPM_NAME.test(name) || name.length > 214) return none('the command has no valid package name')
  return { kind: 'npm', name, version: exactVersion(version) }
}

/** `1.2.3` or `v1.2.3-beta.1`, and no range or tag. */
function exactVersion(version: string | undefined): string | undefined {
  return version && /^v?\d+(\.\d+)+([-+.][\w.+-]+)?$/.test(version) && version.length <= 100
    ? version
    : undefined
}

/** The remote server that a bridge connects to. */
function bridged(target: Target, rest: string[], inner: (line: string[]) => Target): Target {
  if (target.kind !== 'npm' && target.kind !== 'pypi') return target
  const key = `${target.kind}:${target.name.toLowerCase()}`
  if (LAUNCHERS.has(key)) return none('the command starts a server of another catalogue')
  const bridge = Object.hasOwn(BRIDGES, key) ? BRIDGES[key] : undefined
  if (!bridge) return target
  for (const [index, arg] of rest.entries()) {
    const [option = '', attached] = arg.split(/=(.*)/s)
    const value = attached ?? rest[index + 1] ?? ''
    if (bridge.commandOptions?.includes(option)) return inner(splitWords(value) ?? [])
    if (bridge.urlOptions.includes(option)) return { kind: 'remote', url: value }
  }
  // Options such as --header have values that can be URLs: only a URL in front of all options is certain.
  const url = rest.find((arg, index) => /^https?:\/\//i.test(arg) && !/^-/.test(rest[index - 1] ?? ''))
  return url ? { kind: 'remote', url } : none('the command connects to an address that it does not name')
}

function uvx(args: string[], inner: (line: string[]) => Target): Target {
  const parsed = parseOptions(args, UVX)
  if (!parsed) return UNKNOWN_OPTION
  if (choosesIndex(parsed)) return OTHER_REGISTRY
  const [first, ...rest] = parsed.rest
  const spec = lastValue(parsed, '--from') ?? first
  return spec ? bridged(pypiTarget(spec), rest, inner) : NO_PACKAGE
}

function choosesIndex(parsed: ParsedOptions): boolean {
  return INDEX_OPTIONS.some((option) => parsed.values.has(option))
}

/** `uv run --with PACKAGE COMMAND`: the package that has the command. Without one it runs a file of this machine. */
function uvRun(args: string[]): Target {
  const parsed = parseOptions(args, UV_RUN)
  if (!parsed) return UNKNOWN_OPTION
  if (choosesIndex(parsed)) return OTHER_REGISTRY
  const [command = '', subcommand = ''] = parsed.rest
  const isLocal = /\.py$|[\\/]/.test(command) || (/^(mcp|fastmcp)$/.test(command) && subcommand === 'run')
  if (isLocal) return none('the command runs a file of this machine')
  const packages = allValues(parsed, '--with', '-w').flatMap((value) => value.split(','))
  const targets = packages.map(pypiTarget).filter(({ kind }) => kind !== 'none')
  const name = /^python[\d.]*$/.test(command) && subcommand === '-m' ? (parsed.rest[2] ?? '') : command
  const named = targets.find(
    (target) => target.kind === 'pypi' && normalName(target.name) === normalName(name),
  )
  // A command with another name can be one of the project.
  return named ?? none('the command runs a project of this machine')
}

function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

function pipx(args: string[], inner: (line: string[]) => Target): Target {
  const parsed = parseOptions(args, PIPX)
  if (!parsed) return UNKNOWN_OPTION
  if (choosesIndex(parsed)) return OTHER_REGISTRY
  const [first, ...rest] = parsed.rest
  const spec = lastValue(parsed, '--spec') ?? first
  return spec ? bridged(pypiTarget(spec), rest, inner) : NO_PACKAGE
}

/** `name`, `name[extra]==1.2.3`, `name@1.2.3`, `name @ git+https://…`, a git URL or a path. */
export function pypiTarget(spec: string): Target {
  const text = spec.trim()
  const direct = /^[\w.-]+(?:\[[^\]]*\])?\s*@\s*((?:git\+|https?:|file:).*)$/.exec(text)
  if (direct) return pypiTarget(direct[1] as string)
  if (text.startsWith('git+')) return { kind: 'git', url: text }
  if (isPath(text) || text === '.') return { kind: 'path', path: text }
  const form =
    /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?:\[[\w.,\s-]*\])?\s*(?:(==|@)\s*([^\s,;]+)|[<>=!~].*)?$/i
  const [, name, , version] = form.exec(text) ?? []
  if (!name || name.length > 214) return none('the command has no valid package name')
  return { kind: 'pypi', name, version: exactVersion(version) }
}

function docker(args: string[], inner: (line: string[]) => Target): Target {
  const run = (rest: string[]): Target => {
    const parsed = parseOptions(rest, DOCKER_RUN)
    if (!parsed) return UNKNOWN_OPTION
    const [image, ...line] = parsed.rest
    if (!image) return NO_PACKAGE
    if (!BASE_IMAGES.test(image)) return { kind: 'docker', image }
    const entrypoint = lastValue(parsed, '--entrypoint')
    const variables = allValues(parsed, '-e', '--env')
    if (variables.some(choosesRegistry)) return OTHER_REGISTRY
    const command = entrypoint ? [entrypoint, ...line] : line
    return command.length > 0 ? insideContainer(inner(command)) : none('the image only has a runtime')
  }
  const before = parseOptions(args, DOCKER)
  if (!before) return UNKNOWN_OPTION
  const words = before.rest[0] === 'container' ? before.rest.slice(1) : before.rest
  return words[0] === 'run' ? run(words.slice(1)) : NO_PACKAGE
}

/** Podman takes an image without a host from the registries of its own configuration. */
function qualified(target: Target): Target {
  return target.kind === 'docker' && !/^[^/]+\.[^/]+\//.test(target.image) ? OTHER_REGISTRY : target
}

/** A path in a container is not one of this machine. */
function insideContainer(target: Target): Target {
  return target.kind === 'path' ? none('the command runs a file of a container') : target
}

function deno(args: string[]): Target {
  const parsed = parseOptions(args, DENO)
  if (!parsed) return UNKNOWN_OPTION
  const [first = ''] = parsed.rest
  if (!first.startsWith('npm:')) return script(args, DENO)
  // npm:@scope/name@1.2.3/path
  const [, spec = ''] = /^npm:\/?((?:@[^/]+\/)?[^/]+)/.exec(first) ?? []
  return npmTarget(spec)
}

/** `go run github.com/owner/repo/cmd@latest` */
function goRun(args: string[]): Target {
  const [, owner, repo] =
    /^github\.com\/([\w.-]+)\/([\w.-]+?)(?:\/[\w./-]*)?@[\w.+-]+$/.exec(args[1] ?? '') ?? []
  if (args[0] !== 'run' || !owner || !repo) return NO_PACKAGE
  return { kind: 'git', url: `https://github.com/${owner}/${repo}` }
}

function nodeScript(args: string[], inner: (line: string[]) => Target): Target {
  const target = script(args, NODE)
  if (target.kind !== 'path' || programName(target.path) !== 'npx-cli') return target
  return inner(['npx', ...args.slice(args.indexOf(target.path) + 1)])
}

/** The file that an interpreter runs. */
function script(args: string[], table: OptionTable): Target {
  const parsed = parseOptions(args, table)
  if (!parsed) return UNKNOWN_OPTION
  const [file] = parsed.rest
  return file ? { kind: 'path', path: file } : none('the command does not name a file')
}

function wrapped(program: string, args: string[], inner: (line: string[]) => Target): Target {
  const names = WRAPPER_SUBCOMMANDS[program]
  const table = WRAPPERS[program] as OptionTable
  const from = names ? args.findIndex((arg) => names.includes(arg)) + 1 : 0
  if (names && from === 0) return NO_PACKAGE
  const dashes = args.indexOf('--', from)
  if (dashes >= 0)
    return args.slice(0, dashes).some(choosesRegistry) ? OTHER_REGISTRY : inner(args.slice(dashes + 1))
  const parsed = parseOptions(args.slice(from), table)
  if (!parsed) return UNKNOWN_OPTION
  const split = program === 'env' ? lastValue(parsed, '-S', '--split-string') : undefined
  const words = split === undefined ? parsed.rest : [...(splitWords(split) ?? []), ...parsed.rest]
  // NAME=value in front of the command.
  const start = words.findIndex((word) => !/^[A-Za-z_][^=]*=/.test(word))
  if (args.some(choosesRegistry)) return OTHER_REGISTRY
  return start < 0 ? NO_PACKAGE : inner(words.slice(start))
}

/** `NAME=value` of a variable that npm, pip or uv read. */
function choosesRegistry(word: string): boolean {
  const [name = '', value] = word.split('=')
  return value !== undefined && /^[A-Za-z_]/.test(name) && REGISTRY_VARIABLE.test(name)
}

function windowsShell(args: string[], inner: (line: string[]) => Target): Target {
  const index = args.findIndex((arg) => /^\/[ck]$/i.test(arg))
  if (index < 0) return NO_PACKAGE
  const rest = args.slice(index + 1)
  return rest.length === 1 ? oneLine(rest[0] as string, inner) : inner(rest)
}

function shell(args: string[], option: RegExp, inner: (line: string[]) => Target): Target {
  const index = args.findIndex((arg) => option.test(arg))
  if (index < 0) return none('the command is a script of a shell')
  return oneLine(args.slice(index + 1, option.flags.includes('i') ? undefined : index + 2).join(' '), inner)
}

function oneLine(line: string, inner: (line: string[]) => Target): Target {
  const words = splitWords(line.replace(/^exec\s+/, ''))
  return words && words.length > 0 ? inner(words) : none('the command is a script of a shell')
}

/** The words of a simple command line; undefined if a shell would do more than split it. */
export function splitWords(line: string): string[] | undefined {
  const words: string[] = []
  // READMEs write `<your-api-key>` for a value.
  const word = /(?:[^\s"'\\;&|<>()`]|\\.|"(?:[^"\\`]|\\.)*"|'[^']*'|(?<=\S)<[\w-]+>)+|\s+|(.)/gsu
  for (const [text, other] of line.matchAll(word)) {
    if (other !== undefined) return undefined
    if (text.trim())
      words.push(text.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\([^\w])/gs, (_, a, b, c) => a ?? b ?? c))
  }
  return words
}
