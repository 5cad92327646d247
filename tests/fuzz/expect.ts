import { deepStrictEqual, fail, ok } from 'node:assert/strict'
import type { Verdicts } from './rules.ts'
import type { Answer } from './send.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** RFC 3339, in UTC. */
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00$/
export const KEY = /^claw_[0-9a-f]{56}$/

/** The problems that programs may rely on, by their code. */
const CODES: Record<string, number> = {
  invalid_json: 400,
  invalid_request: 400,
  conflicting_api_keys: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  skill_not_found: 404,
  rating_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  agent_name_taken: 409,
  skill_name_taken: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
}

/**
 * Expects what every answer owes: no 5xx, a request id, and for an error a problem document (RFC 9457) that says the same as
 * the status and the headers.
 * @param isHead whether the body was left out
 */
export function expectLawful(answer: Answer, isHead = false): void {
  const { status, headers, text, body } = answer
  const requestId = headers['x-request-id']
  ok(status < 500, `${status}: ${text.slice(0, 500)}`)
  ok(status === 204 || UUID.test(String(requestId)), `X-Request-Id is ${requestId}`)
  if (status === 401) ok(headers['www-authenticate'], 'a 401 without WWW-Authenticate')
  if (status === 405) ok(headers.allow, 'a 405 without Allow')
  if (status < 400 || isHead) return
  ok(
    /^application\/problem\+json(;|$)/.test(String(headers['content-type'])),
    `of type ${headers['content-type']}`,
  )
  const { type, title, detail, code, errors, success, request_id } = body ?? {}
  deepStrictEqual(
    { status: body?.status, success, request_id },
    { status, success: false, request_id: requestId },
  )
  deepStrictEqual(CODES[code], status, `${status} with the code ${code}`)
  for (const text of [type, title, detail]) ok(typeof text === 'string' && text !== '', 'an empty member')
  if (code === 'invalid_request') ok(Array.isArray(errors) && errors.length > 0, 'no fields are named')
  for (const error of errors ?? []) {
    ok(typeof error.path === 'string' && typeof error.message === 'string' && error.message !== '')
  }
}

/** Expects a success with one of these statuses. */
export function expectStatus(answer: Answer, ...statuses: number[]): void {
  expectLawful(answer)
  if (!statuses.includes(answer.status)) {
    fail(`${answer.status} in place of ${statuses.join(' or ')}: ${answer.text.slice(0, 500)}`)
  }
}

/** Expects the problem with one of these codes. */
export function expectProblem(answer: Answer, ...codes: string[]): void {
  expectLawful(answer)
  if (!codes.includes(answer.body?.code)) {
    fail(`${answer.status} in place of ${codes.join(' or ')}: ${answer.text.slice(0, 500)}`)
  }
}

/** Expects 400 invalid_request that names every field that is bad, and none that is good. */
export function expectFaults(answer: Answer, verdicts: Verdicts): void {
  expectProblem(answer, 'invalid_request')
  const named = new Set<string>(answer.body.errors.map(({ path }: { path: string }) => path))
  const wronglyNamed = [...named].filter((field) => (verdicts[field] ?? 'good') === 'good')
  const notNamed = Object.keys(verdicts).filter((field) => verdicts[field] === 'bad' && !named.has(field))
  deepStrictEqual({ wronglyNamed, notNamed }, { wronglyNamed: [], notNamed: [] }, answer.text.slice(0, 500))
}

/** Whether any field is bad. */
export function hasFaults(verdicts: Verdicts): boolean {
  return Object.values(verdicts).includes('bad')
}

/** Expects two JSON values to be equal; says where they differ. */
export function expectSame(actual: unknown, expected: unknown): void {
  deepStrictEqual(actual, expected)
}

/** Expects a text of this shape and gives it back: for what only the service can know. */
export function given(value: unknown, shape: RegExp, name: string): string {
  ok(typeof value === 'string' && shape.test(value), `${name} is ${JSON.stringify(value)}`)
  return value
}
