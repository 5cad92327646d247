import postgres from 'postgres'
import type { OwnDatabase } from './own-database.ts'

export type Role = 'anon' | 'authenticated' | 'service_role'

/** Who calls: a role of the Data API, and the x-api-key header of the request, if it has one. */
export type Caller = { role?: Role; key?: string | undefined }

export type Agent = { id: string; name: string; key: string }

/** What a request may run: a transaction or a savepoint in one. */
export type Transaction = postgres.TransactionSql

/** Runs the work in a transaction as the Data API does for a request, and commits it. */
export function as<T>(sql: postgres.Sql, caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await become(tx, caller)
    return work(tx)
  }) as Promise<T>
}

/** From here to the end of the transaction the caller speaks. */
export async function become(tx: Transaction, { role = 'anon', key }: Caller): Promise<void> {
  const headers = JSON.stringify({
    'user-agent': 'a test',
    ...(key === undefined ? {} : { 'x-api-key': key }),
  })
  await tx`select set_config('request.headers', ${headers}, true), set_config('role', ${role}, true)`
}

/** Runs the work in a transaction and takes back all that it did. */
export async function rolledBack(sql: postgres.Sql, work: (tx: Transaction) => Promise<void>): Promise<void> {
  const done = new Error('done')
  try {
    await sql.begin(async (tx) => {
      await work(tx)
      throw done
    })
  } catch (error) {
    if (error !== done) throw error
  }
}

/** Runs the work in a savepoint that is taken back, and gives the error it ended in; undefined when it succeeded. */
export async function attempt(
  tx: Transaction,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<postgres.PostgresError | undefined> {
  const done = new Error('done')
  const error = await refusal(
    tx
      .savepoint(async (inner) => {
        await work(inner)
        throw done
      })
      .catch((error: unknown) => {
        if (error !== done) throw error
      }),
  )
  return error
}

/** The error of Postgres that the work ends in; undefined when it succeeds. */
export async function refusal(work: Promise<unknown>): Promise<postgres.PostgresError | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error
    throw error
  }
}

const PARAMETERS = {
  register_agent: { p_agent_name: 'text', p_agent_description: 'text', p_email: 'text' },
  submit_skill: { p_name: 'text', p_description: 'text', p_type: 'text', p_url: 'text' },
  submit_rating: {
    p_skill_id: 'uuid',
    p_skill_name: 'text',
    p_claws: 'numeric',
    p_reliability: 'numeric',
    p_security: 'numeric',
    p_speed: 'numeric',
    p_commentary: 'text',
  },
  list_skills: { p_type: 'text', p_search: 'text', p_sort: 'text', p_limit: 'integer', p_cursor: 'text' },
  get_skill: { p_skill: 'text' },
  list_ratings: { p_skill: 'text', p_sort: 'text', p_claws: 'integer', p_limit: 'integer', p_cursor: 'text' },
  get_own_rating: { p_skill: 'text' },
  delete_own_rating: { p_skill: 'text' },
  flag_rating: { p_skill: 'text', p_rating: 'text', p_reason: 'text' },
  get_me: {},
  update_me: { p_agent_description: 'text', p_email: 'text' },
  create_key: { p_grace_seconds: 'numeric' },
  revoke_current_key: {},
  health: {},
} as const

export type FunctionName = keyof typeof PARAMETERS

/** Calls a function with the arguments of a JSON body, as the Data API does. Numbers that JSON lacks are given as text. */
export async function rpc<T = Record<string, unknown>>(
  tx: Transaction,
  name: FunctionName,
  args: Record<string, unknown>,
): Promise<T> {
  const types: Record<string, string> = PARAMETERS[name]
  const names = Object.keys(args)
  const call = `public.${name}(${names.map((parameter) => `${parameter} => body.${parameter}`).join(', ')})`
  if (names.length === 0) return (await tx.unsafe(`select ${call} as answer`))[0]?.answer as T
  const columns = names.map((parameter) => `${parameter} ${types[parameter]}`).join(', ')
  const [row] = await tx.unsafe(
    `select ${call} as answer from json_to_record($1::text::json) as body (${columns})`,
    [JSON.stringify(args)],
  )
  return row?.answer as T
}

/** Calls a function as a request of its own. */
export function request<T = Record<string, unknown>>(
  sql: postgres.Sql,
  caller: Caller,
  name: FunctionName,
  args: Record<string, unknown>,
): Promise<T> {
  return as(sql, caller, (tx) => rpc<T>(tx, name, args))
}

/** Registers an agent as anyone would. */
export async function newAgent({ owner }: Pick<OwnDatabase, 'owner'>, name: string): Promise<Agent> {
  const { api_key, agent } = await request<{ api_key: string; agent: { id: string } }>(
    owner,
    {},
    'register_agent',
    { p_agent_name: name },
  )
  return { id: agent.id, name, key: api_key }
}

export type Skill = {
  id: string
  name: string
  slug: string
  avg_claws: number
  total_ratings: number
  sub_scores: Record<'reliability' | 'security' | 'speed', { mean: number | null; count: number }>
  updated_at: string
}

/** Submits a skill in an agent's name. */
export async function newSkill(
  { owner }: Pick<OwnDatabase, 'owner'>,
  agent: Agent,
  name: string,
): Promise<Skill> {
  const { skill } = await request<{ skill: Skill }>(owner, { key: agent.key }, 'submit_skill', {
    p_name: name,
    p_description: `What ${name} does.`,
    p_type: 'other',
  })
  return skill
}
