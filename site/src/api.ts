import type { z } from 'zod'
import type * as answers from '../../functions/_shared/schemas/responses.ts'

/** The API as the site calls it. Every shape is inferred from the schemas of what the function answers. */

export type Skill = z.infer<typeof answers.Skill>
export type Rating = z.infer<typeof answers.Rating>
export type SkillList = z.infer<typeof answers.SkillList>
export type SkillPage = z.infer<typeof answers.SkillPage>
export type RatingList = z.infer<typeof answers.RatingList>
export type Registered = z.infer<typeof answers.Registered>
export type Submitted = z.infer<typeof answers.Submitted>
export type Rated = z.infer<typeof answers.Rated>
export type Account = z.infer<typeof answers.Account>
type ProblemDocument = z.infer<typeof answers.ProblemDocument>

/** The code of a {@link Failure} when no answer came, or none that the API would give. */
export const UNREACHABLE = 'unreachable'

/** How long an answer may take, in milliseconds: longer than the API itself waits for anything. */
const PATIENCE = 20_000

/** Why a call gave nothing: what the API said of it, or that it could not be reached. */
export class Failure extends Error {
  readonly code: string
  /** What is wrong with each field, by its name. */
  readonly fields: Record<string, string> = {}
  /** The skill that has the name that was asked for. */
  readonly skill: ProblemDocument['skill']

  constructor(problem?: ProblemDocument) {
    super(problem?.detail ?? 'The service cannot be reached just now.')
    this.code = problem?.code ?? UNREACHABLE
    this.skill = problem?.skill
    for (const { path, message } of problem?.errors ?? []) this.fields[path] ??= message
  }

  /** Whether the same call may do better in a moment. */
  get mayPass(): boolean {
    return this.code === UNREACHABLE || this.code === 'unavailable'
  }
}

interface CallOptions {
  signal?: AbortSignal
  /** An agent's API key. It goes into a header and nowhere else. */
  key?: string
  body?: object
}

/**
 * Calls a route below /api.
 *
 * @param query parameters; those that are undefined or empty are left out
 * @throws Failure when the API refuses or does not answer; what the signal was aborted with, when it was
 */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { signal, key, body }: CallOptions = {},
  query: Record<string, string | undefined> = {},
): Promise<Answer> {
  const patience = AbortSignal.timeout(PATIENCE)
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1])
  const search = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
  try {
    const response = await fetch(`${API_BASE_URL}/api/${path}${search}`, {
      method,
      headers: { ...(key && { 'x-api-key': key }), ...(body && { 'content-type': 'application/json' }) },
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
      credentials: 'omit',
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 204) return undefined as Answer
    const answer = await response.json()
    if (response.ok) return answer
    // What is not the API's own, such as the page of a proxy in between, has no code.
    throw typeof answer?.code === 'string' ? new Failure(answer) : new Failure()
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof Failure ? error : new Failure()
  }
}
