import { join } from 'node:path'
import { isObject } from '../json.ts'
import type { Machine } from './machine.ts'
import { parseJson } from './parse.ts'
import { readText, Unreadable } from './read.ts'

/** The servers of a project's .mcp.json that the settings of Claude Code switch off (https://code.claude.com/docs/en/settings). */
export async function disabledInClaudeCode(project: string, { home, env }: Machine): Promise<unknown[]> {
  const user = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
  const files = [
    join(user, 'settings.json'),
    join(project, '.claude', 'settings.json'),
    join(project, '.claude', 'settings.local.json'),
  ]
  const lists = await Promise.all(files.map(disabledIn))
  return lists.flat()
}

async function disabledIn(path: string): Promise<unknown[]> {
  try {
    const settings = await parseJson(readText(path, 1024 * 1024) ?? '')
    const names = isObject(settings) ? settings.disabledMcpjsonServers : undefined
    return Array.isArray(names) ? names : []
  } catch (error) {
    // A server that is not known to be disabled is checked.
    if (error instanceof Unreadable) return []
    throw error
  }
}
