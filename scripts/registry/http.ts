import { Agent, fetch, interceptors, type Response } from 'undici'
import { quote } from '../../functions/mcp/quote.ts'
import { UserError } from '../../local/cli/user-error.ts'
import { reasonOf } from '../support/fetch-errors.ts'

/** Why fetch() refuses a port of another protocol, such as 25: another attempt cannot succeed. */
export const BAD_PORT = 'bad port'
const MAX_SOURCE = 1_000
/** The size of a page of 100 servers, and ten times what the official registry sends. */
const MAX_BYTES = 10_000_000
const TIMEOUT_MS = 30_000
/** For a page with all repetitions: a body that arrives byte by byte never exceeds {@link TIMEOUT_MS}. */
const PAGE_TIMEOUT_MS = 600_000
/** Repeats a request up to five times: after what Retry-After says, or after half a second, then twice as long each time. */
const dispatcher = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }).compose(
  interceptors.retry({ minTimeout: 500, maxTimeout: 60_000 }),
)

/** The URL of a catalogue, which also identifies it as a source. @throws UserError */
export function sourceUrl(text: string, name = '--base-url'): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UserError(`${name} is ${quote(text, 200)}: set it to an http or https address.`)
  const { origin, pathname } = new URL(text)
  const source = (origin + pathname).replace(/\/+$/, '')
  if (source.length > MAX_SOURCE)
    throw new UserError(`${name} is too long: set it to an address of at most ${MAX_SOURCE} characters.`)
  return source
}

export function unreadable(source: string, problem: string): UserError {
  return new UserError(`${source} cannot be read (${problem}). Run the same command again later.`)
}

export class TooLarge extends UserError {
  constructor(source: string) {
    super(unreadable(source, `a page is larger than ${MAX_BYTES / 1_000_000} MB`).message)
  }
}

export type Answer = { status: number; isOk: boolean; text: string; advice: string }

/** A document of a catalogue. @throws UserError if there is no response, or if it is too large */
export async function getText(address: string, source: string, query?: URLSearchParams): Promise<Answer> {
  const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS)
  const request = (url: string) =>
    fetch(query ? `${url}?${query}` : url, {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      signal,
      dispatcher,
    })
  const read = async () => {
    let response = await request(address)
    // The operator chose this address, so no redirect to another one is followed.
    if (addsSlash(response, address)) {
      await response.body?.cancel()
      response = await request(`${address}/`)
    }
    const { status, ok: isOk } = response
    if (isOk) return { status, isOk, text: await textOf(response) }
    await response.body?.cancel()
    return { status, isOk, text: '' }
  }
  const { text, ...answer } = await read().catch((error: Error) => {
    const reason = reasonOf(error)
    if (reason === BAD_PORT)
      throw new UserError(`fetch() does not allow the port of ${source}: set --base-url to another address.`)
    throw unreadable(source, reason)
  })
  if (text === undefined) throw new TooLarge(source)
  const isRedirect = answer.status >= 300 && answer.status < 400
  return { ...answer, text, advice: isRedirect ? ': set --base-url to the address that it redirects to' : '' }
}

/** Whether a response redirects to the same address with a slash at its end, whatever the scheme: a proxy can have ended TLS. */
function addsSlash({ status, headers }: Response, address: string): boolean {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, address)) return false
  const [from, to] = [new URL(address), new URL(location, address)]
  return to.host === from.host && to.pathname === `${from.pathname}/`
}

/** The body as text without a byte order mark; undefined if it is longer than {@link MAX_BYTES}, decompressed. */
async function textOf(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
