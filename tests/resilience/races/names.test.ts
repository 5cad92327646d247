// Many concurrent requests for one name, one rating or one slug.
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/own-database.ts'
import { get, type Problem, post, type Rated, type Registered, type Submitted } from '../../support/api.ts'
import { type Agent, newAgent, newSkill, getSkill as page, rate, uniqueWord } from '../../support/fixtures.ts'
import type { HttpResponse as Answer } from '../../support/http-client.ts'

let sql: postgres.Sql
beforeAll(() => {
  sql = connect('owner', 'postgres', 2)
})
afterEach(async () => {
  expect(await sql`select * from private.stats_differences()`).toEqual([])
})
afterAll(() => sql.end())

/** Runs a task many times at once. */
function concurrently<T>(count: number, task: (number: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => task(number)))
}

/** The number of responses of each status. */
function tally(answers: Answer<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const codes = (answers: Answer<unknown>[], status: number) => [
  ...new Set(answers.filter((answer) => answer.status === status).map(({ body }) => (body as Problem).code)),
]

describe('60 concurrent registrations of one name', () => {
  test.each<[string, (word: string, number: number) => string]>([
    ['with the same spelling', (word) => word],
    [
      'in capitals, full width and with white space',
      (word, i) => [word, word.toUpperCase(), ` ${word}\u3000`, word.replace('w', 'ｗ')][i % 4] as string,
    ],
  ])('%s: one returns 201, the others 409', async (_, write) => {
    const word = uniqueWord()
    const answers = await concurrently(60, (i) =>
      post<Registered>('/api/register', { agent_name: write(word, i) }),
    )
    expect(tally(answers)).toEqual({ 201: 1, 409: 59 })
    expect(codes(answers, 409)).toEqual(['agent_name_taken'])
    const created = answers.find(({ status }) => status === 201)?.body as Registered
    const rows = await sql`
      select a.id from public.agents as a join private.agent_keys as k on k.agent_id = a.id where a.name_key = ${word}`
    expect(rows.map(({ id }) => id)).toEqual([created.agent.id])
    // The returned key is the stored one.
    const { status } = await post(
      '/api/skills',
      { name: word, description: 'Created.', type: 'mcp' },
      { key: created.api_key },
    )
    expect(status).toBe(201)
  })
})

describe('50 concurrent first ratings', () => {
  test('of one skill by one agent: one returns 201, the others 200, and the last one counts', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const answers = await concurrently(50, (i) =>
      rate(agent, { skill_id: skill.id, claws: 1 + (i % 5), reliability: i, commentary: `The ${i}th.` }),
    )
    expect(tally(answers)).toEqual({ 200: 49, 201: 1 })
    expect(new Set(answers.map(({ body }) => body.rating.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.skill.total_ratings))).toEqual(new Set([1]))
    // Every response shows its own rating and average.
    for (const { body } of answers) {
      expect(body.rating.commentary).toBe(`The ${body.rating.reliability}th.`)
      expect(body.skill.avg_claws).toBe(body.rating.claws)
    }
    const { ratings, total_ratings, rating_counts, sub_scores } = await page(skill.slug)
    const last = answers
      .map(({ body }) => body.rating)
      .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))[0]
    expect(ratings).toEqual([last])
    expect(total_ratings).toBe(1)
    expect(rating_counts).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, [`${last?.claws}`]: 1 })
    expect(sub_scores.reliability).toEqual({ mean: last?.reliability, count: 1 })
    expect(await sql`select from public.ratings where skill_id = ${skill.id}`).toHaveLength(1)
  })

  test('by id and by name from ten agents: each agent counts once', async () => {
    const skill = await newSkill()
    const agents = await concurrently(10, () => newAgent())
    const answers = await concurrently(50, (i) =>
      rate(agents[i % 10] as Agent, {
        ...(i % 3 ? { skill_id: skill.id } : { skill_name: skill.name.toUpperCase() }),
        claws: 1 + (i % 5),
      }),
    )
    expect(tally(answers)).toEqual({ 200: 40, 201: 10 })
    const { ratings, avg_claws, total_ratings } = await page(skill.slug)
    expect([total_ratings, ratings.length]).toEqual([10, 10])
    const sum = ratings.reduce((total, { claws }) => total + claws, 0)
    expect(avg_claws).toBe(Math.floor((sum * 20 + 10) / 20) / 10)
  })
})

describe('concurrent submissions', () => {
  let agents: Agent[]
  beforeAll(async () => {
    agents = await concurrently(8, () => newAgent())
  })

  function submit(i: number, name: string): Promise<Answer<Submitted & Problem>> {
    const { key } = agents[i % agents.length] as Agent
    return post(
      '/api/skills',
      { name, description: `By agent ${i % agents.length}.`, type: 'other' },
      { key },
    )
  }

  test('of one name: one returns 201, the others 409 with the skill', async () => {
    const word = uniqueWord()
    const answers = await concurrently(60, (i) =>
      submit(i, [word, word.toUpperCase(), `${word} `][i % 3] as string),
    )
    expect(tally(answers)).toEqual({ 201: 1, 409: 59 })
    const created = answers.find(({ status }) => status === 201) as Answer<Submitted>
    const { id, name, slug } = created.body.skill
    for (const { status, body } of answers) {
      if (status === 409) expect([body.code, body.skill]).toEqual(['skill_name_taken', { id, name, slug }])
    }
    expect((await get<Submitted['skill']>(`/api/skills/${slug}`)).body.id).toBe(id)
    expect(await sql`select from public.skills where name_key = ${word}`).toHaveLength(1)
  })

  test('of names with the same slug: all return 201 with consecutive slugs', async () => {
    const word = uniqueWord()
    const answers = await concurrently(40, (i) => submit(i, `${word}${'!'.repeat(i)}`))
    expect(tally(answers)).toEqual({ 201: 40 })
    const expected = [word, ...Array.from({ length: 39 }, (_, i) => `${word}-${i + 2}`)]
    expect(answers.map(({ body }) => body.skill?.slug).sort()).toEqual(expected.sort())
  })

  test('of names whose slugs look like numbered ones: all return 201 with different slugs', async () => {
    const word = uniqueWord()
    const names = ['', '!', '!!', ' 2', ' 2!', ' 2 2', ' 3', ' 3!', '?', '-2-2'].map((rest) => word + rest)
    const answers = await concurrently(names.length, (i) => submit(i, names[i] as string))
    expect(tally(answers)).toEqual({ 201: names.length })
    expect(new Set(answers.map(({ body }) => body.skill?.slug)).size).toBe(names.length)
  })

  test('with ratings of the name that is being submitted: the ratings return 200, 201 or 404', async () => {
    const word = uniqueWord()
    const answers = await concurrently<Answer<Submitted | Rated>>(40, (i) =>
      i === 5 ? submit(i, word) : rate(agents[i % 8] as Agent, { skill_name: word, claws: 5 }),
    )
    expect(Object.keys(tally(answers)).filter((status) => !['200', '201', '404'].includes(status))).toEqual(
      [],
    )
    const raters = new Set(answers.flatMap(({ body }) => ('rating' in body ? [body.rating.agent_name] : [])))
    expect((await page(word)).total_ratings).toBe(raters.size)
  })
})
