import type { Context } from 'hono'
import type { z } from 'zod'
import type { FieldError } from '../errors.ts'
import { parse } from '../schemas/parse.ts'

/** Maximum number of unknown invalid parameters to report, so that the response is not much longer than the request. */
const MAX_UNKNOWN = 10

/** Maximum number of undecodable parameters to check. Each costs an exception: 28 KB of them took 0.1 s. */
const MAX_UNDECODABLE = 100

/**
 * Parses the query of a request with a zod schema of its parameters. Decoding is strict; unknown parameters are ignored.
 *
 * @throws ApiError invalid_request if a parameter is invalid or given twice, or if any part of the query is not percent-encoded
 * UTF-8 (URLSearchParams would silently replace it with U+FFFD)
 */
export function parseQuery<T extends z.ZodObject>(c: Context, schema: T): z.output<T> {
  const query = c.req.url.split('?').slice(1).join('?')
  const parameters: Record<string, string> = {}
  const errors = new Map<string, FieldError>()
  let undecodable = 0
  const report = (path: string, message: string) => errors.set(`${path} ${message}`, { path, message })
  for (const pair of query.split('&')) {
    if (pair === '') continue
    // Split only at the first `=`: a value can contain thousands.
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length
    const [name, value] = [decode(pair.slice(0, end)), decode(pair.slice(end + 1))]
    if (name === null || value === null) {
      const isNamed = name && (Object.hasOwn(schema.shape, name) || errors.size < MAX_UNKNOWN)
      report(isNamed ? name : 'query', 'is not percent-encoded UTF-8')
      if (++undecodable === MAX_UNDECODABLE) break
    } else if (Object.hasOwn(schema.shape, name)) {
      if (Object.hasOwn(parameters, name)) report(name, 'is given twice')
      parameters[name] = value
    }
  }
  return parse(schema, parameters, [...errors.values()])
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
