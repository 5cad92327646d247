import { describe, expect, test } from 'vitest'
import { as, outcome, rolledBack, testDatabase } from './fixtures.ts'

const { database, newAgent, newSkill, rate, rated, admin, call } = testDatabase({ connections: 3 })

/** The embedded Studio runs SQL. */
const inStudio = (statement: string) =>
  as(database.owner, { role: 'service_role' }, (tx) => tx.unsafe<Record<string, unknown>[]>(statement))
/** The rows of a view of the schema admin. */
const rowsOf = (view: string, where = 'true') => inStudio(`select * from admin.${view} where ${where}`)

const flag = async (rating: { id: string; skill_id: string }, reason: string) =>
  call(await newAgent(), 'flag_rating', { p_skill: rating.skill_id, p_rating: rating.id, p_reason: reason })

test('flagged_ratings has the reasons, most flags first, and hidden commentaries', async () => {
  const { agent, skill, rating: once } = await rated({ p_commentary: 'Flagged once.', p_claws: 1 })
  const other = await newAgent()
  const twice = await rate(other, skill, { p_commentary: 'Flagged twice.', p_claws: 5 })
  await flag(once, 'Rude.')
  await flag(twice, 'Spam.')
  await flag(twice, 'Not about this skill.')
  await admin('hide_commentary', twice.id, 'Spam.')
  expect(await rowsOf('flagged_ratings')).toEqual([
    {
      ...{ rating_id: twice.id, skill: skill.slug, agent: other.name, flags: 2, claws: 5 },
      ...{ reasons: ['Not about this skill.', 'Spam.'], commentary: 'Flagged twice.' },
      ...{ newest_flag: expect.any(Date), hidden_at: expect.any(Date) },
    },
    {
      ...{ rating_id: once.id, skill: skill.slug, agent: agent.name, flags: 1, claws: 1 },
      ...{ reasons: ['Rude.'], commentary: 'Flagged once.', newest_flag: expect.any(Date), hidden_at: null },
    },
  ])
})

test('hidden_commentaries has texts and reasons, newest first', async () => {
  const { agent, skill, rating } = await rated({ p_commentary: 'First.', p_claws: 2 })
  const next = await newSkill()
  const second = await rate(agent, next, { p_commentary: 'Second.' })
  for (const { id } of [rating, second]) await admin('hide_commentary', id, 'Spam.')
  expect(await rowsOf('hidden_commentaries', `agent = '${agent.name}'`)).toMatchObject([
    { skill: next.slug, commentary: 'Second.' },
    {
      ...{ rating_id: rating.id, skill: skill.slug, agent: agent.name, claws: 2 },
      ...{ commentary: 'First.', hidden_at: expect.any(Date), reason: 'Spam.' },
    },
  ])
  await admin('restore_commentary', rating.id, 'Reason.')
  expect(await rowsOf('hidden_commentaries', `agent = '${agent.name}'`)).toHaveLength(1)
})

test('retired_skills has the last reason and the target of a merge, newest first', async () => {
  const [gone, merged] = [await newSkill('View gone'), await newSkill('View merged')]
  const kept = await newSkill('View kept')
  await rate(await newAgent(), gone)
  await admin('retire_skill', gone.slug, 'First reason.')
  await admin('restore_skill', gone.slug, 'Reason.')
  await admin('retire_skill', gone.slug, 'Its site is gone.')
  await admin('merge_skills', merged.slug, kept.slug, 'The same.', true)
  const duplicate = { slug: 'view-merged', merged_into: 'view-kept', reason: null, total_ratings: 0 }
  expect((await rowsOf('retired_skills')).slice(0, 2)).toEqual([
    expect.objectContaining(duplicate),
    {
      ...{ skill_id: gone.id, slug: 'view-gone', name: 'View gone', merged_into: null },
      ...{ reason: 'Its site is gone.', total_ratings: 1, retired_at: expect.any(Date) },
    },
  ])
})

test('newest_agents has their numbers, newest first, without e-mail addresses', async () => {
  const { agent, rating } = await rated()
  await flag(rating, 'Spam.')
  const rows = await rowsOf('newest_agents')
  const times = rows.map(({ created_at }) => Number(created_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(rows.find(({ agent_id }) => agent_id === agent.id)).toEqual({
    ...{ agent_id: agent.id, agent: agent.name, agent_description: null, created_at: expect.any(Date) },
    ...{ ratings: 1, skills: 0, flags: 1 },
  })
  expect(rows.find(({ skills }) => skills === 1)).toBeDefined()
})

test('agent_overview, ratings_with_names, overview, daily and movers count', async () => {
  const { agent, skill } = await rated({ p_claws: 5 })
  await admin('grant_standing', agent.name, 'Known.')
  expect(await rowsOf('agent_overview', `agent = '${agent.name}'`)).toMatchObject([
    { standing: 'established', ratings: 1, removed_ratings: 0, skills: 0, valid_keys: 1, age_days: 0 },
  ])
  const named = { agent: agent.name, claws: 5, established: true }
  expect(await rowsOf('ratings_with_names', `skill = '${skill.slug}'`)).toMatchObject([named])
  const [all] = await database.owner`
    select (select count(*) from public.agents) as agents, (select count(*) from public.ratings) as ratings`
  const overview = await rowsOf('overview')
  expect(overview.map(({ period }) => period)).toEqual(['total', 'last 7 days', 'last 24 hours'])
  expect(overview[0]).toMatchObject({ ...all })
  const daily = await rowsOf('daily')
  expect([daily.length, daily[0]?.ratings]).toEqual([90, all?.ratings])
  for (const { change, rank_before, rank_now } of await rowsOf('movers'))
    expect(change).toBe(String(Number(rank_before) - Number(rank_now)))
})

describe('rating_bursts', () => {
  const HOUR = "date_trunc('hour', now()) - interval '1 hour'"
  type Given = { minute?: number; said?: string | null; age?: string; ago?: string }

  /** Inserts ratings and returns the rows of the view for their skill. */
  const burstsOf = (given: Given[]) =>
    rolledBack(database.owner, async (tx) => {
      const [skill] = await tx`
        insert into public.skills (name, description, type) values ('Bursting', 'x', 'other') returning id`
      for (const [i, { minute = i, said = null, age = '1 hour', ago = '0' }] of given.entries()) {
        const at = `${HOUR} + interval '${minute} minutes' - interval '${ago}'`
        await tx.unsafe(
          `with agent as (
             insert into public.agents (agent_name, created_at) values ($1, ${at} - $2::interval) returning id
           )
           insert into public.ratings (skill_id, agent_id, claws, commentary, created_at) select $3, id, 5, $4, ${at} from agent`,
          [`Burster ${i}`, age, skill?.id, said],
        )
      }
      await tx`set local role service_role`
      return tx`select * from admin.rating_bursts where skill = 'bursting'`
    })

  const times = (n: number, given: Given = {}) => Array.from({ length: n }, () => given)
  const OLD = '30 days'
  const similar = [
    'Best skill ever, ten of ten, use it!',
    'best skill EVER – ten of ten, use it',
    'Best skill ever: 10 of ten, use it!',
  ]
  const different = ['Parses every log line that I gave it.', 'Slow at first.', 'It lacks examples.']

  test('finds five first ratings by agents less than a day old, within an hour', async () => {
    expect([...(await burstsOf(times(5)))]).toEqual([
      {
        ...{ skill: 'bursting', hour: expect.any(Date), ratings: 5, by_new_agents: 5, alike: 0 },
        ...{ avg_claws: '5.0', agents: [0, 1, 2, 3, 4].map((i) => `Burster ${i}`) },
        rating_ids: expect.any(Array),
        remove_ratings: expect.stringContaining('select admin.remove_ratings('),
        suspend_agents: expect.stringContaining('select admin.suspend_agent('),
      },
    ])
    const [many] = await burstsOf(times(30))
    expect(many).toMatchObject({ ratings: 30, agents: { length: 20 }, rating_ids: { length: 20 } })
  })

  test('finds three similar commentaries by any agents', async () => {
    const given = similar.map((said) => ({ said, age: OLD }))
    expect(await burstsOf(given)).toMatchObject([{ ratings: 3, by_new_agents: 0, alike: 2 }])
    // Trigrams do not work for this script in this locale, so only equal texts are similar.
    expect(await burstsOf(times(3, { said: '素晴らしい', age: OLD }))).toMatchObject([{ alike: 2 }])
  })

  const apart = [0, 30, 60].map((minute) => ({ minute, said: 'The same.', age: OLD, ago: '1 hour' }))
  test.each<[what: string, given: Given[]]>([
    ['four by new agents', times(4)],
    ['five by old agents', times(5, { age: '25 hours' })],
    ['five in two hours', [0, 10, 20, 70, 80].map((minute) => ({ minute, ago: '1 hour' }))],
    ['five of eight days ago', times(5, { ago: '8 days' })],
    ['two similar', times(2, { said: 'The same.', age: OLD })],
    ['three different', different.map((said) => ({ said, age: OLD }))],
    ['three without commentary', times(3, { age: OLD })],
    ['three similar in two hours', apart],
  ])('does not find %s', async (_, given) => {
    expect(await burstsOf(given)).toHaveLength(0)
  })

  test('reads only the ratings of the last days, by their index', async () => {
    await rolledBack(database.owner, async (tx) => {
      await tx`insert into public.agents (agent_name) select 'Plan ' || i from generate_series(1, 100) as i`
      await tx`insert into public.skills (name, description, type) select 'Plan ' || i, 'x', 'other' from generate_series(1, 100) as i`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, created_at)
        select s.id, a.id, 3, now() - interval '30 days' from public.skills as s, public.agents as a
        where s.name like 'Plan %' and a.agent_name like 'Plan %'`
      await tx`analyze public.ratings`
      const rows = await tx`explain (format json) select * from admin.rating_bursts`
      const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
      expect(plan).toContain('"Index Name":"ratings_created_at"')
      expect(plan).not.toMatch(/"Node Type":"Seq Scan",[^{}]*"Relation Name":"ratings"/)
    })
  })
})

describe('the audit log', () => {
  test('has the role, and the user that a token or the hosted dashboard names', async () => {
    const { agent, rating } = await rated({ p_commentary: 'Logged.' })
    const [token, dashboard] = [crypto.randomUUID(), crypto.randomUUID()]
    await database.owner.begin(async (tx) => {
      const claims = JSON.stringify({ role: 'service_role', email: 'admin@mail.example', sub: token })
      await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'service_role', true)`
      await tx`select admin.hide_commentary(${rating.id}, 'Spam.')`
    })
    // As the SQL editor of the hosted dashboard sends a query.
    await database.owner.unsafe(
      `select admin.restore_commentary('${rating.id}', 'Reason.');\n\n-- source: dashboard\n-- user: ${dashboard}\n-- date: 2026-11-21T10:00:00.000Z\n`,
    )
    await database.owner`select admin.hide_commentary(${rating.id}, 'Spam.')`
    const rows = await database.owner`
      select role, dashboard_user, action from admin.audit_log where rating_id = ${rating.id} order by id`
    expect([...rows]).toEqual([
      { role: 'service_role', dashboard_user: token, action: 'hide_commentary' },
      { role: 'postgres', dashboard_user: dashboard, action: 'restore_commentary' },
      { role: 'postgres', dashboard_user: null, action: 'hide_commentary' },
    ])
    const [all] = await database.owner`select json_agg(l)::text as text from admin.audit_log as l`
    for (const secret of ['mail.example', agent.key, agent.key.slice(5, 13)])
      expect(all?.text).not.toContain(secret)
  })

  test.each([
    "update admin.audit_log set reason = 'Another.'",
    'update admin.audit_log set id = default where false',
    'delete from admin.audit_log',
    'truncate admin.audit_log',
  ])('cannot be changed, even by its owner: %s', async (statement) => {
    for (const sql of [database.owner, database.admin])
      expect(await outcome(sql.unsafe(statement))).toBe(
        'P0001 Rows of admin.audit_log cannot be changed or deleted.',
      )
  })
})
