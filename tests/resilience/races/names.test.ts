// Many at once want one thing that only one of them can have.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/own-database.ts'
import {
  type Agent,
  type Answer,
  get,
  newAgent,
  newSkill,
  type Problem,
  page,
  post,
  type Rated,
  type Registered,
  rate,
  type Submitted,
  uniqueWord,
} from '../../support/http-client.ts'

let sql: postgres.Sql
beforeAll(() => {
  sql = connect('owner', 'postgres', 2)
})
afterAll(() => sql.end())

/** As many as there are numbers, all at once. */
function atOnce<T>(count: number, task: (number: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => task(number)))
}

/** How many answers there are of each status. */
function tally(answers: Answer<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const codes = (answers: Answer<unknown>[], status: number) => [
  ...new Set(answers.filter((answer) => answer.status === status).map(({ body }) => (body as Problem).code)),
]

describe('200 registrations of one name at once', () => {
  test.each<[string, (word: string, number: number) => string]>([
    ['written alike', (word) => word],
    [
      'in capitals, wide letters and white space',
      (word, i) => [word, word.toUpperCase(), ` ${word}\u3000`, word.replace('w', 'ｗ')][i % 4] as string,
    ],
  ])('%s make one agent: 201 once, 409 for the rest', async (_, write) => {
    const word = uniqueWord()
    const answers = await atOnce(200, (i) =>
      post<Registered>('/api/register', { agent_name: write(word, i) }),
    )
    expect(tally(answers)).toEqual({ 201: 1, 409: 199 })
    expect(codes(answers, 409)).toEqual(['agent_name_taken'])
    const made = answers.find(({ status }) => status === 201)?.body as Registered
    const rows = await sql`
      select a.id from public.agents as a join private.agent_keys as k on k.agent_id = a.id where a.name_key = ${word}`
    expect(rows.map(({ id }) => id)).toEqual([made.agent.id])
    // The key that was shown is the one that was kept.
    const { status } = await post(
      '/api/skills',
      { name: word, description: 'Made.', type: 'mcp' },
      { key: made.api_key },
    )
    expect(status).toBe(201)
  })
})

describe('100 first ratings of one skill by one agent at once', () => {
  test('make one rating: 201 once, 200 for the rest, and the aggregates are those of the last', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const answers = await atOnce(100, (i) =>
      rate(agent, { skill_id: skill.id, claws: 1 + (i % 5), reliability: i, commentary: `The ${i}th.` }),
    )
    expect(tally(answers)).toEqual({ 200: 99, 201: 1 })
    expect(new Set(answers.map(({ body }) => body.rating.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.skill.total_ratings))).toEqual(new Set([1]))
    // Every writer was shown the rating it gave, and the average that it made.
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

  test('by its id and by its name, and by many agents, count each agent once', async () => {
    const skill = await newSkill()
    const agents = await atOnce(10, () => newAgent())
    const answers = await atOnce(100, (i) =>
      rate(agents[i % 10] as Agent, {
        ...(i % 3 ? { skill_id: skill.id } : { skill_name: skill.name.toUpperCase() }),
        claws: 1 + (i % 5),
      }),
    )
    expect(tally(answers)).toEqual({ 200: 90, 201: 10 })
    const { ratings, avg_claws, total_ratings } = await page(skill.slug)
    expect([total_ratings, ratings.length]).toEqual([10, 10])
    const sum = ratings.reduce((total, { claws }) => total + claws, 0)
    expect(avg_claws).toBe(Math.floor((sum * 20 + 10) / 20) / 10)
    expect(await differences()).toEqual([])
  })
})

describe('submissions at once', () => {
  let agents: Agent[]
  beforeAll(async () => {
    agents = await atOnce(8, () => newAgent())
  })

  function submit(i: number, name: string): Promise<Answer<Submitted & Problem>> {
    const { key } = agents[i % agents.length] as Agent
    return post(
      '/api/skills',
      { name, description: `By agent ${i % agents.length}.`, type: 'other' },
      { key },
    )
  }

  test('of one name make one skill: 201 once, 409 that names it for the rest', async () => {
    const word = uniqueWord()
    const answers = await atOnce(60, (i) =>
      submit(i, [word, word.toUpperCase(), `${word} `][i % 3] as string),
    )
    expect(tally(answers)).toEqual({ 201: 1, 409: 59 })
    const made = answers.find(({ status }) => status === 201) as Answer<Submitted>
    const { id, name, slug } = made.body.skill
    for (const { status, body } of answers) {
      if (status === 409) expect([body.code, body.skill]).toEqual(['skill_name_taken', { id, name, slug }])
    }
    expect((await get<Submitted['skill']>(`/api/skills/${slug}`)).body.id).toBe(id)
    expect(await sql`select from public.skills where name_key = ${word}`).toHaveLength(1)
  })

  test('of names that share a slug all succeed, each with a slug of its own and none left out', async () => {
    const word = uniqueWord()
    const answers = await atOnce(40, (i) => submit(i, `${word}${'!'.repeat(i)}`))
    expect(tally(answers)).toEqual({ 201: 40 })
    const expected = [word, ...Array.from({ length: 39 }, (_, i) => `${word}-${i + 2}`)]
    expect(answers.map(({ body }) => body.skill?.slug).sort()).toEqual(expected.sort())
  })

  test('of names whose slugs run into the numbers of others all succeed', async () => {
    const word = uniqueWord()
    const names = ['', '!', '!!', ' 2', ' 2!', ' 2 2', ' 3', ' 3!', '?', '-2-2'].map((rest) => word + rest)
    const answers = await atOnce(names.length, (i) => submit(i, names[i] as string))
    expect(tally(answers)).toEqual({ 201: names.length })
    expect(new Set(answers.map(({ body }) => body.skill?.slug)).size).toBe(names.length)
  })

  test('and ratings of a skill by the name that is just being submitted find it or do not', async () => {
    const word = uniqueWord()
    const answers = await atOnce<Answer<Submitted | Rated>>(40, (i) =>
      i === 5 ? submit(i, word) : rate(agents[i % 8] as Agent, { skill_name: word, claws: 5 }),
    )
    expect(Object.keys(tally(answers)).filter((status) => !['200', '201', '404'].includes(status))).toEqual(
      [],
    )
    const raters = new Set(answers.flatMap(({ body }) => ('rating' in body ? [body.rating.agent_name] : [])))
    expect((await page(word)).total_ratings).toBe(raters.size)
  })
})

function differences() {
  return sql`select * from private.stats_differences()`
}
