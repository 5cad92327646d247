// Slugs are tested in tests/database/slugs.test.ts, concurrent submissions in tests/resilience/races.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectInvalidFields, post } from '../support/api.ts'
import {
  getSkill,
  newSkill,
  sharedAgent,
  submitSkill,
  UNSCORED,
  UTC_TIME,
  UUID,
  uniqueWord,
  wideText,
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

test('reports every invalid field', async () => {
  const { key } = await sharedAgent()
  expectInvalidFields(await post('/api/skills', {}, { key }), 'name', 'description', 'type')
  const invalid = { name: 5, description: ' ', type: 'MCP', url: 'ftp://example.com' }
  expectInvalidFields(await post('/api/skills', invalid, { key }), 'name', 'description', 'type', 'url')
})

test('the slug is the name in ASCII, with a number when it is taken', async () => {
  const word = uniqueWord()
  const slugs: string[] = []
  for (const name of [`Crème & C++ 東京 ${word}`, `creme C ${word}!`])
    slugs.push((await newSkill({ name })).slug)
  expect(slugs).toEqual([`creme-c-${word}`, `creme-c-${word}-2`])
})

test.each([
  ['empty', () => wideText(12)],
  ['a UUID', () => `{${randomUUID().toUpperCase()}}`],
])('the slug is skill- and the start of the id when it would be %s', async (_, name) => {
  const { id, slug } = await newSkill({ name: name() })
  expect(slug).toBe(`skill-${id.slice(0, 8)}`)
  expect((await getSkill(slug)).id).toBe(id)
})
