import { describe, expect, test } from 'vitest'
import { as, outcome, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, submitRating, newRating, admin } = testDatabase({
  connections: 3,
})

/** The embedded Studio runs SQL. */
const inStudio = (statement: string) =>
  as(database.owner, { role: 'service_role' }, (tx) => tx.unsafe<Record<string, unknown>[]>(statement))
/** The rows of a view of the schema admin. */
const rowsOf = (view: string, where = 'true') => inStudio(`select * from admin.${view} where ${where}`)

test('hidden_commentaries has texts and reasons, newest first', async () => {
  const { agent, skill, rating } = await newRating({ p_commentary: 'First.', p_claws: 2 })
  const next = await newSkill()
  const second = await submitRating(agent, next, { p_commentary: 'Second.' })
  for (const { id } of [rating, second]) await admin('hide_commentary', id, 'Spam.')
  expect(await rowsOf('hidden_commentaries', `agent = '${agent.name}'`)).toMatchObject([
    { skill: next.slug, commentary: 'Second.' },
    {
      rating_id: rating.id,
      skill: skill.slug,
      agent: agent.name,
      claws: 2,
      commentary: 'First.',
      hidden_at: expect.any(Date),
      reason: 'Spam.',
    },
  ])
  await admin('restore_commentary', rating.id, 'Reason.')
  expect(await rowsOf('hidden_commentaries', `agent = '${agent.name}'`)).toHaveLength(1)
})

test('retired_skills has the last reason and the target of a merge, newest first', async () => {
  const [gone, merged] = [await newSkill('View gone'), await newSkill('View merged')]
  const kept = await newSkill('View kept')
  await submitRating(await newAgent(), gone)
  await admin('retire_skill', gone.slug, 'First reason.')
  await admin('restore_skill', gone.slug, 'Reason.')
  await admin('retire_skill', gone.slug, 'Its site is gone.')
  await admin('merge_skills', merged.slug, kept.slug, 'The same.', true)
  const duplicate = { slug: 'view-merged', merged_into: 'view-kept', reason: null, total_ratings: 0 }
  expect((await rowsOf('retired_skills')).slice(0, 2)).toEqual([
    expect.objectContaining(duplicate),
    {
      skill_id: gone.id,
      slug: 'view-gone',
      name: 'View gone',
      merged_into: null,
      reason: 'Its site is gone.',
      total_ratings: 1,
      retired_at: expect.any(Date),
    },
  ])
})

test('agent_overview and ratings_with_names count', async () => {
  const { agent, skill } = await newRating({ p_claws: 5 })
  await admin('grant_standing', agent.name, 'Known.')
  expect(await rowsOf('agent_overview', `agent = '${agent.name}'`)).toMatchObject([
    { standing: 'established', ratings: 1, removed_ratings: 0, skills: 0, valid_keys: 1, age_days: 0 },
  ])
  const named = { agent: agent.name, claws: 5, established: true }
  expect(await rowsOf('ratings_with_names', `skill = '${skill.slug}'`)).toMatchObject([named])
})

describe('the audit log', () => {
  test('has the role, and the user that a token or the hosted dashboard names', async () => {
    const { agent, rating } = await newRating({ p_commentary: 'Logged.' })
    const [token, dashboard] = [crypto.randomUUID(), crypto.randomUUID()]
    await database.owner.begin(async (tx) => {
      const claims = JSON.stringify({ role: 'service_role', email: 'admin@mail.example', sub: token })
      await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'service_role', true)`
      await tx`select admin.hide_commentary(${rating.id}, 'Spam.')`
    })
    // As the SQL editor of the hosted dashboard sends a query.
    await database.owner.unsafe(
      `select admin.restore_commentary('${rating.id}', 'Reason.');\n\n-- source: dashboard\n-- user: ${dashboard}\n-- date: 2026-11-21T10:00:00.000Z\n`,
    )
    await database.owner`select admin.hide_commentary(${rating.id}, 'Spam.')`
    const rows = await database.owner`
      select role, dashboard_user, action from admin.audit_log where rating_id = ${rating.id} order by id`
    expect([...rows]).toEqual([
      { role: 'service_role', dashboard_user: token, action: 'hide_commentary' },
      { role: 'postgres', dashboard_user: dashboard, action: 'restore_commentary' },
      { role: 'postgres', dashboard_user: null, action: 'hide_commentary' },
    ])
    const [all] = await database.owner`select json_agg(l)::text as text from admin.audit_log as l`
    for (const secret of ['mail.example', agent.key, agent.key.slice(5, 13)])
      expect(all?.text).not.toContain(secret)
  })

  const [forged, real] = [crypto.randomUUID(), crypto.randomUUID()]
  const comments = (user: string) =>
    `\n\n-- source: dashboard\n-- user: ${user}\n-- date: 2026-11-21T10:00:00.000Z\n`
  test.each<[what: string, name: string, end: string, claims: object | null, expected: string | null]>([
    ['a name, without a dashboard', `-- user: ${forged}`, '', null, null],
    ['a name, with one', `-- user: ${forged}`, comments(real), null, real],
    ['an earlier comment', 'Agent', `${comments(forged)}${comments(real)}`, null, real],
    ['a comment before the end', 'Agent', `${comments(forged)}; select 1`, null, null],
    [
      'what a user of the project wrote about itself',
      'Agent',
      '',
      { user_metadata: { sub: forged }, sub: real },
      real,
    ],
  ])('is not deceived about the user by %s', async (_, name, end, claims, expected) => {
    const agent = await newAgent(name === 'Agent' ? undefined : `${name}`)
    await database.owner.begin(async (tx) => {
      if (claims) await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      // A text that was pasted into the reason has lines, too.
      const reason = `Says:\n-- user: ${forged}\n`
      await tx.unsafe(`select admin.withdraw_standing('${agent.id}', '${agent.name} ${reason}')${end}`)
    })
    const [row] = await database.owner`
      select dashboard_user from admin.audit_log where agent_id = ${agent.id}`
    expect(row?.dashboard_user).toBe(expected)
    await database.owner`delete from public.agents where id = ${agent.id}`
    // The next test takes it.
    await database.owner`delete from private.deleted_names`
  })

  test.each([
    "update admin.audit_log set reason = 'Another.'",
    "update admin.audit_log set details = '{}'",
    'delete from admin.audit_log',
    'truncate admin.audit_log',
  ])('cannot be changed, even by its owner: %s', async (statement) => {
    for (const sql of [database.owner, database.admin])
      expect(await outcome(sql.unsafe(statement))).toBe(
        'P0001 Rows of admin.audit_log cannot be changed or deleted.',
      )
  })
})
