import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'
import { errorOf, pathsOf, rolledBack, testDatabase } from './fixtures.ts'

/** Rows of version 1.0.0 that break later rules stay, and work, until someone changes the field. */

const VICTIM = { id: '7f9c24e8-3b12-4fef-91e2-56a2b7c9d011', name: 'Victim', key: wellFormedKey('1') }
const OLD = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'Githսb', key: wellFormedKey('2') },
  { id: '00000000-0000-4000-8000-000000000002', name: 'Official Support', key: wellFormedKey('3') },
  { id: '00000000-0000-4000-8000-000000000003', name: VICTIM.id, key: wellFormedKey('4') },
  { id: '00000000-0000-4000-8000-000000000004', name: `{${VICTIM.id}}`, key: wellFormedKey('5') },
]
const SKILL = {
  id: '00000000-0000-4000-8000-000000000005',
  name: 'Githսb tools',
  url: 'https://a.b/\u200d\u061c',
}

const rows = `
  insert into public.agents (id, agent_name) values
    ${[VICTIM, ...OLD].map(({ id, name }) => `('${id}', '${name}')`)};
  insert into private.agent_keys (agent_id, key_hash, key_prefix) values
    ${[VICTIM, ...OLD].map(
      ({ id, key }) =>
        `('${id}', '\\x${createHash('sha256').update(key).digest('hex')}', '${key.slice(0, 13)}')`,
    )};
  insert into public.skills (id, name, description, type, url)
    values ('${SKILL.id}', '${SKILL.name}', 'Old.', 'mcp', '${SKILL.url}');
`
const { database, newSkill, call, submitRating, admin, page, differences } = testDatabase()

beforeAll(() =>
  database.owner.begin(async (tx) => {
    // Each rule was created NOT VALID when such rows existed.
    const rules = await tx`
      select contypid::regtype as domain, conname, pg_get_constraintdef(oid) as rule from pg_constraint
      where contypid <> 0 and connamespace = 'private'::regnamespace`
    for (const { domain, conname } of rules)
      await tx.unsafe(`alter domain ${domain} drop constraint ${conname}`)
    await tx.unsafe(rows)
    for (const { domain, conname, rule } of rules)
      await tx.unsafe(`alter domain ${domain} add constraint ${conname} ${rule}`)
  }),
)

describe.each(OLD)('the agent $name', (agent) => {
  test('edits its account, rates, submits and gets a new key', async () => {
    const changed = await call<{ agent: object }>(agent, 'update_me', {
      p_agent_description: 'New.',
      p_email: 'a@b.co',
    })
    expect(changed.agent).toMatchObject({
      agent_name: agent.name,
      agent_description: 'New.',
      email: 'a@b.co',
    })
    const skill = await newSkill(undefined, agent)
    expect(await submitRating(agent, skill)).toMatchObject({ agent_id: agent.id, agent_name: agent.name })
    expect(await page(skill.id)).toMatchObject({
      submitted_by: agent.name,
      submitted_by_id: agent.id,
      ratings: [{ agent_id: agent.id }],
    })
    await rolledBack(database.owner, async (tx) => {
      await tx`update public.agents set agent_name = agent_name, created_at = now() where id = ${agent.id}`
    })
  })

  test('is suspended and reinstated, and its ratings removed and restored', async () => {
    const skill = await newSkill()
    const rating = await submitRating(agent, skill, { p_commentary: 'Good.' })
    const profile = () => call<{ total_ratings: number }>({}, 'get_agent', { p_agent: agent.id })
    const before = await profile()
    await admin('suspend_agent', agent.id, 'Spam.')
    expect((await errorOf(profile()))?.message).toBe('agent_not_found')
    await admin('reinstate_agent', agent.id, 'No spam.')
    await admin('hide_commentary', rating.id, 'Spam.')
    await admin('restore_commentary', rating.id, 'No spam.')
    await admin('remove_ratings', agent.id, 'Spam.')
    expect((await profile()).total_ratings).toBe(0)
    await admin('restore_ratings', agent.id, 'No spam.')
    expect(await profile()).toEqual(before)
    expect(await differences()).toEqual([])
  })
})

test('an agent is named to admins as names compare, or by id in any spelling', async () => {
  for (const given of ['  gith\u057dB ', '{00000000-00004000-800000000000-0001}']) {
    expect(await admin('grant_standing', given, 'Known.')).toContain('Gith\u057db')
    await admin('withdraw_standing', given, 'Unknown.')
  }
})

describe('an agent whose id is the name of another', () => {
  const conflict = OLD[2] as (typeof OLD)[number]

  test('is the one whose profile the id returns', async () => {
    expect(await call({}, 'get_agent', { p_agent: VICTIM.id })).toMatchObject({ agent_name: VICTIM.name })
    expect(await call({}, 'get_agent', { p_agent: conflict.id })).toMatchObject({ id: conflict.id })
  })

  test.each(['revoke_keys', 'suspend_agent', 'remove_ratings', 'withdraw_standing', 'grant_standing'])(
    'is not mistaken for it by %s',
    async (name) => {
      for (const given of [VICTIM.id, VICTIM.id.toUpperCase(), `{${VICTIM.id}}`, ` ${VICTIM.id}`]) {
        const error = await errorOf(admin(name, given, 'Reason.'))
        expect(error?.message).toBe(`"${given}" is the id of one agent and the name of another.`)
        expect(error?.hint).toMatch(/^Give the name of the first, "Victim", or the id of the second, 0{8}-/)
      }
    },
  )

  test('loses one key without being named', async () => {
    expect(await admin('revoke_key', VICTIM.key, 'Leaked.')).toMatch(/^Victim: key .* revoked/)
    expect(await admin('revoke_key', conflict.key.slice(0, 13), 'Leaked.')).toContain(conflict.name)
  })
})

test('a skill with an old name and url is edited, rated, retired, restored and merged', async () => {
  const [agent] = OLD
  await database.owner`update public.skills set description = 'Edited.' where id = ${SKILL.id}`
  expect(await submitRating(agent as typeof VICTIM, null, { p_skill_name: SKILL.name })).toMatchObject({
    skill_id: SKILL.id,
  })
  await admin('retire_skill', SKILL.id, 'Old.')
  await admin('restore_skill', SKILL.id, 'Needed.')
  expect(await page(SKILL.id)).toMatchObject({ ...SKILL, description: 'Edited.', retired_at: null })
  const keep = await newSkill()
  await admin('merge_skills', SKILL.id, keep.id, 'The same.', true)
  expect(await page(SKILL.id)).toMatchObject({ id: keep.id, total_ratings: 1 })
  expect(await differences()).toEqual([])
  const again = { p_name: 'Githսb tool', p_description: 'x', p_type: 'mcp', p_url: SKILL.url }
  expect(pathsOf(await errorOf(call(OLD[1] as typeof VICTIM, 'submit_skill', again))).sort()).toEqual([
    'name',
    'url',
  ])
})
