import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the Data API that records the requests. */
export class RecordingProxy {
  /** The requests without their queries, such as `POST /rest/v1/rpc/health`. */
  calls: string[] = []
  /** The port of the Data API. */
  target = 0
  readonly #server = createServer((request, response) => {
    const { method, url: path = '', headers } = request
    this.calls.push(`${method} ${path.split('?')[0]}`)
    const upstream = send({ host: '127.0.0.1', port: this.target, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    upstream.once('error', () => response.destroy())
    request.pipe(upstream)
  })

  async listen(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
