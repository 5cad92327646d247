import { join } from 'node:path'
import { isObject } from '../json.ts'
import { parseJson } from './formats.ts'
import type { Machine } from './machine.ts'
import { readNames, readText, Unreadable } from './read.ts'
import { BUN_ENV_FILES } from './runners.ts'

/** The files in which a client looks for variables of the servers that it starts, if they exist. The folders are those of the project. */
export type ClientFiles = (machine: Machine, folders: string[]) => string[]

/** `env` of the settings of Claude Code (https://code.claude.com/docs/en/settings). */
export const claudeFiles: ClientFiles = ({ platform, env, home }, folders) => {
  const user = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
  const managed = {
    darwin: ['/Library/Application Support/ClaudeCode'],
    win32: [
      join(env.ProgramFiles || 'C:\\Program Files', 'ClaudeCode'),
      join(env.ProgramData || 'C:\\ProgramData', 'ClaudeCode'),
    ],
  }[platform as string] ?? ['/etc/claude-code']
  return [
    join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    ...['settings.json', 'settings.local.json', 'remote-settings.json'].map((name) => join(user, name)),
    ...managed.flatMap((folder) => [
      join(folder, 'managed-settings.json'),
      ...jsonFilesIn(join(folder, 'managed-settings.d')),
    ]),
    ...folders.flatMap((folder) =>
      ['settings.json', 'settings.local.json'].map((name) => join(folder, '.claude', name)),
    ),
  ]
}

/** If the folder cannot be read, it is taken for a file, which cannot be read either. */
function jsonFilesIn(folder: string): string[] {
  try {
    const names = readNames(folder, 200).filter((name) => name.endsWith('.json'))
    return names.map((name) => join(folder, name))
  } catch (error) {
    if (error instanceof Unreadable) return [folder]
    throw error
  }
}

/** Gemini CLI: https://geminicli.com/docs/reference/configuration/ */
export const geminiFiles: ClientFiles = ({ home }, folders) =>
  [...folders, home].flatMap((folder) => [join(folder, '.env'), join(folder, '.gemini', '.env')])

export const codexFiles: ClientFiles = ({ env, home }) => [
  join(env.CODEX_HOME || join(home, '.codex'), '.env'),
]

/** What programs of bun read, such as opencode. */
export function bunFiles(folders: string[]): string[] {
  return folders.flatMap((folder) => BUN_ENV_FILES.map((name) => join(folder, name)))
}

const known = new WeakMap<Machine, Map<string, Promise<[string, unknown][]>>>()

/** `env` of a JSON file, which is read once: ~/.claude.json can be large. @throws Unreadable */
export function settingsVariables(machine: Machine, path: string): Promise<[string, unknown][]> {
  const cache = known.get(machine) ?? new Map<string, Promise<[string, unknown][]>>()
  known.set(machine, cache)
  const variables = cache.get(path) ?? readSettings(path)
  cache.set(path, variables)
  return variables
}

async function readSettings(path: string): Promise<[string, unknown][]> {
  const text = readText(path)
  const settings = text === undefined ? {} : await parseJson(text)
  const env = isObject(settings) ? (settings.env ?? {}) : undefined
  if (!isObject(env)) throw new Unreadable('it has no variables in a known form')
  return Object.entries(env)
}
