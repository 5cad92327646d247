import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectProblem, get } from '../support/api.ts'
import {
  getSkill,
  newAgents,
  newSkill,
  rate,
  sharedAgent,
  UNSCORED,
  uniqueWord,
} from '../support/fixtures.ts'

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

test('contains the distribution, the sub-scores and the ten most recently updated ratings', async () => {
  const [agents, { id }] = [await newAgents(12), await newSkill()]
  const claws = [5, 5, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1]
  const scores = [{ reliability: 0.1, security: 100 }, { reliability: 0.2 }, { security: 0, speed: 50 }]
  for (const [i, agent] of agents.entries())
    await rate(agent, { skill_id: id, claws: claws[i], ...scores[i] })
  const page = await getSkill(id)
  expect(page).toMatchObject({
    ...{ avg_claws: 2, total_ratings: 12, rating_counts: { '1': 8, '2': 1, '3': 0, '4': 1, '5': 2 } },
    sub_scores: {
      reliability: { mean: 0.15, count: 2 },
      security: { mean: 50, count: 2 },
      speed: { mean: 50, count: 1 },
    },
  })
  const months = page.rating_history.map(({ month }) => month)
  expect(months).toEqual([...new Set(months)].sort())
  expect(page.rating_history.at(-1)).toEqual({
    month: page.ratings[0]?.created_at.slice(0, 7),
    count: 12,
    mean: 2,
  })
  const names = agents.map(({ name }) => name)
  expect(page.ratings.map(({ agent_name }) => agent_name)).toEqual(names.slice(2).reverse())

  const [first] = agents as [(typeof agents)[0]]
  const { body } = await rate(first, { skill_id: id, claws: 5, commentary: 'Better.' })
  const { ratings, total_ratings } = await getSkill(id)
  expect([ratings, total_ratings]).toEqual([[body.rating, ...page.ratings.slice(0, 9)], 12])
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
