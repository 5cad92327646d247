// The writes that are measured, in the order in which they must come: what is replaced or deleted was written before.
import type { ReservedSql } from 'postgres'
import { asAnon } from './as-anon.ts'
import { benchmarkKey, KEYS } from './data/keys.ts'
import { NAMES, type WriteDatabase } from './write-database.ts'
import type { Write } from './write-turns.ts'

/** A kind of write, and with how many clients it is measured. */
export type Kind = {
  id: string
  name: string
  clients: number[]
  /** Makes ready at a size, and gives the write; the writes at one size share what they count. */
  begin(database: WriteDatabase): Promise<Write>
}

/** What the kinds leave for one another at a size. */
type Made = {
  /** New ratings so far, spread and on a hot skill. */
  spread: number
  hot: number
  agents: string[]
  skills: string[]
}

/** The kinds of write; each call begins anew. */
export function writeKinds(): Kind[] {
  const made = new Map<WriteDatabase, Made>()
  const at = (database: WriteDatabase): Made => {
    const found = made.get(database) ?? { spread: 0, hot: 0, agents: [], skills: [] }
    made.set(database, found)
    return found
  }
  const many = [1, 8, 32]
  return [
    {
      id: 'new-spread',
      name: 'rating, new, spread',
      clients: many,
      begin: async (database) => (connection) =>
        rate(connection, spreadPair(database, at(database).spread++)),
    },
    {
      id: 'replaced-spread',
      name: 'rating, replaced, spread',
      clients: many,
      begin: async (database) => (connection) =>
        rate(connection, spreadPair(database, below(at(database).spread))),
    },
    {
      id: 'new-hot',
      name: 'rating, new, one hot skill',
      clients: many,
      begin: async (database) => (connection) => rate(connection, hotPair(database, at(database).hot++)),
    },
    {
      id: 'replaced-hot',
      name: 'rating, replaced, one hot skill',
      clients: many,
      begin: async (database) => (connection) =>
        rate(connection, hotPair(database, below(Math.min(at(database).hot, database.writers.length)))),
    },
    {
      id: 'registration',
      name: 'registration',
      clients: [1, 8],
      begin: async (database) => (connection) => register(connection, at(database).agents),
    },
    {
      id: 'submission',
      name: 'submission of a skill',
      clients: [1, 8],
      begin: async (database) => (connection) => submit(connection, at(database).skills),
    },
    {
      id: 'skill-deletion',
      name: 'deletion, skill with 3 ratings',
      clients: [1],
      begin: async (database) => {
        const { skills } = at(database)
        await database.owner`
          insert into public.ratings (skill_id, agent_id, claws)
          select skill::uuid, agent::uuid, 4
          from unnest(${skills}::text[]) as skill
          cross join unnest(${database.writers.slice(0, 3).map(({ id }) => id)}::text[]) as agent`
        return (connection) => remove(skills, (id) => connection`delete from public.skills where id = ${id}`)
      },
    },
    {
      id: 'agent-deletion',
      name: 'deletion, agent with 3 ratings',
      clients: [1],
      begin: async (database) => {
        const { agents } = at(database)
        await database.owner`
          insert into public.ratings (skill_id, agent_id, claws)
          select skills.ids[1 + (agents.n * 3 + i) % cardinality(skills.ids)]::uuid, agents.id::uuid, 4
          from unnest(${agents}::text[]) with ordinality as agents (id, n)
          cross join generate_series(1, 3) as i
          cross join (select ${database.skills}::text[] as ids) as skills`
        return (connection) => remove(agents, (id) => connection`delete from public.agents where id = ${id}`)
      },
    },
  ]
}

export type Pair = { skill: string; key: string }

/** The n-th pair of skill and writer: another skill each time, and never the same pair twice. */
function spreadPair({ skills, writers }: WriteDatabase, n: number): Pair {
  const round = Math.floor(n / skills.length)
  return pair(skills[n % skills.length], writers[((n % skills.length) + round) % writers.length])
}

/** The n-th pair on a hot skill; when every writer has rated it, another one gets hot. */
function hotPair({ skills, writers }: WriteDatabase, n: number): Pair {
  const round = Math.floor(n / writers.length)
  return pair(skills[(skills.length - 1 - round) % skills.length], writers[n % writers.length])
}

function pair(skill: string | undefined, writer: { key: string } | undefined): Pair {
  if (skill === undefined || writer === undefined) throw new Error('There are no skills or no writers.')
  return { skill, key: writer.key }
}

/** Rates a skill with all fields; gives milliseconds. */
export async function rate(connection: ReservedSql, { skill, key }: Pair): Promise<number> {
  const scores = { reliability: below(1_001) / 10, security: below(101), speed: below(101) }
  const { transaction } = await asAnon(
    connection,
    key,
    (sql) => sql`
      select public.submit_rating(
        p_skill_id => ${skill}, p_claws => ${1 + below(5)}, p_reliability => ${scores.reliability},
        p_security => ${scores.security}, p_speed => ${scores.speed},
        p_commentary => 'Did what it says, most of the time, and said clearly when it could not.'
      )::text as answer`,
  )
  return transaction
}

let newcomers = 0

async function register(connection: ReservedSql, agents: string[]): Promise<number> {
  const name = `${NAMES.newcomer} ${++newcomers}`
  const { answer, transaction } = await asAnon(
    connection,
    null,
    (sql) => sql<{ answer: string }[]>`
      select public.register_agent(
        p_agent_name => ${name}, p_agent_description => 'Rates what it uses.', p_email => ${`agent${newcomers}@example.com`}
      )::text as answer`,
  )
  agents.push(JSON.parse(answer[0]?.answer ?? '').agent.id)
  return transaction
}

let submissions = 0

async function submit(connection: ReservedSql, skills: string[]): Promise<number> {
  const n = ++submissions
  const { answer, transaction } = await asAnon(
    connection,
    benchmarkKey(n % KEYS),
    (sql) => sql<{ answer: string }[]>`
      select public.submit_skill(
        p_name => ${`${NAMES.skill} ${n}`},
        p_description => ${`Reads the timetable of line ${n} and tells which of its trams are late, and by how many minutes.`},
        p_type => 'mcp', p_url => ${`https://example.com/skills/${n}`}
      )::text as answer`,
  )
  skills.push(JSON.parse(answer[0]?.answer ?? '').skill.id)
  return transaction
}

/** Deletes one of those that are left. */
async function remove(
  ids: string[],
  statement: (id: string) => PromiseLike<unknown>,
): Promise<number | null> {
  const id = ids.pop()
  if (id === undefined) return null
  const begun = performance.now()
  await statement(id)
  return performance.now() - begun
}

/** A whole number from 0 to below the bound. */
export function below(bound: number): number {
  return Math.floor(Math.random() * bound)
}
