// An edge function in this process, with a stub of the Data API: for responses that the real one cannot be made to give.
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'
import { serveApp } from '../support/serve.ts'

export const KEY = wellFormedKey('c1a0')
export const withKey = { 'x-api-key': KEY }
export const ID = '123e4567-e89b-42d3-a456-426614174000'

type Received = { method: string; path: string; headers: Record<string, string>; body: unknown }

/** A status, 200 by default, and a body, sent as JSON unless it is text; or no response at all. */
type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'nothing'

/** The stub of the Data API: its replies, and the requests that it received in this test. */
export const dataApi = {
  reply: {} as Reply | ((request: Received) => Reply | Promise<Reply>),
  received: [] as Received[],
  url: '',
}

/** The lines that the function logged in this test. */
export const log: string[] = []
export const lastLogLine = () => JSON.parse(log.at(-1) ?? '{}')

/** An error as the Data API returns it. */
export const raised = (code: string, message = 'the message', details: string | null = null) => ({
  code,
  message,
  details,
  hint: null,
})

/** Starts the stub for the tests of a file. */
export function withDataApi(): void {
  const app = new Hono().all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const body = JSON.parse((await c.req.text()) || 'null')
    const received = { method: c.req.method, path: pathname + search, headers: c.req.header(), body }
    dataApi.received.push(received)
    const reply = typeof dataApi.reply === 'function' ? await dataApi.reply(received) : dataApi.reply
    if (reply === 'nothing') return new Promise<never>(() => {})
    const { status = 200, body: content = {}, headers = {} } = reply
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
  })
  beforeAll(async () => {
    const { url, close } = await serveApp(app)
    dataApi.url = url
    return close
  })
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation((line) => void log.push(line))
    log.length = 0
    dataApi.received.length = 0
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
}

/** Loads a function as its start does. @param settings environment variables besides the address and key of the stub */
export async function loadFunction(
  settings: Record<string, string | undefined> = {},
  folder: 'api' | 'mcp' | 'registry' | 'identity' = 'api',
): Promise<Hono> {
  return (await loadModule<{ app: Hono }>(`${folder}/app.ts`, settings)).app
}

/** Loads one module of the functions, with its imports, as a start does. */
export async function loadModule<Module>(
  file: string,
  settings: Record<string, string | undefined> = {},
): Promise<Module> {
  const environment: Record<string, string | undefined> = {
    SUPABASE_URL: dataApi.url,
    SUPABASE_PUBLISHABLE_KEYS: '{"default": "sb_publishable_x"}',
    ...settings,
  }
  // The function reads its settings from Deno, and supabase-js requires a WebSocket, which it never opens.
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => environment[name] } } })
  Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? class {} })
  vi.resetModules()
  // A path that the type checker does not follow: Deno checks the functions.
  const path = fileURLToPath(new URL(`../../functions/${file}`, import.meta.url))
  return (await import(path)) as Module
}

/** Sends a request such as `GET /api/skills` to the function, with a body as JSON. */
export function send(app: Hono, request: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = request.split(' ')
  if (body === undefined) return Promise.resolve(app.request(path, { method, headers }))
  const all = { 'content-type': 'application/json', ...headers }
  return Promise.resolve(app.request(path, { method, headers: all, body: JSON.stringify(body) }))
}
