import { isUtf8 } from 'node:buffer'
import { callQuery, findFunction, passedParameters, readFunctions, type SqlFunctions } from './functions.ts'
import type { Pool, Statement } from './pool.ts'
import { errorResponse, forEveryOrigin, valueResponse } from './responses.ts'
import { SETTINGS, settingsValues } from './settings.ts'

type Keys = { publishable: string; secret: string }
type Arguments = { names: string[] } & ({ json: string } | { texts: Record<string, string> })

/**
 * Answers a call of a function that returns one value, in one round trip to the database. @supabase/lite answers all other requests: it
 * needs five, and reads and writes each value.
 */
export class Rpc {
  #functions: Promise<SqlFunctions> | undefined

  constructor(
    private readonly pool: Pool,
    private readonly keys: Keys,
  ) {}

  clearSchemaCache(): void {
    this.#functions = undefined
  }

  /** @param other answers all other requests */
  async answer(request: Request, other: (request: Request) => Promise<Response>): Promise<Response> {
    const name = functionName(request)
    const role = this.#roleOf(request)
    if (name === undefined || role === undefined) return other(request)
    const body = request.method === 'POST' ? Buffer.from(await request.arrayBuffer()) : undefined
    const args = body ? argumentsInBody(body) : argumentsInQuery(request)
    try {
      const functions = await this.#readFunctions()
      const func = args && findFunction(functions, name, args.names)
      if (!func) return await other(body ? withBody(request, body) : request)
      const parameters = passedParameters(func, args.names)
      const call: Statement =
        'json' in args
          ? { text: callQuery(func, args.names, 'json'), values: parameters.length > 0 ? [args.json] : [] }
          : {
              text: callQuery(func, args.names, 'texts'),
              values: parameters.map(({ name }) => args.texts[name] as string),
            }
      const [value, status, headers] = await this.pool.run([settings(request, name, role), call], role)
      return forEveryOrigin(
        valueResponse({
          value,
          isVoid: func.result === 'void',
          isHead: request.method === 'HEAD',
          status,
          headers,
        }),
      )
    } catch (error) {
      return forEveryOrigin(errorResponse(error as Error, role))
    }
  }

  /** The role of the key; undefined for requests that @supabase/lite rejects or whose token it checks. */
  #roleOf({ headers }: Request): string | undefined {
    const key = headers.get('apikey')
    const token = /^Bearer\s+(.+)$/.exec(headers.get('authorization') ?? '')?.[1]
    if (token !== undefined && token !== key && !token.startsWith('sb_')) return undefined
    if (key === this.keys.publishable) return 'anon'
    const isBrowser = /^\s*mozilla/i.test(headers.get('user-agent') ?? '')
    return key === this.keys.secret && !isBrowser ? 'service_role' : undefined
  }

  #readFunctions(): Promise<SqlFunctions> {
    if (this.#functions) return this.#functions
    const reading = readFunctions(this.pool)
    this.#functions = reading
    reading.catch(() => {
      if (this.#functions === reading) this.#functions = undefined
    })
    return reading
  }
}

/** The name of the function; undefined when the request asks for more than its value as JSON. */
function functionName({ url, method, headers }: Request): string | undefined {
  const { pathname, search } = new URL(url)
  const name = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1]
  const isRead = method === 'GET' || method === 'HEAD'
  const isJson = /^(application\/json *(;.*)?)?$/i.test(headers.get('content-type') ?? '')
  const isSimple =
    (isRead || (method === 'POST' && isJson && search === '')) &&
    /^(\*\/\*|application\/json)?$/i.test(headers.get('accept') ?? '') &&
    ['accept-profile', 'content-profile'].every((name) => (headers.get(name) ?? 'public') === 'public') &&
    !['prefer', 'range', 'content-encoding'].some((name) => headers.has(name))
  return isSimple ? name : undefined
}

function argumentsInBody(body: Buffer): Arguments | undefined {
  if (!isUtf8(body)) return undefined
  const json = body.length === 0 ? '{}' : body.toString()
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return { names: Object.keys(value), json }
  } catch {
    return undefined
  }
}

/** Names in a query that are not arguments, and values that are filters. */
const reservedName = /^(select|order|limit|offset|on_conflict|columns|apikey|and|or|not\..*)$/
const filter =
  /^(not|and|or|eq|gte?|lte?|neq|i?like|i?match|in|is|isdistinct|(pl|ph|w)?fts|c[sd]|ov|s[lr]|nx[rl]|adj)([.(]|$)/i

/** The arguments in a query, which are texts; undefined when it contains anything else. */
function argumentsInQuery({ url }: Request): Arguments | undefined {
  const pairs = [...new URL(url).searchParams]
  const names = pairs.map(([name]) => name)
  const isPlain =
    new Set(names).size === names.length &&
    pairs.every(([name, value]) => !reservedName.test(name) && !filter.test(value))
  return isPlain ? { names, texts: Object.fromEntries(pairs) } : undefined
}

function settings({ method, headers }: Request, name: string, role: string): Statement {
  const values = settingsValues({
    role,
    claims: { role },
    method,
    path: `/rpc/${name}`,
    headers: Object.fromEntries(headers),
  })
  // Not 'off' for a write, which a standby rejects.
  const readOnly = method === 'POST' ? '' : `, set_config('transaction_read_only', 'on', true)`
  return { text: SETTINGS + readOnly, values }
}

function withBody({ url, method, headers }: Request, body: Buffer): Request {
  return new Request(url, { method, headers, body: new Uint8Array(body) })
}
