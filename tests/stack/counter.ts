import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before the Data API, counts what passes, and keeps answers back when told to. */
export class Counter {
  /** What has passed, as `POST /rest/v1/rpc/health`, without the query. */
  calls: string[] = []
  /** Port on 127.0.0.1 of the Data API itself. */
  target = 0
  #held: Promise<unknown> | undefined
  readonly #server = createServer((request, response) => {
    const { method, url: path = '', headers } = request
    this.calls.push(`${method} ${path.split('?')[0]}`)
    const isRead = /list_skills|list_ratings|get_skill/.test(path)
    const onward = send({ host: '127.0.0.1', port: this.target, method, path, headers }, async (answer) => {
      if (isRead) await this.#held
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.once('error', () => response.destroy())
    request.pipe(onward)
  })

  async listen(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** From now on keeps back what the Data API answers to reads of the catalogue, until the function that it gives is called. */
  hold(): () => void {
    let release = () => {}
    this.#held = new Promise<void>((go) => {
      release = go
    })
    return release
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
