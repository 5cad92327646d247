import type { Context } from 'hono'
import { Problem } from '../errors.ts'

/** The greatest request body, in bytes. */
export const MAX_BODY = 256 * 1024
/** How deep the arrays and objects of a body may be nested, the body itself counted. */
export const MAX_DEPTH = 32

/**
 * The JSON object in the body of a request: at most {@link MAX_BODY} bytes of UTF-8 (a byte order mark is accepted),
 * nested at most {@link MAX_DEPTH} deep.
 *
 * @throws Problem unsupported_media_type, body_too_large, invalid_json; in this order
 */
export async function jsonBody(c: Context): Promise<Record<string, unknown>> {
  requireJson(c)
  const text = decode(await readBody(c))
  if (depth(text) > MAX_DEPTH) throw invalidJson(`The body is nested deeper than ${MAX_DEPTH}.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidJson('The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidJson('The body must be a JSON object.')
  }
  return value as Record<string, unknown>
}

/** The JSON object in the body of a request that need not have one: without a body and its type, an empty object. */
export async function optionalJsonBody(c: Context): Promise<Record<string, unknown>> {
  const hasBody =
    Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined
  return hasBody || c.req.header('content-type') !== undefined ? jsonBody(c) : {}
}

function invalidJson(detail: string): Problem {
  return new Problem('invalid_json', { detail })
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
    throw new Problem('unsupported_media_type', {
      detail: 'Send the body as Content-Type: application/json, in UTF-8 and without a content encoding.',
    })
  }
}

async function readBody(c: Context): Promise<Uint8Array[]> {
  const tooLarge = () =>
    new Problem('body_too_large', { detail: `The body is larger than ${MAX_BODY} bytes (256 KiB).` })
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY) throw tooLarge()

  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      length += chunk.length
      // Leaving the loop cancels the stream: the rest of a body that is too large is not read.
      if (length > MAX_BODY) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    // The client went away, or its chunks are no chunks: the fault is not ours.
    throw invalidJson('The body could not be read to its end.')
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

/** How deep brackets are nested in a JSON text, those inside strings left out. */
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
