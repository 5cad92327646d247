import type { Sql } from 'postgres'
import { ConnectionError } from './errors.ts'

/** The part of the driver's reserved connection that @supabase/lite uses. */
type Reserved = { unsafe(query: string, parameters: unknown[]): Promise<unknown>; release(): void }

export type PoolOptions = {
  /** The maximum number of connections. */
  size: number
  queryTimeoutMs: number
  /** Creates a client with one connection. It calls `onClose` when the connection closes. */
  createClient(onClose: () => void): Sql
}

/**
 * A pool that survives broken connections. When a connection of the driver's own pool breaks, its query never settles and the pool uses
 * the broken connection again. Here each connection has its own client, which is replaced when it breaks or does not answer.
 */
export class Pool {
  readonly #idle: Client[] = []
  readonly #waiting: (() => void)[] = []
  #count = 0
  #generation = 0

  constructor(private readonly options: PoolOptions) {}

  /** @throws ConnectionError when the database cannot be reached */
  async reserve(): Promise<Reserved> {
    while (this.#idle.length === 0 && this.#count >= this.options.size) {
      await new Promise<void>((free) => this.#waiting.push(free))
    }
    const client = this.#idle.pop() ?? this.#create()
    try {
      await client.open()
    } catch (error) {
      this.#release(client)
      // There are many errors for this: the server is starting, or has no connection left.
      throw new ConnectionError((error as Error).message, false)
    }
    return {
      unsafe: (query, parameters) => client.run(query, parameters),
      release: () => this.#release(client),
    }
  }

  /** Replaces all connections, those in use after their use: prepared statements of an earlier schema fail once each. */
  renew(): void {
    this.#generation++
    for (const client of this.#idle.splice(0)) this.#close(client)
  }

  #create(): Client {
    this.#count++
    return new Client(this.options, this.#generation)
  }

  #release(client: Client): void {
    if (client.release() && client.generation === this.#generation) this.#idle.push(client)
    else this.#close(client)
    this.#waiting.shift()?.()
  }

  #close(client: Client): void {
    this.#count--
    client.close()
  }
}

/** The statements before the queries of a request: the start of the transaction, and its settings. Their results are not used. */
const preamble = /^\s*(begin\b|start transaction\b|select set_config\()/

/** Error codes for a broken connection, of the driver and the system. */
const brokenCode = /^(ECONN|EPIPE|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_)/

/** A connection is replaced after so many prepared statements, which it would keep. Each list of columns in a request is another one. */
const maxStatements = 100

class Client {
  readonly #sql: Sql
  readonly #queryTimeoutMs: number
  #connection: Awaited<ReturnType<Sql['reserve']>> | undefined
  #isBroken = false
  readonly #statements = new Set<string>()
  #preambleError: NodeJS.ErrnoException | undefined
  #break: (error: Error) => void = () => {}

  constructor(
    { createClient, queryTimeoutMs }: PoolOptions,
    readonly generation: number,
  ) {
    this.#queryTimeoutMs = queryTimeoutMs
    this.#sql = createClient(() => {
      // The driver opens an idle connection again.
      if (this.#connection !== undefined) this.#fail('The connection was closed.')
    })
  }

  async open(): Promise<void> {
    this.#connection = await this.#settled(this.#sql.reserve())
  }

  /**
   * Runs a query. A preamble statement resolves at once and is sent with the next query in one packet. If it fails, the next query fails
   * with its error.
   */
  run(query: string, parameters: unknown[]): Promise<unknown> {
    if (this.#isBroken || !this.#connection)
      return Promise.reject(new ConnectionError('The connection was closed.', true))
    // Otherwise the driver asks the server for the types of the parameters before each query, and the server plans it again.
    const prepare = parameters.length > 0
    if (prepare) this.#statements.add(query)
    const result = this.#connection.unsafe(query, parameters as never[], { prepare })
    if (preamble.test(query)) {
      result.catch((error) => {
        this.#preambleError ??= error
      })
      return Promise.resolve(Object.assign([], { command: 'SELECT', count: 0 }))
    }
    return this.#settled(result).then(
      (rows) => {
        // Without its transaction and role, the answer is not for this request.
        if (this.#preambleError) throw errorOf(this.#preambleError)
        return rows
      },
      (error) => {
        throw errorOf(this.#preambleError ?? error)
      },
    )
  }

  /** Ends one use. Returns whether the client can be used again. */
  release(): boolean {
    const isGood = !this.#isBroken && this.#connection !== undefined
    if (isGood) this.#connection?.release()
    this.#connection = undefined
    this.#preambleError = undefined
    return isGood && this.#statements.size < maxStatements
  }

  close(): void {
    void this.#sql.end({ timeout: 0 }).catch(() => {})
  }

  /** Rejects when the connection closes or the timeout is over. */
  async #settled<T>(work: PromiseLike<T>): Promise<T> {
    const broken = new Promise<never>((_, reject) => {
      this.#break = reject
    })
    const timer = setTimeout(() => this.#fail('The database did not answer in time.'), this.#queryTimeoutMs)
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

function errorOf(cause: NodeJS.ErrnoException): Error {
  return brokenCode.test(cause.code ?? '') ? new ConnectionError(cause.message, true) : cause
}
