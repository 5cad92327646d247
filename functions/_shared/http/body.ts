import type { Context } from 'hono'
import { ApiError } from '../errors.ts'

/** The largest request body, in bytes. */
export const MAX_BODY = 256 * 1024
/** How long a body may take to arrive, counted from when the function reads it. */
export const BODY_TIMEOUT_MS = 10_000
/** The first size of the buffer for a body; most bodies are smaller. */
const FIRST_BUFFER = 4 * 1024
/** How deep arrays and objects can be nested, including the body itself. */
export const MAX_DEPTH = 32

/**
 * The JSON object in the body of a request: at most {@link MAX_BODY} bytes of UTF-8 (a byte order mark is accepted),
 * nested at most {@link MAX_DEPTH} deep.
 *
 * @throws ApiError unsupported_media_type, body_too_large, request_timeout or invalid_json
 */
export async function jsonBody(c: Context, timeoutMs = BODY_TIMEOUT_MS): Promise<Record<string, unknown>> {
  requireJson(c)
  const text = decode(await readBody(c, timeoutMs))
  if (depth(text) > MAX_DEPTH) throw invalidJson(`The body is nested more than ${MAX_DEPTH} levels deep.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidJson('The body must be a JSON object.')
  }
  return value as Record<string, unknown>
}

/** The JSON object in an optional body; an empty object for a request without a body and Content-Type. */
export async function optionalJsonBody(c: Context): Promise<Record<string, unknown>> {
  const hasBody =
    Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined
  return hasBody || c.req.header('content-type') !== undefined ? jsonBody(c) : {}
}

function invalidJson(detail: string): ApiError {
  return new ApiError('invalid_json', { detail })
}

function requireJson(c: Context): void {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '')
    .split(';')
    .map((part) => part.trim())
  const isUtf8 = parameters.every(
    (parameter) => !/^charset *=/i.test(parameter) || /^charset *= *"?utf-?8"?$/i.test(parameter),
  )
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (type.toLowerCase() !== 'application/json' || !isUtf8 || encoding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type')
  }
}

async function readBody(c: Context, timeoutMs: number): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY) throw new ApiError('body_too_large')
  const { body } = c.req.raw
  if (!body) return new Uint8Array()

  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new ApiError('request_timeout')), timeoutMs)
  })
  try {
    return await Promise.race([readAll(reader), timeout])
  } catch (error) {
    // The rest of the body is not read.
    reader.cancel().catch(() => {})
    if (error instanceof ApiError) throw error
    // The client disconnected or sent malformed chunks.
    throw invalidJson('The body could not be read completely.')
  } finally {
    clearTimeout(timer)
  }
}

/** Copies the chunks into one buffer: a chunk, even of one byte, keeps the buffer alive that it was received in, often 64 KiB. */
async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  let buffer = new Uint8Array(FIRST_BUFFER)
  let length = 0
  for (;;) {
    const { done, value: chunk } = await reader.read()
    if (done) return buffer.subarray(0, length)
    const end = length + chunk.length
    if (end > MAX_BODY) throw new ApiError('body_too_large')
    if (end > buffer.length) {
      const larger = new Uint8Array(Math.min(MAX_BODY, Math.max(end, 2 * buffer.length)))
      larger.set(buffer.subarray(0, length))
      buffer = larger
    }
    buffer.set(chunk, length)
    length = end
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidJson('The body is not valid UTF-8.')
  }
}

/** How deep brackets are nested in a JSON text, not counting those in strings. */
function depth(json: string): number {
  let open = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (inString) {
      if (character === '\\') i++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++open)
    else if (character === '}' || character === ']') open--
  }
  return deepest
}
