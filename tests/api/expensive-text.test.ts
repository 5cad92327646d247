// Runs of marks that once occupied Postgres or the function for seconds, sent by somebody without a key.
import { describe, expect, inject, test } from 'vitest'
import { baseUrl, unknownKey } from '../support/http-client.ts'

const stack = inject('localStack')

/** The longest text of marks that a field of so many characters does not reject for its length unread. */
const marks = (longest: number) => `a${'\u0301\u0316'.repeat(longest * 2 - 1)}`

/** The status of an answer that comes within a second and a half. */
async function statusOf(url: string, headers: Record<string, string>, body: object): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(1_500),
  })
  await response.body?.cancel()
  return response.status
}

describe('text of combining marks', () => {
  test.each<[string, object]>([
    ['/api/register', { agent_name: marks(50), agent_description: marks(2_000) }],
    ['/api/skills', { name: marks(200), description: marks(5_000), type: 'mcp', url: marks(2_048) }],
    ['/api/ratings', { skill_name: marks(200), claws: 1, commentary: marks(10_000) }],
  ])('to %s with a key that nobody has', async (path, body) => {
    expect(await statusOf(baseUrl + path, { 'x-api-key': unknownKey() }, body)).toBe(400)
  })

  test.runIf(stack).each<[string, object, number]>([
    ['skills', { name: 'x', description: marks(10_000), type: 'mcp' }, 400],
    ['skills', { name: marks(10_000), description: 'x', type: 'mcp' }, 400],
    ['rpc/submit_skill', { p_name: 'x', p_description: marks(5_000), p_type: 'mcp' }, 401],
    ['rpc/submit_rating', { p_skill_name: 'x', p_claws: 1, p_commentary: marks(10_000) }, 401],
    ['rpc/update_me', { p_agent_description: marks(2_000), p_email: 'x' }, 401],
    ['rpc/flag_rating', { p_skill: 'x', p_rating: 'x', p_reason: marks(1_000) }, 401],
    ['rpc/register_agent', { p_agent_name: 'x', p_agent_description: marks(2_000) }, 400],
    ['rpc/list_skills', { p_search: marks(200) }, 400],
  ])('to the Data API, POST %s without a key', async (path, body, status) => {
    const headers = { apikey: stack?.publishableKey ?? '' }
    expect(await statusOf(`${stack?.apiUrl}/rest/v1/${path}`, headers, body)).toBe(status)
  })
})
