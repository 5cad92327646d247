import { afterEach, describe, expect, test } from 'vitest'
import { as, type Connection, errorOf, testDatabase } from '../fixtures.ts'

const { database, call, submitRating, newRating, page, admin, lastLogged, differences, race, step } =
  testDatabase({ connections: 5 })

afterEach(async () => {
  expect(await differences()).toEqual([])
})

const hide = (rating: { id: string }, reason = 'Spam.') => admin('hide_commentary', rating.id, reason)
const restore = (rating: { id: string }, reason = 'Not spam.') =>
  admin('restore_commentary', rating.id, reason)
const firstRating = async (skill: { slug: string }) => (await page(skill.slug)).ratings[0]
const commented = (p_commentary: string, fields = {}) => newRating({ p_commentary, ...fields })

/** Everything that anon may read, as one text. */
const publicText = () =>
  as(database.owner, {}, async (tx) => {
    const [row] = await tx`
      select concat(
        (select json_agg(r) from public.ratings as r), (select json_agg(r) from public.skill_ratings as r),
        (select json_agg(s) from public.skills as s), (select json_agg(c) from public.skill_catalogue as c)
      ) as text`
    return row?.text as string
  })

/** The hidden commentary of a rating's agent and skill. */
async function hidden({ id }: { id: string }): Promise<string[]> {
  const rows = await database.owner`
    select h.commentary from private.hidden_commentaries as h where h.rating_id = ${id}`
  return rows.map((row) => row.commentary)
}

/** The commentaries of a rating in the audit log, oldest first. */
async function versions({ id }: { id: string }): Promise<string[]> {
  const rows = await database.owner`
    select details ->> 'commentary' as commentary from admin.audit_log where rating_id = ${id} and details ? 'commentary' order by id`
  return rows.map((row) => row.commentary)
}

describe('a hidden commentary', () => {
  test('is in nothing that a caller may read until it is restored; claws, scores and updated_at stay', async () => {
    const text = 'Hide-me-one:\n  Ünïcode "quotes", \u{1F600}.'
    const { agent, skill, rating } = await commented(text, { p_claws: 5, p_speed: 12.5 })
    const before = await page(skill.slug)
    expect(await publicText()).toContain('Hide-me-one')
    expect(await hide(rating, ' Spam. ')).toMatch(/^Hidden/)
    expect(await publicText()).not.toContain('Hide-me-one')
    const ratings = [{ ...before.ratings[0], commentary: null }]
    expect(await page(skill.slug)).toEqual({ ...before, ratings })
    expect(await lastLogged()).toEqual({
      role: 'service_role',
      action: 'hide_commentary',
      skill_id: skill.id,
      rating_id: rating.id,
      agent_id: agent.id,
      reason: 'Spam.',
      details: { commentary: rating.commentary, flags: 0 },
    })
    expect(await restore(rating)).toMatch(/^Restored/)
    expect([await page(skill.slug), await hidden(rating)]).toEqual([before, []])
    const logged = { action: 'restore_commentary', rating_id: rating.id, reason: 'Not spam.' }
    expect(await lastLogged()).toMatchObject(logged)
    expect(await hide(rating)).toMatch(/^Hidden/)
  })

  test('stays hidden with each text that its agent sends; the audit log gets every version', async () => {
    const { agent, skill, rating } = await commented('Version one.')
    await hide(rating)
    for (const [i, p_commentary] of ['Version one.', 'Version two.', null, 'Version three.'].entries())
      expect(await submitRating(agent, skill, { p_claws: i === 0 ? 3 : 4, p_commentary })).toMatchObject({
        id: rating.id,
        commentary: null,
      })
    expect(await publicText()).not.toMatch(/Version (one|two|three)\./)
    expect(await versions(rating)).toEqual(['Version one.', 'Version two.', null, 'Version three.'])
    expect(await hidden(rating)).toEqual(['Version three.'])
    await restore(rating)
    expect(await firstRating(skill)).toMatchObject({ claws: 4, commentary: 'Version three.' })
    expect(await submitRating(agent, skill, { p_commentary: 'Fourth.' })).toMatchObject({
      commentary: 'Fourth.',
    })
  })

  test('cannot be shown by an admin who writes the table: a text and its mark exclude each other', async () => {
    const { rating } = await commented('First.')
    const mark = (set: string) =>
      errorOf(database.owner.unsafe(`update public.ratings set ${set} where id = '${rating.id}'`))
    expect((await mark('commentary_hidden_at = now()'))?.constraint_name).toBe('ratings_hidden_without_text')
    await hide(rating)
    expect((await mark("commentary = 'First.'"))?.constraint_name).toBe('ratings_hidden_without_text')
  })

  test('keeps its text when an admin corrects the time since when it is hidden', async () => {
    const { rating } = await commented('First.')
    await hide(rating)
    await database.owner`
      update public.ratings set commentary_hidden_at = commentary_hidden_at - interval '1 day' where id = ${rating.id}`
    expect([await hidden(rating), await versions(rating)]).toEqual([['First.'], ['First.']])
  })

  test('stays hidden when its agent deletes the rating and rates again', async () => {
    const { agent, skill, rating } = await commented('First.')
    await hide(rating)
    await call(agent, 'delete_own_rating', { p_skill: skill.slug })
    const again = await submitRating(agent, skill, { p_commentary: 'Second.' })
    expect(again.id).not.toBe(rating.id)
    expect(await firstRating(skill)).toMatchObject({ id: again.id, commentary: null })
    expect([await hidden(again), await versions(again)]).toEqual([['Second.'], ['Second.']])
    await restore(again)
    expect((await firstRating(skill)).commentary).toBe('Second.')
  })

  test('stays hidden when its agent deletes the rating before the skill is retired and restored', async () => {
    const { agent, skill, rating } = await commented('First.')
    await hide(rating)
    await call(agent, 'delete_own_rating', { p_skill: skill.slug })
    await admin('retire_skill', skill.slug, 'Gone.')
    await admin('restore_skill', skill.slug, 'Back.')
    expect((await page(skill.slug)).total_ratings).toBe(0)
    const again = await submitRating(agent, skill, { p_commentary: 'Second.' })
    expect([again.commentary, await hidden(again)]).toEqual([null, ['Second.']])
  })

  test.each(['remove_ratings', 'suspend_agent'])(
    'stays hidden while %s removes its rating',
    async (action) => {
      const { agent, skill, rating } = await commented('First.')
      await hide(rating)
      const [removed, undo] =
        action === 'remove_ratings' ? [[rating.id], 'restore_ratings'] : [agent.id, 'reinstate_agent']
      await admin(action, removed, 'Reason.')
      await admin(undo, removed, 'Reason.')
      expect(await firstRating(skill)).toMatchObject({ id: rating.id, commentary: null })
      expect(await hidden(rating)).toEqual(['First.'])
    },
  )

  test('stays hidden when its agent rates again after an admin removed the rating, which the log keeps', async () => {
    const { agent, skill, rating } = await commented('First.', { p_claws: 5 })
    await hide(rating)
    await admin('remove_ratings', [rating.id], 'Reason.')
    const again = await submitRating(agent, skill, { p_commentary: 'Second.' })
    expect([again.commentary, await hidden(again)]).toEqual([null, ['Second.']])
    const [logged] = await database.owner`
      select details from admin.audit_log where rating_id = ${rating.id} and action = 'replace_removed_rating'`
    expect(logged?.details).toEqual({ replaced_by: again.id, claws: 5, commentary: 'First.' })
    expect(await admin('restore_ratings', [rating.id], 'Reason.')).toMatch(
      /^0 ratings restored; 1 stay removed/,
    )
  })

  test('stays hidden when its agent rates again after the removed rating can no longer be restored', async () => {
    const { agent, skill, rating } = await commented('First.')
    await hide(rating)
    await admin('remove_ratings', [rating.id], 'Reason.')
    await database.owner`update public.ratings set removed_at = now() - interval '31 days' where id = ${rating.id}`
    await admin('remove_ratings', [(await newRating()).rating.id], 'Reason.')
    const again = await submitRating(agent, skill, { p_commentary: 'Second.' })
    expect([again.commentary, await hidden(again)]).toEqual([null, ['Second.']])
  })

  test('that is sent again changes nothing; a new one changes updated_at', async () => {
    const { agent, skill, rating } = await commented('First.', { p_claws: 4, p_speed: 50 })
    await hide(rating)
    const before = await page(skill.slug)
    const same = { p_commentary: ' First. ', p_claws: 4, p_speed: 50.0 }
    expect(await submitRating(agent, skill, same)).toMatchObject({ updated_at: rating.updated_at })
    expect(await page(skill.slug)).toEqual(before)
    expect(await versions(rating)).toEqual(['First.'])
    const replaced = await submitRating(agent, skill, { ...same, p_commentary: 'Second.' })
    expect(replaced.updated_at > rating.updated_at).toBe(true)
  })

  test('that its agent removed is restored as none, and the next one is visible', async () => {
    const { agent, skill, rating } = await commented('First.')
    await hide(rating)
    await submitRating(agent, skill)
    expect(await restore(rating)).toMatch(/no commentary now/)
    expect(await submitRating(agent, skill, { p_commentary: 'Second.' })).toMatchObject({
      commentary: 'Second.',
    })
  })

  test('of a retired skill is hidden too', async () => {
    const { skill, rating } = await commented('First.')
    await admin('retire_skill', skill.slug, 'Gone.')
    await hide(rating)
    expect((await firstRating(skill)).commentary).toBeNull()
  })
})

test('a key in a text that is older than the rule against keys is not logged and not restored', async () => {
  const { skill, rating } = await commented('Older.')
  const [row] = await database.owner<{ key: string }[]>`select private.generate_key() as key`
  const key = row?.key ?? ''
  await database.admin.begin(async (tx) => {
    await tx`alter domain private.commentary drop constraint commentary_valid`
    await tx`set local session_replication_role = replica`
    await tx`update public.ratings set commentary = ${`Mine is ${key}.`} where id = ${rating.id}`
  })
  await hide(rating)
  expect(await versions(rating)).toEqual([`Mine is ${key.slice(0, 13)}….`])
  expect((await errorOf(restore(rating)))?.message).toMatch(/must not contain an API key/)
  expect((await firstRating(skill)).commentary).toBeNull()
})

describe('concurrent calls', () => {
  const hiding = (rating: { id: string }) => ({
    run: (sql: Connection) => sql`select admin.hide_commentary(${rating.id}, 'Spam.')`,
  })

  test('a text that is sent while the one before is hidden, or hidden while it is sent, is hidden', async () => {
    const [one, two] = [await commented('First.'), await commented('First.')]
    const submission = ({ agent, skill }: typeof one) =>
      step(agent, 'submit_rating', { p_skill_id: skill.id, p_claws: 1, p_commentary: 'Second.' })
    expect((await race(hiding(one.rating), submission(one))).outcome).toBe('done')
    expect((await race(submission(two), hiding(two.rating))).outcome).toBe('done')
    for (const { skill, rating } of [one, two]) {
      expect(await firstRating(skill)).toMatchObject({ claws: 1, commentary: null })
      expect(await hidden(rating)).toEqual(['Second.'])
    }
  })

  test('a rating that is submitted twice at once after it was deleted stays hidden', async () => {
    const { agent, skill, rating } = await commented('Zero.')
    await hide(rating)
    await call(agent, 'delete_own_rating', { p_skill: skill.slug })
    const submission = (p_commentary: string) =>
      step(agent, 'submit_rating', { p_skill_id: skill.id, p_claws: 3, p_commentary })
    expect((await race(submission('First.'), submission('Second.'))).outcome).toBe('done')
    const shown = await firstRating(skill)
    expect([shown.commentary, await hidden(shown)]).toEqual([null, ['Second.']])
  })

  test('a rating that is deleted first is not found', async () => {
    const { skill, rating } = await commented('Text.')
    const deletion = { run: (sql: Connection) => sql`delete from public.skills where id = ${skill.id}` }
    expect((await race(deletion, hiding(rating))).outcome).toBe(`P0001 No rating has the id ${rating.id}.`)
  })
})
