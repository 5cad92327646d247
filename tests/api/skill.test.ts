import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, get } from '../support/api.ts'
import {
  type Agent,
  getSkill,
  newAgents,
  newSkill,
  rate,
  rateBy,
  UNSCORED,
  uniqueWord,
} from '../support/fixtures.ts'

let agents: Agent[]
beforeAll(async () => {
  agents = await newAgents(12)
})

describe.concurrent('GET /api/skills/{id or slug}', () => {
  test('returns an unrated skill', async () => {
    const skill = await newSkill({ url: 'https://example.com' })
    expect(await getSkill(skill.slug)).toEqual({
      ...{ ...skill, retired_at: null, sub_scores: UNSCORED, ratings: [] },
      rating_counts: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
      ...{ established_ratings: 0, submitted_by: expect.any(String) },
      rating_history: Array(12).fill({ month: expect.any(String), count: 0, mean: null }),
    })
  })

  test('counts the ratings of the last 12 months', async () => {
    const skill = await newSkill()
    await rateBy(agents, skill, [5, 4, 4])
    const { rating_history: history, ratings } = await getSkill(skill.slug)
    const months = history.map(({ month }) => month)
    expect(months).toEqual([...new Set(months)].sort())
    expect(history.at(-1)).toMatchObject({ month: ratings[0]?.created_at.slice(0, 7), count: 3 })
    expect(history.at(-1)?.mean).toBeCloseTo(13 / 3, 10)
  })

  test('returns the same by id, by id in upper case and by slug', async () => {
    const skill = await newSkill({ name: `One page ${uniqueWord()}` })
    const bySlug = await getSkill(skill.slug)
    for (const id of [skill.id, skill.id.toUpperCase()]) expect(await getSkill(id)).toEqual(bySlug)
  })

  test('counts the claws, and averages each sub-score over the ratings that have it', async () => {
    const { id } = await newSkill()
    const ratings = [
      { claws: 5, reliability: 0.1, security: 100 },
      { claws: 5, reliability: 0.2 },
      { claws: 2, reliability: null, security: 0, speed: 50 },
      { claws: 4 },
    ]
    for (const [i, fields] of ratings.entries()) await rate(agents[i] as Agent, { skill_id: id, ...fields })
    expect(await getSkill(id)).toMatchObject({
      ...{ avg_claws: 4, total_ratings: 4, rating_counts: { '1': 0, '2': 1, '3': 0, '4': 1, '5': 2 } },
      sub_scores: {
        reliability: { mean: 0.15, count: 2 },
        security: { mean: 50, count: 2 },
        speed: { mean: 50, count: 1 },
      },
    })
  })

  test('contains the ten most recently updated ratings of this skill', async () => {
    const [skill, other] = [await newSkill(), await newSkill()]
    await rate(agents[0] as Agent, { skill_id: other.id, claws: 1 })
    await rateBy(agents, skill, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2])
    const names = agents.map(({ name }) => name)
    const namesIn = async () => (await getSkill(skill.id)).ratings.map(({ agent_name }) => agent_name)
    expect(await namesIn()).toEqual(names.slice(2).reverse())

    const { body } = await rate(agents[0] as Agent, { skill_id: skill.id, claws: 5, commentary: 'Better.' })
    expect(await namesIn()).toEqual([names[0], ...names.slice(3).reverse()])
    const { ratings, total_ratings } = await getSkill(skill.id)
    expect([ratings[0], total_ratings]).toEqual([body.rating, 12])
  })
})

test('a skill that does not exist is 404 at every route of a skill', async () => {
  const { slug, name } = await newSkill({ name: `Named ${uniqueWord()}` })
  const addresses = [
    ...[randomUUID(), '00000000-0000-0000-0000-000000000000', randomUUID().replaceAll('-', ''), uniqueWord()],
    ...[slug.toUpperCase(), encodeURIComponent(name), 'x'.repeat(100), 'x'.repeat(101), 'sky%20tool', "x'--"],
    ...['%25', '%00', '%FF', '%2', 'a%2Fb', 'A', encodeURIComponent('ｓｋｙ')],
  ]
  for (const address of addresses) {
    for (const path of [`/api/skills/${address}`, `/api/skills/${address}/ratings`]) {
      expectProblem(await get(path), 404, 'skill_not_found')
    }
    const own = await get(`/api/skills/${address}/ratings/me`, agents[0])
    expectProblem(own, 404, 'skill_not_found')
  }
})
