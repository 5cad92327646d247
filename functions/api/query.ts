import type { Context } from 'hono'
import { type FieldError, invalidRequest } from './problem.ts'

/**
 * The known parameters of a request's query, decoded strictly; unknown ones are ignored.
 *
 * @throws Problem invalid_request when a known one is given twice, or when any part of the query is not
 * percent-encoded UTF-8 (URLSearchParams would put U+FFFD in its place without a word)
 */
export function queryParameters(c: Context, known: readonly string[]): Record<string, string> {
  const query = c.req.url.split('?').slice(1).join('?')
  const parameters: Record<string, string> = {}
  const errors: FieldError[] = []
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=').map(decode)
    if (name === null || value.includes(null)) {
      errors.push({ path: name || 'query', message: 'is not percent-encoded UTF-8' })
    } else if (known.includes(name)) {
      if (Object.hasOwn(parameters, name)) errors.push({ path: name, message: 'is given twice' })
      parameters[name] = value.join('=')
    }
  }
  if (errors.length > 0) throw invalidRequest(errors)
  return parameters
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
