import { ApiError, request } from '../api/client.ts'
import type { Rating } from '../api/responses.ts'
import { type Query, useQuery } from './use-query.ts'

/**
 * Loads the rating that the agent with this key has given.
 *
 * @param skill its slug or id
 * @param key null loads nothing
 */
export function useOwnRating(skill: string, key: string | null): Query<Rating | null> {
  return useQuery<Rating | null>(key === null ? undefined : `${skill} ${key}`, (signal) =>
    request<Rating>('GET', `skills/${encodeURIComponent(skill)}/ratings/me`, {
      signal,
      ...(key && { key }),
    }).catch(nullIfNotRated),
  )
}

function nullIfNotRated(error: unknown): null {
  // ApiKeyPanel reports an invalid key.
  if (error instanceof ApiError && ['rating_not_found', 'invalid_api_key'].includes(error.code)) return null
  throw error
}
