import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from './openapi.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'

export type ClientOptions = RetryOptions & {
  /** The `{base_url}` of the service; ends in `/functions/v1`. By default the local service. */
  baseUrl?: string
  /** Sent as `x-api-key`. */
  apiKey?: string | undefined
}

export type SkillRatingClient = Client<paths>

export const LOCAL_BASE_URL = 'http://127.0.0.1:54321/functions/v1'

/** A typed client of the API, by openapi-fetch: `await client.GET('/api/skills', { params: { query: { search: 'browser' } } })`. */
export function createClient(options: ClientOptions = {}): SkillRatingClient {
  const { baseUrl = LOCAL_BASE_URL, apiKey } = options
  return createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch: retryingFetch(options),
    headers: apiKey ? { 'x-api-key': apiKey } : {},
  })
}
