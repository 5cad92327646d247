import { deepStrictEqual, fail, ok } from 'node:assert/strict'
import { ERRORS, type ErrorCode } from '../../functions/_shared/errors.ts'
import { containsApiKey } from '../../functions/_shared/text/text.ts'
import type { HttpResponse } from '../support/http-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: the model checks the whole body.
export type Answer = HttpResponse<any>

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** RFC 3339 in UTC. */
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00$/
export const KEY = /^claw_[0-9a-f]{56}$/

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
    { status: body?.status, success, request_id, code: ERRORS[code as ErrorCode]?.status },
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

/** Expects 400 invalid_request with errors for exactly these fields. */
export function expectInvalid(answer: Answer, ...fields: PropertyKey[]): void {
  expectProblem(answer, 'invalid_request')
  const named: string[] = answer.body.errors.map(({ path }: { path: string }) => path)
  deepStrictEqual([...new Set(named)].sort(), [...new Set(fields)].sort(), answer.text)
}

/** Checks the shape of a value that only the service can choose, and returns it. */
export function given(value: unknown, shape: RegExp, name: string): string {
  ok(typeof value === 'string' && shape.test(value), `${name} is ${JSON.stringify(value)}`)
  return value
}
