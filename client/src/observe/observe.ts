import { appendFileSync, readSync } from 'node:fs'
import { APPEND, createCallsFolder, fileOfDay, type Source, toolName } from './files.ts'

/**
 * Counts one call of an MCP tool: a hook of a client runs this after each call, with its JSON on standard input. It appends one short line
 * to the file of the day, which many processes can do at once. Any error is silent: counting must never disturb the agent.
 */
export function observe(client = 'claude-code'): void {
  try {
    const input: unknown = JSON.parse(readInput())
    if (!Object.hasOwn(READERS, client)) return
    const line = lineOf(READERS[client as Client](input as HookInput))
    if (line) append(client as Client, line)
  } catch {}
}

type Client = Exclude<Source, 'proxy'>

const MAX_BYTES = 64 * 1024 * 1024

function readInput(): string {
  const chunks: Buffer[] = []
  const buffer = Buffer.allocUnsafe(65_536)
  let total = 0
  for (;;) {
    let length: number
    try {
      length = readSync(0, buffer)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The end of a pipe, on Windows.
      if (code === 'EOF') return Buffer.concat(chunks).toString()
      // A pipe that its writer made non-blocking: wait for more.
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
      continue
    }
    if (length === 0) return Buffer.concat(chunks).toString()
    total += length
    // Too large to parse, but the writer must get rid of it.
    if (total <= MAX_BYTES) chunks.push(Buffer.from(buffer.subarray(0, length)))
  }
}

type HookInput = {
  hook_event_name?: unknown
  tool_name?: unknown
  tool_response?: unknown
  is_interrupt?: unknown
  mcp_context?: unknown
}

type Call = { server: string; isFailure: boolean }

/** The call in the input of a hook; undefined for anything that is not a call of an MCP tool, and for one that the user stopped. */
const READERS: Record<Client, (input: HookInput) => Call | undefined> = {
  // https://code.claude.com/docs/en/hooks
  'claude-code': ({ hook_event_name, tool_name, is_interrupt }) => {
    if (hook_event_name !== 'PostToolUse' && hook_event_name !== 'PostToolUseFailure') return undefined
    const server = is_interrupt === true ? undefined : serverIn(tool_name)
    return server === undefined ? undefined : { server, isFailure: hook_event_name === 'PostToolUseFailure' }
  },
  // https://developers.openai.com/codex/hooks: the response is the result of the MCP call.
  codex: ({ hook_event_name, tool_name, tool_response }) => {
    const server = hook_event_name === 'PostToolUse' ? serverIn(tool_name) : undefined
    return server === undefined ? undefined : { server, isFailure: has(tool_response, 'isError', true) }
  },
  // https://geminicli.com/docs/hooks/reference
  'gemini-cli': ({ hook_event_name, tool_name, tool_response, mcp_context }) => {
    const named = (mcp_context as { server_name?: unknown } | undefined)?.server_name
    const server = typeof named === 'string' ? toolName(named) : serverIn(tool_name)
    if (hook_event_name !== 'AfterTool' || server === undefined) return undefined
    return { server, isFailure: ((tool_response as { error?: unknown } | null)?.error ?? null) !== null }
  },
}

/** The server of `mcp__SERVER__TOOL`. Its name can contain two underscores: readers compare the beginning. */
function serverIn(name: unknown): string | undefined {
  return typeof name === 'string' ? /^mcp__([\w-]{1,200})__[\w-]+$/.exec(name)?.[1] : undefined
}

function has(value: unknown, name: string, expected: unknown): boolean {
  return (value as Record<string, unknown> | null | undefined)?.[name] === expected
}

/** `ok SERVER` or `fail SERVER` */
function lineOf(call: Call | undefined): string | undefined {
  if (!call || !/^[\w-]{1,200}$/.test(call.server)) return undefined
  return `${call.isFailure ? 'fail' : 'ok'} ${call.server}\n`
}

function append(client: Client, line: string): void {
  const options = { mode: APPEND.mode, flag: APPEND.flags }
  try {
    appendFileSync(fileOfDay(client), line, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    createCallsFolder()
    appendFileSync(fileOfDay(client), line, options)
  }
}
