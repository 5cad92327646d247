import { beforeAll, describe, expect, test } from 'vitest'
import type { Rating } from '../support/http-client.ts'
import { type Agent, type FunctionName, newAgent, newSkill, refusal, request, type Skill } from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'
import { openTransaction, untilBlocked } from './waiting.ts'

type Page = { ratings: Rating[]; count: number; next_cursor: string | null }
type Flagged = { created: boolean; flag: { rating_id: string; reason: string; created_at: string } }

let database: OwnDatabase
let count = 0

beforeAll(async () => {
  database = await ownDatabase({ connections: 6 })
  return database.drop
})

const call = <T = Record<string, unknown>>(
  { key }: Partial<Pick<Agent, 'key'>>,
  name: FunctionName,
  args: Record<string, unknown>,
) => request<T>(database.owner, { key }, name, args)

async function agentOfItsOwn(): Promise<Agent> {
  count++
  return newAgent(database, `Agent ${count}`)
}

async function skillOfItsOwn(): Promise<Skill> {
  const agent = await agentOfItsOwn()
  return newSkill(database, agent, `Skill ${count}`)
}

async function rate(agent: Agent, skill: Skill, more: Record<string, unknown> = {}): Promise<string> {
  const args = { p_skill_id: skill.id, p_claws: 3, ...more }
  return (await call<{ rating: Rating }>(agent, 'submit_rating', args)).rating.id
}

/** An agent, a skill, and its rating of it. */
async function rated(): Promise<{ agent: Agent; skill: Skill; rating: string }> {
  const [agent, skill] = [await agentOfItsOwn(), await skillOfItsOwn()]
  return { agent, skill, rating: await rate(agent, skill) }
}

const takeBack = (agent: Agent, skill: Skill) =>
  call<{ deleted: boolean }>(agent, 'delete_own_rating', { p_skill: skill.id })

const flag = (agent: Agent, skill: Skill, rating: string, reason = 'Copied from another.') =>
  call<Flagged>(agent, 'flag_rating', { p_skill: skill.id, p_rating: rating, p_reason: reason })

const flagsOf = (rating: string) =>
  database.owner`select agent_id, reason from private.rating_flags where rating_id = ${rating}`

/** The state and message that a call ends in. */
async function refusedWith(work: Promise<unknown>): Promise<unknown[]> {
  const error = await refusal(work)
  return [error?.code, error?.message]
}

const SKILL_NOT_FOUND = ['PT404', 'skill_not_found']
const RATING_NOT_FOUND = ['PT404', 'rating_not_found']
const INVALID_KEY = ['PT401', 'invalid_api_key']

async function expectExact(): Promise<void> {
  expect(await database.owner`select * from private.stats_differences()`).toEqual([])
}

const ORDERS = {
  newest: 'updated_at desc, id desc',
  oldest: 'updated_at, id',
  highest: 'claws desc, updated_at desc, id desc',
  lowest: 'claws, updated_at desc, id desc',
}
type Sort = keyof typeof ORDERS

describe('the ratings of a skill', () => {
  /** With so many ratings, of which many have one updated_at. */
  const RATINGS = 61
  let skill: Skill

  beforeAll(async () => {
    skill = await skillOfItsOwn()
    const other = await skillOfItsOwn()
    await database.admin.begin(async (tx) => {
      await tx`insert into public.agents (agent_name) select 'Rater ' || i from generate_series(1, ${RATINGS}::integer) as i`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, updated_at)
        select rated.id, a.id, 1 + abs(hashtext(a.agent_name)) % 5,
          '2026-01-01'::timestamptz + (abs(hashtext(a.agent_name || '!')) % 7) * interval '1 microsecond'
        from public.agents as a, unnest(array[${skill.id}, ${other.id}]::uuid[]) as rated (id)
        where a.agent_name like 'Rater %'`
    })
  })

  const list = (more: Record<string, unknown>) =>
    call<Page>({}, 'list_ratings', { p_skill: skill.id, ...more })

  /** The ids as a plain query has them, of any number of claws or of one. */
  async function inOrder(sort: Sort, claws: number | null): Promise<string[]> {
    const rows = await database.owner.unsafe<{ id: string }[]>(
      `select id from public.ratings where skill_id = $1 and ($2::integer is null or claws = $2) order by ${ORDERS[sort]}`,
      [skill.id, claws],
    )
    return rows.map(({ id }) => id)
  }

  test.each(
    (Object.keys(ORDERS) as Sort[]).flatMap((sort) =>
      [null, 1, 2, 3, 4, 5].map((claws) => ({ sort, claws })),
    ),
  )(
    'by $sort, of $claws claws, are each there once, in order, by pages of any size',
    async ({ sort, claws }) => {
      const wanted = await inOrder(sort, claws)
      expect(wanted.length).toBeGreaterThan(5)
      for (const limit of [1, 7, wanted.length - 1, wanted.length, 500]) {
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const page: Page = await list({ p_sort: sort, p_claws: claws, p_limit: limit, p_cursor: cursor })
          expect(page.count).toBe(page.ratings.length)
          seen.push(...page.ratings.map(({ id }) => id))
          cursor = page.next_cursor
          if (cursor !== null) expect(page.count).toBe(limit)
          expect(seen.length).toBeLessThanOrEqual(wanted.length)
        } while (cursor !== null)
        expect(seen).toEqual(wanted)
      }
    },
  )

  test('are the newest, a hundred of them, where nothing else is said', async () => {
    const wanted = await inOrder('newest', null)
    expect((await list({})).ratings.map(({ id }) => id)).toEqual(wanted)
    const whole = await call<{ ratings: Rating[] }>({}, 'get_skill', { p_skill: skill.id })
    expect(whole.ratings.map(({ id }) => id)).toEqual(wanted.slice(0, 10))
  })

  test('are those that the page of the skill shows, member by member', async () => {
    const whole = await call<{ ratings: Rating[] }>({}, 'get_skill', { p_skill: skill.id })
    expect((await list({ p_limit: 10 })).ratings).toEqual(whole.ratings)
    const [view] = await database.owner`
      select row_to_json(r) as rating from public.skill_ratings as r where r.id = ${whole.ratings[0]?.id ?? ''}`
    expect(Object.keys(view?.rating)).toEqual(Object.keys(whole.ratings[0] ?? {}))
  })

  test.each([
    [{ p_sort: 'top' }, ['sort']],
    [{ p_sort: '' }, ['sort']],
    [{ p_claws: 0 }, ['claws']],
    [{ p_claws: 6, p_sort: 'claws; drop table ratings' }, ['sort', 'claws']],
    [{ p_cursor: '' }, ['cursor']],
    [{ p_cursor: 'x'.repeat(50) }, ['cursor']],
  ])('are not given for %j', async (args, paths) => {
    const error = await refusal(list(args))
    expect(error?.code).toBe('PT400')
    expect(JSON.parse(error?.detail ?? '').map(({ path }: { path: string }) => path)).toEqual(paths)
  })

  test.each([
    ['', 500],
    ['the least', 1],
  ])('keep to the limits whatever is asked: %s', async (what, expected) => {
    const page = await list({ p_limit: what ? -5 : 1_000_000 })
    expect(page.count).toBe(Math.min(expected, RATINGS))
  })

  test('of another skill, order or number of claws do not go on where these ended', async () => {
    const { next_cursor } = await list({ p_limit: 5, p_sort: 'highest' })
    const { skill: other } = await rated()
    for (const more of [
      { p_skill: other.id, p_sort: 'highest' },
      { p_sort: 'lowest' },
      {},
      { p_sort: 'highest', p_claws: 5 },
    ])
      expect((await refusal(list({ ...more, p_cursor: next_cursor })))?.code).toBe('PT400')
    expect((await list({ p_skill: skill.slug, p_sort: 'highest', p_cursor: next_cursor })).count).toBe(56)
  })

  test.each([
    'null',
    'row(null, null, null, null, null, null)',
    'row(99, null, null, now(), gen_random_uuid(), null)',
    'row(-9223372036854775808, null, null, now(), gen_random_uuid(), null)',
    "row(3, null, null, 'infinity', null, null)",
    "row(3, null, null, '-infinity', gen_random_uuid(), null)",
    "row(9223372036854775807, 1, 'x', null, gen_random_uuid(), gen_random_uuid())",
  ])('are listed from any place that somebody makes up: %s', async (place) => {
    for (const sort of Object.keys(ORDERS)) {
      const [row] = await database.owner.unsafe(
        `select private.encode_cursor(${place}::private.cursor_position, concat_ws(chr(31), $1::text, $2::text, '')) as cursor`,
        [skill.id, sort],
      )
      const work = list({ p_sort: sort, p_cursor: row?.cursor })
      const error = await refusal(work)
      expect([undefined, 'PT400']).toContain(error?.code)
    }
  })

  test('of a skill that is not there are PT404', async () => {
    for (const p_skill of [crypto.randomUUID(), 'no-such-skill', '', `x${skill.id}`, `${skill.id}x`])
      expect(await refusedWith(list({ p_skill }))).toEqual(SKILL_NOT_FOUND)
    expect((await list({ p_skill: skill.id.toUpperCase() })).count).toBe(RATINGS)
  })
})

describe('its own rating', () => {
  test('is what an agent gave, and nobody else’s', async () => {
    const { agent, skill, rating } = await rated()
    const other = await agentOfItsOwn()
    const own = await call<Rating>(agent, 'get_own_rating', { p_skill: skill.slug })
    expect(own).toMatchObject({ id: rating, skill_id: skill.id, agent_name: agent.name, claws: 3 })
    expect(own.updated_at).toMatch(/\+00:00$/)
    expect(await refusedWith(call(other, 'get_own_rating', { p_skill: skill.id }))).toEqual(RATING_NOT_FOUND)
    expect(await refusedWith(call(agent, 'get_own_rating', { p_skill: 'nothing' }))).toEqual(SKILL_NOT_FOUND)
  })

  test('taken back is gone, the aggregates with it; another agent’s stays', async () => {
    const { agent, skill } = await rated()
    const other = await agentOfItsOwn()
    await rate(other, skill, { p_claws: 5, p_speed: 10 })
    expect(await takeBack(agent, skill)).toEqual({ deleted: true })
    expect(await database.owner`select agent_id from public.ratings where skill_id = ${skill.id}`).toEqual([
      { agent_id: other.id },
    ])
    await expectExact()
    expect(await refusedWith(takeBack(agent, skill))).toEqual(RATING_NOT_FOUND)
    expect(await refusedWith(takeBack(agent, { ...skill, id: crypto.randomUUID() }))).toEqual(SKILL_NOT_FOUND)
  })

  test('taken back twenty times at once is gone once', async () => {
    const { agent, skill } = await rated()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusedWith(takeBack(agent, skill))))
    expect(answers.filter(([code]) => code === undefined)).toHaveLength(1)
    expect(new Set(answers.flat())).toEqual(new Set([undefined, ...RATING_NOT_FOUND]))
    await expectExact()
  })

  test('is given anew while it is taken back: what came first is gone, and what came second stays', async () => {
    const { agent, skill, rating } = await rated()
    const taking = await openTransaction(database.owner)
    const giving = await openTransaction(database.owner)
    await taking.become(agent.key)
    await giving.become(agent.key)
    await taking.sql`select public.delete_own_rating(${skill.id})`
    const again = giving.sql`select public.submit_rating(p_skill_id => ${skill.id}, p_claws => 5) as answer`
    const [row] = await Promise.all([
      again.then((rows) => rows[0]),
      untilBlocked(database.admin, giving.pid).then(() => taking.commit()),
    ])
    await giving.commit()
    expect(row?.answer.created).toBe(true)
    expect(row?.answer.rating.id).not.toBe(rating)
    await expectExact()
  })

  test('is taken back while it is replaced: what stands there then is gone', async () => {
    const { agent, skill } = await rated()
    const giving = await openTransaction(database.owner)
    const taking = await openTransaction(database.owner)
    await giving.become(agent.key)
    await taking.become(agent.key)
    await giving.sql`select public.submit_rating(p_skill_id => ${skill.id}, p_claws => 5)`
    const gone = taking.sql`select public.delete_own_rating(${skill.id}) as answer`
    const [row] = await Promise.all([
      gone.then((rows) => rows[0]),
      untilBlocked(database.admin, taking.pid).then(() => giving.commit()),
    ])
    await taking.commit()
    expect(row?.answer).toEqual({ deleted: true })
    expect(await database.owner`select from public.ratings where skill_id = ${skill.id}`).toHaveLength(0)
    await expectExact()
  })

  test('is taken back and replaced at once while others rate the skill, and neither stands in the other’s way', async () => {
    const { agent, skill } = await rated()
    const rating = await openTransaction(database.owner)
    await rating.sql`select from public.skill_stats where skill_id = ${skill.id} for no key update`
    const taking = await openTransaction(database.owner)
    await taking.become(agent.key)
    const gone = taking.sql`select public.delete_own_rating(${skill.id}) as answer`.then((rows) => rows[0])
    await untilBlocked(database.admin, taking.pid)
    const giving = await openTransaction(database.owner)
    await giving.become(agent.key)
    const given =
      giving.sql`select public.submit_rating(p_skill_id => ${skill.id}, p_claws => 5) as answer`.then(
        (rows) => rows[0],
      )
    await untilBlocked(database.admin, giving.pid)
    await rating.commit()
    expect((await gone)?.answer).toEqual({ deleted: true })
    await taking.commit()
    expect((await given)?.answer.created).toBe(true)
    await giving.commit()
    await expectExact()
  })

  test('is taken back while an agent is deleted that rated the skill as well and flagged the rating', {
    timeout: 30_000,
  }, async () => {
    const { agent, skill, rating } = await rated()
    const leaving = await agentOfItsOwn()
    await rate(leaving, skill)
    await flag(leaving, skill, rating)
    // As deleting the agent goes about it: its ratings first, its flags then.
    const deleting = await openTransaction(database.admin)
    await deleting.sql`set local deadlock_timeout = '1min'`
    await deleting.sql`delete from public.ratings where agent_id = ${leaving.id}`
    const taking = await openTransaction(database.owner)
    await taking.become(agent.key)
    const gone = taking.sql`select public.delete_own_rating(${skill.id}) as answer`.then((rows) => rows[0])
    await untilBlocked(database.owner, taking.pid)
    await deleting.sql`delete from public.agents where id = ${leaving.id}`
    await deleting.commit()
    expect((await gone)?.answer).toEqual({ deleted: true })
    await taking.commit()
    await expectExact()
  })
})

describe('a flag', () => {
  test('is one for each agent and rating: again, the newer reason takes the place of the older', async () => {
    const { skill, rating } = await rated()
    const [one, other] = [await agentOfItsOwn(), await agentOfItsOwn()]
    const first = await flag(one, skill, rating, ' Copied from e\u0301lsewhere.\u0085')
    expect(first).toEqual({
      created: true,
      flag: {
        rating_id: rating,
        reason: 'Copied from élsewhere.',
        created_at: expect.stringMatching(/\+00:00$/),
      },
    })
    const times = () =>
      database.owner`
        select updated_at > created_at as moved from private.rating_flags
        where rating_id = ${rating} and agent_id = ${one.id}`
    expect(await times()).toEqual([{ moved: false }])
    const second = await flag(one, skill, rating.toUpperCase(), 'Insults its author.')
    expect(second).toEqual({ created: false, flag: { ...first.flag, reason: 'Insults its author.' } })
    expect(await times()).toEqual([{ moved: true }])
    expect((await flag(other, skill, rating)).created).toBe(true)
    expect(await flagsOf(rating)).toHaveLength(2)
  })

  test('hides nothing and moves nothing', async () => {
    const { agent, skill, rating } = await rated()
    const before = await call(agent, 'get_skill', { p_skill: skill.id })
    await flag(await agentOfItsOwn(), skill, rating)
    expect(await call(agent, 'get_skill', { p_skill: skill.id })).toEqual(before)
    await expectExact()
  })

  test('lasts while its rating is replaced, and goes with the rating, its agent or the skill', async () => {
    const { agent, skill, rating } = await rated()
    const flagger = await agentOfItsOwn()
    await flag(flagger, skill, rating)
    await rate(agent, skill, { p_claws: 1 })
    expect(await flagsOf(rating)).toHaveLength(1)
    await database.owner`delete from public.agents where id = ${flagger.id}`
    expect(await flagsOf(rating)).toHaveLength(0)

    const again = await agentOfItsOwn()
    await flag(again, skill, rating)
    await takeBack(agent, skill)
    expect(await flagsOf(rating)).toHaveLength(0)

    const next = await rate(agent, skill)
    await flag(again, skill, next)
    await database.owner`delete from public.skills where id = ${skill.id}`
    expect(await flagsOf(next)).toHaveLength(0)
  })

  test('is for a rating of the skill that the path names', async () => {
    const { agent, skill, rating } = await rated()
    const { skill: other, rating: others } = await rated()
    expect(await refusedWith(flag(agent, other, rating))).toEqual(RATING_NOT_FOUND)
    expect(await refusedWith(flag(agent, skill, others))).toEqual(RATING_NOT_FOUND)
    for (const none of [
      crypto.randomUUID(),
      '',
      'me',
      `${rating}x`,
      `{${rating}}`,
      rating.replaceAll('-', ''),
    ])
      expect(await refusedWith(flag(agent, skill, none)), none).toEqual(RATING_NOT_FOUND)
    expect(await refusedWith(flag(agent, { ...skill, id: 'no-such-skill' }, rating))).toEqual(SKILL_NOT_FOUND)
    expect(await flagsOf(rating)).toHaveLength(0)
  })

  test('again, with the clock gone back, keeps the later time', async () => {
    const { agent, skill, rating } = await rated()
    await flag(agent, skill, rating)
    await database.owner`update private.rating_flags set updated_at = '2100-01-01' where rating_id = ${rating}`
    await flag(agent, skill, rating)
    const rows = await database.owner`
      select updated_at = '2100-01-01'::timestamptz as kept from private.rating_flags where rating_id = ${rating}`
    expect(rows).toEqual([{ kept: true }])
  })

  test('of twenty at once by one agent is created once', async () => {
    const { agent, skill, rating } = await rated()
    const answers = await Promise.all(Array.from({ length: 20 }, () => flag(agent, skill, rating)))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await flagsOf(rating)).toHaveLength(1)
  })
})

/** The calls with a key, of a rating that is there. */
const CALLS = {
  get_own_rating: (skill: Skill) => ({ p_skill: skill.id }),
  delete_own_rating: (skill: Skill) => ({ p_skill: skill.id }),
  flag_rating: (skill: Skill, rating: string) => ({
    p_skill: skill.id,
    p_rating: rating,
    p_reason: 'Wrong.',
  }),
}
type Call = keyof typeof CALLS

describe.each(Object.keys(CALLS) as Call[])('%s', (name) => {
  test('wants a key that is known, before it looks at anything else', async () => {
    const { skill, rating } = await rated()
    for (const args of [
      CALLS[name](skill, rating),
      {
        ...CALLS[name](skill, 'nothing'),
        p_skill: 'nothing',
        ...(name === 'flag_rating' && { p_reason: '' }),
      },
    ]) {
      expect(await refusedWith(call({}, name, args))).toEqual(['PT401', 'missing_api_key'])
      expect(await refusedWith(call({ key: `claw_${'0'.repeat(56)}` }, name, args))).toEqual(INVALID_KEY)
    }
  })

  test('records that the key was used', async () => {
    const { skill, rating, agent } = await rated()
    await database.owner`update private.agent_keys set last_used_at = null where agent_id = ${agent.id}`
    await call(agent, name, CALLS[name](skill, rating))
    const [row] =
      await database.owner`select last_used_at is not null as noted from private.agent_keys where agent_id = ${agent.id}`
    expect(row?.noted).toBe(true)
  })
})

describe.each(['delete_own_rating', 'flag_rating'] as const)('%s, of what goes while it waits:', (name) => {
  type Rated = { agent: Agent; skill: Skill; rating: string }

  /** Begins the call in a transaction of its own, and lets the other end once the call waits. */
  async function waitingFor(
    { agent, skill, rating }: Rated,
    end: () => Promise<unknown>,
  ): Promise<unknown[]> {
    const writing = await openTransaction(database.owner)
    await writing.become(agent.key)
    const args = Object.entries(CALLS[name](skill, rating)).map(
      ([parameter, value]) => `${parameter} => '${value}'`,
    )
    const waiting = refusedWith(writing.sql.unsafe(`select public.${name}(${args.join()})`))
    await untilBlocked(database.admin, writing.pid)
    await end()
    const refused = await waiting
    await writing.rollback()
    return refused
  }

  const ways: [string, (it: Rated) => string, unknown[]][] = [
    ['the skill', ({ skill }) => `delete from public.skills where id = '${skill.id}'`, SKILL_NOT_FOUND],
    ['the rating', ({ rating }) => `delete from public.ratings where id = '${rating}'`, RATING_NOT_FOUND],
    ['the agent', ({ agent }) => `delete from public.agents where id = '${agent.id}'`, INVALID_KEY],
  ]

  test.each(ways)('%s', async (_, go, expected) => {
    const it = await rated()
    const going = await openTransaction(database.owner)
    await going.sql.unsafe(go(it))
    expect(await waitingFor(it, going.commit)).toEqual(expected)
    await expectExact()
  })

  describe('after the look at its key,', () => {
    /** Held by a test while it takes something away. */
    const GATE = 1

    beforeAll(async () => {
      // Both calls look for the skill in between; here that waits for the gate.
      await database.owner.unsafe(`
        alter function private.resolve_skill rename to skill_at_once;
        create function private.resolve_skill(address text) returns uuid language plpgsql as $$
        begin
          perform pg_advisory_xact_lock_shared(${GATE});
          return private.skill_at_once(address);
        end
        $$;
        grant execute on function private.resolve_skill to anon;`)
      return () =>
        database.owner.unsafe(`
          drop function private.resolve_skill;
          alter function private.skill_at_once rename to resolve_skill;`)
    })

    test.each<[string, (it: Rated) => string, unknown[]]>([
      ...ways,
      [
        'the key',
        ({ agent }) => `update private.agent_keys set revoked_at = now() where agent_id = '${agent.id}'`,
        INVALID_KEY,
      ],
    ])('%s', async (_, go, expected) => {
      const it = await rated()
      const gate = await openTransaction(database.owner)
      await gate.sql`select pg_advisory_xact_lock(${GATE})`
      const end = async () => {
        await database.owner.unsafe(go(it))
        await gate.commit()
      }
      expect(await waitingFor(it, end)).toEqual(expected)
      await expectExact()
    })
  })
})
