import { beforeAll, describe, expect, test } from 'vitest'
import { perSubScore } from '../../../functions/_shared/schemas/options.ts'
import { randomNumbers } from '../../../scripts/support/random.ts'
import {
  type Agent,
  type Connection,
  openTransaction,
  type Rating,
  rolledBack,
  testDatabase,
} from '../fixtures.ts'
import { connect } from '../own-database.ts'

const { database, newAgent, newSkill, submitRating, admin, differences, blocked, race, page } = testDatabase({
  connections: 3,
})

// Ten skills, ten agents, and ratings for most pairs; the same in every run.
beforeAll(async () => {
  const random = randomNumbers(11).fraction
  const score = () => (random() < 0.3 ? null : (Math.floor(random() * 10_001) / 100).toFixed(2))
  const { owner } = database
  const skills = await owner`
    insert into public.skills (name, description, type) select 'Skill of ten ' || i, 'x', 'other' from generate_series(1, 10) as i
    returning id as skill_id`
  const agents = await owner`
    insert into public.agents (agent_name) select 'Agent of ten ' || i from generate_series(1, 10) as i returning id as agent_id`
  const rows = skills
    .flatMap((skill) => agents.map((agent) => ({ ...skill, ...agent })))
    .filter(() => random() >= 0.2)
    .map((pair) => ({
      ...pair,
      claws: 1 + Math.floor(random() * 5),
      ...perSubScore(score),
    }))
  await owner`insert into public.ratings ${owner(rows)}`
  expect(await differences()).toEqual([])
})

// rating-model.test.ts tries all statements that write ratings, skills and agents.
test('the aggregates are exact although temporary tables have the names of the transition tables', async () => {
  // On a connection of its own: cached plans would hide a difference.
  const sql = connect('owner', database.name, 1)
  await rolledBack(sql, async (tx) => {
    for (const name of ['old_rows', 'new_rows'])
      await tx.unsafe(`create temporary table ${name} as select * from public.ratings`)
    await tx`update public.ratings set claws = 5 where claws < 3`
    await tx`delete from public.ratings where claws = 4`
    expect([...(await tx`select * from private.stats_differences()`)]).toEqual([])
  })
  await sql.end()
})

test.each<[average: number, claws: number[]]>([
  [0, []],
  [4, [4]],
  [4.5, [4, 5]],
  [3.3, [3, 3, 3, 4]],
  [1.3, [1, 1, 2]],
  [3.1, [...Array(19).fill(3), 4]],
  [5, [...Array(19).fill(5), 4]],
  [3, [...Array(39).fill(3), 4]],
  [4.2, [...Array(17).fill(4), 5, 5, 5]],
])(
  'the average, rounded half up to one decimal, is %d for %j, and the score exact',
  async (average, claws) => {
    await rolledBack(database.owner, async (tx) => {
      const [skill] =
        await tx`insert into public.skills (name, description, type) values ('Averaged', 'x', 'other') returning id`
      await tx`
      with a as (insert into public.agents (agent_name) select 'Averager ' || i from generate_series(1, ${claws.length}::integer) as i returning id)
      insert into public.ratings (skill_id, agent_id, claws)
      select ${skill?.id}, id, (${claws}::integer[])[row_number() over ()] from a`
      const [row] = await tx`
      select avg_claws, c.total_ratings, score::float8 from public.skill_catalogue as c join public.skill_stats on skill_id = id
      where id = ${skill?.id}`
      const [sum, all] = [claws.reduce((total, n) => total + n, 0), claws.length]
      // As docs/ranking.md describes it for ratings by new agents.
      const score = all && Math.floor((1e9 * (45 * (all + 1) + sum)) / (16 * all + 15))
      expect(row).toEqual({ avg_claws: average, total_ratings: all, score })
    })
  },
)

test('sub-scores are summed and averaged exactly, also tiny ones and those with many decimals', async () => {
  await rolledBack(database.owner, async (tx) => {
    const [skill] =
      await tx`insert into public.skills (name, description, type) values ('Exact', 'x', 'other') returning id, slug`
    const scores = ['0.1', '0.2', '0.3', '5e-324', '99.99999999999999', '33.333333333333336']
    await tx`
      with a as (insert into public.agents (agent_name) select 'Exact ' || i from generate_series(1, 6) as i returning id)
      insert into public.ratings (skill_id, agent_id, claws, reliability, security, speed)
      select ${skill?.id}, id, 3, v, v, v from (
        select id, (${scores}::text[])[row_number() over ()]::numeric as v from a
      ) as rated`
    const [exact] = await tx`
      select reliability_sum = (select sum(v::numeric) from unnest(${scores}::text[]) as v) as sum from public.skill_stats
      where skill_id = ${skill?.id}`
    expect(exact?.sum).toBe(true)
    const subScore = async () =>
      (
        await tx`select (sub_scores -> 'reliability')::text as text from public.skill_stats where skill_id = ${skill?.id}`
      )[0]?.text
    // Not as long as the sum: each list has it.
    expect(await subScore()).toBe('{"mean":22.3222222222222,"count":6}')
    await tx`delete from public.ratings where reliability > 1 or reliability < 0.1`
    const [left] = await tx`
      select public.get_skill(${skill?.slug}) -> 'sub_scores' -> 'reliability' as page, c.sub_scores -> 'reliability' as listed,
        array[reliability_score, security_score, speed_score]::text[] as scores
      from public.skill_catalogue as c join public.skill_stats on skill_id = id where id = ${skill?.id}`
    const reliability = { mean: 0.2, count: 3 }
    expect(left).toEqual({ page: reliability, listed: reliability, scores: Array(3).fill('47628571428') })
    await tx`delete from public.ratings where reliability > 0.1 and skill_id = ${skill?.id}`
    await tx`update public.ratings set reliability = 5e-324 where skill_id = ${skill?.id}`
    expect(await subScore()).toBe('{"mean":0,"count":1}')
    await tx`delete from public.ratings`
    const [none] = await tx`
      select reliability_sum::float8 as sum, reliability_count as count, reliability_score::float8 as score
      from public.skill_stats where skill_id = ${skill?.id}`
    expect(none).toEqual({ sum: 0, count: 0, score: 0 })
  })
})

test('of two ratings at the same time, last_rated_at is that of the newer one, also if it is counted first', async () => {
  const [skill, older, newer] = [await newSkill(), await newAgent(), await newAgent()]
  const rate = (sql: Connection, agent: Agent, at: string) =>
    sql`insert into public.ratings (skill_id, agent_id, claws, updated_at) values (${skill.id}, ${agent.id}, 4, ${at})`
  await race(
    { run: (sql) => rate(sql, newer, '2026-02-02') },
    { run: (sql) => rate(sql, older, '2026-01-01') },
  )
  const { last_rated_at } = await page(skill.id)
  expect(last_rated_at).toBe('2026-02-02T00:00:00+00:00')
  await database.owner`delete from public.ratings where agent_id = ${newer.id}`
  expect((await page(skill.id)).last_rated_at).toBe('2026-01-01T00:00:00+00:00')
  await database.owner`delete from public.ratings where agent_id = ${older.id}`
  expect((await page(skill.id)).last_rated_at).toBeNull()
})

test('totals, scores and JSON follow from the sums, whatever writes a row, also in a replica', async () => {
  await rolledBack(database.admin, async (tx) => {
    const [skill] = await tx`select id from public.skills where name = 'Skill of ten 4'`
    const read = () => tx`select * from public.skill_stats where skill_id = ${skill?.id}`
    const [stored] = await read()
    await tx`set local session_replication_role = replica`
    await tx`
      update public.skill_stats set total_ratings = 0, total_claws = 0, avg_tenths = 0, sub_scores = 'null', json_ratings = '', score = 0,
        reliability_score = 0, security_score = 0, speed_score = 0
      where skill_id = ${skill?.id}`
    expect(await read()).toEqual([stored])
  })
})

describe('stats_differences', () => {
  const unseen = 'set local session_replication_role = replica;'
  const underived = 'alter table public.skill_stats disable trigger derive_stats;'
  test.each([
    `update public.skill_stats set speed_sum = speed_sum + 0.01 where skill_id = '$1'`,
    `update public.skill_stats set security_count = security_count + 1 where skill_id = '$1'`,
    `update public.skill_stats set claws_3 = claws_3 + 1 where skill_id = '$1'`,
    `update public.skill_stats set type = 'github' where skill_id = '$1'`,
    `update public.skill_stats set last_rated_at = now() where skill_id = '$1'`,
    `update public.skill_stats set established_claws = established_claws + 1 where skill_id = '$1'`,
    `update private.monthly_ratings set total_ratings = total_ratings + 1 where skill_id = '$1'`,
    `update private.monthly_ratings set claws_sum = claws_sum + 1 where skill_id = '$1'`,
    ...['score = score + 1', 'total_ratings = 9', "sub_scores = '{}'", "json_ratings = ''"].map(
      (column) => `${underived} update public.skill_stats set ${column} where skill_id = '$1'`,
    ),
    `delete from public.skill_stats where skill_id = '$1'`,
    `${unseen} update public.ratings set claws = 6 - claws where skill_id = '$1' and claws <> 3`,
    `${unseen} delete from public.ratings where skill_id = '$1'`,
  ])('reports the skill after: %s', async (statement) => {
    await rolledBack(database.admin, async (tx) => {
      const [skill] = await tx`select id from public.skills where name = 'Skill of ten 4'`
      await tx.unsafe(statement.replace('$1', skill?.id))
      const found = await tx`select * from private.stats_differences()`
      expect(found.map((row) => row.skill_id)).toEqual([skill?.id])
      expect(found[0]?.stored).not.toEqual(found[0]?.recomputed)
    })
  })

  // Supabase has 0, Postgres 1, pg_dump 3.
  test.each([0, 1, 3])(
    'reports nothing, and page and list agree, with extra_float_digits = %i',
    async (digits) => {
      await rolledBack(database.owner, async (tx) => {
        const [skill] = await tx`
        insert into public.skills (name, description, type) values ('Thirds', 'x', 'other') returning id, slug`
        for (const [i, score] of [1 / 3, 200 / 3, 5e-324].entries())
          await tx`
          with a as (insert into public.agents (agent_name) values (${`Thirds ${i}`}) returning id)
          insert into public.ratings (skill_id, agent_id, claws, reliability) select ${skill?.id}, id, 4, ${score} from a`
        await tx`select set_config('extra_float_digits', ${String(digits)}, true)`
        expect([...(await tx`select * from private.stats_differences()`)]).toEqual([])
        const [row] = await tx`
        select public.get_skill(${skill?.slug})::text as page, sub_scores::text as listed, private.established_mean(3, 10)::text as mean
        from public.skill_stats where skill_id = ${skill?.id}`
        expect(row?.listed).toContain('{"mean":22.3333333333333,"count":3}')
        expect(row?.page).toContain(row?.listed)
        expect(row?.mean).toBe('3.33333333333333')
      })
    },
  )
})

test.each([
  [
    'rates many skills',
    async (ids: string[], agent: Agent) => (sql: Connection) =>
      sql`insert into public.ratings (skill_id, agent_id, claws)
      select id, ${agent.id}, 5 from public.skills where id = any(${ids}) order by md5(id::text)`,
  ],
  [
    'changes the type of many skills',
    async (ids: string[]) => (sql: Connection) =>
      sql`update public.skills set type = 'github' where id = any(${ids})`,
  ],
  [
    // One UPDATE counts all of them.
    'restores many ratings, the last of them with a hidden commentary,',
    async (ids: string[], agent: Agent) => {
      const ratings: Rating[] = []
      for (const id of ids) ratings.push(await submitRating(agent, { id }, { p_commentary: 'Spam.' }))
      await admin('hide_commentary', ratings.at(-1)?.id ?? '', 'Spam.')
      await admin('suspend_agent', agent.id, 'Spam.')
      return (sql: Connection) => sql`select admin.reinstate_agent(${agent.id}, 'A mistake.')`
    },
  ],
])('a statement that %s locks their aggregates in the order of their ids', async (_, statement) => {
  const agent = await newAgent()
  const ids: string[] = []
  for (let i = 0; i < 12; i++) ids.push((await newSkill(undefined, agent)).id)
  ids.sort()
  const run = await statement(ids, agent)
  const other = await openTransaction(database.admin)
  await other.sql`select from public.skill_stats where skill_id = ${ids[6] ?? ''} for update`
  const writer = await blocked({ run })
  const free = await database.owner<{ skill_id: string }[]>`
    select skill_id from public.skill_stats where skill_id = any(${ids}) for update skip locked`
  expect(free.map((row) => row.skill_id).sort()).toEqual(ids.slice(7))
  await other.rollback()
  expect((await writer.end()).outcome).toBe('done')
})
