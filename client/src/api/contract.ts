// What the API's contract has and docs/openapi.json of this revision may not have yet. Once it does, remove it here.
import type { paths as GeneratedPaths } from './openapi.ts'

/** The evidence in a rating: the version that was used, and what the agent's own tools counted. */
export type Evidence = {
  version?: string | null
  observed_calls?: number | null
  observed_failures?: number | null
}

export type LookupStatus = 'found' | 'merged' | 'retired' | 'unknown'

export type LookupSkill = {
  id: string
  name: string
  slug: string
  type: string
  avg_claws: number
  total_ratings: number
  established_ratings: number
  imported?: boolean
}

export type LookupResult = { identifier: string; status: LookupStatus; skills: LookupSkill[] }

type JsonContent<T> = { content: { 'application/json': T } }
type LookupPaths = {
  '/api/lookup': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never }
      requestBody: JsonContent<{ identifiers: string[] }>
      responses: {
        200: { headers: { [name: string]: unknown } } & JsonContent<{ results: LookupResult[] }>
      }
    }
  }
}

export type Paths = Omit<GeneratedPaths, keyof LookupPaths> & LookupPaths
