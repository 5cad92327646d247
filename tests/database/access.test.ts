import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  as,
  attempt,
  errorOf,
  outcome,
  type Role,
  rolledBackAs,
  type Skill,
  type Transaction,
  testDatabase,
} from './fixtures.ts'

/** Row-level security. privileges.test.ts compares all privileges and policies with the committed ones. */

const { database, newAgent, newSkill, submitRating } = testDatabase()
let ada: Agent
let bob: Agent
let revoked: Agent
let busy: Agent
let skill: Skill
let other: Skill

beforeAll(async () => {
  ada = await newAgent('Ada')
  bob = await newAgent('Bob')
  revoked = await newAgent('Revoked')
  busy = await newAgent('Busy')
  await database.owner`select admin.revoke_key(${revoked.key}, 'Leaked.')`
  skill = await newSkill('Skill', ada)
  other = await newSkill('Other', ada)
  await submitRating(ada, skill, { p_claws: 4 })
  await submitRating(bob, skill, { p_claws: 2 })
  await database.owner`
    insert into public.skills (name, description, type) select 'Many ' || n, 'x', 'mcp' from generate_series(1, 150) as n`
})

describe.each<{ role: Role }>([{ role: 'anon' }, { role: 'authenticated' }])('$role', ({ role }) => {
  const run = (key: string | undefined, statement: string, parameters: string[] = []) =>
    as(database.owner, { role, key }, (tx) => tx.unsafe(statement, parameters))
  const expectDenied = async (key: string | undefined, statement: string, parameters: string[] = []) =>
    expect((await errorOf(run(key, statement, parameters)))?.code, statement).toBe('42501')

  test.each([
    ['no key', () => undefined],
    ['an unknown key', () => `claw_${'0'.repeat(56)}`],
    ['a revoked key', () => revoked.key],
    ['an empty key', () => ''],
    ['a key in upper case', () => ada.key.toUpperCase()],
  ])('with %s cannot write to the tables or flag', async (_, key) => {
    await expectDenied(key(), 'insert into public.ratings (skill_id, claws) values ($1, 1)', [other.id])
    const submission = "insert into public.skills (name, description, type) values ('New', 'New', 'mcp')"
    await expectDenied(key(), submission)
    expect(await run(key(), 'update public.ratings set claws = 1 returning id')).toHaveLength(0)
    expect(await run(key(), 'delete from public.ratings returning id')).toHaveLength(0)
    for (const flagged of [
      "id, null, 'Planted.') from public.ratings",
      "null, id, 'Planted.') from public.skills",
    ])
      expect(await outcome(run(key(), `select private.add_flag(${flagged}`))).toMatch(/^PT401/)
  })

  // `select=*` of the Data API, which a column without a grant would end.
  test('reads all columns of ratings and skills', async () => {
    for (const table of ['ratings', 'skills'])
      expect(await outcome(run(undefined, `select * from public.${table}`))).toBe('done')
  })

  test('cannot rate or submit in the name of an agent, or change, move or give away a rating', async () => {
    const rating = 'insert into public.ratings (skill_id, agent_id, claws) values ($1, $2, 1)'
    const submission =
      "insert into public.skills (name, description, type, submitted_by) values ('New', 'New', 'mcp', $1)"
    for (const { id } of [bob, ada]) {
      await expectDenied(ada.key, rating, [other.id, id])
      await expectDenied(ada.key, submission, [id])
    }
    const update = 'update public.ratings set claws = 1 where agent_id = $1 returning id'
    expect(await run(ada.key, update, [bob.id])).toHaveLength(0)
    await expectDenied(ada.key, 'update public.ratings set skill_id = $1', [other.id])
    await expectDenied(ada.key, 'update public.ratings set agent_id = $1', [bob.id])
    const move = `insert into public.ratings (skill_id, claws) values ($1, 5)
       on conflict (skill_id, agent_id) do update set skill_id = $2`
    await expectDenied(ada.key, move, [skill.id, other.id])
  })

  test('with a valid key inserts, updates and deletes only its own rows, and the aggregates follow', async () => {
    await rolledBackAs(database.owner, { role, key: bob.key }, async (tx) => {
      const [rating] = await tx`
        insert into public.ratings (skill_id, claws, reliability) values (${other.id}, 5, 99.5) returning agent_id`
      const [submitted] = await tx`
        insert into public.skills (name, description, type) values ('By Bob', 'New', 'mcp') returning submitted_by, slug`
      expect([rating, submitted]).toEqual([{ agent_id: bob.id }, { submitted_by: bob.id, slug: 'by-bob' }])
      const stats = async ({ id }: Skill) =>
        (
          await tx`select total_ratings, claws_1, claws_4, claws_5 from public.skill_stats where skill_id = ${id}`
        )[0]
      expect(await stats(other)).toEqual({ total_ratings: 1, claws_1: 0, claws_4: 0, claws_5: 1 })
      const changed = await tx`update public.ratings set claws = 1 returning agent_id`
      expect(new Set(changed.map((row) => row.agent_id))).toEqual(new Set([bob.id]))
      expect(await stats(skill)).toEqual({ total_ratings: 2, claws_1: 1, claws_4: 1, claws_5: 0 })
      expect(await tx`delete from public.ratings where agent_id = ${ada.id} returning id`).toHaveLength(0)
      expect(await tx`delete from public.ratings returning agent_id`).toHaveLength(2)
      expect(await stats(skill)).toEqual({ total_ratings: 1, claws_1: 0, claws_4: 1, claws_5: 0 })
    })
  })

  describe('writes at most 100 rows of ratings or skills in one statement:', () => {
    const within = (work: (tx: Transaction) => Promise<void>) =>
      rolledBackAs(database.owner, { role, key: busy.key }, work)
    const submit = (count: number) => `
      insert into public.skills (name, description, type) select 'More ' || n, 'x', 'mcp' from generate_series(1, ${count}) as n`
    const rate = (count: number, offset = 0) => `
      insert into public.ratings (skill_id, claws)
      select id, 3 from public.skills where name like 'Many %' order by name, id limit ${count} offset ${offset}`
    const many = (last: number) =>
      `skill_id in (select id from public.skills where name like 'Many %' order by name, id limit ${last})`
    const written = async (tx: Transaction, statement: string) => (await tx.unsafe(statement)).count
    async function expectTooMany(tx: Transaction, statement: string) {
      const error = await attempt(tx, (inner) => inner.unsafe(statement))
      expect([error?.code, error?.message], statement).toEqual(['PT400', 'too_many_rows'])
    }
    /** Rates all of these skills. */
    async function rateMany(tx: Transaction) {
      expect(await written(tx, rate(100))).toBe(100)
      expect(await written(tx, rate(50, 100))).toBe(50)
    }

    test('an insert of skills or ratings', () =>
      within(async (tx) => {
        await expectTooMany(tx, submit(101))
        expect(await written(tx, submit(100))).toBe(100)
        await rateMany(tx)
        await tx`delete from public.ratings where skill_id in (select skill_id from public.ratings where agent_id = ${busy.id} limit 50)`
        await expectTooMany(tx, `${rate(101)} on conflict (skill_id, agent_id) do nothing`)
      }))

    test('an upsert, of which each row counts once', () =>
      within(async (tx) => {
        await rateMany(tx)
        const replace = 'on conflict (skill_id, agent_id) do update set claws = 5'
        await expectTooMany(tx, `${rate(101)} ${replace}`)
        expect(await written(tx, `${rate(100)} ${replace}`)).toBe(100)
      }))

    test.each([
      ['an update', 'update public.ratings set claws = claws % 5 + 1'],
      ['a delete', 'delete from public.ratings'],
    ])('%s, whatever else the agent has rated', (_, statement) =>
      within(async (tx) => {
        await rateMany(tx)
        for (const filter of ['true', many(101)]) await expectTooMany(tx, `${statement} where ${filter}`)
        const [row] =
          await tx`select count(*)::integer from public.ratings where agent_id = ${busy.id} and claws = 3`
        expect(row?.count).toBe(150)
        expect(await written(tx, `${statement} where ${many(1)}`)).toBe(1)
        expect(await written(tx, `${statement} where ${many(100)}`)).toBe(
          statement.startsWith('update') ? 100 : 99,
        )
      }),
    )

    test('parts of one statement together', () =>
      within(async (tx) => {
        await rateMany(tx)
        await expectTooMany(
          tx,
          `with changed as (update public.ratings set claws = 1 where ${many(60)} returning id)
           delete from public.ratings where not ${many(60)}`,
        )
      }))
  })

  test('is the agent of the current key when one connection serves several', async () => {
    for (const agent of [ada, bob, undefined, ada]) {
      const [row] = await run(agent?.key, 'select private.current_agent_id() as id')
      expect(row?.id).toBe(agent?.id ?? null)
    }
  })
})

// rating-model.test.ts has the ratings that it writes.
test('service_role edits agents and skills, more than 100 of them in one statement', async () => {
  await rolledBackAs(database.owner, { role: 'service_role' }, async (tx) => {
    const [agent] = await tx`
      insert into public.agents (agent_name, email) values ('By hand', 'a@example.com') returning id`
    const many = await tx`
      insert into public.skills (name, description, type) select 'By hand ' || n, 'New', 'other' from generate_series(1, 101) as n
      returning submitted_by`
    expect([many.length, many[0]?.submitted_by]).toEqual([101, null])
    await tx`update public.agents set email = null where id = ${agent?.id}`
    await tx`update public.skills set description = 'Better' where name like 'By hand %'`
    await tx`delete from public.skills where name like 'By hand %'`
    await tx`delete from public.agents where id = ${agent?.id}`
  })
})
