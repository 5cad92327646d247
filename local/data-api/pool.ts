import type { Sql } from 'postgres'

/** What a query runs on: as much of the driver's reserved connection as @supabase/lite uses. */
type Reserved = { unsafe(query: string, parameters: unknown[]): Promise<unknown>; release(): void }

export type PoolOptions = {
  /** Connections at the most. */
  size: number
  /** How long a query may go without an answer before its connection is given up; milliseconds. */
  patience: number
  /** Makes a client of one connection; `closed` is to be called whenever that connection closes. */
  client(closed: () => void): Sql
}

/** The database cannot be reached, or the connection to it broke or stopped answering. */
export class ConnectionError extends Error {
  constructor(
    message: string,
    /** Whether the connection had been there. */
    readonly wasOpen: boolean,
  ) {
    super(message)
  }
}

/**
 * A pool that outlives its connections. The driver's own loses a query when its connection breaks, never settles it, and puts
 * the dead connection back among the good ones; here each connection has a client to itself, which is thrown away when it
 * broke or stopped answering.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #idle: Client[] = []
  readonly #waiting: (() => void)[] = []
  #count = 0

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * A connection for one caller, until it releases it.
   * @throws ConnectionError when the database cannot be reached
   */
  async reserve(): Promise<Reserved> {
    while (this.#idle.length === 0 && this.#count >= this.#options.size) {
      await new Promise<void>((free) => this.#waiting.push(free))
    }
    const client = this.#idle.pop() ?? this.#create()
    try {
      await client.open()
    } catch (error) {
      this.#give(client)
      // The driver or the server may report this in many ways: the server is starting, or has no connection left.
      throw new ConnectionError((error as Error).message, false)
    }
    return {
      unsafe: (query, parameters) => client.run(query, parameters),
      release: () => this.#give(client),
    }
  }

  #create(): Client {
    this.#count++
    return new Client(this.#options)
  }

  #give(client: Client): void {
    if (client.close()) this.#idle.push(client)
    else this.#count--
    this.#waiting.shift()?.()
  }
}

/** What begins a transaction and tells it whose request it is: nobody reads what these give. */
const PREAMBLE = /^\s*(begin|select set_config\([^()]*\))\s*;?\s*$/i

/** Codes of the driver, and of the system below it, for a connection that broke. */
const BROKEN = /^(ECONN|EPIPE|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_)/

class Client {
  readonly #sql: Sql
  readonly #patience: number
  #connection: Awaited<ReturnType<Sql['reserve']>> | undefined
  #isBroken = false
  #preambleError: NodeJS.ErrnoException | undefined
  #break: (error: Error) => void = () => {}

  constructor({ client, patience }: PoolOptions) {
    this.#patience = patience
    this.#sql = client(() => {
      // One that closes between two uses has lost nothing: the driver opens it again.
      if (this.#connection !== undefined) this.#fail('The connection was closed.')
    })
  }

  async open(): Promise<void> {
    this.#connection = await this.#settled(this.#sql.reserve())
  }

  /**
   * Runs a query. One of a request's preamble is answered at once and goes out with the next query, all in one packet:
   * @supabase/lite waits for each of a dozen. Where one fails, so does every query after it, with that error.
   */
  run(query: string, parameters: unknown[]): Promise<unknown> {
    if (this.#isBroken || !this.#connection)
      return Promise.reject(new ConnectionError('The connection was closed.', true))
    const result = this.#connection.unsafe(query, parameters as never[])
    if (PREAMBLE.test(query)) {
      result.catch((error) => {
        this.#preambleError ??= error
      })
      return Promise.resolve(Object.assign([], { command: 'SELECT', count: 0 }))
    }
    return this.#settled(result).catch((error) => {
      const cause = this.#preambleError ?? error
      throw BROKEN.test(cause.code) ? new ConnectionError(cause.message, true) : cause
    })
  }

  /** Ends one use; says whether there can be another. */
  close(): boolean {
    const isGood = !this.#isBroken && this.#connection !== undefined
    if (isGood) this.#connection?.release()
    else void this.#sql.end({ timeout: 0 }).catch(() => {})
    this.#connection = undefined
    this.#preambleError = undefined
    return isGood
  }

  /** What the driver gives, or an error when the connection closes or nothing comes in time. */
  async #settled<T>(work: PromiseLike<T>): Promise<T> {
    const broken = new Promise<never>((_, reject) => {
      this.#break = reject
    })
    const timer = setTimeout(() => this.#fail('The database did not answer in time.'), this.#patience)
    try {
      return await Promise.race([work, broken])
    } finally {
      clearTimeout(timer)
      this.#break = () => {}
    }
  }

  #fail(reason: string): void {
    this.#isBroken = true
    this.#break(new ConnectionError(reason, true))
  }
}
