import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'

const maxDiscardedBytes = 64 * 1024 * 1024
const discardTimeoutMs = 10_000

/**
 * Forwards a body so that data from upstream is read before each chunk is sent. An upstream that rejects a body answers and closes; the
 * next write then fails, and with the connection an answer that was not read yet is lost.
 */
export function yieldBetweenChunks(): Transform {
  return new Transform({ transform: (chunk, _, forward) => void setImmediate(forward, null, chunk) })
}

/**
 * Stops forwarding a body and reads the rest after the answer. Closing the connection instead would reset it, and the client could
 * lose the answer (RFC 9112, section 9.6).
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete) return
  request.unpipe()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDiscardedBytes) request.destroy()
  })
  request.resume()
  const timer = setTimeout(() => request.destroy(), discardTimeoutMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}
