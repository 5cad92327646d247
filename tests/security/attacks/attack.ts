import { HttpClient, type HttpResponse } from '../../support/http-client.ts'
import type { Fixtures } from './fixtures.ts'

/** One hostile request. */
export interface Attack {
  /** The edge function, or the Data API beside it, which is called with the publishable key. */
  target: 'function' | 'data api'
  method: string
  /** Below /functions/v1 or /rest/v1. */
  path: string
  headers: Record<string, string>
  body: string | undefined
  expect: Expected
}

/**
 * What the response must be:
 * - a `code` of a problem document, or several codes of which it must be one
 * - `answered`: 200
 * - `refused`: any 4xx
 * - `empty`: a 4xx, or a success that contains nothing
 * - `harmless`: a 4xx or a success
 */
export type Expected = string | string[]

type Options = { key?: string; headers?: Record<string, string>; body?: unknown }

/** An attack on the edge function; a body that is not a string is sent as JSON. */
export function onFunction(method: string, path: string, expect: Expected, options: Options = {}): Attack {
  const { key, headers, body } = options
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return {
    target: 'function',
    method,
    path,
    expect,
    body: text,
    headers: { ...(key !== undefined && { 'x-api-key': key }), ...headers },
  }
}

/** An attack on the Data API. */
export function onDataApi(...attack: Parameters<typeof onFunction>): Attack {
  return { ...onFunction(...attack), target: 'data api' }
}

export function onRpc(name: string, parameters: unknown, expect: Expected, options: Options = {}): Attack {
  return onDataApi('POST', `/rpc/${name}`, expect, { ...options, body: parameters })
}

// One stack per process.
let client: HttpClient | undefined

/** Sends the request. Headers with an empty value are left out. */
export function send({ stack }: Fixtures, attack: Attack): Promise<HttpResponse<unknown>> {
  const { target, method, path, headers, body } = attack
  client ??= new HttpClient(stack.apiUrl, { maxSockets: 8 })
  const all = {
    ...(target === 'data api' && { apikey: stack.publishableKey }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  }
  const given = Object.entries(all).filter(([, value]) => value !== '')
  const prefix = target === 'function' ? '/functions/v1' : '/rest/v1'
  return client.request(method, prefix + path, { headers: given, body })
}

/** Sends all attacks, six at a time, and describes the unexpected responses. */
export async function sendAll(fixtures: Fixtures, attacks: Iterable<Attack>): Promise<string[]> {
  const violations: string[] = []
  const waiting = attacks[Symbol.iterator]()
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const attack = next.value
      const response = await send(fixtures, attack).catch((error: Error) => String(error))
      const violation = typeof response === 'string' ? response : check(fixtures, attack, response)
      if (violation) violations.push(`${describeAttack(attack)}: ${violation}`)
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return violations
}

export function describeAttack({ target, method, path, headers, body }: Attack): string {
  const text = [target, method, path.slice(0, 80), JSON.stringify(headers).slice(0, 120), String(body ?? '')]
  return text.join(' ').slice(0, 300)
}

/** What is wrong with a response, if anything. */
export function check(
  fixtures: Fixtures,
  attack: Attack,
  response: HttpResponse<unknown>,
): string | undefined {
  const { status, text } = response
  const sent = `${decodeURIComponent(attack.path.replaceAll('%', '%25'))} ${JSON.stringify(attack.headers)} ${attack.body}`
  const received = text + JSON.stringify([...response.headers])
  const leaked = fixtures.secrets.filter((secret) => received.includes(secret) && !sent.includes(secret))
  if (leaked.length > 0) return `the response contains ${leaked.join(' and ')}`
  const got = `${status} ${text.slice(0, 200)}`
  if (status >= 500) return isKnownFailure(attack, text) ? undefined : got
  const isRefused = status >= 400
  const isSuccess = status >= 200 && status < 300
  const matches = (expected: string) =>
    (expected === 'refused' && isRefused) ||
    (expected === 'harmless' && (isRefused || isSuccess)) ||
    (expected === 'answered' && status === 200) ||
    (expected === 'empty' && (isRefused || (isSuccess && /^(\[\])?$/.test(text.trim())))) ||
    (text.includes(`"code":"${expected}"`) && text.includes(`"status":${status},`))
  const expected = [attack.expect].flat()
  return expected.some(matches) ? undefined : `expected ${expected.join(' or ')}, got ${got}`
}

/**
 * 500 responses of the Data API that change no row: JSON so deep that @supabase/lite exhausts its stack (PostgREST answers 400), and, at
 * PostgREST, a header that is not UTF-8.
 */
function isKnownFailure({ target, headers }: Attack, text: string): boolean {
  if (target === 'function') return false
  return (
    /[\u0080-\u00ff]/.test(JSON.stringify(headers)) ||
    /"code":"SUP".*Maximum call stack size exceeded/.test(text)
  )
}
