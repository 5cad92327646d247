import type { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataApi, loadFunction, send, withDataApi, withKey } from './edge-function.ts'

withDataApi()
beforeEach(() => {
  dataApi.reply = { body: { skills: [], rating_counts: {} } }
})

let app: Hono
const get = (path: string, headers: Record<string, string> = {}) =>
  send(app, `GET ${path}`, undefined, headers)

describe('with CATALOGUE_URL', () => {
  test('the catalogue is read there, by GET, and nothing else', async () => {
    // The primary is unreachable.
    app = await loadFunction({ SUPABASE_URL: 'http://127.0.0.1:1', CATALOGUE_URL: ` ${dataApi.url} ` })
    const query = 'type=mcp&search=a+%26b&limit=5'
    expect((await get(`/api/skills?${query}`, withKey)).status).toBe(200)
    expect((await get('/api/skills/a-slug')).status).toBe(200)
    const search = 'p_sort=relevance&p_type=mcp&p_search=%C2%85a+%26b&p_limit=5'
    expect(dataApi.received).toMatchObject([
      { method: 'GET', path: `/rest/v1/rpc/search_catalogue?${search}` },
      { method: 'GET', path: '/rest/v1/rpc/get_skill?p_skill=%C2%85a-slug' },
    ])
    expect(dataApi.received[0]?.headers).toMatchObject({ apikey: 'sb_publishable_x' })
    expect(dataApi.received[0]?.headers).not.toHaveProperty('x-api-key')
    expect((await get('/api/health')).status).toBe(503)
    expect((await send(app, 'POST /api/register', { agent_name: 'Ada' })).status).toBe(503)
    expect(dataApi.received).toHaveLength(2)
  })

  test('that is empty, the catalogue is read from the primary', async () => {
    app = await loadFunction({ CATALOGUE_URL: ' ' })
    await get('/api/skills')
    expect(dataApi.received).toMatchObject([{ method: 'POST', path: '/rest/v1/rpc/list_skills' }])
  })
})
