// A size's database as the measurement of writes uses it: its connections, agents that write, skills that are written to.
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { connect } from './as-anon.ts'
import type { Size } from './data/sizes.ts'
import type { Context } from './results.ts'

/** The largest number of clients at once. */
export const MOST_CLIENTS = 32

/** Agents that write, made for the run. */
const WRITERS = 1_000
/** Skills that writes are spread over, where there are so many. */
const SPREAD = 20_000

/** The names of what a run makes begin like this, so that even one that was killed leaves nothing that the next cannot find. */
export const NAMES = {
  writer: 'Benchmark writer',
  newcomer: 'Benchmark newcomer',
  skill: 'Benchmark submission',
} as const

export type WriteDatabase = {
  size: Size
  owner: Sql
  /** The superuser, for checkpoints. */
  admin: Sql
  /** One for each client. */
  connections: ReservedSql[]
  writers: { id: string; key: string }[]
  /** Ids in an order that has to do with nothing else. */
  skills: string[]
}

/** Opens a size's database and makes its writers. */
export async function openForWrites(context: Context, size: Size): Promise<WriteDatabase> {
  const stack = context.stacks[size]
  if (!stack) throw new Error(`The stack of ${size} is not up.`)
  const owner = connect(stack.databaseUrl, MOST_CLIENTS + 1)
  await clean(owner)
  const skills = await owner<{ id: string }[]>`
    select id from public.skills order by md5(id::text) limit ${SPREAD}`
  // Their keys were used just now: noting it would be a second write, which an agent causes once an hour.
  const writers = await owner<{ id: string; key: string }[]>`
    with made as (
      insert into public.agents (agent_name)
      select ${`${NAMES.writer} `} || i from generate_series(1, ${WRITERS}) as i
      returning id
    ),
    keyed as materialized (select id, private.generate_key() as key from made),
    kept as (
      insert into private.agent_keys (agent_id, key_hash, key_prefix, last_used_at)
      select id, extensions.digest(key, 'sha256'), left(key, 13), now() from keyed
    )
    select id, key from keyed`
  const connections: ReservedSql[] = []
  for (let i = 0; i < MOST_CLIENTS; i++) connections.push(await owner.reserve())
  return {
    size,
    owner,
    admin: postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} }),
    connections,
    writers: [...writers],
    skills: skills.map((skill) => skill.id),
  }
}

/** Takes away all that the run wrote, and closes the connections. */
export async function closeAfterWrites({ owner, admin, connections }: WriteDatabase): Promise<void> {
  try {
    for (const connection of connections) connection.release()
    await clean(owner)
    // The next run shall not find what this one left dead.
    await owner`vacuum (analyze) public.ratings, public.skill_stats, public.skills, public.agents, private.agent_keys`
  } finally {
    await Promise.all([owner.end({ timeout: 5 }), admin.end({ timeout: 5 })])
  }
}

/** The stored key of a name is the name in lower case; by it they are found without reading all. */
async function clean(owner: Sql): Promise<void> {
  for (const name of [NAMES.writer, NAMES.newcomer]) {
    const range = keysOf(name)
    const agents = owner`select id from public.agents where name_key >= ${range.from} and name_key < ${range.to}`
    // All ratings at once: one for each agent that goes would be slow.
    await owner`delete from public.ratings where agent_id in (${agents})`
    await owner`delete from public.agents where id in (${agents})`
  }
  const range = keysOf(NAMES.skill)
  await owner`delete from public.skills where name_key >= ${range.from} and name_key < ${range.to}`
}

/** The keys that begin with the name and a space; '!' is the character after the space. */
function keysOf(name: string): { from: string; to: string } {
  return { from: `${name.toLowerCase()} `, to: `${name.toLowerCase()}!` }
}
