// Orders, pages and cursors are tested in tests/database/ratings/rating-list.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { expectInvalidFields, get, type Rating, type Skill } from '../support/api.ts'
import { type Agent, getSkill, listRatings, newAgents, newSkill, submitRating } from '../support/fixtures.ts'

/** The claws of the ratings of one skill, oldest first. */
const CLAWS = [3, 5, 1, 5]

let agents: Agent[]
let skill: Skill
beforeAll(async () => {
  agents = await newAgents(CLAWS.length)
  skill = await newSkill()
  for (const [i, claws] of CLAWS.entries())
    await submitRating(agents[i] as Agent, { skill_id: skill.id, claws, version: `1.${i % 2}` })
})

const indexesOf = (ratings: Rating[]) =>
  ratings.map(({ agent_name }) => agents.findIndex(({ name }) => name === agent_name))

test('GET …/ratings returns what was written, by id and by slug; a replaced rating becomes the newest', async () => {
  const text = { commentary: '<b>"🦞"</b>\n\u2028', version: '1.1', observed_calls: 7, observed_failures: 0 }
  const scores = { reliability: 0.1, security: 100, speed: 33.3, ...text }
  const { body } = await submitRating(agents[3] as Agent, { skill_id: skill.id, claws: 5, ...scores })
  const { ratings, count, next_cursor } = await listRatings(skill.slug)
  expect([indexesOf(ratings), count, next_cursor]).toEqual([[3, 2, 1, 0], 4, null])
  expect(ratings[0]).toEqual(body.rating)
  expect((await getSkill(skill.slug)).ratings).toEqual(ratings)
  expect((await listRatings(skill.id.toUpperCase())).ratings).toEqual(ratings)
  const unrated = await newSkill()
  expect(await listRatings(unrated.slug)).toEqual({ ratings: [], count: 0, next_cursor: null })
})

test.each([
  ['oldest', [0, 1, 2, 3]],
  ['lowest', [2, 0, 3, 1]],
])('sorts by %s, page by page and by claws', async (sort, order) => {
  const { ratings, next_cursor } = await listRatings(skill.slug, { sort, limit: '03' })
  const rest = await listRatings(skill.slug, { sort, limit: '9'.repeat(30), cursor: next_cursor ?? '' })
  expect(indexesOf([...ratings, ...rest.ratings])).toEqual(order)
  const fives = await listRatings(skill.slug, { sort, claws: 5 })
  expect(indexesOf(fives.ratings)).toEqual(order.filter((index) => CLAWS[index] === 5))
  // New agents are not established. tests/database has the others.
  const others = await listRatings(skill.slug, { sort, established: 'false' })
  expect(indexesOf(others.ratings)).toEqual(order)
  expect((await listRatings(skill.slug, { sort, established: 'true' })).count).toBe(0)
  const version = await listRatings(skill.slug, { sort, version: '1.1' })
  expect(indexesOf(version.ratings)).toEqual(order.filter((index) => index % 2 === 1))
})

test('reports every invalid parameter before it looks for the skill, and ignores unknown ones', async () => {
  const query = 'sort=newest&sort=oldest&claws=9&limit=0&cursor=x&version=&established=yes'
  const response = await get(`/api/skills/no-such-skill/ratings?${query}`)
  expectInvalidFields(response, 'sort', 'claws', 'limit', 'cursor', 'version', 'established')
  expect((await listRatings(skill.slug, { type: 'mcp', search: 'x', agent: 'me' })).count).toBe(4)
})
