// Honest agents and attackers on the schema of the service, with its triggers. Used by simulation.nightly.test.ts.
import type { Sql, TransactionSql } from 'postgres'
import { type Random, randomNumbers, uuid } from '../../../scripts/support/random.ts'
import { rolledBack } from '../../../scripts/support/rolled-back.ts'

export type Settings = {
  seed: number
  /** Honest agents. */
  agents: number
  skills: number
  days: number
  /** The most accounts that an attacker registers. */
  accounts: number
}

/** The ranks that an attacker wants to enter or to push a skill out of. */
const TOP = 10

export type World = Settings & {
  /** By number: the id of each skill and its quality, from 1 to 5. The last skill is unrated. */
  skillIds: string[]
  quality: number[]
  honest: string[]
  attackers: string[]
  ratings: number
  established: number
}

type Rating = { skill: string; agent: string; claws: number; reliability: number | null }

/** Creates the skills, the honest agents with their ratings, day by day, and the accounts of the attacker. */
export async function createWorld(sql: Sql, settings: Settings): Promise<World> {
  const { seed, agents, skills, days, accounts } = settings
  const random = (purpose: string) => randomNumbers(seed, purpose)
  const ids = (purpose: string, count: number) => {
    const numbers = random(purpose)
    return Array.from({ length: count }, () => uuid(numbers))
  }
  const skillIds = ids('skills', skills + 1)
  const [honest, attackers] = [ids('agents', agents), ids('accounts', accounts)]
  const qualities = random('quality')
  const quality = Array.from({ length: skills }, () => 1.5 + 3.3 * qualities.fraction())

  // Agents register during the first two thirds, so that each has time for its ratings.
  const joins = random('registrations')
  const joined = honest.map(() => joins.below(Math.floor((days * 2) / 3)))
  const ratings: Rating[][] = Array.from({ length: days }, () => [])
  const [choices, opinions] = [random('choices'), random('opinions')]
  const choose = zipf(skills)
  honest.forEach((agent, i) => {
    const chosen = new Set<number>()
    const wanted = 20 + choices.below(11)
    while (chosen.size < wanted) chosen.add(choose(choices))
    for (const skill of chosen) {
      const day = (joined[i] as number) + choices.below(days - (joined[i] as number))
      ratings[day]?.push({
        skill: skillIds[skill] as string,
        agent,
        ...opinion(quality[skill] as number, opinions),
      })
    }
  })

  await asService(sql, async (tx) => {
    await tx`
      insert into public.skills (id, name, description, type)
      select id, 'Simulated ' || n, 'Is simulated.', 'other' from unnest(${skillIds}::uuid[]) with ordinality as s (id, n)`
    await tx`
      insert into public.agents (id, agent_name)
      select id, 'Simulated ' || n from unnest(${[...honest, ...attackers]}::uuid[]) with ordinality as a (id, n)`
  })
  for (const [day, given] of ratings.entries()) {
    await asService(sql, async (tx) => {
      // The clock of the simulation: only the age of an agent counts.
      await tx`
        update public.agents as a set created_at = now() - make_interval(days => ${day} - j.day)
        from unnest(${honest}::uuid[], ${joined}::integer[]) as j (id, day) where a.id = j.id`
      await rate(tx, given)
    })
  }
  await sql`analyze`
  const [facts] = await sql<{ ratings: number; established: number }[]>`
    select (select count(*)::integer from public.ratings) as ratings,
      (select count(*)::integer from private.standing where established_at is not null) as established`
  return { ...settings, skillIds, quality, honest, attackers, ...(facts ?? { ratings: 0, established: 0 }) }
}

/** Chooses a number below `count`: the n-th with a probability proportional to 1 / n. */
function zipf(count: number): (random: Random) => number {
  let total = 0
  const sums = Array.from({ length: count }, (_, i) => {
    total += 1 / (i + 1)
    return total
  })
  return (random) => {
    const drawn = random.fraction() * total
    return sums.findIndex((sum) => drawn < sum)
  }
}

/** What an honest agent thinks of a skill: claws near its quality and, in three of five ratings, its reliability. */
function opinion(quality: number, random: Random): Pick<Rating, 'claws' | 'reliability'> {
  const error = () => random.fraction() + random.fraction() - 1
  const within = (from: number, to: number, value: number) => Math.min(to, Math.max(from, Math.round(value)))
  const claws = within(1, 5, quality + 1.8 * error())
  const reliability = within(0, 100, (quality - 1) * 25 + 40 * error())
  return { claws, reliability: random.fraction() < 0.6 ? reliability : null }
}

function asService<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`set local role service_role`
    return work(tx)
  }) as Promise<T>
}

async function rate(tx: TransactionSql, given: Rating[]): Promise<void> {
  await tx`
    insert into public.ratings (skill_id, agent_id, claws, reliability)
    select * from unnest(
      ${given.map(({ skill }) => skill)}::uuid[], ${given.map(({ agent }) => agent)}::uuid[],
      ${given.map(({ claws }) => claws)}::integer[], ${given.map(({ reliability }) => reliability)}::integer[]
    )`
}

/** The scores: their columns of skill_stats (number and sum of established ratings and of all), the middle of their scale, and their sort key. */
const KINDS = {
  claws: {
    columns: ['established_ratings', 'established_claws', 'total_ratings', 'total_claws'],
    middle: 3,
    score: 'score',
  },
  reliability: {
    columns: [
      'established_reliability_count',
      'established_reliability_sum',
      'reliability_count',
      'reliability_sum',
    ],
    middle: 50,
    score: 'reliability_score',
  },
}
type Kind = keyof typeof KINDS

/** What an order depends on, as e, es, n, s, middle and score. */
const columnsOf = ({ columns, middle, score }: (typeof KINDS)[Kind]) => [...columns, middle, score].join(', ')

/** The mean of the prior, of the established ratings, and of the others with some weight. */
const average = (prior: number, weight: string) => `(
  (${prior} * middle + es + ${weight} * coalesce((s - es)::numeric / nullif(n - e, 0), 0)) / (${prior} + e + ${weight})
)`

/** The compared orders: the sort key of a skill with ratings. */
const ORDERS = {
  'plain mean': 's::numeric / n',
  // Commit 8ab9562. Sub-scores were sorted by their plain mean.
  before: 'case middle when 3 then (s + 15)::numeric / (n + 5) else s::numeric / n end',
  // Version 1.0.0.
  'cap 3': average(5, 'least(n - e, greatest(0, 3 - e))'),
  now: 'score',
  'prior 10': average(10, 'case e when 0 then n / (3.0 * (n + 1)) else 0 end'),
}
export type Order = keyof typeof ORDERS
export const ORDER_NAMES = Object.keys(ORDERS) as Order[]

/** The skills with their sort key in each order. */
const keysOf = (kind: Kind) => `
  select skill_id, ${ORDER_NAMES.map((name) => `case when n > 0 then ${ORDERS[name]} else -1 end as "${name}"`).join(', ')}
  from (select skill_id, ${columnsOf(KINDS[kind])} from public.skill_stats) as c (skill_id, e, es, n, s, middle, score)`

/** The ids of all skills in each order, the best first. */
export async function ordersOf(sql: Sql | TransactionSql, kind: Kind): Promise<Record<Order, string[]>> {
  const lists = ORDER_NAMES.map(
    (name) => `array_agg(skill_id order by "${name}" desc, skill_id desc) as "${name}"`,
  )
  const [row] = await sql.unsafe<Record<Order, string[]>[]>(
    `select ${lists.join(', ')} from (${keysOf(kind)}) as k`,
  )
  return row as Record<Order, string[]>
}

type Target = number | 'unrated'
type Attack = {
  name: string
  /** How long the accounts wait. */
  days: number
  kind: Kind
  aim: 'enter' | 'leave'
  targets: Target[]
  run(tx: TransactionSql, world: World, accounts: string[], target: string): Promise<void>
}

const enter = { kind: 'claws' as Kind, aim: 'enter' as const, targets: [11, 50, 250, 'unrated'] as Target[] }
const leave = { kind: 'claws' as Kind, aim: 'leave' as const, targets: [1, 5, TOP] as Target[] }
const reliability = { kind: 'reliability' as const }

/** The same rating of a skill by each account. */
const same = (accounts: string[], skill: string, claws: number, reliability: number | null = null) =>
  accounts.map((agent) => ({ skill, agent, claws, reliability }))

const give =
  (claws: number, reliability?: number): Attack['run'] =>
  (tx, _, accounts, skill) =>
    rate(tx, same(accounts, skill, claws, reliability))

/** Accounts that are 7 days old rate the three worst skills, and are then established. */
const wait: Attack['run'] = async (tx, { skillIds, quality }, accounts) => {
  await age(tx, accounts)
  const worst = quality
    .map((_, i) => i)
    .sort((a, b) => (quality[a] as number) - (quality[b] as number))
    .slice(0, 3)
  await rate(
    tx,
    worst.flatMap((i) => same(accounts, skillIds[i] as string, 3)),
  )
}

/** Accounts that are 7 days old copy three ratings of an honest agent each. */
const copy: Attack['run'] = async (tx, { honest }, accounts, target) => {
  await age(tx, accounts)
  await tx`
    insert into public.ratings (skill_id, agent_id, claws, reliability)
    select c.skill_id, a.id, c.claws, c.reliability
    from unnest(${accounts}::uuid[]) as a (id)
    cross join lateral (
      select r.* from public.ratings as r
      where r.agent_id = (${honest}::uuid[])[1 + abs(hashtext(a.id::text)) % ${honest.length}] and r.skill_id <> ${target}
      order by r.skill_id limit 3
    ) as c`
}

async function age(tx: TransactionSql, accounts: string[]): Promise<void> {
  await tx`update public.agents set created_at = now() - interval '7 days' where id = any (${accounts}::uuid[])`
}

/** As `give`, then deletes the ratings and gives them again. */
const giveAgain =
  (claws: number): Attack['run'] =>
  async (...all) => {
    const [tx, , accounts, target] = all
    await give(claws)(...all)
    await tx`delete from public.ratings where skill_id = ${target} and agent_id = any (${accounts}::uuid[])`
    await give(claws)(...all)
  }

const steps =
  (...runs: Attack['run'][]): Attack['run'] =>
  async (...all) => {
    for (const run of runs) await run(...all)
  }

const ATTACKS: Attack[] = [
  { name: 'a: new accounts, 5 claws', days: 0, ...enter, run: give(5) },
  { name: 'b: new accounts, 1 claw', days: 0, ...leave, run: give(1) },
  { name: 'c: wait, rate 3, 5 claws', days: 7, ...enter, run: steps(wait, give(5)) },
  { name: 'c: wait, rate 3, 1 claw', days: 7, ...leave, run: steps(wait, give(1)) },
  { name: 'd: wait, copy 3, 5 claws', days: 7, ...enter, run: steps(copy, give(5)) },
  { name: 'd: wait, copy 3, 1 claw', days: 7, ...leave, run: steps(copy, give(1)) },
  { name: 'e: as a, deleted and rated again', days: 0, ...enter, run: giveAgain(5) },
  { name: 'e: as c, deleted and rated again', days: 7, ...enter, run: steps(wait, giveAgain(5)) },
  { name: 'f: new accounts, reliability 100', days: 0, ...enter, ...reliability, run: give(3, 100) },
  { name: 'f: new accounts, reliability 0', days: 0, ...leave, ...reliability, run: give(3, 0) },
]

/** What an attack costs in one order: null if all accounts do not suffice, and the rank that the target has then. */
export type Price = { accounts: number | null; rank: number }
export type Result = Pick<Attack, 'name' | 'days' | 'aim'> & { target: Target; prices: Record<Order, Price> }

/** Finds the price of each attack on each target in each order. An attack is rolled back. */
export async function attack(sql: Sql, world: World, log: (line: string) => void): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, days, kind, aim, targets, run } of ATTACKS) {
    log(name)
    const before = await ordersOf(sql, kind)
    for (const target of targets.filter((rank) => rank === 'unrated' || rank <= world.skills)) {
      const prices = {} as Result['prices']
      // The orders that have different skills at this rank are attacked one after another.
      const targetOf = (order: Order) =>
        String(target === 'unrated' ? world.skillIds.at(-1) : before[order][target - 1])
      for (const skill of new Set(ORDER_NAMES.map(targetOf))) {
        await rolledBack(sql, async (tx) => {
          await tx`set local role service_role`
          let open = ORDER_NAMES.filter((order) => targetOf(order) === skill)
          for (let sent = 0; open.length > 0; ) {
            const next = Math.min(world.accounts, nextNumber(sent))
            await run(tx, world, world.attackers.slice(sent, next), skill)
            sent = next
            const orders = await ordersOf(tx, kind)
            for (const order of open) {
              const rank = orders[order].indexOf(skill) + 1
              const succeeded = rank <= TOP === (aim === 'enter')
              if (succeeded || sent === world.accounts)
                prices[order] = { accounts: succeeded ? sent : null, rank }
            }
            open = open.filter((order) => !(order in prices))
          }
        })
      }
      results.push({ name, days, aim, target, prices })
    }
  }
  return results
}

/** The next number of accounts to try: each one up to 100, then a tenth more. */
function nextNumber(accounts: number): number {
  return accounts + (accounts < 100 ? 1 : Math.floor(accounts / 10))
}

/** Whether the best skills stay the same, in the same order, when all accounts lower them and raise others at once. */
export async function survives(sql: Sql, { attackers, skillIds }: World, kind: Kind): Promise<boolean> {
  const before = (await ordersOf(sql, kind)).now
  const after = await rolledBack(sql, async (tx) => {
    await tx`set local role service_role`
    const raised = [...[11, 50, 250].map((rank) => before[rank - 1]), skillIds.at(-1)]
    for (const skill of before.slice(0, TOP)) await rate(tx, same(attackers, skill, 1, 0))
    for (const skill of raised) if (skill) await rate(tx, same(attackers, skill, 5, 100))
    return (await ordersOf(tx, kind)).now
  })
  return before.slice(0, TOP).join() === after.slice(0, TOP).join()
}

/** How many ratings by established agents decide against all accounts, in each order: null if 100 do not suffice. */
export type Defence = { claws: number; against: number; ratings: Record<Order, number | null> }

/**
 * Compares two skills that were unrated. All accounts give one of them 5 claws, and established agents the other 4, until it is above; then
 * the same with 1 and 2 claws, until it is below.
 */
export async function defend(sql: Sql, world: World): Promise<Defence[]> {
  const defences: Defence[] = []
  for (const [against, claws] of [
    [5, 4],
    [1, 2],
  ] as const)
    defences.push({ claws, against, ratings: await ratingsAgainst(sql, world, against, claws) })
  return defences
}

async function ratingsAgainst(
  sql: Sql,
  { skillIds, attackers }: World,
  against: number,
  claws: number,
): Promise<Defence['ratings']> {
  const ratings = Object.fromEntries(ORDER_NAMES.map((name) => [name, null])) as Defence['ratings']
  const attacked = String(skillIds.at(-1))
  await rolledBack(sql, async (tx) => {
    const agents = await tx<{ id: string }[]>`
      select agent_id as id from private.standing where established_at is not null order by 1 limit 100`
    await tx`set local role service_role`
    const [defended] = await tx<{ id: string }[]>`
      insert into public.skills (name, description, type) values ('Defended', 'Is defended.', 'other') returning id`
    await rate(tx, same(attackers, attacked, against))
    for (const [i, { id: agent }] of agents.entries()) {
      await rate(tx, same([agent], String(defended?.id), claws))
      const orders = await ordersOf(tx, 'claws')
      for (const name of ORDER_NAMES) {
        const isAbove = orders[name].indexOf(String(defended?.id)) < orders[name].indexOf(attacked)
        if (isAbove === claws < against) ratings[name] ??= i + 1
      }
    }
  })
  return ratings
}

/** Kendall's rank correlation between an order and the quality of the skills: 1 if both are the same. */
export function kendallsTau(order: string[], { skillIds, quality }: World): number {
  const qualityOf = new Map(quality.map((value, i) => [skillIds[i], value]))
  const values = order.flatMap((id) => qualityOf.get(id) ?? [])
  let sum = 0
  for (const [i, better] of values.entries())
    for (const worse of values.slice(i + 1)) sum += Math.sign(better - worse)
  return sum / ((values.length * (values.length - 1)) / 2)
}
