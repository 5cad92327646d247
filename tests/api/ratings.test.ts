import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, get, post, type Rated, type Skill } from '../support/api.ts'
import {
  type Agent,
  getSkill,
  inParallel,
  listSkills,
  newAgent,
  newAgents,
  newSkill,
  rate,
  rateBy,
  sharedAgent,
  UNSCORED,
  UTC_TIME,
  UUID,
  uniqueWord,
  wideText,
} from '../support/fixtures.ts'

const SCORES = ['reliability', 'security', 'speed'] as const

let agents: Agent[]
/** A skill that one agent rates again and again. */
let sample: Skill
beforeAll(async () => {
  agents = await newAgents(10)
  sample = await newSkill()
})
const agentAt = (index: number) => agents[index] as Agent

describe.concurrent('POST /api/ratings', () => {
  test('returns 201 with the rating and the updated skill', async () => {
    const [agent, skill] = [await newAgent(), await newSkill({ url: 'https://example.com' })]
    const fields = { claws: 4, reliability: 90, security: 0, speed: 99.5, commentary: 'Great, with limits.' }
    const { status, body } = await rate(agent, { skill_id: skill.id, ...fields })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      rating: {
        ...{ id: expect.stringMatching(UUID), skill_id: skill.id, agent_name: agent.name, ...fields },
        ...{ created_at: expect.stringMatching(UTC_TIME), updated_at: expect.stringMatching(UTC_TIME) },
        established: false,
      },
      // updated_at of the skill stays.
      skill: {
        ...{ ...skill, avg_claws: 4, total_ratings: 1 },
        sub_scores: {
          reliability: { mean: 90, count: 1 },
          security: { mean: 0, count: 1 },
          speed: { mean: 99.5, count: 1 },
        },
      },
    })
  })

  test('needs only a skill and the claws', async () => {
    const skill = await newSkill()
    const { status, body } = await rate(await newAgent(), { skill_name: skill.name, claws: 1 })
    expect(status).toBe(201)
    const none = { reliability: null, security: null, speed: null, commentary: null }
    expect(body.rating).toMatchObject({ skill_id: skill.id, claws: 1, ...none })
  })

  test('returns 200 when it replaces a rating, completely', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const fields = { claws: 5, reliability: 90, security: 80, speed: 70, commentary: 'Wonderful.' }
    const first = await rate(agent, { skill_id: skill.id, ...fields })
    const second = await rate(agent, { skill_id: skill.id, claws: 2, speed: 10 })
    expect([first.status, second.status]).toEqual([201, 200])
    const { rating } = second.body
    const updated_at = expect.stringMatching(UTC_TIME)
    const replaced = { claws: 2, reliability: null, security: null, speed: 10, commentary: null, updated_at }
    expect(rating).toEqual({ ...first.body.rating, ...replaced })
    expect(rating.updated_at > first.body.rating.updated_at).toBe(true)
    const sub_scores = { ...UNSCORED, speed: { mean: 10, count: 1 } }
    expect(second.body.skill).toMatchObject({ ...skill, avg_claws: 2, total_ratings: 1, sub_scores })
    const rating_counts = { '2': 1, '5': 0 }
    expect(await getSkill(skill.id)).toMatchObject({ rating_counts, sub_scores, ratings: [rating] })
  })

  test('changes nothing for an identical rating, updated_at included', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const fields = { skill_id: skill.id, claws: 5, reliability: 0.3, commentary: 'Good.' }
    const first = await rate(agent, fields)
    for (const same of [fields, { ...fields, claws: 5.0, speed: null, commentary: ' Good.\n' }]) {
      const { status, body } = await rate(agent, same)
      expect(status).toBe(200)
      expect(body).toMatchObject({ rating: first.body.rating, skill: first.body.skill })
    }
    const changed = await rate(agent, { ...fields, reliability: 0.30000001 })
    expect(changed.body.rating.updated_at > first.body.rating.updated_at).toBe(true)
  })

  test('creates one rating when 20 requests of one agent race', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => rate(agent, { skill_id: skill.id, claws: (i % 5) + 1 })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(responses.map(({ body }) => body.rating.id)).size).toBe(1)
    for (const { body } of responses) {
      expect(body.skill).toMatchObject({ total_ratings: 1, avg_claws: body.rating.claws })
    }
    const { ratings, total_ratings, avg_claws } = await getSkill(skill.id)
    expect([total_ratings, avg_claws]).toEqual([1, ratings[0]?.claws])
  })

  test('counts the ratings of 10 agents that race', async () => {
    const skill = await newSkill()
    const responses = await Promise.all(
      agents.map((agent, i) => rate(agent, { skill_id: skill.id, claws: (i % 5) + 1, speed: 0.1 })),
    )
    const totals = responses.map(({ body }) => body.skill.total_ratings)
    expect(totals.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await getSkill(skill.id)).toMatchObject({
      ...{ avg_claws: 3, total_ratings: 10, rating_counts: { '1': 2, '2': 2, '3': 2, '4': 2, '5': 2 } },
      sub_scores: { speed: { mean: 0.1, count: 10 } },
    })
  })

  test('ignores unknown fields', async () => {
    const [agent, other, skill, id] = [await newAgent(), await newAgent(), await newSkill(), randomUUID()]
    const time = '2000-01-01T00:00:00Z'
    const { status, body } = await rate(agent, {
      ...{ skill_id: skill.id, claws: 1, id, agent_id: other.id, agent_name: other.name, created_at: time },
      ...{ updated_at: time, avg_claws: 5, total_ratings: 1_000, p_claws: 5, overall: 100 },
    })
    expect(status).toBe(201)
    expect(body.rating).toMatchObject({ agent_name: agent.name, claws: 1 })
    expect(body.rating.id).not.toBe(id)
    expect(body.rating.created_at + body.rating.updated_at).not.toMatch(/2000-01/)
    expect(body.skill).toMatchObject({ avg_claws: 1, total_ratings: 1 })
  })

  test.each<[Record<string, unknown>, string]>([
    [{}, 'skill_id claws'],
    [{ claws: 5, commentary: 'a\u0000b' }, 'skill_id commentary'],
    [{ claws: 4.5, speed: 101 }, 'skill_id claws speed'],
    [
      { skill_id: 'x', skill_name: 5, claws: 6, reliability: -1, security: 101, speed: '5', commentary: 5 },
      'skill_id skill_name claws reliability security speed commentary',
    ],
  ])('reports every invalid field of %j', async (fields, invalid) => {
    expectInvalidFields(await rate(await sharedAgent(), fields), ...invalid.split(' '))
  })
})

describe.each([
  {
    field: 'claws',
    valid: '1 2 3 4 5 5.0 5e0 50e-1 0.3E+1',
    invalid: '0 -0 6 -1 4.5 5.0000001 1e400 9007199254740993 "5" true null [5] {}',
  },
  ...SCORES.map((field) => ({
    field,
    valid: '0 -0 100 100.0 1e2 0.1 33.333333333333336 99.99999999999999 1e-7 5e-324 null',
    invalid: '-1 101 100.00000000000001 -5e-324 1e400 "50" "" true [50] {}',
  })),
])('$field', ({ field, valid, invalid }) => {
  const rateWith = async (value: string) => {
    const body = `{"skill_id": "${sample.id}", "claws": 3, "${field}": ${value}}`
    return post<Rated>('/api/ratings', body, await sharedAgent())
  }

  test('is stored exactly', async () => {
    for (const value of valid.split(' ')) {
      const { status, body } = await rateWith(value)
      expect([200, 201]).toContain(status)
      const parsed = JSON.parse(value)
      // -0 becomes 0.
      expect(body.rating[field as 'claws'], value).toBe(parsed === null ? null : parsed + 0)
    }
  })

  test('is rejected when it is out of range or not a number', async () => {
    for (const value of invalid.split(' ')) expectInvalidFields(await rateWith(value), field)
  })
})

test.concurrent.each(SCORES)('the mean of %s is exact', async (score) => {
  const skill = await newSkill()
  const rateAs = (agent: number, value?: number) =>
    rate(agentAt(agent), { skill_id: skill.id, claws: 3, [score]: value })
  for (const [i, value] of [0.1, 0.2].entries()) await rateAs(i, value)
  const sub_scores = { ...UNSCORED, [score]: { mean: 0.15, count: 2 } }
  const { skills } = await listSkills({ search: skill.name })
  expect(skills).toEqual([{ ...skill, avg_claws: 3, total_ratings: 2, sub_scores }])
  expect((await rateAs(2, 99.7)).body.skill.sub_scores[score]).toEqual({ mean: 100 / 3, count: 3 })
  await rateAs(2)
  await rateAs(0, 0)
  expect((await getSkill(skill.id)).sub_scores[score]).toEqual({ mean: 0.1, count: 2 })
})

describe.concurrent('the skill of a rating', () => {
  const rateNow = async (fields: object) => rate(await sharedAgent(), { claws: 3, ...fields })
  const ratedId = async (fields: object) => {
    const { status, body } = await rateNow(fields)
    expect([200, 201]).toContain(status)
    return body.rating.skill_id
  }

  test('is found by its id in either case, by its name, and by both', async () => {
    const word = uniqueWord()
    const { id, name } = await newSkill({ name: `Café Tool ${word}` })
    for (const fields of [
      { skill_id: id },
      { skill_id: id.toUpperCase(), skill_name: name.toUpperCase() },
      ...[null, '', undefined].flatMap((none) => [
        { skill_id: id, skill_name: none },
        { skill_id: none, skill_name: name },
      ]),
      ...[
        `CAFÉ tool ${word}`,
        `Ｃａｆé　Ｔｏｏｌ ${word}`,
        `  Cafe\u0301  \u00A0Tool ${word}\n`,
        `Ca\u200Dfé\uFE0F T\u200Cool ${word}`,
      ].map((skill_name) => ({ skill_name })),
    ]) {
      expect(await ratedId(fields), JSON.stringify(fields)).toBe(id)
    }
  })

  test('is rejected when id and name do not belong to one skill', async () => {
    const [one, other] = [await newSkill(), await newSkill()]
    for (const fields of [
      { skill_id: one.id, skill_name: other.name },
      { skill_id: one.id, skill_name: uniqueWord() },
      { skill_id: randomUUID(), skill_name: one.name },
    ]) {
      expect(expectProblem(await rateNow(fields), 400, 'invalid_request').errors?.length).toBeGreaterThan(0)
    }
    expect((await getSkill(one.id)).total_ratings + (await getSkill(other.id)).total_ratings).toBe(0)
  })

  test('is required', async () => {
    for (const fields of [
      {},
      { skill_id: null, skill_name: null },
      { skill_id: '', skill_name: '' },
      { skill_name: ' ' },
    ]) {
      const { errors = [] } = expectProblem(await rateNow(fields), 400, 'invalid_request')
      expect(errors.map(({ path }) => path)).toContain('skill_id')
    }
  })

  test.each([
    ...['sky-tool', randomUUID().replaceAll('-', ''), `{${randomUUID()}}`, `urn:uuid:${randomUUID()}`],
    ...[`${randomUUID()}0`, 5, [randomUUID()], '\u0000'],
  ])('is rejected by the skill_id %j', async (skill_id) => {
    expectInvalidFields(await rateNow({ skill_id }), 'skill_id')
  })

  test('returns 404 without suggestions for an unknown id', async () => {
    const problem = expectProblem(await rateNow({ skill_id: randomUUID() }), 404, 'skill_not_found')
    expect(problem).not.toHaveProperty('suggestions')
  })

  test('returns 404 with up to three skills of similar names for an unknown name', async () => {
    const word = uniqueWord()
    const names = ['Sky Watcher', 'Sky Watchers', 'Sky Watch', 'Sky Watches'].map((name) => `${name} ${word}`)
    const skills = await inParallel(names, (name) => newSkill({ name }))
    const { suggestions = [] } = expectProblem(
      await rateNow({ skill_name: `Sky Wacher ${word}` }),
      404,
      'skill_not_found',
    )
    expect(suggestions).toHaveLength(3)
    const references = skills.map(({ id, name, slug }) => ({ id, name, slug }))
    for (const suggestion of suggestions) expect(references).toContainEqual(suggestion)
    expect(suggestions[0]?.name).toBe(`Sky Watcher ${word}`)
    const unlike = expectProblem(await rateNow({ skill_name: wideText(20) }), 404, 'skill_not_found')
    expect(unlike.suggestions).toEqual([])
  })
})

describe.concurrent('the average', () => {
  test.each<[number[], number]>([
    [[4, 4, 4, 5], 4.3], // 4.25
    [[1, 1, 1, 2], 1.3], // 1.25
    [[5, 5, 4], 4.7], // 4.666…
    [[5, 5, 5, 5, 5, 5, 4], 4.9], // 4.857…
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 2], 1.1],
    [[5], 5],
  ])('of %j is %d: rounded half up to one decimal', async (claws, avg_claws) => {
    const skill = await newSkill()
    await rateBy(agents, skill, claws)
    const { text, body } = await get<Skill>(`/api/skills/${skill.id}`)
    expect(body).toMatchObject({ avg_claws, total_ratings: claws.length })
    expect(text).toMatch(new RegExp(`"avg_claws" ?: ?${String(avg_claws).replace('.', '\\.')}(\\.0)?,`))
  })

  test('is current in the response to every rating, in the list and on the page', async () => {
    const skill = await newSkill()
    for (const [agent, claws, avg_claws, total_ratings] of [
      [0, 5, 5, 1],
      [1, 2, 3.5, 2],
      [2, 2, 3, 3],
      [0, 1, 1.7, 3],
    ] as const) {
      const { body } = await rate(agentAt(agent), { skill_id: skill.id, claws })
      const expected = { ...skill, avg_claws, total_ratings }
      expect(body.skill).toEqual(expected)
      expect(await getSkill(skill.id)).toMatchObject(expected)
      expect((await listSkills({ search: skill.name })).skills).toEqual([expected])
    }
  })
})
