// The stack under attack: the people of the stories, a fingerprint of every row, and a client that sends anything.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, type OutgoingHttpHeaders, request as sendHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { type Stack, startStack } from '../../../local/stack/stack.ts'
import { privilegesOf } from '../privileges/privileges.ts'

interface Person {
  id: string
  name: string
  key: string
}

/** Who there is, and what there is to be stolen or broken. */
export interface Cast {
  stack: Stack
  /** The victim: has an e-mail address, a skill and a rating. */
  ada: Person & { email: string }
  /** An attacker with a valid key and a rating of her own. */
  eve: Person
  /** An attacker with a valid key who has written nothing, so that even a write to "all her rows" changes none. */
  mallory: Person
  /** Had a key once. */
  revoked: Person
  /** A skill of Ada's, rated by Ada and Eve. */
  skill: { id: string; name: string; slug: string }
  /** Another skill, which nobody rated. */
  other: { id: string; name: string; slug: string }
  /** Ada's rating of her skill. */
  rating: { id: string }
  /** What no answer may hold: e-mail addresses, and the keys of others with their hashes in any usual form. */
  secrets: string[]
  /** As the superuser, who sees every row. */
  admin: postgres.Sql
}

/** Starts a stack of its own, with a cast in it; nothing but the attacks writes there. */
export async function setTheStage(): Promise<Cast & { leave(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-attack-'))
  // Root's Postgres runs as another user, who must be able to pass, but not to look.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  const admin = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} })
  const leave = async () => {
    await admin.end()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return { ...(await gatherCast(stack, admin)), leave }
  } catch (error) {
    await leave()
    throw error
  }
}

async function gatherCast(stack: Stack, admin: postgres.Sql): Promise<Cast> {
  const email = `ada.${randomBytes(6).toString('hex')}@victim.example`
  const description = 'Minds her own business'
  const ada = {
    ...(await newAgent({ stack }, 'Ada the victim', { email, agent_description: description })),
    email,
  }
  const eve = await newAgent({ stack }, 'Eve')
  const mallory = await newAgent({ stack }, 'Mallory')
  const revoked = await newAgent({ stack }, 'Revoked')
  await admin`select admin.revoke_key(${revoked.key}, 'Leaked.')`

  const submit = async (name: string) => {
    const fields = { name, description: 'Under attack.', type: 'other' }
    return (await create(stack, '/api/skills', fields, ada.key)).skill
  }
  const skill = await submit('Café 100%_\\* "Target"')
  const other = await submit('Another target')
  const words = 'Ada’s own words'
  const fields = { skill_id: skill.id, claws: 4, commentary: words }
  const { rating } = await create(stack, '/api/ratings', fields, ada.key)
  await create(stack, '/api/ratings', { skill_id: skill.id, claws: 2 }, eve.key)

  // Within the hour nothing records that a key was used: what an attack changes stands out.
  await admin`update private.agent_keys set last_used_at = now()`

  const keys = [ada, eve, mallory, revoked].map(({ key }) => key)
  const hashes = keys.map((key) => createHash('sha256').update(key).digest())
  const written = hashes.flatMap((hash) => [hash.toString('hex'), hash.toString('base64').replace(/=+$/, '')])
  return {
    stack,
    ada,
    eve,
    mallory,
    revoked,
    skill,
    other,
    rating,
    secrets: [email, ...keys, ...written],
    admin,
  }
}

/** Registers an agent. */
export async function newAgent({ stack }: Pick<Cast, 'stack'>, name: string, more = {}): Promise<Person> {
  const { agent, api_key } = await create(stack, '/api/register', { agent_name: name, ...more })
  return { id: agent.id, name, key: api_key }
}

async function create({ baseUrl }: Stack, path: string, body: object, key = '') {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`The stage cannot be set: ${path} answers ${answer.status}.`)
  return answer.json()
}

/** Every table of the database, whatever its schema, as a number of rows and a hash of all they hold; and who may do what. */
export async function fingerprint({ admin }: Cast): Promise<Record<string, string>> {
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
  found.privileges = createHash('md5')
    .update(await privilegesOf(admin))
    .digest('hex')
  return found
}

/** The API's own function, or the Data API that lies beside it, reached with the publishable key. */
export type Door = 'function' | 'data api'

/** One hostile request. */
export interface Attack {
  title: string
  door: Door
  method: string
  /** Below /functions/v1 or /rest/v1. */
  path: string
  /** Names and values in turn; a name may come twice, and with an empty value it is left out. */
  headers?: string[]
  body?: string | Uint8Array | undefined
  /** Sends the body in pieces, its length undeclared. */
  chunked?: boolean
  expect: Expected
}

/**
 * What the answer must be:
 * - the `code` of a problem document, or several of which it must be one: the function's own refusals;
 * - `answered`: 200;
 * - `refused`: any 4xx;
 * - `empty`: a 4xx, or a success that shows nothing (an update of no row, a list of none);
 * - `harmless`: a 4xx or a success, since nobody is hurt by it; what must hold is that nothing leaks or changes.
 */
export type Expected = string | string[]

export interface Answer {
  status: number
  text: string
  /** All of them, as text; such as a Content-Range, which counts rows. */
  headers: string
}

const connections = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends the request as it is, and waits for its answer. */
export function send({ stack }: Cast, attack: Attack): Promise<Answer> {
  const { door, method, path, headers = [], body, chunked = false } = attack
  const { hostname, port } = new URL(stack.apiUrl)
  const bytes = Buffer.from((body ?? '') as string)
  const framing = chunked
    ? ['Transfer-Encoding', 'chunked']
    : body === undefined
      ? []
      : ['Content-Length', String(bytes.length)]
  const given = new Set(headers.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()))
  const apikey = door === 'data api' && !given.has('apikey') ? ['apikey', stack.publishableKey] : []
  const type = body !== undefined && !given.has('content-type') ? ['Content-Type', 'application/json'] : []
  const lines = ['Host', `${hostname}:${port}`, ...framing, ...apikey, ...type, ...headers]
  return new Promise((resolve, reject) => {
    const target = `${door === 'function' ? '/functions/v1' : '/rest/v1'}${path}`
    let answered = false
    const request = sendHttp(
      {
        agent: connections,
        ...{ hostname, port, method, path: target },
        // Node takes an array here, which its types do not say.
        headers: lines.filter((_, i) => lines[i | 1] !== '') as unknown as OutgoingHttpHeaders,
      },
      (response) => {
        answered = true
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: response.rawHeaders.join(' '),
          }),
        )
      },
    )
    request.setTimeout(15_000, () => request.destroy(new Error('no answer within 15 s')))
    // Once the answer is on its way, that the rest of the body is not wanted is no error.
    request.on('error', (error) => answered || reject(error))
    if (chunked)
      for (let at = 0; at < bytes.length; at += 16_384) request.write(bytes.subarray(at, at + 16_384))
    request.end(chunked ? undefined : bytes)
  })
}

/** What has been tried so far, and how often either door answered 5xx. */
export const tally = { function: 0, 'data api': 0, failures: { function: 0, 'data api': 0 }, artefacts: 0 }

/** The tally in one line. */
export function summary(): string {
  const { function: atFunction, 'data api': atDataApi, failures, artefacts } = tally
  const inputs = (atFunction + atDataApi).toLocaleString('en')
  return `Attacks: ${inputs} inputs tried (${atFunction.toLocaleString('en')} at the function, ${atDataApi.toLocaleString('en')} at the Data API beside it); answers of 5xx: ${failures.function} at the function, ${failures['data api']} at the Data API, where ${artefacts} more are the known ones of tests/security/attacks/target.ts.`
}

/** Tries them all, a few at a time; gives what went otherwise than expected, in sentences. */
export async function tryAll(cast: Cast, attacks: Attack[]): Promise<string[]> {
  const violations: string[] = []
  const waiting = attacks.values()
  const worker = async () => {
    for (const attack of waiting) {
      const answer = await send(cast, attack).catch((error: Error) => ({
        status: 0,
        text: String(error),
        headers: '',
      }))
      const violation = judge(cast, attack, answer)
      if (violation) violations.push(`${attack.door}: ${attack.title}: ${violation}`)
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return violations
}

/** What is wrong with an answer, if anything; counts it in either case. */
export function judge(cast: Cast, attack: Attack, { status, text, headers }: Answer): string | undefined {
  tally[attack.door]++
  const sent = `${decodeURIComponent(attack.path.replaceAll('%', '%25'))} ${attack.headers?.join(' ')} ${attack.body}`
  const leaked = cast.secrets.filter((secret) => (text + headers).includes(secret) && !sent.includes(secret))
  if (leaked.length > 0) return `the answer holds ${leaked.join(' and ')}`
  const got = `${status} ${text.slice(0, 200)}`
  if (status >= 500) {
    if (attack.door === 'data api' && isArtefact(attack, text)) {
      tally.artefacts++
      return undefined
    }
    tally.failures[attack.door]++
    return got
  }
  const isRefused = status >= 400 && status < 500
  const isSuccess = status >= 200 && status < 300
  for (const expected of [attack.expect].flat()) {
    if (expected === 'refused' && isRefused) return undefined
    if (expected === 'harmless' && (isRefused || isSuccess)) return undefined
    if (expected === 'answered' && status === 200) return undefined
    if (expected === 'empty' && (isRefused || (isSuccess && /^(\[\])?$/.test(text.trim())))) return undefined
    if (text.includes(`"code":"${expected}"`) && text.includes(`"status":${status},`)) return undefined
  }
  return `expected ${[attack.expect].flat().join(' or ')}, got ${got}`
}

/**
 * What the Data API answers 500 to although nothing is broken: a write to a view that takes none (PostgREST too says 500 to every
 * state of class 55); JSON nested so deep that @supabase/lite exhausts its stack over it, where PostgREST says 400; and, at PostgREST,
 * a header that is not UTF-8. No row changes by any of them, and the function meets none.
 */
function isArtefact({ headers = [] }: Attack, text: string): boolean {
  // Node sends each character of a header as one byte.
  if (headers.some((line) => /[\u0080-\u00ff]/.test(line))) return true
  return (
    /"code":"55000".*Views that do not select from a single table or view are not automatically updatable/.test(
      text,
    ) || /"code":"SUP".*Maximum call stack size exceeded/.test(text)
  )
}

/** A well-formed key that nobody has. */
export function unknownKey(): string {
  const body = `claw_${randomBytes(24).toString('hex')}`
  return body + createHash('sha256').update(body).digest('hex').slice(0, 8)
}

/** A name that is free. */
export function freeName(): string {
  return `Planted ${randomUUID().slice(0, 8)}`
}
