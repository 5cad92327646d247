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
  /** Whether a message of the server that nobody read may have been the response to a pending call. */
  #isUncertain = false
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
      if (tool === undefined || isInterim(objectOf(result))) continue
      // Some servers write `"error": null` beside a result.
      const isFailure = (error ?? null) !== null || objectOf(result).isError === true
      this.#count(isFailure ? 'fail' : 'ok', tool)
    }
  }

  /** A message of the client was too long. It may be a call. */
  tooLongFromClient(head: Buffer, tail: Buffer): void {
    const { kind, key, method } = endsOf(head, tail)
    if (kind === 'response') return
    if (method === undefined || (method === 'tools/call' && key === undefined)) this.#count('unread', NO_TOOL)
    else if (method === 'tools/call') this.#start(key, undefined)
  }

  /** A message of the server was too long. It may be the response to a call, of which nobody knows whether it failed. */
  tooLongFromServer(head: Buffer, tail: Buffer): void {
    const { kind, key } = endsOf(head, tail)
    if (kind === 'request' || this.#pending.size === 0) return
    const tool = this.#take(key)
    if (tool !== undefined) this.#count('unread', tool)
    else if (kind === undefined || key === undefined) {
      this.#count('unread', NO_TOOL)
      this.#isUncertain = true
    }
  }

  /** The server ended, so that the pending calls get no response. */
  serverEnded(): void {
    for (const tool of this.#pending.values()) this.#count(this.#isUncertain ? 'unread' : 'fail', tool)
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

/** The call goes on: as a task, or once the client has answered a question. */
function isInterim({ task, resultType = 'complete' }: Record<string, unknown>): boolean {
  return resultType !== 'complete' || (typeof task === 'object' && task !== null)
}

const JSONRPC = String.raw`"jsonrpc"\s*:\s*"2\.0"`
const ID = String.raw`"id"\s*:\s*("[^"\\\x00-\x1f]{0,${MAX_ID}}"|-?(?:0|[1-9]\d{0,19})(?=\s*[,}]))`
/** The beginning of a message, up to its first member that says what it is. */
const HEAD = new RegExp(
  String.raw`^\s*\{\s*(?:(?:${JSONRPC}|${ID})\s*,\s*)*"(method|params|result|error)"\s*:\s*(?:"([\w./$-]{1,100})")?`,
)
/** Its end, if the id is the last member: what comes before the last brace is not within another object. */
const TAIL = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${JSONRPC}\s*)?\}\s*$`)

type Ends = { kind: 'request' | 'response' | undefined; key: string | undefined; method: string | undefined }

/** What the ends of a message say of it. A notification counts as a request. */
function endsOf(head: Buffer, tail: Buffer): Ends {
  const [before = '', , member, method] = HEAD.exec(head.toString()) ?? []
  if (member === undefined) return { kind: undefined, key: undefined, method: undefined }
  const id = (new RegExp(ID).exec(before) ?? TAIL.exec(tail.toString()))?.[1]
  return {
    kind: member === 'result' || member === 'error' ? 'response' : 'request',
    key: id === undefined ? undefined : keyOf(JSON.parse(id)),
    method: member === 'method' ? method : undefined,
  }
}

function objectOf(value: unknown): Message & Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** An id as text that tells `1` from `"1"`. */
function keyOf(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined
}
