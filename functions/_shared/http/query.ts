import type { Context } from 'hono'
import type { z } from 'zod'
import { type FieldError, parse } from '../errors.ts'

/** Maximum number of unknown invalid parameters to report, so that an answer is not much longer than its request. */
const MAX_UNKNOWN = 10

/** How many parameters that cannot be decoded are looked at. Each costs an exception: 28 KB of them took 0.1 s. */
const MAX_UNDECODABLE = 100

/**
 * The query of a request, as a zod schema of its known parameters makes it. Decoded strictly; unknown parameters are ignored.
 *
 * @throws Problem invalid_request when a parameter does not fit or is given twice, or when any part of the query is not
 * percent-encoded UTF-8 (URLSearchParams would put U+FFFD in its place without a word)
 */
export function parseQuery<T extends z.ZodObject>(c: Context, schema: T): z.output<T> {
  const query = c.req.url.split('?').slice(1).join('?')
  const parameters: Record<string, string> = {}
  const errors = new Map<string, FieldError>()
  let undecodable = 0
  const refuse = (path: string, message: string) => errors.set(`${path} ${message}`, { path, message })
  for (const pair of query.split('&')) {
    if (pair === '') continue
    // Not at every `=`: a value may hold thousands.
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length
    const [name, value] = [decode(pair.slice(0, end)), decode(pair.slice(end + 1))]
    if (name === null || value === null) {
      const isNamed = name && (Object.hasOwn(schema.shape, name) || errors.size < MAX_UNKNOWN)
      refuse(isNamed ? name : 'query', 'is not percent-encoded UTF-8')
      if (++undecodable === MAX_UNDECODABLE) break
    } else if (Object.hasOwn(schema.shape, name)) {
      if (Object.hasOwn(parameters, name)) refuse(name, 'is given twice')
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
