import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { bunFiles } from './client-environment.ts'
import { isUncertainFolder, resolveFolder } from './machine.ts'
import { allValues, type ParsedOptions, parseOptions } from './options.ts'
import { isUnknownPath } from './read.ts'
import { isOtherIndex, isOtherRegistry, isOtherSource } from './registries.ts'
import {
  BASE_IMAGES,
  BRIDGES,
  BUNX,
  DENO,
  DNX,
  DOCKER,
  DOCKER_RUN,
  INDEX_OPTIONS,
  NPM,
  NPX,
  PIPX,
  PNPM,
  PROGRAM_PACKAGES,
  STARTERS,
  type Table,
  UVX,
  WRAPPERS,
  YARN,
} from './runners.ts'
import { type Context, none, type Package, type Target } from './target.ts'
import { PUBLIC_VERSION } from './version.ts'

const UNKNOWN_OPTION = none('the command has an option that this version does not know')
const OTHER_REGISTRY = none('the command uses another registry')
const LOCAL = none('the command runs a program of this machine')
const SCRIPT = none('the command is a script of a shell')
const NO_PACKAGE = none('the command does not name a package')
const NOT_PUBLIC = none('the command names no package of the public registry')

/** Commands in commands in commands. */
const MAX_DEPTH = 5
/** More than any command needs. */
const MAX_ARGS = 500
const MAX_LENGTH = 16_384
const MAX_SPECIFIER = 256

/** Another command in this one. */
type Start = (line: string[] | undefined, context: Context) => Promise<Target>
type Runner = (args: string[], context: Context, start: Start) => Target | Promise<Target>

/** What a command line starts. */
export async function targetOf(
  command: string,
  args: string[],
  context: Context,
  depth = 0,
): Promise<Target> {
  if (depth > MAX_DEPTH) return none('the command is nested too deeply')
  if (args.length > MAX_ARGS || [command, ...args].some(({ length }) => length > MAX_LENGTH))
    return none('the command is too long')
  const start: Start = async (line, there) =>
    line ? targetOf(line[0] ?? '', line.slice(1), there, depth + 1) : SCRIPT
  // Some clients accept a whole command line.
  if (args.length === 0 && /\s/.test(command.trim()) && !isAbsolute(command.trim()))
    return start(splitWords(command), context)
  const program = programName(command)
  if (Object.hasOwn(RUNNERS, program)) {
    const there = isAbsolute(command) ? { ...context, programFolder: dirname(command.trim()) } : context
    return (RUNNERS[program] as Runner)(args, there, start)
  }
  return Object.hasOwn(WRAPPERS, program) ? wrapped(program, args, context, start) : LOCAL
}

const RUNNERS: Record<string, Runner> = {
  npx,
  npm: npmExec,
  pnpm: (args, context, start) =>
    subcommand(args, PNPM, ['dlx'], (rest) => fromNpm(rest, PNPM, context, start)),
  pnpx: (args, context, start) => fromNpm(args, PNPM, context, start),
  pnx: (args, context, start) => fromNpm(args, PNPM, context, start),
  yarn: (args, context, start) =>
    subcommand(args, YARN, ['dlx'], (rest) => fromNpm(rest, YARN, context, start)),
  bunx,
  bun: (args, context, start) => (args[0] === 'x' ? bunx(args.slice(1), context, start) : LOCAL),
  deno,
  // As npx.cmd starts it.
  node: (args, context, start) =>
    /[\\/]npm[\\/]bin[\\/]npx-cli\.js$/.test(args[0] ?? '')
      ? start(['npx', ...args.slice(1)], context)
      : LOCAL,
  uvx: (args, context, start) => fromPypi(args, UVX, '--from', context, start),
  uv: (args, context, start) =>
    subcommand(args, UVX, ['tool', 'run'], (rest) => fromPypi(rest, UVX, '--from', context, start)),
  pipx: (args, context, start) =>
    args[0] === 'run' ? fromPypi(args.slice(1), PIPX, '--spec', context, start) : NO_PACKAGE,
  dnx,
  dotnet: (args, context) =>
    args[0] === 'dnx'
      ? dnx(args.slice(1), context)
      : /^tool exec(ute)?$/.test(args.slice(0, 2).join(' '))
        ? dnx(args.slice(2), context)
        : LOCAL,
  docker,
  podman: () => none('podman takes its images from registries of its own'),
  cmd: windowsShell,
  // Others read files of the user in which variables can be set, and so does a login shell.
  sh: shell,
  bash: shell,
}

/** `C:\Program Files\nodejs\npx.cmd` is npx; `./npx` is a program of the project. */
function programName(command: string): string {
  const text = command.trim()
  if (/[\\/]/.test(text) && !isAbsolute(text)) return ''
  const name = text.split(/[\\/]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.(exe|cmd|bat)$/, '')
}

function isAbsolute(path: string): boolean {
  return /^([\\/](?![\\/])|~[\\/]|[a-z]:[\\/])/i.test(path)
}

/** What the options of a program change for what it starts. */
function changed(parsed: ParsedOptions, table: Table, context: Context): Context {
  const folders = allValues(parsed, table.folder ?? [])
  const folder = folders.reduce(resolveFolder, context.folder)
  const files = allValues(parsed, table.envFile ?? []).map((file) => resolve(folder, file || '.env'))
  return {
    ...context,
    folder,
    env: { ...context.env, ...variables(allValues(parsed, table.variable ?? [])) },
    envFiles: [...context.envFiles, ...files],
    ...(folders.length === 0 || (doesExist(folder) && !folders.some(isUncertainFolder))
      ? {}
      : { unknown: 'its folder cannot be read' }),
  }
}

function doesExist(path: string): boolean {
  return !isUnknownPath(path) && existsSync(path)
}

const VARIABLE = /^([A-Za-z_][^=]*)=(.*)$/s

function variables(words: string[]): Record<string, string> {
  return Object.fromEntries(
    words.flatMap((word) => {
      const [, name, value] = VARIABLE.exec(word) ?? []
      return name && value !== undefined ? [[name, value]] : []
    }),
  )
}

function subcommand(
  args: string[],
  table: Table,
  names: string[],
  run: (rest: string[]) => Promise<Target>,
): Target | Promise<Target> {
  const before = parseOptions(args, table)
  if (!before) return UNKNOWN_OPTION
  if (names.some((name, index) => before.rest[index] !== name)) return NO_PACKAGE
  // The options in front of the subcommand count as well.
  const options = args.slice(0, args.length - before.rest.length)
  return run([...options, ...before.rest.slice(names.length)])
}

/** npx takes a word behind `--no-audit` for a value, and then, as npm, what follows for options of its own. */
function npx(args: string[], context: Context, start: Start): Target | Promise<Target> {
  const rest = parseOptions(args, NPX)?.rest ?? []
  return args[args.length - rest.length - 1]?.startsWith('--no-')
    ? npmExec(['exec', ...args], context, start)
    : fromNpm(args, NPX, context, start, ownName)
}

/** Other than npx, npm takes options behind the package, too, up to `--`. */
function npmExec(args: string[], context: Context, start: Start): Target | Promise<Target> {
  const name = args.find((arg) => arg === 'exec' || arg === 'x') ?? 'exec'
  return subcommand(args, NPM, [name], async (rest) => {
    const words = parseOptions(rest, NPM)?.rest ?? []
    const hasDashes = rest[rest.length - words.length - 1] === '--'
    const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
    if (!hasDashes && own.some((word) => word.startsWith('-'))) return UNKNOWN_OPTION
    return fromNpm(rest, NPM, context, start, ownName)
  })
}

function bunx(args: string[], context: Context, start: Start): Promise<Target> {
  const there = { ...context, optionalFiles: [...context.optionalFiles, ...bunFiles([context.folder])] }
  return fromNpm(args, BUNX, there, start, (name) => [name.split('/').at(-1) as string])
}

/** npx takes the name of a package without a scope for that of a program first. */
function ownName(name: string): string[] {
  return name.startsWith('@') ? [] : [name]
}

/** The package of `npx`, `pnpm dlx` and the like. */
async function fromNpm(
  args: string[],
  table: Table,
  context: Context,
  start: Start,
  programsOf?: (name: string) => string[],
): Promise<Target> {
  const parsed = parseOptions(args, table)
  if (!parsed) return UNKNOWN_OPTION
  if (allValues(parsed, ['--registry']).some(isOtherRegistry)) return OTHER_REGISTRY
  const packages = allValues(parsed, ['-p', '--package'])
  const [first, ...rest] = parsed.rest
  if (packages.length > 1) return none('the command names several packages')
  if (first === undefined) return NO_PACKAGE
  const [spec] = packages
  if (spec !== undefined && isProgram(first)) return LOCAL
  const found = await npmPackage(spec ?? first, changed(parsed, table, context), programsOf)
  return started(found && withProgram(found, spec, first), rest, start)
}

function withProgram(found: Package, spec: string | undefined, first: string): Package {
  return spec === undefined ? found : { ...found, program: first }
}

/** Whether a word in front of arguments is a program that is in no package, or one that starts something else. */
function isProgram(word: string): boolean {
  const name = programName(word)
  return (
    /[\\/]/.test(word) ||
    Object.hasOwn(RUNNERS, name) ||
    Object.hasOwn(WRAPPERS, name) ||
    STARTERS.has(`npm:${name}`) ||
    /^(python[\d.]*|zsh|fish|pwsh|powershell)$/.test(name)
  )
}

const NPM_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i

/** The package of a specifier, as npm reads it: `name`, `@scope/name@1.2.3` or `alias@npm:name`. */
async function npmPackage(
  specifier: string,
  context: Context,
  programsOf?: (name: string) => string[],
): Promise<Package | undefined> {
  if (specifier.length > MAX_SPECIFIER) return undefined
  const { default: parse } = await import('npm-package-arg')
  try {
    const found = parse(specifier, context.folder)
    const spec = found.type === 'alias' ? (found as { subSpec?: typeof found }).subSpec : found
    const { name, registry, type, fetchSpec } = spec ?? {}
    if (!registry || !name || !NPM_NAME.test(name)) return undefined
    const version = type === 'version' ? exactVersion(fetchSpec ?? '') : undefined
    const isNpx = programsOf === ownName
    const mayBeInstalled = isNpx && (version !== undefined || fetchSpec === '*')
    return { kind: 'npm', name, version, context, programs: programsOf?.(name), mayBeInstalled }
  } catch {
    return undefined
  }
}

/** `1.2.3` or `1.2.3-beta.1`, and no range or tag. Registries leave out a `v`. */
function exactVersion(version: string | undefined): string | undefined {
  return version && PUBLIC_VERSION.test(version) ? version.replace(/^v/, '') : undefined
}

/** uv takes it for an interpreter. */
const PYTHON = /^pypi:(c?python|pypy|graalpy|pyodide)[\d.]*t?$/

/** What a package starts: itself, or what its arguments name. */
async function started(found: Package | undefined, rest: string[], start: Start): Promise<Target> {
  if (!found) return NOT_PUBLIC
  const key = `${found.kind}:${found.name.toLowerCase().replaceAll('_', '-')}`
  if (STARTERS.has(key) || PYTHON.test(key)) return none('the command starts what its arguments name')
  // With its other commands, it is the server.
  if (key === 'npm:skill-rating' && rest[0] !== 'proxy') return found
  const program = Object.hasOwn(PROGRAM_PACKAGES, key) ? PROGRAM_PACKAGES[key] : undefined
  if (program) return start([program, ...rest], found.context)
  if (Object.hasOwn(BRIDGES, key)) return bridged(found, rest, start)
  return rest.some((word) => RUNS_PACKAGE.test(word)) ? none('the package may start another one') : found
}

/** An argument by which a wrapper that is not known here starts a package. */
const RUNS_PACKAGE = /^(npx|pnpx|bunx|uvx|uv|pipx|dnx)(\.exe|\.cmd)?(\s|$)/i

/** The remote server that a bridge connects to, or the command that it starts. */
function bridged(bridge: Package, rest: string[], start: Start): Target | Promise<Target> {
  const table = BRIDGES[`${bridge.kind}:${bridge.name.toLowerCase().replaceAll('_', '-')}`]
  const parsed = table && parseOptions(rest, table)
  if (!parsed) return UNKNOWN_OPTION
  const [line] = allValues(parsed, table.command ?? [])
  if (line !== undefined) return start(splitWords(line), bridge.context)
  const url = table.url ? allValues(parsed, table.url)[0] : parsed.rest[0]
  if (url && /^https?:/i.test(url)) return { kind: 'remote', url, bridge: { ...bridge, programs: undefined } }
  if (table.runs && url) return start(parsed.rest, bridge.context)
  return none('the command connects to an address that it does not name')
}

/** The package of `uvx` and `pipx run`. */
async function fromPypi(
  args: string[],
  table: Table,
  option: string,
  context: Context,
  start: Start,
): Promise<Target> {
  const parsed = parseOptions(args, table)
  if (!parsed) return UNKNOWN_OPTION
  if (allValues(parsed, INDEX_OPTIONS).some(isOtherIndex)) return OTHER_REGISTRY
  const there = changed(parsed, table, context)
  // One of them could replace the package by a file.
  const added = allValues(parsed, ['--with', '-w']).flatMap((value) => value.split(','))
  if (added.some((spec) => pypiPackage(spec, there) === undefined)) return NOT_PUBLIC
  const [first, ...rest] = parsed.rest
  if (first === undefined) return NO_PACKAGE
  const [spec] = allValues(parsed, [option])
  if (spec !== undefined && isProgram(first)) return LOCAL
  // pipx looks for a script and in this folder first.
  const scripts = table === PIPX ? ['__pypackages__', ...(spec === undefined ? [first] : [])] : []
  if (scripts.some((script) => doesExist(resolve(there.folder, script)))) return LOCAL
  const found = pypiPackage(spec ?? first, there)
  return started(found && withProgram(found, spec, first), rest, start)
}

// PEP 508 without markers and direct references, and what uvx adds: `name@1.2.3` and `name@latest`. Each character can match in one way only:
// a project could stall the scan by a specifier that matches in exponentially many ways.
const PEP_508 =
  /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?:\s*\[[\w.,\s-]*\])?(?:@(?:latest|(\d+(?:\.\d+)*(?:\.?(?:a|b|rc|post|dev)\d+)*))|\s*==\s*([\w.!+-]+)|\s*(?:[=~!<>]={0,2}\s*[\w.*+-]+\s*(?:,\s*)?)*)$/i
/** A file, although it would be a valid name. */
const FILE_NAME = /\.(whl|zip|tar|gz|bz2|xz|tgz|py|pyz|txt|toml)$/i

function pypiPackage(spec: string, context: Context): Package | undefined {
  const [, name, tagged, pinned] = (spec.length <= MAX_SPECIFIER && PEP_508.exec(spec.trim())) || []
  if (!name || FILE_NAME.test(name)) return undefined
  return { kind: 'pypi', name, version: exactVersion(tagged ?? pinned), context }
}

/** `deno run npm:@scope/name@1.2.3/path` */
async function deno(args: string[], context: Context): Promise<Target> {
  if (args[0] !== 'run' && args[0] !== 'x') return LOCAL
  const parsed = parseOptions(args.slice(1), DENO)
  if (!parsed) return UNKNOWN_OPTION
  const [, name, version] =
    /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(@[^/]+)?(?:\/.*)?$/.exec(parsed.rest[0] ?? '') ?? []
  if (!name) return LOCAL
  const found = await npmPackage(name + (version ?? ''), changed(parsed, DENO, context), () => [])
  // `imports` of these files also count for what is started.
  const mappings = parsed.values.has('--no-config') ? [] : ['deno.json', 'deno.jsonc']
  return found ? { ...found, mappings } : NOT_PUBLIC
}

/** `dnx Name@1.2.3 --source URL -- arguments`: its options can be behind the package, too. */
function dnx(args: string[], context: Context): Target {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const parsed = parseOptions(own, DNX)
  // `@file` has more arguments.
  if (!parsed || own.some((word) => word.startsWith('@'))) return UNKNOWN_OPTION
  for (const [index, word] of own.entries()) {
    const [, option, attached] = /^--(source|add-source|configfile)(?:[=:](.*))?$/i.exec(word) ?? []
    if (option && isOtherSource(attached ?? own[index + 1] ?? '')) return OTHER_REGISTRY
  }
  const [, name, version] = /^(\w+(?:[.-]\w+)*)(?:@(.+))?$/.exec(parsed.rest[0] ?? '') ?? []
  if (!name || name.length > 100) return NOT_PUBLIC
  const behind = parseOptions(parsed.rest.slice(1), DNX)
  const [given] = [parsed, behind].flatMap((options) => (options ? allValues(options, ['--version']) : []))
  const pinned = exactVersion(version ?? given)
  return { kind: 'nuget', name, version: pinned, context }
}

async function docker(args: string[], context: Context, start: Start): Promise<Target> {
  const before = parseOptions(args, DOCKER)
  if (!before) return UNKNOWN_OPTION
  const words = before.rest[0] === 'container' ? before.rest.slice(1) : before.rest
  if (words[0] !== 'run') return NO_PACKAGE
  const parsed = parseOptions(words.slice(1), DOCKER_RUN)
  if (!parsed) return UNKNOWN_OPTION
  const [image, ...line] = parsed.rest
  if (image === undefined) return NO_PACKAGE
  if (allValues(parsed, ['--pull']).includes('never')) return none('its image was built on this machine')
  const command = [...allValues(parsed, ['--entrypoint']), ...line]
  const inside = await start(command, changed(parsed, DOCKER_RUN, context))
  if (!BASE_IMAGES.test(image))
    return inside.kind === 'none'
      ? { kind: 'docker', image }
      : none('its container may start another package')
  // They can have the settings of a package manager.
  if (allValues(parsed, ['-v', '--volume', '--mount', '--volumes-from']).length > 0)
    return none('its container has files of this machine')
  return command.length > 0 ? inside : none('the image only has a runtime')
}

async function wrapped(program: string, args: string[], context: Context, start: Start): Promise<Target> {
  const table = WRAPPERS[program] as (typeof WRAPPERS)[string]
  if (table.subcommand && args[0] !== table.subcommand) return LOCAL
  if (table.needsDashes && args[1] !== '--') return LOCAL
  const parsed = parseOptions(table.subcommand ? args.slice(1) : args, table)
  if (!parsed) return UNKNOWN_OPTION
  const files = allValues(parsed, table.envFile ?? [])
  if (files.length === 0 && table.defaultEnvFile)
    parsed.values.set(table.envFile?.[0] as string, [table.defaultEnvFile])
  const there = changed(parsed, table, context)
  if (program === 'env' || program === 'cross-env') return withVariables(parsed, there, start)
  if (program === 'skill-rating') return { ...(await start(parsed.rest, there)), isProxied: true }
  // `dotenv -f FILE run -- COMMAND` of python-dotenv
  const isPython = program === 'dotenv' && parsed.rest[0] === 'run'
  const words = isPython ? parsed.rest.slice(1) : parsed.rest
  // dotenv-cli takes the options of the command for its own, up to `--`.
  const hasDashes = args[args.length - parsed.rest.length - 1] === '--'
  if (program === 'dotenv' && !isPython && !hasDashes && words.some((word) => word.startsWith('-')))
    return UNKNOWN_OPTION
  return start(words[0] === '--' ? words.slice(1) : words, there)
}

/** `env NAME=value COMMAND`, `env -S "NAME=value COMMAND"` */
function withVariables(parsed: ParsedOptions, context: Context, start: Start): Target | Promise<Target> {
  const [line] = allValues(parsed, ['-S', '--split-string'])
  if (line !== undefined) {
    const words = splitWords(line)
    return start(words && ['env', ...words, ...parsed.rest], context)
  }
  const index = parsed.rest.findIndex((word) => !VARIABLE.test(word))
  const from = index < 0 ? parsed.rest.length : index
  const env = { ...context.env, ...variables(parsed.rest.slice(0, from)) }
  return start(parsed.rest.slice(from), { ...context, env })
}

function windowsShell(args: string[], context: Context, start: Start): Target | Promise<Target> {
  const index = args.findIndex((arg) => /^\/[ck]$/i.test(arg))
  if (index < 0 || args.slice(0, index).some((arg) => !/^\/[adqsu]$/i.test(arg))) return SCRIPT
  const [line = '', ...rest] = args.slice(index + 1)
  return start(rest.length === 0 ? splitWords(line) : [line, ...rest], context)
}

function shell(args: string[], context: Context, start: Start): Target | Promise<Target> {
  if (!/^-[eux]*c$/.test(args[0] ?? '')) return SCRIPT
  const words = splitWords((args[1] ?? '').replace(/^\s*exec\s+/, ''))
  return start(words && VARIABLE.test(words[0] ?? '') ? ['env', ...words] : words, context)
}

/** The words of a simple command line; undefined if a shell would do more than split it. */
function splitWords(line: string): string[] | undefined {
  const words: string[] = []
  // READMEs write `<your-api-key>` for a value.
  const word = /(?:[^\s"'\\;&|<>()`]|\\.|"(?:[^"\\`]|\\.)*"|'[^']*'|(?<=\S)<[\w-]+>)+|[ \t]+|(.)/gsu
  for (const [text, other] of line.trim().matchAll(word)) {
    if (other !== undefined) return undefined
    if (text.trim())
      words.push(text.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\([^\w])/gs, (_, a, b, c) => a ?? b ?? c))
  }
  return words
}
