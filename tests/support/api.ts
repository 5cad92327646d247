// The API under test: the stack of the tests, or the deployment that BASE_URL names. Every response is checked against docs/openapi.json.
import { expect, inject } from 'vitest'
import type { z } from 'zod'
import type * as responses from '../../functions/_shared/schemas/responses.ts'
import { HttpClient, type HttpResponse, type RequestOptions } from './http-client.ts'
import { expectContract } from './openapi-contract.ts'

/** Ends in /functions/v1. */
export const baseUrl = inject('baseUrl')

/** The local stack, or null: tests that need more than HTTP do not run against a deployment. */
export const localStack = inject('localStack')

export type Skill = z.infer<typeof responses.Skill>
export type SkillPage = z.infer<typeof responses.SkillPage>
export type SkillList = z.infer<typeof responses.SkillList>
export type Rating = z.infer<typeof responses.Rating>
export type RatingList = z.infer<typeof responses.RatingList>
export type SubmittedRating = z.infer<typeof responses.SubmittedRating>
export type RegisteredAgent = z.infer<typeof responses.RegisteredAgent>
export type SubmittedSkill = z.infer<typeof responses.SubmittedSkill>
export type FlaggedRating = z.infer<typeof responses.FlaggedRating>
export type FlaggedSkill = z.infer<typeof responses.FlaggedSkill>
export type Account = z.infer<typeof responses.Account>
export type UpdatedAccount = z.infer<typeof responses.UpdatedAccount>
export type CreatedKey = z.infer<typeof responses.CreatedKey>
export type AccountExport = z.infer<typeof responses.AccountExport>
export type PartlyDeleted = z.infer<typeof responses.PartlyDeleted>
export type Problem = Omit<z.infer<typeof responses.ProblemDocument>, 'success'> & { success: boolean }

const client = new HttpClient(baseUrl)

/** Sends a request to a path below the base URL, such as `/api/skills`. */
export async function request<Body = Problem>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<HttpResponse<Body>> {
  const response = await client.request<Body>(method, path, options)
  const { body } = options
  const sent = body instanceof Uint8Array ? new TextDecoder().decode(body) : body
  expectContract({ method, path, sent, ...response })
  return response
}

export function get<Body = Problem>(path: string, options?: RequestOptions): Promise<HttpResponse<Body>> {
  return request<Body>('GET', path, options)
}

/** Sends a value as JSON; a string or bytes are sent as they are, also as application/json. */
export function send<Body = Problem>(
  method: string,
  path: string,
  value: unknown,
  { headers, ...options }: RequestOptions = {},
): Promise<HttpResponse<Body>> {
  const body = typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value)
  const given = Array.isArray(headers) ? headers : Object.entries(headers ?? {})
  const hasType = given.some(([name]) => name.toLowerCase() === 'content-type')
  const all = hasType ? given : [['Content-Type', 'application/json'] as const, ...given]
  return request<Body>(method, path, { ...options, headers: all, body })
}

export function post<Body = Problem>(
  path: string,
  value: unknown,
  options?: RequestOptions,
): Promise<HttpResponse<Body>> {
  return send<Body>('POST', path, value, options)
}

/** Expects a complete problem document with this status and code, and returns it. */
export function expectProblem(response: HttpResponse<unknown>, status: number, code: string): Problem {
  expect(response.text).toContain(`"code":"${code}"`)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(response.body).toMatchObject({
    type: expect.stringMatching(/^[a-z]+:\S+$/),
    title: expect.stringMatching(/\S/),
    status,
    detail: expect.stringMatching(/\S/),
    success: false,
    code,
    request_id: response.headers.get('x-request-id'),
  })
  return response.body as Problem
}

/** Expects 400 invalid_request with errors for exactly these fields. */
export function expectInvalidFields(response: HttpResponse<unknown>, ...fields: string[]): void {
  const { errors = [] } = expectProblem(response, 400, 'invalid_request')
  expect([...new Set(errors.map(({ path }) => path))].sort()).toEqual(fields.sort())
  for (const { message } of errors) expect(message).toMatch(/\S/)
}
