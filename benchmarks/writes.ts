// Ratings and their deletion, registrations and new skills through their SQL functions, with one or several clients.
import type { ReservedSql, Sql } from 'postgres'
import { benchmarkKey, KEYS } from './data/sizes.ts'
import { asAnon, type Context, connect, type Database } from './database.ts'
import { interleave } from './interleave.ts'
import { atMost, growthLimit, type Limit, type Measured, ratioOf, ratioTitle } from './report.ts'
import { figure, median, percentile, ratio } from './statistics.ts'

const CLIENTS = 8
const WRITERS = 1_000
/** The ratings of the agent whose transition is measured, if there are so many skills. */
const MANY_RATINGS = 10_000
/** Skills that the ratings are spread over. */
const SKILLS = 20_000

/** Names of what a run creates start with this, so that the next run can delete what an interrupted run left. */
const PREFIX = 'Benchmark write'

type Target = Database & {
  owner: Sql
  connections: ReservedSql[]
  /** New agents, and in a database that knows standing, established ones. */
  writers: Writer[]
  established: Writer[]
  skills: string[]
  /** How many of each kind were created. */
  created: Record<Kind, number>
}

type Writer = { id: string; key: string }
/** Ratings spread over many skills, by new or established agents; ratings of one skill; registrations; new skills. */
type Kind = 'spread' | 'established' | 'one skill' | 'agent' | 'skill'
type Write = { name: string; kind: Kind; clients: number[] }

const WRITES: Write[] = [
  { name: 'new rating', kind: 'spread', clients: [1, CLIENTS] },
  { name: 'replaced rating', kind: 'spread', clients: [1, CLIENTS] },
  { name: 'new rating, established agent', kind: 'established', clients: [1] },
  { name: 'replaced rating, established agent', kind: 'established', clients: [1] },
  { name: 'new rating, one skill', kind: 'one skill', clients: [CLIENTS] },
  { name: 'replaced rating, one skill', kind: 'one skill', clients: [CLIENTS] },
  { name: 'deleted rating', kind: 'spread', clients: [1, CLIENTS] },
  { name: 'registration', kind: 'agent', clients: [1] },
  { name: 'new skill', kind: 'skill', clients: [1] },
]

function write(target: Target, connection: ReservedSql, { name, kind }: Write) {
  const { created } = target
  if (name === 'deleted rating') return createAndDelete(connection, pairOf(target, kind, created[kind]++))
  const replaceable = kind === 'one skill' ? Math.min(created[kind], WRITERS) : created[kind]
  const n = name.startsWith('replaced') ? random(replaceable) : created[kind]++
  const own = `${PREFIX} ${kind} ${n}`
  if (kind === 'agent')
    return asAnon(connection, null, (sql) => sql`select public.register_agent(p_agent_name => ${own})::text`)
  if (kind !== 'skill') return rate(connection, pairOf(target, kind, n))
  const description = `Reads the timetable of line ${n} and lists which of its trams are late, and by how many minutes.`
  return asAnon(
    connection,
    benchmarkKey(n % KEYS),
    (sql) =>
      sql`select public.submit_skill(p_name => ${own}, p_description => ${description}, p_type => 'mcp')::text`,
  )
}

/** Measures every kind of write in all databases by turns, then checks the aggregates and deletes what was written. */
export async function measureWrites({ databases, quick, log, signal }: Context): Promise<Measured> {
  const targets: Target[] = []
  try {
    for (const database of databases) targets.push(await open(database))
    const [turns, milliseconds] = quick ? [2, 500] : [6, 750]
    const results: Result[] = []
    for (const write of WRITES) {
      const { name } = write
      for (const number of write.clients) {
        for (const { owner } of targets) await owner`checkpoint`.catch(() => {})
        const durations = await interleave(targets, turns, signal, (target) =>
          oneTurn(target, number, milliseconds, write),
        )
        const times = durations.map((all) => all.flat())
        const rates = durations.map((all) => median(all.map(({ length }) => (length / milliseconds) * 1_000)))
        results.push({ name, clients: number, times, rates })
        log(`${name}, ${number} clients: ${times.map((list) => figure(median(list))).join(' → ')} ms`)
      }
    }
    const establishing: number[][] = []
    for (const target of targets) establishing.push(await transitions(target, quick ? 3 : 10))
    results.push({
      name: `rating that establishes an agent of up to ${figure(MANY_RATINGS)} ratings`,
      clients: 1,
      times: establishing,
      rates: targets.map(() => null),
    })
    const growth = results.filter(({ name, clients }) => /^\w+ rating$/.test(name) && clients === 1)
    const limits = [
      ...growth.flatMap(({ name, times }) => growthLimit(databases, name, 1.5, [ratioOf(times.map(median))])),
      ...shareLimits(databases, results),
    ]
    for (const { name, owner } of targets) {
      const [row] = await owner<{ count: number }[]>`
        select count(*)::int as count from private.stats_differences()`
      limits.push(atMost(`Aggregates that differ at ${name} after the writes`, 0, row?.count ?? null))
    }
    const last = databases.at(-1)?.name
    return {
      sections: [
        {
          title: 'Writes',
          about: `\`submit_rating\`, \`delete_own_rating\`, \`register_agent\` and \`submit_skill\` as the role \`anon\` with an agent’s key, a transaction each,
commit included; the databases by turns. Medians in milliseconds; writes a second are the median of ${turns} turns.`,
          columns: [
            'Write',
            'Clients',
            ...databases.map(({ name }) => `${name} ms`),
            `p95 ${last}`,
            ratioTitle(databases),
            ...databases.map(({ name }) => `${name} /s`),
          ],
          rows: results.map(({ name, clients, times, rates }) => {
            const medians = times.map(median)
            const p95 = percentile(times.at(-1) ?? [], 0.95)
            return [name, clients, ...medians, p95, ratioOf(medians), ...rates]
          }),
        },
      ],
      limits,
    }
  } finally {
    for (const { owner, connections } of targets) {
      for (const connection of connections) connection.release()
      await deleteWritten(owner)
      await owner.end({ timeout: 5 })
    }
  }
}

/** @returns the milliseconds of each write that several clients made in a given time */
async function oneTurn(
  target: Target,
  clients: number,
  milliseconds: number,
  kind: Write,
): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + milliseconds
  const client = async (connection: ReservedSql) => {
    while (performance.now() < end) times.push((await write(target, connection, kind)).transaction)
  }
  await Promise.all(target.connections.slice(0, clients).map(client))
  return times
}

type Result = { name: string; clients: number; times: number[][]; rates: (number | null)[] }

/** Ratings of one skill wait for each other, but must reach a share of the rate of ratings of many skills. */
function shareLimits(databases: Database[], results: Result[]): Limit[] {
  const rate = (name: string, database: number) =>
    results.find((result) => result.name === name && result.clients === CLIENTS)?.rates[database]
  return databases.flatMap(({ name: database }, i) =>
    ['new rating', 'replaced rating'].map((name) => {
      const share = ratio(rate(`${name}, one skill`, i), rate(name, i))
      return {
        what: `${name} at ${database}, ${CLIENTS} clients: the rate on one skill, of the rate on many`,
        limit: '≥ 40 %',
        measured: `${figure(share && share * 100)} %`,
        met: share !== null && share >= 0.4,
      }
    }),
  )
}

async function open(database: Database): Promise<Target> {
  const owner = connect(database.url, CLIENTS + 1)
  await deleteWritten(owner)
  const skills = await owner<
    { id: string }[]
  >`select id from public.skills order by md5(id::text) limit ${SKILLS}`
  const ids = skills.map(({ id }) => id)
  const [first, others] = [ids.slice(0, 3), ids.slice(3)]
  const writers = await createAgents(owner, 0, WRITERS)
  const established = await createAgents(owner, WRITERS, WRITERS)
  await age(owner, established)
  await owner`
    insert into public.ratings (skill_id, agent_id, claws)
    select skill, agent, 4 from unnest(${first}::uuid[]) as skill, unnest(${established.map(({ id }) => id)}::uuid[]) as agent`
  const connections: ReservedSql[] = []
  for (let i = 0; i < CLIENTS; i++) connections.push(await owner.reserve())
  return {
    ...database,
    owner,
    connections,
    writers,
    established,
    skills: others,
    created: { spread: 0, established: 0, 'one skill': 0, agent: 0, skill: 0 },
  }
}

/** Creates agents with a key each. last_used_at is set, because recording the first use of a key is another write. */
async function createAgents(owner: Sql, from: number, count: number): Promise<Writer[]> {
  const keys = Array.from({ length: count }, (_, i) => benchmarkKey(KEYS + from + i))
  return owner<Writer[]>`
    with agents as (
      insert into public.agents (agent_name) select ${`${PREFIX}r `} || ${from}::integer + i from generate_series(1, ${count}) as i
      returning id
    ),
    keyed as (
      select a.id, k.key
      from (select id, row_number() over () as n from agents) as a
      join unnest(${keys}::text[]) with ordinality as k (key, n) using (n)
    ),
    kept as (
      insert into private.agent_keys (agent_id, key_hash, key_prefix, last_used_at)
      select id, extensions.digest(key, 'sha256'), left(key, 13), now() from keyed
    )
    select id, key from keyed`
}

async function age(owner: Sql, agents: Writer[]): Promise<void> {
  await owner`
    update public.agents set created_at = now() - interval '30 days' where id = any (${agents.map(({ id }) => id)}::uuid[])`
}

/**
 * The milliseconds of the rating that establishes an agent with many ratings, several times; none in a database without standing.
 * It replaces a rating.
 */
async function transitions({ owner, connections, skills }: Target, times: number): Promise<number[]> {
  const [found] = await owner`select to_regclass('private.standing') is not null as standing`
  if (!found?.standing) return []
  const [agent] = await createAgents(owner, 2 * WRITERS, 1)
  const { id, key } = agent as Writer
  await owner`
    insert into public.ratings (skill_id, agent_id, claws)
    select skill, ${id}, 4 from unnest(${skills.slice(0, MANY_RATINGS)}::uuid[]) as skill`
  await age(owner, [{ id, key }])
  await owner`vacuum (analyze) public.ratings, public.skill_stats`
  const durations: number[] = []
  for (let i = 0; i < times; i++) {
    durations.push((await rate(connections[0] as ReservedSql, { skill: skills[i], key })).transaction)
    await owner.begin(async (sql) => {
      await sql`select admin.withdraw_standing(${id}, 'To be established again.')`
      await sql`delete from private.standing where agent_id = ${id}`
    })
  }
  return durations
}

async function deleteWritten(owner: Sql): Promise<void> {
  // A range of the comparison key, so that the index finds them.
  const [from, to] = [PREFIX.toLowerCase(), `${PREFIX.toLowerCase()}s`]
  const agents = owner`select id from public.agents where name_key >= ${from} and name_key < ${to}`
  await owner`delete from public.ratings where agent_id in (${agents})`
  await owner`delete from public.agents where id in (${agents})`
  await owner`delete from public.skills where name_key >= ${from} and name_key < ${to}`
  await owner`vacuum (analyze) public.ratings, public.skill_stats, public.skills, public.agents, private.agent_keys`
}

type Pair = { skill: string | undefined; key: string | undefined }

/**
 * The n-th pair of a skill and a writer, and no pair twice. The skill is the next one each time; for one skill, it is the next when
 * every writer has rated it.
 */
function pairOf({ skills, writers, established }: Target, kind: Kind, n: number): Pair {
  if (kind === 'one skill')
    return { skill: skills.at(-1 - Math.floor(n / writers.length)), key: writers[n % writers.length]?.key }
  const agents = kind === 'established' ? established : writers
  const round = Math.floor(n / skills.length)
  return { skill: skills[n % skills.length], key: agents[(n + round) % agents.length]?.key }
}

function rate(connection: ReservedSql, { skill = '', key = '' }: Pair): Promise<{ transaction: number }> {
  return asAnon(
    connection,
    key,
    (sql) => sql`
      select public.submit_rating(
        p_skill_id => ${skill}, p_claws => ${1 + random(5)}, p_reliability => ${random(1_001) / 10},
        p_security => ${random(101)}, p_speed => ${random(101)},
        p_commentary => 'Did what it says most of the time, and reported clearly when it could not.'
      )::text`,
  )
}

/** Measures only the deletion. */
async function createAndDelete(connection: ReservedSql, pair: Pair): Promise<{ transaction: number }> {
  await rate(connection, pair)
  const { skill = '', key = '' } = pair
  return asAnon(connection, key, (sql) => sql`select public.delete_own_rating(p_skill => ${skill})::text`)
}

/** A whole number from 0 to below the limit. */
function random(limit: number): number {
  return Math.floor(Math.random() * limit)
}
