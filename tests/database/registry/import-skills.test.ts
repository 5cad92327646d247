// What public.import_skills does with entries that only another program than the importer would send.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { installEntries } from '../../../scripts/registry/install.ts'
import { serverJsonProblem } from '../../../scripts/registry/server-json.ts'
import { wellFormedKey } from '../../../scripts/support/well-formed-key.ts'
import { errorOf, outcome, pathsOf, request, rolledBack, rpc, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, submitRating, admin, page, call } = testDatabase()

type Fields = Record<string, unknown>
type Imported = { outcomes: [name: string, outcome: string, serverProblem: string | null][] }

let count = 0
let source: string
beforeEach(() => {
  source = `https://registry-${++count}.example`
})

const entry = (external_name: unknown, fields: Fields = {}) => ({
  external_name,
  name: external_name,
  description: 'What it does.',
  type: 'mcp',
  url: null,
  status: 'active',
  ...fields,
})

const send = (skills: unknown[], args: Fields = {}) =>
  request<Imported>(database.owner, { role: 'service_role' }, 'import_skills', {
    p_source: source,
    p_skills: JSON.stringify(skills),
    ...args,
  })

/** What happens to each entry. */
const outcomes = async (...skills: unknown[]) => (await send(skills)).outcomes.map(([, happened]) => happened)

const owned = async () =>
  (
    await database.owner`
      select i.external_name, s.slug from private.imported_skills as i left join public.skills as s on s.id = i.skill_id
      where source = ${source} order by 1`
  ).map(({ external_name, slug }) => [external_name, slug])

test('entries whose names are one name get skills of their own, and keep their names', async () => {
  const names = ['One  name', ' one name\u3000', 'ONE NAME', 'ｏne name']
  const all = names.map((name, i) => entry(`entry-${i}`, { name }))
  expect(await outcomes(...all)).toEqual(names.map(() => 'created'))
  const slugs = ['one-name', 'one-name-mcp-registry', 'one-name-mcp-registry-2', 'one-name-mcp-registry-3']
  expect(await owned()).toEqual(slugs.map((slug, i) => [`entry-${i}`, slug]))
  expect(await outcomes(...all)).toEqual(names.map(() => 'unchanged'))
  // Each updates only its own, also when the first is not listed any more.
  const others = all.slice(1).map((one) => ({ ...one, description: 'New.' }))
  expect(await outcomes(...others)).toEqual(others.map(() => 'updated'))
  const second = database.owner`
    insert into private.imported_skills (source, external_name, skill_id)
    select source, 'entry-9', skill_id from private.imported_skills where source = ${source}`
  expect(await outcome(second)).toMatch(/^23505/)
  // A mirror has the same servers.
  const takeOver = { name: 'One  name', description: 'Taken over.' }
  source = `${source}/mirror`
  expect(await outcomes(entry('entry-0', takeOver))).toEqual([
    `is imported from ${source.replace('/mirror', '')}`,
  ])
  expect(await owned()).toEqual([])
  expect((await page('one-name')).description).toBe('What it does.')
})

test('an entry that is in a batch twice counts once', async () => {
  expect(await outcomes(entry('Twice'), entry('Twice', { description: 'Another.' }))).toEqual([
    'created',
    'external_name is in the batch more than once',
  ])
  const change = entry('Twice', { description: 'Changed.' })
  expect(await outcomes(change, entry('Twice', { description: 'Another.' }))).toEqual([
    'updated',
    expect.stringContaining('more than once'),
  ])
  expect((await page('twice')).description).toBe('Changed.')
})

const NAME_PROBLEM = /^external_name (must have 1 to 200 characters|is required)/

test.each<[problem: string | RegExp, entries: unknown[]]>([
  [
    NAME_PROBLEM,
    // One that no index can hold, and one with four bytes for each character.
    [randomBytes(6_000).toString('base64'), '😀'.repeat(3_000), '', null, { a: 'x'.repeat(300) }].map(
      (name) => entry(name, { name: 'Bad' }),
    ),
  ],
  [/^external_name is/, [null, 1, 'x', [], {}, [[1]]]],
  ['status must be one of active, deprecated, deleted', [entry('Status', { status: 'unknown' })]],
])('entries are reported, and do not stop the others: %s', async (problem, bad) => {
  const good = [entry(`First ${count}`), entry(`Last ${count}`)]
  const [first, ...rest] = await outcomes(good[0], ...bad, good[1])
  expect([first, rest.pop()]).toEqual(['created', 'created'])
  expect(rest).toHaveLength(bad.length)
  for (const outcome of rest) expect(outcome).toMatch(problem)
})

test('the longest source, external name and name fit into the indexes', async () => {
  const name = Array.from({ length: 200 }, () =>
    String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000)),
  ).join('')
  source = `https://${randomBytes(1_000).toString('base64url')}`.slice(0, 1_000)
  expect(await outcomes(entry(name))).toEqual(['created'])
  source += 'x'
  expect(pathsOf(await errorOf(send([])))).toEqual(['source'])
})

test('a name that a trigger knows to be taken is not used', async () => {
  await database.owner.unsafe(`
    create function public.refuse_taken() returns trigger language plpgsql as $$
    begin
      if new.name ~ '^Taken [0-9]+$' then
        raise sqlstate 'PT409' using message = 'skill_name_taken';
      end if;
      return new;
    end
    $$;
    create trigger refuse_taken before insert on public.skills for each row execute function public.refuse_taken()`)
  const names = ['h', 'Taken', 'i'].map((name) => `${name} ${count}`)
  expect(await outcomes(...names.map((name) => entry(name)))).toEqual(names.map(() => 'created'))
  expect((await owned()).map(([, slug]) => slug)).toContain(`taken-${count}-mcp-registry`)
  await database.owner.unsafe('drop function public.refuse_taken cascade')
})

test('a submitted skill with the name of a server does not keep it out', async () => {
  const name = `squatted/server-${count}`
  const squatter = await newSkill(name.toUpperCase())
  const send1 = () => send([entry(name, { server: serverJson(name) })])
  expect((await send1()).outcomes).toEqual([[name, 'created', null]])
  const [[, slug]] = (await owned()) as [[string, string]]
  const imported = await page(slug)
  expect(imported).toMatchObject({ name: `${name} (MCP Registry)`, identifiers: [name] })

  const lookup = async () =>
    (
      await request<{ results: { status: string; skills: { slug: string }[] }[] }>(
        database.owner,
        {},
        'lookup_skills',
        { p_identifiers: [name] },
      )
    ).results.map(({ status, skills }) => [status, ...skills.map((skill) => skill.slug)])
  expect(await lookup()).toEqual([['found', slug]])

  // A second run writes nothing, and a change of the entry updates the skill.
  const rows = () => database.owner`
    select s.xmin::text as skill, i.xmin::text as imported, r.xmin::text as server
    from private.imported_skills as i join public.skills as s on s.id = i.skill_id join private.registry_servers as r using (skill_id)
    where i.source = ${source}`
  const before = await rows()
  expect((await send1()).outcomes).toEqual([[name, 'unchanged', null]])
  expect(await rows()).toEqual(before)
  expect(await outcomes(entry(name, { description: 'Changed.' }))).toEqual(['updated'])
  expect(await page(slug)).toMatchObject({ name: imported.name, description: 'Changed.' })
  await database.owner`update public.skills set name = ${`Edited ${count}`} where id = ${imported.id}`
  expect(await outcomes(entry(name, { description: 'Again.' }))).toEqual(['updated'])
  expect(await page(slug)).toMatchObject({ name: `Edited ${count}`, description: 'Again.' })

  const pairs = async () =>
    (
      await database.owner`select duplicate, keep, identifiers, merge_call from admin.duplicate_skills`
    ).filter(({ keep }) => keep === slug)
  const [pair] = await pairs()
  expect(pair).toMatchObject({ duplicate: squatter.slug, identifiers: [name], merge_call: null })
  await database.owner`select admin.merge_skills(${squatter.slug}, ${slug}, 'The same.', confirm => true)`
  expect(await pairs()).toEqual([])
  expect(await lookup()).toEqual([['found', slug]])
})

test('a dry run counts a server whose name is taken as created, and a mirror does not create it again', async () => {
  const name = `mirrored/server-${count}`
  await newSkill(name)
  expect((await send([entry(name)], { p_dry_run: true })).outcomes).toEqual([[name, 'created', null]])
  expect(await owned()).toEqual([])
  expect(await outcomes(entry(name))).toEqual(['created'])
  source += '/mirror'
  // Both names are taken now.
  expect(await outcomes(entry(name))).toEqual([`is imported from ${source.replace('/mirror', '')}`])
})

test('an import never fails by a name: it gets the first number that is free, in at most 200 characters', async () => {
  const nameOf = async (external: string) =>
    (
      await database.owner`
        select s.name from public.skills as s join private.imported_skills as i on i.skill_id = s.id
        where i.source = ${source} and i.external_name = ${external}`
    )[0]?.name
  const long = `${'n'.repeat(197)}-${count % 10}`
  const short = `com.example/taken-${count}`
  // Cut after a joiner, which is invalid there.
  const emoji = `${'n'.repeat(182)} 👩‍🔬 ${count}`
  const taken = [long, emoji, short, ...['', ' 2', ' 4'].map((number) => `${short} (MCP Registry${number})`)]
  // Other servers have these names: agents cannot take all of them.
  const own = source
  source = 'https://elsewhere.example'
  expect(await outcomes(...taken.map((name, i) => entry(`elsewhere-${count}-${i}`, { name })))).toEqual(
    taken.map(() => 'created'),
  )
  source = own
  const expected = [
    [short, `${short} (MCP Registry 3)`],
    [long, `${'n'.repeat(185)} (MCP Registry)`],
    [`${'n'.repeat(197)}-${count % 10}`.toUpperCase(), `${'N'.repeat(183)} (MCP Registry 2)`],
    [emoji, `${'n'.repeat(182)} 👩 (MCP Registry)`],
  ] as const
  for (const [external, name] of expected) {
    expect(await outcomes(entry(external)), external).toEqual(['created'])
    expect(await nameOf(external)).toBe(name)
  }
  // Later imports know each by its number.
  expect(await outcomes(...expected.map(([external]) => entry(external)))).toEqual(
    expected.map(() => 'unchanged'),
  )
  expect(await outcomes(...expected.map(([external]) => entry(external, { description: 'New.' })))).toEqual(
    expected.map(() => 'updated'),
  )
  for (const [external, name] of expected) expect(await nameOf(external)).toBe(name)
})

test('the name of a skill whose own is taken names the catalogue', async () => {
  const taken = await newSkill(`PDF tools ${count}`)
  const one = entry(`ada/skills/tools-${count}`, { name: taken.name, type: 'clawdbot' })
  expect((await send([one], { p_catalogue: 'ClawHub' })).outcomes).toEqual([
    [`ada/skills/tools-${count}`, 'created', null],
  ])
  const [[, slug] = []] = await owned()
  expect((await page(slug as string)).name).toBe(`${taken.name} (ClawHub)`)
  expect(pathsOf(await errorOf(send([], { p_catalogue: 'Elsewhere' })))).toEqual(['catalogue'])
})

test('a server whose name a merged skill has gets the second name, unless the merged one was imported', async () => {
  const [old, target] = [await newSkill(`Old ${count}`), await newSkill(`Target ${count}`)]
  await admin('merge_skills', old.slug, target.slug, 'The same.', true)
  expect(await outcomes(entry(old.name.toUpperCase()))).toEqual(['created'])
  expect(await outcomes(entry(`Merged ${count}`))).toEqual(['created'])
  await admin('merge_skills', `merged-${count}`, target.slug, 'The same.', true)
  source += '/mirror'
  expect(await outcomes(entry(`Merged ${count}`))).toEqual([
    `is imported from ${source.replace('/mirror', '')}`,
  ])
})

test('deprecated and deleted entries mark a skill that was imported, and an active one removes the mark', async () => {
  const name = `Marked ${count}`
  const mark = (status: string) => entry(name, { status, description: null, name: '\u202e', url: 'x' })
  expect(await outcomes(mark('deleted'))).toEqual(['inactive'])
  expect(await outcomes(entry(name))).toEqual(['created'])
  const slug = (await owned())[0]?.[1] as string
  const before = await page(slug)
  expect(before.source_status).toBeNull()
  expect(await outcomes(mark('deleted'))).toEqual(['marked'])
  expect(await page(slug)).toEqual({ ...before, source_status: 'deleted' })
  expect(await outcomes(mark('deleted'))).toEqual(['inactive'])
  expect(await outcomes(mark('deprecated'))).toEqual(['marked'])
  expect((await page(slug)).source_status).toBe('deprecated')
  expect(await outcomes(entry(name))).toEqual(['unchanged'])
  expect(await page(slug)).toEqual(before)
})

test('a lookup says of a skill that its source deleted that it is imported, whatever finds it', async () => {
  const name = `com.example/left-${count}`
  await send([served(name)])
  const [[, slug] = []] = await owned()
  const { id } = await page(slug as string)
  const lookup = async () => {
    const { results } = await call<{ results: { skills: { id: string; imported: boolean }[] }[] }>(
      {},
      'lookup_skills',
      {
        p_identifiers: JSON.stringify([id, slug, name.toUpperCase(), name]),
      },
    )
    return results.map(({ skills }) => skills.map((skill) => [skill.id === id, skill.imported]))
  }
  const all = (imported: boolean) => Array(4).fill([[true, imported]])
  expect(await lookup()).toEqual(all(true))
  for (const [status, imported] of [
    ['deprecated', true],
    ['deleted', true],
    ['active', true],
  ] as const) {
    await send([status === 'active' ? served(name) : entry(name, { status })])
    expect(await lookup(), status).toEqual(all(imported))
  }
})

test('a skill that was imported before is updated, whatever the name of its entry is now', async () => {
  const name = `Renamed ${count}`
  expect(await outcomes(entry(name))).toEqual(['created'])
  expect(await outcomes(entry(name, { name: '\u202e', description: 'New.' }))).toEqual(['updated'])
  const slug = (await owned()).at(-1)?.[1] as string
  expect(await page(slug)).toMatchObject({ name, description: 'New.' })
})

test('a skill keeps its name when the catalogue or an admin changes it, and later changes reach it', async () => {
  const [before, after] = [`Old name ${count}`, `New name ${count}`]
  const named = (name: string, description: string) => entry('id', { name, description })
  await send([named(before, 'One.')])
  expect(await outcomes(named(after, 'One.'))).toEqual(['unchanged'])
  expect(await outcomes(named(after, 'Two.'))).toEqual(['updated'])
  expect(await outcomes(named(after, 'Two.'))).toEqual(['unchanged'])
  expect(await outcomes(named(after, 'Three.'))).toEqual(['updated'])
  const [[, slug] = []] = await owned()
  expect(await page(slug as string)).toMatchObject({ name: before, description: 'Three.' })
  await database.owner`update public.skills set name = ${`Edited ${count}`} where slug = ${slug as string}`
  expect(await outcomes(named(after, 'Four.'))).toEqual(['updated'])
  expect(await page(slug as string)).toMatchObject({ name: `Edited ${count}`, description: 'Four.' })
})

test('description and URL follow the source, also over the edit of an admin', async () => {
  const one = entry(`Followed ${count}`, { url: 'https://followed.example/' })
  await send([one])
  const [[, slug] = []] = await owned()
  await database.owner`update public.skills set description = 'Edited.', url = null where slug = ${slug as string}`
  expect(await outcomes(one)).toEqual(['updated'])
  expect(await page(slug as string)).toMatchObject({ description: one.description, url: one.url })
  expect(await outcomes(one)).toEqual(['unchanged'])
})

test('a skill whose own name in the catalogue ends like one that was taken is updated', async () => {
  const name = `Odd ${count} (MCP Registry)`
  expect(await outcomes(entry(name))).toEqual(['created'])
  expect(await outcomes(entry(name))).toEqual(['unchanged'])
  expect(await outcomes(entry(name, { description: 'New.' }))).toEqual(['updated'])
})

test('a mirror does not bring back what was retired here', async () => {
  const name = `com.example/malware-${count}`
  expect(await outcomes(served(name))).toEqual(['created'])
  const [[, slug] = []] = await owned()
  await admin('retire_skill', slug as string, 'Malware.')
  const first = source
  source += '/mirror'
  expect(await outcomes(served(name))).toEqual([`is imported from ${first}`])
  expect(await owned()).toEqual([])
  await database.owner`delete from private.imported_skills where source = ${first} and external_name = ${name}`
  expect(await outcomes(served(name))).toEqual(['created'])
})

test('a dry run marks and stores nothing', async () => {
  const name = `Dry ${count}`
  await outcomes(entry(name))
  const { outcomes: happened } = await send([entry(name, { status: 'deleted' })], { p_dry_run: true })
  expect(happened).toEqual([[name, 'marked', null]])
  expect(await outcomes(entry(name, { status: 'deleted' }))).toEqual(['marked'])
})

const serverJson = (name: string, fields: Fields = {}) => ({
  name,
  description: 'x',
  version: '1.0.0',
  ...fields,
})

/** An entry with a server.json. */
const served = (name: string, server: unknown = serverJson(name), fields: Fields = {}) =>
  entry(name, { server, ...fields })

const rowOf = async (name: string) =>
  (
    await database.owner`
      select source, skill_id, version, status, server, updated_at::text from private.registry_servers where name = ${name}`
  )[0]

test('the server.json of an entry is stored once, and changes with its source', async () => {
  const name = `com.example/stored-${count}`
  const published = { server_published_at: '2026-01-01T00:00:00.123456789Z' }
  expect(await outcomes(served(name, undefined, published))).toEqual(['created'])
  const first = await rowOf(name)
  expect(first).toMatchObject({ source, version: '1.0.0', status: 'active', server: serverJson(name) })
  const slug = (await owned())[0]?.[1] as string
  const before = await page(slug)
  expect(await outcomes(served(name, undefined, published))).toEqual(['unchanged'])
  // An entry without a server.json, as an older importer sends it.
  expect(await outcomes(entry(name))).toEqual(['unchanged'])
  expect(await rowOf(name)).toEqual(first)

  expect(await outcomes(served(name, serverJson(name, { version: '2.0.0' }), published))).toEqual(['updated'])
  const second = await rowOf(name)
  expect(second).toMatchObject({ version: '2.0.0', skill_id: first?.skill_id })
  expect(second?.updated_at > first?.updated_at).toBe(true)
  expect(await page(slug)).toEqual({ ...before, source_version: '2.0.0' })

  for (const time of ['infinity', '-infinity', 'now', '10000-01-01T00:00:00Z', 5, {}, null])
    expect(
      await outcomes(served(name, undefined, { server_published_at: time, source_updated_at: time })),
    ).not.toEqual(['created'])
  const [times] = await database.owner`
    select published_at, source_updated_at from private.registry_servers where name = ${name}`
  expect(times).toEqual({ published_at: null, source_updated_at: null })
})

test('how a server is installed is stored with it, and follows it', async () => {
  const name = `com.example/installed-${count}`
  const server = serverJson(name, {
    packages: [{ registryType: 'npm', identifier: 'a', version: '1.0.0', transport: { type: 'stdio' } }],
  })
  const install = installEntries(server)
  expect(await outcomes(served(name, server, { install }))).toEqual(['created'])
  const slug = (await owned())[0]?.[1] as string
  const shown = async () => (await page(slug)).install?.entries ?? null
  expect(await shown()).toEqual(install)
  expect(await outcomes(served(name, server, { install }))).toEqual(['unchanged'])
  // What an older version of the service stored is written again.
  await database.owner`update private.registry_servers set install = null where name = ${name}`
  expect(await outcomes(served(name, server, { install }))).toEqual(['updated'])
  expect(await shown()).toEqual(install)
  expect(await outcomes(served(name, server))).toEqual(['updated'])
  expect(await shown()).toBeNull()
  const forged = [{ ...install?.[0], args: ['-y', '--registry=https://evil.example'] }]
  for (const bad of [forged, 'x', [], {}])
    expect(await outcome(send([served(name, server, { install: bad })]))).toMatch(/^23514/)
})

test.each<[string, (name: string) => unknown, string]>([
  ['a text', () => 'x', 'must be an object'],
  [
    'of 64 KiB as jsonb writes it',
    (name) => serverJson(name, { x: Array(1_000).fill(1e300) }),
    'must have at most 65536 bytes',
  ],
  [
    'nested 33 times',
    (name) => serverJson(name, { x: JSON.parse(`${'['.repeat(33)}${']'.repeat(33)}`) }),
    'must have at most 32 levels',
  ],
  ['of another name', () => serverJson('com.example/other'), 'must have the name of the entry'],
  ['without a version', (name) => ({ name }), 'must have a version'],
  ['with a number as its version', (name) => serverJson(name, { version: 1 }), 'must have a version'],
  [
    'with a long version',
    (name) => serverJson(name, { version: 'x'.repeat(256) }),
    'must have a version of 1 to 255 characters',
  ],
  [
    'with an empty version',
    (name) => serverJson(name, { version: '' }),
    'must have a version of 1 to 255 characters',
  ],
  [
    'with an API key',
    (name) => serverJson(name, { x: wellFormedKey('0123456789ab') }),
    'must not contain an API key',
  ],
])('a server.json %s is not stored, but its skill is', async (_, server, problem) => {
  const name = `com.example/bad-${count}`
  const { outcomes: happened } = await send([served(name, server(name)), served(`${name}-good`)])
  expect(happened).toEqual([
    [name, 'created', problem],
    [`${name}-good`, 'created', null],
  ])
  expect(await rowOf(name)).toBeUndefined()
  expect(await rowOf(`${name}-good`)).toBeDefined()
})

test('a name that is not one of the registry is a skill without a server', async () => {
  const name = `com.example ${count}`
  const { outcomes: happened } = await send([served(name)])
  expect(happened).toEqual([[name, 'created', 'must have a name of the form namespace/server']])
})

test('a server that cannot be served any more is deleted', async () => {
  const name = `com.example/invalid-${count}`
  await outcomes(served(name))
  const invalid = entry(name, { server_problem: 'not valid' })
  expect((await send([invalid])).outcomes).toEqual([[name, 'updated', 'not valid']])
  expect(await rowOf(name)).toBeUndefined()
  expect((await send([invalid])).outcomes).toEqual([[name, 'unchanged', 'not valid']])
})

test('a server stays current if its skill is merged or retired here, and does not bring back a skill', async () => {
  const kinds = ['rated', 'edited', 'renamed', 'merged', 'retired', 'deleted']
  const names = kinds.map((what) => `com.example/${what}-${count}`)
  await outcomes(...names.map((name) => served(name)))
  const slugs = (await owned()).map(([, slug]) => slug as string)
  const slugOf = (what: string) => slugs.find((slug) => slug.includes(what)) as string
  const target = await newSkill(`Target of ${count}`)
  await submitRating(await newAgent(), await page(slugOf('rated')))
  await database.owner`update public.skills set description = 'Edited.' where slug = ${slugOf('edited')}`
  await database.owner`update public.skills set name = ${`Renamed ${count}`} where slug = ${slugOf('renamed')}`
  await admin('merge_skills', slugOf('merged'), target.slug, 'The same.', true)
  await admin('retire_skill', slugOf('retired'), 'Gone.')
  await database.owner`delete from public.skills where slug = ${slugOf('deleted')}`
  const changed = names.map((name) =>
    served(name, serverJson(name, { version: '2.0.0' }), { description: 'New.' }),
  )
  const expected = [...Array(3).fill('updated'), ...Array(3).fill('kept')]
  const dry = await send(changed, { p_dry_run: true })
  expect(dry.outcomes.map(([, happened]) => happened)).toEqual(expected)
  expect(await outcomes(...changed)).toEqual(expected)
  const versions = await Promise.all(names.map(async (name) => (await rowOf(name))?.version))
  expect(versions).toEqual([...Array(5).fill('2.0.0'), undefined])
  expect(await page(slugOf('rated'))).toMatchObject({ description: 'New.', total_ratings: 1 })
  expect((await page(slugOf('edited'))).description).toBe('New.')
  expect(await page(slugOf('renamed'))).toMatchObject({ name: `Renamed ${count}`, description: 'New.' })
  const [retired] = await database.owner`
    select count(*)::int from public.skills where retired_at is not null and slug in ${database.owner([slugOf('merged'), slugOf('retired')])}`
  expect(retired?.count).toBe(2)
  expect(await outcomes(...changed)).toEqual([...Array(3).fill('unchanged'), ...Array(3).fill('kept')])
})

test('of one server name in two sources, the first import wins', async () => {
  const name = `com.example/twice-${count}`
  const first = source
  await outcomes(served(name))
  await database.owner`update public.skills set name = ${`Renamed ${count}`} where name = ${name}`
  source = `https://mirror-${count}.example`
  const other = served(name, serverJson(name, { version: '9.0.0' }))
  expect((await send([other])).outcomes).toEqual([[name, `is imported from ${first}`, null]])
  expect((await send([entry(name, { status: 'deleted' })])).outcomes).toEqual([[name, 'inactive', null]])
  expect(await rowOf(name)).toMatchObject({ source: first, version: '1.0.0', status: 'active' })
})

test('imports of the same names from two sources wait for each other', async () => {
  const names = Array.from({ length: 50 }, (_, i) => `com.example/both-${count}-${i}`)
  const sources = [source, `https://mirror-${count}.example`]
  const calls = sources.map((p_source, i) =>
    request<Imported>(database.owner, { role: 'service_role' }, 'import_skills', {
      p_source,
      p_skills: JSON.stringify((i === 0 ? names : names.toReversed()).map((name) => served(name))),
    }),
  )
  const results = await Promise.all(calls)
  const created = results.map(
    ({ outcomes }) => outcomes.filter(([, happened]) => happened === 'created').length,
  )
  expect(created.toSorted()).toEqual([0, 50])
  const [rows] = await database.owner`
    select count(distinct source)::int as sources, count(*)::int as servers from private.registry_servers
    where name like ${`com.example/both-${count}-%`}`
  expect(rows).toEqual({ sources: 1, servers: 50 })
})

const identifiersOf = async (name: string) =>
  (
    await database.owner`
      select i.identifier from private.skill_identifiers as i join private.imported_skills as k using (skill_id)
      where k.source = ${source} and k.external_name = ${name} and i.origins && '{import,former,mention}' order by i.identifier collate "C"`
  ).map(({ identifier }) => identifier)

test('a skill has the identifiers of its server.json, and an import does not merge it into a submitted one', async () => {
  const name = `io.github.Owner/Ids-${count}`
  const url = `https://github.com/Owner/Ids-${count}`
  const repository = { url, source: 'github' }
  const server = serverJson(name, {
    repository,
    packages: [
      {
        registryType: 'npm',
        identifier: `@Owner/ids-${count}`,
        registryBaseUrl: 'https://elsewhere.example',
      },
      { registryType: 'oci', identifier: `ghcr.io/owner/ids-${count}:1.0` },
      { registryType: {}, identifier: [] },
      5,
    ],
    remotes: [
      { url: `https://mcp.Owner.github.io/ids-${count}` },
      { url: `https://mcp.owner.github.io/ids-${count}/?utm=1` },
      { url: `https://Ids-${count}.example/mcp` },
      { url: 5 },
      null,
    ],
  })
  const submitted = await newSkill(`Submitted ${count}`)
  await database.owner`update public.skills set url = ${url} where id = ${submitted.id}`
  // Both only name the same repository.
  const dry = await send([served(name, server, { url })], { p_dry_run: true })
  expect(dry.outcomes).toEqual([[name, 'created', null]])
  expect((await send([served(name, server, { url })])).outcomes).toEqual([[name, 'created', null]])
  expect((await page(submitted.slug)).url).toBe(url)
  const all = [
    `https://ids-${count}.example/mcp`,
    `https://mcp.owner.github.io/ids-${count}`,
    `io.github.owner/ids-${count}`,
    `pkg:docker/ghcr.io/owner/ids-${count}`,
    `pkg:github/owner/ids-${count}`,
    `pkg:npm/@owner/ids-${count}`,
  ]
  expect(await identifiersOf(name)).toEqual(all)
  const named = await database.owner`
    select identifier from private.skill_identifiers as i join public.skills as s on s.id = i.skill_id
    where s.name = ${name} and not is_imported`
  expect(named.map(({ identifier }) => identifier).sort()).toEqual([all[0], all[4]])

  const changed = served(name, serverJson(name, { repository, packages: 'x', remotes: {} }), { url })
  expect((await send([changed])).outcomes).toEqual([[name, 'updated', null]])
  expect(await identifiersOf(name)).toEqual([all[2], all[4]])
  const invalid = entry(`${name}-x`, { url, server_problem: 'not valid' })
  expect((await send([invalid])).outcomes).toEqual([[`${name}-x`, 'created', 'not valid']])
  expect(await identifiersOf(`${name}-x`)).toEqual([`io.github.owner/ids-${count}-x`, all[4]])
})

test('what a server named whose source deleted it stays imported, until the source lists it again', async () => {
  const name = `io.github.owner/withdrawn-${count}`
  const remotes = [{ url: `https://mcp.owner.github.io/withdrawn-${count}` }]
  const server = served(
    name,
    serverJson(name, { remotes, packages: [{ registryType: 'npm', identifier: `w-${count}` }] }),
  )
  const origins = async () => {
    const rows = await database.owner`
      select distinct i.origins::text, i.is_imported from private.skill_identifiers as i
      join private.imported_skills as k using (skill_id) where k.source = ${source} and k.external_name = ${name}`
    return rows.map((row) => [row.origins, row.is_imported])
  }
  const deleted = entry(name, { status: 'deleted' })
  await send([server])
  const all = await identifiersOf(name)
  for (const status of ['active', 'deprecated']) {
    expect(await origins(), status).toEqual([['{import}', true]])
    await send([entry(name, { status: 'deprecated' })])
  }
  expect((await send([deleted])).outcomes).toEqual([[name, 'marked', null]])
  expect([await origins(), await identifiersOf(name)]).toEqual([[['{former}', false]], all])
  const { results } = await call<{ results: { status: string; skills: { imported: boolean }[] }[] }>(
    {},
    'lookup_skills',
    { p_identifiers: JSON.stringify([`pkg:npm/w-${count}`]) },
  )
  expect(results[0]).toMatchObject({ status: 'found', skills: [{ imported: true, exact: true }] })
  await send([server])
  expect([await origins(), await identifiersOf(name)]).toEqual([[['{import}', true]], all])
})

test('what a server named counts as submitted once an admin deletes its row, or its catalogue', async () => {
  const names = ['row', 'catalogue', 'other'].map((what) => `io.github.owner/forgotten-${what}-${count}`)
  await send(
    names.map((name) =>
      served(name, serverJson(name, { remotes: [{ url: `https://owner.github.io/${name}` }] })),
    ),
  )
  const checked = async () => {
    const rows = await database.owner`
      select s.name, count(*)::int from private.skill_identifiers as i join public.skills as s on s.id = i.skill_id
      where s.name in ${database.owner(names)} and i.is_imported group by 1 order by s.name`
    return rows.map((row) => [row.name, row.count])
  }
  expect(await checked()).toEqual(names.map((name) => [name, 2]).toSorted())
  await database.owner`delete from private.imported_skills where external_name = ${names[0] as string}`
  expect((await checked()).map(([name]) => name)).toEqual(names.slice(1).toSorted())
  const url = `https://owner.github.io/${names[0]}`
  const { results } = await call<{ results: unknown[] }>({}, 'lookup_skills', { p_identifiers: [url] })
  expect(results).toMatchObject([{ status: 'found', skills: [{ imported: false }] }])
  await database.owner`delete from private.imports where source = ${source}`
  expect(await checked()).toEqual([])
})

test('the identifiers of a skill whose server.json is not served here follow its source', async () => {
  const name = `com.example/elsewhere-${count}`
  const url = (at: number) => `https://page-${at}-${count}.example/x`
  const invalid = (at: number, fields: Fields = {}) =>
    entry(name, { url: url(at), server_problem: 'not valid', ...fields })
  const checked = async () => {
    const rows = await database.owner`
      select i.identifier from private.skill_identifiers as i join private.imported_skills as k using (skill_id)
      where k.source = ${source} and k.external_name = ${name} and i.is_imported order by 1`
    return rows.map(({ identifier }) => identifier)
  }
  await send([invalid(1)])
  expect(await outcomes(invalid(2))).toEqual(['updated'])
  expect(await identifiersOf(name)).toEqual([name, url(2)])
  // Deleted and listed again.
  await send([entry(name, { status: 'deleted' })])
  expect(await checked()).toEqual([])
  await send([invalid(2)])
  expect(await checked()).toEqual([name])
})

test('a catalogue checks its own pages, but no others, and none that a server.json names', async () => {
  // Of one name in two sources, only the first is imported.
  const [pdf, csv] = [`ada/skills/pdf-${count}`, `ada/skills/csv-${count}`]
  const own = `${source}/${pdf}`
  const other = `https://other-${count}.example/pdf`
  const all = [
    entry(pdf, { type: 'clawdbot', url: own }),
    entry(csv, { type: 'clawdbot', url: other }),
    entry(`com.example/page-${count}`, { url: own, server_problem: 'it is too large' }),
  ]
  const checked = async () => {
    const rows = await database.owner`
      select k.external_name from private.skill_identifiers as i join private.imported_skills as k using (skill_id)
      where k.source = ${source} and i.identifier in (${own}, ${other}) and i.is_imported`
    return rows.map(({ external_name }) => external_name)
  }
  await send(all)
  expect(await checked()).toEqual([pdf])
  expect(await identifiersOf(csv)).toEqual([other])
  // Imported before this rule.
  await database.owner`update private.skill_identifiers set origins = '{mention}' where identifier = ${own}`
  expect(await outcomes(...all)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(await checked()).toEqual([pdf])
})

test('a server in a folder of a repository does not stand for the repository', async () => {
  const name = `io.github.owner/folder-${count}`
  const url = `https://github.com/owner/folder-${count}`
  const inFolder = (subfolder: string) =>
    serverJson(name, { repository: { url, source: 'github', subfolder } })
  const page = `${url}/tree/HEAD/src/100%25`
  await send([served(name, inFolder('/src/100%/'), { url: page })])
  expect(await identifiersOf(name)).toEqual([name, `pkg:github/owner/folder-${count}#src/100%25`])
  await send([served(name, inFolder('a b'), { url })])
  expect(await identifiersOf(name)).toContain(`pkg:github/owner/folder-${count}#a%20b`)
  const [elsewhere] = await database.owner`
    select private.server_repository('{"repository": {"url": "https://example.com/x", "subfolder": "y"}}') as identifier`
  expect(elsewhere?.identifier).toBe('https://example.com/x')
})

test('the seed has servers as the importer sends them, which a lookup, a page and a later import find', async () => {
  const found = await rolledBack(database.owner, async (tx) => {
    await tx.unsafe(readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8'))
    const rows = await tx`
      select r.name, s.name as skill, r.server, r.install
      from private.registry_servers as r join public.skills as s on s.id = r.skill_id
      where r.source = 'https://registry.modelcontextprotocol.io' order by r.name`
    const packages = ['%40playwright/mcp', '%40modelcontextprotocol/server-filesystem', 'chrome-devtools-mcp']
    const { results } = await rpc<{ results: { skills: { name: string; imported: boolean }[] }[] }>(
      tx,
      'lookup_skills',
      {
        p_identifiers: [
          ...packages.map((name) => `pkg:npm/${name}`),
          'pkg:docker/ghcr.io/github/github-mcp-server:1.10.1',
        ],
      },
    )
    const again = await rpc<Imported>(tx, 'import_skills', {
      p_source: 'https://registry.modelcontextprotocol.io',
      p_skills: JSON.stringify(rows.map(({ name, server, install }) => entry(name, { server, install }))),
    })
    return { rows, results, again: again.outcomes.map(([, happened]) => happened) }
  })
  expect(found.rows.map(({ skill }) => skill)).toEqual([
    'GitHub MCP Server',
    'Playwright MCP',
    'Filesystem MCP Server',
  ])
  for (const { server, install } of found.rows) {
    expect(serverJsonProblem(server)).toBeUndefined()
    expect(installEntries(server)).toEqual(install)
  }
  expect(found.results.map(({ skills }) => [skills[0]?.name, skills[0]?.imported])).toEqual([
    ['Playwright MCP', true],
    ['Filesystem MCP Server', true],
    ['Chrome DevTools MCP', false],
    ['GitHub MCP Server', true],
  ])
  expect(found.again).toEqual(['updated', 'updated', 'updated'])
})
