import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminOf } from './admin.ts'
import { as, refusal } from './callers.ts'
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
        (select json_agg(r) from public.ratings as r), (select json_agg(r) from public.skill_reviews as r),
        (select json_agg(s) from public.skills as s), (select json_agg(c) from public.skill_catalogue as c)
      ) as text`
    return row?.text as string
  })
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
      ...{ agent_id: author.id, reason: 'Spam.', details: {} },
    })
    expect(await differences()).toBe(0)
  })

  test('comes back to the letter, its time as it was', async () => {
    const { of, rating } = await reviewed()
    const before = await page(of.slug)
    await call('hide_review', rating.id, 'Spam.')
    expect(await call('restore_review', rating.id)).toMatch(/^Restored/)
    expect(await page(of.slug)).toEqual(before)
    expect(await logged()).toMatchObject({ action: 'restore_review', rating_id: rating.id, reason: null })
    expect(await database.owner`select from private.hidden_reviews where rating_id = ${rating.id}`).toEqual(
      [],
    )
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

  test.each([
    ['with a new text', { p_commentary: 'Mended.' }, 'Mended.'],
    ['without a text', {}, null],
  ])('may be replaced by its agent, %s; the text that was hidden is gone then', async (_, fields, shown) => {
    const { author, of, rating } = await reviewed()
    await call('hide_review', rating.id, 'Spam.')
    const replaced = await rate(author, of, fields)
    expect(replaced).toMatchObject({ id: rating.id, commentary: shown })
    expect(replaced.updated_at > rating.updated_at).toBe(true)
    expect(await database.owner`select from private.hidden_reviews where rating_id = ${rating.id}`).toEqual(
      [],
    )
    expect(await refused('restore_review', rating.id)).toBe(
      'The text of this rating is not hidden. If it was, its agent has replaced the rating since.',
    )
    expect((await page(of.slug)).ratings[0].commentary).toBe(shown)
  })

  test('goes with its rating', async () => {
    const { author, rating } = await reviewed()
    await call('hide_review', rating.id, 'Spam.')
    await database.owner`delete from public.agents where id = ${author.id}`
    expect(await database.owner`select from private.hidden_reviews where rating_id = ${rating.id}`).toEqual(
      [],
    )
    expect(await refused('restore_review', rating.id)).toBe(`No rating has the id ${rating.id}.`)
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
      'The text of this rating is hidden already.',
    ],
    [
      'restoring what is not hidden',
      async () => ['restore_review', (await reviewed()).rating.id],
      /^The text of this rating is not hidden/,
    ],
    ['restoring what is not there', async () => ['restore_review', randomUUID()], /^No rating has the id/],
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

test('an agent that replaces its review while it is being hidden has the last word', async () => {
  const { author, of, rating } = await reviewed()
  const admin = await openTransaction(database.owner)
  await admin.sql`select admin.hide_review(${rating.id}, 'Spam.')`
  const agents = await openTransaction(database.owner)
  await agents.become(author.key)
  const replaced =
    agents.sql`select public.submit_rating(${of.id}, p_claws => 1, p_commentary => 'Mended.')`.execute()
  await untilBlocked(database.admin, agents.pid)
  await admin.commit()
  await replaced
  await agents.commit()
  expect((await page(of.slug)).ratings[0]).toMatchObject({ claws: 1, commentary: 'Mended.' })
  expect(await database.owner`select from private.hidden_reviews where rating_id = ${rating.id}`).toEqual([])
})

test('a review that is being replaced while it is to be hidden is hidden as it is then', async () => {
  const { author, of, rating } = await reviewed()
  const agents = await openTransaction(database.owner)
  await agents.become(author.key)
  await agents.sql`select public.submit_rating(${of.id}, p_claws => 1, p_commentary => 'Newer.')`
  const admin = await openTransaction(database.owner)
  const hidden = admin.sql`select admin.hide_review(${rating.id}, 'Spam.')`.execute()
  await untilBlocked(database.admin, admin.pid)
  await agents.commit()
  await hidden
  await admin.commit()
  const [row] =
    await database.owner`select commentary from private.hidden_reviews where rating_id = ${rating.id}`
  expect(row?.commentary).toBe('Newer.')
  expect((await page(of.slug)).ratings[0]).toMatchObject({ claws: 1, commentary: null })
})

test('two admins who hide one review at once: one does, the other is told', async () => {
  const { rating } = await reviewed()
  const answers = await Promise.all(
    [1, 2].map(() =>
      refusal(call('hide_review', rating.id, 'Spam.')).then((error) => error?.message ?? 'done'),
    ),
  )
  expect(answers.sort()).toEqual(['The text of this rating is hidden already.', 'done'])
})
