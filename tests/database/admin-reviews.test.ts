import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminOf } from './admin.ts'
import { as, refusal, request } from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'
import { openTransaction, untilBlocked } from './waiting.ts'

let database: OwnDatabase
const { agent, skill, rate, page, call, refused, logged, differences } = adminOf(() => database)

beforeAll(async () => {
  database = await ownDatabase({ connections: 5 })
  return database.drop
})

const TEXT = 'Buy my other skill!\n  Ünïcode "quotes", \u{1F600}.'

async function reviewed(fields: Record<string, unknown> = { p_commentary: TEXT }) {
  const [author, of] = [await agent(), await skill()]
  return { author, of, rating: await rate(author, of, fields) }
}

/** Everything that anon may read, as one text. */
async function publicText(): Promise<string> {
  return as(database.owner, {}, async (tx) => {
    const [row] = await tx`
      select concat(
        (select json_agg(r) from public.ratings as r), (select json_agg(r) from public.skill_ratings as r),
        (select json_agg(s) from public.skills as s), (select json_agg(c) from public.skill_catalogue as c)
      ) as text`
    return row?.text as string
  })
}

/** The text that is hidden for the agent and the skill of a rating. */
function hidden(rating: { id: string }) {
  return database.owner`
    select h.commentary from private.hidden_reviews as h join public.ratings as r using (skill_id, agent_id) where r.id = ${rating.id}`
}

/** The hidden texts that the log has of a rating, oldest first. */
async function versions(rating: { id: string }) {
  const rows = await database.owner`
    select details ->> 'commentary' as commentary from admin.audit_log
    where rating_id = ${rating.id} and details ? 'commentary' order by id`
  return rows.map((row) => row.commentary)
}

describe('a review that is hidden', () => {
  test('is nowhere that a caller may read; its claws and scores still count, and its time stays', async () => {
    const { author, of, rating } = await reviewed({ p_commentary: 'Hide-me-one.', p_claws: 5, p_speed: 12.5 })
    const before = await page(of.slug)
    expect(await publicText()).toContain('Hide-me-one.')
    expect(await call('hide_review', rating.id, ' Spam. ')).toMatch(/^Hidden/)
    expect(await publicText()).not.toContain('Hide-me-one.')
    const after = await page(of.slug)
    expect(after).toEqual({ ...before, ratings: [{ ...before.ratings[0], commentary: null }] })
    expect(await logged()).toEqual({
      ...{ role: 'service_role', action: 'hide_review', skill_id: of.id, rating_id: rating.id },
      ...{ agent_id: author.id, reason: 'Spam.' },
      details: { commentary: 'Hide-me-one.' },
    })
    expect(await differences()).toBe(0)
  })

  test('comes back exactly as it was, updated_at included', async () => {
    const { of, rating } = await reviewed()
    const before = await page(of.slug)
    await call('hide_review', rating.id, 'Spam.')
    expect(await call('restore_review', rating.id, 'Not spam.')).toMatch(/^Restored/)
    expect(await page(of.slug)).toEqual(before)
    expect(await logged()).toMatchObject({
      action: 'restore_review',
      rating_id: rating.id,
      reason: 'Not spam.',
    })
    expect(await hidden(rating)).toEqual([])
    // And can be hidden again.
    expect(await call('hide_review', rating.id, 'Spam.')).toMatch(/^Hidden/)
  })

  test('becomes no newer by it', async () => {
    const [first, second, of] = [await agent(), await agent(), await skill()]
    const older = await rate(first, of, { p_commentary: 'Older.' })
    await rate(second, of, { p_commentary: 'Newer.' })
    await call('hide_review', older.id, 'Spam.')
    expect((await page(of.slug)).ratings.map((r: { agent_name: string }) => r.agent_name)).toEqual([
      second.name,
      first.name,
    ])
  })

  test('stays hidden with every text that its agent sends, and the log keeps each version', async () => {
    const { author, of, rating } = await reviewed({ p_commentary: 'Version one.' })
    await call('hide_review', rating.id, 'Spam.')
    for (const [p_claws, p_commentary] of [
      [3, 'Version one.'],
      [4, 'Version two.'],
      [4, null],
      [4, 'Version three.'],
    ]) {
      const replaced = await rate(author, of, { p_claws, p_commentary })
      expect(replaced).toMatchObject({ id: rating.id, claws: p_claws, commentary: null })
    }
    expect(await publicText()).not.toMatch(/Version (one|two|three)\./)
    expect(await versions(rating)).toEqual(['Version one.', 'Version two.', null, 'Version three.'])
    expect(await hidden(rating)).toEqual([{ commentary: 'Version three.' }])
    await call('restore_review', rating.id, 'Not spam.')
    expect((await page(of.slug)).ratings[0]).toMatchObject({ claws: 4, commentary: 'Version three.' })
    expect(await rate(author, of, { p_commentary: 'Fourth.' })).toMatchObject({ commentary: 'Fourth.' })
  })

  test('stays hidden when its agent deletes the rating and rates again', async () => {
    const { author, of, rating } = await reviewed({ p_commentary: 'First.' })
    await call('hide_review', rating.id, 'Spam.')
    await request(database.owner, { key: author.key }, 'delete_own_rating', { p_skill: of.slug })
    const again = await rate(author, of, { p_commentary: 'Second.' })
    expect(again.id).not.toBe(rating.id)
    expect((await page(of.slug)).ratings).toMatchObject([{ id: again.id, commentary: null }])
    expect(await hidden(again)).toEqual([{ commentary: 'Second.' }])
    expect(await versions(again)).toEqual(['Second.'])
    await call('restore_review', again.id, 'Not spam.')
    expect((await page(of.slug)).ratings[0].commentary).toBe('Second.')
  })

  test('stays hidden when its agent writes to the tables', async () => {
    const { author, of, rating } = await reviewed({ p_commentary: 'Table one.' })
    await call('hide_review', rating.id, 'Spam.')
    await as(database.owner, { key: author.key }, async (tx) => {
      await tx`update public.ratings set commentary = 'Table two.' where id = ${rating.id}`
      await tx`delete from public.ratings where id = ${rating.id}`
      await tx`insert into public.ratings (skill_id, claws, commentary) values (${of.id}, 3, 'Table three.')`
    })
    expect(await publicText()).not.toMatch(/Table (one|two|three)\./)
  })

  test('that is sent again unchanged changes nothing, updated_at included', async () => {
    const { author, of, rating } = await reviewed({ p_commentary: 'First.', p_claws: 4, p_speed: 50 })
    await call('hide_review', rating.id, 'Spam.')
    const before = await page(of.slug)
    expect(await rate(author, of, { p_commentary: ' First. ', p_claws: 4, p_speed: 50.0 })).toMatchObject({
      updated_at: rating.updated_at,
    })
    expect(await page(of.slug)).toEqual(before)
    expect(await versions(rating)).toEqual(['First.'])
    // A new text is a change, although nobody sees it.
    const replaced = await rate(author, of, { p_commentary: 'Second.', p_claws: 4, p_speed: 50 })
    expect(replaced.updated_at > rating.updated_at).toBe(true)
  })

  test('is hidden again after a restore without a text, only by an admin', async () => {
    const { author, of, rating } = await reviewed({ p_commentary: 'First.' })
    await call('hide_review', rating.id, 'Spam.')
    await rate(author, of)
    expect(await call('restore_review', rating.id, 'Removed by its agent.')).toMatch(/no text now/)
    expect(await rate(author, of, { p_commentary: 'Second.' })).toMatchObject({ commentary: 'Second.' })
  })

  test('goes with its agent, but for the log', async () => {
    const { author, rating } = await reviewed({ p_commentary: 'First.' })
    await call('hide_review', rating.id, 'Spam.')
    await database.owner`delete from public.agents where id = ${author.id}`
    expect(await database.owner`select from private.hidden_reviews where agent_id = ${author.id}`).toEqual([])
    expect(await refused('restore_review', rating.id, 'Reason.')).toBe(`No rating has the id ${rating.id}.`)
    expect(await versions(rating)).toEqual(['First.'])
  })

  test('of a retired skill is gone from its page, too', async () => {
    const { of, rating } = await reviewed()
    await call('retire_skill', of.slug, 'Gone.')
    await call('hide_review', rating.id, 'Spam.')
    expect((await page(of.slug)).ratings[0].commentary).toBeNull()
  })
})

describe('is refused in a sentence, and logged nowhere:', () => {
  test.each<[what: string, args: () => Promise<string[]>, sentence: string | RegExp]>([
    [
      'hiding what is not there',
      async () => ['hide_review', randomUUID(), 'Spam.'],
      /^No rating has the id [0-9a-f-]{36}\.$/,
    ],
    [
      'hiding without a reason',
      async () => ['hide_review', (await reviewed()).rating.id, ' '],
      'Give a reason: it is kept in admin.audit_log.',
    ],
    [
      'a reason without end',
      async () => ['hide_review', (await reviewed()).rating.id, 's'.repeat(1_001)],
      'The reason has more than 1,000 characters; a sentence will do.',
    ],
    [
      'a reason that holds a key',
      async () => ['hide_review', (await reviewed()).rating.id, `Wrote claw_${'0'.repeat(48)}.`],
      'The reason holds an API key or an e-mail address, and is kept for good: say it without.',
    ],
    [
      'a reason that holds an e-mail address',
      async () => ['hide_review', (await reviewed()).rating.id, 'Asked by Ada <ada@mail.example>.'],
      'The reason holds an API key or an e-mail address, and is kept for good: say it without.',
    ],
    [
      'hiding a rating without text',
      async () => ['hide_review', (await reviewed({})).rating.id, 'Spam.'],
      'This rating has no text that could be hidden. Its claws count in any case.',
    ],
    [
      'hiding what is hidden',
      async () => {
        const { rating } = await reviewed()
        await call('hide_review', rating.id, 'Spam.')
        return ['hide_review', rating.id, 'Spam.']
      },
      'The text of this rating is already hidden.',
    ],
    [
      'restoring what is not hidden',
      async () => ['restore_review', (await reviewed()).rating.id, 'Reason.'],
      'The text of this rating is not hidden.',
    ],
    [
      'restoring without a reason',
      async () => ['restore_review', (await reviewed()).rating.id, ''],
      'Give a reason: it is kept in admin.audit_log.',
    ],
    [
      'restoring what is not there',
      async () => ['restore_review', randomUUID(), 'Reason.'],
      /^No rating has the id/,
    ],
  ])('%s', async (_, args, sentence) => {
    const [name = '', ...rest] = await args()
    const [before] = await database.owner`select count(*) from admin.audit_log`
    expect(await refused(name, ...rest)).toMatch(sentence)
    expect((await database.owner`select count(*) from admin.audit_log`)[0]).toEqual(before)
  })
})

test('a reason may name a key by the characters that admins see', async () => {
  const { author, rating } = await reviewed()
  expect(await call('hide_review', rating.id, `Spam by ${author.key.slice(0, 13)}.`)).toMatch(/^Hidden/)
})

test('a key in a text that is older than the rule against keys is not in the log, and is not shown again', async () => {
  const { of, rating } = await reviewed({ p_commentary: 'Older.' })
  const [row] = await database.owner<{ key: string }[]>`select private.generate_key() as key`
  const key = row?.key ?? ''
  await database.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update public.ratings set commentary = ${`Mine is ${key}.`} where id = ${rating.id}`
  })
  await call('hide_review', rating.id, 'Contains a key.')
  expect(await versions(rating)).toEqual([`Mine is ${key.slice(0, 13)}….`])
  expect(await refused('restore_review', rating.id, 'Reason.')).toMatch(/must not contain an API key/)
  expect((await page(of.slug)).ratings[0].commentary).toBeNull()
})

test('a reason with more than 30 combining marks in a row is refused', async () => {
  const { rating } = await reviewed()
  expect(await refused('hide_review', rating.id, `Spam${'\u0301'.repeat(31)}`)).toMatch(/30 combining marks/)
})

test('a text that is sent while an admin hides the one before it is hidden as well', async () => {
  const { author, of, rating } = await reviewed()
  const admin = await openTransaction(database.owner)
  await admin.sql`select admin.hide_review(${rating.id}, 'Spam.')`
  const agents = await openTransaction(database.owner)
  await agents.become(author.key)
  const replaced =
    agents.sql`select public.submit_rating(${of.id}, p_claws => 1, p_commentary => 'Second.')`.execute()
  await untilBlocked(database.admin, agents.pid)
  await admin.commit()
  await replaced
  await agents.commit()
  expect((await page(of.slug)).ratings[0]).toMatchObject({ claws: 1, commentary: null })
  expect(await hidden(rating)).toEqual([{ commentary: 'Second.' }])
})

test('a rating that is submitted twice at once after it was deleted stays hidden', async () => {
  const { author, of, rating } = await reviewed()
  await call('hide_review', rating.id, 'Spam.')
  await request(database.owner, { key: author.key }, 'delete_own_rating', { p_skill: of.slug })
  const [first, second] = [await openTransaction(database.owner), await openTransaction(database.owner)]
  await first.become(author.key)
  await second.become(author.key)
  await first.sql`select public.submit_rating(${of.id}, p_claws => 3, p_commentary => 'First.')`
  const waiting =
    second.sql`select public.submit_rating(${of.id}, p_claws => 3, p_commentary => 'Second.')`.execute()
  await untilBlocked(database.admin, second.pid)
  await first.commit()
  await waiting
  await second.commit()
  const [shown] = (await page(of.slug)).ratings
  expect(shown.commentary).toBeNull()
  expect(await hidden(shown)).toEqual([{ commentary: 'Second.' }])
})

test('a review that is being replaced while it is to be hidden is hidden as it is then', async () => {
  const { author, of, rating } = await reviewed()
  const agents = await openTransaction(database.owner)
  await agents.become(author.key)
  await agents.sql`select public.submit_rating(${of.id}, p_claws => 1, p_commentary => 'Newer.')`
  const admin = await openTransaction(database.owner)
  const hiding = admin.sql`select admin.hide_review(${rating.id}, 'Spam.')`.execute()
  await untilBlocked(database.admin, admin.pid)
  await agents.commit()
  await hiding
  await admin.commit()
  expect(await hidden(rating)).toEqual([{ commentary: 'Newer.' }])
  expect((await page(of.slug)).ratings[0]).toMatchObject({ claws: 1, commentary: null })
})

test('two admins who hide one review at once: one does, the other is told', async () => {
  const { rating } = await reviewed()
  const answers = await Promise.all(
    [1, 2].map(() =>
      refusal(call('hide_review', rating.id, 'Spam.')).then((error) => error?.message ?? 'done'),
    ),
  )
  expect(answers.sort()).toEqual(['The text of this rating is already hidden.', 'done'])
})
