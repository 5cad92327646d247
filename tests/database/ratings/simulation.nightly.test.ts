// Honest agents and an attacker on the schema of the service, with its triggers. benchmarks/results/ranking.md has the results of a
// larger world, also of other formulas.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Random, randomNumbers, uuid } from '../../../scripts/support/random.ts'
import { as, rolledBack, rpc, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'

const [AGENTS, SKILLS, DAYS, ACCOUNTS] = [60, 40, 30, 60]
/** The ranks that the attacker wants to enter, or to push a skill out of. */
const TOP = 10

type Rating = { skill: string; agent: string; claws: number; reliability: number | null }
type Sort = 'top' | 'reliability'

const database = databaseForTests({ connections: 1 })
const random = (purpose: string) => randomNumbers(1, purpose)
const ids = (purpose: string, count: number) => {
  const numbers = random(purpose)
  return Array.from({ length: count }, () => uuid(numbers))
}
const [skillIds, unrated] = [ids('skills', SKILLS), ids('unrated', 1)[0] as string]
const [honest, accounts] = [ids('agents', AGENTS), ids('accounts', ACCOUNTS)]
const qualities = random('quality')
/** From 1 to 5. */
const quality = new Map(skillIds.map((id) => [id, 1.5 + 3.3 * qualities.fraction()]))

/** What an honest agent thinks of a skill: claws near its quality and, in three of five ratings, its reliability. */
function opinion(skill: string, numbers: Random): Pick<Rating, 'claws' | 'reliability'> {
  const error = () => numbers.fraction() + numbers.fraction() - 1
  const within = (from: number, to: number, value: number) => Math.min(to, Math.max(from, Math.round(value)))
  const own = quality.get(skill) as number
  const claws = within(1, 5, own + 1.8 * error())
  const reliability = within(0, 100, (own - 1) * 25 + 40 * error())
  return { claws, reliability: numbers.fraction() < 0.6 ? reliability : null }
}

const rate = (tx: Transaction, given: Rating[]) => tx`
  insert into public.ratings (skill_id, agent_id, claws, reliability)
  select skill, agent, claws, reliability from json_to_recordset(${JSON.stringify(given)}::text::json)
    as r (skill uuid, agent uuid, claws integer, reliability integer)`

/** The same rating of a skill by each agent. */
const same = (agents: string[], skill: string, claws: number, reliability: number | null = null) =>
  agents.map((agent) => ({ skill, agent, claws, reliability }))

const inWorld = <T>(work: (tx: Transaction) => Promise<T>) => rolledBack(database.owner, work)

const orderOf = async (tx: Transaction, p_sort: Sort) =>
  (await rpc<{ skills: { id: string }[] }>(tx, 'list_skills', { p_sort, p_limit: 500 })).skills.map(
    ({ id }) => id,
  )

beforeAll(async () => {
  // Agents register during the first two thirds, so that each has time for its ratings.
  const joins = random('registrations')
  const joined = honest.map(() => joins.below(Math.floor((DAYS * 2) / 3)))
  const [choices, opinions] = [random('choices'), random('opinions')]
  const ratings: Rating[][] = Array.from({ length: DAYS }, () => [])
  for (const [i, agent] of honest.entries()) {
    const chosen = new Set<string>()
    const wanted = 20 + choices.below(11)
    // A few skills are popular.
    while (chosen.size < wanted) chosen.add(skillIds[Math.floor(SKILLS * choices.fraction() ** 2)] as string)
    const first = joined[i] as number
    for (const skill of chosen)
      ratings[first + choices.below(DAYS - first)]?.push({ skill, agent, ...opinion(skill, opinions) })
  }
  const inService = (work: (tx: Transaction) => Promise<unknown>) =>
    as(database.owner, { role: 'service_role' }, work)
  await inService(async (tx) => {
    await tx`
      insert into public.skills (id, name, description, type)
      select id, 'Simulated ' || n, 'Is simulated.', 'other' from unnest(${[...skillIds, unrated]}::uuid[]) with ordinality as s (id, n)`
    await tx`
      insert into public.agents (id, agent_name)
      select id, 'Simulated ' || n from unnest(${[...honest, ...accounts]}::uuid[]) with ordinality as a (id, n)`
  })
  for (const [day, given] of ratings.entries())
    await inService(async (tx) => {
      // The clock of the simulation: only the age of an agent counts.
      await tx`
        update public.agents as a set created_at = now() - make_interval(days => ${day} - j.day)
        from unnest(${honest}::uuid[], ${joined}::integer[]) as j (id, day) where a.id = j.id`
      await rate(tx, given)
    })
})

test('agents are established and the aggregates are exact', async () => {
  const [row] = await database.owner`
    select count(*)::integer as established from private.standing where established_at is not null`
  expect(row?.established).toBeGreaterThan(AGENTS / 2)
  expect([...(await database.owner`select * from private.stats_differences()`)]).toEqual([])
})

test('the order follows the quality of the skills', async () => {
  const order = await inWorld((tx) => orderOf(tx, 'top'))
  const values = order.flatMap((id) => quality.get(id) ?? [])
  const pairs = values.flatMap((better, i) => values.slice(i + 1).map((worse) => Math.sign(better - worse)))
  // Kendall's rank correlation: 1 if both orders are the same.
  expect(pairs.reduce((sum, sign) => sum + sign, 0) / pairs.length).toBeGreaterThan(0.7)
})

describe('new accounts', () => {
  const give = (claws: number, reliability?: number) => (tx: Transaction, agents: string[], skill: string) =>
    rate(tx, same(agents, skill, claws, reliability))

  test.each<[sort: Sort, aim: 'enter' | 'leave', ratings: string, run: ReturnType<typeof give>]>([
    ['top', 'enter', '5 claws', give(5)],
    ['top', 'leave', '1 claw', give(1)],
    ['reliability', 'enter', 'reliability 100', give(3, 100)],
    ['reliability', 'leave', 'reliability 0', give(3, 0)],
  ])('let no skill %s %s the first ten by %s', async (sort, aim, _, run) => {
    const before = await inWorld((tx) => orderOf(tx, sort))
    const targets = aim === 'enter' ? [before[TOP], unrated] : [before[0], before[4], before[TOP - 1]]
    for (const target of targets)
      await inWorld(async (tx) => {
        for (const [i, account] of accounts.entries()) {
          await run(tx, [account], target as string)
          const rank = (await orderOf(tx, sort)).indexOf(target as string)
          expect(rank < TOP, `${target} with ${i + 1} accounts`).toBe(aim === 'leave')
        }
      })
  })

  test.each<Sort>(['top', 'reliability'])('change none of the first ten by %s, all at once', async (sort) => {
    const [before, after] = await inWorld(async (tx) => {
      const order = await orderOf(tx, sort)
      for (const skill of order.slice(0, TOP)) await rate(tx, same(accounts, skill, 1, 0))
      for (const skill of [order[TOP] as string, unrated]) await rate(tx, same(accounts, skill, 5, 100))
      return [order, await orderOf(tx, sort)]
    })
    expect(after.slice(0, TOP)).toEqual(before.slice(0, TOP))
  })

  test.each([
    [5, 4, true],
    [1, 2, false],
  ])(
    'that all give %i claws to a skill do not outweigh one established rating of %i',
    async (all, one, isAbove) => {
      const defended = await inWorld(async (tx) => {
        const [agent] = await tx`
        select agent_id as id from private.standing where established_at is not null order by 1 limit 1`
        const [skill] = await tx`
        insert into public.skills (name, description, type) values ('Defended', 'Is defended.', 'other') returning id`
        await rate(tx, same(accounts, unrated, all))
        await rate(tx, same([agent?.id], skill?.id, one))
        const order = await orderOf(tx, 'top')
        return order.indexOf(skill?.id) < order.indexOf(unrated)
      })
      expect(defended).toBe(isAbove)
    },
  )

  test('that delete their ratings and rate again count once', async () => {
    const keys = (repeat: boolean) =>
      inWorld(async (tx) => {
        // Established, so that each counts fully.
        await tx`update public.agents set created_at = now() - interval '7 days' where id = any (${accounts}::uuid[])`
        for (const skill of skillIds.slice(-3)) await rate(tx, same(accounts, skill, 3))
        await rate(tx, same(accounts, unrated, 5))
        if (repeat) {
          await tx`delete from public.ratings where skill_id = ${unrated} and agent_id = any (${accounts}::uuid[])`
          await rate(tx, same(accounts, unrated, 5))
        }
        return [...(await tx`select * from public.skill_stats order by skill_id`)].map(
          ({ last_rated_at, ...stats }) => stats,
        )
      })
    expect(await keys(true)).toEqual(await keys(false))
  })
})
