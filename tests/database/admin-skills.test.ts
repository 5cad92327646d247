import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminOf } from './admin.ts'
import { type Agent, as, refusal, request, type Skill } from './callers.ts'
import { connect, type OwnDatabase, ownDatabase } from './own-database.ts'
import { openTransaction, untilBlocked } from './waiting.ts'

let database: OwnDatabase
const { agent, skill, rate, page, call, refused, logged, differences } = adminOf(() => database)

beforeAll(async () => {
  database = await ownDatabase({ connections: 8 })
  return database.drop
})

type Listed = { slug: string; name: string }

async function list(args: Record<string, unknown>): Promise<string[]> {
  const { skills } = await request<{ skills: Listed[] }>(database.owner, {}, 'list_skills', {
    p_limit: 500,
    ...args,
  })
  return skills.map(({ slug }) => slug)
}

const SORTS = ['top', 'rating', 'most_rated', 'newest', 'name']

/** The lists and searches of all kinds in which the skill stands. */
async function found({ slug, name }: Listed): Promise<string[]> {
  const places: string[] = []
  for (const p_sort of SORTS) {
    for (const [what, more] of Object.entries({
      all: {},
      typed: { p_type: 'other' },
      searched: { p_search: name },
      'searched by type': { p_search: name, p_type: 'other' },
    })) {
      if ((await list({ p_sort, ...more })).includes(slug)) places.push(`${p_sort} ${what}`)
    }
    // By the index of the words, which a catalogue of this size never comes to by itself.
    const [row] = await database.owner`
      select exists (
        select from private.look_up(
          ${p_sort}, private.skill_types(), private.search_terms(private.search_words(${name})), private.start_of_list(), 500
        ) as l join public.skills as s on s.id = l.id
        where s.slug = ${slug}
      ) as is_there`
    if (row?.is_there) places.push(`${p_sort} looked up`)
  }
  return places
}

const code = (answer: Promise<unknown>) =>
  refusal(answer).then((error) => (error ? `${error.code} ${error.message}` : 'done'))

describe('a skill that is retired', () => {
  test('is in no list and no search, and not among similar names; its page says since when', async () => {
    const retired = await skill('Vanishing point')
    await rate(await agent(), retired, { p_claws: 5, p_commentary: 'Good.' })
    expect(await found(retired)).toHaveLength(25)
    const before = await page(retired.slug)
    expect(before.retired_at).toBeNull()
    expect(await call('retire_skill', retired.slug, 'Gone.')).toMatch(/^vanishing-point is retired/)
    expect(await found(retired)).toEqual([])
    const after = await page(retired.slug)
    expect(after).toEqual({ ...before, retired_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+\+00:00$/) })
    expect(await page(retired.id)).toEqual(after)
    const [similar] = await database.owner`select private.similar_skills('Vanishing pointe') as skills`
    expect(similar?.skills).toEqual([])
    expect(await database.owner`select from public.skill_catalogue where id = ${retired.id}`).toEqual([])
    expect(await differences()).toBe(0)
    expect(await logged()).toEqual({
      ...{ role: 'service_role', action: 'retire_skill', skill_id: retired.id, rating_id: null },
      ...{ agent_id: null, reason: 'Gone.', details: {} },
    })
  })

  test('comes back as it was', async () => {
    const retired = await skill()
    await rate(await agent(), retired, { p_claws: 4 })
    const [before, places] = [await page(retired.slug), await found(retired)]
    await call('retire_skill', retired.id.toUpperCase(), 'Gone.')
    expect(await call('restore_skill', retired.id, 'Reason.')).toBe(
      `${retired.slug} is in the catalogue again.`,
    )
    expect([await page(retired.slug), await found(retired)]).toEqual([before, places])
    expect(await differences()).toBe(0)
    expect(await logged()).toMatchObject({ action: 'restore_skill', skill_id: retired.id })
  })

  test('cannot be rated by its id: 410; by its name it is not found', async () => {
    const [rater, retired] = [await agent(), await skill()]
    await rate(rater, retired)
    await call('retire_skill', retired.slug, 'Gone.')
    expect(await code(rate(await agent(), retired))).toBe('PT410 skill_retired')
    expect(await code(rate(rater, retired))).toBe('PT410 skill_retired')
    expect(await code(rate(rater, retired, { p_skill_name: retired.name }))).toBe('PT410 skill_retired')
    expect(await code(rate(rater, { id: null as never }, { p_skill_name: retired.name }))).toBe(
      'PT404 skill_not_found',
    )
  })

  test('cannot be rated straight in the table either, and a rating of it cannot be changed there', async () => {
    const [rater, retired] = [await agent(), await skill()]
    await rate(rater, retired, { p_claws: 2 })
    await call('retire_skill', retired.slug, 'Gone.')
    for (const role of ['anon', 'authenticated'] as const) {
      const straight = (key: string) =>
        as(
          database.owner,
          { role, key },
          (tx) => tx`insert into public.ratings (skill_id, claws) values (${retired.id}, 5)`,
        )
      expect(await code(straight((await agent()).key))).toBe('PT410 skill_retired')
      const changed = await as(
        database.owner,
        { role, key: rater.key },
        (tx) => tx`update public.ratings set claws = 5 where skill_id = ${retired.id} returning 1`,
      )
      expect(changed).toHaveLength(0)
    }
    expect(await page(retired.slug)).toMatchObject({ total_ratings: 1, avg_claws: 2 })
  })

  test('leaves its name to another and keeps its slug; then it cannot come back', async () => {
    const retired = await skill('Free name')
    await call('retire_skill', retired.slug, 'Gone.')
    const next = await skill('ＦＲＥＥ  name')
    expect(next.slug).toBe('free-name-2')
    expect(await refused('restore_skill', retired.slug, 'Reason.')).toBe(
      'The name "Free name" was taken by free-name-2 since: give one of them another name first.',
    )
    expect((await page('free-name')).id).toBe(retired.id)
    // By the name alone it is the new one that is rated.
    expect(await rate(await agent(), { id: null as never }, { p_skill_name: 'free name' })).toMatchObject({
      skill_id: next.id,
    })
    await database.owner`update public.skills set name = 'Another name' where id = ${next.id}`
    expect(await call('restore_skill', retired.slug, 'Reason.')).toMatch(/in the catalogue again/)
  })

  test('keeps updated_at: that is when it was edited', async () => {
    const retired = await skill()
    const at = async () => (await page(retired.slug)).updated_at
    const before = await at()
    await call('retire_skill', retired.slug, 'Gone.')
    expect(await at()).toBe(before)
  })
})

/** A duplicate and a skill to keep, with ratings of one of them, of the other and of both. */
async function pair() {
  const [duplicate, keep] = [await skill(), await skill()]
  const [onlyDuplicate, onlyKeep, newerOnDuplicate, newerOnKeep] = await Promise.all([1, 2, 3, 4].map(agent))
  const agents = { onlyDuplicate, onlyKeep, newerOnDuplicate, newerOnKeep } as Record<string, Agent>
  await rate(onlyDuplicate as Agent, duplicate, { p_claws: 1, p_speed: 10, p_commentary: 'Only here.' })
  await rate(onlyKeep as Agent, keep, { p_claws: 2 })
  await rate(newerOnDuplicate as Agent, keep, { p_claws: 3 })
  await rate(newerOnDuplicate as Agent, duplicate, { p_claws: 4, p_security: 40 })
  await rate(newerOnKeep as Agent, duplicate, { p_claws: 5 })
  await rate(newerOnKeep as Agent, keep, { p_claws: 5, p_reliability: 50 })
  return { duplicate, keep, agents }
}

const ratingsOf = (...skills: Skill[]) => database.owner`
  select id, agent_id, claws, reliability, security, speed, commentary, created_at::text, updated_at::text from public.ratings
  where skill_id = any (${skills.map(({ id }) => id)}) order by id`

describe('two skills that are merged', () => {
  test('have the ratings of both, of two by one agent the newer, each as it was; the aggregates are exact', async () => {
    const { duplicate, keep, agents } = await pair()
    const before = await ratingsOf(duplicate, keep)
    expect(await call('merge_skills', duplicate.slug, keep.slug, 'Reason.')).toBe(
      `${duplicate.slug} is ${keep.slug} now: 2 ratings moved, 2 dropped for a newer one by the same agent.`,
    )
    expect(await ratingsOf(duplicate)).toEqual([])
    const after = await ratingsOf(keep)
    expect(before).toEqual(expect.arrayContaining([...after]))
    expect(Object.fromEntries(after.map(({ agent_id, claws }) => [agent_id, claws]))).toEqual({
      [agents.onlyDuplicate?.id ?? '']: 1,
      [agents.onlyKeep?.id ?? '']: 2,
      [agents.newerOnDuplicate?.id ?? '']: 4,
      [agents.newerOnKeep?.id ?? '']: 5,
    })
    expect(await page(keep.slug)).toMatchObject({ total_ratings: 4, avg_claws: 3 })
    expect(await differences()).toBe(0)
    expect(await logged()).toEqual({
      ...{ role: 'service_role', action: 'merge_skills', skill_id: duplicate.id, rating_id: null },
      ...{ agent_id: null, reason: 'Reason.', details: { into: keep.id, moved: 2, dropped: 2 } },
    })
  })

  test('answer as one, by both ids and both slugs; the duplicate is in no list, and its name is free', async () => {
    const { duplicate, keep } = await pair()
    await call('merge_skills', duplicate.id, keep.id, 'Reason.')
    const kept = await page(keep.slug)
    expect(kept).toMatchObject({ id: keep.id, retired_at: null })
    for (const address of [duplicate.id, duplicate.slug, keep.id]) expect(await page(address)).toEqual(kept)
    expect(await found(duplicate)).toEqual([])
    expect(await found(keep)).toHaveLength(25)
    expect((await skill(duplicate.name)).id).not.toBe(duplicate.id)
  })

  test('are rated as one by the id of either, with the name of either beside it', async () => {
    const { duplicate, keep } = await pair()
    await call('merge_skills', duplicate.slug, keep.slug, 'Reason.')
    const rater = await agent()
    for (const name of [undefined, duplicate.name, keep.name]) {
      expect(await rate(rater, duplicate, name ? { p_skill_name: name } : {})).toMatchObject({
        skill_id: keep.id,
      })
    }
    expect(await code(rate(rater, duplicate, { p_skill_name: (await skill()).name }))).toBe(
      'PT400 invalid_request',
    )
    await skill(duplicate.name)
    expect(await code(rate(rater, duplicate, { p_skill_name: duplicate.name }))).toBe('PT400 invalid_request')
  })

  test('of two ratings of the same moment the one of the skill that is kept stays', async () => {
    const { duplicate, keep, agents } = await pair()
    await database.owner`update public.ratings set updated_at = '2026-01-01' where skill_id in (${duplicate.id}, ${keep.id})`
    await call('merge_skills', duplicate.slug, keep.slug, 'Reason.')
    const claws = (await ratingsOf(keep)).map((row) => [row.agent_id, row.claws])
    expect(Object.fromEntries(claws)).toMatchObject({
      [agents.newerOnDuplicate?.id ?? '']: 3,
      [agents.newerOnKeep?.id ?? '']: 5,
    })
  })

  test.each([
    ['the newer rating, on the duplicate, is hidden too', 'duplicate', true],
    ['the newer rating, on the duplicate, is visible', 'duplicate', false],
    ['the newer rating, on the kept skill, is visible', 'keep', false],
  ] as const)(
    'an agent whose text is hidden stays hidden, with the text of the rating that stays: %s',
    async (_, newer, bothHidden) => {
      const [author, duplicate, keep] = [await agent(), await skill(), await skill()]
      const [first, second] = newer === 'duplicate' ? [keep, duplicate] : [duplicate, keep]
      const older = await rate(author, first, { p_commentary: 'Older text.' })
      await call('hide_review', older.id, 'Spam.')
      const latest = await rate(author, second, { p_claws: 5, p_commentary: 'Newer text.' })
      if (bothHidden) await call('hide_review', latest.id, 'Spam.')
      await call('merge_skills', duplicate.slug, keep.slug, 'Reason.')

      const [shown] = (await page(keep.slug)).ratings
      expect(shown).toMatchObject({
        id: latest.id,
        claws: 5,
        commentary: null,
        updated_at: latest.updated_at,
      })
      expect(
        await database.owner`select commentary from private.hidden_reviews where agent_id = ${author.id}`,
      ).toEqual([{ commentary: 'Newer text.' }])
      await call('restore_review', latest.id, 'Reason.')
      expect((await page(keep.slug)).ratings[0].commentary).toBe('Newer text.')
      expect(await differences()).toBe(0)
    },
  )

  test('wait for an agent with a hidden text that is being deleted', async () => {
    const [author, duplicate, keep] = [await agent(), await skill(), await skill()]
    const rating = await rate(author, duplicate, { p_commentary: 'Hidden.' })
    await call('hide_review', rating.id, 'Spam.')
    const deleting = await openTransaction(database.owner)
    await deleting.sql`select from public.agents where id = ${author.id} for update`
    const admin = await openTransaction(database.owner)
    const merged = admin.sql`select admin.merge_skills(${duplicate.id}, ${keep.id}, 'Reason.')`.execute()
    await untilBlocked(database.admin, admin.pid)
    // The merge holds neither the skills nor the ratings yet.
    await deleting.sql`delete from public.agents where id = ${author.id}`
    await deleting.commit()
    await merged
    await admin.commit()
    expect(await ratingsOf(duplicate, keep)).toEqual([])
    expect(await differences()).toBe(0)
  })

  test('flags and hidden texts go with their ratings', async () => {
    const { duplicate, keep } = await pair()
    const [moved] = await database.owner`
      select id from public.ratings where skill_id = ${duplicate.id} and commentary is not null`
    await database.owner`
      insert into private.rating_flags (rating_id, agent_id, reason) values (${moved?.id}, ${(await agent()).id}, 'Spam.')`
    await call('hide_review', moved?.id, 'Spam.')
    await call('merge_skills', duplicate.slug, keep.slug, 'Reason.')
    expect(
      await database.owner`select from private.rating_flags where rating_id = ${moved?.id}`,
    ).toHaveLength(1)
    await call('restore_review', moved?.id, 'Reason.')
    const shown = (await page(keep.slug)).ratings.map((r: { commentary: string }) => r.commentary)
    expect(shown).toContain('Only here.')
  })

  test('one that was merged leads to the skill of the last merge in one step, and goes when that is deleted', async () => {
    const [first, second, third] = [await skill(), await skill(), await skill()]
    const rating = await rate(await agent(), first, { p_claws: 5 })
    await call('merge_skills', first.slug, second.slug, 'Reason.')
    await call('merge_skills', second.slug, third.slug, 'Reason.')
    const into =
      await database.owner`select merged_into from public.skills where id in (${first.id}, ${second.id})`
    expect(into.map((row) => row.merged_into)).toEqual([third.id, third.id])
    expect((await page(first.slug)).id).toBe(third.id)
    expect((await ratingsOf(third)).map(({ id }) => id)).toEqual([rating.id])
    await call('retire_skill', third.slug, 'Gone.')
    expect(await code(rate(await agent(), first))).toBe('PT410 skill_retired')
    await database.owner`delete from public.skills where id = ${third.id}`
    expect(await code(page(first.slug))).toBe('PT404 skill_not_found')
    expect(await differences()).toBe(0)
  })

  test('a retired skill may be merged into another, with its ratings', async () => {
    const { duplicate, keep } = await pair()
    await call('retire_skill', duplicate.slug, 'Gone.')
    const [before] = await database.owner`select retired_at from public.skills where id = ${duplicate.id}`
    await call('merge_skills', duplicate.slug, keep.slug, 'Reason.')
    const [after] = await database.owner`select retired_at from public.skills where id = ${duplicate.id}`
    expect(after).toEqual(before)
    expect((await page(duplicate.slug)).total_ratings).toBe(4)
  })
})

describe('is refused in a sentence, and logged nowhere:', () => {
  const day = new Date().toISOString().slice(0, 10)

  test.each<[what: string, args: () => Promise<string[]>, sentence: RegExp]>([
    [
      'an unknown slug',
      async () => ['retire_skill', 'nothing-here', 'Gone.'],
      /^No skill has the id or slug "nothing-here"\.$/,
    ],
    [
      'an unknown id',
      async () => ['restore_skill', randomUUID(), 'Reason.'],
      /^No skill has the id or slug "[0-9a-f-]{36}"\.$/,
    ],
    ['retiring without a reason', async () => ['retire_skill', (await skill()).slug, ''], /^Give a reason/],
    [
      'retiring what is retired',
      async () => {
        const { slug } = await skill('Twice retired')
        await call('retire_skill', slug, 'Gone.')
        return ['retire_skill', slug, 'Gone.']
      },
      RegExp(`^twice-retired was retired on ${day}\\.$`),
    ],
    [
      'restoring what is not retired',
      async () => ['restore_skill', (await skill('Still here')).slug, 'Reason.'],
      /^still-here is in the catalogue\.$/,
    ],
    [
      'restoring what was merged',
      async () => {
        const [gone, kept] = [await skill('Went'), await skill('Where')]
        await call('merge_skills', gone.slug, kept.slug, 'Reason.')
        return ['restore_skill', gone.slug, 'Reason.']
      },
      RegExp(`^went was merged into where on ${day}, where its ratings are now; that is for good\\.$`),
    ],
    [
      'merging a skill into itself',
      async () => {
        const { id, slug } = await skill('The same')
        return ['merge_skills', id, slug, 'Reason.']
      },
      /^Both are the-same: give two skills\.$/,
    ],
    [
      'merging twice',
      async () => {
        const [gone, kept] = [await skill('Merged once'), await skill('Kept once')]
        await call('merge_skills', gone.slug, kept.slug, 'Reason.')
        return ['merge_skills', gone.slug, (await skill()).slug, 'Reason.']
      },
      RegExp(`^merged-once was merged into kept-once on ${day}\\.$`),
    ],
    [
      'merging into what was merged',
      async () => {
        const [gone, kept] = [await skill('Merged first'), await skill('Kept first')]
        await call('merge_skills', gone.slug, kept.slug, 'Reason.')
        return ['merge_skills', (await skill()).slug, gone.slug, 'Reason.']
      },
      RegExp(`^merged-first was merged into kept-first on ${day}: give that one\\.$`),
    ],
    [
      'merging into what is retired',
      async () => {
        const { slug } = await skill('Retired target')
        await call('retire_skill', slug, 'Gone.')
        return ['merge_skills', (await skill()).slug, slug, 'Reason.']
      },
      RegExp(`^retired-target was retired on ${day}: restore it first\\.$`),
    ],
    [
      'revoking the keys of nobody',
      async () => ['revoke_keys', 'Nobody at all', 'Reason.'],
      /^No agent has the id or name "Nobody at all"\.$/,
    ],
    [
      'revoking what is revoked',
      async () => {
        const { name } = await agent()
        await call('revoke_keys', name, 'Reason.')
        return ['revoke_keys', name, 'Reason.']
      },
      /^Agent \d+ has no key that is still valid\.$/,
    ],
  ])('%s', async (_, args, sentence) => {
    const [name = '', ...rest] = await args()
    const [before] = await database.owner`select count(*) from admin.audit_log`
    expect(await refused(name, ...rest)).toMatch(sentence)
    expect((await database.owner`select count(*) from admin.audit_log`)[0]).toEqual(before)
    expect(await differences()).toBe(0)
  })
})

describe('the keys of an agent', () => {
  test.each([
    ['its name, in any case', ({ name }: Agent) => name.toUpperCase()],
    ['its id', ({ id }: Agent) => id],
  ])('are all refused from the next request on, by %s; those of others are not', async (_, named) => {
    const [known, other, of] = [await agent(), await agent(), await skill()]
    const { api_key } = await request<{ api_key: string }>(database.owner, { key: known.key }, 'create_key', {
      p_grace_seconds: 3_600,
    })
    const rating = await rate({ ...known, key: api_key }, of)
    expect(await call('revoke_keys', named(known), 'Reason.')).toMatch(
      RegExp(`^${known.name}: 2 keys revoked\\. The next request with one is refused`),
    )
    for (const key of [known.key, api_key]) {
      expect(await code(rate({ ...known, key }, of))).toBe('PT401 invalid_api_key')
    }
    await rate(other, of)
    expect(await ratingsOf(of)).toEqual(expect.arrayContaining([expect.objectContaining({ id: rating.id })]))
    const row = await logged()
    expect(row).toMatchObject({ action: 'revoke_keys', agent_id: known.id, details: { keys: 2 } })
    for (const key of [known.key, api_key]) expect(JSON.stringify(row)).not.toContain(key.slice(5, 13))
  })

  test.each([
    ['its name', ({ name }: Agent) => name],
    ['its id', ({ id }: Agent) => id],
  ])('one that is made while they are revoked, by %s, is not left over', async (_, named) => {
    const known = await agent()
    const making = await openTransaction(database.owner)
    await making.become(known.key)
    const [made] = await making.sql`select public.create_key() as answer`
    const admin = await openTransaction(database.owner)
    const revoked = admin.sql`select admin.revoke_keys(${named(known)}, 'Reason.')`.execute()
    await untilBlocked(database.admin, admin.pid)
    await making.commit()
    await revoked
    await admin.commit()
    const of = await skill()
    expect(await code(rate({ ...known, key: made?.answer.api_key }, of))).toBe('PT401 invalid_api_key')
  })
})

describe('a rating that comes meanwhile', () => {
  /** Has the admin's call under way while the agent rates, to be committed when the agent waits for it. */
  async function rateDuring(statement: string, args: string[], rater: Agent, of: Skill) {
    const admin = await openTransaction(database.owner)
    await admin.sql.unsafe(`select ${statement}`, args)
    const agents = await openTransaction(database.owner)
    await agents.become(rater.key)
    const answer = code(agents.sql`select public.submit_rating(${of.id}, p_claws => 2)`.execute())
    await untilBlocked(database.admin, agents.pid)
    await admin.commit()
    const said = await answer
    await (said === 'done' ? agents.commit() : agents.rollback())
    return said
  }

  test.each([
    ['a first rating', false],
    ['a rating that replaces one', true],
  ])('to a merge is one of the skill that is kept: %s', async (_, isSecond) => {
    const [rater, duplicate, keep] = [await agent(), await skill(), await skill()]
    if (isSecond) await rate(rater, duplicate)
    expect(
      await rateDuring("admin.merge_skills($1, $2, 'Reason.')", [duplicate.id, keep.id], rater, duplicate),
    ).toBe('done')
    expect(await ratingsOf(duplicate)).toEqual([])
    expect(await ratingsOf(keep)).toMatchObject([{ agent_id: rater.id, claws: 2 }])
    expect(await differences()).toBe(0)
  })

  test('and is taken back while its skill is merged is gone, from where it went', async () => {
    const [rater, duplicate, keep] = [await agent(), await skill(), await skill()]
    await rate(rater, duplicate)
    const admin = await openTransaction(database.owner)
    await admin.sql`select admin.merge_skills(${duplicate.id}, ${keep.id}, 'Reason.')`
    const agents = await openTransaction(database.owner)
    await agents.become(rater.key)
    const answer = code(agents.sql`select public.delete_own_rating(${duplicate.slug})`.execute())
    await untilBlocked(database.admin, agents.pid)
    await admin.commit()
    expect(await answer).toBe('done')
    await agents.commit()
    expect([...(await ratingsOf(duplicate)), ...(await ratingsOf(keep))]).toEqual([])
    expect(await differences()).toBe(0)
  })

  test.each([
    ['a first rating', false],
    ['a rating that replaces one', true],
  ])('to a retirement is refused: %s', async (_, isSecond) => {
    const [rater, retired] = [await agent(), await skill()]
    if (isSecond) await rate(rater, retired)
    expect(await rateDuring('admin.retire_skill($1, $2)', [retired.id, 'Gone.'], rater, retired)).toBe(
      'PT410 skill_retired',
    )
    expect(await ratingsOf(retired)).toHaveLength(isSecond ? 1 : 0)
    expect(await differences()).toBe(0)
  })

  test.each([
    ['merge', (of: Skill, keep: Skill) => ['merge_skills', of.slug, keep.slug, 'Reason.']],
    ['retirement', (of: Skill) => ['retire_skill', of.slug, 'Gone.']],
  ])('before a %s is waited for, and goes with it', async (what, callOf) => {
    const [rater, of, keep] = [await agent(), await skill(), await skill()]
    const agents = await openTransaction(database.owner)
    await agents.become(rater.key)
    await agents.sql`select public.submit_rating(${of.id}, p_claws => 2)`
    const admin = await openTransaction(database.owner)
    const [name = '', ...args] = callOf(of, keep)
    const places = args.map((_, index) => `$${index + 1}`).join(', ')
    const done = admin.sql.unsafe(`select admin.${name}(${places})`, args).execute()
    await untilBlocked(database.admin, admin.pid)
    await agents.commit()
    await done
    await admin.commit()
    expect(await ratingsOf(what === 'merge' ? keep : of)).toHaveLength(1)
    expect(await ratingsOf(of)).toHaveLength(what === 'merge' ? 0 : 1)
    expect(await differences()).toBe(0)
  })
})

test('many agents rate both skills while they are merged: each has one rating of what is kept, and none is lost', async () => {
  // A deadlock is found at once, instead of after a second in which it could be missed.
  const sql = connect('admin', database.name, 7, { deadlock_timeout: '10ms' })
  try {
    const agents = await Promise.all(Array.from({ length: 6 }, agent))
    for (let round = 0; round < 8; round++) {
      const skills: [Skill, Skill] = [await skill(), await skill()]
      const [duplicate, keep] = skills
      const rater = async (by: Agent, i: number) => {
        for (let turn = 0; turn < 6; turn++) {
          await request(sql, { key: by.key }, 'submit_rating', {
            p_skill_id: skills[(i + turn) % 2]?.id,
            p_claws: 1 + (turn % 5),
          })
        }
      }
      const merged = (async () => {
        await sql`select admin.merge_skills(${duplicate.id}, ${keep.id}, 'Reason.')`
      })()
      expect(await code(Promise.all([...agents.map(rater), merged]))).toBe('done')
      expect(await ratingsOf(duplicate)).toEqual([])
      expect((await ratingsOf(keep)).map((row) => row.agent_id).sort()).toEqual(
        agents.map(({ id }) => id).sort(),
      )
      expect(await differences()).toBe(0)
    }
  } finally {
    await sql.end()
  }
})

test('merges that name each other’s skills, in both orders: one is done, the other told', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await skill(), await skill()]
    const said = await Promise.all(
      [
        [a, b],
        [b, a],
      ].map(([from, to]) => refused('merge_skills', from?.slug ?? '', to?.slug ?? '', 'Reason.')),
    )
    expect(said.filter((sentence) => sentence === undefined)).toHaveLength(1)
    expect(said.find(Boolean)).toMatch(/was merged into/)
  }
})

test('a merge holds both skills in the order of their ids, whatever it was told first', async () => {
  const ids = [randomUUID(), randomUUID()].sort()
  // The greater one lies first in the table.
  for (const id of ids.toReversed())
    await database.owner`
      insert into public.skills (id, name, description, type) values (${id}, ${`Ordered ${id}`}, 'x', 'other')`
  const other = await openTransaction(database.owner)
  await other.sql`select from public.skills where id = ${ids[0] ?? ''} for update`
  const admin = await openTransaction(database.owner)
  const merged = refusal(
    admin.sql`select admin.merge_skills(${ids[1] ?? ''}, ${ids[0] ?? ''}, 'Reason.')`.execute(),
  )
  await untilBlocked(database.admin, admin.pid)
  const free = await database.owner`
    select id from public.skills where id = any (${ids}::uuid[]) for update skip locked`
  expect(free).toEqual([{ id: ids[1] }])
  await other.rollback()
  expect(await merged).toBeUndefined()
  await admin.rollback()
})

test('a skill that is deleted while it is to be retired is gone, and nothing is logged', async () => {
  const gone = await skill()
  const other = await openTransaction(database.owner)
  await other.sql`delete from public.skills where id = ${gone.id}`
  const admin = await openTransaction(database.owner)
  const retired = refusal(admin.sql`select admin.retire_skill(${gone.slug}, 'Gone.')`.execute())
  await untilBlocked(database.admin, admin.pid)
  await other.commit()
  expect((await retired)?.message).toBe('The skill was deleted just now.')
  await admin.rollback()
  expect(await database.owner`select from admin.audit_log where skill_id = ${gone.id}`).toEqual([])
})
