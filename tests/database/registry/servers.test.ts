// The lists over HTTP are tested in tests/registry.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type InsertedServer, insertServers, SOURCE } from '../../registry/registry-servers.ts'
import { MOST_BYTES, NUMBER_BOMB, taggedCursor } from '../../support/cursors.ts'
import { errorOf, pathsOf, type Skill, testDatabase } from '../fixtures.ts'
import { largeRegistry } from './large-registry.ts'

const { database, newSkill, call, admin, race } = testDatabase({ connections: 4 })

type Args = Record<string, unknown>
type List = {
  servers: { server: { name: string }; _meta: Record<string, { status: string; slug: string }> }[]
  metadata: { count: number; nextCursor?: string }
}

const list = (args: Args) => call<List>({}, 'list_servers', args)
const namesIn = ({ servers }: List) => servers.map(({ server }) => server.name)

/** The names on all pages, from the first or from a cursor. */
async function walk({ p_cursor = null, ...args }: Args): Promise<{ names: string[] }> {
  const names: string[] = []
  do {
    const page: List = await list({ p_limit: 100, ...args, p_cursor })
    expect(page.metadata.count).toBe(page.servers.length)
    names.push(...namesIn(page))
    p_cursor = page.metadata.nextCursor ?? null
  } while (p_cursor !== null)
  return { names }
}

const isListed = async (name: string) =>
  (await database.owner`select is_listed from private.registry_servers where name = ${name}`)[0]?.is_listed

describe('whether a server is listed', () => {
  test('follows its status and its skill, also in one that another was merged into', async () => {
    const [a, b] = (await insertServers(database.owner, [{ name: 'listed/a' }, { name: 'listed/b' }])) as [
      InsertedServer,
      InsertedServer,
    ]
    const both = async () => [await isListed(a.name), await isListed(b.name)]
    expect(await both()).toEqual([true, true])
    const mark = (status: string) =>
      database.owner`update private.registry_servers set status = ${status} where name = ${a.name}`
    for (const [status, listed] of [
      ['deleted', false],
      ['deprecated', true],
      ['deleted', false],
      ['active', true],
    ] as const) {
      await mark(status)
      expect(await isListed(a.name), status).toBe(listed)
    }
    await admin('retire_skill', a.slug, 'A test.')
    await mark('deprecated')
    expect(await both()).toEqual([false, true])
    await admin('restore_skill', a.slug, 'A test.')
    expect(await both()).toEqual([true, true])
    await database.owner`select admin.merge_skills(${a.slug}, ${b.slug}, 'A test.', confirm => true)`
    expect(await both()).toEqual([true, true])
    await admin('retire_skill', b.slug, 'A test.')
    expect(await both()).toEqual([false, false])
    // Nobody can set it against these rules.
    await database.owner`update private.registry_servers set is_listed = true where name = ${a.name}`
    expect(await both()).toEqual([false, false])
    await admin('restore_skill', b.slug, 'A test.')
    expect(await both()).toEqual([true, true])
  })

  test('is right when its skill is retired while the server is imported', async () => {
    const skill: Skill = await newSkill('raced/one')
    await database.owner`insert into private.imports (source) values (${SOURCE}) on conflict do nothing`
    await database.owner`
      insert into private.imported_skills (source, external_name, skill_id)
      values (${SOURCE}, 'raced/one', ${skill.id})`
    const server = JSON.stringify({ name: 'raced/one', description: 'x', version: '1' })
    const { outcome } = await race(
      { run: (sql) => sql`select admin.retire_skill(${skill.slug}, 'A test.')` },
      {
        run: (sql) => sql`
          insert into private.registry_servers (name, source, skill_id, server)
          values ('raced/one', ${SOURCE}, ${skill.id}, ${server}::text::jsonb)`,
      },
    )
    expect(outcome).toBe('done')
    expect(await isListed('raced/one')).toBe(false)
  })
})

test('updated_at changes with the skill, and not with a rating', async () => {
  const [server] = (await insertServers(database.owner, [{ name: 'touched/a' }])) as [InsertedServer]
  const at = async () =>
    (await database.owner`select updated_at from private.registry_servers where name = ${server.name}`)[0]
      ?.updated_at
  const times = [await at()]
  await database.owner`update public.skills set description = 'Edited.' where id = ${server.skill_id}`
  times.push(await at())
  expect(times[1]).toEqual(times[0])
  await admin('retire_skill', server.slug, 'A test.')
  times.push(await at())
  await admin('restore_skill', server.slug, 'A test.')
  times.push(await at())
  expect(new Set(times.map(Number)).size).toBe(3)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

// server-plans.nightly.test.ts has the plans.
describe('in a large registry', () => {
  const SIZE = 1_000
  const { name, half, hundredth, plant } = largeRegistry(SIZE)
  beforeAll(() => plant(database))
  const all = Array.from({ length: SIZE }, (_, i) => i + 1)

  test.each<[string, Args, (i: number) => boolean]>([
    ['listed', {}, (i) => !half(i)],
    ['all', { p_include_deleted: true }, () => true],
    ['of one version', { p_version: 'odd' }, (i) => !half(i) && i % 2 === 1],
    ['of one version, with deleted ones', { p_version: 'odd', p_include_deleted: true }, (i) => i % 2 === 1],
    ['changed, none', { p_updated_since: '2026-01-03T00:00:01Z' }, () => false],
    ['changed', { p_updated_since: '2026-01-02T00:00:00Z' }, (i) => half(i) || hundredth(i)],
    [
      'changed, of one version',
      { p_updated_since: '2026-01-02T00:00:00Z', p_version: 'even' },
      (i) => (half(i) || hundredth(i)) && i % 2 === 0,
    ],
    [
      'changed, of an unknown version',
      { p_updated_since: '2026-01-02T00:00:00Z', p_version: 'none' },
      () => false,
    ],
  ])('a walk has each server once, changes by time: %s', async (_, args, isWanted) => {
    const { names } = await walk(args)
    const wanted = all.filter(isWanted)
    const ordered = args.p_updated_since
      ? [...wanted.filter((i) => !half(i)), ...wanted.filter(half)]
      : wanted
    expect(names.filter((one) => one.startsWith('large.'))).toEqual(ordered.map(name))
  })
})

test('a walk by name has each server that was there once, while an import adds and updates others', async () => {
  const server = { version: 'walked' }
  const insert = (...names: string[]) =>
    insertServers(
      database.owner,
      names.map((name) => ({ name: `walked/${name}`, server })),
    )
  await insert('b', 'd', 'f')
  const args = { p_version: server.version, p_limit: 1 }
  const first = await list(args)
  await insert('a', 'c', 'g')
  await database.owner`
    update private.registry_servers set server = server || '{"title": "New"}', updated_at = now() where name = 'walked/d'`
  const rest = await walk({ ...args, p_cursor: first.metadata.nextCursor })
  expect([...namesIn(first), ...rest.names]).toEqual(
    ['b', 'c', 'd', 'f', 'g'].map((name) => `walked/${name}`),
  )
})

describe('a walk of the changes', () => {
  const args = { p_updated_since: '2126-01-01T00:00:00Z', p_limit: 2 }
  const change = (name: string, time: string) =>
    database.owner`update private.registry_servers set updated_at = ${time}::text::timestamptz where name = ${name}`
  const page = async (p_cursor: string | null) => {
    const found = await list({ ...args, p_cursor })
    return { names: namesIn(found), cursor: found.metadata.nextCursor ?? null }
  }
  beforeAll(async () => {
    await insertServers(
      database.owner,
      ['a', 'b', 'c', 'd', 'e'].map((one) => ({ name: `changed/${one}` })),
    )
  })
  beforeEach(async () => {
    // The first and the last change have the same time.
    for (const [one, time] of [
      ['e', '2126-01-01T00:00:00Z'],
      ['d', '2126-01-01T00:00:00.000001Z'],
      ['c', '2126-01-02Z'],
      ['b', '2126-01-03Z'],
      ['a', '2126-01-03Z'],
    ] as const)
      await change(`changed/${one}`, time)
  })

  test('is by time, then by name', async () => {
    expect((await walk(args)).names).toEqual(['e', 'd', 'c', 'a', 'b'].map((one) => `changed/${one}`))
  })

  test('has what changes meanwhile, once more if it was there before', async () => {
    const first = await page(null)
    expect(first.names).toEqual(['changed/e', 'changed/d'])
    await change('changed/e', '2126-01-04Z')
    await change('changed/c', '2126-01-05Z')
    const { names } = await walk({ ...args, p_cursor: first.cursor })
    expect(names).toEqual(['a', 'b', 'e', 'c'].map((one) => `changed/${one}`))
  })

  test('starts again with a cursor of version 1.1.0, which has only a name', async () => {
    const since = '2126-01-01 00:00:00+00'
    for (const p_cursor of [
      taggedCursor('["changed/c"]', 'servers', '', since, 't', ''),
      taggedCursor(`[["changed/c"], null, null, "${args.p_updated_since}", true]`, 'servers'),
    ])
      expect((await walk({ ...args, p_cursor })).names, p_cursor).toEqual(
        ['e', 'd', 'c', 'a', 'b'].map((one) => `changed/${one}`),
      )
  })
})

test('the cursor of the longest search continues it', async () => {
  const version = '\u{1f9ff}'.repeat(255)
  const emojis = Array.from({ length: 100 }, (_, i) => String.fromCodePoint(0x1f400 + i))
  const names = ['longest/a', 'longest/b', 'longest/c']
  await insertServers(
    database.owner,
    names.map((name) => ({ name, server: { version, description: emojis.join(' ') } })),
  )
  const p_search = `${emojis.join(' ')} `.repeat(2).slice(0, 300).trim()
  expect([...p_search].length).toBeGreaterThan(195)
  const first = await list({ p_search, p_version: version, p_limit: 1 })
  const p_cursor = first.metadata.nextCursor ?? null
  const rest = await list({ p_cursor, p_limit: 2 })
  expect([...namesIn(first), ...namesIn(rest)].toSorted()).toEqual(names)
})

test('a search ranks like the catalogue, and leaves out skills without a server', async () => {
  const servers = await insertServers(
    database.owner,
    Array.from({ length: 60 }, (_, i) => ({
      name: `ranked/quokka-${i}`,
      server: { description: `Quokka ${i % 7 === 0 ? 'wallaby' : 'wombat'}${' numbat'.repeat(i % 5)}` },
    })),
  )
  await newSkill('Quokka wallaby')
  await newSkill('Quokka')
  for (const p_search of ['quokka wallaby', 'quokka', 'qoukka wallaby', 'quok']) {
    const { skills } = await call<{ skills: { id: string }[] }>({}, 'search_catalogue', {
      p_search,
      p_limit: 500,
    })
    const ranked = skills.flatMap(({ id }) =>
      servers.filter(({ skill_id }) => skill_id === id).map(({ name }) => name),
    )
    expect(ranked.length).toBeGreaterThan(5)
    for (const p_limit of [25, 100]) expect((await walk({ p_search, p_limit })).names).toEqual(ranked)
  }
})

test('a search for entries knows which skills have a listed server, whatever happens to them', async () => {
  const names = { served: 'quagga.io/served', unserved: 'quagga.io/unserved' }
  const importOf = (name: string, fields: object) =>
    database.owner`select public.import_skills(${SOURCE}, ${JSON.stringify([{ external_name: name, name, description: 'Quagga.', type: 'mcp', ...fields }])})`
  const server = { server: { name: names.served, version: '1' } }
  await importOf(names.served, server)
  await importOf(names.unserved, { server_problem: 'it is too large' })
  const page: Skill = await newSkill('Quagga page')
  const slugs = { served: 'quagga-io-served', unserved: 'quagga-io-unserved' }
  const expectServers = async (what: string, listed: string[], others = Object.values(slugs)) => {
    for (const [p_servers, expected] of [
      [true, listed],
      [false, [...others.filter((slug) => !listed.includes(slug)), page.slug]],
    ] as const) {
      const { skills } = await call<{ skills: { slug: string }[] }>({}, 'search_entries', {
        p_search: 'quagga',
        p_servers,
      })
      expect(skills.map(({ slug }) => slug).toSorted(), `${what} ${p_servers}`).toEqual(expected.toSorted())
    }
  }
  for (const p_types of [[], ['unknown']])
    expect(await call({}, 'search_entries', { p_search: 'quagga', p_types })).toMatchObject({ skills: [] })
  const edit = (slug: string) =>
    database.owner`update public.skills set description = description || ' More.' where slug = ${slug}`
  await expectServers('imported', [slugs.served])
  await edit(slugs.served)
  await edit(slugs.unserved)
  await expectServers('edited', [slugs.served])
  await importOf(names.served, { status: 'deleted' })
  await expectServers('deleted at its source', [])
  await importOf(names.served, server)
  await expectServers('listed again', [slugs.served])
  await importOf(names.served, { server_problem: 'it is too large' })
  await expectServers('not served any more', [])
  await importOf(names.served, server)
  for (const slug of Object.values(slugs)) {
    await admin('retire_skill', slug, 'A test.')
    await admin('restore_skill', slug, 'A test.')
  }
  await expectServers('restored', [slugs.served])
  await database.owner`select admin.merge_skills(${slugs.served}, ${page.slug}, 'A test.', confirm => true)`
  await expectServers('merged', [], [slugs.unserved])
})

test('planted names that begin with the search hide no server whose name does', async () => {
  // More than a search ranks have its words: that is not one of them, because it is a stop word.
  const others = Array.from({ length: 1100 }, (_, i) => ({ name: `zorb/other-${i}` }))
  await insertServers(database.owner, others)
  const [server] = (await insertServers(database.owner, [{ name: 'zorb.The/Server' }])) as [InsertedServer]
  await database.owner`
    insert into public.skills (name, description, type)
    select 'zorb.the ' || i, 'Planted.', 'mcp' from generate_series(1, 60) as i`
  expect((await walk({ p_search: 'zorb.the' })).names).toContain(server.name)
  const { skills } = await call<{ skills: { slug: string }[] }>({}, 'search_entries', {
    p_search: 'ZORB.the',
    p_servers: true,
  })
  expect(skills.map(({ slug }) => slug)).toContain(server.slug)
})

test('a search for the name of a server finds it also if its skill was renamed or merged', async () => {
  const [renamed, merged] = (await insertServers(database.owner, [
    { name: 'ocelot.example/renamed' },
    { name: 'ocelot.example/merged' },
  ])) as [InsertedServer, InsertedServer]
  const target: Skill = await newSkill('Another margay')
  await database.owner`update public.skills set name = 'Margay', description = 'A cat.' where id = ${renamed.skill_id}`
  await database.owner`select admin.merge_skills(${merged.slug}, ${target.slug}, 'A test.', confirm => true)`
  for (const { name } of [renamed, merged]) expect((await walk({ p_search: name })).names).toEqual([name])
})

test('planted skills, more than a search ranks, hide no server', async () => {
  const [own, former, added, edited] = (await insertServers(
    database.owner,
    ['own', 'former', 'added', 'edited'].map((name) => ({ name: `planted/${name}` })),
  )) as [InsertedServer, InsertedServer, InsertedServer, InsertedServer]
  const target: Skill = await newSkill('Nothing of that')
  // The document of a skill without a server is written before the server is.
  await database.owner`delete from private.registry_servers where skill_id = ${added.skill_id}`
  await database.owner`update public.skills set description = 'Zorilla.' where id = ${added.skill_id}`
  await database.owner`
    insert into private.registry_servers (name, source, skill_id, server)
    values (${added.name}, ${SOURCE}, ${added.skill_id}, ${JSON.stringify({ name: added.name, version: '1' })}::text::jsonb)`
  await database.owner`select admin.merge_skills(${former.slug}, ${target.slug}, 'A test.', confirm => true)`
  await database.owner`
    update public.skills set description = 'A long text about it, so that it comes last. Zorilla.'
    where id in (${own.skill_id}, ${edited.skill_id}, ${target.id})`
  await admin('retire_skill', edited.slug, 'A test.')
  await admin('restore_skill', edited.slug, 'A test.')
  await database.owner`
    insert into public.skills (name, description, type)
    select 'Zorilla ' || i, 'Zorilla.', 'mcp' from generate_series(1, 1100) as i`
  const { skills } = await call<List & { skills: { slug: string }[] }>({}, 'search_catalogue', {
    p_search: 'zorilla',
    p_limit: 500,
  })
  expect(skills.map(({ slug }) => slug)).not.toContain(own.slug)
  const names = [own, former, added, edited].map(({ name }) => name)
  expect((await walk({ p_search: 'zorilla', p_limit: 1 })).names.toSorted()).toEqual(names.toSorted())
})

describe('a hand-made cursor with a valid tag', () => {
  const ID = '00000000-0000-4000-8000-000000000000'
  const forged = (content: string, search = '') =>
    list({
      ...(search && { p_search: search }),
      p_cursor: taggedCursor(content, 'servers', '', '', 'f', search),
    })

  test('continues after any name', async () => {
    expect((await forged('["~/~"]').catch(errorOfList)).toString()).toMatch(/cursor/)
    expect((await forged('["zzzz/z"]')).servers).toEqual([])
  })

  test('with the texts of its list is read as if they were given', async () => {
    const ofList = (search: unknown, version: unknown, since: unknown, position = '["a/a"]') =>
      list({
        p_cursor: taggedCursor(
          `[${position}, ${[search, version, since].map((text) => JSON.stringify(text)).join(', ')}, true]`,
          'servers',
        ),
      })
    const ranked = '["x", 999]'
    expect((await ofList(null, 'no version', null)).servers).toEqual([])
    expect((await ofList('x', 'no version', null, ranked)).servers).toEqual([])
    const problems = async (args: Parameters<typeof ofList>) => pathsOf(await errorOf(ofList(...args)))
    const forgeries: Parameters<typeof ofList>[] = [
      ['x', null, null],
      [null, null, null, ranked],
      // Not as the service writes them.
      ['x'.repeat(201), null, null, ranked],
      [' x', null, null, ranked],
      [`a${'\u0301'.repeat(500)}`, null, null, ranked],
      ['\u0000', null, null, ranked],
      [1, null, null, ranked],
      [null, 'x'.repeat(256), null],
      [null, null, 'now'],
      [null, null, 5],
      [[], null, null],
    ]
    for (const args of forgeries)
      expect([['cursor'], ['search'], ['version'], ['updated_since']], JSON.stringify(args)).toContainEqual(
        await problems(args),
      )
  })

  test('of another shape is PT400', async () => {
    for (const search of ['', 'x'])
      for (const content of [
        NUMBER_BOMB,
        '['.repeat(MOST_BYTES),
        'null',
        '[]',
        '["a"]',
        '["a/b", "c/d"]',
        '[["a/b"]]',
        '{"0": "a/b"}',
        `["a/${'b\\u0000'}"]`,
        '["a/b\u0000"]',
        '["a/\\ud800"]',
        '[NaN, "a/b"]',
        '["Infinity", "a/b"]',
        '["x", 1]',
      ])
        expect(pathsOf(await errorOf(forged(content, search))), content.slice(0, 60)).toEqual(['cursor'])
  })

  test('with the filters of another list, or a position of another shape among them, is PT400', async () => {
    const [change, since] = ['["2026-01-01T00:00:00+00:00", "a/b"]', '"2126-01-01T00:00:00Z"']
    for (const content of [
      ...[
        '["infinity", "a/b"]',
        '["2026-01-01", "a/b"]',
        '["2026-01-01T00:00:00+00:00", "~"]',
        '["2026-01-01T00:00:00+00:00", null]',
        '["2026-01-01T00:00:00+00:00", "a/b", "a/b"]',
        '[1, "a/b"]',
      ].map((position) => `${position}, null, null, ${since}, true`),
      ...[
        '["x", 0]',
        '["x", 1000]',
        '["x", 1e2]',
        `["${'x'.repeat(201)}", 1]`,
        '["", 1]',
        '[1, 1]',
        '["x", 1, 1]',
        '["a/b"]',
        // Those of 2.0.0 and 1.1.0.
        `[[[1, "${ID}", 1], "{\\"(x,,1.5,)\\"}"], "a/b"]`,
        `[[[1, "${ID}"], {"weights": {}}], "a/b"]`,
      ].map((position) => `${position}, "x", null, null, false`),
      ...[`null, null, null`, '"x", null, null', `"x", null, ${since}`].map(
        (filters) => `${change}, ${filters}, true`,
      ),
      ...['1', '0', '"true"', '"no"', 'null'].map((isIncluded) => `["a/b"], null, null, null, ${isIncluded}`),
    ]) {
      const p_cursor = taggedCursor(`[${content}]`, 'servers')
      expect(pathsOf(await errorOf(list({ p_cursor }))), content).toEqual(['cursor'])
    }
  })
})

const errorOfList = (error: { detail?: string }) => error.detail ?? ''

test('the database checks what the edge function checks', async () => {
  const paths = async (args: Args) => pathsOf(await errorOf(list(args)))
  for (const p_updated_since of [
    'now',
    'infinity',
    '2026-01-31',
    '2026-02-31T00:00:00Z',
    '0000-01-01T00:00:00Z',
    `2026-01-31T12:00:00.${'0'.repeat(99)}Z`,
  ])
    expect(await paths({ p_updated_since }), p_updated_since).toEqual(['updated_since'])
  expect(await paths({ p_search: 'x'.repeat(201) })).toEqual(['search'])
  expect(await paths({ p_version: 'x'.repeat(256) })).toEqual(['version'])
  expect(await paths({ p_cursor: 'x' })).toEqual(['cursor'])
  for (const [p_limit, most] of [
    [-1, 1],
    [0, 1],
    [1, 1],
    [1_000, 100],
  ] as const)
    expect((await list({ p_limit, p_include_deleted: true })).metadata.count, String(p_limit)).toBe(most)
  expect((await errorOf(call({}, 'get_server', { p_name: 'a/b', p_version: 'latest' })))?.code).toBe('PT404')
  expect((await errorOf(call({}, 'list_server_versions', { p_name: 'x' })))?.code).toBe('PT404')
})

test('a version is compared exactly, without the mark that tells it from a filter of the Data API', async () => {
  const name = 'exact/version'
  await insertServers(database.owner, [{ name, server: { version: 'is.1 ' } }])
  for (const [version, isFound] of [
    ['is.1 ', true],
    ['latest', true],
    ['is.1', false],
    [' is.1 ', false],
  ] as const)
    for (const p_version of [version, `\u0085${version}`]) {
      const one = call<{ server: unknown }>({}, 'get_server', { p_name: name, p_version })
      if (isFound) expect(await one).toMatchObject({ server: { name } })
      else expect((await errorOf(one))?.code, p_version).toBe('PT404')
      const listed = await walk({ p_version })
      expect(listed.names.includes(name), p_version).toBe(isFound)
    }
})
