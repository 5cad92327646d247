// migrations.test.ts compares the migrations with sql/.
import { expect, onTestFinished, test } from 'vitest'
import { runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { committedPrivileges, difference, privilegesOf } from '../../scripts/privileges.ts'
import { migrationFiles, schemaFiles } from '../../scripts/scratch-postgres.ts'
import { schemaDifference } from '../../scripts/supabase-cli.ts'
import { type Options, ownDatabase } from './own-database.ts'

/** The URL of a database until the end of the test. */
async function newDatabase(options: Options): Promise<string> {
  const { url, close } = await ownDatabase(options)
  onTestFinished(close)
  return url
}

test('a difference includes the comments on columns of views', async () => {
  const [from, to] = await Promise.all([newDatabase({ files: [] }), newDatabase({ files: [] })])
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
  const url = await newDatabase({ files: [] })
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

test('the migrations know the paths of URLs and server.json files, the scores of identifiers, and what is merely named', async () => {
  const files = migrationFiles()
  const first = files.slice(
    0,
    files.findIndex((file) => file.endsWith('_lookups_and_established_means.sql')),
  )
  const url = await newDatabase({ files: first })
  const server = {
    name: 'io.github.o/imported',
    version: '1',
    repository: { url: 'https://github.com/o/root', source: 'github' },
    packages: [{ registryType: 'npm', identifier: 'imported' }],
  }
  const mono = { url: 'https://github.com/o/mono.git', source: 'github' }
  const entry = (name: string, url: string, fields: object = {}) => ({
    external_name: name,
    name,
    description: 'x',
    type: 'mcp',
    url,
    server: { ...server, name, ...fields },
  })
  await withConnection(url, async (sql) => {
    await sql`
      insert into public.skills (name, description, type, url) values
        ('Path', 'x', 'mcp', 'https://github.com/O/R/tree/main/Skills/x'), ('Page', 'x', 'mcp', 'https://page.example'),
        ('Encoded', 'x', 'mcp', 'https://github.com/o/r/tree/main/a%2Fb')`
    await sql`select public.import_skills('https://registry.example', ${JSON.stringify([
      entry('io.github.o/imported', 'https://page.example'),
      entry('io.github.o/below', 'https://github.com/o/root/tree/main/below'),
      entry('io.github.o/folder', mono.url, { repository: { ...mono, subfolder: '/src/a b/' } }),
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
      ['Encoded', 'pkg:github/o/r', 'path'],
      ['Encoded', 'pkg:github/o/r#a/b', 'url'],
      ['Page', 'https://page.example', 'url'],
      ['Path', 'pkg:github/o/r', 'path'],
      ['Path', 'pkg:github/o/r#skills/x', 'url'],
      ['io.github.o/below', 'io.github.o/below', 'import'],
      ['io.github.o/below', 'pkg:github/o/root', 'mention,path'],
      ['io.github.o/below', 'pkg:github/o/root#below', 'mention,url'],
      ['io.github.o/below', 'pkg:npm/imported', 'import'],
      ['io.github.o/folder', 'io.github.o/folder', 'import'],
      ['io.github.o/folder', 'pkg:github/o/mono', 'path'],
      ['io.github.o/folder', 'pkg:github/o/mono#src/a%20b', 'mention,url'],
      ['io.github.o/folder', 'pkg:npm/imported', 'import'],
      ['io.github.o/imported', 'https://page.example', 'mention,url'],
      ['io.github.o/imported', 'io.github.o/imported', 'import'],
      ['io.github.o/imported', 'pkg:github/o/root', 'mention'],
      ['io.github.o/imported', 'pkg:npm/imported', 'import'],
    ])
    const page = 'https://github.com/o/mono/tree/HEAD/src/a%20b'
    expect([...(await sql`select url from public.skills where name = 'io.github.o/folder'`)]).toEqual([
      { url: page },
    ])
    const [again] = await sql`select public.import_skills('https://registry.example', ${JSON.stringify([
      entry('io.github.o/folder', page, { repository: { ...mono, subfolder: '/src/a b/' } }),
    ])}) ->> 'outcomes' as outcomes`
    expect(again?.outcomes).toContain('unchanged')
    expect(
      await sql`
        select from private.skill_identifiers as i join public.skill_stats as st using (skill_id) where i.score <> st.score`,
    ).toHaveLength(0)
  })
})
