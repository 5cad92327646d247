import { setTimeout as sleep } from 'node:timers/promises'
import { limited } from './limit.ts'

export type RetryOptions = {
  /** How often a request is repeated at most; 2 by default. */
  retries?: number
  /** Waits longer than this are not taken: the response is returned instead. 30 seconds by default. */
  maxDelayMs?: number
  /** For one attempt; 30 seconds by default. */
  timeoutMs?: number
  fetch?: (request: Request) => Promise<Response>
  onRetry?: (delayMs: number) => void
}

/** Errors of a connection that was never established: the request was not sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Posted, but only read. */
const READ_BY_POST = /\/api\/(lookup|search)$/

/**
 * `fetch` that repeats reads after a lost connection, 429, 502, 503 and 504, and writes only if they had no effect: after 429, or if they
 * were never sent. It waits as long as `Retry-After` says.
 */
export function retryingFetch(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { retries = 2, maxDelayMs = 30_000, timeoutMs = 30_000, onRetry } = options
  const send = options.fetch ?? ((request) => fetch(request))
  return async (request) => {
    const isRead =
      ['GET', 'HEAD'].includes(request.method) || READ_BY_POST.test(new URL(request.url).pathname)
    for (let attempt = 0; ; attempt++) {
      const delayMs = await attemptOnce(attempt)
      if (typeof delayMs !== 'number') return delayMs
      onRetry?.(delayMs)
      await sleep(delayMs, undefined, { signal: request.signal })
    }

    /** The response, or how long to wait before the next attempt. */
    async function attemptOnce(attempt: number): Promise<Response | number> {
      const isLast = attempt >= retries
      try {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
        // The service never redirects, and another host must not get the key.
        const response = limited(await send(new Request(request.clone(), { signal, redirect: 'error' })))
        if (isLast || !mayRepeat(response.status, isRead)) return response
        const delayMs = retryAfterMs(response.headers.get('retry-after')) ?? backoffMs(attempt)
        if (delayMs > maxDelayMs) return response
        await response.body?.cancel()
        return delayMs
      } catch (error) {
        if (isLast || request.signal.aborted || !(isRead || wasNotSent(error))) throw error
        return backoffMs(attempt)
      }
    }
  }
}

function mayRepeat(status: number, isRead: boolean): boolean {
  return status === 429 || (isRead && [502, 503, 504].includes(status))
}

function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const errors = cause instanceof AggregateError ? cause.errors : [cause]
  return errors.every((one) => NOT_SENT.has((one as { code?: string } | undefined)?.code ?? ''))
}

/** Seconds or a date; undefined if it is neither. */
export function retryAfterMs(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  // Date.parse() would read numbers as years.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** With jitter, so that clients do not return at once. */
function backoffMs(attempt: number): number {
  return 250 * 2 ** attempt * (1 + Math.random())
}
