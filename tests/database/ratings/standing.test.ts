import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { randomNumbers } from '../../../scripts/support/random.ts'
import { type Agent, openTransaction, rpc, type Skill, testDatabase } from '../fixtures.ts'

const {
  database,
  newAgent,
  newSkill,
  call,
  submitRating,
  submitRatingResult,
  page,
  admin,
  blocked,
  race,
  step,
  differences,
} = testDatabase({ connections: 10 })
let skills: Skill[]

beforeAll(async () => {
  skills = []
  for (let i = 0; i < 6; i++) skills.push(await newSkill())
})

afterEach(async () => {
  expect(await differences()).toEqual([])
})

const skill = (i: number) => skills[i] as Skill

/** Moves the registration of an agent into the past. */
async function age(agent: Agent, interval = '7 days'): Promise<void> {
  await database.owner`update public.agents set created_at = now() - ${interval}::interval where id = ${agent.id}`
}

/** An agent that has rated the first skills, with these claws, and is as old as `interval`. */
async function raterOf(claws: number[], interval = '7 days'): Promise<Agent> {
  const agent = await newAgent()
  for (const [i, number] of claws.entries())
    await submitRating(agent, skill(i), { p_claws: number, p_speed: 80 })
  await age(agent, interval)
  return agent
}

const isEstablished = async ({ id }: Agent) => (await call({}, 'get_agent', { p_agent: id })).established

async function established(): Promise<Agent> {
  const agent = await raterOf([3, 3])
  await submitRating(agent, skill(2))
  expect(await isEstablished(agent)).toBe(true)
  return agent
}

// rating-model.test.ts has all statements of tables, and standing that stays.
describe('an agent is established by its first rating', () => {
  test.each([
    ['after 7 days, of a third skill', '7 days', [5, 5], { p_claws: 4 }, true],
    ['before 7 days', '6 days 23:59', [5, 5], { p_claws: 4 }, false],
    ['of a second skill', '30 days', [5], { p_claws: 4 }, false],
    ['that replaces one of three', '7 days', [5, 5, 5], { p_claws: 4 }, true],
    ['that is identical to one of three', '7 days', [5, 5, 5], { p_claws: 5, p_speed: 80 }, true],
  ])('%s', async (_, interval, before, fields, expected) => {
    const agent = await raterOf(before, interval)
    const { rating } = await submitRatingResult(agent, skill(before.length === 2 ? 2 : 0), fields)
    expect([await isEstablished(agent), rating.established]).toEqual([expected, expected])
  })

  test('which changes nothing else when it is identical', async () => {
    const agent = await raterOf([5, 5, 5])
    const before = await call(agent, 'get_own_rating', { p_skill: skill(0).slug })
    const { created, rating } = await submitRatingResult(agent, skill(0), { p_claws: 5, p_speed: 80 })
    expect([created, rating]).toEqual([false, { ...before, established: true }])
  })

  test('which has no deadlock with an admin who waits for the agent', async () => {
    const agent = await raterOf([5, 5])
    const rating = await openTransaction(database.owner, agent.key)
    await rpc(rating.sql, 'submit_rating', { p_skill_id: skill(0).id, p_claws: 4 })
    const suspension = await blocked({
      run: (sql) => sql`select admin.suspend_agent(${agent.name}, 'A test.')`,
    })
    await rpc(rating.sql, 'submit_rating', { p_skill_id: skill(2).id, p_claws: 4 })
    await rating.commit()
    expect((await suspension.end()).outcome).toBe('done')
    const [row] =
      await database.owner`select established_at from private.standing where agent_id = ${agent.id}`
    expect(row?.established_at).not.toBeNull()
  })

  test('and only if an agent wrote it', async () => {
    const agent = await raterOf([5, 5, 5])
    await database.owner`update public.ratings set claws = 1 where agent_id = ${agent.id}`
    expect(await isEstablished(agent)).toBe(false)
  })
})

describe('a rating of a skill that the agent submitted', () => {
  const ownSkill = (agent: Agent) => newSkill(undefined, agent)
  const standingOf = async (agent: Agent, of: Skill) => {
    const { rating, own_skill, rated_skills } = await submitRatingResult(agent, of, { p_claws: 5 })
    return [rating.established, own_skill, rated_skills]
  }

  test('is counted in the mean, but neither as established nor among the three', async () => {
    const agent = await raterOf([5, 5])
    const own = await ownSkill(agent)
    expect(await standingOf(agent, own)).toEqual([false, true, 2])
    expect(await isEstablished(agent)).toBe(false)
    expect(await page(own.slug)).toMatchObject({ total_ratings: 1, established_ratings: 0, avg_claws: 5 })
    expect(await standingOf(agent, skill(2))).toEqual([true, false, 3])
    // Neither by being replaced, nor with the next writes, nor by an admin.
    expect(await standingOf(agent, own)).toEqual([false, true, 3])
    expect(await page(own.slug)).toMatchObject({ established_ratings: 0 })
    await admin('withdraw_standing', agent.id, 'A test.')
    await admin('grant_standing', agent.id, 'A test.')
    expect(await page(own.slug)).toMatchObject({ established_ratings: 0 })
    await database.owner`update public.ratings set agent_id = agent_id where agent_id = ${agent.id}`
    expect(await page(own.slug)).toMatchObject({ established_ratings: 0 })
  })

  test('is the number of skills that count, up to three', async () => {
    const agent = await newAgent()
    for (const [i, expected] of [1, 2, 3].entries())
      expect((await submitRatingResult(agent, skill(i))).rated_skills).toBe(expected)
    expect((await submitRatingResult(agent, skill(3))).rated_skills).toBe(3)
    expect((await submitRatingResult(agent, skill(3))).rated_skills).toBe(3)
  })

  test('counts as established once a merge makes it a rating of another, and the reverse', async () => {
    const agent = await established()
    const [own, other] = [await ownSkill(agent), await newSkill()]
    await submitRating(agent, own, { p_claws: 5 })
    await admin('merge_skills', own.slug, other.slug, 'The same.', true)
    expect(await page(other.slug)).toMatchObject({ established_ratings: 1 })
    const [kept, duplicate] = [await ownSkill(agent), await newSkill()]
    await submitRating(agent, duplicate, { p_claws: 5 })
    expect(await page(duplicate.slug)).toMatchObject({ established_ratings: 1 })
    await admin('merge_skills', duplicate.slug, kept.slug, 'The same.', true)
    expect(await page(kept.slug)).toMatchObject({ total_ratings: 1, established_ratings: 0 })
  })

  test('leaves an agent established that was so before', async () => {
    const agent = await established()
    await database.owner`update public.skills set submitted_by = ${agent.id} where id = ${skill(0).id}`
    await submitRating(agent, skill(0), { p_claws: 2 })
    expect(await isEstablished(agent)).toBe(true)
    await database.owner`update public.skills set submitted_by = null where id = ${skill(0).id}`
  })
})

test('all ratings of an established agent count fully, with their scores', async () => {
  const target = await newSkill()
  const agent = await raterOf([1, 1])
  const stats = async () => {
    const [row] = await database.owner`
      select established_ratings, established_claws::int as claws, established_speed_count as count,
        established_speed_sum::float8 as speed
      from public.skill_stats where skill_id = ${target.id}`
    return row
  }
  await submitRating(agent, target, { p_claws: 4, p_speed: 12.5 })
  expect(await stats()).toEqual({ established_ratings: 1, claws: 4, count: 1, speed: 12.5 })
  expect(await page(target.slug)).toMatchObject({
    established_ratings: 1,
    established_mean: 4,
    ratings: [{ established: true }],
  })
  await submitRating(agent, target, { p_claws: 2 })
  expect(await stats()).toEqual({ established_ratings: 1, claws: 2, count: 0, speed: 0 })
  await call(agent, 'delete_own_rating', { p_skill: target.slug })
  expect(await stats()).toEqual({ established_ratings: 0, claws: 0, count: 0, speed: 0 })
  expect(await page(target.slug)).toMatchObject({ established_ratings: 0, established_mean: null })
})

test('merged skills keep the standing of their ratings', async () => {
  const [gone, kept] = [await newSkill(), await newSkill()]
  const agents = [await established(), await established()] as const
  await submitRating(agents[0], gone, { p_claws: 5 })
  await submitRating(agents[0], kept, { p_claws: 1 })
  await submitRating(agents[1], gone, { p_claws: 4 })
  await submitRating(await newAgent(), gone)
  await database.owner`select admin.merge_skills(${gone.slug}, ${kept.slug}, 'The same.', true)`
  // The mean of 1 and 4: agents[0] keeps its rating of the target, and the fourth rating is by a new agent.
  expect(await page(kept.slug)).toMatchObject({
    total_ratings: 3,
    established_ratings: 2,
    established_mean: 2.5,
  })
})

describe('the sort key', () => {
  const average = async (values: number[]) =>
    Number(
      (await database.owner.unsafe(`select private.bayesian_average($1, $2, $3, $4, $5) as key`, values))[0]
        ?.key,
    ) / 1e9
  test.each([
    ['without ratings', [0, 0, 0, 0, 3], 0],
    ['of one new agent', [0, 0, 1, 5, 3], (15 + 5 / 6) / (5 + 1 / 6)],
    [
      'of ten thousand new agents',
      [0, 0, 10_000, 50_000, 3],
      (15 + (5 * 10_000) / 30_003) / (5 + 10_000 / 30_003),
    ],
    ['of more new agents than there can be', [0, 0, 2 ** 31 - 1, 2 ** 31 - 1, 3], (15 + 1 / 3) / (5 + 1 / 3)],
    ['of one established agent, whatever a thousand new ones say', [1, 4, 1_001, 5_004, 3], 19 / 6],
    ['of established agents', [200, 960, 200, 960, 3], 975 / 205],
    ['of a sub-score', [0, 0, 2, 190, 50], (250 + 190 / 9) / (5 + 2 / 9)],
    ['of the most sub-scores', [0, 0, 2 ** 31 - 1, 100 * (2 ** 31 - 1), 50], (250 + 100 / 3) / (5 + 1 / 3)],
    ['of the least sub-scores', [1_000_000, 0, 1_000_000, 0, 50], 250 / 1_000_005],
  ])('%s', async (_, values, expected) => {
    expect(await average(values)).toBeCloseTo(expected, 7)
  })

  test('is exact: in billionths, rounded down, for any counts', async () => {
    const random = randomNumbers(7).fraction
    const below = (limit: number) => Math.floor(random() * limit)
    const counts = Array.from({ length: 300 }, (_, i) => {
      const total = 1 + below(i < 100 ? 10 : 1_000_000)
      const established = below(2) === 0 ? 0 : 1 + below(total)
      const sum = (count: number) => count + below(4 * count + 1)
      const establishedSum = established && sum(established)
      const totalSum = establishedSum + (total > established ? sum(total - established) : 0)
      return { established, establishedSum, total, totalSum }
    })
    const keys = await database.owner`
      select private.bayesian_average(established, "establishedSum", total, "totalSum", 3)::text as key
      from json_to_recordset(${JSON.stringify(counts)}::text::json)
        as c (established integer, "establishedSum" integer, total integer, "totalSum" integer)`
    const expected = counts.map(({ established, establishedSum, total, totalSum }) =>
      established > 0
        ? (10n ** 9n * BigInt(15 + establishedSum)) / BigInt(5 + established)
        : (10n ** 9n * (45n * BigInt(total + 1) + BigInt(totalSum))) / BigInt(16 * total + 15),
    )
    expect(keys.map(({ key }) => BigInt(key))).toEqual(expected)
  })
})

test('the history has the months of the first ratings, in UTC', async () => {
  const target = await newSkill()
  const at = async (claws: number, time: string) => {
    const { id } = await submitRating(await newAgent(), target, { p_claws: claws })
    await database.owner`update public.ratings set created_at = ${time} where id = ${id}`
  }
  const now = new Date()
  const month = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
  const nameOf = (date: Date) => date.toISOString().slice(0, 7)
  await at(5, month(11).toISOString())
  await at(4, new Date(month(10).getTime() - 1).toISOString())
  await at(3, new Date(month(11).getTime() - 1).toISOString())
  const { rating_history } = await page(target.slug)
  expect(rating_history).toHaveLength(12)
  expect(rating_history[0]).toEqual({ month: nameOf(month(11)), count: 2, mean: 4.5 })
  expect(rating_history.slice(1)).toEqual(
    Array.from({ length: 11 }, (_, i) => ({ month: nameOf(month(10 - i)), count: 0, mean: null })),
  )
})

describe('concurrent ratings by one agent', () => {
  const rating = (agent: Agent, i: number, claws = 5) =>
    step(agent, 'submit_rating', { p_skill_id: skill(i).id, p_claws: claws })

  test.each([
    ['a second and a third skill', [3]],
    ['a third and a fourth skill', [3, 3]],
  ])('of %s establish it', async (_, before) => {
    const agent = await raterOf(before)
    const { length } = before
    expect((await race(rating(agent, length), rating(agent, length + 1))).outcome).toBe('done')
    expect(await isEstablished(agent)).toBe(true)
  })

  test('and a deletion leave no difference', async () => {
    const agent = await raterOf([3, 3, 3])
    const open = await openTransaction(database.owner)
    await open.sql`select from public.ratings where agent_id = ${agent.id} and skill_id = ${skill(0).id} for update`
    // Establishes the agent, and leaves out the rating that is locked: the next write marks it.
    await submitRating(agent, skill(1), { p_claws: 4 })
    await open.sql`delete from public.ratings where agent_id = ${agent.id} and skill_id = ${skill(0).id}`
    await open.commit()
    expect(await differences()).toEqual([])
  })
})
