import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { framings, methods, send } from '../security/attacks/framing.ts'
import { gatewayTo } from './upstream.ts'

/** Would swallow the first line of the next request on the connection. */
const unfinished = 'DELETE /rest/v1/planted HTTP/1.1\r\nHost: here.example\r\nX-Swallow: '
/** Would get an answer of its own, which another client could receive. */
const complete = 'GET /rest/v1/planted HTTP/1.1\r\nHost: here.example\r\n\r\n'
const commonMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

test.each<[string, string, string]>([
  ...methods.map((method): [string, string, string] => [method, 'the start of a request', unfinished]),
  ...commonMethods.map((method): [string, string, string] => [method, 'a request', complete]),
])('%s with %s as its body never changes the request of another client', async (method, _, planted) => {
  type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }
  const received: Received[] = []
  const port = await gatewayTo(async ({ method, url, headers }, response) => {
    const request = { method, url, headers, body: await text(response.req).catch(() => 'aborted') }
    received.push(request)
    response.end(JSON.stringify(request))
  })
  const wrong: string[] = []
  await Promise.all(
    framings.map(async ({ title, bytes }, i) => {
      const close = await send(port, bytes(method, '/rest/v1/attack', planted))
      const id = `victim-${i}`
      const isPost = i % 2 === 1
      const response = await fetch(`http://127.0.0.1:${port}/rest/v1/${id}`, {
        method: isPost ? 'POST' : 'GET',
        ...(isPost && { body: id }),
      })
      const { url, headers, body } = (await response.json()) as Received
      close()
      const isExpected = url === `/rest/v1/${id}` && body === (isPost ? id : '')
      if (!isExpected || headers['x-swallow'] !== undefined)
        wrong.push(`${title}: ${url} ${JSON.stringify(headers)} ${body}`)
    }),
  )
  expect(wrong).toEqual([])
  const victims = received.filter(({ url }) => url?.startsWith('/rest/v1/victim-'))
  expect(victims).toHaveLength(framings.length)
  // All other requests are the attacker's own.
  const others = received.filter((request) => !victims.includes(request)).map(({ url }) => url ?? '')
  expect(others.filter((url) => !/^\/rest\/v1\/(attack|planted)$/.test(url))).toEqual([])
  expect(received.filter(({ headers }) => headers['x-swallow'] !== undefined)).toEqual([])
})
