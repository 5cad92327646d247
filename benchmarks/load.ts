import autocannon from 'autocannon'

export type Load = {
  url: string
  connections: number
  /** Ends after so many seconds, or after so many requests. */
  seconds?: number
  amount?: number
  requests?: autocannon.Request[]
}

/**
 * Sends a load in a thread of its own.
 * @returns requests a second, their number, and the 99th percentile of the milliseconds to the end of a response
 * @throws Error when a response is not a success, because its rate would mean nothing
 */
export async function sendLoad({ url, connections, seconds, amount, requests }: Load) {
  const result = await autocannon({
    url,
    connections,
    workers: 1,
    timeout: 30,
    sampleInt: 100,
    ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
    ...(requests && { requests }),
  })
  const { errors, non2xx, latency } = result
  const answered = result['2xx']
  if (errors > 0 || non2xx > 0 || answered === 0) {
    throw new Error(`${url}: ${answered} successes, ${non2xx} other responses, ${errors} errors`)
  }
  return { rate: answered / result.duration, answered, p99: latency.p99 }
}
