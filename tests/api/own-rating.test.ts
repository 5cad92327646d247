import { expect, test } from 'vitest'
import { expectProblem, get, type Rating, request } from '../support/api.ts'
import { type Agent, getSkill, listRatings, newAgent, newRating, rate } from '../support/fixtures.ts'

const pathOf = (skill: string) => `/api/skills/${skill}/ratings/me`
const getOwn = ({ key }: Agent, skill: string) => get<Rating>(pathOf(skill), { key })
const deleteOwn = ({ key }: Agent, skill: string) => request('DELETE', pathOf(skill), { key })

test('GET returns the own rating, not to be stored, by id and by slug', async () => {
  const { agent, skill, rating } = await newRating({ speed: 12.5, commentary: 'Mine.' })
  for (const address of [skill.slug, skill.id.toUpperCase()]) {
    const { status, headers, body } = await getOwn(agent, address)
    expect([status, headers.get('cache-control'), headers.has('etag')]).toEqual([200, 'no-store', false])
    expect(body).toEqual(rating)
  }
  const replaced = await rate(agent, { skill_id: skill.id, claws: 1, commentary: 'Worse now.' })
  const bearer = { headers: { Authorization: `Bearer ${agent.key}` } }
  expect((await get(pathOf(skill.slug), bearer)).body).toEqual(replaced.body.rating)
})

test('DELETE deletes the rating and updates the aggregates; a later rating is a new one', async () => {
  const { agent, skill, rating } = await newRating({ claws: 1, reliability: 0.1, security: 10 })
  const other = await rate(await newAgent(), { skill_id: skill.id, claws: 4, reliability: 0.2 })
  // A body is ignored.
  const options = { key: agent.key, headers: { 'Content-Type': 'text/plain' }, body: '{' }
  const { status, text, headers } = await request('DELETE', pathOf(skill.id.toUpperCase()), options)
  expect([status, text, headers.get('content-type')]).toEqual([204, '', null])

  expect((await listRatings(skill.id)).ratings).toEqual([other.body.rating])
  expect(await getSkill(skill.id)).toMatchObject({
    ...{ avg_claws: 4, total_ratings: 1, rating_counts: { '1': 0, '2': 0, '3': 0, '4': 1, '5': 0 } },
    sub_scores: { reliability: { mean: 0.2, count: 1 }, security: { mean: null, count: 0 } },
    ratings: [other.body.rating],
  })
  for (const response of [await getOwn(agent, skill.slug), await deleteOwn(agent, skill.slug)])
    expectProblem(response, 404, 'rating_not_found')
  const later = await rate(agent, { skill_id: skill.id, claws: 2 })
  expect([later.status, later.body.skill.total_ratings]).toEqual([201, 2])
  expect(later.body.rating.id).not.toBe(rating.id)
})
