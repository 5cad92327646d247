// migrations.test.ts compares the migrations with sql/.
import { expect, onTestFinished, test } from 'vitest'
import { runFile } from '../../local/postgres/migrate.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import { committedPrivileges, difference, privilegesOf } from '../../scripts/privileges.ts'
import { schemaFiles } from '../../scripts/scratch-postgres.ts'
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
