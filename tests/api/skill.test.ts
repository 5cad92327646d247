import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectProblem, get } from '../support/api.ts'
import { getSkill, newSkill, sharedAgent, UNSCORED, uniqueWord } from '../support/fixtures.ts'

test('GET /api/skills/{id or slug} returns an unrated skill, by id in either case and by slug', async () => {
  const skill = await newSkill({ url: 'https://example.com' })
  for (const address of [skill.slug, skill.id, skill.id.toUpperCase()])
    expect(await getSkill(address)).toEqual({
      ...{ ...skill, retired_at: null, sub_scores: UNSCORED, ratings: [] },
      rating_counts: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
      ...{ established_ratings: 0, submitted_by: expect.any(String) },
      rating_history: Array(12).fill({ month: expect.any(String), count: 0, mean: null }),
    })
})

test('a skill that does not exist is 404 at every route of a skill', async () => {
  const { slug, name } = await newSkill({ name: `Named ${uniqueWord()}` })
  const addresses = [
    ...[randomUUID(), '00000000-0000-0000-0000-000000000000', randomUUID().replaceAll('-', ''), uniqueWord()],
    ...[slug.toUpperCase(), encodeURIComponent(name), 'x'.repeat(101), "x'--", '%00', '%FF', 'a%2Fb'],
  ]
  for (const address of addresses) {
    for (const end of ['', '/ratings', '/ratings/me'])
      expectProblem(await get(`/api/skills/${address}${end}`, await sharedAgent()), 404, 'skill_not_found')
  }
})
