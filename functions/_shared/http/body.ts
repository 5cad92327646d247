import type { Context } from 'hono'
import { ApiError } from '../errors.ts'

/** The largest request body, in bytes. */
export const MAX_BODY = 256 * 1024
/** How deep arrays and objects can be nested, including the body itself. */
export const MAX_DEPTH = 32

/**
 * The JSON object in the body of a request: at most `maxBody` bytes of UTF-8 (a byte order mark is accepted),
 * nested at most {@link MAX_DEPTH} deep.
 *
 * @throws ApiError unsupported_media_type, body_too_large or invalid_json, in this order
 */
export async function jsonBody(c: Context, maxBody = MAX_BODY): Promise<Record<string, unknown>> {
  requireJson(c)
  const text = decode(await readBody(c, maxBody))
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

async function readBody(c: Context, maxBody: number): Promise<Uint8Array[]> {
  const tooLarge = () =>
    new ApiError('body_too_large', {
      detail: `The body is larger than ${maxBody} bytes (${maxBody / 1024} KiB).`,
    })
  if (Number(c.req.header('content-length') ?? 0) > maxBody) throw tooLarge()

  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      length += chunk.length
      // Leaving the loop cancels the stream: the rest of the body is not read.
      if (length > maxBody) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    // The client disconnected or sent malformed chunks.
    throw invalidJson('The body could not be read completely.')
  }
  return chunks
}

function decode(chunks: Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('')
    return text + decoder.decode()
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
