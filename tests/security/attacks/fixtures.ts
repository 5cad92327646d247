// A stack of its own for the attacks, with agents, skills and ratings, and a fingerprint of every row.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Stack } from '../../../local/stack/stack.ts'
import { privilegesOf } from '../../../scripts/privileges.ts'
import { callApi } from '../../support/http-client.ts'
import { testStack } from '../../support/reads-by-get.ts'
import { startTestStack } from '../../support/stack.ts'

type Agent = { id: string; name: string; key: string }
type Skill = { id: string; name: string; slug: string }

export interface Fixtures {
  stack: Stack
  /** Has an e-mail address, a skill and a rating. */
  victim: Agent & { email: string }
  /** An attacker with a valid key and a rating. */
  rater: Agent
  /** An attacker with a valid key and without any rows. */
  attacker: Agent
  /** An agent whose key was revoked. */
  revoked: Agent
  /** A skill of the victim, rated by the victim and the rater. */
  skill: Skill
  /** Another skill of the victim, without ratings. */
  unrated: Skill
  /** The victim's rating. */
  rating: { id: string }
  /** What no response may contain: e-mail addresses, keys of others, and hashes of keys. */
  secrets: string[]
  /** A connection as the superuser. */
  admin: postgres.Sql
  stop(): Promise<void>
}

export async function startFixtures(): Promise<Fixtures> {
  const stack = await startTestStack(testStack())
  const admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} })
  const stop = async () => {
    await admin.end()
    await stack.stop()
  }
  try {
    return { ...(await createFixtures(stack, admin)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createFixtures(stack: Stack, admin: postgres.Sql): Promise<Omit<Fixtures, 'stop'>> {
  const email = `ada.${randomBytes(6).toString('hex')}@victim.example`
  const victim = {
    ...(await newAgent({ stack }, 'Ada the victim', { email, agent_description: 'Private.' })),
    email,
  }
  const rater = await newAgent({ stack }, 'Eve')
  const attacker = await newAgent({ stack }, 'Mallory')
  const revoked = await newAgent({ stack }, 'Revoked')
  await admin`select admin.revoke_key(${revoked.key}, 'Leaked.')`

  const submit = async (name: string) => {
    const fields = { name, description: 'Under attack.', type: 'other' }
    return (await create(stack, '/api/skills', fields, victim.key)).skill
  }
  const skill = await submit('Café 100%_\\* "Target"')
  const unrated = await submit('Another target')
  const fields = { skill_id: skill.id, claws: 4, commentary: 'Ada’s own words' }
  const { rating } = await create(stack, '/api/ratings', fields, victim.key)
  await create(stack, '/api/ratings', { skill_id: skill.id, claws: 2 }, rater.key)

  // The use of a key is recorded once an hour: marked as used, the keys do not change during the attacks.
  await admin`update private.agent_keys set last_used_at = now()`

  const keys = [victim, rater, attacker, revoked].map(({ key }) => key)
  const hashes = keys.flatMap((key) => {
    const hash = createHash('sha256').update(key).digest()
    return [hash.toString('hex'), hash.toString('base64').replace(/=+$/, '')]
  })
  const secrets = [email, ...keys, ...hashes]
  return { stack, victim, rater, attacker, revoked, skill, unrated, rating, secrets, admin }
}

export async function newAgent(
  { stack }: Pick<Fixtures, 'stack'>,
  name: string,
  fields = {},
): Promise<Agent> {
  const { agent, api_key } = await create(stack, '/api/register', { agent_name: name, ...fields })
  return { id: agent.id, name, key: api_key }
}

async function create({ baseUrl }: Stack, path: string, fields: object, key?: string) {
  const { status, text, body } = await callApi(baseUrl, 'POST', path, { body: fields, key })
  if (status !== 201) throw new Error(`${path} returned ${status}: ${text}`)
  return body
}

/** The number of rows and a hash of every table of the database, and of all privileges. */
export async function fingerprint({ admin }: Fixtures): Promise<Record<string, string>> {
  const tables = await admin<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await admin.unsafe(
      `select count(*) || ' rows, ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as print from ${name} as t`,
    )
    found[name] = row?.print
  }
  const privileges = await privilegesOf(admin)
  return { ...found, privileges: createHash('md5').update(privileges).digest('hex') }
}

export function freeName(): string {
  return `Planted ${randomUUID().slice(0, 8)}`
}
