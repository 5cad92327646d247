import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../src/api/client.ts'
import { dataOf } from '../src/api/problem.ts'
import { retryAfterMs } from '../src/api/retry.ts'
import { recordingServer } from './support.ts'

test('reads Retry-After as seconds or as a date', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  expect(retryAfterMs('7', now)).toBe(7_000)
  expect(retryAfterMs('Mon, 23 Nov 2026 12:00:05 GMT', now)).toBe(5_000)
  expect(retryAfterMs('Mon, 23 Nov 2026 11:00:00 GMT', now)).toBe(0)
  for (const value of [null, '', '-1', '1.5', 'soon']) expect(retryAfterMs(value, now)).toBeUndefined()
})

test('returns a response whose Retry-After is too long, and at most so many attempts', async () => {
  const body = { status: 503, code: 'unavailable', title: '', detail: 'Busy.' }
  const server = await recordingServer(({ path }) => ({
    status: 503,
    headers: { 'retry-after': path.includes('long') ? '3600' : '0' },
    body,
  }))
  const client = createClient({ baseUrl: server.url })
  const search = (text: string) => dataOf(client.GET('/api/skills', { params: { query: { search: text } } }))
  await expect(search('long')).rejects.toMatchObject({ problem: body, retryAfter: '3600' })
  expect(server.requests).toHaveLength(1)
  await expect(search('short')).rejects.toThrow('Busy.')
  expect(server.requests).toHaveLength(4)
})

test('repeats a lookup and a search, but no other POST, after a lost connection', async () => {
  const paths: string[] = []
  const server = createServer(({ url = '', socket }) => {
    paths.push(url)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`
  const client = createClient({ baseUrl, apiKey: 'x' })
  await expect(dataOf(client.POST('/api/lookup', { body: { identifiers: ['x'] } }))).rejects.toThrow(
    'no valid',
  )
  expect(paths).toHaveLength(3)
  await expect(dataOf(client.POST('/api/search', { body: { queries: ['x'] } }))).rejects.toThrow('no valid')
  expect(paths).toHaveLength(6)
  const rating = { skill_id: 'x', claws: 4 }
  await expect(dataOf(client.POST('/api/ratings', { body: rating }))).rejects.toThrow('no valid')
  await expect(dataOf(client.DELETE('/api/me/keys/current'))).rejects.toThrow('no valid')
  expect(paths).toHaveLength(8)
})
