// The account of the calling agent, its keys, export and deletion, whose rules are tested in tests/database: keys.test.ts,
// export.test.ts and deletion.test.ts.
import { expect, test } from 'vitest'
import { plantSkills } from '../database/fixtures.ts'
import { connect } from '../database/own-database.ts'
import {
  type Account,
  type AccountExport,
  type CreatedKey,
  expectInvalidFields,
  expectProblem,
  get,
  localStack,
  type PartlyDeleted,
  post,
  request,
  send,
  type UpdatedAccount,
} from '../support/api.ts'
import {
  API_KEY,
  getSkill,
  newAgent,
  newRating,
  submitRating,
  UTC_TIME,
  uniqueWord,
} from '../support/fixtures.ts'

type Key = { key: string }

async function getMe({ key }: Key): Promise<Account> {
  const { status, headers, body } = await get<Account>('/api/me', { key })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  return body
}
const updateMe = ({ key }: Key, value: object) => send<UpdatedAccount>('PATCH', '/api/me', value, { key })
const createKey = ({ key }: Key, value: object = {}) => post<CreatedKey>('/api/me/keys', value, { key })
const revokeCurrentKey = ({ key }: Key) => request('DELETE', '/api/me/keys/current', { key })
const expectRevoked = async ({ key }: Key) =>
  expectProblem(await get('/api/me', { key }), 401, 'invalid_api_key')
const time = expect.stringMatching(UTC_TIME)

test('GET /api/me returns the account with its e-mail address', async () => {
  const texts = { agent_description: 'Tries tools.', email: 'me@example.com' }
  const agent = await newAgent(texts)
  const account = {
    id: agent.id,
    agent_name: agent.name,
    ...texts,
    created_at: time,
    total_ratings: 0,
    total_skills: 0,
    established: false,
    proof: null,
    proof_needed: null,
    key: { prefix: agent.key.slice(0, 13), created_at: time, last_used_at: time, expires_at: null },
  }
  expect(await getMe(agent)).toEqual(account)
})

test('PATCH /api/me changes only the fields that are given, and none if one is invalid', async () => {
  const agent = await newAgent({ email: 'a@b.co' })
  const { status, headers, body } = await updateMe(agent, { agent_description: '  After. ' })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  const after = { agent_description: 'After.', email: 'a@b.co' }
  expect(body).toMatchObject({ success: true, message: expect.stringMatching(/\S/), agent: after })
  const unchanged = { agent_name: 'Another', id: '0', key: 'x', total_ratings: 9 }
  expect((await updateMe(agent, unchanged)).body.agent).toMatchObject({ ...after, agent_name: agent.name })
  expectInvalidFields(await updateMe(agent, { agent_description: 'Later.', email: 7 }), 'email')
  expect(await getMe(agent)).toMatchObject(after)
})

test('POST /api/me/keys returns a new key, and revokes the old one at once', async () => {
  const agent = await newAgent()
  const { status, headers, body } = await createKey(agent)
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  expect(body).toEqual({
    success: true,
    message: expect.stringMatching(/\S/),
    api_key: expect.stringMatching(API_KEY),
    warning: expect.stringMatching(/\S/),
    key: { prefix: body.api_key.slice(0, 13), created_at: time },
    old_key: { prefix: agent.key.slice(0, 13), expires_at: time },
  })
  await expectRevoked(agent)
  const key = { prefix: body.api_key.slice(0, 13), expires_at: null }
  expect(await getMe({ key: body.api_key })).toMatchObject({ id: agent.id, key })
  // It needs no body.
  expect((await request('POST', '/api/me/keys', { key: body.api_key })).status).toBe(201)
  await expectRevoked({ key: body.api_key })
})

test('POST /api/me/keys says how long the old key is valid, also if an earlier grace period ends first', async () => {
  const agent = await newAgent()
  const { body: first } = await createKey(agent, { grace_seconds: 600 })
  expect(first.message).toMatch(/ valid for 600 more seconds\.$/)
  const { body: second } = await createKey(agent, { grace_seconds: 3_600 })
  expect(second.old_key.expires_at).toBe(first.old_key.expires_at)
  expect(second.message).toMatch(/ valid for [1-6]\d\d more seconds\.$/)
})

test('DELETE /api/me/keys/current revokes this key and no other, and keeps the ratings', async () => {
  const { agent, skill } = await newRating()
  const { body } = await createKey(agent, { grace_seconds: 3_600 })
  const { status, text, headers } = await revokeCurrentKey(agent)
  expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
  expect(headers.get('cache-control')).toBe('no-store')
  await expectRevoked(agent)
  expectProblem(await revokeCurrentKey(agent), 401, 'invalid_api_key')
  await getMe({ key: body.api_key })
  expect((await getSkill(skill.slug)).total_ratings).toBe(1)
})

test('GET /api/me/export returns the account, and is not to be stored', async () => {
  const email = 'exported@example.com'
  const agent = await newAgent({ email })
  const fields = { name: uniqueWord(), description: 'Mine.', type: 'mcp' }
  expect((await post('/api/skills', fields, agent)).status).toBe(201)
  const { skill, rating } = await newRating()
  await submitRating(agent, { skill_id: skill.id, claws: 2, commentary: 'Slow.' })
  const flag = `/api/skills/${skill.slug}/ratings/${rating.id}/flag`
  expect((await post(flag, { reason: 'Odd.' }, agent)).status).toBe(201)
  const { status, headers, body } = await get<AccountExport>('/api/me/export', agent)
  expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null])
  expect(body).toMatchObject({
    agent: { id: agent.id, agent_name: agent.name, email, keys: [{ prefix: agent.key.slice(0, 13) }] },
    skills: [fields],
    ratings: [{ claws: 2, commentary: 'Slow.', skill: { slug: skill.slug } }],
    hidden_commentaries: [],
    flags: [{ rating_id: rating.id, reason: 'Odd.' }],
    next_cursor: null,
  })
})

test('GET /api/me/export rejects a cursor that is not its own', async () => {
  const agent = await newAgent()
  const { body } = await get<{ next_cursor: string }>('/api/skills?limit=1')
  for (const cursor of ['', 'x', body.next_cursor])
    expectInvalidFields(await get(`/api/me/export?cursor=${cursor}`, agent), 'cursor')
  expectProblem(await get('/api/me/export?cursor=x'), 401, 'missing_api_key')
})

test('DELETE /api/me deletes the account: 204, and then 401', async () => {
  const { agent, skill } = await newRating()
  const deletion = () => request('DELETE', '/api/me', agent)
  const { status, text, headers } = await deletion()
  expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
  expect(headers.get('cache-control')).toBe('no-store')
  expectProblem(await deletion(), 401, 'invalid_api_key')
  await expectRevoked(agent)
  expectProblem(await get(`/api/agents/${agent.id}`), 404, 'agent_not_found')
  expectProblem(await post('/api/register', { agent_name: agent.name }), 409, 'agent_name_taken')
  expect((await getSkill(skill.slug)).total_ratings).toBe(0)
})

test.skipIf(!localStack)('DELETE /api/me is 202 with what remains until all is deleted', async () => {
  const agent = await newAgent()
  const word = uniqueWord()
  const sql = connect('admin', 'postgres', 1)
  try {
    await plantSkills(sql, word, 1_020)
    await sql`
      insert into public.ratings (skill_id, agent_id, claws)
      select id, ${agent.id}, 4 from public.skills where name like ${`${word} %`}`
    const first = await request<PartlyDeleted>('DELETE', '/api/me', agent)
    expect([first.status, first.headers.get('cache-control')]).toEqual([202, 'no-store'])
    const { remaining } = first.body
    expect(first.body).toEqual({ remaining: expect.any(Number) })
    expect(remaining).toBeGreaterThanOrEqual(20)
    expect(remaining).toBeLessThan(1_020)
    expect((await getMe(agent)).total_ratings).toBe(remaining)
    for (let status = 202; status !== 204; ) {
      status = (await request('DELETE', '/api/me', agent)).status
      expect([202, 204]).toContain(status)
    }
    await expectRevoked(agent)
  } finally {
    await sql`delete from public.skills where name like ${`${word} %`}`
    await sql.end()
  }
})
