import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Away,
  type Cast,
  callAll,
  cast,
  expectRecovery,
  expectUnavailable,
  type FaultyStack,
  startFaultyStack,
} from './faulty-stack.ts'

let stack: FaultyStack
let people: Cast
beforeAll(async () => {
  stack = await startFaultyStack()
  people = await cast(stack.baseUrl)
  return () => stack.stop()
})
afterEach(async () => {
  await stack.dataApi.pass()
  await expectRecovery(stack.baseUrl)
})

test('a Data API that is down is told of within a second on every route', async () => {
  await stack.dataApi.refuse()
  await expectAllUnavailable('refused')
})

test('a Data API that hangs is told of within 5 s on every route', async () => {
  stack.dataApi.hang()
  await expectAllUnavailable('otherwise')
})

test('a Data API that falls silent in the middle of its answers is told of within 5 s on every route', async () => {
  await answerInItsPlace((_, response) => void response.writeHead(200, json).write('{"skills": ['))
  await expectAllUnavailable('otherwise')
})

test('a slow Data API is waited for', async () => {
  stack.dataApi.slow(500)
  for (const [route, { status }] of await callAll(stack.baseUrl, people))
    expect(status, route).toBeLessThan(300)
})

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const page = '<!doctype html><title>Welcome</title><h1>It works!</h1>'

describe('a Data API that answers nonsense is taken for one that is away, on every route:', () => {
  test.each<[what: string, answer: RequestListener]>([
    ['a web page', (_, response) => response.writeHead(200, html).end(page)],
    ['a web page that says it is JSON', (_, response) => response.writeHead(200, json).end(page)],
    ['nothing', (_, response) => response.writeHead(200, json).end()],
    ['no content', (_, response) => response.writeHead(204).end()],
    ['a JSON string', (_, response) => response.writeHead(200, json).end('"ok"')],
    ['a JSON number', (_, response) => response.writeHead(200, json).end('1')],
    ['null', (_, response) => response.writeHead(200, json).end('null')],
    ['an empty array', (_, response) => response.writeHead(200, json).end('[]')],
    ['an array of objects', (_, response) => response.writeHead(200, json).end('[{"status":"ok"}]')],
    ['an empty object', (_, response) => response.writeHead(200, json).end('{}')],
    ['an object of another kind', (_, response) => response.writeHead(200, json).end('{"hint":"none"}')],
    [
      'JSON cut short',
      (_, response) => response.writeHead(200, json).end('{"status":"ok","skills":[],"count":0,'),
    ],
    [
      'an answer that breaks off',
      (_, response) =>
        response
          .writeHead(200, { ...json, 'content-length': 1_000 })
          .write('{"status":"ok"', () => response.destroy()),
    ],
    ['a web page of an error', (_, response) => response.writeHead(500, html).end(page)],
    ['an error without a word', (_, response) => response.writeHead(500).end()],
    ['an error with an empty object', (_, response) => response.writeHead(500, json).end('{}')],
    ['a web page that is not found', (_, response) => response.writeHead(404, html).end(page)],
    ['not found, without a word', (_, response) => response.writeHead(404).end()],
    ['not found, as an empty array', (_, response) => response.writeHead(404, json).end('[]')],
    ['a gateway in trouble', (_, response) => response.writeHead(502, html).end(page)],
    [
      'a gateway that wants a key',
      (_, response) => response.writeHead(401, json).end('{"message":"Invalid API key"}'),
    ],
    ['a refusal', (_, response) => response.writeHead(403, html).end(page)],
    ['a bad request', (_, response) => response.writeHead(400, html).end(page)],
    ['too much to do', (_, response) => response.writeHead(429, html).end(page)],
    [
      'a way to another page',
      (request, response) =>
        request.url === '/elsewhere'
          ? response.writeHead(200, json).end('{"status":"ok","skills":[],"count":0,"next_cursor":null}')
          : response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    [
      'a way in circles',
      (request, response) => response.writeHead(307, { location: request.url ?? '' }).end(),
    ],
  ])('%s', async (_, answer) => {
    await answerInItsPlace(answer)
    await expectAllUnavailable('otherwise')
  })

  test('another protocol altogether', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.end('SSH-2.0-OpenSSH_9.6\r\n')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    stack.dataApi.divert((server.address() as AddressInfo).port)
    await expectAllUnavailable('otherwise')
  })
})

async function answerInItsPlace(answer: RequestListener): Promise<void> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  stack.dataApi.divert((server.address() as AddressInfo).port)
}

async function expectAllUnavailable(away: Away): Promise<void> {
  const answers = await callAll(stack.baseUrl, people)
  expect(answers.map(([route, { status }]) => `${route}: ${status}`)).toEqual(
    answers.map(([route]) => `${route}: 503`),
  )
  for (const [, answer] of answers) expectUnavailable(answer, away)
}
