import { describe, expect, test } from 'vitest'
import { as, outcome, rolledBack, type Transaction, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, submitRating, newRating, admin, call } = testDatabase({
  connections: 3,
})

/** The embedded Studio runs SQL. */
const inStudio = (statement: string) =>
  as(database.owner, { role: 'service_role' }, (tx) => tx.unsafe<Record<string, unknown>[]>(statement))
/** The rows of a view of the schema admin. */
const rowsOf = (view: string, where = 'true') => inStudio(`select * from admin.${view} where ${where}`)

const flag = async (rating: { id: string; skill_id: string }, reason: string) =>
  call(await newAgent(), 'flag_rating', { p_skill: rating.skill_id, p_rating: rating.id, p_reason: reason })

test('hidden_commentaries has texts and reasons, newest first', async () => {
  const { agent, skill, rating } = await newRating({ p_commentary: 'First.', p_claws: 2 })
  const next = await newSkill()
  const second = await submitRating(agent, next, { p_commentary: 'Second.' })
  for (const { id } of [rating, second]) await admin('hide_commentary', id, 'Spam.')
  expect(await rowsOf('hidden_commentaries', `agent = '${agent.name}'`)).toMatchObject([
    { skill: next.slug, commentary: 'Second.' },
    {
      rating_id: rating.id,
      skill: skill.slug,
      agent: agent.name,
      claws: 2,
      commentary: 'First.',
      hidden_at: expect.any(Date),
      reason: 'Spam.',
    },
  ])
  await admin('restore_commentary', rating.id, 'Reason.')
  expect(await rowsOf('hidden_commentaries', `agent = '${agent.name}'`)).toHaveLength(1)
})

test('retired_skills has the last reason and the target of a merge, newest first', async () => {
  const [gone, merged] = [await newSkill('View gone'), await newSkill('View merged')]
  const kept = await newSkill('View kept')
  await submitRating(await newAgent(), gone)
  await admin('retire_skill', gone.slug, 'First reason.')
  await admin('restore_skill', gone.slug, 'Reason.')
  await admin('retire_skill', gone.slug, 'Its site is gone.')
  await admin('merge_skills', merged.slug, kept.slug, 'The same.', true)
  const duplicate = { slug: 'view-merged', merged_into: 'view-kept', reason: null, total_ratings: 0 }
  expect((await rowsOf('retired_skills')).slice(0, 2)).toEqual([
    expect.objectContaining(duplicate),
    {
      skill_id: gone.id,
      slug: 'view-gone',
      name: 'View gone',
      merged_into: null,
      reason: 'Its site is gone.',
      total_ratings: 1,
      retired_at: expect.any(Date),
    },
  ])
})

test('newest_agents has their numbers, newest first, without e-mail addresses', async () => {
  const { agent, rating } = await newRating()
  await flag(rating, 'Spam.')
  const rows = await rowsOf('newest_agents')
  const times = rows.map(({ created_at }) => Number(created_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(rows.find(({ agent_id }) => agent_id === agent.id)).toEqual({
    agent_id: agent.id,
    agent: agent.name,
    agent_description: null,
    created_at: expect.any(Date),
    ratings: 1,
    skills: 0,
    flags: 1,
  })
  expect(rows.find(({ skills }) => skills === 1)).toBeDefined()
})

test('agent_overview, ratings_with_names, overview, daily and movers count', async () => {
  const { agent, skill } = await newRating({ p_claws: 5 })
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

test('movers has what established agents moved before 51 skills that a new agent was the first to rate', async () => {
  const rows = await rolledBack(database.owner, async (tx) => {
    await tx`delete from public.ratings`
    const planted = (name: string, count: number) => tx<{ id: string }[]>`
      insert into public.skills (name, description, type) select ${name} || ' ' || i, 'x', 'other' from generate_series(1, ${count}::integer) as i
      returning id`
    const rate = async (agent: string, skills: { id: string }[], claws: number, days = 0) => {
      const ids = skills.map(({ id }) => id)
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, created_at)
        select unnest(${ids}::uuid[]), ${agent}, ${claws}, now() - make_interval(days => ${days})`
    }
    const [established, promoter] = [await newAgent(), await newAgent()]
    await tx`select admin.grant_standing(${established.name}, 'Known.')`
    await rate(promoter.id, await planted('Promoted', 51), 5)
    await rate(established.id, await planted('Bad', 100), 1, 8)
    await rate(established.id, await planted('Known', 2), 2)
    return [...(await tx<{ skill: string }[]>`select skill from admin.movers`)]
  })
  expect(rows).toHaveLength(50)
  expect(rows.slice(0, 2).map(({ skill }) => skill)).toEqual(['known-1', 'known-2'])
})

describe('rating_bursts', () => {
  const HOUR = "date_trunc('hour', now()) - interval '1 hour'"
  /** A rating by an agent that is `age` old then. The agents with one name are one; so are the skills. */
  type Given = {
    agent?: string
    skill?: string
    minute?: number
    said?: string | null
    age?: string
    ago?: string
  }
  type Row = {
    skill: string
    kind: string
    ratings: number
    agents: string[]
    times: Date[]
    left_out: string[] | null
    remove_ratings: string
    suspend_agents: string
  }

  type Edit = (tx: Transaction) => PromiseLike<unknown>

  /** Inserts ratings, runs the edits before and after the view is read, and returns its rows. */
  const burstsOf = (
    given: Given[],
    edit: Edit = async () => {},
    use: (tx: Transaction, rows: Row[]) => Promise<void> = async () => {},
  ) =>
    rolledBack(database.owner, async (tx) => {
      // The tests before left ratings of one hour.
      await tx`delete from public.ratings`
      const rows = given.map((one, i) => {
        const defaults = {
          agent: `Burster ${i}`,
          skill: 'Bursting',
          minute: i,
          said: null,
          age: OLD,
          ago: '0',
        }
        return { ...defaults, ...one }
      })
      await tx.unsafe(
        `with given as (
           select *, ${HOUR} + make_interval(mins => minute) - ago::interval as at
           from json_to_recordset($1::text::json)
             as (ordinal int, agent text, skill text, minute int, said text, age text, ago text)
         ),
         skills as (
           insert into public.skills (name, description, type) select distinct skill, 'x', 'other' from given
           returning id, name
         ),
         agents as (
           insert into public.agents (agent_name, created_at)
           select distinct on (agent) agent, at - age::interval from given order by agent, ordinal
           returning id, agent_name
         )
         insert into public.ratings (skill_id, agent_id, claws, commentary, created_at, updated_at, commentary_at)
         select s.id, a.id, 5, said, at, at, at
         from given join skills as s on s.name = skill join agents as a on a.agent_name = agent
         order by ordinal`,
        [JSON.stringify(rows.map((row, ordinal) => ({ ordinal, ...row })))],
      )
      await edit(tx)
      await tx`set local role service_role`
      const bursts = await tx<Row[]>`select * from admin.rating_bursts`
      await use(tx, bursts)
      return bursts
    })

  /** The agents that the calls of a burst name. */
  const accused = (row: Row | undefined) =>
    row?.agents.filter((name) => !row.left_out?.some((text) => text.startsWith(`${name}:`)))

  const times = (n: number, given: Given = {}) => Array.from({ length: n }, () => given)
  const OLD = '30 days'
  const YOUNG = '1 hour'
  const TEXT = 'Parses every log line that I gave it.'
  const same = [
    'Best skill ever, ten of ten, use it!',
    'best  skill EVER – ten of ten: use it',
    'ＢEST skill éver (ten of ten). Use it',
  ]
  const different = [TEXT, 'Slow at first, but then fast enough.', 'It lacks examples for beginners, sadly.']

  test('finds five first ratings by agents less than a day old, within an hour', async () => {
    expect([...(await burstsOf(times(5, { age: YOUNG })))]).toEqual([
      {
        skill: 'bursting',
        kind: 'new agents',
        ratings: 5,
        avg_claws: '5.0',
        left_out: null,
        first_at: expect.any(Date),
        last_at: expect.any(Date),
        agents: [0, 1, 2, 3, 4].map((i) => `Burster ${i}`),
        times: expect.any(Array),
        rating_ids: expect.any(Array),
        remove_ratings: expect.stringContaining('select admin.remove_ratings('),
        suspend_agents: expect.stringContaining('select admin.suspend_agent('),
      },
    ])
    // Its calls leave the honest rating.
    await burstsOf([...times(5, { age: YOUNG }), { age: OLD }], undefined, async (tx, [row]) => {
      for (const calls of [row?.remove_ratings, row?.suspend_agents]) await tx.unsafe(calls ?? '')
      expect([...(await tx`select agent_name from public.skill_ratings`)]).toEqual([
        { agent_name: 'Burster 5' },
      ])
      expect(await tx`select from private.standing where suspended_at is not null`).toHaveLength(5)
      expect(await tx`select from admin.rating_bursts`).toHaveLength(0)
    })
  })

  test('finds three equal texts by any agents, with the time of each; the calls leave out the first author', async () => {
    const rows = await burstsOf(same.map((said, i) => ({ said, minute: 50 - i * 10 })))
    expect(rows).toMatchObject([
      {
        kind: 'equal texts',
        ratings: 3,
        agents: ['Burster 2', 'Burster 1', 'Burster 0'],
        times: { length: 3 },
      },
    ])
    const [row] = rows
    expect(row?.left_out).toEqual([
      expect.stringMatching(/^Burster 2: wrote the text first, at \d{4}-.* UTC$/),
    ])
    expect(row?.times).toEqual(row?.times.toSorted((a, b) => Number(a) - Number(b)))
    const ids = (text = '') => text.match(/[0-9a-f-]{36}/g) ?? []
    expect([ids(row?.remove_ratings).length, ids(row?.suspend_agents).length]).toEqual([2, 2])
  })

  test('finds equal texts in languages without spaces from eight characters on', async () => {
    expect(await burstsOf(times(3, { said: 'とても素晴らしい' }))).toHaveLength(1)
    expect(await burstsOf(times(3, { said: '素晴らしい' }))).toHaveLength(0)
  })

  const copies = (said: string, ...names: string[]) =>
    names.map((agent, i) => ({ agent, minute: 30 + i, said }))
  /** The agent replaces its commentary now, with a new key. */
  const say = (agent: string, said: string) => async (tx: Transaction) => {
    await tx`
      with made as (select id, private.generate_key() as key from public.agents where agent_name = ${agent}),
      added as (
        insert into private.agent_keys (agent_id, key_hash, key_prefix)
        select id, extensions.digest(key, 'sha256'), left(key, 13) from made
      )
      select set_config('request.headers', json_build_object('x-api-key', key)::text, true) from made`
    await tx`
      select public.submit_rating(r.skill_id, p_claws => r.claws, p_commentary => ${said})
      from public.ratings as r join public.agents as a on a.id = r.agent_id where a.agent_name = ${agent}`
    await tx`select set_config('request.headers', '', true)`
  }

  const correct = async (tx: Transaction) => {
    await tx`update public.ratings set claws = 1 where agent_id = (select id from public.agents where agent_name = 'Honest')`
    await say('Honest', `${TEXT}!`)(tx)
  }
  const hideAndRestore = async (tx: Transaction) => {
    const [rating] = await tx`
      select r.id from public.ratings as r join public.agents as a on a.id = r.agent_id where a.agent_name = 'Honest'`
    for (const name of ['hide_commentary', 'restore_commentary'])
      await tx.unsafe(`select admin.${name}($1, 'Reason.')`, [rating?.id])
    for (const name of ['remove_ratings', 'restore_ratings'])
      await tx.unsafe(`select admin.${name}(array[$1::uuid], 'Reason.')`, [rating?.id])
  }
  const elsewhere = (given: Given[], skill = 'Elsewhere') => given.map((one) => ({ ...one, skill }))
  const other = 'Another text of at least four words.'
  const honest = { agent: 'Honest', minute: 20, said: TEXT }
  const early = { agent: 'Copier', minute: 1, said: 'An early text that says nothing yet.' }
  const flood = ['Honest', 'One', 'Two', 'Three', 'Four']
  const editedCopy = say('Copier', TEXT.toUpperCase())

  test.each<[what: string, given: Given[], edit: Edit | undefined, named: Record<string, string>]>([
    [
      'copiers edit earlier texts to the honest one',
      [early, honest, ...copies(TEXT, 'One')],
      editedCopy,
      { bursting: 'One Copier' },
    ],
    [
      'the honest author corrects claws, case or punctuation later',
      [honest, ...copies(TEXT, 'One', 'Two')],
      correct,
      { bursting: 'One Two' },
    ],
    [
      'an admin hides, removes and restores the honest rating',
      [honest, ...copies(TEXT, 'One', 'Two')],
      hideAndRestore,
      { bursting: 'One Two' },
    ],
    [
      'authors wrote one text first and copied another',
      [...copies(TEXT, 'Leader', 'One', 'Two'), ...elsewhere(copies(other, 'One', 'Leader', 'Two'))],
      undefined,
      { bursting: 'Leader One Two', elsewhere: 'One Leader Two' },
    ],
    [
      'the honest author uses its text for another skill, after a copier did',
      [{ ...honest, minute: 1 }, ...elsewhere(copies(TEXT, 'One', 'Two', 'Honest'))],
      undefined,
      { elsewhere: 'One Two' },
    ],
    [
      'the text of a group is the first one of a member in another group only',
      [...copies(TEXT, 'One', 'Two', 'Three'), ...elsewhere(copies(`${TEXT} Again.`, 'Two', 'Four', 'Five'))],
      undefined,
      { bursting: 'Two Three', elsewhere: 'Two Four Five' },
    ],
    [
      'the agents are new, of whom nobody is left out',
      flood.map((agent, minute) => ({ agent, minute, said: TEXT, age: YOUNG })),
      undefined,
      { bursting: 'One Two Three Four', 'bursting, new agents': flood.join(' ') },
    ],
  ])('names those who copied when %s', async (_, given, edit, named) => {
    const rows = await burstsOf(given, edit)
    const found = rows.map((row) => [
      row.kind === 'new agents' ? `${row.skill}, new agents` : row.skill,
      accused(row)?.join(' '),
    ])
    expect(Object.fromEntries(found)).toEqual(named)
  })

  const copiedBeforeReuse = ['One', 'Two', 'Honest'].map((agent, i) => ({
    agent,
    minute: 30 + i,
    said: TEXT,
    skill: 'Other bursting',
  }))
  const original = { agent: 'Honest', minute: 32, said: TEXT, ago: '20 days' }
  const others = (n: number, ago: string) =>
    Array.from({ length: n }, (_, i) => ({ agent: 'Honest', skill: `Used ${i}`, said: `${i}.`, ago }))

  test('does not name an author who wrote its text before the days that the view reads', async () => {
    const correctClaws = (tx: Transaction) => tx`
      update public.ratings set claws = 1, updated_at = now()
      where skill_id = (select id from public.skills where name = 'Bursting')`
    for (const [given, edit] of [
      [[original]],
      [[original, ...others(49, '10 days')]],
      [[original, ...others(60, '0')]],
      [[original, ...others(60, '10 days')], correctClaws],
    ] as const) {
      const [row] = await burstsOf([...given, ...copiedBeforeReuse], edit)
      expect([row?.agents, accused(row)]).toEqual([
        ['One', 'Two', 'Honest'],
        ['One', 'Two'],
      ])
      const written = new Date((row?.times[2]?.getTime() ?? 0) - 20 * 86_400_000).toISOString()
      expect(row?.left_out?.[0]).toContain(`wrote the text first, at ${written.slice(0, 10)}`)
    }
  })

  test('reads at most 50 ratings of each agent from before these days', async () => {
    const [row] = await burstsOf([original, ...others(50, '10 days'), ...copiedBeforeReuse])
    expect(accused(row)).toEqual(['Two', 'Honest'])
  })

  test('names members of a burst of new agents who wrote texts that others copied elsewhere', async () => {
    const puppets = Array.from({ length: 5 }, (_, i) => i)
    const flood = puppets.map((i) => ({ agent: `Puppet ${i}`, minute: i, age: YOUNG }))
    const own = puppets.flatMap((i) =>
      copies(`${TEXT} ${i}`, `Puppet ${i}`, 'Throwaway 1', 'Throwaway 2').map((one) => ({
        ...one,
        skill: `Copied ${i}`,
        age: OLD,
      })),
    )
    const rows = await burstsOf([...flood, ...own])
    const row = rows.find(({ kind }) => kind === 'new agents')
    expect([rows.length, row?.ratings, row?.left_out]).toEqual([6, 5, null])
    expect(row?.remove_ratings.match(/[0-9a-f-]{36}/g)).toHaveLength(5)
    expect(row?.suspend_agents.match(/[0-9a-f-]{36}/g)).toHaveLength(5)
  })

  const pairs = [TEXT, different[1], TEXT, different[1]].map((said) => ({ said: said as string }))
  test.each<[what: string, given: Given[]]>([
    ['four by new agents', times(4, { age: YOUNG })],
    ['five by old agents', times(5, { age: '25 hours' })],
    ['five in two hours', [0, 10, 20, 70, 80].map((minute) => ({ minute, age: YOUNG, ago: '1 hour' }))],
    ['five of eight days ago', times(5, { age: YOUNG, ago: '8 days' })],
    ['two equal', times(2, { said: TEXT })],
    ['two pairs', pairs],
    ['three different', different.map((said) => ({ said }))],
    ['three equal of three words', times(3, { said: 'It just works!!!' })],
    ['three equal of symbols', times(3, { said: '👍 👍 👍 👍 – ok' })],
    ['three without commentary', times(3)],
    ['three equal about different skills', [0, 1, 2].map((i) => ({ said: TEXT, skill: `Bursting ${i}` }))],
    ['three equal of eight days ago', times(3, { said: TEXT, ago: '8 days' })],
  ])('does not find %s', async (_, given) => {
    expect(await burstsOf(given)).toHaveLength(0)
  })

  test('finds an old rating whose text was replaced now', async () => {
    const given = [...times(2, { said: TEXT }), { agent: 'Edited', said: 'Old text.', ago: '30 days' }]
    expect((await burstsOf(given, say('Edited', TEXT)))[0]?.agents).toHaveLength(3)
  })

  test('reads only the ratings of the last days, by their indexes', async () => {
    await rolledBack(database.admin, async (tx) => {
      // Without triggers and foreign keys: only the numbers of rows matter.
      await tx`set local session_replication_role = replica`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, commentary, created_at, commentary_at)
        select gen_random_uuid(), gen_random_uuid(), 3, ${TEXT}, now() - interval '30 days', now() - interval '30 days'
        from generate_series(1, 10000)`
      await tx`analyze public.ratings`
      const rows = await tx`explain (format json) select * from admin.rating_bursts`
      const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
      for (const index of ['ratings_created_at', 'ratings_commentary_at'])
        expect(plan).toContain(`"Index Name":"${index}"`)
      expect(plan).not.toMatch(/"Node Type":"Seq Scan",[^{}]*"Relation Name":"ratings"/)
    })
  })
})

describe('the audit log', () => {
  test('has the role, and the user that a token or the hosted dashboard names', async () => {
    const { agent, rating } = await newRating({ p_commentary: 'Logged.' })
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

  const [forged, real] = [crypto.randomUUID(), crypto.randomUUID()]
  const comments = (user: string) =>
    `\n\n-- source: dashboard\n-- user: ${user}\n-- date: 2026-11-21T10:00:00.000Z\n`
  test.each<[what: string, name: string, end: string, claims: object | null, expected: string | null]>([
    ['a name, without a dashboard', `-- user: ${forged}`, '', null, null],
    ['a name, with one', `-- user: ${forged}`, comments(real), null, real],
    ['an earlier comment', 'Agent', `${comments(forged)}${comments(real)}`, null, real],
    ['a comment before the end', 'Agent', `${comments(forged)}; select 1`, null, null],
    [
      'what a user of the project wrote about itself',
      'Agent',
      '',
      { user_metadata: { sub: forged }, sub: real },
      real,
    ],
  ])('is not deceived about the user by %s', async (_, name, end, claims, expected) => {
    const agent = await newAgent(name === 'Agent' ? undefined : `${name}`)
    await database.owner.begin(async (tx) => {
      if (claims) await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      // A text that was pasted into the reason has lines, too.
      const reason = `Says:\n-- user: ${forged}\n`
      await tx.unsafe(`select admin.withdraw_standing('${agent.id}', '${agent.name} ${reason}')${end}`)
    })
    const [row] = await database.owner`
      select dashboard_user from admin.audit_log where agent_id = ${agent.id}`
    expect(row?.dashboard_user).toBe(expected)
    await database.owner`delete from public.agents where id = ${agent.id}`
    // The next test takes it.
    await database.owner`delete from private.deleted_names`
  })

  test.each([
    "update admin.audit_log set reason = 'Another.'",
    "update admin.audit_log set details = '{}'",
    'delete from admin.audit_log',
    'truncate admin.audit_log',
  ])('cannot be changed, even by its owner: %s', async (statement) => {
    for (const sql of [database.owner, database.admin])
      expect(await outcome(sql.unsafe(statement))).toBe(
        'P0001 Rows of admin.audit_log cannot be changed or deleted.',
      )
  })
})
