import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_GRACE } from '../../../functions/_shared/schemas/options.ts'
import {
  type Agent,
  as,
  errorOf,
  openTransaction,
  outcome,
  rpc,
  type Skill,
  testDatabase,
} from '../fixtures.ts'

let skill: Skill
const { database, newAgent, newSkill, call, submitRating, race, step, admin, lastLogged } = testDatabase({
  connections: 3,
})

beforeAll(async () => {
  skill = await newSkill('A skill')
})

const INVALID = 'PT401 invalid_api_key'
const sha256 = (text: string) => createHash('sha256').update(text).digest()

async function revokedAt(key: string): Promise<string> {
  const [row] =
    await database.owner`select revoked_at::text from private.agent_keys where key_hash = ${sha256(key)}`
  return row?.revoked_at
}

async function lastUsed({ id }: Agent): Promise<string | null> {
  const [row] = await database.owner`select last_used_at::text from private.agent_keys where agent_id = ${id}`
  return row?.last_used_at
}

describe('a key', () => {
  test('has the shape and the checksum of the contract, and is random', async () => {
    const rows = await database.owner`select private.generate_key() as key from generate_series(1, 200)`
    for (const { key } of rows) {
      expect(key).toMatch(/^claw_[0-9a-f]{56}$/)
      expect(key.slice(53)).toBe(sha256(key.slice(0, 53)).toString('hex').slice(0, 8))
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBe(200)
  })

  test('is stored only as its SHA-256 and its first 13 characters', async () => {
    const agent = await newAgent()
    const [row] = await database.owner`
      select k.*, a::text || k::text as everything
      from public.agents as a join private.agent_keys as k on k.agent_id = a.id where a.id = ${agent.id}`
    expect(row).toMatchObject({ key_prefix: agent.key.slice(0, 13), last_used_at: null, revoked_at: null })
    expect(Buffer.from(row?.key_hash).equals(sha256(agent.key))).toBe(true)
    expect(row?.everything).not.toContain(agent.key.slice(13, 53))
    const { api_key } = await call<{ api_key: string }>(agent, 'create_key')
    const [next] = await database.owner`
      select key_hash from private.agent_keys where agent_id = ${agent.id} and revoked_at is null`
    expect(Buffer.from(next?.key_hash).equals(sha256(api_key))).toBe(true)
  })
})

test.each([
  ['submit_skill', { p_name: 'New', p_description: 'New', p_type: 'other' }, { p_name: '' }],
  ['submit_rating', { p_skill_name: 'A skill', p_claws: 3 }, { p_claws: 9 }],
  ['submit_rating', { p_skill_id: crypto.randomUUID(), p_claws: 3 }, {}],
  ['get_me', {}, {}],
  ['update_me', {}, { p_email: 'nobody' }],
  ['create_key', {}, { p_grace_seconds: -1 }],
  ['revoke_current_key', {}, {}],
  ['delete_me', {}, {}],
  ['export_me', {}, { p_cursor: 'x' }],
  [
    'flag_rating',
    { p_skill: 'a-skill', p_rating: '', p_reason: 'Wrong.' },
    { p_skill: 'nothing', p_reason: '' },
  ],
  ['flag_skill', { p_skill: 'a-skill', p_reason: 'Wrong.' }, { p_skill: 'nothing', p_reason: '' }],
] as const)(
  '%s %j without a key is PT401 missing_api_key, with an unknown one invalid_api_key, also with invalid fields',
  async (name, args, wrong) => {
    const { key } = await newAgent()
    const similar = [
      key.toUpperCase(),
      ` ${key}`,
      `${key}\u0301`,
      `${key}, ${key}`,
      sha256(key).toString('hex'),
    ]
    for (const fields of [args, { ...args, ...wrong }]) {
      expect(await outcome(call({}, name, fields))).toBe('PT401 missing_api_key')
      for (const unknown of ['', `claw_${'0'.repeat(56)}`, ...similar])
        expect(await outcome(call({ key: unknown }, name, fields)), unknown).toBe(INVALID)
    }
  },
)

describe('admin.revoke_key', () => {
  const revoke = (key: string, reason = 'Leaked.') => admin('revoke_key', key, reason)

  test.each([
    ['the whole key', (key: string) => key],
    ['its first 13 characters', (key: string) => key.slice(0, 13)],
  ])('given %s revokes only that key and writes the audit log', async (_, given) => {
    const [leaked, other] = [await newAgent(), await newAgent()]
    await submitRating(leaked, skill)
    const prefix = leaked.key.slice(0, 13)
    expect(await revoke(given(leaked.key), ' Found on a web page. ')).toBe(
      `${leaked.name}: key ${prefix} revoked. Requests with it are rejected from now on.`,
    )
    expect(await lastLogged()).toMatchObject({
      action: 'revoke_key',
      agent_id: leaked.id,
      reason: 'Found on a web page.',
      details: { key_prefix: prefix },
    })
    expect(await outcome(submitRating(leaked, skill))).toBe(INVALID)
    await submitRating(other, skill)
    expect(await database.owner`select from public.ratings where agent_id = ${leaked.id}`).toHaveLength(1)
  })

  test('does not change the time of a key that is already revoked', async () => {
    const agent = await newAgent()
    await revoke(agent.key)
    const before = await revokedAt(agent.key)
    expect((await errorOf(revoke(agent.key)))?.message).toMatch(/is already revoked\.$/)
    expect(await revokedAt(agent.key)).toBe(before)
  })

  test('requires the whole key when two have the same prefix', async () => {
    const [agent, twin] = [await newAgent(), await newAgent()]
    await database.owner`
      update private.agent_keys set key_prefix = ${agent.key.slice(0, 13)} where agent_id = ${twin.id}`
    expect((await errorOf(revoke(agent.key.slice(0, 13))))?.message).toMatch(/Give the whole key\.$/)
    await revoke(agent.key)
    expect(await outcome(submitRating(agent, skill))).toBe(INVALID)
    await submitRating(twin, skill)
  })
})

describe('create_key', () => {
  type Made = { api_key: string; old_key: { prefix: string; expires_at: string } }
  const createKey = (key: string, p_grace_seconds: unknown = 0) =>
    call<Made>({ key }, 'create_key', { p_grace_seconds })
  const getMe = (key: string) => call({ key }, 'get_me')

  test('revokes the other keys of the agent at once, without a grace period', async () => {
    const [agent, other] = [await newAgent(), await newAgent()]
    const { api_key } = await createKey(agent.key)
    expect(await outcome(getMe(agent.key))).toBe(INVALID)
    await getMe(api_key)
    await getMe(other.key)
  })

  test('accepts the old key until the end of its grace period', async () => {
    const agent = await newAgent()
    const { api_key } = await createKey(agent.key, 3_600)
    await submitRating(agent, skill)
    const endsIn = (interval: string) => database.owner`
      update private.agent_keys set revoked_at = now() + ${interval}::interval where key_hash = ${sha256(agent.key)}`
    await endsIn('1 second')
    await submitRating(agent, skill)
    await endsIn('0')
    expect(await outcome(getMe(agent.key))).toBe(INVALID)
    await submitRating({ ...agent, key: api_key }, skill)
  })

  test('with a key that another call revoked in the meantime is PT401', async () => {
    const agent = await newAgent()
    const result = await race(step(agent, 'create_key'), step(agent, 'create_key'))
    expect(result.outcome).toBe(INVALID)
    await getMe((result.first as Made).api_key)
    expect(await outcome(getMe(agent.key))).toBe(INVALID)
  })

  test('neither restores a revoked key nor changes its time', async () => {
    const agent = await newAgent()
    const { api_key } = await createKey(agent.key, 60)
    await admin('revoke_key', agent.key, 'Leaked.')
    expect(await outcome(getMe(agent.key))).toBe(INVALID)
    const before = await revokedAt(agent.key)
    await createKey(api_key, MAX_GRACE)
    expect(await revokedAt(agent.key)).toBe(before)
    expect(await outcome(getMe(agent.key))).toBe(INVALID)
  })

  test('locks no key that was revoked before, of which an agent can have any number', async () => {
    const agent = await newAgent()
    const { api_key } = await createKey(agent.key)
    const holder = await openTransaction(database.owner)
    await holder.sql`select from private.agent_keys where key_hash = ${sha256(agent.key)} for update`
    const create = as(database.owner, { key: api_key }, (tx) =>
      tx.unsafe(`set local lock_timeout = '1s'; select public.create_key()`),
    )
    expect(await errorOf(create)).toBeUndefined()
    await holder.rollback()
  })

  describe('with a key in its grace period', () => {
    test('succeeds while the newer key has never been used', async () => {
      const agent = await newAgent()
      const lost = await createKey(agent.key, 3_600)
      const { api_key } = await createKey(agent.key)
      await submitRating({ ...agent, key: api_key }, skill)
      expect(await outcome(getMe(lost.api_key))).toBe(INVALID)
    })

    const useAndRevoke = async ({ key }: Agent) => {
      await getMe(key)
      await call({ key }, 'revoke_current_key')
    }

    test.each<[string, (agent: Agent) => Promise<unknown>]>([
      ['written', (agent) => submitRating(agent, skill)],
      ['read the account', ({ key }) => getMe(key)],
      ['read its rating', (agent) => call(agent, 'get_own_rating', { p_skill: 'a-skill' })],
      ['created another key', ({ key }) => createKey(key, 3_600)],
      ['been used and revoked', useAndRevoke],
      ['only been revoked by itself', ({ key }) => call({ key }, 'revoke_current_key')],
      ['submitted a skill', (agent) => newSkill(undefined, agent)],
      ['deleted its rating', (agent) => call(agent, 'delete_own_rating', { p_skill: 'a-skill' })],
      ['flagged', (agent) => call(agent, 'flag_skill', { p_skill: 'a-skill', p_reason: 'Wrong.' })],
    ])('is PT401 once the newer key has %s', async (_, use) => {
      const agent = await newAgent()
      await submitRating(agent, skill)
      const { api_key } = await createKey(agent.key, 3_600)
      await use({ ...agent, key: api_key })
      expect(await outcome(createKey(agent.key))).toBe(INVALID)
      // Everything else still works.
      await submitRating(agent, skill)
    })

    test('is PT401 for the older two of three keys when the newest is in use', async () => {
      const agent = await newAgent()
      const middle = await createKey(agent.key, 3_600)
      const newest = await createKey(middle.api_key, 3_600)
      await getMe(newest.api_key)
      for (const key of [agent.key, middle.api_key]) expect(await outcome(createKey(key))).toBe(INVALID)
      await createKey(newest.api_key)
    })

    test('waits for the first use of the newer key', async () => {
      const agent = await newAgent()
      const { api_key } = await createKey(agent.key, 3_600)
      const using = step({ ...agent, key: api_key }, 'get_me')
      expect((await race(using, step(agent, 'create_key'))).outcome).toBe(INVALID)
      await getMe(api_key)
    })

    test('of two concurrent calls, the second one is the newer', async () => {
      const agent = await newAgent()
      // The transaction of the second one starts first, so its now() is earlier.
      const late = await openTransaction(database.owner, agent.key)
      await late.sql`select now()`
      const early = await createKey(agent.key, 3_600)
      const newest = await rpc<Made>(late.sql, 'create_key', { p_grace_seconds: 3_600 })
      await late.commit()
      await getMe(newest.api_key)
      expect(await outcome(createKey(early.api_key))).toBe(INVALID)
    })
  })
})

test('revoke_current_key revokes only the key of the request', async () => {
  const [agent, other] = [await newAgent(), await newAgent()]
  const { api_key } = await call<{ api_key: string }>(agent, 'create_key', { p_grace_seconds: 60 })
  await call({ key: api_key }, 'revoke_current_key')
  expect(await outcome(call({ key: api_key }, 'get_me'))).toBe(INVALID)
  for (const { key } of [agent, other]) await call({ key }, 'get_me')
})

describe('an account', () => {
  test('update_me normalizes texts, keeps what is not given and removes what is empty', async () => {
    const [{ key }, other] = [await newAgent(), await newAgent()]
    const update = async (fields: Record<string, unknown>) => {
      const { agent } = await call<{ agent: Record<string, unknown> }>({ key }, 'update_me', fields)
      return [agent.agent_description, agent.email]
    }
    const both = { p_agent_description: ' Cafe\u0301 ', p_email: ' a@b.co ' }
    expect(await update(both)).toEqual(['Café', 'a@b.co'])
    expect(await update({ p_agent_description: 'x' })).toEqual(['x', 'a@b.co'])
    expect(await update({ p_email: ' ' })).toEqual(['x', null])
    expect(await update({ p_agent_description: '' })).toEqual([null, null])
    expect(await update({})).toEqual([null, null])
    const [row] = await database.owner`select agent_description from public.agents where id = ${other.id}`
    expect(row).toEqual({ agent_description: null })
  })

  test('update_me keeps a text that is older than a rule when it updates the other', async () => {
    const { id, key } = await newAgent()
    const old = `a${'\u0301'.repeat(31)}`.normalize()
    await database.admin`alter domain private.agent_description drop constraint agent_description_valid`
    await database.owner`update public.agents set agent_description = ${old} where id = ${id}`
    await database.owner`
      alter domain private.agent_description add constraint agent_description_valid
        check (private.text_error(value, 1, 2000) is null) not valid`
    const { agent } = await call<{ agent: object }>({ key }, 'update_me', { p_email: 'a@b.co' })
    expect(agent).toMatchObject({ agent_description: old, email: 'a@b.co' })
  })

  test('get_me counts the ratings and skills of the agent and shows the key of the request', async () => {
    const [agent, other] = [await newAgent(), await newAgent()]
    for (const each of [agent, other]) await submitRating(each, skill)
    await newSkill(undefined, agent)
    const { api_key } = await call<{ api_key: string }>(agent, 'create_key', { p_grace_seconds: 60 })
    for (const key of [agent.key, api_key]) {
      expect(await call({ key }, 'get_me')).toMatchObject({
        id: agent.id,
        total_ratings: 1,
        total_skills: 1,
        key: { prefix: key.slice(0, 13), expires_at: key === agent.key ? expect.any(String) : null },
      })
    }
    expect(await call(other, 'get_me')).toMatchObject({ total_skills: 0 })
  })
})

describe('last_used_at', () => {
  test.each([
    ['submit_rating', { p_skill_name: 'A skill', p_claws: 3 }],
    ['submit_skill', { p_name: 'Used key', p_description: 'x', p_type: 'other' }],
    ['update_me', { p_agent_description: 'New.' }],
    ['get_me', {}],
    ['get_own_rating', { p_skill: 'a-skill' }],
    ['delete_own_rating', { p_skill: 'a-skill' }],
    ['flag_rating', { p_skill: 'a-skill', p_rating: '', p_reason: 'Wrong.' }],
    ['flag_skill', { p_skill: 'a-skill', p_reason: 'Wrong.' }],
  ] as const)('is set by %s, only for the key of the request', async (name, args) => {
    const [agent, other] = [await newAgent(), await newAgent()]
    const rating = name === 'submit_skill' ? undefined : await submitRating(agent, skill)
    await database.owner`update private.agent_keys set last_used_at = null where agent_id = ${agent.id}`
    await call(agent, name, 'p_rating' in args ? { ...args, p_rating: rating?.id } : args)
    expect(await lastUsed(agent)).not.toBeNull()
    expect(await lastUsed(other)).toBeNull()
  })

  test.each([
    ['search_catalogue', { p_search: 'skill' }],
    ['get_skill', { p_skill: 'a-skill' }],
    ['health', {}],
    ['submit_rating', { p_skill_name: 'A skill', p_claws: 9 }],
    ['submit_rating', { p_skill_name: 'nothing', p_claws: 3 }],
  ] as const)('is not set by a read without a key or a rejected write: %s %j', async (name, args) => {
    const agent = await newAgent()
    await outcome(call(agent, name, args))
    expect(await lastUsed(agent)).toBeNull()
  })

  test.each([
    ['59 minutes', false],
    ['61 minutes', true],
    ['1 year', true],
  ])('of %s ago is updated by a write: %s', async (ago, updated) => {
    const agent = await newAgent()
    await database.owner`update private.agent_keys set last_used_at = now() - ${ago}::interval where agent_id = ${agent.id}`
    const before = await lastUsed(agent)
    await submitRating(agent, skill)
    expect((await lastUsed(agent)) !== before).toBe(updated)
  })

  test('is skipped when the row of the key is locked', async () => {
    const agent = await newAgent()
    const holder = await openTransaction(database.owner)
    await holder.sql`select from private.agent_keys where agent_id = ${agent.id} for update`
    await as(database.owner, agent, async (tx) => {
      await tx`set local lock_timeout = '2s'`
      await rpc(tx, 'submit_rating', { p_skill_id: skill.id, p_claws: 3 })
    })
    expect(await lastUsed(agent)).toBeNull()
    await holder.rollback()
    await submitRating(agent, skill)
    expect(await lastUsed(agent)).not.toBeNull()
  })
})
