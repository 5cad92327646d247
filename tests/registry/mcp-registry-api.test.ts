import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { OFFICIAL_META, perSubScore, RATINGS_META } from '../../functions/_shared/schemas/options.ts'
import { localStack } from '../support/api.ts'
import { newAgent, submitRating, uniqueWord } from '../support/fixtures.ts'
import { TEST_SITE_URL } from '../support/reads-by-get.ts'
import {
  get,
  listServers,
  namesOf,
  pagesOf,
  type RegistryError,
  request,
  type ServerList,
  type ServerResponse,
} from './registry.ts'
import { document, faultsOf, published } from './registry-contract.ts'
import { type InsertedServer, insertServers, type NewServer } from './registry-servers.ts'

if (!localStack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
const owner = postgres(localStack.databaseUrl, { max: 2, onnotice: () => {} })
beforeAll(() => () => owner.end({ timeout: 1 }))

/** The tests share a stack: the servers of one have a version that no others have, by which a list finds only them. */
async function plant(count: number, more: (i: number) => Partial<NewServer> = () => ({})) {
  const word = uniqueWord()
  const servers = await insertServers(
    owner,
    Array.from({ length: count }, (_, i): NewServer => {
      const { server, ...others } = more(i)
      const name = `io.github.${word}/server-${String(i).padStart(3, '0')}`
      return { name, server: { version: word, description: `Juggles ${word}.`, ...server }, ...others }
    }),
  )
  return { word, servers, names: servers.map(({ name }) => name).sort() }
}

const one = (name: string, end = '/versions/latest') => `/v0.1/servers/${name}${end}`
const admin = (call: string) => owner.unsafe(`select admin.${call}`)

describe('the OpenAPI document', () => {
  // The others are those of Agentic Resource Discovery.
  const ofServers = Object.entries(document.paths).filter(([path]) => !path.startsWith('/ard/'))

  test('has only paths and parameters of the published one, in version 2025-12-01', () => {
    expect(published.$id).toContain('2025-12-01')
    for (const [path, { get: operation }] of ofServers) {
      const theirs = published.paths[path]?.get
      const names = (parameters: { name: string; in: string }[] = []) =>
        parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      expect(names(theirs?.parameters)).toEqual(expect.arrayContaining(names(operation.parameters)))
      expect(names(operation.parameters).length).toBeGreaterThan(0)
    }
    expect(ofServers.map(([path]) => path)).toEqual(
      Object.keys(published.paths).filter((path) => published.paths[path]?.get),
    )
  })

  test('is served, and its examples are valid by the published schemas', async () => {
    const { status, body } = await get<typeof document>('/openapi.json')
    expect([status, body]).toEqual([200, document])
    expect(ofServers).toHaveLength(3)
    for (const [, { get: operation }] of ofServers) {
      const { content } = operation.responses[200] as {
        content: { 'application/json': { schema: { $ref: string }; example: unknown } }
      }
      const { schema, example } = content['application/json']
      expect(faultsOf(schema.$ref.split('/').at(-1) as 'ServerList', example)).toEqual([])
    }
  })

  test('a response that is not valid by the published schemas is noticed', () => {
    const official = { status: 'active', isLatest: true, publishedAt: null }
    const value = { server: { name: 'a/b', description: 'x' }, _meta: { [OFFICIAL_META]: official } }
    expect(faultsOf('ServerResponse', value).filter((fault) => fault.startsWith('published'))).toEqual([
      expect.stringContaining("'version'"),
      expect.stringContaining('publishedAt'),
    ])
  })
})

describe('a server', () => {
  test('is its server.json, with what its source says and its ratings', async () => {
    const packages = [{ registryType: 'npm', identifier: 'x', transport: { type: 'stdio' } }]
    const server = { packages, _meta: { 'com.example': { a: [1, null, 'ü\u0001'] } }, title: 'Jüggler 😀' }
    const { word, servers, names } = await plant(1, () => ({ server }))
    const [{ skill_id, slug } = {} as InsertedServer] = servers
    const agent = await newAgent()
    expect((await submitRating(agent, { skill_id, claws: 4, security: 88.5 })).status).toBe(201)
    await admin(`grant_standing('${agent.id}', 'A test.')`)
    const { body } = await get<ServerResponse>(one(names[0] ?? ''))
    const time = '2026-01-31T12:00:00.5+00:00'
    expect(body).toEqual({
      server: { name: names[0], description: `Juggles ${word}.`, version: word, ...server },
      _meta: {
        [OFFICIAL_META]: {
          status: 'active',
          publishedAt: time,
          updatedAt: time,
          statusChangedAt: time,
          isLatest: true,
        },
        [RATINGS_META]: {
          skill_id,
          avg_claws: 4,
          total_ratings: 1,
          established_ratings: 1,
          established_mean: 4,
          sub_scores: {
            ...perSubScore(() => ({ mean: null, count: 0 })),
            security: { mean: 88.5, count: 1 },
          },
          updated_at: expect.stringMatching(/^2\d{3}-.*\+00:00$/),
          url: `${TEST_SITE_URL}/skills/${slug}`,
        },
      },
    })
    expect(slug).toMatch(new RegExp(word))
    const list: ServerList = { servers: [body], metadata: { count: 1 } }
    expect((await get(one(names[0] ?? '', '/versions'))).body).toEqual(list)
    expect(await listServers({ version: word })).toEqual(list)
  })

  test('has only the times that its source says, and that RFC 3339 can write', async () => {
    const { names } = await plant(3, (i) => ({ time: [null, 'infinity', '0044-03-15 BC'][i] ?? null }))
    for (const name of names) {
      const { body } = await get<ServerResponse>(one(name))
      expect(body._meta[OFFICIAL_META]).toEqual({ status: 'active', isLatest: true })
    }
  })

  test('is found by a name with a slash and with %2F, and by a percent-encoded version', async () => {
    const version = `1.0.0+${uniqueWord()}/β`
    const { names } = await plant(1, () => ({ server: { version } }))
    const [name = ''] = names
    const encoded = encodeURIComponent(version)
    const plain = await get<ServerResponse>(one(name))
    expect(plain.body.server.version).toBe(version)
    for (const spelled of [
      name,
      name.replace('/', '%2F'),
      name.replace('/', '%2f'),
      name.replace('.', '%2E'),
    ])
      for (const end of ['/versions/latest', '/versions/latest/', `/versions/${encoded}`])
        expect((await get(one(spelled, end))).text, spelled + end).toBe(plain.text)
    for (const version of ['1.0.0', 'LATEST', `${encoded}0`, '%FF', '%zz', '%', '%00', 'a'.repeat(300)])
      expect((await get(one(name, `/versions/${version}`))).status, version).toBe(404)
  })

  test('with the name “versions” is found, too', async () => {
    const word = uniqueWord()
    const name = `${word}/versions`
    await insertServers(owner, [{ name, server: { version: 'versions' } }])
    for (const spelled of [name, name.replace('/', '%2F')])
      for (const end of ['/versions', '/versions/versions'])
        expect((await get(one(spelled, end))).status, spelled + end).toBe(200)
  })

  test('of an unknown name is 404', async () => {
    for (const name of [
      'a/b',
      'a%2Fb',
      'a',
      'a/b/c',
      'a%2Fb%2Fc',
      '%2F',
      '%00/x',
      'a/%FF',
      '%',
      '%C3%A4/b',
      `a/${'b'.repeat(300)}`,
    ])
      for (const end of ['/versions', '/versions/latest', '/versions/1.0.0?include_deleted=true']) {
        const { status, body } = await get(one(name, end))
        expect([status, body], name + end).toEqual([404, { error: expect.stringMatching(/found/) }])
      }
  })
})

describe('a deleted server', () => {
  const statusOf = ({ _meta }: ServerResponse) => _meta[OFFICIAL_META].status

  test('of the source or a retired skill is only listed with include_deleted or updated_since', async () => {
    const { word, servers, names } = await plant(4, (i) => ({
      status: (['active', 'deprecated', 'deleted'] as const)[i] ?? 'active',
    }))
    const retired = servers.find(({ name }) => name === names[3]) as InsertedServer
    await admin(`retire_skill('${retired.slug}', 'A test.')`)
    const page = await listServers({ version: word })
    expect(page.servers.map(({ server }) => server.name)).toEqual(names.slice(0, 2))
    expect(page.servers.map(statusOf)).toEqual(['active', 'deprecated'])
    for (const more of [{ include_deleted: true }, { updated_since: '2020-01-01T00:00:00Z' }]) {
      const { servers } = await listServers({ version: word, ...more })
      expect(servers.map(({ server }) => server.name)).toEqual(names)
      expect(servers.map(statusOf)).toEqual(['active', 'deprecated', 'deleted', 'deleted'])
    }
    for (const name of names.slice(2))
      for (const end of ['/versions', '/versions/latest', `/versions/${word}`]) {
        expect((await get(one(name, end))).status).toBe(404)
        expect((await get(one(name, `${end}?include_deleted=false`))).status).toBe(404)
        expect((await get(one(name, `${end}?include_deleted=true`))).text).toContain('"status":"deleted"')
      }
  })

  test('is not what a merge makes: the server has the ratings of the skill that replaced its own', async () => {
    const { word, servers, names } = await plant(2)
    const [gone, kept] = names.map((name) => servers.find((one) => one.name === name)) as [
      InsertedServer,
      InsertedServer,
    ]
    await submitRating(await newAgent(), { skill_id: gone.skill_id, claws: 2 })
    await admin(`merge_skills('${gone.slug}', '${kept.slug}', 'A test.', confirm => true)`)
    const ratings = async (more = {}) =>
      (await listServers({ version: word, ...more })).servers.map(({ _meta }) => {
        const { skill_id, total_ratings } = _meta[RATINGS_META]
        return [_meta[OFFICIAL_META].status, skill_id, total_ratings]
      })
    const merged = Array(2).fill(['active', kept.skill_id, 1])
    expect(await ratings()).toEqual(merged)
    // Both are found by a search, and a page can end between them.
    expect(await ratings({ search: word })).toEqual(merged)
    const pages = []
    for await (const page of pagesOf({ search: word, limit: 1 }))
      pages.push(page.map(({ server }) => server.name))
    expect(pages).toEqual(names.map((name) => [name]))
    await admin(`retire_skill('${kept.slug}', 'A test.')`)
    expect(await ratings()).toEqual([])
    expect(await ratings({ include_deleted: true })).toEqual(Array(2).fill(['deleted', kept.skill_id, 1]))
  })
})

// Which versions and changes a list has, its order, and walks while others write, are tested in tests/database/registry/servers.test.ts.
describe('the list', () => {
  test('is in the order of the name, in pages of 30, and of at most 100', async () => {
    const { word, names } = await plant(105)
    const sizes: number[] = []
    for await (const page of pagesOf({ version: word })) sizes.push(page.length)
    expect(sizes).toEqual([30, 30, 30, 15])
    expect(await namesOf({ version: word, limit: 7 })).toEqual(names)
    const { metadata } = await listServers({ version: word, limit: 1_000 })
    expect(metadata.count).toBe(100)
    expect((await listServers({ version: word, limit: 105 })).metadata).toHaveProperty('nextCursor')
    // On the last page there is none, also if it is full.
    const last = await listServers({ version: word, limit: 5, cursor: metadata.nextCursor ?? '' })
    expect(last.metadata).toEqual({ count: 5 })
  })

  test('with updated_since has the servers that changed here since that moment', async () => {
    const { word, servers, names } = await plant(3)
    const [at] = await owner`
      update private.registry_servers set updated_at = '2126-05-06 07:08:09.123456Z' where name = ${names[1] ?? ''} returning skill_id`
    expect(servers.map(({ skill_id }) => skill_id)).toContain(at?.skill_id)
    for (const [updated_since, found] of [
      ['2126-05-06T07:08:09.123456Z', 1],
      ['2126-05-06T09:08:09.123456+02:00', 1],
      ['2126-05-06t07:08:09.123457z', 0],
      ['2126-05-06T07:08:09.123457Z', 0],
      ['0001-01-01T00:00:00Z', 3],
      ['9999-12-31T23:59:59Z', 0],
    ] as const) {
      const response = await get<ServerList>(
        `/v0.1/servers?${new URLSearchParams({ version: word, updated_since })}`,
      )
      // Lower case is allowed by RFC 3339, and not here.
      if (/[tz]/.test(updated_since)) expect(response.status).toBe(400)
      else expect(response.body.metadata.count, updated_since).toBe(found)
    }
    await owner`update private.registry_servers set updated_at = now() where name = ${names[1] ?? ''}`
  })

  test('is also found without v0.1 in its path, as is each server', async () => {
    const { word, names } = await plant(2)
    for (const path of [
      `/servers?version=${word}`,
      `/servers/?version=${word}`,
      ...['/versions', '/versions/latest', `/versions/${word}`].map((end) => `/servers/${names[0]}${end}`),
    ])
      expect((await get(path)).text, path).toBe((await get(`/v0.1${path}`)).text)
    expect((await get('/servers/a/b/versions')).status).toBe(404)
    expect((await request('POST', '/servers')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('ends a page at about 1 MB', async () => {
    const { word, names } = await plant(20, () => ({ server: { _meta: { x: '😀'.repeat(16_000) } } }))
    const sizes: number[] = []
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const path = `/v0.1/servers?limit=100&version=${word}${cursor ? `&cursor=${cursor}` : ''}`
      const { text, body } = await get<ServerList>(path)
      sizes.push(Buffer.byteLength(text))
      seen.push(...body.servers.map(({ server }) => server.name))
      cursor = body.metadata.nextCursor
    } while (cursor)
    expect(seen).toEqual(names)
    expect([sizes.length, Math.max(...sizes) < 1_000_000, (sizes[0] ?? 0) > 800_000]).toEqual([2, true, true])
  })
})

describe('errors', () => {
  test.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'cursor=',
    'cursor=x',
    `cursor=${'a'.repeat(5_000)}`,
    'updated_since=yesterday',
    'updated_since=',
    'updated_since=2026-02-31T00:00:00Z',
    'updated_since=2026-01-31',
    'updated_since=2026-01-31T12:00Z',
    'updated_since=2026-01-31T12:00:00',
    'updated_since=0000-01-01T00:00:00Z',
    'updated_since=2026-01-31T12:00:00%2B23:59',
    'updated_since=infinity',
    'include_deleted=yes',
    'include_deleted=',
    `search=${'a'.repeat(201)}`,
    'search=%00',
    'version=%00',
    'x=%FF',
  ])('400 for %s', async (query) => {
    const { status, body } = await get(`/v0.1/servers?${query}`)
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/^\w+ (must|is) .*\.$/) }])
  })

  test('says once what is wrong with a parameter', async () => {
    for (const time of ['yesterday', '2026-01-31', '2026-01-31T12:00Z'])
      expect((await get(`/v0.1/servers?updated_since=${time}`)).body.error).toBe(
        'updated_since must be a time as in 2026-01-31T12:00:00Z (RFC 3339).',
      )
  })

  test('400 for a cursor with other parameters; those that are left out are those of the cursor', async () => {
    const { word } = await plant(3)
    const cursorOf = async (parameters: Record<string, string | number>) =>
      (await listServers({ ...parameters, limit: 1 })).metadata.nextCursor ?? ''
    const lists: Record<string, string>[] = [
      {},
      { version: word },
      { version: word, include_deleted: 'true' },
      { updated_since: '2020-01-01T00:00:00Z' },
      { search: word },
    ]
    const cursors = await Promise.all(lists.map(cursorOf))
    expect(new Set(cursors).size).toBe(lists.length)
    for (const [i, list] of lists.entries())
      for (const [j, cursor] of cursors.entries()) {
        const query = new URLSearchParams({ ...list, cursor, limit: '2' })
        const own = lists[j] ?? {}
        const all: Record<string, string> = {
          ...own,
          ...(own.updated_since !== undefined && { include_deleted: 'true' }),
        }
        const isSame = Object.entries(list).every(([name, value]) => value === all[name])
        const { status, text } = await get(`/v0.1/servers?${query}`)
        expect(status, `${i} ${j}`).toBe(isSame ? 200 : 400)
        if (!isSame) continue
        const whole = new URLSearchParams({ ...own, cursor, limit: '2' })
        expect((await get(`/v0.1/servers?${whole}`)).text, `${i} ${j}`).toBe(text)
      }
  })

  test('404 for an unknown path, and 405 with Allow for another method', async () => {
    for (const path of [
      '',
      '/',
      '/v0.1',
      '/v0/servers',
      '/v0.1/servers/',
      '/v0.1/Servers',
      '/v0.1/publish',
      '/health',
    ])
      expect((await get(path)).status, path).toBe(path === '/v0.1/servers/' ? 200 : 404)
    const { names } = await plant(1)
    for (const path of ['/v0.1/servers', one(names[0] ?? ''), one('a%2Fb', '/versions'), '/openapi.json'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers, body } = await request<RegistryError>(method, path)
        expect([status, headers.get('allow'), body.error]).toEqual([
          405,
          'GET, HEAD, OPTIONS',
          expect.any(String),
        ])
      }
  })
})

describe('HTTP', () => {
  let paths: string[]
  beforeAll(async () => {
    const { word, names } = await plant(1)
    paths = [
      `/v0.1/servers?version=${word}`,
      one(names[0] ?? ''),
      one(names[0] ?? '', '/versions'),
      '/openapi.json',
    ]
  })

  test('HEAD is like GET without a body, and an ETag leads to 304', async () => {
    for (const path of [...paths, '/v0.1/servers?limit=0', '/v0.1/nothing', one('a/b')]) {
      const [head, full] = [await request('HEAD', path), await get(path)]
      expect([head.status, head.text], path).toEqual([full.status, ''])
      for (const name of [
        'content-type',
        'content-length',
        'etag',
        'cache-control',
        'access-control-allow-origin',
      ])
        expect(head.headers.get(name), `${path} ${name}`).toBe(full.headers.get(name))
    }
    for (const path of paths) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      for (const method of ['GET', 'HEAD'])
        expect((await request(method, path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
      expect((await get(path, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
    }
  })

  test('any origin may call, with the headers that GitHub Copilot sends', async () => {
    const headers = {
      Origin: 'https://editor.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization, content-type',
    }
    for (const path of paths) {
      const preflight = await request('OPTIONS', path, { headers })
      expect([preflight.status, preflight.text]).toEqual([204, ''])
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,HEAD,OPTIONS')
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/^authorization,.*content-type/)
      for (const { headers } of [preflight, await get(path), await get('/v0.1/servers?limit=0')])
        expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})
