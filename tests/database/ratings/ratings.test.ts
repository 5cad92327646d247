import type postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { perSubScore } from '../../../functions/_shared/schemas/options.ts'
import {
  type Agent,
  become,
  type Connection,
  errorOf,
  isBlocked,
  openTransaction,
  outcome,
  pathsOf,
  type Rating,
  type Skill,
  type SubmitRatingResult,
  testDatabase,
  untilBlocked,
} from '../fixtures.ts'
import { connect } from '../own-database.ts'

const {
  database,
  newAgent,
  newSkill,
  call,
  submitRatingResult,
  submitRating,
  newRating,
  differences,
  blocked,
  race,
  step,
  admin,
} = testDatabase({ connections: 20 })

afterEach(async () => {
  expect(await differences()).toEqual([])
})

const INVALID_KEY = 'PT401 invalid_api_key'
const SKILL_NOT_FOUND = 'PT404 skill_not_found'
const RATING_NOT_FOUND = 'PT404 rating_not_found'

/** The arguments of each write of a rating. */
const submit = (skill: Skill, fields = {}) => ({ p_skill_id: skill.id, p_claws: 3, ...fields })
const removal = (skill: Skill) => ({ p_skill: skill.id })
const flag = (skill: Skill, { id }: { id: string }) => ({
  p_skill: skill.id,
  p_rating: id,
  p_reason: 'Wrong.',
})

describe('submit_rating', () => {
  test('replaces the whole rating: omitted fields become null, id and created_at stay; an identical one changes nothing', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const scores = { p_reliability: 99.5, p_security: 0, p_speed: 0.1 }
    const first = await submitRatingResult(agent, skill, {
      p_claws: 5,
      ...scores,
      p_commentary: ' Good\u0085',
    })
    const sent = { claws: 5, reliability: 99.5, security: 0, speed: 0.1, commentary: 'Good' }
    expect(first).toMatchObject({
      created: true,
      rating: { agent_name: agent.name, ...sent },
      skill: { id: skill.id, avg_claws: 5, total_ratings: 1 },
    })
    const { created, ...second } = await submitRatingResult(agent, skill, { p_claws: 2 })
    expect([created, second.skill]).toMatchObject([false, { avg_claws: 2, total_ratings: 1 }])
    const replaced = { claws: 2, ...perSubScore(() => null), commentary: null }
    expect(second.rating).toEqual({ ...first.rating, ...replaced, updated_at: second.rating.updated_at })
    expect(second.rating.updated_at > first.rating.updated_at).toBe(true)
    const identical = await submitRatingResult(agent, skill, {
      p_claws: 2.0,
      p_security: null,
      p_commentary: ' ',
    })
    expect(identical).toEqual({ created, ...second, removed: [] })
    const changed = await submitRatingResult(agent, skill, { p_claws: 2, p_speed: 1e-8 })
    expect(changed.rating.updated_at > second.rating.updated_at).toBe(true)
  })

  test('sets updated_at of an identical rating if the skill installs something else since then', async () => {
    const { agent, skill, rating } = await newRating({ p_commentary: 'Fine.' })
    const again = () => submitRating(agent, skill, { p_commentary: 'Fine.' })
    expect(await again()).toEqual(rating)
    await database.owner`update public.skills set changed_at = clock_timestamp() where id = ${skill.id}`
    const confirmed = await again()
    expect(confirmed).toEqual({ ...rating, updated_at: confirmed.updated_at })
    expect(confirmed.updated_at > rating.updated_at).toBe(true)
    expect(await again()).toEqual(confirmed)
  })

  test('names what the replaced rating had and the new one does not have', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const all = { p_commentary: 'Good.', p_reliability: 0, p_security: 50, p_speed: 100 }
    const removed = async (fields: object) => (await submitRatingResult(agent, skill, { ...fields })).removed
    expect(await removed(all)).toEqual([])
    expect(await removed({ ...all, p_commentary: 'Better.', p_speed: 1 })).toEqual([])
    expect(await removed({ p_speed: 1, p_commentary: ' ' })).toEqual([
      'commentary',
      'reliability',
      'security',
    ])
    expect(await removed({ p_speed: 1 })).toEqual([])
    expect(await removed({})).toEqual(['speed'])
    expect(await removed(all)).toEqual([])

    // To its agent, the rating has no commentary while it is hidden.
    const { rating } = await submitRatingResult(agent, skill, all)
    await admin('hide_commentary', rating.id, 'Spam.')
    expect(await removed({ ...all, p_commentary: null })).toEqual([])
    expect(await removed({ p_claws: 1 })).toEqual(['reliability', 'security', 'speed'])
  })

  test('never moves updated_at backwards', async () => {
    const { agent, skill, rating } = await newRating()
    // As if the clock had been an hour ahead.
    await database.admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update public.ratings set updated_at = now() + interval '1 hour' where id = ${rating.id}`
    })
    const updatedAt = async () => (await call<Rating>(agent, 'get_own_rating', removal(skill))).updated_at
    const ahead = await updatedAt()
    await submitRating(agent, skill, { p_claws: 1 })
    expect(await updatedAt()).toBe(ahead)
  })

  test('of two concurrent replacements, the second to lock the agent is the newer', async () => {
    const { agent, skill } = await newRating()
    const early = await openTransaction(database.owner, agent.key)
    await early.sql`select now()`
    const first = await submitRating(agent, skill, { p_claws: 1 })
    const [row] = await early.sql`select public.submit_rating(${skill.id}, p_claws => 2) as answer`
    await early.commit()
    expect(row?.answer.rating.updated_at > first.updated_at).toBe(true)
    expect(row?.answer.skill.avg_claws).toBe(2)
  })
})

describe('the rated skill', () => {
  let agent: Agent
  let skill: Skill
  let other: Skill

  beforeAll(async () => {
    agent = await newAgent()
    skill = await newSkill('Reference Tool')
    other = await newSkill('Other Reference Tool')
  })

  test('is found by its id, by its name in any case and width, and by both', async () => {
    for (const fields of [
      { p_skill_id: skill.id.toUpperCase() },
      { p_skill_id: null, p_skill_name: 'Reference Tool' },
      { p_skill_id: null, p_skill_name: ' ＲＥＦＥＲＥＮＣＥ  tool\u0085' },
      { p_skill_name: 'reference tool' },
      { p_skill_id: null, p_skill_name: 'reference-tool' },
      { p_skill_name: ' ' },
    ])
      expect((await submitRating(agent, skill, fields)).skill_id).toBe(skill.id)
  })

  test('is PT400 without one, or with an id and a name that do not fit', async () => {
    const [p_skill_id, unknown] = [skill.id, crypto.randomUUID()]
    for (const [fields, path] of [
      [{}, 'skill_id'],
      [{ p_skill_name: '' }, 'skill_id'],
      [{ p_skill_id, p_skill_name: other.name }, 'skill_name'],
      [{ p_skill_id, p_skill_name: 'nothing' }, 'skill_name'],
      [{ p_skill_id: unknown, p_skill_name: 'Reference Tool' }, 'skill_name'],
      [{ p_skill_id: unknown, p_skill_name: 'x' }, 'skill_name'],
    ] as const)
      expect(pathsOf(await errorOf(submitRating(agent, null, fields)))).toEqual([path])
  })

  test.each([
    ['an unknown id', { p_skill_id: '00000000-0000-4000-8000-000000000000' }],
    ['an unknown name', { p_skill_name: 'Reference Tol' }],
    ['the longest name', { p_skill_name: 'ﷺ'.repeat(200) }],
  ])('by %s is PT404', async (_, fields) => {
    const error = await errorOf(submitRating(agent, null, fields))
    expect([error?.code, error?.message]).toEqual(['PT404', 'skill_not_found'])
  })
})

describe('an own rating', () => {
  test('is returned by get_own_rating only to its agent', async () => {
    const { agent, skill, rating } = await newRating()
    const own = await call<{ updated_at: string }>(agent, 'get_own_rating', { p_skill: skill.slug })
    expect(own).toMatchObject({ id: rating.id, skill_id: skill.id, agent_name: agent.name, claws: 3 })
    expect(own.updated_at).toMatch(/\+00:00$/)
    expect(await outcome(call(await newAgent(), 'get_own_rating', removal(skill)))).toBe(RATING_NOT_FOUND)
    expect(await outcome(call(agent, 'get_own_rating', { p_skill: 'nothing' }))).toBe(SKILL_NOT_FOUND)
  })

  test('is deleted by delete_own_rating, which leaves those of other agents', async () => {
    const { agent, skill } = await newRating()
    const other = await newAgent()
    await submitRating(other, skill, { p_claws: 5, p_speed: 10 })
    expect(await call(agent, 'delete_own_rating', removal(skill))).toEqual({ deleted: true })
    const left = await database.owner`select agent_id from public.ratings where skill_id = ${skill.id}`
    expect([...left]).toEqual([{ agent_id: other.id }])
    expect(await outcome(call(agent, 'delete_own_rating', removal(skill)))).toBe(RATING_NOT_FOUND)
    expect(await outcome(call(agent, 'delete_own_rating', { p_skill: 'nothing' }))).toBe(SKILL_NOT_FOUND)
  })

  test('that is deleted and submitted at once: the second call wins', async () => {
    const { agent, skill, rating } = await newRating()
    const deletion = step(agent, 'delete_own_rating', removal(skill))
    const submission = step(agent, 'submit_rating', submit(skill, { p_claws: 5 }))
    const { created, rating: next } = (await race(deletion, submission)).second as SubmitRatingResult
    expect([created, next.id === rating.id]).toEqual([true, false])
    const again = step(agent, 'submit_rating', submit(skill))
    expect((await race(again, deletion)).second).toEqual({ deleted: true })
    expect(await database.owner`select from public.ratings where skill_id = ${skill.id}`).toHaveLength(0)
  })

  test('that is deleted and submitted while the aggregates are locked does not deadlock', async () => {
    const { agent, skill } = await newRating()
    const stats = await openTransaction(database.owner)
    await stats.sql`select from public.skill_stats where skill_id = ${skill.id} for no key update`
    const deleting = await blocked(step(agent, 'delete_own_rating', removal(skill)))
    const submitting = await blocked(step(agent, 'submit_rating', submit(skill)))
    await stats.commit()
    // At once: if the submission were first, the deletion would wait for its commit.
    const [deleted, submitted] = await Promise.all([deleting.end(), submitting.end()])
    expect(deleted.result).toEqual({ deleted: true })
    expect(submitted.result).toMatchObject({ created: true })
  })
})

type Target = { agent: Agent; skill: Skill; rating: { id: string } }
const CALLS = {
  'submit_rating by id': (it: Target) => step(it.agent, 'submit_rating', submit(it.skill)),
  'submit_rating by name': (it: Target) =>
    step(it.agent, 'submit_rating', { p_skill_name: it.skill.name, p_claws: 3 }),
  submit_skill: (it: Target) =>
    step(it.agent, 'submit_skill', { p_name: `${it.skill.name} again`, p_description: 'x', p_type: 'other' }),
  delete_own_rating: (it: Target) => step(it.agent, 'delete_own_rating', removal(it.skill)),
  flag_rating: (it: Target) => step(it.agent, 'flag_rating', flag(it.skill, it.rating)),
  flag_skill: (it: Target) => step(it.agent, 'flag_skill', { p_skill: it.skill.slug, p_reason: 'Wrong.' }),
}
const DELETIONS = {
  skill: ({ skill }: Target) => `delete from public.skills where id = '${skill.id}'`,
  rating: ({ rating }: Target) => `delete from public.ratings where id = '${rating.id}'`,
  agent: ({ agent }: Target) => `delete from public.agents where id = '${agent.id}'`,
  key: ({ agent }: Target) =>
    `update private.agent_keys set revoked_at = now() where agent_id = '${agent.id}'`,
}
type Gone = keyof typeof DELETIONS

const target = async (isRated: boolean): Promise<Target> =>
  isRated ? newRating() : { agent: await newAgent(), skill: await newSkill(), rating: { id: '' } }

type Case = [call: keyof typeof CALLS, gone: Gone, again: boolean, expected: string]
const EITHER: Case[] = [
  ['submit_rating by id', 'agent', false, INVALID_KEY],
  ['submit_rating by id', 'agent', true, INVALID_KEY],
  ['submit_skill', 'agent', false, INVALID_KEY],
  ...(['delete_own_rating', 'flag_rating'] as const).flatMap((call): Case[] => [
    [call, 'skill', true, SKILL_NOT_FOUND],
    [call, 'rating', true, RATING_NOT_FOUND],
    [call, 'agent', true, INVALID_KEY],
  ]),
  ['flag_skill', 'skill', false, SKILL_NOT_FOUND],
  ['flag_skill', 'agent', false, INVALID_KEY],
]

describe('what is deleted while a call waits for it:', () => {
  test.each<Case>([
    ...EITHER,
    ['submit_rating by id', 'skill', false, SKILL_NOT_FOUND],
    ['submit_rating by id', 'skill', true, SKILL_NOT_FOUND],
    ['submit_rating by name', 'skill', false, SKILL_NOT_FOUND],
    ['submit_rating by name', 'skill', true, SKILL_NOT_FOUND],
  ])('%s, the %s (rated before: %s) is %s', async (name, gone, again, expected) => {
    const it = await target(again)
    const deletion = { run: (sql: Connection) => sql.unsafe(DELETIONS[gone](it)) }
    expect((await race(deletion, CALLS[name](it))).outcome).toBe(expected)
  })

  test('submit_rating succeeds when the deletion is rolled back', async () => {
    const it = await target(false)
    const deletion = { run: (sql: Connection) => sql.unsafe(DELETIONS.skill(it)) }
    const { second } = await race(deletion, CALLS['submit_rating by id'](it), 'rollback')
    expect((second as SubmitRatingResult).created).toBe(true)
  })
})

describe('what is deleted between the check of the key and the write:', () => {
  const GATE = 1

  beforeAll(async () => {
    // Each call validates its fields or resolves the skill in between: both wait for the gate here.
    await database.owner.unsafe(`
      alter function private.validate rename to validate_at_once;
      create function private.validate(variadic fields text[]) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${GATE});
        perform private.validate_at_once(variadic fields);
      end
      $$;
      alter function private.resolve_skill rename to resolve_skill_at_once;
      create function private.resolve_skill(address text) returns uuid language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${GATE});
        return private.resolve_skill_at_once(address);
      end
      $$;
      grant execute on function private.validate, private.resolve_skill to anon;`)
    return () =>
      database.owner.unsafe(`
        drop function private.validate, private.resolve_skill;
        alter function private.validate_at_once rename to validate;
        alter function private.resolve_skill_at_once rename to resolve_skill;`)
  })

  test.each<Case>([
    // A deletion of a rating has locked its agent before.
    ...EITHER.filter(([call, gone]) => call !== 'delete_own_rating' || gone !== 'agent'),
    ['submit_rating by id', 'key', false, INVALID_KEY],
    ['submit_rating by id', 'key', true, INVALID_KEY],
    ['submit_skill', 'key', false, INVALID_KEY],
    ['delete_own_rating', 'key', true, INVALID_KEY],
    ['flag_rating', 'key', true, INVALID_KEY],
    ['flag_skill', 'key', false, INVALID_KEY],
  ])('%s, the %s (rated before: %s) is %s', async (name, gone, again, expected) => {
    const it = await target(again)
    // While the call waits for the gate, another connection deletes.
    const gate = await openTransaction(database.owner)
    await gate.sql`select pg_advisory_xact_lock(${GATE})`
    const caller = await blocked(CALLS[name](it))
    await database.owner.unsafe(DELETIONS[gone](it))
    await gate.commit()
    expect((await caller.end()).outcome).toBe(expected)
  })

  test.each(['submit_rating by id', 'submit_skill'] as const)(
    '%s reports another reason of a policy',
    async (name) => {
      const it = await target(false)
      const writing = await openTransaction(database.owner)
      await writing.sql`revoke insert on public.ratings, public.skills from skill_rating_writer`
      await become(writing.sql, it.agent)
      const said = await outcome(CALLS[name](it).run(writing.sql))
      await writing.rollback()
      expect(said).toMatch(/^42501/)
    },
  )
})

describe('a deadlock in submit_rating', () => {
  // With a long timeout, so that the rating is the one that Postgres cancels.
  let patient: postgres.Sql
  beforeAll(() => {
    patient = connect('admin', database.name, 1, { deadlock_timeout: '60s' })
    return () => patient.end({ timeout: 1 })
  })

  /** A first rating that waits for the aggregates, which a transaction with the opposite order of locks has. */
  async function waitingRating() {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const other = await openTransaction(patient)
    await other.sql`select from public.skill_stats where skill_id = ${skill.id} for update`
    return { agent, skill, other, rater: await blocked(step(agent, 'submit_rating', submit(skill))) }
  }

  /** The transaction id that a backend waits for. */
  async function awaited(backend: number): Promise<string | undefined> {
    const [row] = await database.admin`
      select transactionid::text as id from pg_locks where pid = ${backend} and locktype = 'transactionid' and not granted`
    return row?.id
  }

  test('is retried once', async () => {
    const { agent, rater, other } = await waitingRating()
    const waiting = errorOf(other.sql`select from public.agents where id = ${agent.id} for update`)
    await untilBlocked(database.admin, other.pid)
    const first = await awaited(other.pid)
    expect(first).toBeDefined()
    await vi.waitUntil(async () => (await awaited(other.pid)) !== first, { timeout: 10_000, interval: 5 })
    // Postgres cancelled the first try. The other transaction ends before the second try meets it.
    await database.admin`select pg_cancel_backend(${other.pid})`
    await waiting
    await other.rollback()
    expect((await rater.end()).outcome).toBe('done')
  })

  test('is not retried twice', async () => {
    const { agent, skill, rater, other } = await waitingRating()
    await other.sql`select from public.skills where id = ${skill.id} for update`
    // The second try waits for the skill, or had locked it again before the other transaction did, and is cancelled too.
    let isOver = false
    void rater.waiting.then(() => {
      isOver = true
    })
    await vi.waitUntil(async () => isOver || (await isBlocked(database.admin, rater.pid)), 10_000)
    await other.sql`select from public.agents where id = ${agent.id} for update`
    await other.rollback()
    expect((await rater.end()).outcome).toMatch(/^40P01/)
  })
})
