import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Agent, as, newAgent, newSkill, refusal, request, rpc, type Skill } from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'
import { openTransaction, untilBlocked } from './waiting.ts'

let database: OwnDatabase
let skill: Skill
let count = 0

beforeAll(async () => {
  database = await ownDatabase({ connections: 3 })
  skill = await newSkill(database, await agentOfItsOwn(), 'A skill')
  return database.drop
})

function agentOfItsOwn(): Promise<Agent> {
  count++
  return newAgent(database, `Agent ${count}`)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

function rate(agent: Agent) {
  return request(database.owner, { key: agent.key }, 'submit_rating', { p_skill_id: skill.id, p_claws: 3 })
}

async function lastUsed(agent: Agent): Promise<string | null> {
  const [row] =
    await database.owner`select last_used_at::text from private.agent_keys where agent_id = ${agent.id}`
  return row?.last_used_at
}

describe('a key', () => {
  test('has the shape and the checksum of the contract, and no two are alike', async () => {
    const rows = await database.owner`select private.generate_key() as key from generate_series(1, 200)`
    for (const { key } of rows) {
      expect(key).toMatch(/^claw_[0-9a-f]{56}$/)
      expect(key.slice(53)).toBe(sha256(key.slice(0, 53)).toString('hex').slice(0, 8))
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBe(200)
    // Hex digits come about equally often: 9,600 of them, 600 each.
    const digits = rows.map(({ key }) => key.slice(5, 53)).join('')
    for (const digit of '0123456789abcdef') expect(digits.split(digit).length - 1).toBeGreaterThan(400)
  })

  test('is stored as its SHA-256 alone, beside its first 13 characters', async () => {
    const agent = await agentOfItsOwn()
    const [row] = await database.owner`select * from private.agent_keys where agent_id = ${agent.id}`
    expect(row).toMatchObject({ key_prefix: agent.key.slice(0, 13), last_used_at: null, revoked_at: null })
    expect(Buffer.from(row?.key_hash).equals(sha256(agent.key))).toBe(true)
    const kept = await database.owner`
      select a::text || k::text as everything
      from public.agents as a join private.agent_keys as k on k.agent_id = a.id where a.id = ${agent.id}`
    expect(kept[0]?.everything).not.toContain(agent.key.slice(13, 53))
  })

  test.each([
    [
      'a hash of another length',
      `insert into private.agent_keys (agent_id, key_hash, key_prefix) values ($1, 'abc', 'claw_00000000')`,
    ],
    [
      'a whole key as its prefix',
      `insert into private.agent_keys (agent_id, key_hash, key_prefix) values ($1, extensions.digest('x', 'sha256'), 'claw_' || repeat('0', 56))`,
    ],
  ])('cannot be stored with %s', async (_, insert) => {
    const agent = await agentOfItsOwn()
    expect((await refusal(database.owner.unsafe(insert, [agent.id])))?.code).toBe('23514')
  })

  test('is in the answer to registering alone, and the address never is', async () => {
    const answer = await request<{ api_key: string; agent: object }>(database.owner, {}, 'register_agent', {
      p_agent_name: 'Answered',
      p_agent_description: 'Described',
      p_email: 'answered@example.com',
    })
    expect(Object.keys(answer).sort()).toEqual(['agent', 'api_key'])
    expect(Object.keys(answer.agent).sort()).toEqual(['agent_name', 'created_at', 'id'])
    expect(JSON.stringify(answer)).not.toContain('example.com')
  })

  test('of a name that is taken is not made', async () => {
    await agentOfItsOwn()
    const counted = () => database.owner`select count(*)::integer as keys from private.agent_keys`
    const [before] = await counted()
    const error = await refusal(request(database.owner, {}, 'register_agent', { p_agent_name: ' AGENT  1 ' }))
    expect(error?.code).toBe('PT409')
    expect(error?.message).toBe('agent_name_taken')
    expect(await counted()).toEqual([before])
  })
})

describe('a write', () => {
  const WRITES = [
    ['submit_skill', { p_name: 'New', p_description: 'New', p_type: 'other' }],
    ['submit_rating', { p_skill_name: 'A skill', p_claws: 3 }],
  ] as const

  test.each(WRITES)('%s without a key is PT401 missing_api_key', async (name, args) => {
    const error = await refusal(request(database.owner, {}, name, args))
    expect([error?.code, error?.message]).toEqual(['PT401', 'missing_api_key'])
  })

  test.each(WRITES)('%s with an unknown key is PT401 invalid_api_key', async (name, args) => {
    const { key } = await agentOfItsOwn()
    for (const wrong of [
      '',
      'claw_',
      `claw_${'0'.repeat(56)}`,
      key.toUpperCase(),
      ` ${key}`,
      `${key}\u0301`,
      `${key}, ${key}`,
      sha256(key).toString('hex'),
    ]) {
      const error = await refusal(request(database.owner, { key: wrong }, name, args))
      expect([error?.code, error?.message], wrong).toEqual(['PT401', 'invalid_api_key'])
    }
  })

  test.each([
    ['submit_skill', { p_name: '', p_description: 'New', p_type: 'other' }],
    ['submit_rating', { p_skill_name: 'A skill', p_claws: 9 }],
  ] as const)('%s reports a missing key before its fields', async (name, args) => {
    const error = await refusal(request(database.owner, {}, name, args))
    expect([error?.code, error?.message]).toEqual(['PT401', 'missing_api_key'])
  })

  test('reports its key before its skill', async () => {
    const error = await refusal(
      request(database.owner, { key: 'claw_x' }, 'submit_rating', {
        p_claws: 3,
        p_skill_id: crypto.randomUUID(),
      }),
    )
    expect(error?.code).toBe('PT401')
  })
})

describe('admin.revoke_key', () => {
  const revoke = (key: string | null, reason = 'Leaked.') =>
    database.owner<{ said: string }[]>`select admin.revoke_key(${key}, ${reason}) as said`
  const logged = async () =>
    (
      await database.owner`select action, agent_id, reason, details from admin.audit_log order by id desc limit 1`
    )[0]

  test.each<[string, (key: string) => string]>([
    ['the whole key', (key) => key],
    ['its first 13 characters', (key) => key.slice(0, 13)],
  ])('given %s revokes that key and no other, and writes the log', async (_, given) => {
    const [leaked, other] = [await agentOfItsOwn(), await agentOfItsOwn()]
    await rate(leaked)
    const prefix = leaked.key.slice(0, 13)
    const [row] = await revoke(given(leaked.key), ' Found on a web page. ')
    expect(row?.said).toBe(`${leaked.name}: key ${prefix} revoked. The next request with it is refused.`)
    expect(await logged()).toEqual({
      ...{ action: 'revoke_key', agent_id: leaked.id, reason: 'Found on a web page.' },
      details: { key_prefix: prefix },
    })
    const error = await refusal(rate(leaked))
    expect([error?.code, error?.message]).toEqual(['PT401', 'invalid_api_key'])
    await rate(other)
  })

  test.each<[what: string, given: string | null, reason: string, sentence: RegExp]>([
    ['an unknown key', `claw_${'0'.repeat(56)}`, 'Leaked.', /^No key begins with claw_00000000\.$/],
    ['an unknown prefix', 'claw_00000000', 'Leaked.', /^No key begins with claw_00000000\.$/],
    ['no key', 'hello', 'Leaked.', /^Give the first 13 characters/],
    ['an empty text', '', 'Leaked.', /^Give the first 13 characters/],
    ['a prefix that is too short', 'claw_', 'Leaked.', /^Give the first 13 characters/],
    ['a prefix that is too long', 'claw_012345678', 'Leaked.', /^Give the first 13 characters/],
    ['a pattern', 'claw_%', 'Leaked.', /^Give the first 13 characters/],
    ['no reason', 'claw_00000000', ' ', /^Give a reason/],
    ['a key in the reason', 'claw_00000000', `claw_${'0'.repeat(56)}`, /^The reason holds an API key/],
  ])('rejects %s in a sentence and changes nothing', async (_, given, reason, sentence) => {
    const counted = () =>
      database.owner`
        select (select count(*) from private.agent_keys where revoked_at is null) as keys, (select count(*) from admin.audit_log) as log`
    const before = await counted()
    expect((await refusal(revoke(given, reason)))?.message).toMatch(sentence)
    expect(await counted()).toEqual(before)
  })

  test('keeps the time of a key that is already revoked', async () => {
    const agent = await agentOfItsOwn()
    const time = () =>
      database.owner`select revoked_at::text from private.agent_keys where agent_id = ${agent.id}`
    await revoke(agent.key)
    const before = await time()
    expect((await refusal(revoke(agent.key)))?.message).toMatch(/is already revoked\.$/)
    expect(await time()).toEqual(before)
  })

  test('asks for the whole key when two have the same prefix', async () => {
    const [agent, twin] = [await agentOfItsOwn(), await agentOfItsOwn()]
    await database.owner`
      update private.agent_keys set key_prefix = ${agent.key.slice(0, 13)} where agent_id = ${twin.id}`
    expect((await refusal(revoke(agent.key.slice(0, 13))))?.message).toMatch(/Give the whole key\.$/)
    await revoke(agent.key)
    expect((await refusal(rate(agent)))?.code).toBe('PT401')
    await rate(twin)
  })

  test('keeps the agent and its ratings', async () => {
    const agent = await agentOfItsOwn()
    await rate(agent)
    await revoke(agent.key)
    expect(await database.owner`select from public.ratings where agent_id = ${agent.id}`).toHaveLength(1)
    expect(await database.owner`select from public.agents where id = ${agent.id}`).toHaveLength(1)
  })
})

describe('replacing a key', () => {
  type Made = { api_key: string; old_key: { prefix: string; expires_at: string } }
  const makeKey = (key: string, p_grace_seconds: unknown = 0) =>
    request<Made>(database.owner, { key }, 'create_key', { p_grace_seconds })
  const refusedWith = async (key: string) => {
    const error = await refusal(request(database.owner, { key }, 'get_me', {}))
    return [error?.code, error?.message]
  }
  const INVALID = ['PT401', 'invalid_api_key']

  test('by a call that began before another ended its key is refused', async () => {
    const agent = await agentOfItsOwn()
    const [late, early] = [await openTransaction(database.owner), await openTransaction(database.owner)]
    await late.become(agent.key)
    await early.become(agent.key)
    const [{ made }] = await early.sql<[{ made: Made }]>`select public.create_key() as made`
    const waiting = refusal(Promise.resolve(late.sql`select public.create_key() as made`))
    await untilBlocked(database.owner, late.pid)
    await early.commit()
    const error = await waiting
    expect([error?.code, error?.message]).toEqual(INVALID)
    await late.rollback()
    await request(database.owner, { key: made.api_key }, 'get_me', {})
    expect(await refusedWith(agent.key)).toEqual(INVALID)
  })

  test('in its grace, it is accepted until its time and not longer', async () => {
    const agent = await agentOfItsOwn()
    const { api_key } = await makeKey(agent.key, 3_600)
    await rate(agent)
    const hash = sha256(agent.key)
    await database.owner`update private.agent_keys set revoked_at = now() + interval '1 second' where key_hash = ${hash}`
    await rate(agent)
    await database.owner`update private.agent_keys set revoked_at = now() where key_hash = ${hash}`
    expect(await refusedWith(agent.key)).toEqual(INVALID)
    await rate({ ...agent, key: api_key })
  })

  describe('with a key in its grace period', () => {
    const getMe = (key: string) => request(database.owner, { key }, 'get_me', {})

    test('creates another while the newer key has never been used', async () => {
      const agent = await agentOfItsOwn()
      const lost = await makeKey(agent.key, 3_600)
      const { api_key } = await makeKey(agent.key)
      await rate({ ...agent, key: api_key })
      expect(await refusedWith(lost.api_key)).toEqual(INVALID)
    })

    test.each<[string, (agent: Agent) => Promise<unknown>]>([
      ['written', rate],
      ['read the account', ({ key }) => getMe(key)],
      [
        'read its rating',
        async (agent) => {
          await request(database.owner, { key: agent.key }, 'get_own_rating', { p_skill: 'a-skill' })
        },
      ],
    ])('is refused once the newer key has %s', async (_, use) => {
      const agent = await agentOfItsOwn()
      await rate(agent)
      const { api_key } = await makeKey(agent.key, 3_600)
      await use({ ...agent, key: api_key })
      const error = await refusal(makeKey(agent.key))
      expect([error?.code, error?.message]).toEqual(INVALID)
      // Everything else still works, and so does the newer key.
      await rate(agent)
      await rate({ ...agent, key: api_key })
    })

    test('is refused once the newer key has created another, unused one', async () => {
      const agent = await agentOfItsOwn()
      const middle = await makeKey(agent.key, 3_600)
      const newest = await makeKey(middle.api_key, 3_600)
      expect((await refusal(makeKey(agent.key)))?.code).toBe('PT401')
      await getMe(newest.api_key)
    })

    test.each([
      `insert into public.skills (name, description, type) values ('By table', 'x', 'other')`,
      `delete from public.ratings`,
      `update public.ratings set claws = 3`,
    ])('is refused once the newer key was used for a table: %s', async (statement) => {
      const agent = await agentOfItsOwn()
      const { api_key } = await makeKey(agent.key, 3_600)
      await as(database.owner, { key: api_key }, (tx) => tx.unsafe(statement))
      expect((await refusal(makeKey(agent.key)))?.code).toBe('PT401')
      await database.owner`delete from public.skills where name = 'By table'`
    })

    test('is refused when it waited for the first use of the newer key', async () => {
      const agent = await agentOfItsOwn()
      const { api_key } = await makeKey(agent.key, 3_600)
      const using = await openTransaction(database.owner)
      await using.become(api_key)
      await using.sql`select public.get_me()`
      const thief = await openTransaction(database.owner)
      await thief.become(agent.key)
      const answer = refusal(Promise.resolve(thief.sql`select public.create_key(0)`))
      await untilBlocked(database.owner, thief.pid)
      await using.commit()
      expect((await answer)?.code).toBe('PT401')
      await thief.rollback()
      await getMe(api_key)
    })

    test('is refused when the newer key was used and then revoked', async () => {
      const agent = await agentOfItsOwn()
      const { api_key } = await makeKey(agent.key, 3_600)
      await getMe(api_key)
      await request(database.owner, { key: api_key }, 'revoke_current_key', {})
      expect((await refusal(makeKey(agent.key)))?.code).toBe('PT401')
    })

    test('is refused for the one in the middle of three when the newest is in use', async () => {
      const agent = await agentOfItsOwn()
      const middle = await makeKey(agent.key, 3_600)
      const newest = await makeKey(middle.api_key, 3_600)
      await getMe(newest.api_key)
      for (const key of [agent.key, middle.api_key]) expect((await refusal(makeKey(key)))?.code).toBe('PT401')
      await makeKey(newest.api_key)
    })

    test('cannot outrun a newer key: of two calls at once, the second knows the first', async () => {
      const agent = await agentOfItsOwn()
      const [late, early] = [await openTransaction(database.owner), await openTransaction(database.owner)]
      // The late one begins first, and so has the earlier now().
      await late.become(agent.key)
      await late.sql`select now()`
      await early.become(agent.key)
      const [{ made }] = await early.sql<[{ made: Made }]>`select public.create_key(3600) as made`
      const waiting = late.sql<[{ made: Made }]>`select public.create_key(3600) as made`.execute()
      await untilBlocked(database.owner, late.pid)
      await early.commit()
      const [{ made: newest }] = await waiting
      await late.commit()
      await getMe(newest.api_key)
      expect((await refusal(makeKey(made.api_key)))?.code).toBe('PT401')
    })
  })

  test('leaves those of other agents alone', async () => {
    const [agent, other] = [await agentOfItsOwn(), await agentOfItsOwn()]
    await makeKey(agent.key)
    await rate(other)
    const [row] = await database.owner`select revoked_at from private.agent_keys where agent_id = ${other.id}`
    expect(row).toEqual({ revoked_at: null })
  })

  test('does not revive one that was revoked, nor move its time', async () => {
    const agent = await agentOfItsOwn()
    const { api_key } = await makeKey(agent.key, 60)
    await database.owner`select admin.revoke_key(${agent.key}, 'Leaked.')`
    const time = () =>
      database.owner`select revoked_at::text from private.agent_keys where key_hash = ${sha256(agent.key)}`
    const before = await time()
    await makeKey(api_key, 86_400)
    expect(await time()).toEqual(before)
    expect(await refusedWith(agent.key)).toEqual(INVALID)
  })

  test.each([['-1'], ['86401'], ['0.5'], ['NaN'], ['Infinity']])(
    'with a grace of %s is PT400',
    async (grace) => {
      const agent = await agentOfItsOwn()
      const error = await refusal(makeKey(agent.key, grace))
      expect(error?.code).toBe('PT400')
      expect(JSON.parse(error?.detail ?? '')).toMatchObject([{ path: 'grace_seconds' }])
      await rate(agent)
    },
  )

  test('by an admin ends a grace at once', async () => {
    const agent = await agentOfItsOwn()
    await makeKey(agent.key, 3_600)
    await database.owner`select admin.revoke_key(${agent.key}, 'Leaked.')`
    expect(await refusedWith(agent.key)).toEqual(INVALID)
  })

  test('is stored as a hash like the first', async () => {
    const agent = await agentOfItsOwn()
    const { api_key } = await makeKey(agent.key)
    const [row] = await database.owner`
      select key_hash from private.agent_keys where agent_id = ${agent.id} and revoked_at is null`
    expect(Buffer.from(row?.key_hash).equals(sha256(api_key))).toBe(true)
  })
})

describe('an account', () => {
  test.each([
    ['get_me', {}],
    ['update_me', { p_email: 'nobody' }],
    ['create_key', { p_grace_seconds: -1 }],
    ['revoke_current_key', {}],
  ] as const)('%s reports a missing key before its fields', async (name, args) => {
    const error = await refusal(request(database.owner, {}, name, args))
    expect([error?.code, error?.message]).toEqual(['PT401', 'missing_api_key'])
  })

  test('names each field at fault, and changes none', async () => {
    const { id, key } = await agentOfItsOwn()
    const wrong = { p_agent_description: 'x'.repeat(2_001), p_email: 'nobody' }
    const error = await refusal(request(database.owner, { key }, 'update_me', wrong))
    expect(error?.code).toBe('PT400')
    expect(JSON.parse(error?.detail ?? '')).toEqual([
      { path: 'agent_description', message: 'must have at most 2000 characters' },
      { path: 'email', message: 'must be one e-mail address' },
    ])
    const tooLong = { p_agent_description: 'New.', p_email: `${'a'.repeat(250)}@example.com` }
    expect((await refusal(request(database.owner, { key }, 'update_me', tooLong)))?.code).toBe('PT400')
    const [row] = await database.owner`select agent_description, email from public.agents where id = ${id}`
    expect(row).toEqual({ agent_description: null, email: null })
  })

  test('is cleaned like a registration; what is not given stays, what is empty goes', async () => {
    const { key } = await agentOfItsOwn()
    const other = await agentOfItsOwn()
    const edit = async (changes: Record<string, unknown>) =>
      (await request<{ agent: object }>(database.owner, { key }, 'update_me', changes)).agent
    expect(await edit({ p_agent_description: ' Cafe\u0301 ', p_email: ' a@b.co ' })).toMatchObject({
      agent_description: 'Café',
      email: 'a@b.co',
    })
    expect(await edit({ p_agent_description: 'x' })).toMatchObject({
      agent_description: 'x',
      email: 'a@b.co',
    })
    const [row] = await database.owner`select agent_description from public.agents where id = ${other.id}`
    expect(row).toEqual({ agent_description: null })
    expect(await edit({ p_email: ' ' })).toMatchObject({ agent_description: 'x', email: null })
    expect(await edit({ p_agent_description: '' })).toMatchObject({ agent_description: null, email: null })
    expect(await edit({})).toMatchObject({ agent_description: null, email: null })
  })

  test('counts what is its own alone, and shows the key of the call', async () => {
    const [agent, other] = [await agentOfItsOwn(), await agentOfItsOwn()]
    for (const each of [agent, other]) await rate(each)
    await newSkill(database, agent, `Skill of ${agent.name}`)
    const made = await request<{ api_key: string }>(database.owner, { key: agent.key }, 'create_key', {
      p_grace_seconds: 60,
    })
    for (const key of [agent.key, made.api_key]) {
      expect(await request(database.owner, { key }, 'get_me', {})).toMatchObject({
        id: agent.id,
        total_ratings: 1,
        total_skills: 1,
        key: { prefix: key.slice(0, 13), expires_at: key === agent.key ? expect.any(String) : null },
      })
    }
    expect(await request(database.owner, { key: other.key }, 'get_me', {})).toMatchObject({ total_skills: 0 })
  })

  test('of a revoked key leaves the others', async () => {
    const agent = await agentOfItsOwn()
    const made = await request<{ api_key: string }>(database.owner, { key: agent.key }, 'create_key', {
      p_grace_seconds: 60,
    })
    const bystander = await agentOfItsOwn()
    await request(database.owner, { key: made.api_key }, 'revoke_current_key', {})
    expect((await refusal(request(database.owner, { key: made.api_key }, 'get_me', {})))?.code).toBe('PT401')
    for (const key of [agent.key, bystander.key]) await request(database.owner, { key }, 'get_me', {})
  })
})

describe('last_used_at', () => {
  test('is null until the first use, and then its time', async () => {
    const agent = await agentOfItsOwn()
    expect(await lastUsed(agent)).toBeNull()
    await rate(agent)
    expect(await lastUsed(agent)).not.toBeNull()
  })

  test('is noted by editing the account too', async () => {
    const agent = await agentOfItsOwn()
    await request(database.owner, { key: agent.key }, 'update_me', { p_agent_description: 'New.' })
    expect(await lastUsed(agent)).not.toBeNull()
  })

  test.each([
    ['get_me', {}],
    ['get_own_rating', { p_skill: 'a-skill' }],
  ] as const)('is set by %s, which needs the key', async (name, args) => {
    const agent = await agentOfItsOwn()
    await rate(agent)
    await database.owner`update private.agent_keys set last_used_at = null where agent_id = ${agent.id}`
    await request(database.owner, { key: agent.key }, name, args)
    expect(await lastUsed(agent)).not.toBeNull()
  })

  test('is noted by submitting a skill too', async () => {
    const agent = await agentOfItsOwn()
    await newSkill(database, agent, `Skill of ${agent.name}`)
    expect(await lastUsed(agent)).not.toBeNull()
  })

  test.each([
    ['list_skills', {}],
    ['list_skills', { p_search: 'skill' }],
    ['get_skill', { p_skill: 'a-skill' }],
    ['health', {}],
  ] as const)('is not moved by a read: %s %j', async (name, args) => {
    const agent = await agentOfItsOwn()
    await request(database.owner, { key: agent.key }, name, args)
    expect(await lastUsed(agent)).toBeNull()
  })

  test('is not moved by a write that is refused', async () => {
    const agent = await agentOfItsOwn()
    await refusal(
      request(database.owner, { key: agent.key }, 'submit_rating', { p_skill_id: skill.id, p_claws: 9 }),
    )
    await refusal(
      request(database.owner, { key: agent.key }, 'submit_rating', { p_skill_name: 'nothing', p_claws: 3 }),
    )
    expect(await lastUsed(agent)).toBeNull()
  })

  test.each([
    ['59 minutes', false],
    ['61 minutes', true],
    ['1 year', true],
  ])('of %s ago is moved by a write: %s', async (ago, moved) => {
    const agent = await agentOfItsOwn()
    await database.owner`update private.agent_keys set last_used_at = now() - ${ago}::interval where agent_id = ${agent.id}`
    const before = await lastUsed(agent)
    await rate(agent)
    expect((await lastUsed(agent)) !== before).toBe(moved)
  })

  test('is moved for the key that was used and no other', async () => {
    const agent = await agentOfItsOwn()
    const bystander = await agentOfItsOwn()
    await rate(agent)
    expect(await lastUsed(bystander)).toBeNull()
  })

  test('is not worth waiting for: with the key’s row locked the write goes through and leaves it', async () => {
    const agent = await agentOfItsOwn()
    const holder = await openTransaction(database.owner)
    await holder.sql`select from private.agent_keys where agent_id = ${agent.id} for update`
    const answer = await as(database.owner, { key: agent.key }, async (tx) => {
      // Were it to wait, it would fail.
      await tx`set local lock_timeout = '2s'`
      return rpc(tx, 'submit_rating', { p_skill_id: skill.id, p_claws: 3 })
    })
    expect(answer.created).toBe(true)
    expect(await lastUsed(agent)).toBeNull()
    await holder.rollback()
    await rate(agent)
    expect(await lastUsed(agent)).not.toBeNull()
  })
})
