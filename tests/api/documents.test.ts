// What the service says of itself: the index, the OpenAPI document, SKILL.md and llms.txt.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { baseUrl, expectFaults, expectProblem, get, request, unknownKey } from '../support/http-client.ts'

const source = (path: string) => readFileSync(join(projectDir, path), 'utf8')

const DOCUMENTS: [path: string, type: RegExp][] = [
  ['/api', /^application\/json(;|$)/],
  ['/api/openapi.json', /^application\/json(;|$)/],
  ['/api/skill.md', /^text\/markdown; ?charset=utf-8$/i],
  ['/api/llms.txt', /^text\/plain; ?charset=utf-8$/i],
]

type Index = {
  name: string
  routes: { method: string; path: string; description: string }[]
  documents: Record<string, string>
}

describe.each(DOCUMENTS)('GET %s', (path, type) => {
  test('is given to anybody, with its type, and may be kept for five minutes', async () => {
    const { status, headers, text } = await get(path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(headers.get('content-type')).toMatch(type)
    expect(text).not.toBe('')
    expect((await get(path, { key: unknownKey() })).text).toBe(text)
  })

  test('is the same with a slash at its end, and with parameters that nobody knows', async () => {
    const { text } = await get(path)
    expect((await get(`${path}/`)).text).toBe(text)
    expect((await get(`${path}?limit=0&x`)).text).toBe(text)
    expectFaults(await get(`${path}?x=%ff`), 'x')
  })

  test('has a tag, and to whoever has it is 304', async () => {
    const tag = (await get(path)).headers.get('etag') ?? ''
    expect(tag).toMatch(inject('localStack') ? /^"[\w-]{22}"$/ : /^(W\/)?"[\w-]{22}"$/)
    for (const method of ['GET', 'HEAD']) {
      const answer = await request(method, path, { headers: { 'If-None-Match': `"x", ${tag}` } })
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', tag])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    }
    expect((await get(path, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
  })

  test('is answered to HEAD, without a body', async () => {
    const [head, full] = [await request('HEAD', path), await get(path)]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(full.headers.get(name))
  })

  test('takes no other method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await request(method, path)
      expectProblem(answer, 405, 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })
})

test('each is the document of the project, to the letter', async () => {
  expect((await get('/api/openapi.json')).body).toEqual(JSON.parse(source('docs/openapi.json')))
  expect((await get('/api/skill.md')).text).toBe(source('SKILL.md'))
  expect((await get('/api/llms.txt')).text).toBe(source('llms.txt'))
})

test('the index names every route of the OpenAPI document', async () => {
  const { body } = await get<Index>('/api')
  const { paths } = JSON.parse(source('docs/openapi.json')) as { paths: Record<string, object> }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((name) => (name === 'parameters' ? [] : [`${name.toUpperCase()} ${path}`])),
  )
  expect(body.routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(operations.toSorted())
  for (const { description } of body.routes) expect(description).toMatch(/\S/)
})

test('every address in the index and in llms.txt is answered', async () => {
  const { body } = await get<Index>('/api')
  const links = [...source('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  const addresses = [...Object.values(body.documents), ...links]
  expect(addresses.length).toBeGreaterThan(6)
  for (const address of addresses) {
    // On the host of the base address, as a client resolves it.
    const { pathname, search } = new URL(address, baseUrl)
    expect(pathname).toMatch(/^\/functions\/v1\/api/)
    expect((await get(pathname.replace('/functions/v1', '') + search)).status, address).toBe(200)
  }
})
