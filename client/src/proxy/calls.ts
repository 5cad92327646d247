/** `unread`: nobody knows, because a message was too long to be read. */
export type Outcome = 'ok' | 'fail' | 'unread'

/** Instead of the name of a tool. */
export const NO_TOOL = '-'
/** The characters of https://modelcontextprotocol.io/specification/2025-11-25/server/tools, and the slash of earlier servers. */
const TOOL_NAME = /^[\w./-]{1,128}$/
/** More calls than these at once are not followed. */
const MAX_PENDING = 10_000
const MAX_ID = 200

/** Of an object or a list, or white space in front of it. */
const STARTS = new Set<number | undefined>([...'{[ \t\r'].map((character) => character.charCodeAt(0)))

type Message = { id?: unknown; method?: unknown; params?: unknown; result?: unknown; error?: unknown }

/** Counts the calls of tools in the messages between a client and a server, and those that failed. */
export class CallCounter {
  /** The names of the tools, by the id of their request. */
  readonly #pending = new Map<string, string>()
  /** The messages of the server that were too long: probably responses to the oldest pending calls. */
  #unread = 0
  readonly #count: (outcome: Outcome, tool: string) => void

  constructor(count: (outcome: Outcome, tool: string) => void) {
    this.#count = count
  }

  fromClient(line: Buffer): void {
    for (const { id, method, params } of messagesOf(line)) {
      if (method === 'tools/call') this.#start(keyOf(id), objectOf(params).name)
      // Calls that the user stopped do not count.
      else if (method === 'notifications/cancelled') this.#take(keyOf(objectOf(params).requestId))
    }
  }

  fromServer(line: Buffer): void {
    if (this.#pending.size === 0) return
    for (const { id, method, result, error } of messagesOf(line)) {
      // The server can send requests, too, and their ids are its own.
      const tool = method === undefined ? this.#take(keyOf(id)) : undefined
      if (tool === undefined) continue
      const isFailure = error !== undefined || objectOf(result).isError === true
      this.#count(isFailure ? 'fail' : 'ok', tool)
    }
  }

  /** A message was too long. */
  tooLong(isFromServer: boolean): void {
    this.#count('unread', NO_TOOL)
    if (isFromServer) this.#unread++
  }

  /** The server ended, so that the pending calls get no response. */
  serverEnded(): void {
    for (const tool of [...this.#pending.values()].slice(this.#unread)) this.#count('fail', tool)
    this.#pending.clear()
  }

  #start(key: string | undefined, name: unknown): void {
    // Without an id, it is not a request.
    if (key === undefined) return
    const tool = typeof name === 'string' && TOOL_NAME.test(name) ? name : NO_TOOL
    const isKnown = this.#pending.has(key)
    if (isKnown || key.length > MAX_ID || this.#pending.size >= MAX_PENDING) this.#count('unread', tool)
    else this.#pending.set(key, tool)
  }

  #take(key: string | undefined): string | undefined {
    if (key === undefined) return undefined
    const tool = this.#pending.get(key)
    this.#pending.delete(key)
    return tool
  }
}

/** The messages of a line: one, or a batch of them. None if it is not JSON. */
function messagesOf(line: Buffer): Message[] {
  // A flood of other lines would take long to refuse one by one.
  if (!STARTS.has(line[0])) return []
  try {
    const value: unknown = JSON.parse(line.toString())
    return (Array.isArray(value) ? value : [value]).map(objectOf)
  } catch {
    return []
  }
}

function objectOf(value: unknown): Message & Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** An id as text that tells `1` from `"1"`. */
function keyOf(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined
}
