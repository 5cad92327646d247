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

type Call = {
  tool: string
  /** The revision of the protocol that both sides use, if it is known. */
  version: string
  /** Whether the client asked for a task in place of a result. */
  asksForTask: boolean
}

/** Counts the calls of tools in the messages between a client and a server, and those that failed. */
export class CallCounter {
  /** By the id of their request. */
  readonly #pending = new Map<string, Call>()
  /** The request of a handshake: its id, and the revision that the client asks for. */
  #handshake: { key: string; version: string } | undefined
  /** What the handshake came to. */
  #version = ''
  /** Whether a message of the server that nobody read may have been the response to a pending call. */
  #isUncertain = false
  readonly #count: (outcome: Outcome, tool: string) => void

  constructor(count: (outcome: Outcome, tool: string) => void) {
    this.#count = count
  }

  fromClient(line: Buffer): void {
    for (const { id, method, params } of messagesOf(line)) {
      if (method === 'tools/call') this.#start(keyOf(id), params)
      else if (method === 'initialize') this.#initialize(keyOf(id), objectOf(params).protocolVersion)
      // Calls that the user stopped do not count.
      else if (method === 'notifications/cancelled') this.#take(keyOf(objectOf(params).requestId))
    }
  }

  fromServer(line: Buffer): void {
    if (this.#pending.size === 0 && !this.#handshake) return
    for (const { id, method, result, error } of messagesOf(line)) {
      // The server can send requests, too, and their ids are its own.
      const key = method === undefined ? keyOf(id) : undefined
      if (key !== undefined && key === this.#handshake?.key)
        this.#initialized(objectOf(result).protocolVersion)
      const call = this.#take(key)
      const outcome = call && outcomeOf(call, objectOf(result), error)
      if (outcome) this.#count(outcome, call.tool)
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
    const call = this.#take(key)
    if (call) this.#count('unread', call.tool)
    else if (kind === undefined || key === undefined) {
      this.#count('unread', NO_TOOL)
      this.#isUncertain = true
    }
  }

  /** The server ended, so that the pending calls get no response. */
  serverEnded(): void {
    for (const { tool } of this.#pending.values()) this.#count(this.#isUncertain ? 'unread' : 'fail', tool)
    this.#pending.clear()
  }

  #initialize(key: string | undefined, version: unknown): void {
    if (key !== undefined && typeof version === 'string') this.#handshake = { key, version }
  }

  /** A server agrees to the revision that the client asks for, or names an earlier one. */
  #initialized(version: unknown): void {
    const { version: asked = '' } = this.#handshake ?? {}
    this.#version = typeof version === 'string' && version <= asked ? version : ''
    this.#handshake = undefined
  }

  #start(key: string | undefined, params: unknown): void {
    // Without an id, it is not a request.
    if (key === undefined) return
    const { name, task, _meta } = objectOf(params)
    const tool = typeof name === 'string' && TOOL_NAME.test(name) ? name : NO_TOOL
    const isKnown = this.#pending.has(key)
    if (isKnown || key.length > MAX_ID || this.#pending.size >= MAX_PENDING) this.#count('unread', tool)
    else {
      // Later revisions have no handshake.
      const named = objectOf(_meta)[VERSION_OF_REQUEST]
      const version = typeof named === 'string' ? named : this.#version
      this.#pending.set(key, { tool, version, asksForTask: typeof task === 'object' && task !== null })
    }
  }

  #take(key: string | undefined): Call | undefined {
    if (key === undefined) return undefined
    const call = this.#pending.get(key)
    this.#pending.delete(key)
    return call
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

/** From this revision on, a client can ask for a task, which has the result later. */
const WITH_TASKS = '2025-11-25'
/** From this one on, a result says of which type it is, and a request of which revision. */
const WITH_TYPES = '2026-07-28'
const VERSION_OF_REQUEST = 'io.modelcontextprotocol/protocolVersion'
/** Types of results after which the call goes on: as a task, or once the client has answered a question. */
const INTERIM: unknown[] = ['task', 'input_required']

/** Undefined if the call goes on. What the revision that both sides use does not have, says nothing: a server must not hide its failures by it. */
function outcomeOf({ version, asksForTask }: Call, result: Record<string, unknown>, error: unknown) {
  // Some servers write `"error": null` beside a result.
  if ((error ?? null) !== null || result.isError === true) return 'fail'
  const { resultType = 'complete', task } = result
  if (version >= WITH_TYPES && resultType !== 'complete')
    return INTERIM.includes(resultType) ? undefined : 'fail'
  const isTask = version >= WITH_TASKS && asksForTask && typeof task === 'object' && task !== null
  return isTask ? undefined : 'ok'
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
