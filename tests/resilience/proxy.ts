import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort, PortInUse, retryPorts } from '../../local/stack/ports.ts'

type Direction = 'request' | 'answer'

/** Where to break a connection. Both ends are reset, and neither gets what came later. */
export type Cut = {
  /** Seen in what the client sends, it makes its connection the one to cut. */
  marker: string
  /**
   * When, from there on: before anything of the request reaches the server; before the first of the answer reaches the
   * client; or before the piece of the answer that holds these bytes does.
   */
  before: 'request' | 'answer' | { answerWith: string }
}

/** A pair of connections, from the client and to the server, and the bytes that wait in between. */
type Link = {
  client: Socket
  server: Socket
  held: Record<Direction, Piece[]>
  marked: boolean
  stranded: boolean
}

type Piece = { to: Socket; bytes: Buffer | 'end' }

/**
 * A TCP proxy on 127.0.0.1 that can do to a connection what networks and servers do: refuse it, reset it, fall silent, be slow,
 * or break off at a chosen place.
 */
export class FaultProxy {
  #server: Server | undefined
  #links = new Set<Link>()
  #hanging = new Set<Direction>()
  #delay = 0
  #cut: (Cut & { done: () => void }) | undefined
  #target: number

  private constructor(
    /** Where it listens. */
    readonly port: number,
    private readonly target: number,
  ) {
    this.#target = target
  }

  /** Starts a proxy before a port of this machine; the port itself need not be listened on yet. */
  static async before(target: number): Promise<FaultProxy> {
    // None that an outgoing connection may be given while the proxy refuses.
    return retryPorts(async () => {
      const proxy = new FaultProxy(await freePort(), target)
      await proxy.pass()
      return proxy
    })
  }

  /** Passes everything on, at once and whole; what was held back first. */
  async pass(): Promise<void> {
    this.#delay = 0
    this.#cut = undefined
    this.#hanging.clear()
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

  /** Listens no more, so that connecting is refused, and resets what is connected. */
  async refuse(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    const closed = new Promise((done) => (server ? server.close(done) : done(undefined)))
    this.resetAll()
    await closed
  }

  /** Takes connections and bytes and passes nothing on, in connections old and new, until {@link pass}; or in one direction only. */
  hang(...directions: Direction[]): void {
    this.#hanging = new Set(directions.length > 0 ? directions : ['request', 'answer'])
  }

  /** In how many connections something is being held back that was to go this way. */
  held(direction: Direction): number {
    return [...this.#links].filter(({ held }) => held[direction].length > 0).length
  }

  /** Leads to another port of this machine, until {@link pass}. */
  divert(port: number): void {
    this.#target = port
    this.resetAll()
  }

  /** Falls silent for good in every connection there is, as a machine does that has lost its power; new ones are not affected. */
  strand(): void {
    for (const link of this.#links) link.stranded = true
  }

  /** Passes each piece on so many milliseconds after it came. */
  slow(milliseconds: number): void {
    this.#delay = milliseconds
  }

  /** Breaks one connection, once, at the place described. Done when that has happened. */
  cut(cut: Cut): Promise<void> {
    return new Promise((done) => {
      this.#cut = { ...cut, done }
    })
  }

  /** Breaks every connection there is. */
  resetAll(): void {
    for (const link of this.#links) this.#reset(link)
  }

  /** Ends every connection and listens no more. */
  close(): Promise<void> {
    return this.refuse()
  }

  #link(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1')
    const link: Link = { client, server, held: { request: [], answer: [] }, marked: false, stranded: false }
    this.#links.add(link)
    for (const [from, to, direction] of [
      [client, server, 'request'],
      [server, client, 'answer'],
    ] as const) {
      from.setNoDelay()
      from.on('data', (bytes) => this.#piece(link, to, direction, bytes))
      from.on('end', () => this.#forward(link, to, direction, 'end'))
      // However one half ends, the other ends the same way.
      from.on('error', () => this.#reset(link))
      from.on('close', () => {
        this.#links.delete(link)
        if (from.errored) to.resetAndDestroy()
      })
    }
  }

  #piece(link: Link, to: Socket, direction: Direction, bytes: Buffer): void {
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
    if (cut.before === 'request') return true
    if (direction === 'request') return false
    return cut.before === 'answer' || bytes.includes(cut.before.answerWith)
  }

  #forward(link: Link, to: Socket, direction: Direction, bytes: Buffer | 'end'): void {
    if (link.stranded) return
    const held = link.held[direction]
    const piece = { to, bytes }
    if (this.#delay > 0) {
      held.push(piece)
      // One timer a piece, all of the same length, so that pieces keep their order.
      setTimeout(() => held.splice(0, 1).forEach(write), this.#delay)
    } else if (this.#hanging.has(direction) || held.length > 0) held.push(piece)
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
