// Slugs are tested in tests/database/slugs.test.ts, concurrent submissions in tests/resilience/races.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  getSkill,
  sharedAgent,
  submitSkill,
  UNSCORED,
  UTC_TIME,
  UUID,
  uniqueWord,
} from '../support/fixtures.ts'

test('POST /api/skills creates an unrated skill and returns its Location', async () => {
  const name = `Sky Tool ${uniqueWord()}`
  const [id, time, { id: agent }] = [randomUUID(), '2000-01-01T00:00:00Z', await sharedAgent()]
  const unknown = {
    ...{ id, slug: uniqueWord(), avg_claws: 5, total_ratings: 99, created_at: time, updated_at: time },
    ...{ submitted_by: agent, agent_id: agent, name_key: 'x', p_type: 'other', retired_at: time },
  }
  const fields = { name, description: 'Looks at the sky.', type: 'mcp', url: 'https://example.com/sky' }
  const { status, headers, body } = await submitSkill({ ...fields, ...unknown })
  const slug = name.toLowerCase().replaceAll(' ', '-')
  expect([status, headers.get('location')]).toEqual([201, `/functions/v1/api/skills/${slug}`])
  expect(body).toEqual({
    success: true,
    message: expect.stringMatching(/\S/),
    skill: {
      ...{ ...fields, id: expect.stringMatching(UUID), slug },
      ...{ avg_claws: 0, total_ratings: 0, sub_scores: UNSCORED },
      ...{ created_at: expect.stringMatching(UTC_TIME), updated_at: expect.stringMatching(UTC_TIME) },
    },
  })
  expect(body.skill.id).not.toBe(id)
  expect(Math.abs(Date.parse(body.skill.created_at) - Date.now())).toBeLessThan(60_000)
  expect(await getSkill(slug)).toMatchObject({ ...body.skill, retired_at: null })
})
