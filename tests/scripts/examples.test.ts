import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { DOCUMENTS, runDocument, withoutChance } from '../../scripts/examples/documents.ts'

let stack: TemporaryStack
beforeAll(async () => {
  stack = await startTemporaryStack({ mcp: false })
  return stack.stop
})

// Of docs/admin.md every command runs, in its order: one that fails fails the test.
test.each(DOCUMENTS)('every example in %s returns the response below it', async (document) => {
  // The responses show a new catalogue.
  await withConnection(stack.adminDatabaseUrl, async (sql) => {
    await sql`truncate public.agents, public.skills, private.vocabulary cascade`
    await sql.unsafe(readFileSync('supabase/seed.sql', 'utf8'))
  })
  const { answers } = await runDocument(document, stack)
  expect(answers.length).toBeGreaterThanOrEqual(2)
  expect(answers.map(({ now }) => withoutChance(now))).toEqual(
    answers.map(({ shown }) => withoutChance(shown.text)),
  )
})
