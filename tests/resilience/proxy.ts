import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort, PortInUse, retryPorts } from '../../local/stack/ports.ts'

type Direction = 'request' | 'answer'

/** Where to break a connection. Both ends are reset and get no more data. */
export type Cut = {
  /** Text in a request that selects its connection. */
  marker: string
  /** Before the request reaches the server, or before the answer reaches the client. */
  before: Direction
}

/** The connections to a client and to the server, and the data that is held back. */
type Link = {
  client: Socket
  server: Socket
  held: Record<Direction, Piece[]>
  marked: boolean
  stranded: boolean
  last: Direction
}

type Piece = { to: Socket; bytes: Buffer | 'end' }

/** A TCP proxy on 127.0.0.1 that can refuse, reset, hang, slow down or cut connections. */
export class FaultProxy {
  #server: Server | undefined
  #links = new Set<Link>()
  #isHanging = false
  #delay = 0
  #roundTrips = 0
  #cut: (Cut & { done: () => void }) | undefined
  #target: number

  private constructor(
    readonly port: number,
    private readonly target: number,
  ) {
    this.#target = target
  }

  /** Starts a proxy for a port of this machine. The server may start later. */
  static async before(target: number): Promise<FaultProxy> {
    return retryPorts(async () => {
      const proxy = new FaultProxy(await freePort(), target)
      await proxy.pass()
      return proxy
    })
  }

  /** Forwards everything again, beginning with the data that was held back. */
  async pass(): Promise<void> {
    this.#delay = 0
    this.#cut = undefined
    this.#isHanging = false
    if (this.#target !== this.target) this.divert(this.target)
    for (const link of this.#links) this.#flush(link)
    if (!this.#server) {
      const server = createServer((client) => this.#link(client)).listen(this.port, '127.0.0.1')
      await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EADDRINUSE' ? new PortInUse(this.port) : error
      })
      this.#server = server
    }
  }

  /** Stops listening and resets all connections. */
  async refuse(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    const closed = new Promise((done) => (server ? server.close(done) : done(undefined)))
    this.resetAll()
    await closed
  }

  /** Accepts connections and data but forwards nothing until {@link pass}. */
  hang(): void {
    this.#isHanging = true
  }

  /** Forwards to another port until {@link pass}. */
  divert(port: number): void {
    this.#target = port
    this.resetAll()
  }

  /** Forwards nothing more in the present connections, as when a machine loses its power. New connections work. */
  strand(): void {
    for (const link of this.#links) link.stranded = true
  }

  /** How often a connection sent data since its last answer: the number of round trips so far. */
  get roundTrips(): number {
    return this.#roundTrips
  }

  /** Delays each chunk. */
  slow(delayMs: number): void {
    this.#delay = delayMs
  }

  /** Breaks one connection. Resolves when that has happened. */
  cut(cut: Cut): Promise<void> {
    return new Promise((done) => {
      this.#cut = { ...cut, done }
    })
  }

  /** Resets all connections. */
  resetAll(): void {
    for (const link of this.#links) this.#reset(link)
  }

  #link(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1')
    const link: Link = {
      client,
      server,
      held: { request: [], answer: [] },
      marked: false,
      stranded: false,
      last: 'answer',
    }
    this.#links.add(link)
    for (const [from, to, direction] of [
      [client, server, 'request'],
      [server, client, 'answer'],
    ] as const) {
      from.setNoDelay()
      from.on('data', (bytes) => this.#piece(link, to, direction, bytes))
      from.on('end', () => this.#forward(link, to, direction, 'end'))
      // Both sides end in the same way.
      from.on('error', () => this.#reset(link))
      from.on('close', () => {
        this.#links.delete(link)
        if (from.errored) to.resetAndDestroy()
      })
    }
  }

  #piece(link: Link, to: Socket, direction: Direction, bytes: Buffer): void {
    if (direction === 'request' && link.last === 'answer') this.#roundTrips += 1
    link.last = direction
    if (this.#isToCut(link, direction, bytes)) {
      const done = this.#cut?.done
      this.#cut = undefined
      this.#reset(link)
      done?.()
      return
    }
    this.#forward(link, to, direction, bytes)
  }

  #isToCut(link: Link, direction: Direction, bytes: Buffer): boolean {
    const cut = this.#cut
    if (!cut) return false
    if (direction === 'request' && bytes.includes(cut.marker)) link.marked = true
    if (!link.marked) return false
    return cut.before === direction || cut.before === 'request'
  }

  #forward(link: Link, to: Socket, direction: Direction, bytes: Buffer | 'end'): void {
    if (link.stranded) return
    const held = link.held[direction]
    const piece = { to, bytes }
    if (this.#delay > 0) {
      held.push(piece)
      // Equal delays keep the order.
      setTimeout(() => held.splice(0, 1).forEach(write), this.#delay)
    } else if (this.#isHanging || held.length > 0) held.push(piece)
    else write(piece)
  }

  #flush({ held }: Link): void {
    for (const pieces of [held.request, held.answer]) pieces.splice(0).forEach(write)
  }

  #reset(link: Link): void {
    link.held = { request: [], answer: [] }
    link.client.resetAndDestroy()
    link.server.resetAndDestroy()
  }
}

function write({ to, bytes }: Piece): void {
  if (to.destroyed) return
  if (bytes === 'end') to.end()
  else to.write(bytes)
}
