import type { Context } from 'hono'
import type { z } from 'zod'
import { type FieldError, parse } from './problem.ts'

/** How many faulty parameters are named that the route does not know. An answer is not to be many times as long as its request. */
const MAX_UNKNOWN = 10

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
  const refuse = (path: string, message: string) => errors.set(`${path} ${message}`, { path, message })
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=').map(decode)
    if (name === null || value.includes(null)) {
      const isNamed = name && (Object.hasOwn(schema.shape, name) || errors.size < MAX_UNKNOWN)
      refuse(isNamed ? name : 'query', 'is not percent-encoded UTF-8')
    } else if (Object.hasOwn(schema.shape, name)) {
      if (Object.hasOwn(parameters, name)) refuse(name, 'is given twice')
      parameters[name] = value.join('=')
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
