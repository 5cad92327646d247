import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the Data API that records the requests and can delay the answers. */
export class RecordingProxy {
  /** The requests without their queries, such as `POST /rest/v1/rpc/health`. */
  calls: string[] = []
  /** The port of the Data API. */
  target = 0
  #delay: Promise<unknown> | undefined
  readonly #server = createServer((request, response) => {
    const { method, url: path = '', headers } = request
    this.calls.push(`${method} ${path.split('?')[0]}`)
    const upstream = send({ host: '127.0.0.1', port: this.target, method, path, headers }, async (answer) => {
      if (/list_skills|list_ratings|get_skill/.test(path)) await this.#delay
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

  /** Delays the answers to reads until the returned function is called. */
  hold(): () => void {
    let release = () => {}
    this.#delay = new Promise<void>((settle) => {
      release = settle
    })
    return release
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
