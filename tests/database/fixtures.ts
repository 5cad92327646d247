import postgres from 'postgres'
import { vi } from 'vitest'
import type { Database } from '../../functions/_shared/database.types.ts'
import { rolledBack } from '../../scripts/support/rolled-back.ts'
import type { Rating, Skill } from '../support/api.ts'
import { databaseForTests, type Options } from './own-database.ts'

export type Role = 'anon' | 'authenticated' | 'service_role'

/** The caller of a request: a role of the Data API, and the x-api-key header, if any. */
export type Caller = { role?: Role; key?: string | undefined }

export { rolledBack }

export type Agent = { id: string; name: string; key: string }
export type { Rating, Skill }
export type SubmitRatingResult = {
  created: boolean
  removed: string[]
  rating: Rating
  skill: Skill
  own_skill: boolean
  rated_skills: number
}
export type Transaction = postgres.TransactionSql
/** A connection, in a transaction or not. */
export type Connection = postgres.ISql<Record<never, never>>
type Fields = Record<string, unknown>

/** Sets the caller for the rest of the transaction, as the Data API does. */
export async function become(tx: Connection, { role = 'anon', key }: Caller): Promise<void> {
  const headers = JSON.stringify({ 'user-agent': 'a test', ...(key !== undefined && { 'x-api-key': key }) })
  await tx`select set_config('request.headers', ${headers}, true), set_config('role', ${role}, true)`
}

/** Runs the work in a transaction of the caller, and commits it. */
export function as<T>(sql: postgres.Sql, caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await become(tx, caller)
    return work(tx)
  }) as Promise<T>
}

/** Runs the work in a transaction of the caller, rolls it back and returns the result. */
export function rolledBackAs<T>(
  sql: postgres.Sql,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return rolledBack(sql, async (tx) => {
    await become(tx, caller)
    return work(tx)
  })
}

/** Runs the work in a savepoint, rolls it back, and returns its error, if any. */
export function attempt(tx: Transaction, work: (tx: Transaction) => Promise<unknown>) {
  return errorOf(rolledBack(tx, work))
}

/** The error of Postgres that the work ends in; undefined when it succeeds. */
export async function errorOf(work: PromiseLike<unknown>): Promise<postgres.PostgresError | undefined> {
  try {
    await work
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error
    throw error
  }
}

/** The state and message of the error that the work ends in, or `done`. */
export async function outcome(work: PromiseLike<unknown>): Promise<string> {
  const error = await errorOf(work)
  return error ? `${error.code} ${error.message}` : 'done'
}

/** The fields that a PT400 reports. */
export function pathsOf(error: postgres.PostgresError | undefined): string[] {
  if (error?.code !== 'PT400') throw error ?? new Error('There is no error.')
  return JSON.parse(error.detail ?? '[]').map(({ path }: { path: string }) => path)
}

export type FunctionName = keyof Database['public']['Functions']

/** The types of the arguments of each function. */
const types = new Map<string, Record<string, string>>()

async function typesOf(tx: Connection, name: FunctionName): Promise<Record<string, string>> {
  const known = types.get(name)
  if (known) return known
  const [row] = await tx`
    select jsonb_object_agg(argument, type::regtype) as types
    from pg_proc, unnest(proargnames, proargtypes::oid[]) as a (argument, type)
    where proname = ${name} and pronamespace = 'public'::regnamespace`
  types.set(name, row?.types ?? {})
  return row?.types ?? {}
}

/** Calls a function with the arguments of a JSON body, as the Data API does. Numbers that JSON lacks are given as text. */
export async function rpc<T = Fields>(tx: Connection, name: FunctionName, args: Fields): Promise<T> {
  const names = Object.keys(args)
  const call = `public.${name}(${names.map((parameter) => `${parameter} => body.${parameter}`).join(', ')})`
  if (names.length === 0) return (await tx.unsafe(`select ${call} as answer`))[0]?.answer as T
  const typed = await typesOf(tx, name)
  const [row] = await tx.unsafe(
    `select ${call} as answer
     from json_to_record($1::text::json) as body (${names.map((parameter) => `${parameter} ${typed[parameter]}`)})`,
    [JSON.stringify(args)],
  )
  return row?.answer as T
}

/** Calls a function as a request of its own. */
export function request<T = Fields>(sql: postgres.Sql, caller: Caller, name: FunctionName, args: Fields) {
  return as(sql, caller, (tx) => rpc<T>(tx, name, args))
}

/** Inserts skills `name 1`, `name 2` … as a superuser, without triggers: nothing searches for them. */
export async function plantSkills(
  admin: postgres.Sql,
  name: string,
  count: number,
  submitter: string | null = null,
): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      with planted as (
        insert into public.skills (name, slug, description, type, submitted_by)
        select ${name} || ' ' || i, lower(${name}) || '-' || i, 'Planted.', 'mcp', ${submitter}::uuid
        from generate_series(1, ${count}::integer) as i
        returning id, type, submitted_by
      ),
      stats as (
        insert into public.skill_stats (skill_id, type) select id, type from planted
      )
      insert into private.skill_submitters (skill_id, agent_id)
      select id, submitted_by from planted where submitted_by is not null`
  })
}

/** The pages of a list, one after the other: what it returns for each cursor. */
export async function* pagesOf<Page extends { next_cursor: string | null }>(
  list: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | null = null
  do {
    const page: Page = await list(cursor)
    yield page
    cursor = page.next_cursor
  } while (cursor !== null)
}

/** Whether a backend waits for a lock. `sql` must be another connection. */
export async function isBlocked(sql: postgres.Sql, backend: number): Promise<boolean> {
  const [row] = await sql`select cardinality(pg_blocking_pids(${backend})) > 0 as blocked`
  return row?.blocked
}

const WAIT = { timeout: 60_000, interval: 1 }

/** Resolves once a backend waits for a lock. */
export async function untilBlocked(sql: postgres.Sql, backend: number): Promise<void> {
  await vi.waitUntil(() => isBlocked(sql, backend), WAIT)
}

/** The first backend that waits for a lock of this connection, once there is one. */
export function untilBlocking(sql: postgres.Sql): Promise<number> {
  return vi.waitUntil(async () => {
    const [row] = await sql`
      select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid)) limit 1`
    return row?.pid
  }, WAIT)
}

/** An open transaction on a connection of its own, as the owner or as the agent with this key. */
export async function openTransaction(sql: postgres.Sql, key?: string) {
  const connection = await sql.reserve()
  await connection`begin`
  const [row] = await connection`select pg_backend_pid() as pid`
  if (key !== undefined) await become(connection, { key })
  const end = async (how: 'commit' | 'rollback') => {
    await connection.unsafe(how)
    connection.release()
  }
  return {
    sql: connection,
    pid: row?.pid as number,
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  }
}

/** What a transaction of `race` runs, as the owner or as an agent. */
export type Step = { key?: string; run: (sql: Connection) => PromiseLike<unknown> }

/** A database for the tests of a file, and what they create and call in it. */
export function testDatabase(options?: Options) {
  const database = databaseForTests(options)
  let count = 0
  // It exists once the tests run.
  const owner = () => database.owner

  async function newAgent(name = `Agent ${++count}`): Promise<Agent> {
    const { api_key, agent } = await request<{ api_key: string; agent: { id: string } }>(
      owner(),
      {},
      'register_agent',
      { p_agent_name: name },
    )
    return { id: agent.id, name, key: api_key }
  }

  async function newSkill(name = `Skill ${++count}`, by?: Agent): Promise<Skill> {
    const { key } = by ?? (await newAgent())
    const args = { p_name: name, p_description: `What ${name} does.`, p_type: 'other' }
    return (await request<{ skill: Skill }>(owner(), { key }, 'submit_skill', args)).skill
  }

  const call = <T = Fields>({ key }: { key?: string }, name: FunctionName, args: Fields = {}) =>
    request<T>(owner(), { key }, name, args)

  /** The result of submitting a rating, of 3 claws unless the fields say otherwise. */
  const submitRatingResult = (by: Agent, of: Pick<Skill, 'id'> | null, fields: Fields = {}) =>
    call<SubmitRatingResult>(by, 'submit_rating', { p_skill_id: of?.id ?? null, p_claws: 3, ...fields })

  const submitRating = async (by: Agent, of: Pick<Skill, 'id'> | null, fields: Fields = {}) =>
    (await submitRatingResult(by, of, fields)).rating

  /** An agent, a skill, and its rating of it. */
  async function newRating(fields: Fields = {}) {
    const [agent, skill] = [await newAgent(), await newSkill()]
    return { agent, skill, rating: await submitRating(agent, skill, fields) }
  }

  const page = async (skill: string) => (await owner()`select public.get_skill(${skill}) as page`)[0]?.page

  /** Calls a function of the schema admin as the embedded Studio does, and returns its message. */
  const admin = (name: string, ...args: (string | boolean | readonly string[])[]): Promise<string> =>
    as(owner(), { role: 'service_role' }, async (tx) => {
      const places = args.map((arg, i) => `$${i + 1}${Array.isArray(arg) ? '::uuid[]' : ''}`).join(', ')
      return (await tx.unsafe(`select admin.${name}(${places}) as message`, args as string[]))[0]?.message
    })

  const lastLogged = async () =>
    (
      await owner()`
        select role, action, skill_id, rating_id, agent_id, reason, details from admin.audit_log order by id desc limit 1`
    )[0]

  const differences = async () => [...(await owner()`select * from private.stats_differences()`)]

  /** Runs a step in a transaction of its own until it waits for a lock. `end` returns its outcome and ends the transaction. */
  async function blocked({ key, run }: Step, pool = owner()) {
    const { sql, pid, commit, rollback } = await openTransaction(pool, key)
    let result: unknown
    const waiting = outcome(
      Promise.resolve(run(sql)).then((value) => {
        result = value
      }),
    )
    await untilBlocked(owner(), pid)
    const end = async () => {
      const said = await waiting
      await (said === 'done' ? commit() : rollback())
      return { outcome: said, result }
    }
    return { pid, waiting, end }
  }

  /**
   * Runs the first step in a transaction, the second in another, and ends the first once the second waits for it.
   * @returns the outcome of the second step, and the results of both
   */
  async function race(first: Step, second: Step, end: 'commit' | 'rollback' = 'commit') {
    const one = await openTransaction(owner(), first.key)
    const firstResult = await first.run(one.sql)
    const two = await blocked(second)
    await one[end]()
    const { outcome, result } = await two.end()
    return { outcome, first: firstResult, second: result }
  }

  /** A step that calls a function as an agent. */
  const step = ({ key }: Agent, name: FunctionName, args: Fields = {}): Step => ({
    key,
    run: (sql) => rpc(sql, name, args),
  })

  return {
    database,
    newAgent,
    newSkill,
    call,
    submitRatingResult,
    submitRating,
    newRating,
    page,
    admin,
    lastLogged,
    differences,
    blocked,
    race,
    step,
  }
}
