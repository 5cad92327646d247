// An assistant as people run it: the SDK's own client, over HTTP. It holds every answer against the schema that its tool shows.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import { baseUrl } from '../support/http-client.ts'

export const mcpUrl = `${baseUrl}/mcp`

/** What every client of MCP sends with a message. */
export const MESSAGE_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
}

/** With or without a handshake: what most clients speak, and the revision without sessions. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const

interface Failure {
  code: string
  errors?: { path: string; message: string }[]
  skill?: { id: string; name: string; slug: string }
  suggestions?: { id: string; name: string; slug: string }[]
  request_id: string
}

export interface Assistant {
  client: Client
  /** Calls a tool and expects it to succeed; gives its structured content and its text. */
  use<Content>(tool: string, given?: Record<string, unknown>): Promise<Content & { text: string }>
  /** Calls a tool and expects it to fail; gives the problem and the text for the model. */
  fail(tool: string, given?: Record<string, unknown>): Promise<Failure & { text: string }>
}

/** An assistant that has this server in its configuration, with these headers. */
export async function assistant(
  headers: Record<string, string> = {},
  era: (typeof ERAS)[number] = ERAS[0],
): Promise<Assistant> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era === ERAS[0] ? 'legacy' : { pin: era } } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  // From here on the client checks structured content.
  await client.listTools()
  const textsOf = ({ content }: { content: unknown }) =>
    (content as { type: string; text: string }[]).map(({ text }) => text)
  return {
    client,
    async use<Content>(tool: string, given: Record<string, unknown> = {}) {
      const result = await client.callTool({ name: tool, arguments: given })
      const [text = '', ...others] = textsOf(result)
      expect({ tool, isError: result.isError ?? false, text }).toMatchObject({ isError: false })
      expect(others).toEqual([])
      return { ...(result.structuredContent as Content), text }
    },
    async fail(tool, given = {}) {
      const result = await client.callTool({ name: tool, arguments: given })
      expect({ tool, isError: result.isError, ...result }).toMatchObject({ isError: true })
      expect(result.structuredContent).toBeUndefined()
      const [text = '', document = ''] = textsOf(result)
      return { ...(JSON.parse(document) as Failure), text }
    },
  }
}

/** Posts a body as it is. */
export async function postMessage(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(mcpUrl, { method: 'POST', headers: { ...MESSAGE_HEADERS, ...headers }, body })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** The message that calls a tool. */
export function callOf(tool: string, given: unknown, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: given } }
}
