// The process of the load generator (load.ts): takes one load after another from its parent, and ends when that is gone.
// undici's own interface of callbacks, and no promise for each request: it shares two cores with what it measures.
import { Client, type Dispatcher } from 'undici'
import type { Load, LoadResult, Send } from './load.ts'
import { percentile } from './statistics.ts'

process.on('disconnect', () => process.exit())
process.on('message', async (load: Load) => {
  const result = await run(load).catch((error: Error) => ({ failure: error.stack ?? String(error) }))
  process.send?.(result)
})
process.send?.('ready')

async function run({ origin, connections, requests, seconds, count, counted }: Load): Promise<LoadResult> {
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }))
  const statuses: Record<number, number> = {}
  const latencies = new Latencies()
  const reasons = new Map<string, number>()
  let turn = 0
  const next = () => requests[turn++ % requests.length] as Send

  // Nobody waits for a connection while it is measured.
  const bytes = await Promise.all(clients.map((client) => once(client, next())))

  const cpu = process.cpuUsage()
  const begun = performance.now()
  const end = seconds === undefined ? Number.POSITIVE_INFINITY : begun + seconds * 1_000
  const last = count === undefined ? Number.POSITIVE_INFINITY : turn + count
  let finished = begun
  await Promise.all(clients.map((client) => new Promise<void>((done) => work(client, done))))
  const { user, system } = process.cpuUsage(cpu)
  await Promise.all(clients.map((client) => client.destroy()))

  const milliseconds = latencies.all()
  return {
    requests: milliseconds.length,
    seconds: (finished - begun) / 1_000,
    rate: milliseconds.length / ((finished - begun) / 1_000),
    p50: milliseconds.length > 0 ? percentile(milliseconds, 0.5) : Number.NaN,
    p99: milliseconds.length > 0 ? percentile(milliseconds, 0.99) : Number.NaN,
    statuses,
    errors: Object.fromEntries(reasons),
    bytes: bytes[0] ?? 0,
    cpu: (user + system) / 1_000,
  }

  /** Sends on one connection, each request when the one before is answered to its end. */
  function work(client: Client, done: () => void): void {
    let sent = 0
    let status = 0
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_, statusCode) {
        status = statusCode
      },
      onResponseData() {},
      onResponseEnd() {
        const now = performance.now()
        statuses[status] = (statuses[status] ?? 0) + 1
        if ((status >= 200 && status < 400) || counted?.includes(status)) latencies.add(now - sent)
        finished = now
        again(now)
      },
      onResponseError(_, error) {
        const reason = (error as NodeJS.ErrnoException).code ?? error.message
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        done()
      },
    }
    const again = (now: number) => {
      if (now >= end || turn >= last) return done()
      sent = performance.now()
      client.dispatch(next() as Dispatcher.DispatchOptions, handler)
    }
    again(begun)
  }
}

/** One request that is not measured; gives the bytes of its answer. */
function once(client: Client, send: Send): Promise<number> {
  return client.request(send).then(async ({ body }) => (await body.arrayBuffer()).byteLength)
}

/** Numbers in an array that grows by doubling: nothing is made for each of them. */
class Latencies {
  #values = new Float64Array(1 << 14)
  #length = 0

  add(milliseconds: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2)
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#length++] = milliseconds
  }

  all(): number[] {
    return Array.from(this.#values.subarray(0, this.#length))
  }
}
