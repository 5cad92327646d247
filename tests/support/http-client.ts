// A small client for the tests over HTTP: requests, and the agents, skills and ratings that stories begin with.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type OutgoingHttpHeaders, request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import { expect, inject } from 'vitest'
import { holdToContract } from './openapi-contract.ts'

/** Address of the service under test, ending in /functions/v1: the stack of the tests, or any deployment (BASE_URL). */
export const baseUrl = inject('baseUrl')

type SubScore = { mean: number | null; count: number }
type SubScores = Record<'reliability' | 'security' | 'speed', SubScore>

const none = { mean: null, count: 0 }
/** Of a skill to which nobody gave any. */
export const UNSCORED: SubScores = { reliability: none, security: none, speed: none }

export interface Skill {
  id: string
  name: string
  slug: string
  description: string
  type: string
  url: string | null
  avg_claws: number
  total_ratings: number
  sub_scores: SubScores
  created_at: string
  updated_at: string
}

export interface Rating {
  id: string
  skill_id: string
  agent_name: string
  claws: number
  reliability: number | null
  security: number | null
  speed: number | null
  commentary: string | null
  created_at: string
  updated_at: string
}

export interface SkillPage extends Skill {
  retired_at: string | null
  rating_counts: Record<'1' | '2' | '3' | '4' | '5', number>
  ratings: Rating[]
}

export interface SkillList {
  skills: Skill[]
  count: number
  next_cursor: string | null
  did_you_mean: string | null
}

export interface RatingList {
  ratings: Rating[]
  count: number
  next_cursor: string | null
}

export interface Registered {
  success: boolean
  message: string
  api_key: string
  warning: string
  agent: { id: string; agent_name: string; created_at: string }
}

export interface Submitted {
  success: boolean
  message: string
  skill: Skill
}

export interface Rated extends Submitted {
  rating: Rating
}

type SkillReference = Pick<Skill, 'id' | 'name' | 'slug'>

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  success: boolean
  code: string
  request_id: string
  errors?: { path: string; message: string }[]
  skill?: SkillReference
  suggestions?: SkillReference[]
}

/** What came back: the body as JSON, when it is JSON, and as it was sent. */
export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
  text: string
}

interface RequestOptions {
  /** An agent's API key, sent as x-api-key. */
  key?: string
  headers?: HeadersInit
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Sends a request to a path below the base address, e.g. `/api/skills`. */
export async function request<Body = Problem>(
  method: string,
  path: string,
  { key, headers, body }: RequestOptions = {},
): Promise<Answer<Body>> {
  const all = new Headers(headers)
  if (key !== undefined) all.set('x-api-key', key)
  // A stream goes out chunked, its length undeclared.
  const content = body === undefined ? {} : { body, duplex: 'half' as const }
  const response = await fetch(baseUrl + path, { method, headers: all, ...content })
  const answer = answerOf<Body>(response.status, response.headers, await response.text())
  holdToContract({ method, path, sent: textOf(body), ...answer })
  return answer
}

export function get<Body = Problem>(path: string, options?: RequestOptions): Promise<Answer<Body>> {
  return request<Body>('GET', path, options)
}

/** Posts a value as JSON; a string or bytes are posted as they are, also as application/json. */
export function post<Body = Problem>(
  path: string,
  value: unknown,
  { headers, ...options }: RequestOptions = {},
): Promise<Answer<Body>> {
  const all = new Headers(headers)
  if (!all.has('content-type')) all.set('content-type', 'application/json')
  const body =
    typeof value === 'string' || value instanceof Uint8Array
      ? (value as string | Uint8Array<ArrayBuffer>)
      : JSON.stringify(value)
  return request<Body>('POST', path, { ...options, headers: all, body })
}

/**
 * Sends header lines exactly as given, the same name twice included, which fetch() would join.
 *
 * @param lines names and values in turn
 */
export function sendLines<Body = Problem>(
  method: string,
  path: string,
  lines: string[],
  body = '',
): Promise<Answer<Body>> {
  const url = new URL(baseUrl + path)
  const send = url.protocol === 'https:' ? sendHttps : sendHttp
  const headers = ['Host', url.host, 'Content-Length', String(Buffer.byteLength(body)), ...lines]
  return new Promise((resolve, reject) => {
    // Node takes an array here, which its types do not say.
    const options = { method, headers: headers as unknown as OutgoingHttpHeaders }
    send(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const received = new Headers()
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          received.append(response.rawHeaders[i] ?? '', response.rawHeaders[i + 1] ?? '')
        }
        const answer = answerOf<Body>(response.statusCode ?? 0, received, Buffer.concat(chunks).toString())
        try {
          holdToContract({ method, path, sent: body, ...answer })
          resolve(answer)
        } catch (error) {
          reject(error)
        }
      })
    })
      .on('error', reject)
      .end(body)
  })
}

function textOf(body: RequestOptions['body']): string | undefined {
  if (body instanceof ReadableStream) return undefined
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body
}

function answerOf<Body>(status: number, headers: Headers, text: string): Answer<Body> {
  const isJson = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '') && text !== ''
  return { status, headers, text, body: (isJson ? JSON.parse(text) : undefined) as Body }
}

/** Expects the problem document of this status and code, whole and well-formed; gives it back. */
export function expectProblem(answer: Answer<unknown>, status: number, code: string): Problem {
  expect(answer.text).toContain(`"code":"${code}"`)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^[a-z]+:\S+$/),
    title: expect.stringMatching(/\S/),
    status,
    detail: expect.stringMatching(/\S/),
    success: false,
    code,
    request_id: answer.headers.get('x-request-id'),
  })
  return answer.body as Problem
}

/** Expects 400 invalid_request for exactly these fields, each with a message. */
export function expectFaults(answer: Answer<unknown>, ...paths: string[]): void {
  const { errors = [] } = expectProblem(answer, 400, 'invalid_request')
  expect([...new Set(errors.map(({ path }) => path))].sort()).toEqual(paths.sort())
  for (const { message } of errors) expect(message).toMatch(/\S/)
}

/** A word that nothing else in the catalogue holds: letters and digits, beginning with a letter. */
export function uniqueWord(): string {
  return `w${randomUUID().replaceAll('-', '').slice(0, 15)}`
}

/** So many random characters outside the Basic Multilingual Plane: one code point and two UTF-16 units each. */
export function wideText(length: number): string {
  // CJK extension B: none of them is changed by normalisation, case or unaccent.
  return Array.from({ length }, () =>
    String.fromCodePoint(0x20000 + Math.floor(Math.random() * 42_000)),
  ).join('')
}

/** A well-formed key that nobody has. */
export function unknownKey(): string {
  const body = `claw_${randomBytes(24).toString('hex')}`
  return body + createHash('sha256').update(body).digest('hex').slice(0, 8)
}

export interface Agent {
  id: string
  name: string
  key: string
}

/** Registers an agent of a new name. */
export async function newAgent(fields: Record<string, unknown> = {}): Promise<Agent> {
  const { status, body } = await post<Registered>('/api/register', { agent_name: uniqueWord(), ...fields })
  expect(status).toBe(201)
  return { id: body.agent.id, name: body.agent.agent_name, key: body.api_key }
}

let agent: Promise<Agent> | undefined

/** One agent for all the stories of a file that only need somebody with a key. */
export function someAgent(): Promise<Agent> {
  agent ??= newAgent()
  return agent
}

/** Sends a new skill, of a new name unless told otherwise, in the name of {@link someAgent}. */
export async function submit<Body = Submitted>(fields: Record<string, unknown> = {}): Promise<Answer<Body>> {
  const { key } = await someAgent()
  return post<Body>(
    '/api/skills',
    { name: uniqueWord(), description: 'Does one thing.', type: 'other', ...fields },
    { key },
  )
}

/** Submits a skill and expects it to be taken. */
export async function newSkill(fields: Record<string, unknown> = {}): Promise<Skill> {
  const { status, body } = await submit(fields)
  expect(status).toBe(201)
  return body.skill
}

/** Rates in the agent's name. */
export function rate<Body = Rated>(agent: Agent, fields: Record<string, unknown>): Promise<Answer<Body>> {
  return post<Body>('/api/ratings', fields, { key: agent.key })
}

/** Has as many agents as there are claws rate the skill, an agent each; all with the same other fields. */
export async function rateBy(
  agents: Agent[],
  skill: Skill,
  claws: number[],
  fields: Record<string, unknown> = {},
): Promise<void> {
  for (const [i, number] of claws.entries()) {
    const agent = agents[i]
    if (!agent) throw new Error(`The story has ${agents.length} agents and needs ${claws.length}.`)
    const { status } = await rate(agent, { skill_id: skill.id, claws: number, ...fields })
    expect(status).toBe(201)
  }
}

export async function page(skill: string): Promise<SkillPage> {
  const { status, body } = await get<SkillPage>(`/api/skills/${skill}`)
  expect(status).toBe(200)
  return body
}

/** Lists skills; the parameters are encoded. */
export async function list(parameters: Record<string, string | number>): Promise<SkillList> {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  const { status, body } = await get<SkillList>(`/api/skills?${query}`)
  expect(status).toBe(200)
  return body
}

/** Lists the ratings of a skill, given by its id or slug; the parameters are encoded. */
export async function ratingsOf(
  skill: string,
  parameters: Record<string, string | number> = {},
): Promise<RatingList> {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  const { status, body } = await get<RatingList>(`/api/skills/${skill}/ratings?${query}`)
  expect(status).toBe(200)
  return body
}

/** The names of a list from its first page to its last. */
export async function walk(parameters: Record<string, string | number>): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const { skills, next_cursor } = await list({ ...parameters, ...(cursor !== null && { cursor }) })
    names.push(...skills.map(({ name }) => name))
    cursor = next_cursor
  } while (cursor !== null)
  return names
}

/** Does the task for every item, a few at a time; gives the results in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await task(item, index)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return results
}

/** Every white space of Unicode, and U+FEFF: what is trimmed from the ends of a text. */
export const WHITE_SPACE =
  '\u0009\u000A\u000B\u000C\u000D\u0020\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** RFC 3339, in UTC. */
export const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/

/** U+0085 and the like, for the titles of tests. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
