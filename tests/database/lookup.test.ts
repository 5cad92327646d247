import { expect, test } from 'vitest'
import {
  as,
  errorOf,
  pathsOf,
  rolledBack,
  rpc,
  type Skill,
  type Transaction,
  testDatabase,
} from './fixtures.ts'

const { database, newAgent, newSkill, call, admin } = testDatabase()

type Result = { identifier: string; status: string; skills: (Skill & { imported: boolean })[] }
const lookup = async (...p_identifiers: string[]): Promise<Result[]> =>
  (await call<{ results: Result[] }>({}, 'lookup_skills', { p_identifiers })).results
const short = ({ status, skills }: Result) => [status, ...skills.map(({ slug }) => slug)]
const lookupOne = async (identifier: string) => {
  const [result] = await lookup(identifier)
  return short(result as Result)
}

let count = 0
async function submit(p_url: string | null, p_name = `Looked up ${++count}`) {
  const args = { p_name, p_description: 'Described.', p_type: 'mcp', p_url }
  return (await call<{ skill: Skill }>(await newAgent(), 'submit_skill', args)).skill
}
const setImported = (skill: string, identifiers: string[]) =>
  as(
    database.owner,
    { role: 'service_role' },
    (tx) => tx`select private.set_imported_identifiers(${skill}, ${identifiers})`,
  )

test('results have the identifiers as sent, in their order, also repeated ones', async () => {
  const skill = await submit('https://github.com/Lookup/Order')
  const sent = [
    ' https://www.github.com/lookup/order.git ',
    'pkg:npm/nobody-has-this',
    'git@github.com:LOOKUP/ORDER.git',
    'pkg:npm/nobody-has-this',
    'pkg:github/lookup/order@v1',
    'https://',
    'pkg:npm/%zz',
    skill.name,
    skill.slug,
  ]
  const results = await lookup(...sent)
  expect(results.map(({ identifier }) => identifier)).toEqual(sent)
  const found = ['found', skill.slug]
  const unknown = ['unknown']
  expect(results.map(short)).toEqual([found, unknown, found, unknown, found, unknown, unknown, found, found])
  expect(results[0]?.skills).toEqual([
    {
      id: skill.id,
      name: skill.name,
      slug: skill.slug,
      type: 'mcp',
      avg_claws: 0,
      total_ratings: 0,
      established_ratings: 0,
      imported: false,
    },
  ])
})

test('imported skills come first, then the order is top, and three are shown', async () => {
  const url = 'https://order.example/x'
  const [worst, , imported, best] = [
    await submit(url),
    await submit(url),
    await submit(url),
    await submit(url),
  ] as [Skill, Skill, Skill, Skill]
  const rater = await newAgent()
  await call(rater, 'submit_rating', { p_skill_id: best.id, p_claws: 5 })
  await call(rater, 'submit_rating', { p_skill_id: worst.id, p_claws: 1 })
  await setImported(imported.id, [url])
  const [result] = await lookup(url)
  expect(short(result as Result)).toEqual(['found', imported.slug, best.slug, worst.slug])
  expect(result?.skills.map((skill) => skill.imported)).toEqual([true, false, false])
  expect(result?.skills[1]).toMatchObject({ avg_claws: 5, total_ratings: 1, established_ratings: 0 })
})

test('of 150 skills that share an identifier, at most 50 are read: imported ones, then the oldest', async () => {
  await rolledBack(database.owner, async (tx) => {
    const insert = (name: string, number: number) => tx`
      insert into public.skills (name, description, type, url)
      select ${name} || n, 'x', 'mcp', 'https://crowd.example/x' from generate_series(1, ${number}::integer) as n`
    await insert('Early ', 1)
    await insert('Crowd ', 150)
    await insert('Imported late ', 1)
    await tx`
      select private.set_imported_identifiers(id, '{https://crowd.example/x}') from public.skills where name = 'Imported late 1'`
    const rate = (name: string) => tx`
      update public.skill_stats as st
      set claws_5 = 1 from public.skills as s where s.id = st.skill_id and s.name = ${name}`
    // The 40th in the order of reading, and the 41st.
    await rate('Crowd 38')
    await rate('Crowd 39')
    const { results } = await rpc<{ results: Result[] }>(tx, 'lookup_skills', {
      p_identifiers: ['https://crowd.example/x'],
    })
    const names = results[0]?.skills.map(({ name }) => name) ?? []
    expect(names.slice(0, 2)).toEqual(['Imported late 1', 'Crowd 38'])
    expect(names).not.toContain('Crowd 39')
    expect(await rowsRead(tx)).toBeLessThanOrEqual(50)
  })
})

/** How many rows of the identifiers a lookup reads by the index. */
async function rowsRead(tx: Transaction): Promise<number> {
  const read = async () => {
    await tx`select pg_stat_force_next_flush()`
    const [row] = await tx`
      select pg_stat_get_xact_tuples_returned('private.skill_identifiers_of_hash'::regclass)::integer as returned`
    return row?.returned
  }
  const before = await read()
  await rpc(tx, 'lookup_skills', { p_identifiers: ['https://crowd.example/x'] })
  return (await read()) - before
}

test('the identifier of a merged skill leads to the skill that replaced it', async () => {
  const [gone, kept] = [
    await submit('https://merged.example/old'),
    await submit('https://merged.example/new'),
  ]
  await admin('merge_skills', gone.slug, kept.slug, 'The same.', true)
  for (const identifier of ['https://merged.example/old', gone.id, gone.name, gone.slug])
    expect(await lookupOne(identifier), identifier).toEqual(['merged', kept.slug])
  expect(await lookupOne('https://merged.example/new')).toEqual(['found', kept.slug])
  await admin('retire_skill', kept.slug, 'Gone.')
  for (const identifier of ['https://merged.example/old', 'https://merged.example/new', gone.id, kept.slug])
    expect(await lookupOne(identifier), identifier).toEqual(['retired'])
})

test('a skill that is submitted with the identifier of a merged skill does not replace the one that is kept', async () => {
  const url = 'https://merged.example/claimed'
  const [gone, kept] = [await submit(url), await submit('https://merged.example/kept')]
  await call(await newAgent(), 'submit_rating', { p_skill_id: kept.id, p_claws: 5 })
  await admin('merge_skills', gone.slug, kept.slug, 'The same.', true)
  const late = await submit(url)
  expect(await lookupOne(url)).toEqual(['found', kept.slug, late.slug])
  // Once, also if the one that is kept has the identifier, too.
  await setImported(kept.id, [url])
  expect(await lookupOne(url)).toEqual(['found', kept.slug, late.slug])
})

test('an identifier is retired only if no skill of the catalogue has it', async () => {
  const url = 'https://retired.example/x'
  const skill = await submit(url)
  await admin('retire_skill', skill.slug, 'Gone.')
  for (const identifier of [url, skill.id, skill.slug])
    expect(await lookupOne(identifier)).toEqual(['retired'])
  const other = await submit(url)
  expect(await lookupOne(url)).toEqual(['found', other.slug])
})

test('a changed URL leads to the skill, and the old one no longer does', async () => {
  const skill = await submit('https://renamed.example/old')
  await database.owner`update public.skills set url = 'https://renamed.example/new' where id = ${skill.id}`
  expect(await lookupOne('https://renamed.example/old')).toEqual(['unknown'])
  expect(await lookupOne('https://renamed.example/new')).toEqual(['found', skill.slug])
})

test('a text is an id, else a name in a registry, else a name, else a slug', async () => {
  const byId = await newSkill()
  const named = await newSkill(byId.id.toUpperCase())
  expect(await lookupOne(byId.id)).toEqual(['found', byId.slug])

  const registered = await newSkill()
  await setImported(registered.id, ['io.github.owner/server'])
  const sameName = await newSkill('IO.github.Owner/Server')
  expect(await lookupOne('io.github.OWNER/server')).toEqual(['found', registered.slug])

  const bySlug = await newSkill('Precedence one')
  const byName = await newSkill('precedence-one')
  expect(bySlug.slug).toBe('precedence-one')
  expect(await lookupOne('Precedence-ONE')).toEqual(['found', byName.slug])
  expect(await lookupOne('precedence-one')).toEqual(['found', byName.slug])
  expect(await lookupOne(named.slug)).toEqual(['found', named.slug])
  expect(await lookupOne(sameName.slug)).toEqual(['found', sameName.slug])
})

test('only an import gives a skill a name in a registry', async () => {
  await submit('https://io.github.victim/server')
  expect(await lookupOne('io.github.victim/server')).toEqual(['unknown'])
})

test('whether a skill is imported is also shown for its name', async () => {
  const skill = await newSkill('Imported by name')
  await database.owner`insert into private.imports (source) values ('https://lookup.example')`
  await database.owner`
    insert into private.imported_skills (source, external_name, skill_id, published_at, content)
    values ('https://lookup.example', 'x', ${skill.id}, now(), '')`
  expect((await lookup(skill.name))[0]?.skills[0]?.imported).toBe(true)
})

const paths = async (p_identifiers: unknown) =>
  pathsOf(await errorOf(call({}, 'lookup_skills', { p_identifiers })))

test.each<[string, unknown]>([
  ['null', null],
  ['an empty list', []],
  ['101', Array(101).fill('x')],
  ['a text', 'x'],
  ['an object', {}],
  ['a number in the list', ['x', 1]],
  ['a list in the list', [['x']]],
  ['a deeply nested list', '['.repeat(200_000)],
  ['more than 256 KiB', `["${'x'.repeat(262_144)}"]`],
])('the list cannot be %s', async (_, list) => {
  expect(await paths(list)).toEqual(['identifiers'])
})

test('texts that break the rules are all reported', async () => {
  const list = ['fine', '', ' \u3000', 'x'.repeat(2_049), `a${'\u0301'.repeat(31)}`, '😀'.repeat(2_048)]
  expect(await paths(list)).toEqual(['identifiers.1', 'identifiers.2', 'identifiers.3', 'identifiers.4'])
  expect(await paths('["a\\u0000", "b", "\\ud800"]')).toEqual(['identifiers.0', 'identifiers.2'])
})

test('a name is not found by its first 200 characters', async () => {
  const skill = await newSkill('n'.repeat(200))
  expect(await lookupOne(skill.name)).toEqual(['found', skill.slug])
  expect(await lookupOne(`${skill.name}n`)).toEqual(['unknown'])
})
