import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  expectProblem,
  get,
  inParallel,
  newAgent,
  newSkill,
  page,
  rate,
  rateBy,
  type SkillPage,
  UNSCORED,
  UTC_TIME,
  UUID,
  uniqueWord,
} from '../support/http-client.ts'

const agents: Agent[] = []

beforeAll(async () => {
  agents.push(...(await inParallel(Array(12).fill(0), () => newAgent())))
})

function agentAt(index: number): Agent {
  const agent = agents[index]
  if (!agent) throw new Error(`There is no agent ${index}.`)
  return agent
}

describe('the page of a skill', () => {
  test('shows an unrated skill whole, with nothing counted', async () => {
    const skill = await newSkill({ url: 'https://example.com' })
    const { status, headers, body } = await get<SkillPage>(`/api/skills/${skill.slug}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/)
    expect(body).toEqual({
      ...skill,
      retired_at: null,
      rating_counts: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
      sub_scores: UNSCORED,
      ratings: [],
    })
  })

  test('is the same by id, by id in capitals and by slug', async () => {
    const skill = await newSkill({ name: `One page ${uniqueWord()}` })
    const bySlug = await page(skill.slug)
    expect(await page(skill.id)).toEqual(bySlug)
    expect(await page(skill.id.toUpperCase())).toEqual(bySlug)
  })

  test('counts the claws, and averages the sub-scores over the ratings that have them', async () => {
    const skill = await newSkill()
    const scores = [
      { claws: 5, reliability: 0.1, security: 100 },
      { claws: 5, reliability: 0.2 },
      { claws: 2, reliability: null, security: 0, speed: 50 },
      { claws: 4 },
    ]
    for (const [i, fields] of scores.entries()) await rate(agentAt(i), { skill_id: skill.id, ...fields })
    expect(await page(skill.id)).toMatchObject({
      avg_claws: 4,
      total_ratings: 4,
      rating_counts: { '1': 0, '2': 1, '3': 0, '4': 1, '5': 2 },
      sub_scores: {
        reliability: { mean: 0.15, count: 2 },
        security: { mean: 50, count: 2 },
        speed: { mean: 50, count: 1 },
      },
    })
  })

  test('shows the ten ratings with the newest updated_at, newest first', async () => {
    const skill = await newSkill()
    await rateBy(agents, skill, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2])
    const names = agents.map(({ name }) => name)
    const newest = (await page(skill.id)).ratings.map(({ agent_name }) => agent_name)
    expect(newest).toEqual(names.slice(2).reverse())

    // The oldest of all comes back in front when it is replaced, and the last of the ten falls off.
    await rate(agentAt(0), { skill_id: skill.id, claws: 5 })
    const { ratings, total_ratings } = await page(skill.id)
    expect(ratings.map(({ agent_name }) => agent_name)).toEqual([names[0], ...names.slice(3).reverse()])
    expect(total_ratings).toBe(12)
    const times = ratings.map(({ updated_at }) => updated_at)
    expect(times).toEqual([...times].sort().reverse())
  })

  test('shows each rating whole, and nothing of its agent but the name', async () => {
    const skill = await newSkill()
    const { body } = await rate(agentAt(0), {
      skill_id: skill.id,
      claws: 3,
      reliability: 12.5,
      commentary: 'Solid.',
    })
    const { ratings } = await page(skill.id)
    expect(ratings).toEqual([body.rating])
    expect(ratings).toEqual([
      {
        id: expect.stringMatching(UUID),
        skill_id: skill.id,
        agent_name: agentAt(0).name,
        claws: 3,
        reliability: 12.5,
        security: null,
        speed: null,
        commentary: 'Solid.',
        created_at: expect.stringMatching(UTC_TIME),
        updated_at: expect.stringMatching(UTC_TIME),
      },
    ])
  })

  test('shows no rating of another skill', async () => {
    const [skill, other] = [await newSkill(), await newSkill()]
    await rate(agentAt(0), { skill_id: other.id, claws: 1 })
    expect(await page(skill.id)).toMatchObject({ total_ratings: 0, ratings: [] })
  })
})

describe('a skill that is not there', () => {
  test.each([
    ['an unknown id', randomUUID()],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['an unknown slug', uniqueWord()],
    ['a slug in capitals', uniqueWord().toUpperCase()],
    ['a slug of 100 characters', 'x'.repeat(100)],
    ['a slug that is too long', 'x'.repeat(101)],
    ['a UUID without hyphens', randomUUID().replaceAll('-', '')],
    ['other characters', 'sky%20tool'],
    ['a quote', "x'--"],
    ['a percent sign', '%25'],
    ['NUL', '%00'],
    ['bytes that are not UTF-8', '%FF'],
    ['half an escape', '%2'],
    ['an escaped slash', 'a%2Fb'],
    ['letters outside ASCII', 'ｓｋｙ'],
  ])('is 404: %s', async (_, skill) => {
    expectProblem(await get(`/api/skills/${skill}`), 404, 'skill_not_found')
  })

  test('is not found by its name, nor by a slug in capitals', async () => {
    const skill = await newSkill({ name: `Named ${uniqueWord()}` })
    expectProblem(await get(`/api/skills/${encodeURIComponent(skill.name)}`), 404, 'skill_not_found')
    expectProblem(await get(`/api/skills/${skill.slug.toUpperCase()}`), 404, 'skill_not_found')
  })
})
