// The function in this process, with a stand-in for the Data API: for answers that the real one cannot be made to give.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }

/** What the stand-in answers: a status, 200 unless told otherwise, and a body that is sent as JSON, or as it is when it is a text. */
type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'nothing'

/** The stand-in for the Data API: what it is to answer, and what it was asked since the test began. */
export const dataApi = {
  reply: {} as Reply | ((request: Received) => Reply | Promise<Reply>),
  asked: [] as Received[],
  url: '',
}

/** The lines that the function logged since the test began. */
export const log: string[] = []

/** Starts the stand-in for the tests of a file. */
export function withDataApi(): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || 'null')
      const { method = '', url: path = '' } = request
      const received = { method, path, headers: request.headers, body }
      dataApi.asked.push(received)
      const reply = typeof dataApi.reply === 'function' ? await dataApi.reply(received) : dataApi.reply
      if (reply === 'nothing') return
      const { status = 200, body: answer = {}, headers = {} } = reply
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  })
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    dataApi.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    vi.spyOn(console, 'log').mockImplementation((line) => void log.push(line))
  })
  beforeEach(() => {
    log.length = 0
    dataApi.asked.length = 0
  })
  afterAll(() => {
    vi.restoreAllMocks()
    server.closeAllConnections()
    server.close()
  })
}

/**
 * Loads the function as a start of the real one does.
 *
 * @param settings its environment, beside the address and key of the stand-in
 * @param folder which function
 */
export async function loadFunction(
  settings: Record<string, string | undefined> = {},
  folder: 'api' | 'mcp' = 'api',
): Promise<Hono> {
  const { app } = await loadModule<{ app: Hono }>(`${folder}/app.ts`, settings)
  return app
}

/** Loads one module of the function, with what it imports, as a start of the function does. */
export async function loadModule<Module>(
  file: string,
  settings: Record<string, string | undefined> = {},
): Promise<Module> {
  const environment: Record<string, string | undefined> = {
    SUPABASE_URL: dataApi.url,
    SUPABASE_PUBLISHABLE_KEYS: '{"default": "sb_publishable_x"}',
    ...settings,
  }
  // Deno is not Node: the function reads its environment there, and supabase-js wants a WebSocket to be, which it never opens.
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => environment[name] } } })
  Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? class {} })
  vi.resetModules()
  // By a path that the type checker does not follow: it checks the function with Deno's types, elsewhere.
  const path = fileURLToPath(new URL(`../../functions/${file}`, import.meta.url))
  return (await import(path)) as Module
}

/** Sends a request to the function; a body goes as JSON. */
export function send(app: Hono, request: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = request.split(' ')
  const content =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  return Promise.resolve(app.request(path, { method, headers, ...content }))
}
