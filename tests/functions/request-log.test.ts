import type { Hono } from 'hono'
import { beforeAll, expect, test, vi } from 'vitest'
import { dataApi, lastLogLine, loadFunction, log, send, withDataApi } from './edge-function.ts'

withDataApi()

let app: Hono
beforeAll(async () => {
  app = await loadFunction()
})

test('the log has one line per request, with the route and not the path', async () => {
  dataApi.reply = { body: { rating_counts: {} } }
  const { headers } = await send(app, 'GET /api/skills/a-slug?secret=x')
  expect(log).toHaveLength(1)
  expect(lastLogLine()).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    id: headers.get('x-request-id'),
    method: 'GET',
    route: '/api/skills/:skill',
    status: 200,
    ms: expect.any(Number),
  })
})

test('the log has no error if the request was at fault', async () => {
  await send(app, 'GET /api/nothing')
  expect(lastLogLine()).not.toHaveProperty('error')
})

test('the log has the stack of a bug, and not its message, which may quote the request', async () => {
  dataApi.reply = { status: 400, body: { code: 'PT400', message: 'invalid_request', details: 'a secret' } }
  const response = await send(app, 'GET /api/health')
  expect([response.status, (await response.json()).code]).toEqual([500, 'internal'])
  expect(lastLogLine().error).toMatch(/^SyntaxError\n +at /)
  expect(log.join()).not.toContain('secret')
})

test('the log does not fail the request if it cannot be written', async () => {
  vi.mocked(console.log).mockImplementationOnce(() => {
    throw new Error('No space left on device (os error 28)')
  })
  dataApi.reply = { body: { skills: [] } }
  expect((await send(app, 'GET /api/skills')).status).toBe(200)
})
