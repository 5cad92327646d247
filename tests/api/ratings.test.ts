import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  expectProblem,
  get,
  inParallel,
  list,
  newAgent,
  newSkill,
  page,
  post,
  type Rated,
  rate,
  rateBy,
  type Skill,
  someAgent,
  UNSCORED,
  UTC_TIME,
  UUID,
  uniqueWord,
  WHITE_SPACE,
  wideText,
} from '../support/http-client.ts'

const agents: Agent[] = []
/** For the many values that are only taken or refused: rated again and again by one agent. */
let sample: Skill

beforeAll(async () => {
  agents.push(...(await inParallel(Array(10).fill(0), () => newAgent())))
  sample = await newSkill()
})

const rateSample = async (fields: Record<string, unknown>) =>
  rate(await someAgent(), { skill_id: sample.id, claws: 3, ...fields })

describe('rating a skill', () => {
  test('answers the rating and the skill with it counted', async () => {
    const agent = await newAgent()
    const skill = await newSkill({ url: 'https://example.com' })
    const { status, headers, body } = await rate(agent, {
      skill_id: skill.id,
      claws: 4,
      reliability: 90,
      security: 0,
      speed: 99.5,
      commentary: 'Great with minor limitations.',
    })
    expect(status).toBe(201)
    expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/)
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      rating: {
        id: expect.stringMatching(UUID),
        skill_id: skill.id,
        agent_name: agent.name,
        claws: 4,
        reliability: 90,
        security: 0,
        speed: 99.5,
        commentary: 'Great with minor limitations.',
        created_at: expect.stringMatching(UTC_TIME),
        updated_at: expect.stringMatching(UTC_TIME),
      },
      // Rating a skill does not edit it: updated_at stands.
      skill: {
        ...skill,
        avg_claws: 4,
        total_ratings: 1,
        sub_scores: {
          reliability: { mean: 90, count: 1 },
          security: { mean: 0, count: 1 },
          speed: { mean: 99.5, count: 1 },
        },
      },
    })
  })

  test('needs no more than the skill and the claws', async () => {
    const skill = await newSkill()
    const { status, body } = await rate(await newAgent(), { skill_name: skill.name, claws: 1 })
    expect(status).toBe(201)
    expect(body.rating).toMatchObject({
      skill_id: skill.id,
      claws: 1,
      reliability: null,
      security: null,
      speed: null,
      commentary: null,
    })
  })

  test('a second rating replaces the first whole', async () => {
    const agent = await newAgent()
    const skill = await newSkill()
    const first = await rate(agent, {
      skill_id: skill.id,
      claws: 5,
      reliability: 90,
      security: 80,
      speed: 70,
      commentary: 'Wonderful.',
    })
    const second = await rate(agent, { skill_id: skill.id, claws: 2, speed: 10 })
    expect([first.status, second.status]).toEqual([201, 200])
    const { rating } = second.body
    expect(rating).toEqual({
      ...first.body.rating,
      claws: 2,
      reliability: null,
      security: null,
      speed: 10,
      commentary: null,
      updated_at: expect.stringMatching(UTC_TIME),
    })
    expect(rating.updated_at > rating.created_at).toBe(true)
    expect(rating.updated_at > first.body.rating.updated_at).toBe(true)
    const sub_scores = { ...UNSCORED, speed: { mean: 10, count: 1 } }
    expect(second.body).toMatchObject({
      success: true,
      skill: { ...skill, avg_claws: 2, total_ratings: 1, sub_scores },
    })
    expect(await page(skill.id)).toMatchObject({
      rating_counts: { '2': 1, '5': 0 },
      sub_scores,
      ratings: [rating],
    })
  })

  test('an identical rating returns 200 and changes nothing, updated_at included', async () => {
    const agent = await newAgent()
    const skill = await newSkill()
    const fields = { skill_id: skill.id, claws: 5, reliability: 0.3, commentary: 'Good.' }
    const first = await rate(agent, fields)
    for (const again of [fields, { ...fields, claws: 5.0, speed: null, commentary: ' Good.\n' }]) {
      const second = await rate(agent, again)
      expect(second.status).toBe(200)
      expect(second.body).toMatchObject({ rating: first.body.rating, skill: first.body.skill })
    }
    expect((await page(skill.id)).sub_scores.reliability).toEqual({ mean: 0.3, count: 1 })
    const changed = await rate(agent, { ...fields, reliability: 0.30000001 })
    expect(changed.body.rating.updated_at > first.body.rating.updated_at).toBe(true)
  })

  test('twenty first ratings of one agent at once make one: the first is 201, the others replace it', async () => {
    const agent = await newAgent()
    const skill = await newSkill()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => rate(agent, { skill_id: skill.id, claws: (i % 5) + 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.rating.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.rating.created_at)).size).toBe(1)
    // Each of them was exact when it was sent.
    for (const { body } of answers) {
      expect(body.skill).toMatchObject({ total_ratings: 1, avg_claws: body.rating.claws })
    }
    const { ratings, total_ratings, avg_claws } = await page(skill.id)
    expect(total_ratings).toBe(1)
    expect(avg_claws).toBe(ratings[0]?.claws)
  })

  test('ten agents rating one skill at once are all counted', async () => {
    const skill = await newSkill()
    const answers = await Promise.all(
      agents.map((agent, i) => rate(agent, { skill_id: skill.id, claws: (i % 5) + 1, speed: 0.1 })),
    )
    expect(answers.map(({ status }) => status)).toEqual(agents.map(() => 201))
    const totals = answers.map(({ body }) => body.skill.total_ratings)
    expect(totals.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await page(skill.id)).toMatchObject({
      avg_claws: 3,
      total_ratings: 10,
      rating_counts: { '1': 2, '2': 2, '3': 2, '4': 2, '5': 2 },
      sub_scores: { speed: { mean: 0.1, count: 10 } },
    })
  })

  test('ignores unknown fields: a rating is nobody else’s and has the service’s own id and times', async () => {
    const [agent, other] = [await newAgent(), await newAgent()]
    const skill = await newSkill()
    const id = randomUUID()
    const { status, body } = await rate(agent, {
      skill_id: skill.id,
      claws: 1,
      id,
      agent_id: other.id,
      agent_name: other.name,
      created_at: '2000-01-01T00:00:00Z',
      updated_at: '2000-01-01T00:00:00Z',
      avg_claws: 5,
      total_ratings: 1_000,
      p_claws: 5,
      overall: 100,
    })
    expect(status).toBe(201)
    expect(body.rating).toMatchObject({ agent_name: agent.name, claws: 1 })
    expect(body.rating.id).not.toBe(id)
    expect(body.rating.created_at).not.toMatch(/^2000/)
    expect(body.rating.updated_at).not.toMatch(/^2000/)
    expect(body.skill).toMatchObject({ avg_claws: 1, total_ratings: 1 })
  })

  test('names every field at fault in one answer', async () => {
    expectFaults(await rate(await someAgent(), {}), 'skill_id', 'claws')
    const wrong = { claws: 6, reliability: -1, security: 101, speed: '5', commentary: 5 }
    expectFaults(
      await rate(await someAgent(), wrong),
      'skill_id',
      'claws',
      'reliability',
      'security',
      'speed',
      'commentary',
    )
    expectFaults(
      await rate(await someAgent(), { ...wrong, skill_id: 'x', skill_name: 5 }),
      'skill_id',
      'skill_name',
      'claws',
      'reliability',
      'security',
      'speed',
      'commentary',
    )
  })
})

describe('a skill that is missing', () => {
  test.each([
    ['claws that are no whole number', { claws: 4.5 }],
    ['claws out of range', { claws: 0 }],
    ['claws of a wrong type', { claws: '5' }],
    ['a score out of range', { speed: 101 }],
    ['a score of a wrong type', { speed: '5' }],
    ['a commentary of a wrong type', { commentary: 5 }],
    ['a commentary with NUL', { commentary: 'a\u0000b' }],
    ['a commentary that is too long', { commentary: 'x'.repeat(10_001) }],
  ])('is named beside another fault: %s', async (_, fault) => {
    const answer = await rate(await someAgent(), { claws: 5, ...fault })
    expectFaults(answer, 'skill_id', ...Object.keys(fault))
  })
})

describe('claws', () => {
  test.each(['1', '2', '3', '4', '5', '5.0', '5e0', '50e-1', '0.3E+1', '1.000'])(
    'may be %s',
    async (claws) => {
      const body = `{"skill_id": "${sample.id}", "claws": ${claws}}`
      const answer = await post<Rated>('/api/ratings', body, { key: (await someAgent()).key })
      expect([200, 201]).toContain(answer.status)
      expect(answer.body.rating.claws).toBe(Number(claws))
    },
  )

  test.each([
    '0',
    '-0',
    '6',
    '-1',
    '4.5',
    '0.9999',
    '5.0000001',
    '1e400',
    '-1e400',
    '1e20',
    '9007199254740993',
    '"5"',
    '"five"',
    'true',
    'null',
    '[5]',
    '{"claws": 5}',
  ])('is refused when it is %s', async (claws) => {
    const body = `{"skill_id": "${sample.id}", "claws": ${claws}}`
    expectFaults(await post('/api/ratings', body, { key: (await someAgent()).key }), 'claws')
  })

  test('is required', async () => {
    expectFaults(await rateSample({ claws: undefined }), 'claws')
  })
})

describe.each(['reliability', 'security', 'speed'] as const)('%s', (score) => {
  const send = async (json: string) =>
    post<Rated>('/api/ratings', `{"skill_id": "${sample.id}", "claws": 3, "${score}": ${json}}`, {
      key: (await someAgent()).key,
    })

  test.each([
    '0',
    '-0',
    '100',
    '100.0',
    '1e2',
    '0.1',
    '33.333333333333336',
    '99.99999999999999',
    '1e-7',
    '5e-324',
  ])('is kept exactly: %s', async (json) => {
    const answer = await send(json)
    expect([200, 201]).toContain(answer.status)
    expect(answer.body.rating[score]).toBe(Number(json) + 0)
  })

  test.each([
    '-1',
    '101',
    '100.00000000000001',
    '-5e-324',
    '1e400',
    '-1e400',
    '"50"',
    '""',
    'true',
    '[50]',
    '{}',
  ])('is refused when it is %s', async (json) => {
    expectFaults(await send(json), score)
  })

  test.each(['null', '  null '])('may be %s', async (json) => {
    const answer = await send(json)
    expect([200, 201]).toContain(answer.status)
    expect(answer.body.rating[score]).toBeNull()
  })

  test('is averaged exactly', async () => {
    const skill = await newSkill()
    for (const [i, value] of [0.1, 0.2].entries()) {
      await rate(agents[i] as Agent, { skill_id: skill.id, claws: 3, [score]: value })
    }
    expect((await page(skill.id)).sub_scores[score]).toEqual({ mean: 0.15, count: 2 })
    expect((await list({ search: skill.name })).skills).toEqual([
      {
        ...skill,
        avg_claws: 3,
        total_ratings: 2,
        sub_scores: { ...UNSCORED, [score]: { mean: 0.15, count: 2 } },
      },
    ])
    const { body } = await rate(agents[2] as Agent, { skill_id: skill.id, claws: 3, [score]: 99.7 })
    expect(body.skill.sub_scores).toEqual({ ...UNSCORED, [score]: { mean: 100 / 3, count: 3 } })
    expect((await page(skill.id)).sub_scores[score]).toEqual({ mean: 100 / 3, count: 3 })
    // What was added in tenths is taken away without a trace.
    await rate(agents[2] as Agent, { skill_id: skill.id, claws: 3 })
    await rate(agents[0] as Agent, { skill_id: skill.id, claws: 3, [score]: 0 })
    expect((await page(skill.id)).sub_scores[score]).toEqual({ mean: 0.1, count: 2 })
  })
})

describe('commentary', () => {
  test.each([
    ['of 10,000 characters', 'x'.repeat(10_000)],
    ['of 10,000 characters of two UTF-16 units', wideText(10_000)],
    ['of lines, control and bidirectional characters', 'a\n\tb\u0001\u202E\u200B\u00ADc'],
  ])('is kept as it is: %s', async (_, commentary) => {
    const { body } = await rateSample({ commentary })
    expect(body.rating.commentary).toBe(commentary)
  })

  test('is trimmed and composed', async () => {
    const { body } = await rateSample({ commentary: `${WHITE_SPACE}Tre\u0300s bien${WHITE_SPACE}` })
    expect(body.rating.commentary).toBe('Très bien')
  })

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['white space', WHITE_SPACE],
  ])('is null when it is %s', async (_, commentary) => {
    const { status, body } = await rateSample({ commentary })
    expect([200, 201]).toContain(status)
    expect(body.rating.commentary).toBeNull()
  })

  test.each([
    ['of 10,001 characters', 'x'.repeat(10_001)],
    ['of 10,001 characters of two UTF-16 units', wideText(10_001)],
    ['with NUL', 'a\u0000'],
    ['with a lone surrogate', '\uD83E'],
    ['a number', 5],
    ['an object', {}],
  ])('is refused when it is %s', async (_, commentary) => {
    expectFaults(await rateSample({ commentary }), 'commentary')
  })
})

describe('the skill of a rating', () => {
  const rateNow = async (fields: Record<string, unknown>) => rate(await someAgent(), { claws: 3, ...fields })
  const rated = async (fields: Record<string, unknown>) => {
    const { status, body } = await rateNow(fields)
    expect([200, 201]).toContain(status)
    return body.rating.skill_id
  }

  test('is named by its id, in either case', async () => {
    const { id } = await newSkill()
    expect(await rated({ skill_id: id })).toBe(id)
    expect(await rated({ skill_id: id.toUpperCase() })).toBe(id)
  })

  test.each([
    ['as it is', 'Café Tool %'],
    ['in another case', 'CAFÉ tool %'],
    ['in full width', 'Ｃａｆé　Ｔｏｏｌ %'],
    ['decomposed, with more white space', '  Cafe\u0301  \u00A0Tool %\n'],
    ['with joiners and variation selectors', 'Ca\u200Dfé\uFE0F T\u200Cool %'],
  ])('is named by its name %s', async (_, name) => {
    const word = uniqueWord()
    const { id } = await newSkill({ name: `Café Tool ${word}` })
    expect(await rated({ skill_name: name.replace('%', word) })).toBe(id)
  })

  test('may be named by both when they name the same skill', async () => {
    const { id, name } = await newSkill({ name: `Both ${uniqueWord()}` })
    expect(await rated({ skill_id: id, skill_name: name.toUpperCase() })).toBe(id)
  })

  test.each([null, '', undefined])('an id or name of %j is none', async (none) => {
    const { id, name } = await newSkill()
    expect(await rated({ skill_id: id, skill_name: none })).toBe(id)
    expect(await rated({ skill_id: none, skill_name: name })).toBe(id)
  })

  test('must not be two different ones', async () => {
    const [one, other] = [await newSkill(), await newSkill()]
    const answer = await rateNow({ skill_id: one.id, skill_name: other.name })
    expect(expectProblem(answer, 400, 'invalid_request').errors?.length).toBeGreaterThan(0)
    expect((await page(one.id)).total_ratings + (await page(other.id)).total_ratings).toBe(0)
  })

  test('must not be one known and one unknown', async () => {
    const { id, name } = await newSkill()
    expectProblem(await rateNow({ skill_id: id, skill_name: uniqueWord() }), 400, 'invalid_request')
    expectProblem(await rateNow({ skill_id: randomUUID(), skill_name: name }), 400, 'invalid_request')
    expect((await page(id)).total_ratings).toBe(0)
  })

  test.each([
    ['neither', {}],
    ['null for both', { skill_id: null, skill_name: null }],
    ['empty for both', { skill_id: '', skill_name: '' }],
    ['white space for a name', { skill_name: ' \u3000' }],
  ])('must be named: %s is refused', async (_, fields) => {
    const { errors = [] } = expectProblem(await rateNow(fields), 400, 'invalid_request')
    expect(errors.map(({ path }) => path)).toContain('skill_id')
  })

  test.each([
    ['no UUID', 'sky-tool'],
    ['a UUID without hyphens', randomUUID().replaceAll('-', '')],
    ['a UUID in braces', `{${randomUUID()}}`],
    ['a URN', `urn:uuid:${randomUUID()}`],
    ['too long', `${randomUUID()}0`],
    ['a number', 5],
    ['an array', [randomUUID()]],
    ['NUL', '\u0000'],
  ])('skill_id is refused when it is %s', async (_, skill_id) => {
    expectFaults(await rateNow({ skill_id }), 'skill_id')
  })

  test.each([
    ['of 201 characters', 'x'.repeat(201)],
    ['with NUL', 'a\u0000b'],
    ['with a lone surrogate', 'a\uD800b'],
    ['a number', 5],
    ['an array', ['Sky']],
  ])('skill_name is refused when it is %s', async (_, skill_name) => {
    expectFaults(await rateNow({ skill_name }), 'skill_name')
  })

  test('an unknown id is 404, without suggestions', async () => {
    const problem = expectProblem(await rateNow({ skill_id: randomUUID() }), 404, 'skill_not_found')
    expect(problem).not.toHaveProperty('suggestions')
  })

  test('an unknown name is 404, with up to three skills of similar names', async () => {
    const word = uniqueWord()
    const names = ['Sky Watcher', 'Sky Watchers', 'Sky Watch', 'Sky Watches'].map((name) => `${name} ${word}`)
    const skills = await inParallel(names, (name) => newSkill({ name }))
    const answer = await rateNow({ skill_name: `Sky Wacher ${word}` })
    const { suggestions = [] } = expectProblem(answer, 404, 'skill_not_found')
    expect(suggestions).toHaveLength(3)
    for (const suggestion of suggestions) {
      expect(skills.map(({ id, name, slug }) => ({ id, name, slug }))).toContainEqual(suggestion)
    }
    expect(suggestions[0]?.name).toBe(`Sky Watcher ${word}`)
  })

  test('an unknown name like no other has no suggestions', async () => {
    const answer = await rateNow({ skill_name: wideText(20) })
    expect(expectProblem(answer, 404, 'skill_not_found').suggestions).toEqual([])
  })
})

describe('the average', () => {
  test.each([
    [[4, 4, 4, 5], 4.3], // 4.25
    [[1, 1, 1, 2], 1.3], // 1.25
    [[2, 3, 3, 3], 2.8], // 2.75
    [[1, 2], 1.5],
    [[5, 5, 4], 4.7], // 4.666…
    [[1, 1, 2], 1.3], // 1.333…
    [[5, 5, 5, 5, 5, 5, 4], 4.9], // 4.857…
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 2], 1.1],
    [[5], 5],
  ])('of %j is %d: the quotient rounded half up to one decimal', async (claws, average) => {
    const word = uniqueWord()
    const skill = await newSkill({ name: word })
    await rateBy(agents, skill, claws)
    const expected = { avg_claws: average, total_ratings: claws.length }
    expect(await page(skill.id)).toMatchObject(expected)
    expect((await list({ search: word })).skills).toMatchObject([expected])
    const { text } = await get(`/api/skills/${skill.id}`)
    expect(text).toMatch(new RegExp(`"avg_claws" ?: ?${String(average).replace('.', '\\.')}(\\.0)?,`))
    expect(text).toMatch(new RegExp(`"total_ratings" ?: ?${claws.length},`))
  })

  test('is fresh in the answer to every rating, in the list and on the page', async () => {
    const word = uniqueWord()
    const skill = await newSkill({ name: word })
    const story = [
      { agent: 0, claws: 5, avg_claws: 5, total_ratings: 1 },
      { agent: 1, claws: 2, avg_claws: 3.5, total_ratings: 2 },
      { agent: 2, claws: 2, avg_claws: 3, total_ratings: 3 },
      { agent: 0, claws: 1, avg_claws: 1.7, total_ratings: 3 },
      { agent: 1, claws: 2, avg_claws: 1.7, total_ratings: 3 },
    ]
    for (const { agent, claws, avg_claws, total_ratings } of story) {
      const { body } = await rate(agents[agent] as Agent, { skill_id: skill.id, claws })
      const expected = { ...skill, avg_claws, total_ratings }
      expect(body.skill).toEqual(expected)
      expect(await page(skill.id)).toMatchObject(expected)
      expect((await list({ search: word })).skills).toEqual([expected])
    }
  })
})
