import { appendFileSync, readSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { APPEND, createCallsFolder, fileOfDay, meaningOf, type Source, toolName } from './files.ts'

/**
 * Counts one call of an MCP tool: a hook of a client runs this after each call, with its JSON on standard input. It appends one short line
 * to the file of the day, which many processes can do at once. Any error is silent: counting must never disturb the agent.
 */
export async function observe(client = 'claude-code'): Promise<void> {
  try {
    const input = JSON.parse(readInput()) as HookInput
    if (!Object.hasOwn(READERS, client)) return
    const call = READERS[client as Client](input)
    const meaning = call && (await meaningIn(client, call.server, input.cwd))
    if (meaning) append(client as Client, `${call.isFailure ? 'fail' : 'ok'} ${meaning}\n`)
  } catch {}
}

/**
 * Which server a client has under a name, in the folder where it runs: a project can have another one than the user. Undefined if several
 * files have the name, if nobody knows which skill its server is, or if the proxy counts its calls.
 */
async function meaningIn(client: string, name: string, folder: unknown): Promise<string | undefined> {
  const [{ scanServers }, { realFolder, thisMachine }, { DISABLED }] = await Promise.all([
    import('../doctor/scan.ts'),
    import('../doctor/machine.ts'),
    import('../doctor/installed.ts'),
  ])
  const { CLAUDE_PROJECT_DIR } = process.env
  const cwd = [client === 'claude-code' && CLAUDE_PROJECT_DIR, folder].find(isFolder) ?? process.cwd()
  const { installed, skipped } = await scanServers({ ...thisMachine(), cwd: realFolder(cwd) ?? cwd }, client)
  const isNamed = ({ server }: { server?: string | undefined }) =>
    server !== undefined && toolName(server) === name
  const [one, ...others] = installed.filter(isNamed)
  const isCertain = others.length === 0 && !skipped.some((two) => isNamed(two) && two.reason !== DISABLED)
  if (one?.server === undefined || one.isProxied || !isCertain) return undefined
  return meaningOf({ ...one, server: one.server })
}

function isFolder(path: unknown): path is string {
  return typeof path === 'string' && isAbsolute(path)
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
  cwd?: unknown
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

/** The server of `mcp__SERVER__TOOL`: `mcp__git__evil__delete` is a call of `git__evil`, and not of `git`. */
function serverIn(name: unknown): string | undefined {
  return typeof name === 'string' ? /^mcp__([\w-]{1,200})__[\w-]+$/.exec(name)?.[1] : undefined
}

function has(value: unknown, name: string, expected: unknown): boolean {
  return (value as Record<string, unknown> | null | undefined)?.[name] === expected
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
