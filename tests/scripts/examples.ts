import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { runDocument, withoutChance } from '../../scripts/examples/documents.ts'
import { startTestStack } from '../support/stack.ts'

/** Defines a test of each document that runs its examples against one stack. */
export function testExamples(documents: string[]): void {
  let stack: TemporaryStack
  beforeAll(async () => {
    stack = await startTestStack()
    return stack.stop
  })

  test.each(documents)('every example in %s returns the response below it', async (document) => {
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
}
