import { afterEach, describe, expect, test } from 'vitest'
import { type Agent, type Connection, outcome, request, type Skill, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, call, submitRating, newRating, differences, admin, race, step } =
  testDatabase({ connections: 6 })

afterEach(async () => {
  expect(await differences()).toEqual([])
})

type FlagResult = { created: boolean; flag: Record<string, string> }

const flag = (agent: Agent, skill: string, rating: string, reason = 'Copied from another.') =>
  call<FlagResult>(agent, 'flag_rating', { p_skill: skill, p_rating: rating, p_reason: reason })
const flagSkill = (agent: Agent, skill: string, reason = 'Steals keys.') =>
  call<FlagResult>(agent, 'flag_skill', { p_skill: skill, p_reason: reason })

const flagsOf = (rating: { id: string }) =>
  database.owner`select agent_id, reason from private.flags where rating_id = ${rating.id} and settled_at is null`
const flagsOfSkill = ({ id }: { id: string }) =>
  database.owner`select agent_id, reason from private.flags where skill_id = ${id} and settled_at is null`

test.each(['rating', 'skill'] as const)(
  'each agent has one flag for a %s: a second one replaces the reason, and updated_at never moves backwards',
  async (kind) => {
    const { skill, rating } = await newRating()
    const [one, other] = [await newAgent(), await newAgent()]
    const give = (agent: Agent, reason?: string, spelled = (id: string) => id) =>
      kind === 'rating'
        ? flag(agent, spelled(skill.id), spelled(rating.id), reason)
        : flagSkill(agent, spelled(skill.id), reason)
    const id = kind === 'rating' ? rating.id : skill.id
    const updated = async () => {
      const [row] = await database.owner`
        select updated_at > created_at as later, updated_at = '2100-01-01'::timestamptz as kept
        from private.flags where agent_id = ${one.id}`
      return row
    }
    const first = await give(one, ' Copied from e\u0301lsewhere.\u0085')
    const created_at = expect.stringMatching(/\+00:00$/)
    expect(first).toEqual({
      created: true,
      flag: { [`${kind}_id`]: id, reason: 'Copied from élsewhere.', created_at },
    })
    expect((await updated())?.later).toBe(false)
    const second = await give(one, 'Insults its author.', (text) => text.toUpperCase())
    expect(second).toEqual({ created: false, flag: { ...first.flag, reason: 'Insults its author.' } })
    expect((await updated())?.later).toBe(true)
    expect((await give(other)).created).toBe(true)
    expect(await (kind === 'rating' ? flagsOf(rating) : flagsOfSkill(skill))).toHaveLength(2)
    await database.owner`update private.flags set updated_at = '2100-01-01' where agent_id = ${one.id}`
    await give(one)
    expect((await updated())?.kept).toBe(true)
  },
)

test('a flag is kept when its rating is replaced', async () => {
  const { agent, skill, rating } = await newRating()
  await flag(await newAgent(), skill.id, rating.id)
  await submitRating(agent, skill, { p_claws: 1 })
  expect(await flagsOf(rating)).toHaveLength(1)
})

test('flag_rating requires a rating of the skill in the path', async () => {
  const { agent, skill, rating } = await newRating()
  const other: { skill: Skill; rating: { id: string } } = await newRating()
  const malformed = ['', 'me', `${rating.id}x`, `{${rating.id}}`, rating.id.replaceAll('-', '')]
  for (const id of [other.rating.id, crypto.randomUUID(), ...malformed])
    expect(await outcome(flag(agent, skill.id, id)), id).toBe('PT404 rating_not_found')
  expect(await outcome(flag(agent, other.skill.id, rating.id))).toBe('PT404 rating_not_found')
  expect(await outcome(flag(agent, 'no-such-skill', rating.id))).toBe('PT404 skill_not_found')
  expect(await flagsOf(rating)).toHaveLength(0)
})

describe('flag_skill', () => {
  test('flags a retired skill, whose page remains, and the skill that replaced a merged one', async () => {
    const agent = await newAgent()
    const [retired, merged, kept] = [await newSkill(), await newSkill(), await newSkill()]
    await admin('retire_skill', retired.id, 'Gone.')
    await database.owner`select admin.merge_skills(${merged.id}, ${kept.id}, 'Equal.', true)`
    expect((await flagSkill(agent, retired.slug)).flag.skill_id).toBe(retired.id)
    expect((await flagSkill(agent, merged.slug)).flag.skill_id).toBe(kept.id)
    expect((await flagSkill(agent, kept.id)).created).toBe(false)
  })

  test('requires a skill', async () => {
    const agent = await newAgent()
    for (const skill of ['', 'no-such-skill', crypto.randomUUID()])
      expect(await outcome(flagSkill(agent, skill))).toBe('PT404 skill_not_found')
  })

  test.each([
    [
      'merged',
      (skill: string, other: string) => `select admin.merge_skills('${skill}', '${other}', 'Equal.', true)`,
    ],
    ['retired', (skill: string) => `select admin.retire_skill('${skill}', 'Gone.')`],
  ])(
    'a skill that is %s meanwhile is waited for, and then flagged where it went',
    async (what, statement) => {
      const [agent, skill, other] = [await newAgent(), await newSkill(), await newSkill()]
      const change = { run: (sql: Connection) => sql.unsafe(statement(skill.id, other.id)) }
      const { second } = await race(
        change,
        step(agent, 'flag_skill', { p_skill: skill.slug, p_reason: 'Odd.' }),
      )
      const expected = what === 'merged' ? other.id : skill.id
      expect((second as FlagResult).flag.skill_id).toBe(expected)
    },
  )

  test('no flag is left on a rating whose agent is suspended meanwhile', async () => {
    for (const isAdminFirst of [true, false]) {
      const [agent, { skill, rating, agent: author }] = [await newAgent(), await newRating()]
      const suspension = { run: (sql: Connection) => sql`select admin.suspend_agent(${author.id}, 'Fake.')` }
      const flagging = step(agent, 'flag_rating', {
        p_skill: skill.slug,
        p_rating: rating.id,
        p_reason: 'Odd.',
      })
      // The same flag again: this one is locked while the admin looks for it.
      if (!isAdminFirst) await flag(agent, skill.id, rating.id)
      const { outcome: result } = await (isAdminFirst
        ? race(suspension, flagging)
        : race(flagging, suspension))
      expect(result).toBe(isAdminFirst ? 'PT404 rating_not_found' : 'done')
      expect(await flagsOf(rating)).toHaveLength(0)
    }
  })

  test('an agent that is suspended meanwhile cannot flag', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const suspension = { run: (sql: Connection) => sql`select admin.suspend_agent(${agent.id}, 'Fake.')` }
    const { outcome: result } = await race(
      suspension,
      step(agent, 'flag_skill', { p_skill: skill.slug, p_reason: 'Odd.' }),
    )
    expect(result).toBe('PT401 invalid_api_key')
    expect(await flagsOfSkill(skill)).toHaveLength(0)
  })
})

describe('an agent that is not established', () => {
  const MOST = 20
  const TOO_MANY = 'PT409 too_many_flags'

  /** An agent with so many flags, of skills and a rating, and what it flagged. */
  async function flagger(flags: number) {
    const [agent, { skill, rating }] = [await newAgent(), await newRating()]
    const skills: Skill[] = []
    const submitter = await newAgent()
    for (let i = 1; i < flags; i++) skills.push(await newSkill(undefined, submitter))
    for (const one of skills) await flagSkill(agent, one.id)
    await flag(agent, skill.id, rating.id)
    return { agent, skills, skill, rating }
  }

  test('has at most 20 unsettled flags of ratings and skills; repeating one replaces it', async () => {
    const { agent, skills, skill, rating } = await flagger(MOST)
    const [another, submitter] = [await newRating(), await newAgent()]
    expect(await outcome(flagSkill(agent, another.skill.id))).toBe(TOO_MANY)
    expect(await outcome(flag(agent, another.skill.id, another.rating.id))).toBe(TOO_MANY)
    expect((await flagSkill(agent, (skills[0] as Skill).id)).created).toBe(false)
    expect((await flag(agent, skill.id, rating.id, 'Still.')).created).toBe(false)

    // Each that an admin settles makes room for one.
    await admin('dismiss_flags', rating.id, 'Fine.')
    expect((await flagSkill(agent, another.skill.id)).created).toBe(true)
    expect(await outcome(flagSkill(agent, (await newSkill(undefined, submitter)).id))).toBe(TOO_MANY)

    await admin('grant_standing', agent.id, 'Known.')
    expect((await flag(agent, another.skill.id, another.rating.id)).created).toBe(true)
    await admin('withdraw_standing', agent.id, 'Unknown.')
    expect(await outcome(flagSkill(agent, (await newSkill(undefined, submitter)).id))).toBe(TOO_MANY)
    expect((await flagSkill(agent, another.skill.id)).created).toBe(false)
  })

  test('has no more when it flags several at once', async () => {
    const { agent } = await flagger(MOST - 1)
    const submitter = await newAgent()
    const skills = [await newSkill(undefined, submitter), await newSkill(undefined, submitter)]
    const [one, other] = skills.map((skill) =>
      step(agent, 'flag_skill', { p_skill: skill.id, p_reason: 'Odd.' }),
    )
    if (!one || !other) throw new Error('There are two.')
    expect((await race(one, other)).outcome).toBe(TOO_MANY)
    // Without the limit, five more of ratings and skills at the same time.
    const more = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { skill, rating } = await newRating()
        const args = { p_skill: skill.id, p_rating: rating.id, p_reason: 'Odd.' }
        return outcome(request(database.owner, agent, 'flag_rating', args))
      }),
    )
    expect(more).toEqual(Array(5).fill(TOO_MANY))
    const [flags] = await database.owner`select count(*) from private.flags where agent_id = ${agent.id}`
    expect(Number(flags?.count)).toBe(MOST)
  })
})

test('a decision about an unchanged text holds for the same words', async () => {
  const flagger = await newAgent()
  const { agent, skill, rating } = await newRating({ p_commentary: 'As it is.' })
  const flag = (reason: string) =>
    call<{ created: boolean }>(flagger, 'flag_rating', {
      p_skill: skill.id,
      p_rating: rating.id,
      p_reason: reason,
    })
  expect((await flag('Spam.')).created).toBe(true)
  await admin('dismiss_flags', rating.id, 'Fine.')
  // Without effect, also for the limit.
  for (let i = 0; i < 25; i++)
    expect(await flag('Spam.')).toMatchObject({ created: false, flag: { reason: 'Spam.' } })
  expect(await flagsOf(rating)).toHaveLength(0)
  await flag('It copies another.')
  expect(await flagsOf(rating)).toHaveLength(1)
  const [row] = await database.owner`select decided_at from admin.queue where rating_id = ${rating.id}`
  expect(row?.decided_at).toBeInstanceOf(Date)
  await admin('dismiss_flags', rating.id, 'Fine.')
  await submitRating(agent, skill, { p_commentary: 'Something else by now.' })
  await flag('It copies another.')
  expect(await flagsOf(rating)).toHaveLength(1)

  await call(flagger, 'flag_skill', { p_skill: skill.id, p_reason: 'Spam.' })
  await admin('review_skill', skill.slug, 'Fine.')
  await call(flagger, 'flag_skill', { p_skill: skill.id, p_reason: 'Spam.' })
  expect(await flagsOfSkill(skill)).toHaveLength(0)
  await database.owner`update public.skills set description = 'Another text.' where id = ${skill.id}`
  await call(flagger, 'flag_skill', { p_skill: skill.id, p_reason: 'Spam.' })
  expect(await flagsOfSkill(skill)).toHaveLength(1)
})
