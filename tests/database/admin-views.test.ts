import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminOf } from './admin.ts'
import { type Agent, as, refusal, rolledBack, type Skill, type Transaction } from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

let database: OwnDatabase
const { agent, skill, rate, call } = adminOf(() => database)

beforeAll(async () => {
  database = await ownDatabase({ connections: 3 })
  return database.drop
})

/** What a view shows to the dashboard of the embedded stack. */
function shown(view: string, where = 'true'): Promise<Record<string, unknown>[]> {
  return as(database.owner, { role: 'service_role' }, (tx) =>
    tx.unsafe(`select * from admin.${view} where ${where}`),
  )
}

function flag(by: Agent, rating: { id: string }, reason: string) {
  return database.owner`
    insert into private.rating_flags (rating_id, agent_id, reason, updated_at)
    values (${rating.id}, ${by.id}, ${reason}, clock_timestamp())`
}

test('flagged reviews come with their reasons, those with the most flags first, and the text though it be hidden', async () => {
  const [author, other, of] = [await agent(), await agent(), await skill()]
  const [once, twice] = [
    await rate(author, of, { p_commentary: 'Flagged once.', p_claws: 1 }),
    await rate(other, of, { p_commentary: 'Flagged twice.', p_claws: 5 }),
  ]
  const [first, second] = [await agent(), await agent()]
  await flag(first, once, 'Rude.')
  await flag(first, twice, 'Spam.')
  await flag(second, twice, 'Not about this skill.')
  await call('hide_commentary', twice.id, 'Spam.')
  expect(await shown('flagged_ratings')).toEqual([
    {
      ...{ rating_id: twice.id, skill: of.slug, agent: other.name, flags: 2, claws: 5 },
      ...{ reasons: ['Not about this skill.', 'Spam.'], commentary: 'Flagged twice.' },
      ...{ newest_flag: expect.any(Date), hidden_at: expect.any(Date) },
    },
    {
      ...{ rating_id: once.id, skill: of.slug, agent: author.name, flags: 1, claws: 1 },
      ...{ reasons: ['Rude.'], commentary: 'Flagged once.' },
      ...{ newest_flag: expect.any(Date), hidden_at: null },
    },
  ])
})

test('hidden reviews are shown with their text and the reason, the last first', async () => {
  const [author, of, next] = [await agent(), await skill(), await skill()]
  const ratings = [
    await rate(author, of, { p_commentary: 'First.', p_claws: 2 }),
    await rate(author, next, { p_commentary: 'Second.' }),
  ]
  for (const { id } of ratings) await call('hide_commentary', id, 'Spam.')
  expect(await shown('hidden_commentaries', `agent = '${author.name}'`)).toMatchObject([
    { skill: next.slug, commentary: 'Second.' },
    {
      ...{ rating_id: ratings[0]?.id, skill: of.slug, agent: author.name, claws: 2 },
      ...{ commentary: 'First.', hidden_at: expect.any(Date), reason: 'Spam.' },
    },
  ])
  await call('restore_commentary', ratings[0]?.id ?? '', 'Reason.')
  expect(await shown('hidden_commentaries', `agent = '${author.name}'`)).toHaveLength(1)
})

test('retired skills are shown with why, and where they went', async () => {
  const [gone, merged, kept] = [
    await skill('View gone'),
    await skill('View merged'),
    await skill('View kept'),
  ]
  await rate(await agent(), gone)
  await call('retire_skill', gone.slug, 'First reason.')
  await call('restore_skill', gone.slug, 'Reason.')
  await call('retire_skill', gone.slug, 'Its site is gone.')
  await call('merge_skills', merged.slug, kept.slug, 'The same.')
  const [first, second] = await shown('retired_skills')
  expect(first).toMatchObject({
    slug: 'view-merged',
    merged_into: 'view-kept',
    reason: null,
    total_ratings: 0,
  })
  expect(second).toEqual({
    ...{ skill_id: gone.id, slug: 'view-gone', name: 'View gone', merged_into: null },
    ...{ reason: 'Its site is gone.', total_ratings: 1, retired_at: expect.any(Date) },
  })
})

test('the newest agents come with what they did, and without their addresses', async () => {
  const author = await agent()
  const of = await skill()
  const rating = await rate(author, of, { p_commentary: 'Flagged.' })
  await flag(await agent(), rating, 'Spam.')
  const rows = await shown('newest_agents')
  const times = rows.map(({ created_at }) => Number(created_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const row = rows.find(({ agent_id }) => agent_id === author.id)
  expect(row).toEqual({
    ...{ agent_id: author.id, agent: author.name, agent_description: null, created_at: expect.any(Date) },
    ...{ ratings: 1, skills: 0, flags: 1 },
  })
  expect(rows.find(({ skills }) => skills === 1)).toBeDefined()
})

describe('a burst of ratings', () => {
  const HOUR = "date_trunc('hour', now()) - interval '1 hour'"

  type Given = { minute?: number; said?: string | null; age?: string; ago?: string }

  /** Plants ratings, and gives what the view shows of the skill then. */
  async function burstOf(given: Given[]) {
    let rows: Record<string, unknown>[] = []
    await rolledBack(database.owner, async (tx: Transaction) => {
      const [of] = await tx`
        insert into public.skills (name, description, type) values ('Bursting', 'x', 'other') returning id`
      for (const [i, { minute = i, said = null, age = '1 hour', ago = '0' }] of given.entries()) {
        const at = `${HOUR} + interval '${minute} minutes' - interval '${ago}'`
        const [by] = await tx.unsafe(
          `insert into public.agents (agent_name, created_at) values ($1, ${at} - $2::interval) returning id`,
          [`Burster ${i}`, age],
        )
        await tx.unsafe(
          `insert into public.ratings (skill_id, agent_id, claws, commentary, created_at) values ($1, $2, 5, $3, ${at})`,
          [of?.id, by?.id, said],
        )
      }
      await tx`set local role service_role`
      rows = await tx`select * from admin.rating_bursts where skill = 'bursting'`
    })
    return rows
  }

  const times = (n: number, given: Given = {}) => Array.from({ length: n }, () => given)
  const OLD = '30 days'
  const words = [
    'Parses every log line that I gave it.',
    'Slow at first.',
    'The documentation lacks examples.',
  ]

  test('is five first ratings of a skill by agents less than a day old, within an hour of the clock', async () => {
    expect(await burstOf(times(5))).toEqual([
      {
        ...{
          skill: 'bursting',
          hour: expect.any(Date),
          ratings: 5,
          by_new_agents: 5,
          alike: 0,
          avg_claws: '5.0',
        },
        agents: [0, 1, 2, 3, 4].map((i) => `Burster ${i}`),
        rating_ids: expect.any(Array),
      },
    ])
  })

  test('or three reviews alike in text, whoever wrote them', async () => {
    const said = [
      'Best skill ever, ten of ten, use it!',
      'best skill EVER – ten of ten, use it',
      'Best skill ever: 10 of ten, use it!',
    ]
    expect(await burstOf(said.map((text) => ({ said: text, age: OLD })))).toMatchObject([
      { ratings: 3, by_new_agents: 0, alike: 2 },
    ])
    // Of scripts that trigrams do not know in this locale, those that are the same.
    expect(await burstOf(times(3, { said: '素晴らしい', age: OLD }))).toMatchObject([{ alike: 2 }])
  })

  test.each<[what: string, given: Given[]]>([
    ['four by new agents', times(4)],
    ['five by old agents', times(5, { age: '25 hours' })],
    ['five in two hours', [0, 10, 20, 70, 80].map((minute) => ({ minute, ago: '1 hour' }))],
    ['five of eight days ago', times(5, { ago: '8 days' })],
    ['two alike', times(2, { said: 'The same.', age: OLD })],
    ['three that say different things', words.map((said) => ({ said, age: OLD }))],
    ['three that say nothing', times(3, { age: OLD })],
    [
      'three alike in two hours',
      [0, 30, 60].map((minute) => ({ minute, said: 'The same.', age: OLD, ago: '1 hour' })),
    ],
  ])('is not: %s', async (_, given) => {
    expect(await burstOf(given)).toEqual([])
  })

  test('names twenty of its agents at most', async () => {
    const [row] = await burstOf(times(30))
    expect(row).toMatchObject({ ratings: 30, by_new_agents: 30 })
    expect([row?.agents, row?.rating_ids].map((list) => (list as string[]).length)).toEqual([20, 20])
  })

  test('is looked for among the ratings of the last days alone, by their index', async () => {
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
      expect(plan).not.toMatch(
        /"Node Type":"Seq Scan","Parallel Aware":[a-z]+,"Async Capable":[a-z]+,"Relation Name":"ratings"/,
      )
    })
  })
})

describe('the log', () => {
  test('says who: the role, and the person that a token or the hosted dashboard names', async () => {
    const [by, of] = [await agent(), await skill()]
    const { id } = await rate(by, of, { p_commentary: 'Logged.' })
    const [token, dashboard] = [crypto.randomUUID(), crypto.randomUUID()]
    await database.owner.begin(async (tx) => {
      const claims = JSON.stringify({ role: 'service_role', email: 'admin@mail.example', sub: token })
      await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'service_role', true)`
      await tx`select admin.hide_commentary(${id}, 'Spam.')`
    })
    // As the hosted dashboard's SQL editor sends a query.
    await database.owner.unsafe(
      `select admin.restore_commentary('${id}', 'Reason.');\n\n-- source: dashboard\n-- user: ${dashboard}\n-- date: 2026-11-21T10:00:00.000Z\n`,
    )
    await database.owner`select admin.hide_commentary(${id}, 'Spam.')`
    const rows = await database.owner`
      select role, dashboard_user, action from admin.audit_log where rating_id = ${id} order by id`
    expect([...rows]).toEqual([
      { role: 'service_role', dashboard_user: token, action: 'hide_commentary' },
      { role: 'postgres', dashboard_user: dashboard, action: 'restore_commentary' },
      { role: 'postgres', dashboard_user: null, action: 'hide_commentary' },
    ])
    const [all] = await database.owner`select json_agg(l)::text as text from admin.audit_log as l`
    for (const hidden of ['mail.example', by.key, by.key.slice(5, 13)])
      expect(all?.text).not.toContain(hidden)
  })

  test.each([
    "update admin.audit_log set reason = 'Another.'",
    'update admin.audit_log set id = default where false',
    'delete from admin.audit_log',
    'truncate admin.audit_log',
  ])('is changed by nobody, not even by its owner: %s', async (statement) => {
    for (const sql of [database.owner, database.admin] as postgres.Sql[]) {
      expect((await refusal(sql.unsafe(statement)))?.message).toMatch(
        /^What stands in admin\.audit_log stays as it is/,
      )
    }
    const asDashboard = as(database.owner, { role: 'service_role' }, (tx) => tx.unsafe(statement))
    expect((await refusal(asDashboard))?.code).toBe('42501')
  })

  test('is written by no role by hand', async () => {
    const written = as(
      database.owner,
      { role: 'service_role' },
      (tx) => tx`insert into admin.audit_log (role, action) values ('postgres', 'hide_commentary')`,
    )
    expect((await refusal(written))?.code).toBe('42501')
    const called = as(
      database.owner,
      { role: 'service_role' },
      (tx) => tx`select admin.log_action('hide_commentary')`,
    )
    expect((await refusal(called))?.code).toBe('42501')
  })
})

test.each(['anon', 'authenticated'] as const)('%s does not get into the schema at all', async (role) => {
  const by = await agent()
  const of: Skill = await skill()
  const statements = await database.admin<{ statement: string }[]>`
    select format('select * from admin.%I', relname) as statement from pg_class
    where relnamespace = 'admin'::regnamespace and relkind in ('r', 'v')
    union all
    select format('select admin.%I(%s)', p.proname, (
      select string_agg('null::' || t::regtype, ', ') from unnest(p.proargtypes) as t
    )) from pg_proc as p where p.pronamespace = 'admin'::regnamespace and p.prorettype <> 'trigger'::regtype`
  expect(statements.length).toBeGreaterThan(12)
  for (const { statement } of statements) {
    const error = await refusal(as(database.owner, { role, key: by.key }, (tx) => tx.unsafe(statement)))
    expect([statement, error?.message]).toEqual([statement, 'permission denied for schema admin'])
  }
  expect(
    (await database.owner`select retired_at from public.skills where id = ${of.id}`)[0]?.retired_at,
  ).toBeNull()
})
