import type postgres from 'postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomNumbers } from '../support/random.ts'
import {
  type Agent,
  as,
  newAgent,
  newSkill,
  refusal,
  request,
  rolledBack,
  type Transaction,
} from './callers.ts'
import { connect, type OwnDatabase, ownDatabase } from './own-database.ts'

let database: OwnDatabase

beforeAll(async () => {
  database = await ownDatabase()
  return database.drop
})

const SCORES = ['reliability', 'security', 'speed'] as const

type Row = { skill: string; agent: string; claws: number } & Record<(typeof SCORES)[number], string | null>

/** What the ratings come to, counted here. Scores have two decimals and are summed in hundredths, exactly. */
function expectedStats(skill: string, ratings: Row[]) {
  const own = ratings.filter((rating) => rating.skill === skill)
  const sums = SCORES.flatMap((score) => {
    const given = own.flatMap((rating) => rating[score] ?? [])
    const sum = given.reduce((total, text) => total + Math.round(Number(text) * 100), 0)
    return [
      [`${score}_sum`, sum],
      [`${score}_count`, given.length],
      // In billionths, cut off; below every mean when nobody gave one.
      [`${score}_mean`, given.length === 0 ? -1 : Number((BigInt(sum) * 10_000_000n) / BigInt(given.length))],
    ] as const
  })
  const claws = own.reduce((total, rating) => total + rating.claws, 0)
  return {
    total_ratings: own.length,
    claws_sum: claws,
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [`claws_${n}`, own.filter((rating) => rating.claws === n).length]),
    ),
    ...Object.fromEntries(sums),
    // Half up, in integers: sum / n * 10.
    avg_tenths: own.length === 0 ? 0 : Math.floor((claws * 20 + own.length) / (own.length * 2)),
    score:
      own.length === 0 ? 0 : Number(((BigInt(claws) + 15n) * 1_000_000_000n) / (BigInt(own.length) + 5n)),
  }
}

async function expectExact(tx: Transaction): Promise<void> {
  const ratings = await tx<Row[]>`
    select skill_id::text as skill, agent_id::text as agent, claws, reliability::text, security::text, speed::text
    from public.ratings`
  const stats = await tx`select * from public.skill_stats order by skill_id`
  const skills = await tx`
    select id as skill_id, case when retired_at is null then type end as type from public.skills order by id`
  expect(stats.map(({ skill_id, type }) => ({ skill_id, type }))).toEqual([...skills])
  for (const { skill_id, type: _, ...kept } of stats) {
    const numbers = Object.fromEntries(
      Object.entries(kept).map(([name, value]) => [
        name,
        /^(reliability|security|speed)_sum$/.test(name) ? Math.round(Number(value) * 100) : Number(value),
      ]),
    )
    expect(numbers).toEqual(expectedStats(skill_id, ratings))
  }
  expect(await tx`select * from private.stats_differences()`).toEqual([])
}

/** Ten skills and ten agents, and a rating for most pairs: the same in every run. */
async function plant(tx: Transaction): Promise<void> {
  const random = randomNumbers(11)
  const score = () => (random() < 0.3 ? null : (Math.floor(random() * 10_001) / 100).toFixed(2))
  const skills = await tx`
    insert into public.skills (name, description, type) select 'Skill ' || i, 'x', 'other' from generate_series(1, 10) as i
    returning id`
  const agents = await tx`
    insert into public.agents (agent_name) select 'Agent ' || i from generate_series(1, 10) as i returning id`
  const rows = skills.flatMap(({ id: skill_id }) =>
    agents.flatMap(({ id: agent_id }) =>
      random() < 0.2
        ? []
        : [
            {
              skill_id,
              agent_id,
              claws: 1 + Math.floor(random() * 5),
              reliability: score(),
              security: score(),
              speed: score(),
            },
          ],
    ),
  )
  await tx`insert into public.ratings ${tx(rows)}`
}

describe('the aggregates are exact and stats_differences() is empty after', () => {
  test.each([
    ['nothing', 'select 1'],
    [
      'an insert of many',
      `insert into public.ratings (skill_id, agent_id, claws, speed)
      select s.id, a.id, 1 + (ascii(s.name) + length(a.agent_name)) % 5, 12.34 from public.skills as s, public.agents as a
      on conflict do nothing`,
    ],
    [
      'an upsert of many, some of them new',
      `insert into public.ratings (skill_id, agent_id, claws, speed)
      select s.id, a.id, 5, 0.01 from public.skills as s, public.agents as a
      on conflict (skill_id, agent_id) do update set claws = excluded.claws, speed = excluded.speed`,
    ],
    ['a change of all claws', 'update public.ratings set claws = 6 - claws'],
    [
      'a change of all scores',
      'update public.ratings set reliability = security, security = speed, speed = null',
    ],
    ['an update that changes nothing', 'update public.ratings set claws = claws'],
    ['an update of no row', 'update public.ratings set claws = 1 where false'],
    [
      'moving ratings to another skill',
      `update public.ratings as r set skill_id = (select id from public.skills where name = 'Skill 1')
      where skill_id = (select id from public.skills where name = 'Skill 2')
        and agent_id not in (select agent_id from public.ratings where skill_id = (select id from public.skills where name = 'Skill 1'))`,
    ],
    ['deleting some ratings', 'delete from public.ratings where claws < 4'],
    ['deleting all ratings', 'delete from public.ratings'],
    [
      'deleting and inserting in one statement',
      `with gone as (delete from public.ratings where claws = 3 returning skill_id)
      insert into public.ratings (skill_id, agent_id, claws)
      select s.id, a.id, 2 from public.skills as s, public.agents as a
      where not exists (select from public.ratings as r where r.skill_id = s.id and r.agent_id = a.id)`,
    ],
    ['deleting an agent', `delete from public.agents where agent_name = 'Agent 1'`],
    ['deleting many agents', `delete from public.agents where agent_name < 'Agent 6'`],
    ['deleting all agents', 'delete from public.agents'],
    ['deleting a skill', `delete from public.skills where name = 'Skill 1'`],
    ['deleting many skills', `delete from public.skills where name < 'Skill 6'`],
    ['deleting all skills', 'delete from public.skills'],
    [
      'deleting skills and agents in one statement',
      `with gone as (delete from public.agents where agent_name < 'Agent 4')
      delete from public.skills where name < 'Skill 4'`,
    ],
    [
      'new skills',
      `insert into public.skills (name, description, type) select 'New ' || i, 'x', 'mcp' from generate_series(1, 5) as i`,
    ],
    [
      'a skill that is there already',
      `insert into public.skills (name, description, type) values ('SKILL 1', 'x', 'mcp') on conflict do nothing`,
    ],
    ['editing skills', `update public.skills set name = name || '!'`],
    ['retiring skills', `update public.skills set retired_at = now() where name < 'Skill 4'`],
    ['changing the type of a skill', `update public.skills set type = 'github' where name = 'Skill 4'`],
    [
      'changing the type of some and editing others in one statement',
      `update public.skills set url = 'https://example.com', type = case when name < 'Skill 5' then 'github' else type end`,
    ],
    [
      'a merge',
      `merge into public.ratings as r using public.agents as a on r.agent_id = a.id
      when matched and r.claws > 3 then delete when matched then update set claws = r.claws + 1`,
    ],
    ['truncating the ratings and all that hangs on them', 'truncate public.ratings cascade'],
    [
      'truncating the ratings and rating again',
      `truncate public.ratings cascade;
      insert into public.ratings (skill_id, agent_id, claws) select s.id, a.id, 4 from public.skills as s, public.agents as a`,
    ],
    ['truncating the agents and all that hangs on them', 'truncate public.agents cascade'],
    ['truncating the skills and all that hangs on them', 'truncate public.skills cascade'],
    ['an error that is taken back', `savepoint before; delete from public.ratings; rollback to before`],
  ])('%s', async (_, statement) => {
    await rolledBack(database.owner, async (tx) => {
      await plant(tx)
      await expectExact(tx)
      await tx.unsafe(statement)
      await expectExact(tx)
    })
  })
})

describe('temporary tables', () => {
  /** How many differences there are when tables of such names stand ready before the first rating of a connection. */
  async function differencesWith(before: string): Promise<number> {
    // A connection of its own: plans that are kept would hide it.
    const sql = connect('owner', database.name, 1)
    let differences: number | undefined
    await rolledBack(sql, async (tx) => {
      await tx.unsafe(before)
      await tx`insert into public.skills (name, description, type) values ('Stand-in', 'x', 'other')`
      await tx`insert into public.agents (agent_name) values ('Stand-in')`
      for (const name of ['old_ratings', 'new_ratings'])
        await tx.unsafe(`
          create temporary table ${name} as
          select gen_random_uuid() as id, s.id as skill_id, a.id as agent_id, 1::smallint as claws,
            1.0 as reliability, 1.0 as security, 1.0 as speed, null::text as commentary
          from public.skills as s, public.agents as a`)
      await tx`insert into public.ratings (skill_id, agent_id, claws) select s.id, a.id, 4 from public.skills as s, public.agents as a`
      await tx`update public.ratings set claws = 5`
      differences = (await tx`select * from private.stats_differences()`).length
    })
    await sql.end()
    return differences ?? -1
  }

  test('cannot stand in for what the triggers see', async () => {
    expect(await differencesWith('select 1')).toBe(0)
  })

  test('could, were the search path not to say that they come last', async () => {
    const open = 'alter function private.count_ratings() set search_path = private'
    const found = await differencesWith(open).catch((error: { code: string }) => error.code)
    expect(found).not.toBe(0)
  })
})

test('a long walk of random writes leaves them exact', async () => {
  const random = randomNumbers(12)
  const pick = (n: number) => Math.floor(random() * n)
  await rolledBack(database.owner, async (tx) => {
    await plant(tx)
    const skills = await tx`select id from public.skills order by name`
    const agents = await tx`select id from public.agents order by agent_name`
    for (let i = 0; i < 300; i++) {
      const skill = skills[pick(10)]?.id
      const agent = agents[pick(10)]?.id
      if (random() < 0.25)
        await tx`delete from public.ratings where skill_id = ${skill} and agent_id = ${agent}`
      else
        await tx`
          insert into public.ratings (skill_id, agent_id, claws, speed)
          values (${skill}, ${agent}, ${1 + pick(5)}, ${random() < 0.5 ? null : pick(10_000) / 100})
          on conflict (skill_id, agent_id) do update set claws = excluded.claws, speed = excluded.speed`
    }
    await expectExact(tx)
  })
})

describe('the average is the exact quotient, rounded half up to one decimal', () => {
  test.each<{ claws: number[]; average: number }>([
    { claws: [], average: 0 },
    { claws: [4], average: 4 },
    { claws: [4, 5], average: 4.5 },
    { claws: [3, 3, 3, 4], average: 3.3 },
    { claws: [2, 2, 2, 3], average: 2.3 },
    { claws: [1, 1, 2], average: 1.3 },
    { claws: [1, 2, 2], average: 1.7 },
    { claws: [...Array(19).fill(3), 4], average: 3.1 },
    { claws: [...Array(19).fill(1), 2], average: 1.1 },
    { claws: [...Array(19).fill(5), 4], average: 5 },
    { claws: [...Array(39).fill(3), 4], average: 3 },
    { claws: [...Array(17).fill(4), 5, 5, 5], average: 4.2 },
    { claws: [1, 2, 3, 4, 5], average: 3 },
    { claws: [1, 5], average: 3 },
  ])('of $claws it is $average', async ({ claws, average }) => {
    await rolledBack(database.owner, async (tx) => {
      const [skill] =
        await tx`insert into public.skills (name, description, type) values ('Averaged', 'x', 'other') returning id`
      for (const [i, n] of claws.entries()) {
        const [agent] =
          await tx`insert into public.agents (agent_name) values (${`Averager ${i}`}) returning id`
        await tx`insert into public.ratings (skill_id, agent_id, claws) values (${skill?.id}, ${agent?.id}, ${n})`
      }
      const [row] =
        await tx`select avg_claws, total_ratings from public.skill_catalogue where id = ${skill?.id}`
      expect(row).toEqual({ avg_claws: average, total_ratings: claws.length })
    })
  })
})

test('sub-scores are summed and averaged exactly, tiny ones and many decimals too', async () => {
  await rolledBack(database.owner, async (tx) => {
    const [skill] =
      await tx`insert into public.skills (name, description, type) values ('Exact', 'x', 'other') returning id, slug`
    const scores = ['0.1', '0.2', '0.3', '5e-324', '99.99999999999999', '33.333333333333336']
    const agents = await tx`
      insert into public.agents (agent_name) select 'Exact ' || i from generate_series(1, 6) as i returning id`
    for (const [i, score] of scores.entries())
      await tx`insert into public.ratings (skill_id, agent_id, claws, reliability) values (${skill?.id}, ${agents[i]?.id}, 3, ${score}::text::numeric)`
    const [exact] = await tx`
      select reliability_sum = (select sum(v::numeric) from unnest(${scores}::text[]) as v) as sum from public.skill_stats
      where skill_id = ${skill?.id}`
    expect(exact?.sum).toBe(true)
    await tx`delete from public.ratings where reliability > 1 or reliability < 0.1`
    const [left] =
      await tx`select public.get_skill(${skill?.slug}) -> 'sub_scores' -> 'reliability' as reliability`
    expect(left?.reliability).toEqual({ mean: 0.2, count: 3 })
    const [listed] = await tx`
      select c.sub_scores -> 'reliability' as reliability, reliability_mean::integer as mean
      from public.skill_catalogue as c join public.skill_stats on skill_id = id where id = ${skill?.id}`
    expect(listed).toEqual({ reliability: { mean: 0.2, count: 3 }, mean: 200_000_000 })
    await tx`delete from public.ratings`
    const [none] = await tx`select * from public.skill_stats where skill_id = ${skill?.id}`
    expect([none?.reliability_sum, none?.reliability_count, none?.reliability_mean].map(Number)).toEqual([
      0, 0, -1,
    ])
  })
})

describe('damage that only a superuser can do', () => {
  test.each([
    [
      'a wrong sum of scores',
      'update public.skill_stats set speed_sum = speed_sum + 0.01 where skill_id = $1',
    ],
    [
      'a wrong count of scores',
      'update public.skill_stats set security_count = security_count + 1 where skill_id = $1',
    ],
    [
      'a rating too many',
      'update public.skill_stats set total_ratings = total_ratings + 1, claws_3 = claws_3 + 1, claws_sum = claws_sum + 3 where skill_id = $1',
    ],
    ['a wrong type', `update public.skill_stats set type = 'github' where skill_id = $1`],
    ['missing aggregates', 'delete from public.skill_stats where skill_id = $1'],
    [
      'a rating that no trigger saw',
      `set local session_replication_role = replica; update public.ratings set claws = 6 - claws where skill_id = '$1' and claws <> 3`,
    ],
    [
      'ratings that went unseen',
      `set local session_replication_role = replica; delete from public.ratings where skill_id = '$1'`,
    ],
  ])('is reported, for that skill alone: %s', async (_, statement) => {
    await rolledBack(database.admin, async (tx) => {
      await plant(tx)
      const [skill] = await tx`select id from public.skills where name = 'Skill 4'`
      if (statement.includes("'$1'")) await tx.unsafe(statement.replace('$1', skill?.id))
      else await tx.unsafe(statement, [skill?.id])
      const found = await tx`select skill_id, kept, recomputed from private.stats_differences()`
      expect(found.map((row) => row.skill_id)).toEqual([skill?.id])
      expect(found[0]?.kept).not.toEqual(found[0]?.recomputed)
    })
  })

  test('that contradicts itself is not even possible', async () => {
    await rolledBack(database.admin, async (tx) => {
      await plant(tx)
      const error = await refusal(
        tx.savepoint((inner) => inner`update public.skill_stats set total_ratings = total_ratings + 1`),
      )
      expect(error?.code).toBe('23514')
    })
  })
})

describe('deleting an agent', () => {
  test('takes its keys and ratings with it and leaves its skills, their submitter unknown', async () => {
    const agent = await newAgent(database, 'Leaving')
    const other = await newAgent(database, 'Staying')
    const skill = await newSkill(database, agent, 'Left behind')
    for (const { key } of [agent, other])
      await request(database.owner, { key }, 'submit_rating', {
        p_skill_id: skill.id,
        p_claws: 5,
        p_speed: 10,
      })
    await database.owner`delete from public.agents where id = ${agent.id}`
    expect(await database.owner`select from private.agent_keys where agent_id = ${agent.id}`).toHaveLength(0)
    expect(await database.owner`select from public.ratings where agent_id = ${agent.id}`).toHaveLength(0)
    const [kept] =
      await database.owner`select name, slug, submitted_by from public.skills where id = ${skill.id}`
    expect(kept).toEqual({ name: 'Left behind', slug: 'left-behind', submitted_by: null })
    const [stats] =
      await database.owner`select total_ratings, claws_5, speed_count from public.skill_stats where skill_id = ${skill.id}`
    expect(stats).toEqual({ total_ratings: 1, claws_5: 1, speed_count: 1 })
    const error = await refusal(
      request(database.owner, { key: agent.key }, 'submit_rating', { p_skill_id: skill.id, p_claws: 1 }),
    )
    expect([error?.code, error?.message]).toEqual(['PT401', 'invalid_api_key'])
    // Its name is free again.
    await newAgent(database, 'Leaving')
  })

  test('deleting a skill takes its ratings and aggregates with it and leaves the agents', async () => {
    const agent = await newAgent(database, 'Rater of the gone')
    const skill = await newSkill(database, agent, 'Gone')
    await request(database.owner, { key: agent.key }, 'submit_rating', { p_skill_id: skill.id, p_claws: 5 })
    await database.owner`delete from public.skills where id = ${skill.id}`
    expect(await database.owner`select from public.ratings where skill_id = ${skill.id}`).toHaveLength(0)
    expect(await database.owner`select from public.skill_stats where skill_id = ${skill.id}`).toHaveLength(0)
    expect(await database.owner`select from public.agents where id = ${agent.id}`).toHaveLength(1)
  })
})

describe('many at once neither deadlock nor leave a difference:', () => {
  const ROUNDS = 60
  let sql: postgres.Sql
  let agents: Agent[]

  beforeAll(async () => {
    // A deadlock is found at once, instead of after a second in which it could be missed.
    sql = connect('admin', database.name, 8, { deadlock_timeout: '10ms' })
    agents = await Promise.all(Array.from({ length: 6 }, (_, i) => newAgent(database, `Stress ${i}`)))
    return () => sql.end()
  })

  /** Skills under given ids, so that what is deleted can come back. */
  let ids: string[]
  beforeEach(async () => {
    ids = Array.from({ length: 6 }, () => crypto.randomUUID())
    await restore()
  })

  function restore() {
    return sql`
      insert into public.skills (id, name, description, type)
      select id, 'Stressed ' || id, 'x', 'other' from unnest(${ids}::uuid[]) as id on conflict do nothing`
  }

  /** An upsert straight into the table: submit_rating would try a deadlock again, and hide it. */
  function rate(agent: Agent, skill: string, claws: number) {
    return as(
      sql,
      { key: agent.key },
      (tx) => tx`
      insert into public.ratings (skill_id, claws) values (${skill}, ${claws})
      on conflict (skill_id, agent_id) do update set claws = excluded.claws`,
    )
  }

  /** Runs the workers side by side; what they may run into is a skill or an agent that is gone, and nothing else. */
  async function sideBySide(...workers: ((round: number, random: () => number) => Promise<unknown>)[]) {
    const codes = new Map<string, number>()
    await Promise.all(
      workers.map(async (work, worker) => {
        const random = randomNumbers(100 + worker)
        for (let round = 0; round < ROUNDS; round++) {
          const error = await refusal(work(round, random))
          if (error) codes.set(error.code, (codes.get(error.code) ?? 0) + 1)
        }
      }),
    )
    expect([...codes.keys()].filter((code) => !['23503', '42501'].includes(code))).toEqual([])
    expect(await sql`select * from private.stats_differences()`).toEqual([])
  }

  const any = <T>(list: T[], random: () => number) => list[Math.floor(random() * list.length)] as T
  const rater =
    (agent: () => Agent) =>
    (round: number, random: () => number): Promise<unknown> =>
      rate(agent(), any(ids, random), 1 + (round % 5))

  test('deleting skills against rating them again', async () => {
    await sideBySide(...[0, 1, 2, 3, 4, 5].map((i) => rater(() => agents[i] as Agent)), async (_, random) => {
      await sql`delete from public.skills where id = ${any(ids, random)}`
      await restore()
    })
  })

  test('deleting agents against their rating', async () => {
    let passing = await newAgent(database, 'Passing 0')
    let generation = 0
    await sideBySide(
      ...[0, 1, 2].map((i) => rater(() => agents[i] as Agent)),
      ...[0, 1, 2].map(() => rater(() => passing)),
      async () => {
        await sql`delete from public.agents where id = ${passing.id}`
        generation++
        passing = await newAgent(database, `Passing ${generation}`)
      },
    )
  })

  test('deleting several skills at a time, in random orders, against one another and against rating', async () => {
    const deleteSome = async (_: number, random: () => number) => {
      const some = ids.toSorted(() => random() - 0.5).slice(0, 3)
      await sql`delete from public.skills where id = any (${some}::uuid[])`
      await restore()
    }
    await sideBySide(...[0, 1, 2, 3].map((i) => rater(() => agents[i] as Agent)), deleteSome, deleteSome)
  })

  test('rating several skills in one statement, in random orders', async () => {
    const rateAll = (agent: Agent) => (_: number, random: () => number) =>
      as(
        sql,
        { key: agent.key },
        (tx) => tx`
        insert into public.ratings (skill_id, claws)
        select id, 4 from unnest(${ids.toSorted(() => random() - 0.5)}::uuid[]) as id
        on conflict (skill_id, agent_id) do update set claws = 6 - excluded.claws`,
      )
    await sideBySide(...agents.map(rateAll))
  })
})
