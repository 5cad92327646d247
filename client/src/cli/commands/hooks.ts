import { realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeKeepingMode } from '../../config/atomic-write.ts'
import { readText, Unreadable } from '../../doctor/read.ts'
import { problemOf, withHooks, withoutHooks } from '../../hooks/claude-code.ts'
import { hooksOf } from '../../hooks/other-clients.ts'
import { CliError, EXIT, usageError } from '../errors.ts'
import { note, print } from '../output.ts'
import { confirm } from '../prompts.ts'
import { safeText } from '../text.ts'

type Options = { yes?: boolean }

export async function install(options: Options): Promise<void> {
  const command = hookCommand()
  await change(
    (text) => withHooks(text, command),
    options,
    'The hooks are installed: calls of MCP servers are counted from the next session on.',
  )
}

export async function remove(options: Options): Promise<void> {
  await change(withoutHooks, options, 'The hooks are removed. What they counted is still there.')
}

/** For clients whose settings this program does not change. */
export function show(): void {
  const observe = hookCommand()
  for (const one of hooksOf(observe)) {
    note(`${one.client} (${one.documentation}):`)
    if ('problem' in one) note(`None: ${one.problem}\n`)
    else {
      note(`Add this to ${one.file}. ${one.note}`)
      print(`${JSON.stringify(one.settings, null, 2)}\n`)
    }
  }
  note('Claude Code: `skill-rating hooks install --for claude-code` adds them.')
}

function settingsPath(): string {
  return join(process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude'), 'settings.json')
}

async function change(edit: (text: string) => string, options: Options, done: string): Promise<void> {
  const path = settingsPath()
  const before = readSettingsFile(path)
  const after = edit(before)
  if (after === before) return note('Nothing has to change.')
  note(`${safeText(path)}:\n${difference(before, after)}`)
  if (!(await confirm('Change it?', options.yes))) throw new CliError('Nothing was changed.', EXIT.fine)
  // Claude Code writes this file, too.
  if (readSettingsFile(path) !== before) throw new CliError('The settings were changed meanwhile: try again.')
  await writeKeepingMode(path, after)
  print(done)
}

function readSettingsFile(path: string): string {
  try {
    const text = readText(path, 4 * 1024 * 1024) ?? ''
    const problem = problemOf(text)
    if (problem) throw new Unreadable(problem)
    return text
  } catch (error) {
    if (error instanceof Unreadable) throw new CliError(`${path} was not changed: ${error.message}.`)
    throw error
  }
}

/** Lines that are only before or only after. The settings are short. */
function difference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const lines = (sign: string, text: string[]) =>
    text
      .slice(start, text.length - end)
      .map((line) => `${sign} ${safeText(line.replace(/^\s+/, (space) => space.replace(/\t/g, '  ')))}`)
  return [...lines('-', old), ...lines('+', now)].join('\n')
}

/** Folders that npx and the like delete again. */
const TEMPORARY = /[\\/](_npx|dlx|dlx-[^\\/]*|bunx-[^\\/]*|xfs-[^\\/]*|\.bun[\\/]install[\\/]cache)[\\/]/

/** The command of the hooks: this Node, and this file. */
function hookCommand(): string {
  const program = realpathSync(fileURLToPath(new URL('../../skill-rating.js', import.meta.url)))
  if (TEMPORARY.test(program) || program.startsWith(join(realpathSync(tmpdir()), 'bunx-')))
    throw usageError(
      'This copy of skill-rating is in a cache that is deleted again, and the hooks would stop working. Install it: npm install --global skill-rating',
    )
  const command = [process.execPath, program].map((path) => `"${path.replace(/\\/g, '/')}"`)
  if (command.some((path) => /[$`\n]/.test(path) || path.slice(1, -1).includes('"')))
    throw new CliError(
      'The path of skill-rating has characters that a shell would interpret: install it elsewhere.',
    )
  return `${command.join(' ')} observe`
}
