import { Client, type Connection, Pool as PgPool, type PoolClient, type PoolConfig, types } from 'pg'
import { ConnectionError } from './errors.ts'

/** A prepared statement and its parameters. */
export type Statement = { text: string; values: (string | null)[] }

type Row = (string | null)[]

const connectTimeoutMs = 1_000

/** A connection is replaced after so many prepared statements, which it would keep. Each list of columns in a request is another one. */
const maxStatements = 100

/** The timeout of the pool includes the time until a connection is free. */
class QuickClient extends Client {
  constructor(config?: PoolConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs })
  }
}

/** Connections that are replaced when they break. */
export class Pool {
  #pool: PgPool
  readonly #statements = new WeakMap<PoolClient, Statements>()

  constructor(private readonly config: PoolConfig) {
    this.#pool = this.#create()
  }

  /** @throws ConnectionError when the database cannot be reached */
  async connect(): Promise<Session> {
    const client = await this.#pool.connect().catch((error: Error) => {
      // There are many errors for this: the server is starting, or has no connection left.
      throw new ConnectionError(error.message, false)
    })
    const statements = this.#statements.get(client) ?? new Statements()
    this.#statements.set(client, statements)
    return new Session(client, statements)
  }

  /**
   * Runs statements in one round trip and one transaction, which is rolled back when one fails. Returns the only row of the last one.
   * @param scope statements are prepared again for each scope
   */
  async run(statements: Statement[], scope: string): Promise<Row> {
    const session = await this.connect()
    try {
      return await session.run(statements, scope)
    } finally {
      session.release()
    }
  }

  /** A connection for @supabase/lite, with the interface of its driver. */
  async reserve() {
    const session = await this.connect()
    return {
      unsafe: (query: string, parameters: unknown[]) => session.query(query, parameters),
      release: () => session.release(),
    }
  }

  /** Replaces all connections, those in use after their use. */
  renew(): void {
    const earlier = this.#pool
    this.#pool = this.#create()
    void earlier.end()
  }

  #create(): PgPool {
    const pool = new PgPool({ ...this.config, Client: QuickClient })
    // Connections break when the database restarts. The pool removes idle ones, and the query of another one fails.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
}

/** One use of a connection. Its methods throw a ConnectionError when it breaks: the statement may have been committed. */
class Session {
  #isUsable = true

  constructor(
    private readonly client: PoolClient,
    private readonly statements: Statements,
  ) {}

  /** Returns the rows, with the properties that @supabase/lite reads. */
  async query<T extends object>(text: string, values: unknown[]) {
    const name = values.length > 0 ? { name: this.statements.use(text).name } : {}
    const { rows, command, rowCount } = await this.#settled(() =>
      this.client.query<T>({ ...name, text, values, types: { getTypeParser } }),
    )
    return Object.assign(rows, { command, count: rowCount })
  }

  run(statements: Statement[], scope: string): Promise<Row> {
    return this.#settled(
      () =>
        new Promise((resolve, reject) => {
          const done = (error: Error | null, row: Row) => (error ? reject(error) : resolve(row))
          this.client.query(new Pipeline(statements, scope, this.statements, done))
        }),
    )
  }

  release(): void {
    this.client.release(!this.#isUsable || this.statements.count >= maxStatements)
  }

  async #settled<T>(work: () => Promise<T>): Promise<T> {
    // After a timeout, the driver would wait for the earlier statement.
    if (!this.#isUsable) throw new ConnectionError('The connection was closed.', true)
    try {
      return await work()
    } catch (error) {
      const { severity, routine, message } = error as Error & { severity?: string; routine?: string }
      // FATAL and worse end the connection. A prepared statement whose columns have changed fails again and again.
      this.#isUsable = severity === 'ERROR' && routine !== 'RevalidateCachedQuery'
      throw severity === 'ERROR' ? error : new ConnectionError(message, true)
    }
  }
}

/** The statements that a connection has prepared. */
class Statements {
  readonly #names = new Map<string, string>()
  readonly #prepared = new Set<string>()

  get count(): number {
    return this.#names.size
  }

  /** The name of a statement, and whether it was prepared before. */
  use(key: string): { name: string; isPrepared: boolean } {
    const name = this.#names.get(key) ?? `statement_${this.#names.size}`
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
    /** The driver calls it, too, at a timeout. */
    public callback: (error: Error | null, row: Row) => void,
  ) {}

  submit(connection: Connection): void {
    const onParsed = () => this.prepared.confirm(this.#unconfirmed.shift() as string)
    connection.on('parseComplete', onParsed)
    this.#stopListening = () => connection.off('parseComplete', onParsed)
    // One packet.
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
}

// As @supabase/lite has set for its driver: exact numbers, and times as Postgres writes them.
const asText = new Set([1082, 1083, 1114, 1184, 1266, 1186])
const nameArrays = new Set([1002, 1003])
const textArray = 1009

function getTypeParser(type: number): (text: string) => unknown {
  if (asText.has(type)) return (text) => text
  if (type === 20) return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text))
  if (type === 1700) return (text) => (String(Number(text)) === text ? Number(text) : text)
  return types.getTypeParser(nameArrays.has(type) ? textArray : type)
}
