// A bridge from standard input and output to a server with the transport Streamable HTTP of MCP. It forwards JSON-RPC messages as they
// are, so that both sides can use any revision of the protocol.
import type { Readable, Writable } from 'node:stream'
import { limited } from '../api/limit.ts'

type Message = { id?: unknown; method?: unknown; params?: unknown; result?: unknown }
type Options = { url: string; apiKey: string | undefined; input: Readable; output: Writable }

const VERSION_META = 'io.modelcontextprotocol/protocolVersion'

/** Forwards messages until the input ends, and every response has been written. */
export async function bridge({ url, apiKey, input, output }: Options): Promise<void> {
  const session: { id: string | undefined; version: string | undefined } = {
    id: undefined,
    version: undefined,
  }
  const pending = new Set<Promise<void>>()
  // The initialization must be complete before the version is known.
  let initialization: Promise<void> = Promise.resolve()
  for await (const line of linesOf(input, /\n/)) {
    if (!line.trim()) continue
    const message = parsed(line)
    if (message === undefined) {
      write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The message is not valid JSON.' } })
      continue
    }
    const before = initialization
    const work = before.then(() => forward(line, message))
    if (message.method === 'initialize') initialization = work
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  await Promise.all(pending)

  function write(message: unknown): void {
    output.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  }

  async function forward(line: string, message: Message): Promise<void> {
    const waiting = idsOfRequests(message)
    try {
      const response = limited(
        await fetch(url, { method: 'POST', redirect: 'error', headers: headersFor(message), body: line }),
      )
      session.id = response.headers.get('mcp-session-id') ?? session.id
      for await (const text of messagesOf(response)) {
        if (message.method === 'initialize') session.version = versionIn(text) ?? session.version
        for (const answer of answers(text, waiting)) write(answer)
      }
      if (waiting.size > 0) throw new Error('The response is not complete.')
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const reason = (cause as { code?: string }).code ?? 'the response is not one of MCP'
      const failure = { code: -32603, message: `The service is not available: ${reason}.` }
      for (const id of waiting.values()) write({ jsonrpc: '2.0', id, error: failure })
    }
  }

  function headersFor({ method, params }: Message): Record<string, string> {
    const { name, uri, _meta } = (params ?? {}) as {
      name?: unknown
      uri?: unknown
      _meta?: Record<string, unknown>
    }
    const version = _meta?.[VERSION_META] ?? session.version
    // Revisions from 2026 on repeat the method and its subject in headers.
    const subject = method === 'resources/read' ? uri : name
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(apiKey ? { 'x-api-key': apiKey } : {}),
      ...(session.id ? { 'mcp-session-id': session.id } : {}),
      ...header('mcp-protocol-version', version),
      ...header('mcp-method', _meta?.[VERSION_META] === undefined ? undefined : method),
      ...header('mcp-name', _meta?.[VERSION_META] === undefined ? undefined : subject),
    }
  }
}

function header(name: string, value: unknown): Record<string, string> {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) ? { [name]: value } : {}
}

function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null ? (message as Message) : undefined
  } catch {
    return undefined
  }
}

/** The requests of a message, or of a batch, that the client waits for, by the text of their id. */
function idsOfRequests(message: Message): Map<string, unknown> {
  const requests = messagesIn(message).filter(({ id, method }) => id !== undefined && method !== undefined)
  return new Map(requests.map(({ id }) => [JSON.stringify(id), id]))
}

function messagesIn(value: unknown): (Message & { jsonrpc?: unknown; error?: unknown })[] {
  return [value].flat().filter((one) => typeof one === 'object' && one !== null)
}

/**
 * What the client gets for a text of the service. A response that did not read the message, such as one to a message that is too large, has
 * no id: the client would wait for its own.
 * @throws Error for JSON that is not a message
 */
function answers(text: string, waiting: Map<string, unknown>): string[] {
  const messages = messagesIn(JSON.parse(text))
  const [first] = messages
  if (!first || messages.some(({ jsonrpc }) => jsonrpc !== '2.0')) throw new Error('This is not a message.')
  if (first.error !== undefined && first.id === null && waiting.size > 0) {
    const all = [...waiting.values()].map((id) => JSON.stringify({ ...first, id }))
    waiting.clear()
    return all
  }
  for (const { id, method } of messages) if (method === undefined) waiting.delete(JSON.stringify(id))
  return [text]
}

function versionIn(text: string): string | undefined {
  const { result } = JSON.parse(text) as { result?: { protocolVersion?: unknown } }
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined
}

/** The messages of a response: one JSON document, or a stream of events. A notification has none. */
async function* messagesOf(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status === 202 || response.status === 204) return
  if (!type.includes('text/event-stream')) {
    const text = await response.text()
    if (text.trim()) yield JSON.stringify(JSON.parse(text))
    return
  }
  let data: string[] = []
  if (!response.body) return
  // The types of Node and of the platform declare this stream differently.
  const body = response.body as unknown as AsyncIterable<Uint8Array>
  for await (const line of linesOf(body, /\r\n|\n|\r(?!$)/)) {
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    else if (line === '' && data.length > 0) {
      yield JSON.stringify(JSON.parse(data.join('\n')))
      data = []
    }
  }
}

/** The lines of a stream; node:readline would also end them at U+2028, which JSON may contain. */
async function* linesOf(stream: AsyncIterable<Uint8Array>, end: RegExp): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(end)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
