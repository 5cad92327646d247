import { deepStrictEqual, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  expectFaults,
  expectLawful,
  expectProblem,
  expectSame,
  expectStatus,
  hasFaults,
  KEY,
  UUID,
} from './expect.ts'
import type { Scene } from './requests.ts'
import {
  type BodyRoute,
  clean,
  cleanOrNull,
  judge,
  judgeBody,
  QUERY_RULES,
  trim,
  type Verdicts,
} from './rules.ts'
import type { Answer, Request } from './send.ts'

/** What the contract allows as the answer to a request. */
interface Expectation {
  /** Successes, if it may succeed. */
  statuses: number[]
  /** Problems, if it may be refused. */
  codes: string[]
  /** The fields that an `invalid_request` is to name. */
  verdicts?: Verdicts
  /** What a success must hold. */
  check?(answer: Answer): void
}

const refused = (...codes: string[]): Expectation => ({ statuses: [], codes })
const done = (status: number, check?: (answer: Answer) => void): Expectation => ({
  statuses: [status],
  codes: [],
  ...(check && { check }),
})

/** Expects the answer that the contract allows to a request, which may be any. */
export function expectAllowed(request: Request, answer: Answer, scene: Scene): void {
  const isHead = request.method === 'HEAD'
  expectLawful(answer, isHead)
  const isUnchanged = answer.status === 304
  ok(
    isUnchanged || (answer.status >= 200 && (answer.status < 300 || answer.status >= 400)),
    `${answer.status}`,
  )
  expectNoSecrets(request, answer)

  const expected = expectation(request, scene)
  if (isUnchanged) expectUnchanged(request, answer)
  if (!expected) return
  const { statuses, codes, verdicts, check } = expected
  if (isUnchanged) {
    ok(statuses.includes(200), `304 in place of ${codes.join(' or ')}`)
  } else if (isHead) {
    deepStrictEqual(answer.text, '', 'HEAD with a body')
    // The code is in the body, which HEAD leaves out.
    ok(answer.status < 400 ? statuses.includes(answer.status) : codes.length > 0, `HEAD: ${answer.status}`)
  } else if (answer.status < 400 || codes.length === 0) {
    if (statuses.length === 0) expectProblem(answer, ...codes)
    expectStatus(answer, ...statuses)
    check?.(answer)
  } else if (answer.body.code === 'invalid_request' && codes.includes('invalid_request') && verdicts) {
    expectFaults(answer, verdicts)
  } else {
    expectProblem(answer, ...codes)
  }
}

/** Expects a 304 to be an answer without a body to a client that said what it has. */
function expectUnchanged({ method, headers }: Request, answer: Answer): void {
  ok(method === 'GET' || method === 'HEAD', `304 to ${method}`)
  ok(
    headers.some(([name]) => name === 'if-none-match'),
    '304 to a client that has nothing',
  )
  ok(/^"[\w-]{22}"$/.test(String(answer.headers.etag)), `304 with the tag ${answer.headers.etag}`)
  deepStrictEqual(answer.text, '', '304 with a body')
}

/** No answer holds a key but that of a registration, a hash, or the words of the database. */
function expectNoSecrets({ path, method }: Request, answer: Answer): void {
  const mayShowKey = method === 'POST' && path.startsWith('/api/register') && answer.status === 201
  ok(mayShowKey || !/claw_[0-9a-f]{56}/.test(answer.text), 'the answer holds a key')
  ok(!/key_hash|SQLSTATE|pg_catalog|\bPT4\d\d\b/.test(answer.status < 400 ? '' : answer.text), answer.text)
}

/** What the contract says of a request; undefined when it leaves it open. The first check that fails answers. */
function expectation(request: Request, scene: Scene): Expectation | undefined {
  const { method } = request
  const [path = '', ...rest] = request.path.split('?')
  // What a client, a gateway or a server may put in order on the way: dot segments, empty segments, encoded letters.
  const skill = /^\/api\/skills\/([^/]+)\/?$/.exec(path)?.[1]
  if (/\/\/|\\|\/\.|%2e|^\/$|^\/api\/?$/i.test(path) || (/%/.test(path) && !skill)) return undefined
  const route = skill === undefined ? path.replace(/(.)\/$/, '$1') : 'skill'
  // The stories know what those answer.
  if (/^\/api\/skills\/[^/]+\/ratings(\/me|\/[^/]+\/flag)?$/.test(route)) return undefined

  const methods = METHODS[route]
  if (method === 'OPTIONS') return methods ? done(204) : undefined
  if (!methods) return refused('route_not_found')
  if (!methods.includes(method)) return refused('method_not_allowed')
  return method === 'POST'
    ? written(route as BodyRoute, request, scene)
    : read(route, skill ?? '', rest.join('?'), scene)
}

const METHODS: Record<string, string[]> = {
  '/api/register': ['POST'],
  '/api/skills': ['GET', 'HEAD', 'POST'],
  '/api/ratings': ['POST'],
  '/api/health': ['GET', 'HEAD'],
  skill: ['GET', 'HEAD'],
}

function read(route: string, skill: string, query: string, scene: Scene): Expectation {
  const parameters: Record<string, string> = {}
  const verdicts: Verdicts = {}
  let isBroken = false
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = [pair.replace(/=.*$/s, ''), pair.replace(/^[^=]*=?/s, '')].map(decoded)
    if (name === null || value === null) isBroken = true
    else if (route !== '/api/skills' || !Object.hasOwn(QUERY_RULES, name)) continue
    else if (Object.hasOwn(parameters, name)) verdicts[name] = 'bad'
    else parameters[name] = value
  }
  // Which part of a query is no UTF-8 cannot always be named.
  if (isBroken) return refused('invalid_request')
  if (route === '/api/health') return done(200, ({ body }) => expectSame(body, { status: 'ok' }))
  if (route === 'skill') return readSkill(skill, scene)

  const judged = judge(QUERY_RULES, {
    limit: '100',
    sort: 'top',
    type: 'mcp',
    cursor: 'A'.repeat(20),
    ...parameters,
  })
  Object.assign(judged, verdicts)
  // No client can make a cursor: one of the right shape is as wrong as any.
  judged.cursor = parameters.cursor === undefined ? 'good' : 'bad'
  if (hasFaults(judged))
    return { ...refused('invalid_request'), verdicts: withoutLateCursor(judged, parameters) }
  return done(200, ({ body }) => {
    expectSame(body.count, body.skills.length)
    ok(
      body.count <= Math.min(Number(parameters.limit ?? 100), 500),
      `${body.count} skills for ${parameters.limit}`,
    )
    ok(body.next_cursor === null || typeof body.next_cursor === 'string')
    for (const listed of body.skills) {
      expectSkill(listed)
      ok(parameters.type === undefined || listed.type === parameters.type, 'a skill of another type')
    }
  })
}

/** Whether a cursor of the right shape was made here is seen last, when nothing else is at fault. */
function withoutLateCursor(judged: Verdicts, { cursor = '' }: Record<string, string>): Verdicts {
  const others = Object.entries(judged).some(([name, verdict]) => name !== 'cursor' && verdict === 'bad')
  return others && /^[\w-]{20,4000}$/.test(cursor) ? { ...judged, cursor: 'either' } : judged
}

function readSkill(reference: string, scene: Scene): Expectation {
  const known = scene.skills.find(({ id, slug }) => id === reference.toLowerCase() || slug === reference)
  const check = ({ body }: Answer) => {
    const { retired_at, rating_counts, ratings, ...skill } = body
    // Only admins retire a skill, and none is here.
    expectSame(retired_at, null)
    expectSkill(skill)
    if (known) expectSame([skill.id, skill.name, skill.slug], [known.id, known.name, known.slug])
    const counts = Object.values<number>(rating_counts)
    expectSame(Object.keys(rating_counts).toSorted().join(), '1,2,3,4,5')
    expectSame(
      counts.reduce((sum, count) => sum + count, 0),
      skill.total_ratings,
    )
    ok(ratings.length === Math.min(10, skill.total_ratings))
  }
  // Somebody else may have submitted a skill that has just this address.
  return { statuses: [200], codes: known ? [] : ['skill_not_found'], check }
}

function written(route: BodyRoute, request: Request, scene: Scene): Expectation | undefined {
  if (route !== '/api/register') {
    const refusal = keyRefusal(request, scene)
    if (refusal) return refusal.length ? refused(...refusal) : undefined
  }
  const type = header(request, 'content-type') ?? ''
  if (!/^application\/json *(;|$)/i.test(type) || header(request, 'content-encoding')) {
    return refused('unsupported_media_type')
  }
  if (!/^application\/json *(; *charset="?utf-8"?)?$/i.test(type)) return refused('unsupported_media_type')
  const bytes = Buffer.from(request.body ?? '')
  if (bytes.length > 256 * 1024) return refused('body_too_large')
  const body = jsonObject(bytes)
  if (!body) return refused('invalid_json')
  const verdicts = judgeBody(route, body)
  if (hasFaults(verdicts)) return { ...refused('invalid_request'), verdicts }
  // What is left to the service's discretion may be refused as a field, too.
  const perhaps = Object.values(verdicts).includes('either') ? ['invalid_request'] : []
  if (route !== '/api/register' && sentKey(request) === scene.unknownKey)
    return refused('invalid_api_key', ...perhaps)
  const { codes, ...accepted } = ACCEPTED[route](body, scene)
  return { verdicts, ...accepted, codes: [...codes, ...perhaps] }
}

const ACCEPTED: Record<BodyRoute, (body: Record<string, unknown>, scene: Scene) => Expectation> = {
  '/api/register': (body) => ({
    statuses: [201],
    codes: ['agent_name_taken'],
    check: ({ body: answered, headers, text }) => {
      expectSame(answered.agent.agent_name, clean(body.agent_name as string))
      ok(KEY.test(answered.api_key) && UUID.test(answered.agent.id))
      expectSame(headers['cache-control'], 'no-store')
      const email = cleanOrNull(body.email)
      ok(
        email === null || !text.replace(JSON.stringify(answered.agent.agent_name), '').includes(`"${email}"`),
      )
    },
  }),
  '/api/skills': (body) => ({
    statuses: [201],
    codes: ['skill_name_taken'],
    check: ({ body: { skill }, headers }) => {
      expectSkill(skill)
      const { name, description, type, url, avg_claws, total_ratings } = skill
      const kept = {
        name: clean(body.name as string),
        description: clean(body.description as string),
        type: body.type,
        url: typeof body.url === 'string' ? trim(body.url) || null : null,
      }
      expectSame({ name, description, type, url }, kept)
      expectSame([avg_claws, total_ratings], [0, 0])
      expectSame(headers.location, `/functions/v1/api/skills/${skill.slug}`)
    },
  }),
  '/api/ratings': (body, scene) => {
    const id = cleanOrNull(body.skill_id)?.toLowerCase()
    const name = cleanOrNull(body.skill_name)
    const known = scene.skills.find((skill) => skill.id === id || (id === undefined && skill.name === name))
    const refusals = id !== undefined && name !== null ? ['invalid_request'] : ['skill_not_found']
    return {
      // The same agent is at work on the same skills in other runs, so that which of the two it is cannot be known here.
      statuses: [200, 201],
      codes: known && (name === null || name === known.name) ? [] : refusals,
      // Which of two references that differ is the wrong one, nobody can say.
      verdicts: { ...judgeBody('/api/ratings', body), skill_id: 'either', skill_name: 'either' },
      check: ({ body: { rating, skill } }) => {
        expectSkill(skill)
        expectSame(rating.skill_id, skill.id)
        if (known) expectSame(skill.id, known.id)
        const { claws, reliability, security, speed, commentary } = rating
        expectSame(
          { claws, reliability, security, speed, commentary },
          {
            claws: body.claws,
            ...Object.fromEntries(
              ['reliability', 'security', 'speed'].map((field) => [field, numberOrNull(body, field)]),
            ),
            commentary: cleanOrNull(body.commentary),
          },
        )
      },
    }
  },
}

function numberOrNull(body: Record<string, unknown>, field: string): number | null {
  const value = Object.hasOwn(body, field) ? body[field] : null
  return typeof value === 'number' ? value + 0 : null
}

/** Expects the fields of a skill, each of its kind. */
function expectSkill(skill: Record<string, unknown>): void {
  const fields = 'avg_claws,created_at,description,id,name,slug,sub_scores,total_ratings,type,updated_at,url'
  expectSame(Object.keys(skill).toSorted().join(), fields)
  ok(UUID.test(String(skill.id)) && /^[a-z0-9-]{1,100}$/.test(String(skill.slug)), JSON.stringify(skill))
  const average = skill.avg_claws as number
  ok(average === 0 ? skill.total_ratings === 0 : average >= 1 && average <= 5, `average ${average}`)
  const total = skill.total_ratings as number
  ok(Number.isInteger(total) && Math.abs(average * 10 - Math.round(average * 10)) < 1e-9)
  const scores = skill.sub_scores as Record<string, { mean: unknown; count: number }>
  expectSame(Object.keys(scores).toSorted().join(), 'reliability,security,speed')
  for (const { mean, count } of Object.values(scores)) {
    ok(count <= total && (count === 0 ? mean === null : typeof mean === 'number' && mean >= 0 && mean <= 100))
  }
}

/** All values of a header, as they arrive; undefined when it is not there. */
function header({ headers }: Request, wanted: string): string | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value.trim())
  return values.length === 0 ? undefined : values.join(', ')
}

/** What is sent as `Authorization: Bearer`, where it begins like a key. */
function bearerKey(request: Request): string | undefined {
  return /^bearer +(claw_.*)$/i.exec(header(request, 'authorization') ?? '')?.[1]
}

function sentKey(request: Request): string | undefined {
  return header(request, 'x-api-key') ?? bearerKey(request)
}

/** The codes that may refuse a request for its key before the body is read; undefined when none may. */
function keyRefusal(request: Request, { keys, unknownKey }: Scene): string[] | undefined {
  const [one, other] = [header(request, 'x-api-key'), bearerKey(request)]
  // Whether an empty header is one, the contract leaves open.
  if (one === '') return other === undefined ? ['missing_api_key', 'invalid_api_key'] : []
  if (one !== undefined && other !== undefined && one !== other) return ['conflicting_api_keys']
  const key = one ?? other
  if (key === undefined) return ['missing_api_key']
  if ([...keys, unknownKey].includes(key)) return undefined
  const isWhole = KEY.test(key) && checksumOf(key.slice(0, -8)) === key.slice(-8)
  return isWhole ? [] : ['invalid_api_key']
}

/** The last 8 characters of a key, from those before them. */
export function checksumOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 8)
}

/** The JSON object in these bytes; undefined when they hold none that the contract takes. */
function jsonObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (depthOf(text) > 32) return undefined
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** How deep a JSON text is nested, itself counted. */
function depthOf(json: string): number {
  const brackets = json.replace(/"(\\.|[^"\\])*("|$)/gs, '').replace(/[^[\]{}]/g, '')
  let depth = 0
  let deepest = 0
  for (const bracket of brackets) {
    depth += '[{'.includes(bracket) ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
