// Bytes on a TCP connection, for requests that no HTTP client sends.
import { connect, type Socket } from 'node:net'

/** What came back before the connection was closed, or before the timeout. */
export interface RawExchange {
  received: string
  isClosed: boolean
}

/** Sends bytes, given as Latin-1, to a port of 127.0.0.1 and collects the response. */
export function exchangeBytes(port: number, bytes: string, timeoutMs = 2_000): Promise<RawExchange> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ received, isClosed })
    }
    const timer = setTimeout(() => finish(false), timeoutMs)
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.once('error', () => finish(true))
    socket.once('close', () => finish(true))
  })
}

/** Sends bytes and leaves the connection open. */
export function openConnection(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.resume().once('connect', () => socket.write(bytes, 'latin1', () => resolve(socket)))
  })
}

/** The status codes of all responses in what was received. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
}
