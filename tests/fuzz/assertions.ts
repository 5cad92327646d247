import { deepStrictEqual, fail, ok } from 'node:assert/strict'
import { containsApiKey } from '../../functions/_shared/text/text.ts'
import type { HttpResponse } from '../support/http-client.ts'
import type { Verdicts } from './rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: the model checks the whole body.
export type Answer = HttpResponse<any>

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** RFC 3339 in UTC. */
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00$/
export const KEY = /^claw_[0-9a-f]{56}$/

const STATUS_OF_CODE: Record<string, number> = {
  invalid_json: 400,
  invalid_request: 400,
  conflicting_api_keys: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  skill_not_found: 404,
  rating_not_found: 404,
  agent_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  agent_name_taken: 409,
  skill_name_taken: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
}

/** Every response: no 5xx, a request id, no secrets, and for an error a problem document (RFC 9457) that fits the status. */
export function expectValid({ status, headers, text, body }: Answer): void {
  const requestId = headers.get('x-request-id')
  ok(status < 500, `${status}: ${text.slice(0, 500)}`)
  ok(status === 204 || UUID.test(String(requestId)), `X-Request-Id is ${requestId}`)
  ok(status === 201 || !containsApiKey(text), 'the response contains a key')
  if (status === 401) ok(headers.has('www-authenticate'), '401 without WWW-Authenticate')
  if (status === 405) ok(headers.has('allow'), '405 without Allow')
  if (status < 400) return
  ok(
    /^application\/problem\+json(;|$)/.test(headers.get('content-type') ?? ''),
    `${status} without a problem`,
  )
  ok(!/key_hash|SQLSTATE|pg_catalog|\bPT4\d\d\b/.test(text), text)
  const { type, title, detail, code, errors, success, request_id } = body ?? {}
  deepStrictEqual(
    { status: body?.status, success, request_id, code: STATUS_OF_CODE[code] },
    { status, success: false, request_id: requestId, code: status },
  )
  for (const member of [type, title, detail]) ok(typeof member === 'string' && member !== '', text)
  ok(code !== 'invalid_request' || errors?.length > 0, 'invalid_request without errors')
}

export function expectStatus(answer: Answer, status: number): void {
  expectValid(answer)
  if (answer.status !== status) fail(`${answer.status}, expected ${status}: ${answer.text.slice(0, 500)}`)
}

export function expectProblem(answer: Answer, ...codes: string[]): void {
  expectValid(answer)
  if (!codes.includes(answer.body?.code)) {
    fail(`${answer.status}, expected ${codes.join(' or ')}: ${answer.text.slice(0, 500)}`)
  }
}

/** 400 invalid_request that names every bad field and no good one. */
export function expectInvalid(answer: Answer, verdicts: Verdicts): void {
  expectProblem(answer, 'invalid_request')
  const named = new Set<string>(answer.body.errors.map(({ path }: { path: string }) => path))
  const wronglyNamed = [...named].filter((field) => (verdicts[field] ?? 'good') === 'good')
  const notNamed = Object.keys(verdicts).filter((field) => verdicts[field] === 'bad' && !named.has(field))
  deepStrictEqual({ wronglyNamed, notNamed }, { wronglyNamed: [], notNamed: [] }, answer.text.slice(0, 500))
}

/** Whether the fields make a request invalid. Where the rules leave it open, the service decides. */
export function isInvalid(verdicts: Verdicts, answer: Answer): boolean {
  const all = Object.values(verdicts)
  return all.includes('bad') || (all.includes('either') && answer.body?.code === 'invalid_request')
}

/** Checks the shape of a value that only the service can choose, and returns it. */
export function given(value: unknown, shape: RegExp, name: string): string {
  ok(typeof value === 'string' && shape.test(value), `${name} is ${JSON.stringify(value)}`)
  return value
}
