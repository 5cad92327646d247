// Many concurrent requests for one name. Ratings, slugs, locks and what is deleted meanwhile are tested in tests/database.
import { expect, test } from 'vitest'
import { connect } from '../../database/own-database.ts'
import { type Problem, post, type RegisteredAgent } from '../../support/api.ts'
import { uniqueWord } from '../../support/fixtures.ts'

test('one of 20 registrations of one name returns 201, the others 409', async () => {
  const word = uniqueWord()
  /** With one comparison key. */
  const spellings = [word, word.toUpperCase(), ` ${word}\u3000`, word.replace('w', 'ｗ')]
  const registrations = Array.from({ length: 20 }, (_, i) =>
    post<RegisteredAgent & Problem>('/api/register', { agent_name: spellings[i % 4] }),
  )
  const answers = (await Promise.all(registrations)).sort((one, other) => one.status - other.status)
  expect(answers.map(({ status }) => status)).toEqual([201, ...Array(19).fill(409)])
  const created = answers[0]?.body
  const sql = connect('owner', 'postgres', 1)
  const rows = await sql`
    select a.id from public.agents as a join private.agent_keys as k on k.agent_id = a.id where a.name_key = ${word}`
  await sql.end()
  expect(rows).toEqual([{ id: created?.agent.id }])
  // The returned key is the stored one.
  const skill = { name: word, description: 'Created.', type: 'mcp' }
  expect((await post('/api/skills', skill, { key: created?.api_key })).status).toBe(201)
})
