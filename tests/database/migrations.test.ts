import { beforeAll, expect, test } from 'vitest'
import { perSubScore } from '../../functions/_shared/schemas/options.ts'
import { runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { committedPrivileges, difference, privilegesOf } from '../../scripts/privileges.ts'
import {
  migrationFiles,
  type ScratchPostgres,
  schemaFiles,
  startScratchPostgres,
} from '../../scripts/scratch-postgres.ts'
import { advisorFindings, schemaDifference } from '../../scripts/supabase-cli.ts'

let scratch: ScratchPostgres
let migrated: string
let wanted: string
beforeAll(async () => {
  scratch = await startScratchPostgres()
  migrated = await scratch.database('migrated', migrationFiles())
  wanted = await scratch.database('schema', schemaFiles())
  return scratch.stop
})

test('sql/ and supabase/migrations/ create the same database', async () => {
  expect(await schemaDifference(migrated, wanted)).toBe('')
})

test('sql/ and supabase/migrations/ load the same synonyms', async () => {
  const [before, after] = await Promise.all(
    [migrated, wanted].map((url) =>
      withConnection(url, async (sql) => [...(await sql`select * from private.synonyms order by said`)]),
    ),
  )
  expect(after?.length).toBeGreaterThan(1_000)
  // A migration that changes the list must call private.load_synonyms.
  expect(before).toEqual(after)
})

test('a difference includes the comments on columns of views', async () => {
  const [from, to] = await Promise.all(['uncommented', 'commented'].map((name) => scratch.database(name, [])))
  for (const url of [from, to] as string[])
    await withConnection(url, (sql) => sql`create view public.answers as select 42 as answer`)
  await withConnection(to as string, (sql) => sql`comment on column public.answers.answer is 'It''s known.'`)
  expect(await schemaDifference(from as string, to as string)).toBe(
    "comment on column public.answers.answer is 'It''s known.';",
  )
  expect(await schemaDifference(to as string, from as string)).toBe(
    'comment on column public.answers.answer is NULL;',
  )
})

test('sql/ gives the committed privileges on a project whose defaults grant everything', async () => {
  const url = await scratch.database('granting', [])
  const changes = await withConnection(url, async (sql) => {
    for (const schema of ['', 'in schema public']) {
      for (const objects of ['tables', 'sequences', 'functions']) {
        await sql.unsafe(
          `alter default privileges ${schema} grant all on ${objects} to public, anon, authenticated, service_role`,
        )
      }
    }
    await sql`alter default privileges grant usage on schemas to public, anon, authenticated, service_role`
    for (const file of schemaFiles()) await runFile(sql, file)
    return difference(await privilegesOf(sql), committedPrivileges())
  })
  expect(changes).toEqual([])
})

test('the migrations give the committed privileges on a project with the default privileges of Supabase', async () => {
  const url = await scratch.database('hosted', [])
  const changes = await withConnection(url, async (sql) => {
    for (const objects of ['tables', 'sequences', 'functions']) {
      await sql.unsafe(
        `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role`,
      )
    }
    for (const file of migrationFiles()) await runFile(sql, file)
    return difference(await privilegesOf(sql), committedPrivileges())
  })
  expect(changes).toEqual([])
})

test('the advisors only find unused indexes', async () => {
  const findings = await advisorFindings(migrated)
  expect(findings.filter(({ name }) => name !== 'unused_index')).toEqual([])
})

test('the migrations keep agents, skills, ratings and exact aggregates', async () => {
  const [first, ...rest] = migrationFiles()
  const url = await scratch.database('kept', [first as string])
  await withConnection(url, async (sql) => {
    await sql`insert into public.agents (agent_name) values ('Ada'), ('Bob')`
    await sql`
      insert into public.skills (name, description, type)
      values ('One', 'Finds Ünïcode', 'mcp'), ('Two', 'Reads', 'github'), ('Three', 'Writes', 'other')`
    await sql`
      insert into public.ratings (skill_id, agent_id, claws, speed, commentary)
      select s.id, a.id, length(s.name) - 2 + length(a.agent_name) - 2, 12.5, 'Kept.' from public.skills as s, public.agents as a
      where s.name <> 'Three'`
  })
  const kept = () =>
    withConnection(url, async (sql) => ({
      skills: await sql`
        select s.id, name, slug, description, s.type, total_ratings, avg_tenths,
          public.get_skill(slug) -> 'rating_counts' as rating_counts, public.get_skill(slug) -> 'sub_scores' as sub_scores
        from public.skills as s join public.skill_stats on skill_id = s.id order by name`,
      ratings: await sql`
        select id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at
        from public.ratings order by id`,
      agents: await sql`select id, agent_name from public.agents order by id`,
      differences: await sql`select * from private.stats_differences()`,
      listed: (await sql`select public.list_skills(p_search => 'unicode') as answer`)[0]?.answer.count,
    }))
  const before = await kept()
  expect(before.ratings).toHaveLength(4)
  expect([before.differences, before.listed]).toEqual([[], 1])
  await withConnection(url, async (sql) => {
    for (const file of rest) await runFile(sql, file)
  })
  // Skills also have the sub-scores that are newer than the first migration.
  const none = perSubScore(() => ({ mean: null, count: 0 }))
  const skills = before.skills.map((skill) => ({ ...skill, sub_scores: { ...none, ...skill.sub_scores } }))
  expect(await kept()).toEqual({ ...before, skills })
})

test('the migrations keep removed ratings', async () => {
  const [first, ...rest] = migrationFiles()
  const url = await scratch.database('removed', [first as string])
  await withConnection(url, async (sql) => {
    await sql`
      with agent as (insert into public.agents (agent_name) values ('Ada') returning id),
        skill as (insert into public.skills (name, description, type) values ('One', 'x', 'mcp') returning id)
      insert into public.ratings (skill_id, agent_id, claws, reliability, speed, commentary, created_at)
      select skill.id, agent.id, 2, 5e-324, 12.5, 'Kept.', '2026-01-01 12:00:00.123456+00' from skill, agent`
    const ratings = () => sql`
      select id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at::text, updated_at::text from public.ratings`
    const before = [...(await ratings())]
    await sql`select admin.remove_ratings(array(select id from public.ratings), 'Fake.')`
    expect(await ratings()).toHaveLength(0)
    for (const file of rest) await runFile(sql, file)
    await sql`select admin.restore_ratings(array(select id from private.removed_ratings), 'Not fake.')`
    expect([...(await ratings())]).toEqual(before)
  })
})

test('an upgrade from 1.0.0 rewrites the scores of skills with ratings', async () => {
  const files = migrationFiles()
  const url = await scratch.database('rewritten', files.slice(0, 5))
  const scores = async (sql: Parameters<Parameters<typeof withConnection>[1]>[0]) => {
    const rows = await sql`
      select name, score, reliability_score from public.skills as s join public.skill_stats on skill_id = s.id order by name`
    return rows.map((row) => Object.values(row))
  }
  await withConnection(url, async (sql) => {
    await sql`
      insert into public.agents (agent_name, created_at)
      select 'Agent ' || i, now() - case when i < 3 then interval '8 days' else '0' end from generate_series(1, 9) as i`
    await sql`
      insert into public.skills (name, description, type)
      values ('Both', 'x', 'mcp'), ('Established', 'x', 'mcp'), ('New', 'x', 'mcp'), ('Unrated', 'x', 'mcp')`
    await sql`insert into private.standing (agent_id, established_at) select id, now() from public.agents where agent_name < 'Agent 3'`
    await sql`
      insert into public.ratings (skill_id, agent_id, claws, reliability)
      select s.id, a.id, case when a.agent_name < 'Agent 3' then 4 else 1 end, case when a.agent_name < 'Agent 3' then null else 90 end
      from public.skills as s, public.agents as a
      where s.name = 'Both' or s.name = 'New' and a.agent_name > 'Agent 3' or s.name = 'Established' and a.agent_name < 'Agent 3'`
    expect((await scores(sql))[0]).toEqual(['Both', '3000000000', '65000000000'])
    for (const file of files.slice(5)) await runFile(sql, file)
    expect(await scores(sql)).toEqual([
      // Two established ratings of 4, and sub-scores only of 7 new agents.
      ['Both', String((10n ** 9n * 23n) / 7n), String((10n ** 9n * (750n * 8n + 630n)) / 127n)],
      ['Established', String((10n ** 9n * 23n) / 7n), '0'],
      // Of 6 new agents.
      ['New', String((10n ** 9n * (45n * 7n + 6n)) / 111n), String((10n ** 9n * (750n * 7n + 540n)) / 111n)],
      ['Unrated', '0', '0'],
    ])
    expect([...(await sql`select * from private.stats_differences()`)]).toEqual([])
    const [list] = await sql`select public.list_skills(p_sort => 'top') -> 'skills' as skills`
    expect(list?.skills.map(({ name }: { name: string }) => name).slice(2)).toEqual(['New', 'Unrated'])
  })
})

test('the migrations correct ratings that were counted twice, and know the times of texts and the names of merged skills', async () => {
  const isOlder = (file: string) => !file.endsWith('_ratings_names_and_imports.sql')
  const files = migrationFiles()
  const first = files.slice(
    0,
    files.findIndex((file) => !isOlder(file)),
  )
  const url = await scratch.database('corrected', first)
  let ada = ''
  await withConnection(url, async (sql) => {
    await sql`
      insert into public.skills (name, description, type)
      select unnest('{One,Two,Three}'::text[]), 'x', 'other'`
    const [agent] = await sql<{ id: string; key: string }[]>`
      select made -> 'agent' ->> 'id' as id, made ->> 'api_key' as key from public.register_agent('Ada') as made`
    // Unrated skills would fail on a constraint that the miscount violated.
    await sql`
      with other as (insert into public.agents (agent_name) values ('Bob') returning id)
      insert into public.ratings (skill_id, agent_id, claws) select s.id, other.id, 3 from public.skills as s, other`
    const headers = JSON.stringify({ 'x-api-key': agent?.key })
    ada = agent?.id ?? ''
    await sql`update public.agents set created_at = now() - interval '8 days'`
    await sql`
      insert into public.ratings (skill_id, agent_id, claws, commentary, created_at, updated_at)
      select id, ${ada}, 1, 'Hidden.', now() - interval '2 days', now() - interval '1 day' from public.skills where name = 'One'`
    await sql`select admin.hide_commentary(id, 'Reason.') from public.ratings where agent_id = ${ada}`
    await sql.begin(async (tx) => {
      await tx`
        select set_config('role', 'anon', true), set_config('request.headers', ${headers}, true)`
      await tx`
        insert into public.ratings (skill_id, claws) select id, 5 from public.skills
        on conflict (skill_id, agent_id) do update set claws = excluded.claws`
    })
    expect(await sql`select from private.stats_differences()`).not.toHaveLength(0)
    // A merged skill whose name another one has taken.
    await sql`insert into public.skills (name, description, type) select unnest('{Taken,Kept}'::text[]), 'x', 'other'`
    await sql`select admin.merge_skills('taken', 'kept', 'Reason.', true)`
    await sql`insert into public.skills (name, description, type) values ('Taken', 'x', 'other')`
    await sql`insert into private.standing (agent_id, established_at) values (gen_random_uuid(), now())`
  })
  await withConnection(url, async (sql) => {
    for (const file of files.slice(first.length)) await runFile(sql, file)
    expect([...(await sql`select * from private.stats_differences()`)]).toEqual([])
    expect([
      ...(await sql`
        select distinct r.commentary_at = r.updated_at as rating, counts_fully, h.commentary_at = r.updated_at as hidden
        from public.ratings as r left join private.hidden_commentaries as h using (skill_id, agent_id)
        where agent_id = ${ada} order by 3`),
    ]).toEqual([
      { rating: true, counts_fully: true, hidden: true },
      { rating: true, counts_fully: true, hidden: null },
    ])
    expect(await sql`select from private.standing`).toHaveLength(1)
    const [name] = await sql`select slug from public.skills where id = private.name_holder('taken')`
    expect(name?.slug).toBe('taken-2')
    await sql`update public.skills set description = 'Edited.', name = name where slug = 'taken-2'`
    await sql`select admin.suspend_agent('Ada', 'Reason.')`
  })
})

test('the migrations know the paths of URLs, the scores of identifiers, and what a server.json merely names', async () => {
  const files = migrationFiles()
  const first = files.slice(
    0,
    files.findIndex((file) => file.endsWith('_lookups_and_established_means.sql')),
  )
  const url = await scratch.database('paths', first)
  const server = {
    name: 'io.github.o/imported',
    version: '1',
    repository: { url: 'https://github.com/o/root', source: 'github' },
    packages: [{ registryType: 'npm', identifier: 'imported' }],
  }
  const entry = (name: string, url: string) => ({
    external_name: name,
    name,
    description: 'x',
    type: 'mcp',
    url,
    server: { ...server, name },
  })
  await withConnection(url, async (sql) => {
    await sql`
      insert into public.skills (name, description, type, url) values
        ('Path', 'x', 'mcp', 'https://github.com/O/R/tree/main/Skills/x'), ('Page', 'x', 'mcp', 'https://page.example')`
    await sql`select public.import_skills('https://registry.example', ${JSON.stringify([
      entry('io.github.o/imported', 'https://page.example'),
      entry('io.github.o/below', 'https://github.com/o/root/tree/main/below'),
    ])})`
    await sql`
      with ada as (insert into public.agents (agent_name) values ('Ada') returning id)
      insert into public.ratings (skill_id, agent_id, claws) select s.id, ada.id, 5 from public.skills as s, ada`
  })
  await withConnection(url, async (sql) => {
    for (const file of files.slice(first.length)) await runFile(sql, file)
    const rows = await sql`
      select s.name, i.identifier, array_to_string(array(select unnest(i.origins) order by 1), ',') as origins
      from private.skill_identifiers as i join public.skills as s on s.id = i.skill_id
      order by s.name collate "C", i.identifier collate "C"`
    expect(rows.map(({ name, identifier, origins }) => [name, identifier, origins])).toEqual([
      ['Page', 'https://page.example', 'url'],
      ['Path', 'pkg:github/o/r', 'path'],
      ['Path', 'pkg:github/o/r#skills/x', 'url'],
      ['io.github.o/below', 'io.github.o/below', 'import'],
      ['io.github.o/below', 'pkg:github/o/root', 'mention,path'],
      ['io.github.o/below', 'pkg:github/o/root#below', 'mention,url'],
      ['io.github.o/below', 'pkg:npm/imported', 'import'],
      ['io.github.o/imported', 'https://page.example', 'mention,url'],
      ['io.github.o/imported', 'io.github.o/imported', 'import'],
      ['io.github.o/imported', 'pkg:github/o/root', 'mention'],
      ['io.github.o/imported', 'pkg:npm/imported', 'import'],
    ])
    expect(
      await sql`
        select from private.skill_identifiers as i join public.skill_stats as st using (skill_id) where i.score <> st.score`,
    ).toHaveLength(0)
  })
})
