import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, get, type Rating, request, type Skill } from '../support/api.ts'
import {
  type Agent,
  getSkill,
  listRatings,
  newAgent,
  newSkill,
  rate,
  sharedAgent,
  uniqueWord,
} from '../support/fixtures.ts'

const pathOf = (skill: string) => `/api/skills/${skill}/ratings/me`
const getOwn = ({ key }: Agent, skill: string) => get<Rating>(pathOf(skill), { key })
const deleteOwn = ({ key }: Agent, skill: string) => request('DELETE', pathOf(skill), { key })

/** A new agent's rating of a new skill. */
async function newRating(fields: object = {}): Promise<{ agent: Agent; skill: Skill; rating: Rating }> {
  const [agent, skill] = [await newAgent(), await newSkill()]
  const { status, body } = await rate(agent, { skill_id: skill.id, claws: 4, ...fields })
  expect(status).toBe(201)
  return { agent, skill, rating: body.rating }
}

describe.concurrent('GET …/ratings/me', () => {
  test('returns the own rating, not to be stored, by id and by slug', async () => {
    const { agent, skill, rating } = await newRating({ speed: 12.5, commentary: 'Mine.' })
    await rate(await sharedAgent(), { skill_id: skill.id, claws: 1 })
    for (const address of [skill.slug, skill.id, skill.id.toUpperCase()]) {
      const { status, headers, body } = await getOwn(agent, address)
      expect([status, headers.get('cache-control'), headers.has('etag')]).toEqual([200, 'no-store', false])
      expect(body).toEqual(rating)
    }
    const replaced = await rate(agent, { skill_id: skill.id, claws: 1, commentary: 'Worse now.' })
    const bearer = { headers: { Authorization: `Bearer ${agent.key}` } }
    expect((await get(pathOf(skill.slug), bearer)).body).toEqual(replaced.body.rating)
  })

  test('returns 404 rating_not_found to an agent that has not rated the skill', async () => {
    const { skill } = await newRating()
    expectProblem(await getOwn(await newAgent(), skill.slug), 404, 'rating_not_found')
  })

  test('returns 400 for a query that is not percent-encoded UTF-8', async () => {
    const { agent, skill } = await newRating()
    expectInvalidFields(await get(`${pathOf(skill.slug)}?x=%ff`, agent), 'x')
  })
})

describe.concurrent('DELETE …/ratings/me', () => {
  test('deletes the rating and updates the aggregates', async () => {
    const { agent, skill } = await newRating({ claws: 1, reliability: 0.1, security: 10, speed: 100 })
    const other = await rate(await newAgent(), { skill_id: skill.id, claws: 4, reliability: 0.2 })
    const { status, text, headers } = await deleteOwn(agent, skill.slug)
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null])

    expectProblem(await getOwn(agent, skill.slug), 404, 'rating_not_found')
    expect((await listRatings(skill.id)).ratings).toEqual([other.body.rating])
    expect(await getSkill(skill.id)).toMatchObject({
      ...{ avg_claws: 4, total_ratings: 1, rating_counts: { '1': 0, '2': 0, '3': 0, '4': 1, '5': 0 } },
      sub_scores: {
        reliability: { mean: 0.2, count: 1 },
        security: { mean: null, count: 0 },
        speed: { mean: null, count: 0 },
      },
      ratings: [other.body.rating],
    })
    expect((await get<{ total_ratings: number }>('/api/me', agent)).body.total_ratings).toBe(0)
  })

  test('returns 404 the second time; a later rating is a new one', async () => {
    const { agent, skill, rating } = await newRating()
    expect((await deleteOwn(agent, skill.id.toUpperCase())).status).toBe(204)
    expect(await getSkill(skill.slug)).toMatchObject({ avg_claws: 0, total_ratings: 0, ratings: [] })
    expectProblem(await deleteOwn(agent, skill.slug), 404, 'rating_not_found')
    const { status, body } = await rate(agent, { skill_id: skill.id, claws: 2 })
    expect(status).toBe(201)
    expect(body.rating.id).not.toBe(rating.id)
    expect(body.rating.created_at > rating.created_at).toBe(true)
    expect(body.skill).toMatchObject({ avg_claws: 2, total_ratings: 1 })
  })

  test('returns 404 for the rating of another agent and for an unknown skill', async () => {
    const { skill, rating } = await newRating()
    const other = await newAgent()
    expectProblem(await deleteOwn(other, skill.slug), 404, 'rating_not_found')
    expect((await listRatings(skill.id)).ratings).toEqual([rating])
    for (const address of [uniqueWord(), '%00', 'x'.repeat(101)]) {
      expectProblem(await deleteOwn(other, address), 404, 'skill_not_found')
    }
  })

  test('ignores a body', async () => {
    const { agent, skill } = await newRating()
    const options = { key: agent.key, headers: { 'Content-Type': 'text/plain' }, body: '{' }
    expect((await request('DELETE', pathOf(skill.slug), options)).status).toBe(204)
  })

  test('returns 204 once when 10 requests race', async () => {
    const { agent, skill } = await newRating()
    const responses = await Promise.all(Array.from({ length: 10 }, () => deleteOwn(agent, skill.slug)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect((await getSkill(skill.slug)).total_ratings).toBe(0)
  })
})
