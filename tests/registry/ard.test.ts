// The registry by Agentic Resource Discovery (ARD). The client compares every response with the schemas: see tests/registry/ard.ts.
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { SKILL_TYPES, SUB_SCORE_NAMES } from '../../functions/_shared/schemas/options.ts'
import { ARD_PAGE_SIZES } from '../../functions/registry/ard/schemas.ts'
import { localStack } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { getSkill, newAgent, newSkill, submitRating, UTC_TIME, uniqueWord } from '../support/fixtures.ts'
import { TEST_SITE_URL } from '../support/reads-by-get.ts'
import { type ArdError, ardClient, type CatalogEntry, type SearchResponse } from './ard.ts'
import { ardFaultsOf } from './ard-contract.ts'
import { newImportedSkill } from './imported-skills.ts'
import { insertServers } from './registry-servers.ts'

if (!localStack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
const owner = postgres(localStack.databaseUrl, { max: 2, onnotice: () => {} })
beforeAll(() => () => owner.end({ timeout: 1 }))

const { get, post, request } = ardClient()
const urn = (slug: string) => `urn:air:skills.example.com:skills:${slug}`
const page = (slug: string) => `${TEST_SITE_URL}/skills/${slug}`
type More = { filter?: object | undefined; pageSize?: number; pageToken?: string; federation?: string }
const search = async (text: string, { filter, ...more }: More = {}) => {
  const { status, body } = await post<SearchResponse>('/search', { query: { text, filter }, ...more })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const slugsOf = ({ results }: SearchResponse) => results.map(({ identifier }) => identifier.split(':').at(-1))

/** All results of a search, page by page. */
async function walk(text: string, more: More = {}) {
  const [slugs, sizes, scores]: [unknown[], number[], number[]] = [[], [], []]
  let pageToken: string | undefined
  do {
    const response = await search(text, { ...more, ...(pageToken !== undefined && { pageToken }) })
    slugs.push(...slugsOf(response))
    sizes.push(response.results.length)
    scores.push(...response.results.map(({ score }) => score))
    pageToken = response.pageToken
  } while (pageToken !== undefined)
  return { slugs, sizes, scores }
}

describe('an entry', () => {
  test('of a submitted skill leads to its page, and has its ratings', async () => {
    const word = uniqueWord()
    const skill = await newSkill({ name: `Heron ${word}`, description: 'Counts herons.', type: 'github' })
    await submitRating(await newAgent(), { skill_id: skill.id, claws: 4, speed: 90.5 })
    const { results, ...rest } = await search(`heron ${word}`)
    expect(rest).toEqual({})
    expect(results).toEqual([
      {
        identifier: urn(skill.slug),
        displayName: skill.name,
        description: 'Counts herons.',
        type: 'text/html',
        url: page(skill.slug),
        tags: ['github'],
        updatedAt: skill.updated_at,
        metadata: {
          skill_id: skill.id,
          avg_claws: 4,
          total_ratings: 1,
          established_ratings: 0,
          established_mean: null,
          ...Object.fromEntries(
            SUB_SCORE_NAMES.flatMap((name) => [
              [`sub_scores.${name}.mean`, null],
              [`sub_scores.${name}.count`, 0],
            ]),
          ),
          'sub_scores.speed.mean': 90.5,
          'sub_scores.speed.count': 1,
          updated_at: skill.updated_at,
          url: page(skill.slug),
        },
        score: 100,
        source: expect.stringMatching(/\/functions\/v1\/registry\/ard$/),
      },
    ])
  })

  test('of an imported server has its server.json and its name at the source', async () => {
    const word = uniqueWord()
    const skill = await newImportedSkill(
      { version: '2.1.0', title: 'Jüggler 😀', _meta: { 'com.example': [1, null] } },
      { name: `Juggler ${word}` },
    )
    const [result] = (await search(word)).results
    expect(result).toMatchObject({
      identifier: urn(skill.slug),
      displayName: skill.name,
      type: 'application/json',
      data: {
        name: skill.publisher,
        version: '2.1.0',
        title: 'Jüggler 😀',
        _meta: { 'com.example': [1, null] },
      },
      tags: ['mcp'],
      version: '2.1.0',
      updatedAt: expect.stringMatching(UTC_TIME),
      metadata: { name: skill.publisher, skill_id: skill.id, url: page(skill.slug) },
    })
    expect(result).not.toHaveProperty('url')
  })

  test('has an attestation from three ratings by established agents on', async () => {
    const skill = await newSkill()
    const manifests = []
    for (const agent of await newEstablishedAgents(3)) {
      await submitRating(agent, { skill_id: skill.id, claws: 5, observed_calls: 10, observed_failures: 1 })
      manifests.push((await search(skill.name)).results[0]?.trustManifest)
    }
    const attestation = { type: 'observed-fitness', uri: page(skill.slug), mediaType: 'text/html' }
    expect(manifests).toEqual([
      undefined,
      undefined,
      { identity: TEST_SITE_URL, attestations: [attestation] },
    ])
    const { body } = await get<CatalogEntry>(`/agents/${urn(skill.slug)}`)
    expect(body.metadata).toMatchObject({
      'evidence.of': expect.stringContaining('newest 100 ratings by established agents'),
      'evidence.ratings': 3,
      'evidence.observers': 3,
      'evidence.observed_calls': 30,
      'evidence.observed_failures': 3,
    })
  })

  test('has no attestation until three ratings are of what it installs now', async () => {
    const skill = await newImportedSkill({ version: '1.0.0' })
    const agents = await newEstablishedAgents(3)
    for (const agent of agents) await submitRating(agent, { skill_id: skill.id, claws: 5 })
    const entry = async () => (await get<CatalogEntry>(`/agents/${urn(skill.slug)}`)).body
    expect((await entry()).trustManifest).toBeDefined()
    await owner`update public.skills set changed_at = now() where id = ${skill.id}`
    expect((await entry()).trustManifest).toBeUndefined()
    expect((await getSkill(skill.slug)).established_since_change).toBe(0)
    for (const agent of agents) await submitRating(agent, { skill_id: skill.id, claws: 5 })
    expect((await entry()).trustManifest).toBeDefined()
    expect(await getSkill(skill.slug)).toMatchObject({
      established_since_change: 3,
      changed_at: expect.any(String),
    })
  })

  test('is found by its identifier, percent-encoded or not, with an ETag', async () => {
    const skill = await newImportedSkill({ version: '1.0.0' })
    const [{ score: _, source: __, ...entry } = {} as never] = (await search(skill.name)).results
    const { headers, body } = await get<CatalogEntry>(`/agents/${urn(skill.slug)}`)
    expect(body).toEqual({ ...entry, metadata: expect.objectContaining(entry.metadata) })
    for (const spelled of [
      encodeURIComponent(urn(skill.slug)),
      `${urn(skill.slug)}/`,
      `${urn(skill.slug)}?x=1`,
    ])
      expect((await get<CatalogEntry>(`/agents/${spelled}`)).body).toEqual(body)
    const etag = headers.get('etag') ?? ''
    const again = await get('/agents/'.concat(urn(skill.slug)), { headers: { 'If-None-Match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await request('HEAD', `/agents/${urn(skill.slug)}`)).headers.get('etag')).toBe(etag)
  })

  test('of a merged and of a retired skill is gone', async () => {
    const [kept, merged, retired] = [await newSkill(), await newSkill(), await newSkill()]
    await owner`select admin.merge_skills(${merged.slug}, ${kept.slug}, 'The same.', true)`
    await owner`select admin.retire_skill(${retired.slug}, 'Gone.')`
    for (const { slug } of [merged, retired]) {
      const { status, body } = await get(`/agents/${urn(slug)}`)
      expect([status, body.errorCode]).toEqual([404, 'NOT_FOUND'])
    }
    expect((await get(`/agents/${urn(kept.slug)}`)).status).toBe(200)
    expect((await search(retired.name)).results).toEqual([])
  })

  test.each([
    'urn:air:skills.example.com:skills:no-such-skill',
    'urn:air:other.example.com:skills:jq',
    'urn:air:skills.example.com:skills:a:b',
    'urn:air:skills.example.com:skills:NO-SUCH-SKILL',
    'urn:air:Skills.example.com:skills:jq',
  ])('with another identifier is 404 (%#)', async (identifier) => {
    const { status, body } = await get(`/agents/${identifier}`)
    const message = 'No entry has this identifier.'
    expect([status, body]).toEqual([
      404,
      { errorCode: 'NOT_FOUND', message, error: { code: 'NOT_FOUND', message } },
    ])
  })
})

test.each([
  'urn:air:skills.example.com:skills:',
  'urn:air:skills.example.com:skills:%00',
  'urn:air:skills.example.com',
  'urn:ai:skills.example.com:skills:jq',
  'URN:AIR:skills.example.com:skills:jq',
  'jq',
  '%zz',
  'x'.repeat(3_000),
])('text that is not an identifier is 400 (%#)', async (identifier) => {
  const { status, body } = await get(`/agents/${identifier}`)
  expect([status, body.errorCode]).toEqual([400, 'INVALID_ARGUMENT'])
  expect(body.message).toMatch(/^identifier must be as in urn:air:/)
})

describe('a search', () => {
  /** Skills of all types, and servers, that a word finds: `count` of each. */
  async function plant(count: number) {
    const word = uniqueWord()
    const skills = await owner<{ slug: string; type: string }[]>`
      insert into public.skills (name, description, type)
      select ${word} || ' ' || t.type || ' ' || i, 'Planted.', t.type
      from unnest(${SKILL_TYPES}::text[]) as t (type), generate_series(1, ${count}::integer) as i
      returning slug, type`
    const servers = await insertServers(
      owner,
      Array.from({ length: count }, (_, i) => ({ name: `io.github.${word}/server-${i}` })),
    )
    const of = (...types: string[]) =>
      skills.filter(({ type }) => types.includes(type)).map(({ slug }) => slug)
    return {
      word,
      of,
      servers: servers.map(({ slug }) => slug),
      all: [...skills, ...servers].map(({ slug }) => slug),
    }
  }

  test('is read page by page, each result once, with scores that never rise', async () => {
    const { word, all } = await plant(5)
    const whole = await walk(word, { pageSize: 100 })
    expect([whole.sizes, new Set(whole.slugs)]).toEqual([[25], new Set(all)])
    for (const pageSize of [1, 7, 25]) expect((await walk(word, { pageSize })).slugs).toEqual(whole.slugs)
    const wide = await walk(`${word} mcp planted github`, { pageSize: 4 })
    expect(wide.scores).toEqual([...wide.scores].sort((a, b) => b - a))
    expect(new Set(wide.scores).size).toBeGreaterThan(1)
  })

  test('filters by media type and by type of skill, and each filter finds all', async () => {
    const { word, of, servers, all } = await plant(7)
    const found = async (filter: object, pageSize = 5) =>
      new Set((await walk(word, { filter, pageSize })).slugs)
    expect(await found({ type: 'application/json' })).toEqual(new Set(servers))
    expect(await found({ type: ['text/html', 'application/x'] })).toEqual(new Set(of(...SKILL_TYPES)))
    expect(await found({ type: ['text/html', 'application/json'] })).toEqual(new Set(all))
    expect(await found({ tags: 'github' })).toEqual(new Set(of('github')))
    expect(await found({ tags: ['github', 'other', 'nonsense'] })).toEqual(new Set(of('github', 'other')))
    expect(await found({ tags: ['mcp'], type: ['text/html'] })).toEqual(new Set(of('mcp')))
    expect(await found({ tags: ['github'], type: ['application/json'] })).toEqual(new Set())
    expect(await search(word, { filter: { type: ['application/mcp-server-card+json'] } })).toEqual({
      results: [],
    })
    expect(await search(word, { filter: { tags: ['finance'] } })).toEqual({ results: [] })
  })

  test('planted skills, more than are ranked, do not hide what a filter is for', async () => {
    const word = uniqueWord()
    await owner`
      insert into public.skills (name, description, type)
      select ${word} || ' ' || i, 'Planted.', 'other' from generate_series(1, 1100) as i`
    const [{ slug } = {} as never] = await insertServers(owner, [{ name: `io.github.${word}/server` }])
    // Longer, so that it comes last. The server.json, which other tests list, has no long descriptions.
    await owner`update public.skills set description = ${`${'Long '.repeat(300)}end`} where slug = ${slug}`
    expect((await walk(word)).slugs).not.toContain(slug)
    // On the first page.
    for (const filter of [{ type: 'application/json' }, { tags: 'mcp' }, { tags: ['mcp', 'github'] }])
      expect(await walk(word, { filter }), JSON.stringify(filter)).toMatchObject({
        slugs: [slug],
        sizes: [1],
      })
    const page = await newSkill({
      name: `Page ${uniqueWord()}`,
      description: `${word} ${'Long '.repeat(300)}end`,
      type: 'mcp',
    })
    const servers = Array.from({ length: 1100 }, (_, i) => ({ name: `io.github.${word}/s${i}` }))
    await insertServers(owner, servers)
    expect(await walk(word, { filter: { type: 'text/html', tags: 'mcp' } })).toMatchObject({
      slugs: [page.slug],
      sizes: [1],
    })
  })

  test('a page ends at about 1 MB, and the next one continues', async () => {
    const word = uniqueWord()
    const large = { _meta: { text: 'x'.repeat(60_000) } }
    const servers = await insertServers(
      owner,
      Array.from({ length: 40 }, (_, i) => ({ name: `io.github.${word}/server-${i}`, server: large })),
    )
    for (const filter of [undefined, { type: 'application/json' }]) {
      const { slugs, sizes } = await walk(word, { pageSize: 100, filter })
      expect([...slugs].sort()).toEqual(servers.map(({ slug }) => slug).sort())
      expect(sizes.length).toBeGreaterThan(2)
      expect(Math.max(...sizes)).toBeLessThan(20)
    }
  })

  test('a walk has each skill once, also of large servers', async () => {
    const word = uniqueWord()
    const servers = await insertServers(
      owner,
      Array.from({ length: 12 }, (_, i) => ({
        name: `io.github.${word}/server-${i}`,
        server: { _meta: { text: 'x'.repeat(60_000) } },
      })),
    )
    const slugs: unknown[] = []
    let pageToken: string | undefined
    do {
      const page = await search(word, { pageSize: 100, ...(pageToken !== undefined && { pageToken }) })
      slugs.push(...slugsOf(page))
      pageToken = page.pageToken
    } while (pageToken !== undefined)
    expect([...slugs].sort()).toEqual(servers.map(({ slug }) => slug).sort())
  })

  test('has 10 results by default, and at most 100', async () => {
    const { word } = await plant(21)
    expect(ARD_PAGE_SIZES).toEqual([10, 100])
    expect((await search(word)).results).toHaveLength(10)
    expect((await search(word, { pageSize: 1_000_000 })).results).toHaveLength(100)
  })

  test('gives no referrals, whatever federation says, and ignores unknown members', async () => {
    const skill = await newSkill()
    const expected = await search(skill.name)
    for (const federation of ['auto', 'referrals', 'none'])
      expect(await search(skill.name, { federation })).toEqual(expected)
    const body = { query: { text: skill.name, filter: null, x: 1 }, pageSize: null, y: 2 }
    expect((await post<SearchResponse>('/search', body)).body).toEqual(expected)
  })

  test('ratings change neither which entries match nor their score', async () => {
    const word = uniqueWord()
    const [one, other] = [await newSkill({ name: `One ${word}` }), await newSkill({ name: `Two ${word}` })]
    const scores = async () =>
      new Map(
        (await search(`${word} nothing else`)).results.map(({ identifier, score }) => [identifier, score]),
      )
    const before = await scores()
    for (const agent of await newEstablishedAgents(3))
      await submitRating(agent, { skill_id: other.id, claws: 1 })
    expect(await scores()).toEqual(before)
    expect(before.get(urn(one.slug))).toBeLessThan(100)
  })

  test.each<[unknown, RegExp]>([
    [{}, /^query must be an object/],
    [{ query: 'weather' }, /^query must be an object/],
    [{ query: {} }, /^query\.text is required/],
    [{ query: { text: '' } }, /^query\.text must have 1 to 200/],
    [{ query: { text: ' \t' } }, /^query\.text must have 1 to 200/],
    [{ query: { text: 'x'.repeat(201) } }, /^query\.text must have 1 to 200/],
    [{ query: { text: ['x'] } }, /^query\.text must be a string/],
    [{ query: { text: 'a\u0000' } }, /^query\.text must not hold NUL/],
    [{ query: { text: 'x', filter: [] } }, /^query\.filter must be an object/],
    [{ query: { text: 'x', filter: { type: 1 } } }, /^query\.filter\.type must be a text/],
    [{ query: { text: 'x', filter: { tags: [] } } }, /^query\.filter\.tags must be a text/],
    [{ query: { text: 'x', filter: { tags: ['x', null] } } }, /^query\.filter\.tags must be a text/],
    [{ query: { text: 'x', filter: { publisher: 'a.com' } } }, /^query\.filter\.publisher is not a filter/],
    [{ query: { text: 'x' }, federation: 'all' }, /^federation must be auto/],
    [{ query: { text: 'x' }, pageSize: 0 }, /^pageSize must be a whole number/],
    [{ query: { text: 'x' }, pageSize: 1.5 }, /^pageSize must be a whole number/],
    [{ query: { text: 'x' }, pageSize: '5' }, /^pageSize must be a whole number/],
    [{ query: { text: 'x' }, pageToken: 5 }, /^pageToken must be a text/],
    [{ query: { text: 'x' }, pageToken: '' }, /^pageToken is not a token/],
    [{ query: { text: 'x' }, pageToken: 'x'.repeat(100_000) }, /^pageToken is not a token/],
    [{ query: { text: 'x' }, pageToken: btoa('['.repeat(100_000)) }, /^pageToken is not a token/],
    [{ query: { text: 'x' }, pageToken: btoa('["a","b",0,100]') }, /^pageToken is not a token/],
    ['{"query": ', /JSON/],
    ['[]', /JSON object/],
  ])('of a body that is wrong is 400 and says why (%#)', async (body, message) => {
    const { status, body: error } = await post('/search', body)
    expect([status, error.errorCode, error.error]).toEqual([
      400,
      'INVALID_ARGUMENT',
      { code: 'INVALID_ARGUMENT', message: error.message },
    ])
    expect(error.message).toMatch(message)
  })

  test('names at most ten unknown filters, and all other faults', async () => {
    const filter = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, 'x']))
    const { body } = await post('/search', { query: { text: 'x', filter }, pageSize: -1 })
    expect(body.message.match(/is not a filter/g)).toHaveLength(10)
    expect(body.message).toContain('pageSize')
  })

  test('a token belongs to its query, and its cursor is checked', async () => {
    const { word } = await plant(2)
    const { pageToken = '' } = await search(word, { pageSize: 3 })
    expect((await search(word, { pageSize: 50, pageToken })).results).toHaveLength(7)
    for (const query of [{ text: `${word} x` }, { text: word, filter: { tags: ['mcp'] } }]) {
      const { status, body } = await post('/search', { query, pageToken })
      expect([status, body.message]).toEqual([400, 'pageToken is not a token of this query.'])
    }
    const [name] = JSON.parse(atob(pageToken))
    // The last one is a token of 2.0.0.
    for (const position of [
      ['x', 100],
      ['A'.repeat(3_000), 100],
      ['A'.repeat(30), 100],
      [null, 0, 100],
    ]) {
      const forged = btoa(JSON.stringify([name, ...position]))
      const { status, body } = await post('/search', { query: { text: word }, pageToken: forged })
      expect([status, body.errorCode]).toEqual([400, 'INVALID_ARGUMENT'])
    }
  })
})

describe('other requests', () => {
  test('what the specification leaves to the registry is 501', async () => {
    const responses = [
      await get('/agents'),
      await get('/agents?filter=x&pageSize=0'),
      await post('/explore', { resultType: { facets: [{ field: 'type' }] } }),
      await post('/explore', 'nonsense'),
    ]
    expect(responses.map(({ status, body }) => [status, body.errorCode])).toEqual(
      Array(4).fill([501, 'NOT_IMPLEMENTED']),
    )
  })

  test('unknown paths are 404, other methods 405, and other bodies 413 and 415', async () => {
    for (const path of ['', '/', '/x', '/search/x', '/agents/a/b'])
      expect((await get(path)).body.errorCode, path).toBe('NOT_FOUND')
    for (const [method, path, allow] of [
      ['GET', '/search', 'POST, OPTIONS'],
      ['DELETE', '/search', 'POST, OPTIONS'],
      ['POST', '/agents', 'GET, HEAD, OPTIONS'],
      ['PUT', `/agents/${urn('x')}`, 'GET, HEAD, OPTIONS'],
      ['GET', '/explore', 'POST, OPTIONS'],
    ] as const) {
      const { status, headers, body } = await request<ArdError>(method, path)
      expect([status, headers.get('allow'), body.errorCode]).toEqual([405, allow, 'INVALID_ARGUMENT'])
    }
    expect((await post('/search', ' '.repeat(300_000))).status).toBe(413)
    const text = { headers: { 'Content-Type': 'text/plain' }, body: '{"query":{"text":"x"}}' }
    expect((await request('POST', '/search', text)).status).toBe(415)
  })

  test('pages of any origin can search', async () => {
    const preflight = await request('OPTIONS', '/search', {
      headers: { Origin: 'https://agent.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    const { headers } = await request('POST', '/search', {
      headers: { Origin: 'https://agent.example', 'Content-Type': 'application/json' },
      body: '{"query":{"text":"x"}}',
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a response that is not valid is noticed', () => {
    expect(ardFaultsOf('SearchResponse', { results: [{}] })).not.toEqual([])
    expect(ardFaultsOf('Error', { error: { code: 'x', message: 'y' } })).not.toEqual([])
  })
})
