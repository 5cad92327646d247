// Clients without a key that send their bodies byte by byte: what a function keeps in memory, and when it stops waiting. Linux only.
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { memoryOf, resetPeakMemory } from '../../../benchmarks/cpu.ts'
import { openConnection, statusesIn } from '../../support/raw-socket.ts'
import { type Fixtures, startFixtures } from './fixtures.ts'
import { type Endpoint, endpoints } from './raw-requests.ts'

const CONNECTIONS = 20
const BYTES_PER_SECOND = 1_100
/** After so long, the clients give up. */
const SECONDS = 30
/** The bodies of all connections are 0.2 MB. In chunks that keep their network buffers, they took 860 MB in 20 s. */
const MOST_MEGABYTES = 150

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await startFixtures()
  return fixtures.stop
})

test.runIf(process.platform === 'linux').each(['the gateway', 'the function'] as const)(
  'bodies that arrive byte by byte at %s take no memory, and end with 408 after 10 s',
  async (name) => {
    const endpoint = endpoints(fixtures).find((one) => one.name === name) as Endpoint
    const pid = fixtures.stack.pids().edgeFunction as number
    resetPeakMemory(pid)
    const before = memoryOf(pid).now
    const results = await Promise.all(Array.from({ length: CONNECTIONS }, () => sendSlowly(endpoint)))
    const { peak } = memoryOf(pid)
    console.log(`${name}: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at the peak`)
    for (const { statuses, code, seconds } of results) {
      expect([statuses, code]).toEqual([[408], 'request_timeout'])
      expect(seconds).toBeGreaterThan(9)
      // The gateway and the clients are in this process, which all chunks keep busy.
      expect(seconds).toBeLessThan(25)
    }
    expect(peak - before).toBeLessThan(MOST_MEGABYTES)
  },
)

/** Sends a body in chunks of one byte, until there is a response or {@link SECONDS} have passed. */
async function sendSlowly({ port, prefix }: Endpoint) {
  const start = performance.now()
  const socket = await openConnection(
    port,
    `POST ${prefix}/api/search HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const passed = () => (performance.now() - start) / 1_000
  let received = ''
  let seconds = 0
  socket.setNoDelay(true).on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1')
    seconds ||= passed()
  })
  for (let sent = 0; passed() < SECONDS && !received && !socket.destroyed; await wait(1)) {
    // Timers are late: bytes that are due are sent at once, each as a chunk of its own.
    for (; sent < passed() * BYTES_PER_SECOND; sent++) socket.write('1\r\n \r\n')
  }
  socket.destroy()
  return { statuses: statusesIn(received), code: /"code":"(\w+)"/.exec(received)?.[1], seconds }
}
