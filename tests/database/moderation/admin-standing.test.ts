import { afterEach, describe, expect, test } from 'vitest'
import {
  type Agent,
  as,
  type Connection,
  openTransaction,
  outcome,
  type Rating,
  type Skill,
  testDatabase,
} from '../fixtures.ts'
import { connect } from '../own-database.ts'

const {
  database,
  newAgent,
  newSkill,
  call,
  submitRating,
  page,
  admin,
  lastLogged,
  differences,
  blocked,
  race,
  step,
} = testDatabase({ connections: 10 })

afterEach(async () => {
  expect(await differences()).toEqual([])
})

/** An agent with two ratings, of the two skills. */
async function rater(): Promise<{ agent: Agent; skills: [Skill, Skill]; ratings: [Rating, Rating] }> {
  const agent = await newAgent()
  const skills: [Skill, Skill] = [await newSkill(), await newSkill()]
  const ratings: [Rating, Rating] = [
    await submitRating(agent, skills[0], { p_claws: 5, p_speed: 10, p_commentary: 'Kept.' }),
    await submitRating(agent, skills[1], { p_claws: 4 }),
  ]
  return { agent, skills, ratings }
}

const remove = ({ id }: Rating) => admin('remove_ratings', [id], 'Reason.')
const restore = ({ id }: Rating) => admin('restore_ratings', [id], 'Reason.')
const total = async ({ slug }: Skill) => (await page(slug)).total_ratings
const established = async ({ slug }: Skill) => (await page(slug)).established_ratings
const logged = async () => (await database.owner`select count(*)::int as n from admin.audit_log`)[0]?.n

describe('remove_ratings and restore_ratings', () => {
  test('remove one rating and restore it as it was', async () => {
    const { agent, skills, ratings } = await rater()
    const row = () => database.owner`select * from public.ratings where id = ${ratings[0].id}`
    const before = [await page(skills[0].slug), await row()]
    expect(await remove(ratings[0])).toBe('1 rating removed. Undo within 30 days: admin.restore_ratings.')
    expect(await page(skills[0].slug)).toMatchObject({ total_ratings: 0, ratings: [] })
    expect(await total(skills[1])).toBe(1)
    expect(await lastLogged()).toMatchObject({
      role: 'service_role',
      action: 'remove_ratings',
      agent_id: agent.id,
      reason: 'Reason.',
      details: { ratings: [ratings[0].id] },
    })
    expect(await remove(ratings[0])).toBe('These ratings are already removed.')
    expect(await restore(ratings[0])).toBe('1 rating restored.')
    expect([await page(skills[0].slug), await row()]).toEqual(before)
    expect(await restore(ratings[0])).toBe('None of these ratings was removed in the last 30 days.')
  })

  test('of an agent, by name', async () => {
    const { agent, skills } = await rater()
    expect(await admin('remove_ratings', agent.name, 'Fake.')).toBe(
      `${agent.name}: 2 ratings removed. Undo within 30 days: admin.restore_ratings.`,
    )
    const logs = await logged()
    expect(await admin('remove_ratings', agent.name, 'Fake.')).toBe(`${agent.name}: it has no ratings.`)
    expect(await logged()).toBe(logs)
    await submitRating(agent, skills[0], { p_claws: 1 })
    expect(await admin('restore_ratings', agent.id, 'A mistake.')).toBe(
      `${agent.name}: 1 rating restored; 1 stay removed, because their agents have rated these skills again.`,
    )
  })

  test('to the skill that replaces a merged one, or is retired', async () => {
    const { agent, skills } = await rater()
    await admin('remove_ratings', agent.name, 'Fake.')
    const kept = await newSkill()
    await admin('merge_skills', skills[0].slug, kept.slug, 'The same.', true)
    await admin('retire_skill', skills[1].slug, 'Gone.')
    await admin('restore_ratings', agent.name, 'A mistake.')
    expect([await total(kept), await total(skills[1])]).toEqual([1, 1])
  })

  test('not after 30 days', async () => {
    const { agent, ratings } = await rater()
    await remove(ratings[0])
    await database.owner`update public.ratings set removed_at = now() - interval '30 days' where removed_at is not null`
    expect(await restore(ratings[0])).toBe('None of these ratings was removed in the last 30 days.')
    await remove(ratings[1])
    const kept =
      await database.owner`select id from public.ratings where agent_id = ${agent.id} and removed_at is not null`
    expect(kept.map(({ id }) => id)).toEqual([ratings[1].id])
  })

  test('do not establish the agent', async () => {
    const { agent } = await rater()
    await submitRating(agent, await newSkill())
    await admin('remove_ratings', agent.name, 'Fake.')
    await database.owner`update public.agents set created_at = now() - interval '8 days' where id = ${agent.id}`
    await admin('restore_ratings', agent.name, 'A mistake.')
    expect(
      await database.owner`select from private.standing where agent_id = ${agent.id} and established_at is not null`,
    ).toHaveLength(0)
  })
})

describe('grant_standing and withdraw_standing', () => {
  test('move all ratings of the agent', async () => {
    const { agent, skills } = await rater()
    expect(await admin('grant_standing', agent.name, 'Known.')).toBe(
      `${agent.name} is established: its ratings count fully.`,
    )
    expect(await established(skills[0])).toBe(1)
    expect(await admin('grant_standing', agent.id, 'Known.')).toBe(`${agent.name} is already established.`)
    await admin('withdraw_standing', agent.name, 'Sells ratings.')
    expect(await established(skills[0])).toBe(0)
    expect(await admin('withdraw_standing', agent.name, 'Again.')).toBe(
      `${agent.name}: its standing is already withdrawn.`,
    )
  })

  test('a withdrawal lasts until an admin grants standing', async () => {
    const { agent } = await rater()
    await admin('withdraw_standing', agent.name, 'Sells ratings.')
    await database.owner`update public.agents set created_at = now() - interval '30 days' where id = ${agent.id}`
    expect((await submitRating(agent, await newSkill())).established).toBe(false)
    await admin('grant_standing', agent.name, 'Has changed.')
    expect((await submitRating(agent, await newSkill())).established).toBe(true)
  })
})

describe('suspend_agent and reinstate_agent', () => {
  test('reject the keys and hide the ratings, until the agent is reinstated', async () => {
    const { agent, skills, ratings } = await rater()
    await admin('grant_standing', agent.name, 'Known.')
    const before = await page(skills[0].slug)
    expect(await admin('suspend_agent', agent.name, 'Fake ratings.')).toBe(
      `${agent.name} is suspended: its keys are rejected, and its 2 ratings count nowhere. Undo: admin.reinstate_agent.`,
    )
    expect(await admin('suspend_agent', agent.name, 'Again.')).toBe(`${agent.name} is already suspended.`)
    expect(await page(skills[0].slug)).toMatchObject({ total_ratings: 0, established_ratings: 0 })
    for (const name of ['get_me', 'create_key'] as const)
      expect(await outcome(call(agent, name))).toBe('PT401 invalid_api_key')
    expect(await outcome(submitRating(agent, skills[0]))).toBe('PT401 invalid_api_key')
    await expect(restore(ratings[0])).rejects.toThrow(/is suspended. Reinstate it first/)

    expect(await admin('reinstate_agent', agent.id, 'A mistake.')).toBe(
      `${agent.name} is reinstated: its keys work again, and its 2 ratings count.`,
    )
    expect(await page(skills[0].slug)).toEqual(before)
    expect(await admin('reinstate_agent', agent.id, 'Again.')).toBe(`${agent.name} is not suspended.`)
    await call(agent, 'get_me')
  })

  test('say if the keys were revoked meanwhile', async () => {
    const { agent } = await rater()
    await admin('suspend_agent', agent.name, 'Fake ratings.')
    await admin('revoke_keys', agent.name, 'Leaked.')
    expect(await admin('reinstate_agent', agent.name, 'A mistake.')).toBe(
      `${agent.name} is reinstated: it has no valid key, and its 2 ratings count.`,
    )
  })

  test('do not restore what was removed before', async () => {
    const { agent, skills, ratings } = await rater()
    await remove(ratings[0])
    await admin('suspend_agent', agent.name, 'Fake ratings.')
    await admin('reinstate_agent', agent.name, 'A mistake.')
    expect([await total(skills[0]), await total(skills[1])]).toEqual([0, 1])
  })

  test.each(['agent', 'rating'])(
    'ratings that an admin removes meanwhile, by %s, stay removed',
    async (by) => {
      const { agent, skills, ratings } = await rater()
      const row = () =>
        database.owner`select updated_at, commentary from public.ratings where id = ${ratings[0].id}`
      const before = await row()
      await admin('suspend_agent', agent.name, 'Fake ratings.')
      if (by === 'rating')
        expect(await remove(ratings[0])).toBe('1 rating removed. Undo within 30 days: admin.restore_ratings.')
      else
        expect(await admin('remove_ratings', agent.name, 'Fake.')).toBe(
          `${agent.name}: 2 ratings removed. Undo within 30 days: admin.restore_ratings.`,
        )
      expect(await remove(ratings[0])).toBe('These ratings are already removed.')
      await admin('reinstate_agent', agent.name, 'It is honest now.')
      expect([await total(skills[0]), await total(skills[1])]).toEqual([0, by === 'rating' ? 1 : 0])
      expect(await restore(ratings[0])).toBe('1 rating restored.')
      expect([await total(skills[0]), await row()]).toEqual([1, before])
    },
  )

  test('the page of its skills does not name it', async () => {
    const agent = await newAgent()
    const { slug } = await newSkill('By a suspended agent', agent)
    const submitter = async () => (await call({}, 'get_skill', { p_skill: slug })).submitted_by
    expect(await submitter()).toBe(agent.name)
    expect(await admin('suspend_agent', agent.name, 'Spam.')).toContain(
      ` It has 1 skill in the catalogue. To retire all: select admin.retire_skills_of('${agent.id}', 'Spam.');`,
    )
    expect(await submitter()).toBeNull()
  })
})

test('dismiss_flags deletes the flags and keeps the rating', async () => {
  const { skills, ratings } = await rater()
  const flag = { p_skill: skills[0].slug, p_rating: ratings[0].id, p_reason: 'Wrong.' }
  await call(await newAgent(), 'flag_rating', flag)
  expect(await admin('dismiss_flags', ratings[0].id, 'Only critical.')).toBe(
    '1 flag dismissed. The rating stays.',
  )
  expect(await lastLogged()).toMatchObject({ action: 'dismiss_flags', rating_id: ratings[0].id })
  expect(await admin('dismiss_flags', ratings[0].id, 'Again.')).toBe('This rating has no flags.')
})

test('merge_skills without confirm changes nothing and says what it would do', async () => {
  const { agent, skills } = await rater()
  await database.owner`update public.skills set type = 'mcp', url = 'https://one.example' where id = ${skills[0].id}`
  await database.owner`update public.skills set url = 'https://two.example' where id = ${skills[1].id}`
  await submitRating(await newAgent(), skills[0])
  const [before, logs] = [await page(skills[0].slug), await logged()]
  const names = `${skills[0].slug} would be merged into ${skills[1].slug}`
  const differ =
    'Their types differ: mcp and other. Their addresses differ: https://one.example and https://two.example.'
  expect(await admin('merge_skills', skills[0].slug, skills[1].slug, 'The same.')).toBe(
    `Nothing was changed. ${names}: 1 ratings moved, 1 dropped for a newer one by the same agent. ${differ} To merge them, add confirm => true.`,
  )
  expect([await page(skills[0].slug), await logged()]).toEqual([before, logs])
  expect(agent.name).toBe(before.ratings[1].agent_name)
})

describe('add_skill', () => {
  test('adds a skill without a submitter', async () => {
    const args = ['Added by an admin', 'Does things.', 'mcp', 'https://example.com/x', 'Asked for.']
    expect(await admin('add_skill', ...args)).toBe(
      'Added by an admin is in the catalogue as added-by-an-admin.',
    )
    expect(await page('added-by-an-admin')).toMatchObject({ url: args[3], submitted_by: null })
    expect(await lastLogged()).toMatchObject({ action: 'add_skill', reason: 'Asked for.' })
    expect(await admin('add_skill', ...args)).toBe('The catalogue already has Added by an admin.')
  })

  test.each([
    [['', 'x', 'mcp'], 'The name must have 1 to 200 characters.'],
    [['Named', '', 'mcp'], 'The description must have 1 to 5000 characters.'],
    [['Named', 'x', 'web'], /^The type must be one of/],
    [['Named', 'x', 'mcp', 'ftp://x'], /^The address must/],
  ])('rejects %j', async (args, message) => {
    await expect(admin('add_skill', ...args)).rejects.toThrow(message)
  })
})

test('the table editor need not give a slug, and may', async () => {
  const row = { name: 'Typed In', description: 'x', type: 'mcp' }
  const rows = [row, { ...row, name: 'Typed in too', slug: 'my-slug' }]
  const slugs = await as(database.owner, { role: 'service_role' }, async (tx) => {
    const inserted = await Promise.all(
      rows.map((one) => tx`insert into public.skills ${tx(one)} returning slug`),
    )
    return inserted.map(([one]) => one?.slug)
  })
  expect(slugs).toEqual(['typed-in', 'my-slug'])
  const [column] = await database.owner`
    select column_default is not null as optional from information_schema.columns
    where table_schema = 'public' and table_name = 'skills' and column_name = 'slug'`
  expect(column?.optional).toBe(true)
})

describe('races of admin calls', () => {
  const run = (name: string, agent: Agent) => ({
    run: (sql: Connection) => sql.unsafe(`select admin.${name}($1, 'Reason.')`, [agent.name]),
  })
  const calls = ['remove_ratings', 'withdraw_standing', 'grant_standing', 'suspend_agent']

  // Withdrawing standing that an agent does not have waits for nothing.
  const replacing = calls.filter((name) => name !== 'withdraw_standing')
  test.each([
    ...calls.map((name) => [name, 'new'] as const),
    ...replacing.map((name) => [name, 'replaced'] as const),
  ])('%s waits for a %s rating, and the rating waits for it', async (name, kind) => {
    for (const isAdminFirst of [true, false]) {
      const { agent, skills } = await rater()
      const { id } = kind === 'new' ? await newSkill() : skills[0]
      const rating = step(agent, 'submit_rating', { p_skill_id: id, p_claws: 1 })
      const call = run(name, agent)
      const { outcome: said } = await (isAdminFirst ? race(call, rating) : race(rating, call))
      expect(said).toBe(name === 'suspend_agent' && isAdminFirst ? 'PT401 invalid_api_key' : 'done')
    }
  })

  test('restore_ratings does not wait for a new rating that waits for its agent', async () => {
    const { agent, skills } = await rater()
    await admin('remove_ratings', agent.name, 'Reason.')
    const restoring = await openTransaction(database.owner)
    await restoring.sql`select from public.agents where id = ${agent.id} for update`
    // Patient, so that Postgres would cancel the admin: submit_rating tries again.
    const patient = connect('admin', database.name, 1, { deadlock_timeout: '1min' })
    const submission = step(agent, 'submit_rating', { p_skill_id: skills[0].id, p_claws: 1 })
    const rating = await blocked(submission, patient)
    await restoring.sql`select admin.restore_ratings(${agent.name}, 'Reason.')`
    await restoring.commit()
    expect((await rating.end()).outcome).toBe('done')
    await patient.end()
  })

  test('remove_ratings waits for the deletion of a rating whose skill is retired', async () => {
    const { agent, skills } = await rater()
    await admin('retire_skill', skills[0].slug, 'Reason.')
    const stats = await openTransaction(database.owner)
    await stats.sql`select from public.skill_stats where skill_id = ${skills[0].id} for no key update`
    const deleting = await blocked(step(agent, 'delete_own_rating', { p_skill: skills[0].id }))
    const removing = await blocked(run('remove_ratings', agent))
    await stats.commit()
    // At once: either may be first, and the other waits for its commit.
    const ended = await Promise.all([deleting.end(), removing.end()])
    expect(ended.map((step) => step.outcome)).toEqual(['done', 'done'])
  })
})
