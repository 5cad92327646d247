// The hooks of Claude Code: https://code.claude.com/docs/en/hooks (PostToolUse and PostToolUseFailure, with a matcher for the names of
// tools; those of MCP servers are mcp__SERVER__TOOL).

import { applyEdits, type FormattingOptions, modify, parseTree } from 'jsonc-parser'
import { isObject, type JsonObject } from '../json.ts'

export const EVENTS = ['PostToolUse', 'PostToolUseFailure'] as const
const MATCHER = 'mcp__.*'
const OPTIONS: FormattingOptions = { insertSpaces: true, tabSize: 2 }

/** Our hook, in the form of its command, whatever folder it is in. */
const OWN_COMMAND = /(^|[\\/"'])skill-rating(\.js|\.cmd)?["']? observe$/

type Hook = { type?: unknown; command?: unknown }
type Group = { matcher?: unknown; hooks?: unknown }

/** The settings with our hooks, and all other text as it was. */
export function withHooks(text: string, command: string): string {
  let result = withoutHooks(text) || '{}\n'
  for (const event of EVENTS) {
    const groups = groupsOf(result, event)
    const hook = { type: 'command', command, timeout: 10, async: true }
    const edits = modify(
      result,
      ['hooks', event, groups.length],
      { matcher: MATCHER, hooks: [hook] },
      { formattingOptions: formatOf(result) },
    )
    result = applyEdits(result, edits)
  }
  return result
}

/** The settings without our hooks, and without the lists that are empty then. */
export function withoutHooks(text: string): string {
  let result = text
  const remove = (path: (string | number)[]) => {
    result = applyEdits(result, modify(result, path, undefined, { formattingOptions: formatOf(result) }))
  }
  for (const event of EVENTS) {
    const groups = groupsOf(result, event)
    let removed = 0
    for (let index = groups.length - 1; index >= 0; index--) {
      const { hooks } = groups[index] as Group
      if (!Array.isArray(hooks)) continue
      const own = hooks.flatMap((hook: Hook, at) => (isOwn(hook) ? [at] : []))
      removed += own.length
      if (own.length > 0 && own.length === hooks.length) remove(['hooks', event, index])
      else for (const at of own.reverse()) remove(['hooks', event, index, 'hooks', at])
    }
    if (removed > 0 && groupsOf(result, event).length === 0) remove(['hooks', event])
    if (removed > 0 && isEmptyObject(result, 'hooks')) remove(['hooks'])
  }
  return result
}

function isOwn(hook: Hook): boolean {
  return hook?.type === 'command' && typeof hook.command === 'string' && OWN_COMMAND.test(hook.command.trim())
}

function groupsOf(text: string, event: string): unknown[] {
  const settings = JSON.parse(text || '{}') as { hooks?: Record<string, unknown> }
  const groups = settings.hooks?.[event]
  return Array.isArray(groups) ? groups : []
}

function isEmptyObject(text: string, name: string): boolean {
  const value = (JSON.parse(text) as JsonObject)[name]
  return isObject(value) && Object.keys(value).length === 0
}

/** The indentation of the file. */
function formatOf(text: string): FormattingOptions {
  const first = parseTree(text)?.children?.[0]
  const line = first ? text.slice(text.lastIndexOf('\n', first.offset) + 1, first.offset) : ''
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  if (/^\t+$/.test(line)) return { insertSpaces: false, tabSize: 1, eol }
  return /^ +$/.test(line) ? { insertSpaces: true, tabSize: line.length, eol } : { ...OPTIONS, eol }
}

/** Whether the settings have a form that the hooks can be added to. */
export function problemOf(text: string): string | undefined {
  let settings: unknown
  try {
    settings = JSON.parse(text || '{}')
  } catch {
    return 'it is not valid JSON'
  }
  if (!isObject(settings)) return 'it is not an object'
  const { hooks } = settings
  if (hooks === undefined) return undefined
  if (!isObject(hooks)) return '`hooks` is not an object'
  const wrong = EVENTS.find((event) => {
    const groups = hooks[event]
    return groups !== undefined && !Array.isArray(groups)
  })
  return wrong && `\`hooks.${wrong}\` is not a list`
}
