// What an agent said of a skill, and taking it back.
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  expectProblem,
  get,
  newAgent,
  newSkill,
  page,
  type Rating,
  rate,
  ratingsOf,
  request,
  type Skill,
  someAgent,
  uniqueWord,
  unknownKey,
} from '../support/http-client.ts'

const pathOf = (address: string) => `/api/skills/${address}/ratings/me`
const own = <Body = Rating>(agent: Pick<Agent, 'key'>, address: string) =>
  get<Body>(pathOf(address), { key: agent.key })
const takeBack = (agent: Pick<Agent, 'key'>, address: string) =>
  request('DELETE', pathOf(address), { key: agent.key })

/** An agent that rated a skill. */
async function story(
  fields: Record<string, unknown> = {},
): Promise<{ agent: Agent; skill: Skill; rating: Rating }> {
  const [agent, skill] = [await newAgent(), await newSkill()]
  const { status, body } = await rate(agent, { skill_id: skill.id, claws: 4, ...fields })
  expect(status).toBe(201)
  return { agent, skill, rating: body.rating }
}

describe('GET /api/skills/{id or slug}/ratings/me', () => {
  test('is the agent’s own rating, by every address of the skill, kept by nobody on the way', async () => {
    const { agent, skill, rating } = await story({ speed: 12.5, commentary: 'Mine.' })
    await rate(await someAgent(), { skill_id: skill.id, claws: 1 })
    for (const address of [skill.slug, skill.id, skill.id.toUpperCase()]) {
      const { status, headers, body } = await own(agent, address)
      expect([status, headers.get('cache-control'), headers.has('etag')]).toEqual([200, 'no-store', false])
      expect(body).toEqual(rating)
    }
    const withBearer = await get(pathOf(skill.slug), { headers: { Authorization: `Bearer ${agent.key}` } })
    expect(withBearer.body).toEqual(rating)
  })

  test('is the rating as it was replaced', async () => {
    const { agent, skill } = await story()
    const { body } = await rate(agent, { skill_id: skill.id, claws: 1, commentary: 'Worse now.' })
    expect((await own(agent, skill.slug)).body).toEqual(body.rating)
  })

  test('is 404 for who has not rated the skill, and for a skill that is not there', async () => {
    const { skill } = await story()
    const other = await newAgent()
    expectProblem(await own(other, skill.slug), 404, 'rating_not_found')
    for (const address of [uniqueWord(), randomUUID(), '%00', '%FF', 'x'.repeat(101), "x'--", 'A'])
      expectProblem(await own(other, address), 404, 'skill_not_found')
  })

  test('is answered to HEAD, without a body', async () => {
    const { agent, skill } = await story()
    const { status, text } = await request('HEAD', pathOf(skill.slug), { key: agent.key })
    expect([status, text]).toEqual([200, ''])
  })

  test('takes its query to be percent-encoded UTF-8', async () => {
    const { agent, skill } = await story()
    expectFaults(await get(`${pathOf(skill.slug)}?x=%ff`, { key: agent.key }), 'x')
  })
})

describe('DELETE /api/skills/{id or slug}/ratings/me', () => {
  test('takes the rating back: it is gone everywhere at once, and the aggregates are exact', async () => {
    const { agent, skill } = await story({ claws: 1, reliability: 0.1, security: 10, speed: 100 })
    const other = await rate(await newAgent(), { skill_id: skill.id, claws: 4, reliability: 0.2 })

    const { status, text, headers } = await takeBack(agent, skill.slug)
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null])

    expectProblem(await own(agent, skill.slug), 404, 'rating_not_found')
    expect((await ratingsOf(skill.id)).ratings).toEqual([other.body.rating])
    expect(await page(skill.id)).toMatchObject({
      avg_claws: 4,
      total_ratings: 1,
      rating_counts: { '1': 0, '2': 0, '3': 0, '4': 1, '5': 0 },
      sub_scores: {
        reliability: { mean: 0.2, count: 1 },
        security: { mean: null, count: 0 },
        speed: { mean: null, count: 0 },
      },
      ratings: [other.body.rating],
    })
    expect((await get<{ total_ratings: number }>('/api/me', { key: agent.key })).body.total_ratings).toBe(0)
  })

  test('of the last rating leaves the skill unrated', async () => {
    const { agent, skill } = await story({ claws: 5 })
    expect((await takeBack(agent, skill.id.toUpperCase())).status).toBe(204)
    expect(await page(skill.slug)).toMatchObject({ avg_claws: 0, total_ratings: 0, ratings: [] })
  })

  test('again is 404, and rating once more is a new rating', async () => {
    const { agent, skill, rating } = await story()
    expect((await takeBack(agent, skill.slug)).status).toBe(204)
    expectProblem(await takeBack(agent, skill.slug), 404, 'rating_not_found')
    const again = await rate(agent, { skill_id: skill.id, claws: 2 })
    expect(again.status).toBe(201)
    expect(again.body.rating.id).not.toBe(rating.id)
    expect(again.body.rating.created_at > rating.created_at).toBe(true)
    expect(again.body.skill).toMatchObject({ avg_claws: 2, total_ratings: 1 })
  })

  test('takes nobody else’s back', async () => {
    const { skill, rating } = await story()
    expectProblem(await takeBack(await newAgent(), skill.slug), 404, 'rating_not_found')
    expect((await ratingsOf(skill.id)).ratings).toEqual([rating])
  })

  test('of a skill that is not there is 404', async () => {
    const agent = await someAgent()
    for (const address of [uniqueWord(), randomUUID(), '%00', 'x'.repeat(101)])
      expectProblem(await takeBack(agent, address), 404, 'skill_not_found')
  })

  test('pays no regard to a body', async () => {
    const { agent, skill } = await story()
    const headers = { 'Content-Type': 'text/plain' }
    const answer = await request('DELETE', pathOf(skill.slug), { key: agent.key, headers, body: '{' })
    expect(answer.status).toBe(204)
  })

  test('ten times at once is done once', async () => {
    const { agent, skill } = await story()
    const answers = await Promise.all(Array.from({ length: 10 }, () => takeBack(agent, skill.slug)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect((await page(skill.slug)).total_ratings).toBe(0)
  })

  // Elsewhere, answers may be kept for a while.
  test.runIf(inject('localStack'))('changes the tags of what shows the skill', async () => {
    const { agent, skill } = await story()
    const paths = [
      `/api/skills/${skill.slug}`,
      `/api/skills/${skill.slug}/ratings`,
      `/api/skills?search=${skill.name}`,
    ]
    const tags = () => Promise.all(paths.map(async (path) => (await get(path)).headers.get('etag')))
    const before = await tags()
    await takeBack(agent, skill.slug)
    expect(new Set([...before, ...(await tags())]).size).toBe(6)
  })
})

describe.each(['GET', 'DELETE'])('%s', (method) => {
  test('needs a key that is known, and looks for the skill only then', async () => {
    for (const address of [(await newSkill()).slug, uniqueWord(), randomUUID(), '%00']) {
      const path = pathOf(address)
      expectProblem(await request(method, path), 401, 'missing_api_key')
      expectProblem(await request(method, path, { key: 'claw_x' }), 401, 'invalid_api_key')
      expectProblem(await request(method, path, { key: unknownKey() }), 401, 'invalid_api_key')
    }
  })
})
