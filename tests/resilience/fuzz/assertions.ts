import { deepStrictEqual, fail, ok } from 'node:assert/strict'
import { containsApiKey } from '../../../functions/_shared/text/text.ts'
import type { HttpResponse } from '../../support/http-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: the model checks the whole body.
export type Answer = HttpResponse<any>

/** Every response: no 5xx and no secrets, and the id of the request in an error. The session compares it with docs/openapi.json. */
export function expectValid({ status, headers, text, body }: Answer): void {
  ok(status < 500, `${status}: ${text.slice(0, 500)}`)
  ok(status === 201 || !containsApiKey(text), 'the response contains a key')
  ok(!/key_hash|SQLSTATE|pg_catalog|\bPT4\d\d\b/.test(text) || status < 400, text)
  if (status >= 400) deepStrictEqual(body?.request_id, headers.get('x-request-id'))
}

export function expectStatus(answer: Answer, status: number): void {
  expectValid(answer)
  if (answer.status !== status) fail(`${answer.status}, expected ${status}: ${answer.text.slice(0, 500)}`)
}

export function expectProblem(answer: Answer, code: string): void {
  expectValid(answer)
  if (answer.body?.code !== code) fail(`${answer.status}, expected ${code}: ${answer.text.slice(0, 500)}`)
}

/** Expects 400 invalid_request with errors for exactly these fields. */
export function expectInvalid(answer: Answer, ...fields: PropertyKey[]): void {
  expectProblem(answer, 'invalid_request')
  const named: string[] = answer.body.errors.map(({ path }: { path: string }) => path)
  deepStrictEqual([...new Set(named)].sort(), [...new Set(fields)].sort(), answer.text)
}
