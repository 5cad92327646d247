import { expect, test } from 'vitest'
import { findCanaries } from './find.ts'

// A whole stack, a crash of its database and a search of its disk: ten seconds on an idle machine, more on a busy one.
const PATIENCE = 120_000

test('keys, e-mail addresses and commentary are nowhere but where they belong, however talkative the logs and whatever fails', {
  timeout: PATIENCE,
}, async ({ signal }) => {
  const { planted, searched, found, missed } = await findCanaries({ signal })
  expect(missed).toEqual([])
  expect(found).toEqual([])
  expect(planted).toBeGreaterThan(50)
  expect(searched).toBeGreaterThan(500)
})
