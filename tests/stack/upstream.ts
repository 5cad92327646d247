// Gateways in front of servers that the tests control.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { Gateway } from '../../local/gateway/gateway.ts'
import { exchangeBytes } from '../support/raw-socket.ts'

/** Starts a gateway for /functions/v1 and /rest/v1 in front of an HTTP server. Returns its port. */
export async function gatewayTo(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  onTestFinished(() => server.closeAllConnections())
  return gatewayToServer(server)
}

/** The same for a TCP server. */
export function gatewayToSocket(onConnect: (socket: Socket) => void): Promise<number> {
  return gatewayToServer(
    createTcpServer((socket) => {
      socket.on('error', () => {})
      onConnect(socket)
    }),
  )
}

async function gatewayToServer(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const gateway = new Gateway([
    { prefix: '/functions/v1', port, stripped: '/functions/v1' },
    { prefix: '/rest/v1', port, stripped: '' },
  ])
  const gatewayPort = await gateway.listen(0)
  onTestFinished(async () => {
    await gateway.close(0)
    server.close()
  })
  return gatewayPort
}

/** Sends bytes and returns everything that arrives until the connection closes. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const { received, isClosed } = await exchangeBytes(port, bytes, 30_000)
  if (!isClosed) throw new Error(`The connection is still open after 30 s: ${received}`)
  return received
}
