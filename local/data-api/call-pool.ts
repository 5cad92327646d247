import { Client, type ClientBase, type Connection, Pool, type PoolConfig } from 'pg'
import { ConnectionError } from './errors.ts'

/** A prepared statement and its parameters. */
export type Statement = { text: string; values: (string | null)[] }

type Row = (string | null)[]

const connectTimeoutMs = 1_000

/** A connection is replaced after so many prepared statements, which it would keep: each set of arguments in a request is another one. */
const maxStatements = 100

/** The timeout of the pool includes the time until a connection is free. */
class QuickClient extends Client {
  constructor(config?: PoolConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs })
  }
}

/** Connections that run statements in one round trip and one transaction. */
export class CallPool {
  #pool: Pool
  readonly #statements = new WeakMap<ClientBase, Statements>()

  constructor(private readonly config: PoolConfig) {
    this.#pool = this.#create()
  }

  /**
   * Runs statements in one transaction, which is rolled back when one fails. Returns the only row of the last one.
   * @param scope statements are prepared again for each scope
   * @throws ConnectionError the statements may have been committed
   * @throws DatabaseError what the database raised; nothing was committed
   */
  async run(statements: Statement[], scope: string): Promise<Row> {
    return this.#withClient((client) => {
      const prepared = this.#statements.get(client) ?? new Statements()
      this.#statements.set(client, prepared)
      return new Promise((resolve, reject) => {
        const done = (error: Error | null, row: Row) => (error ? reject(error) : resolve(row))
        client.query(new Pipeline(statements, scope, prepared, done))
      })
    })
  }

  /** Runs queries that are not prepared. */
  query<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    return this.#withClient(work)
  }

  /** Replaces all connections, those in use after their use. */
  renew(): void {
    const earlier = this.#pool
    this.#pool = this.#create()
    void earlier.end()
  }

  #create(): Pool {
    const pool = new Pool({ ...this.config, Client: QuickClient })
    // Connections break when the database restarts. The pool removes idle ones, and the query of another one fails.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }

  async #withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: Error) => {
      // There are many errors for this: the server is starting, or has no connection left.
      throw new ConnectionError(error.message, false)
    })
    let isUsable = false
    try {
      const result = await work(client)
      isUsable = true
      return result
    } catch (error) {
      // FATAL and worse end the connection.
      isUsable = (error as { severity?: string }).severity === 'ERROR'
      throw isUsable ? error : new ConnectionError((error as Error).message, true)
    } finally {
      client.release(!isUsable || (this.#statements.get(client)?.count ?? 0) >= maxStatements)
    }
  }
}

/** The statements that a connection has prepared. */
class Statements {
  readonly #names = new Map<string, string>()
  #prepared = new Set<string>()

  get count(): number {
    return this.#names.size
  }

  /** The name of a statement, and whether it must be prepared first. */
  use(key: string): { name: string; isPrepared: boolean } {
    const name = this.#names.get(key) ?? `call_${this.#names.size}`
    this.#names.set(key, name)
    return { name, isPrepared: this.#prepared.has(name) }
  }

  confirm(name: string): void {
    this.#prepared.add(name)
  }
}

/**
 * Sends all statements before one Sync message. They are then one transaction, and after an error Postgres skips the others
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-PIPELINING): a call without its role cannot run.
 */
class Pipeline {
  readonly #unconfirmed: string[] = []
  #row: Row = []
  #stopListening: () => void = () => {}

  constructor(
    private readonly statements: Statement[],
    private readonly scope: string,
    private readonly prepared: Statements,
    public callback: (error: Error | null, row: Row) => void,
  ) {}

  submit(connection: Connection): void {
    const onParsed = () => this.prepared.confirm(this.#unconfirmed.shift() as string)
    connection.on('parseComplete', onParsed)
    this.#stopListening = () => connection.off('parseComplete', onParsed)
    connection.stream.cork()
    for (const { text, values } of this.statements) {
      const { name, isPrepared } = this.prepared.use(`${this.scope} ${text}`)
      if (!isPrepared) {
        this.#unconfirmed.push(name)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#row = fields
  }

  handleError(error: Error): void {
    this.#stopListening()
    this.callback(error, [])
  }

  handleReadyForQuery(): void {
    this.#stopListening()
    this.callback(null, this.#row)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
