import { appendFileSync, constants, mkdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../config/folders.ts'

/**
 * Counts one call of an MCP tool: a hook runs this after each call, with its JSON on standard input. It appends one short line to the
 * file of the day, which many processes can do at once. Any error is silent: counting must never disturb the agent.
 */
export function observe(): void {
  try {
    const line = lineFor(JSON.parse(readInput()))
    if (line) append(line)
  } catch {}
}

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

type HookInput = { hook_event_name?: unknown; tool_name?: unknown; is_interrupt?: unknown }

/** `ok SERVER` or `fail SERVER`; undefined for anything that is not a call of an MCP tool, and for one that the user stopped. */
function lineFor({ hook_event_name, tool_name, is_interrupt }: HookInput): string | undefined {
  if (hook_event_name !== 'PostToolUse' && hook_event_name !== 'PostToolUseFailure') return undefined
  if (typeof tool_name !== 'string' || is_interrupt === true) return undefined
  // mcp__SERVER__TOOL. A name of a server can contain two underscores: readers compare the beginning.
  const server = /^mcp__([\w-]{1,200})__[\w-]+$/.exec(tool_name)?.[1]
  return server && `${hook_event_name === 'PostToolUse' ? 'ok' : 'fail'} ${server}\n`
}

const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK = 0 } = constants
/** Without waiting for a reader, if the file is a pipe. */
const OPTIONS = { mode: 0o600, flag: (O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK) as unknown as string }

function append(line: string): void {
  const folder = join(stateFolder(), 'calls')
  const path = join(folder, `claude-code-${new Date().toISOString().slice(0, 10)}.log`)
  try {
    appendFileSync(path, line, OPTIONS)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(path, line, OPTIONS)
  }
}
