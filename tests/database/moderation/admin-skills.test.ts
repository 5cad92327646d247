import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { SORTS, SUB_SCORE_NAMES } from '../../../functions/_shared/schemas/options.ts'
import {
  type Agent,
  as,
  type Connection,
  errorOf,
  openTransaction,
  outcome,
  plantSkills,
  type Skill,
  testDatabase,
} from '../fixtures.ts'

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
} = testDatabase({ connections: 8 })

afterEach(async () => {
  expect(await differences()).toEqual([])
})

/** Those that list the skills without a search too. */
const ORDERS = SORTS.filter((sort) => sort !== 'relevance')

/** The lists and searches that contain the skill. */
async function listsWith({ slug, name }: Skill): Promise<string[]> {
  const found: string[] = []
  const filters = [{ p_type: 'other' }, { p_search: name }, { p_search: name, p_type: 'other' }]
  for (const args of [...ORDERS.map((p_sort) => ({ p_sort })), ...filters]) {
    const list = 'p_search' in args ? 'search_catalogue' : 'list_skills'
    const { skills } = await call<{ skills: Skill[] }>({}, list, { p_limit: 500, ...args })
    if (skills.some((listed) => listed.slug === slug)) found.push(JSON.stringify(args))
  }
  return found
}

const ALL_LISTS = ORDERS.length + 3
const submit = (skill: Skill, fields = {}) => ({ p_skill_id: skill.id, p_claws: 2, ...fields })
const retire = (skill: Skill) => admin('retire_skill', skill.slug, 'Gone.')
const merge = (duplicate: Skill, keep: Skill) =>
  admin('merge_skills', duplicate.slug, keep.slug, 'Reason.', true)

describe('a retired skill', () => {
  test('is in no list, search or similar names until it is restored; its page has retired_at', async () => {
    const skill = await newSkill('Vanishing point')
    await submitRating(await newAgent(), skill, { p_claws: 5, p_commentary: 'Good.' })
    expect(await listsWith(skill)).toHaveLength(ALL_LISTS)
    const before = await page(skill.slug)
    expect(before.retired_at).toBeNull()
    expect(await retire(skill)).toMatch(/^vanishing-point is retired/)
    expect(await listsWith(skill)).toEqual([])
    const after = await page(skill.slug)
    // updated_at stays: that is when the skill was edited.
    expect(after).toEqual({ ...before, retired_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+\+00:00$/) })
    expect(await page(skill.id)).toEqual(after)
    const [similar] =
      await database.owner`select public.suggest_skills('Vanishing pointe') -> 'suggestions' as skills`
    expect(similar?.skills).toEqual([])
    expect(await database.owner`select from public.skill_catalogue where id = ${skill.id}`).toHaveLength(0)
    expect(await lastLogged()).toEqual({
      role: 'service_role',
      action: 'retire_skill',
      skill_id: skill.id,
      rating_id: null,
      agent_id: null,
      reason: 'Gone.',
      details: { flags: 0 },
    })
    expect(await admin('restore_skill', skill.id.toUpperCase(), 'Reason.')).toBe(
      'vanishing-point is in the catalogue again.',
    )
    expect(await page(skill.slug)).toEqual(before)
    expect(await listsWith(skill)).toHaveLength(ALL_LISTS)
    expect(await lastLogged()).toMatchObject({ action: 'restore_skill', skill_id: skill.id })
  })

  test('cannot be rated: PT410 by its id, PT404 by its name', async () => {
    const [rater, skill] = [await newAgent(), await newSkill()]
    await submitRating(rater, skill, { p_claws: 2 })
    await retire(skill)
    for (const agent of [rater, await newAgent()])
      expect(await outcome(submitRating(agent, skill))).toBe('PT410 skill_retired')
    expect(await outcome(submitRating(rater, skill, { p_skill_name: skill.name }))).toBe(
      'PT410 skill_retired',
    )
    expect(await outcome(submitRating(rater, null, { p_skill_name: skill.name }))).toBe(
      'PT404 skill_not_found',
    )

    expect(await page(skill.slug)).toMatchObject({ total_ratings: 1, avg_claws: 2 })
  })

  test('frees its name but not its slug, and cannot be restored while the name is taken', async () => {
    const skill = await newSkill('Free name')
    await retire(skill)
    const next = await newSkill('ＦＲＥＥ  name')
    expect(next.slug).toBe('free-name-2')
    expect((await errorOf(admin('restore_skill', skill.slug, 'Reason.')))?.message).toBe(
      'The name "Free name" was taken by free-name-2. Rename one of the two first.',
    )
    expect((await page('free-name')).id).toBe(skill.id)
    expect((await submitRating(await newAgent(), null, { p_skill_name: 'free name' })).skill_id).toBe(next.id)
    await database.owner`update public.skills set name = 'Another name' where id = ${next.id}`
    expect(await admin('restore_skill', skill.slug, 'Reason.')).toMatch(/in the catalogue again/)
  })
})

/** A duplicate and a skill to keep, with ratings of either and of both. */
async function pair() {
  const [duplicate, keep] = [await newSkill(), await newSkill()]
  const agents = await Promise.all([1, 2, 3, 4].map(() => newAgent()))
  const [onlyDuplicate, onlyKeep, newerOnDuplicate, newerOnKeep] = agents as [Agent, Agent, Agent, Agent]
  await submitRating(onlyDuplicate, duplicate, { p_claws: 1, p_speed: 10, p_commentary: 'Only here.' })
  await submitRating(onlyKeep, keep, { p_claws: 2 })
  await submitRating(newerOnDuplicate, keep, { p_claws: 3 })
  await submitRating(newerOnDuplicate, duplicate, { p_claws: 4, p_security: 40 })
  await submitRating(newerOnKeep, duplicate, { p_claws: 5 })
  await submitRating(newerOnKeep, keep, { p_claws: 5, p_reliability: 50 })
  return { duplicate, keep, agents: { onlyDuplicate, onlyKeep, newerOnDuplicate, newerOnKeep } }
}

const ratingsOf = (...skills: Skill[]) => database.owner`
  select id, agent_id, claws, ${database.owner(SUB_SCORE_NAMES)}, commentary, created_at::text, updated_at::text from public.ratings
  where skill_id = any (${skills.map(({ id }) => id)}) order by id`
const clawsByAgent = async (skill: Skill) =>
  Object.fromEntries((await ratingsOf(skill)).map(({ agent_id, claws }) => [agent_id, claws]))

describe('merge_skills', () => {
  test('moves the ratings unchanged, keeps the newer of two by one agent, and the aggregates are exact', async () => {
    const { duplicate, keep, agents } = await pair()
    const before = await ratingsOf(duplicate, keep)
    expect(await merge(duplicate, keep)).toBe(
      `${duplicate.slug} was merged into ${keep.slug}: 2 ratings moved, 2 dropped for a newer one by the same agent.`,
    )
    expect(await ratingsOf(duplicate)).toHaveLength(0)
    expect(before).toEqual(expect.arrayContaining([...(await ratingsOf(keep))]))
    expect(await clawsByAgent(keep)).toEqual({
      [agents.onlyDuplicate.id]: 1,
      [agents.onlyKeep.id]: 2,
      [agents.newerOnDuplicate.id]: 4,
      [agents.newerOnKeep.id]: 5,
    })
    expect(await page(keep.slug)).toMatchObject({ total_ratings: 4, avg_claws: 3 })
    expect(await lastLogged()).toEqual({
      role: 'service_role',
      action: 'merge_skills',
      skill_id: duplicate.id,
      rating_id: null,
      agent_id: null,
      reason: 'Reason.',
      details: { into: keep.id, moved: 2, dropped: 2, flags: 0 },
    })
  })

  test('makes both ids, slugs and names lead to the kept skill', async () => {
    const { duplicate, keep } = await pair()
    await merge(duplicate, keep)
    const kept = await page(keep.slug)
    expect(kept).toMatchObject({ id: keep.id, retired_at: null })
    for (const address of [duplicate.id, duplicate.slug, keep.id]) expect(await page(address)).toEqual(kept)
    expect([await listsWith(duplicate), (await listsWith(keep)).length]).toEqual([[], ALL_LISTS])
    const rater = await newAgent()
    const rateAs = (p_skill_name: string | null) => submitRating(rater, duplicate, { p_skill_name })
    for (const name of [null, duplicate.name, keep.name]) expect((await rateAs(name)).skill_id).toBe(keep.id)
    expect((await submitRating(rater, null, { p_skill_name: duplicate.name.toUpperCase() })).skill_id).toBe(
      keep.id,
    )
    expect(await outcome(rateAs((await newSkill()).name))).toBe('PT400 invalid_request')
  })

  test('of two ratings with the same time, keeps that of the kept skill', async () => {
    const { duplicate, keep, agents } = await pair()
    await database.owner`update public.ratings set updated_at = '2026-01-01' where skill_id in (${duplicate.id}, ${keep.id})`
    await merge(duplicate, keep)
    const claws = { [agents.newerOnDuplicate.id]: 3, [agents.newerOnKeep.id]: 5 }
    expect(await clawsByAgent(keep)).toMatchObject(claws)
  })

  test.each([
    ['duplicate', true],
    ['duplicate', false],
    ['keep', false],
  ])(
    'keeps a commentary hidden: the newer rating is on the %s, both hidden: %s',
    async (newer, bothHidden) => {
      const [agent, duplicate, keep] = [await newAgent(), await newSkill(), await newSkill()]
      const [first, second] = newer === 'duplicate' ? [keep, duplicate] : [duplicate, keep]
      const older = await submitRating(agent, first, { p_commentary: 'Older text.' })
      await admin('hide_commentary', older.id, 'Spam.')
      const latest = await submitRating(agent, second, { p_claws: 5, p_commentary: 'Newer text.' })
      if (bothHidden) await admin('hide_commentary', latest.id, 'Spam.')
      await merge(duplicate, keep)

      const { id, updated_at } = latest
      expect((await page(keep.slug)).ratings).toMatchObject([{ id, claws: 5, commentary: null, updated_at }])
      const hidden =
        await database.owner`select commentary from private.hidden_commentaries where rating_id = ${id}`
      expect([...hidden]).toEqual([{ commentary: 'Newer text.' }])
      const [listed] = await database.owner`
        select reason, hidden_at < (select retired_at from public.skills where id = ${duplicate.id}) as before_merge
        from admin.hidden_commentaries where rating_id = ${id}`
      expect(listed).toEqual({ reason: 'Spam.', before_merge: true })
      await admin('restore_commentary', latest.id, 'Reason.')
      expect((await page(keep.slug)).ratings[0].commentary).toBe('Newer text.')
    },
  )

  test.each(['duplicate', 'keep'])(
    'logs a removed rating of the %s that gives way to the rating of the other skill',
    async (where) => {
      const [agent, duplicate, keep] = [await newAgent(), await newSkill(), await newSkill()]
      const [first, second] = where === 'duplicate' ? [duplicate, keep] : [keep, duplicate]
      const removed = await submitRating(agent, first, { p_claws: 5, p_commentary: 'Fake.' })
      await admin('remove_ratings', [removed.id], 'Reason.')
      const stays = await submitRating(agent, second, { p_claws: 2 })
      await merge(duplicate, keep)
      expect(await clawsByAgent(keep)).toEqual({ [agent.id]: 2 })
      const [logged] = await database.owner`
        select details from admin.audit_log where rating_id = ${removed.id} and action = 'replace_removed_rating'`
      expect(logged?.details).toEqual({ replaced_by: stays.id, claws: 5, commentary: 'Fake.' })
      expect(await admin('restore_ratings', agent.id, 'Reason.')).toMatch(
        /: 0 ratings restored; 1 stay removed, because/,
      )
    },
  )

  test.each(['removed by an admin', 'deleted by its agent'])(
    'keeps the rating of a suspended agent in place of a newer one that was %s',
    async (how) => {
      const [agent, duplicate, keep] = [await newAgent(), await newSkill(), await newSkill()]
      await submitRating(agent, duplicate, { p_claws: 2 })
      const newer = await submitRating(agent, keep, { p_claws: 5, p_commentary: 'Spam.' })
      if (how === 'removed by an admin') {
        await admin('remove_ratings', [newer.id], 'Reason.')
      } else {
        await admin('hide_commentary', newer.id, 'Reason.')
        await call(agent, 'delete_own_rating', { p_skill: keep.slug })
      }
      await admin('suspend_agent', agent.id, 'Reason.')
      await merge(duplicate, keep)
      await admin('reinstate_agent', agent.id, 'A mistake.')
      expect(await clawsByAgent(keep)).toEqual({ [agent.id]: 2 })
    },
  )

  test('moves flags and hidden commentaries with their ratings', async () => {
    const { duplicate, keep } = await pair()
    const [moved] = await database.owner`
      select id from public.ratings where skill_id = ${duplicate.id} and commentary is not null`
    const flag = { p_skill: duplicate.id, p_rating: moved?.id, p_reason: 'Spam.' }
    await admin('hide_commentary', moved?.id, 'Spam.')
    await call(await newAgent(), 'flag_rating', flag)
    await merge(duplicate, keep)
    const flags = await database.owner`select from private.flags where rating_id = ${moved?.id}`
    expect(flags).toHaveLength(1)
    await admin('restore_commentary', moved?.id, 'Reason.')
    const { ratings } = await page(keep.slug)
    expect(ratings).toContainEqual(expect.objectContaining({ id: moved?.id, commentary: 'Only here.' }))
  })

  test('makes skills that were merged before lead to the last one directly; deleting that deletes them', async () => {
    const [first, second, third] = [await newSkill(), await newSkill(), await newSkill()]
    const rating = await submitRating(await newAgent(), first, { p_claws: 5 })
    await merge(first, second)
    await merge(second, third)
    const into = await database.owner`
      select distinct merged_into from public.skills where id in (${first.id}, ${second.id})`
    expect([...into]).toEqual([{ merged_into: third.id }])
    expect((await page(first.slug)).id).toBe(third.id)
    expect((await ratingsOf(third)).map(({ id }) => id)).toEqual([rating.id])
    await retire(third)
    expect(await outcome(submitRating(await newAgent(), first))).toBe('PT410 skill_retired')
    await database.owner`delete from public.skills where id = ${third.id}`
    expect(await outcome(page(first.slug))).toBe('PT404 skill_not_found')
  })

  test('accepts a retired duplicate, and keeps its retired_at', async () => {
    const { duplicate, keep } = await pair()
    await retire(duplicate)
    const retiredAt = () => database.owner`select retired_at from public.skills where id = ${duplicate.id}`
    const before = await retiredAt()
    await merge(duplicate, keep)
    expect(await retiredAt()).toEqual(before)
    expect((await page(duplicate.slug)).total_ratings).toBe(4)
  })
})

describe('the name of a merged skill', () => {
  const nameKey = (name: string) => name.toLowerCase()
  const insert = (name: string, caller: { role?: 'service_role'; key?: string }) =>
    as(
      database.owner,
      caller,
      (tx) => tx`insert into public.skills (name, description, type) values (${name}, 'x', 'other')`,
    )
  const rename = ({ id }: Skill, name: string) =>
    as(
      database.owner,
      { role: 'service_role' },
      (tx) => tx`update public.skills set name = ${name} where id = ${id}`,
    )
  const leadsTo = async (name: string) =>
    (await submitRating(await newAgent(), null, { p_skill_name: name })).skill_id
  async function merged() {
    const [gone, kept] = [await newSkill(), await newSkill()]
    await merge(gone, kept)
    return { gone, kept, reference: { id: kept.id, name: kept.name, slug: kept.slug } }
  }

  test('is taken for submissions, inserts into the table, renames and admins, with the kept skill', async () => {
    const { gone, reference } = await merged()
    const other = await newSkill()
    for (const attempt of [
      () => newSkill(gone.name.toUpperCase()),
      () => insert(gone.name, { role: 'service_role' }),
      () => rename(other, gone.name),
    ]) {
      const error = await errorOf(attempt())
      expect([error?.code, error?.message, JSON.parse(error?.detail ?? 'null')]).toEqual([
        'PT409',
        'skill_name_taken',
        reference,
      ])
    }
    expect((await errorOf(admin('add_skill', gone.name, 'x', 'other')))?.message).toBe(
      `The name "${gone.name}" is that of a skill that was merged into ${reference.slug}.`,
    )
    expect(await leadsTo(nameKey(gone.name))).toBe(reference.id)
  })

  test('can be taken by the kept skill, and stays taken when that gets another name', async () => {
    const { gone, kept } = await merged()
    await rename(kept, gone.name)
    expect(await leadsTo(gone.name)).toBe(kept.id)
    await rename(kept, `${gone.name} again`)
    expect(await outcome(newSkill(gone.name))).toBe('PT409 skill_name_taken')
    expect(await leadsTo(gone.name)).toBe(kept.id)
  })

  test('follows a second merge', async () => {
    const { gone, kept } = await merged()
    const last = await newSkill()
    await merge(kept, last)
    for (const { name } of [gone, kept]) {
      expect(JSON.parse((await errorOf(newSkill(name)))?.detail ?? '').id).toBe(last.id)
      expect(await leadsTo(name)).toBe(last.id)
    }
  })

  test('is free while the kept skill is retired; a skill that took it keeps it', async () => {
    const [{ gone, kept }, { gone: free, kept: again }] = [await merged(), await merged()]
    for (const skill of [kept, again]) await retire(skill)
    expect(await outcome(submitRating(await newAgent(), null, { p_skill_name: gone.name }))).toBe(
      'PT404 skill_not_found',
    )
    const taker = await newSkill(gone.name)
    for (const { slug } of [kept, again]) await admin('restore_skill', slug, 'Back.')
    expect(await leadsTo(gone.name)).toBe(taker.id)
    expect(JSON.parse((await errorOf(newSkill(gone.name)))?.detail ?? '').id).toBe(taker.id)
    // Also when it is edited, or retired and restored by an edit of another column.
    await database.owner`update public.skills set name = name, description = 'Edited.' where id = ${taker.id}`
    expect(await outcome(newSkill(free.name))).toBe('PT409 skill_name_taken')
    // Once it is retired, the name is held again.
    await retire(taker)
    expect(await leadsTo(gone.name)).toBe(kept.id)
    expect((await errorOf(admin('restore_skill', taker.slug, 'Back.')))?.message).toBe(
      `The name "${taker.name}" was taken by ${kept.slug}. Rename one of the two first.`,
    )
  })

  test('goes to one of a merge and a submission at the same time', async () => {
    const [gone, kept] = [await newSkill(), await newSkill()]
    const merging = {
      run: (sql: Connection) => sql`select admin.merge_skills(${gone.id}, ${kept.id}, 'Reason.', true)`,
    }
    const submission = (name: string, agent: Agent) =>
      step(agent, 'submit_skill', { p_name: name, p_description: 'x', p_type: 'other' })
    expect((await race(merging, submission(gone.name, await newAgent()))).outcome).toBe(
      'PT409 skill_name_taken',
    )
    // A merge that is rolled back leaves the name to its skill.
    const [stays, other] = [await newSkill(), await newSkill()]
    const undone = {
      run: (sql: Connection) => sql`select admin.merge_skills(${stays.id}, ${other.id}, 'Reason.', true)`,
    }
    const said = await race(undone, submission(stays.name, await newAgent()), 'rollback')
    expect(said.outcome).toBe('PT409 skill_name_taken')
  })
})

test('revoke_keys revokes all keys of an agent, also one that is created meanwhile', async () => {
  const [agent, other, skill] = [await newAgent(), await newAgent(), await newSkill()]
  const { api_key } = await call<{ api_key: string }>(agent, 'create_key', { p_grace_seconds: 3_600 })
  const rating = await submitRating({ ...agent, key: api_key }, skill)
  expect(await admin('revoke_keys', agent.name.toUpperCase(), 'Reason.')).toMatch(
    RegExp(`^${agent.name}: 2 keys revoked\\. Requests with these keys are rejected`),
  )
  for (const key of [agent.key, api_key])
    expect(await outcome(submitRating({ ...agent, key }, skill))).toBe('PT401 invalid_api_key')
  await submitRating(other, skill)
  expect((await ratingsOf(skill)).map(({ id }) => id)).toContain(rating.id)
  const row = await lastLogged()
  expect(row).toMatchObject({ action: 'revoke_keys', agent_id: agent.id, details: { keys: 2 } })
  for (const key of [agent.key, api_key]) expect(JSON.stringify(row)).not.toContain(key.slice(5, 13))

  const { first } = await race(step(other, 'create_key'), {
    run: (sql) => sql`select admin.revoke_keys(${other.id}, 'Reason.')`,
  })
  const key = (first as { api_key: string }).api_key
  expect(await outcome(submitRating({ ...other, key }, skill))).toBe('PT401 invalid_api_key')
})

describe('concurrent calls', () => {
  const retiring = (skill: Skill) => ({
    run: (sql: Connection) => sql`select admin.retire_skill(${skill.id}, 'Gone.')`,
  })
  const merging = (duplicate: Skill, keep: Skill) => ({
    run: (sql: Connection) => sql`select admin.merge_skills(${duplicate.id}, ${keep.id}, 'Reason.', true)`,
  })

  test.each([
    ['first', false],
    ['second', true],
  ])('a %s rating that waits for a merge or retirement', async (_, again) => {
    const [rater, duplicate, keep] = [await newAgent(), await newSkill(), await newSkill()]
    const retired = await newSkill()
    for (const skill of again ? [duplicate, retired] : []) await submitRating(rater, skill)
    const rating = (skill: Skill) => step(rater, 'submit_rating', submit(skill))
    expect((await race(merging(duplicate, keep), rating(duplicate))).outcome).toBe('done')
    expect(await ratingsOf(duplicate)).toHaveLength(0)
    expect(await ratingsOf(keep)).toMatchObject([{ agent_id: rater.id, claws: 2 }])
    expect((await race(retiring(retired), rating(retired))).outcome).toBe('PT410 skill_retired')
    expect(await ratingsOf(retired)).toHaveLength(again ? 1 : 0)
  })

  test('a rating that waits for two merges, one after the other, is of the last skill', async () => {
    const [rater, first, second, third] = [
      await newAgent(),
      await newSkill(),
      await newSkill(),
      await newSkill(),
    ]
    const one = await openTransaction(database.owner)
    await merging(first, second).run(one.sql)
    const two = await blocked(merging(second, third))
    const rating = await blocked(step(rater, 'submit_rating', submit(first)))
    await one.commit()
    // Either may lock the second skill first, and the other then waits for its commit.
    expect((await Promise.all([rating.end(), two.end()])).map((step) => step.outcome)).toEqual([
      'done',
      'done',
    ])
    expect(await ratingsOf(third)).toMatchObject([{ agent_id: rater.id, claws: 2 }])
  })

  test('a merge or retirement that waits for a rating includes it', async () => {
    const [rater, duplicate, keep] = [await newAgent(), await newSkill(), await newSkill()]
    const retired = await newSkill()
    await race(step(rater, 'submit_rating', submit(duplicate)), merging(duplicate, keep))
    expect([(await ratingsOf(duplicate)).length, (await ratingsOf(keep)).length]).toEqual([0, 1])
    await race(step(rater, 'submit_rating', submit(retired)), retiring(retired))
    expect(await ratingsOf(retired)).toHaveLength(1)
  })

  test('a rating that is deleted during a merge is deleted from the kept skill', async () => {
    const [rater, duplicate, keep] = [await newAgent(), await newSkill(), await newSkill()]
    await submitRating(rater, duplicate)
    const deletion = step(rater, 'delete_own_rating', { p_skill: duplicate.slug })
    expect((await race(merging(duplicate, keep), deletion)).outcome).toBe('done')
    expect(await ratingsOf(duplicate, keep)).toHaveLength(0)
  })

  test('a merge locks both skills in the order of their ids', async () => {
    const ids = [randomUUID(), randomUUID()].sort()
    // The greater id comes first in the table.
    for (const id of ids.toReversed())
      await database.owner`
        insert into public.skills (id, name, description, type) values (${id}, ${`Ordered ${id}`}, 'x', 'other')`
    const other = await openTransaction(database.owner)
    await other.sql`select from public.skills where id = ${ids[0] ?? ''} for update`
    const merger = await blocked({
      run: (sql) => sql`select admin.merge_skills(${ids[1] ?? ''}, ${ids[0] ?? ''}, 'Reason.', true)`,
    })
    const free = await database.owner`
      select id from public.skills where id = any (${ids}::uuid[]) for update skip locked`
    expect([...free]).toEqual([{ id: ids[1] }])
    await other.rollback()
    expect((await merger.end()).outcome).toBe('done')
  })

  test('a skill that is deleted while it is retired: the call fails and is not logged', async () => {
    const skill = await newSkill()
    const deletion = { run: (sql: Connection) => sql`delete from public.skills where id = ${skill.id}` }
    const { outcome: said } = await race(deletion, retiring(skill))
    expect(said).toBe('P0001 The skill was deleted in the meantime.')
    expect(await database.owner`select from admin.audit_log where skill_id = ${skill.id}`).toHaveLength(0)
  })
})

describe('retire_skills_of', () => {
  const retireAll = (agent: string, reason = 'Malware.', restore = false) =>
    admin('retire_skills_of', agent, reason, restore)
  const listed = async ({ id }: Agent) => {
    const rows = await database.owner<{ slug: string }[]>`
      select slug from public.skills as s join private.skill_submitters as own on own.skill_id = s.id
      where own.agent_id = ${id} and s.retired_at is null order by s.created_at`
    return rows.map(({ slug }) => slug)
  }
  async function submitter(count: number) {
    const agent = await newAgent()
    const skills: Skill[] = []
    for (let i = 0; i < count; i++) skills.push(await newSkill(undefined, agent))
    return { agent, skills, slugs: skills.map(({ slug }) => slug) }
  }

  test('retires and restores the skills of an agent by its name', async () => {
    const { agent, skills, slugs } = await submitter(3)
    const [gone] = skills as [Skill]
    const rater = await newAgent()
    await call(rater, 'flag_skill', { p_skill: gone.slug, p_reason: 'Steals keys.' })
    const before = await submitRating(rater, gone)
    expect(await retireAll(agent.name)).toBe(
      `3 skills of this agent retired. Undo: select admin.retire_skills_of('${agent.id}', 'A mistake.', restore => true);`,
    )
    expect(await listed(agent)).toEqual([])
    const log = await database.owner`
      select skill_id, action, reason, details from admin.audit_log where agent_id = ${agent.id} order by id`
    expect(log).toHaveLength(3)
    expect(log.find(({ skill_id }) => skill_id === gone.id)).toMatchObject({
      action: 'retire_skill',
      reason: 'Malware.',
      details: { flags: 1 },
    })
    const left = await database.owner`select from admin.queue where skill = any(${slugs})`
    expect(left).toHaveLength(0)
    expect(await retireAll(agent.name)).toMatch(/^0 skills of this agent retired/)

    expect(await retireAll(agent.id, 'A mistake.', true)).toBe('3 skills of this agent restored.')
    expect(await listed(agent)).toEqual(slugs)
    // What no admin has reviewed waits for one again.
    const queued = () =>
      database.owner`select from admin.queue where kind = 'new skill' and skill = any(${slugs})`
    expect(await queued()).toHaveLength(3)
    await admin('review_skill', gone.slug, 'Fine.')
    for (const slug of slugs.slice(0, 2)) {
      await admin('retire_skill', slug, 'Gone.')
      await admin('restore_skill', slug, 'Back.')
    }
    expect(await queued()).toHaveLength(2)
    expect((await page(gone.slug)).ratings).toEqual([before])
  })

  test('finds the skills of a deleted account by its id', async () => {
    const { agent, slugs } = await submitter(3)
    expect(await call(agent, 'delete_me')).toEqual({ remaining: 0 })
    const found = await as(
      database.owner,
      { role: 'service_role' },
      (tx) =>
        tx`select skill, agent from admin.submitted_skills where submitter_id = (
             select submitter_id from admin.submitted_skills where skill = ${slugs[0] as string}
           ) order by created_at`,
    )
    expect([...found]).toEqual(slugs.map((skill) => ({ skill, agent: null })))
    const [row] = await database.owner`select retire_all from admin.queue where skill = ${slugs[1] as string}`
    expect(row?.retire_all).toBe(`select admin.retire_skills_of('${agent.id}', 'Against the rules.');`)
    await database.owner.unsafe(row?.retire_all)
    expect(await listed(agent)).toEqual([])
    expect(await retireAll(agent.id, 'A mistake.', true)).toBe('3 skills of this agent restored.')
    expect(await outcome(retireAll(agent.name))).toBe(`P0001 No agent has the id or name "${agent.name}".`)
  })

  test('restores neither what was retired one by one nor merged, nor a skill whose name was taken', async () => {
    const { agent, skills } = await submitter(4)
    const [single, merged, taken, other] = skills as [Skill, Skill, Skill, Skill]
    await retire(single)
    await merge(merged, other)
    expect(await retireAll(agent.id)).toMatch(/^2 skills/)
    await newSkill(taken.name)
    expect(await retireAll(agent.id, 'A mistake.', true)).toBe(
      '1 skill of this agent restored. 1 skill not: the name was taken.',
    )
    expect(await listed(agent)).toEqual([other.slug])
    // One by one again, so that it stays retired.
    await retire(other)
    expect(await retireAll(agent.id, 'A mistake.', true)).toMatch(/^0 skills/)
  })

  test('retires 1,000 in one call, and the rest in the next', async () => {
    const agent = await newAgent()
    await plantSkills(database.admin, 'Laundered', 1_001, agent.id)
    expect(await retireAll(agent.id)).toMatch(
      /^1000 skills of this agent retired\..* There are more: repeat the call\.$/,
    )
    expect(await retireAll(agent.id)).toMatch(/^1 skill of this agent retired\..*true\);$/)
  })

  test('restores a skill behind 1,001 whose names were taken', async () => {
    const agent = await newAgent()
    await plantSkills(database.admin, 'Copied', 1_001, agent.id)
    const id = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    await database.owner`
      insert into public.skills (id, name, description, type, submitted_by) values (${id}, 'Not copied', 'x', 'mcp', ${agent.id})`
    for (let i = 0; i < 2; i++) await retireAll(agent.id)
    await database.owner`
      insert into public.skills (name, description, type)
      select upper(name), description, type from public.skills where submitted_by = ${agent.id} and id <> ${id}`
    expect(await retireAll(agent.id, 'A mistake.', true)).toBe(
      '1 skill of this agent restored. 1001 skills not: the name was taken.',
    )
    expect(await listed(agent)).toEqual(['not-copied'])
  })

  test('waits for a submission of the agent, whose skill it then retires too', async () => {
    const { agent } = await submitter(1)
    const submission = step(agent, 'submit_skill', {
      p_name: 'Just in time',
      p_description: 'x',
      p_type: 'mcp',
    })
    const retirement = {
      run: (sql: Connection) => sql`select admin.retire_skills_of(${agent.id}, 'Malware.') as message`,
    }
    await race(submission, retirement)
    expect(await listed(agent)).toEqual([])
  })
})
