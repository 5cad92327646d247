import { expect, test } from 'vitest'
import {
  type Agent,
  as,
  errorOf,
  outcome,
  pathsOf,
  rolledBack,
  rolledBackAs,
  type Skill,
  testDatabase,
} from './fixtures.ts'

const { database, newAgent, newSkill, call, page, admin, race } = testDatabase({ connections: 4 })

type Submitted = { skill: Skill; same_identifier: { id: string; name: string; slug: string }[] }
let count = 0
const submit = (agent: Agent, fields: Record<string, unknown>) =>
  call<Submitted>(agent, 'submit_skill', {
    p_name: `Submitted ${++count}`,
    p_description: 'Described.',
    p_type: 'mcp',
    ...fields,
  })
const identifiersOf = async (skill: string): Promise<string[]> => (await page(skill)).identifiers
const setImported = (skill: string, identifiers: (string | null)[]) =>
  as(
    database.owner,
    { role: 'service_role' },
    (tx) => tx`select private.set_imported_identifiers(${skill}, ${identifiers})`,
  )

test('identifiers come from the URL and the submission, in normal form, sorted and once', async () => {
  const { skill, same_identifier } = await submit(await newAgent(), {
    p_url: 'https://GitHub.com/Owner/Repo/tree/main',
    p_identifiers: ['pkg:npm/%40Scope/Name@1.2', 'pkg:github/owner/repo', 'pkg:npm/@scope/name'],
  })
  expect(same_identifier).toEqual([])
  expect(await identifiersOf(skill.slug)).toEqual(['pkg:github/owner/repo', 'pkg:npm/@scope/name'])
  const rows = await database.owner`
    select identifier, origins from private.skill_identifiers where skill_id = ${skill.id} order by identifier`
  expect([...rows]).toEqual([
    { identifier: 'pkg:github/owner/repo', origins: ['url', 'submission'] },
    { identifier: 'pkg:npm/@scope/name', origins: ['submission'] },
  ])
})

test.each<[string, unknown, string]>([
  ['six', Array(6).fill('pkg:npm/a'), 'identifiers'],
  ['no list', 'pkg:npm/a', 'identifiers'],
  ['a number', [1], 'identifiers'],
  ['a nested list', [['pkg:npm/a']], 'identifiers'],
  ['a deeply nested list', '['.repeat(200_000), 'identifiers'],
  ['a URL', ['pkg:npm/a', 'https://example.com'], 'identifiers.1'],
  ['an empty text', [''], 'identifiers.0'],
  ['a malformed package URL', ['pkg:npm/%ff'], 'identifiers.0'],
  ['a long package URL', [`pkg:npm/${'a'.repeat(2_041)}`], 'identifiers.0'],
])('a submission with %s as identifiers is rejected', async (_, p_identifiers, path) => {
  const agent = await newAgent()
  expect(pathsOf(await errorOf(submit(agent, { p_identifiers })))).toEqual([path])
})

test('a submission reports NUL and lone surrogates, which Postgres cannot parse', async () => {
  const p_identifiers = '["pkg:npm/a", "pkg:npm/\\u0000", "pkg:npm/\\ud800"]'
  const error = await errorOf(submit(await newAgent(), { p_identifiers }))
  expect(pathsOf(error)).toEqual(['identifiers.1', 'identifiers.2'])
})

test('all invalid fields of a submission are reported', async () => {
  const fields = { p_name: '', p_url: 'x', p_identifiers: ['x', 'pkg:npm/a', 'y'] }
  const paths = pathsOf(await errorOf(submit(await newAgent(), fields)))
  expect(paths).toEqual(['name', 'url', 'identifiers.0', 'identifiers.2'])
})

test.each([null, [], '[ ]'])('a submission can have %j as identifiers', async (p_identifiers) => {
  const { skill } = await submit(await newAgent(), { p_identifiers })
  expect(await identifiersOf(skill.slug)).toEqual([])
})

test('the identifiers of a URL follow its changes; others stay', async () => {
  const { skill } = await submit(await newAgent(), {
    p_url: 'https://follow.example/a',
    p_identifiers: ['pkg:npm/follow'],
  })
  const change = (url: string | null) =>
    database.owner`update public.skills set url = ${url} where id = ${skill.id}`
  await change('https://follow.example/b')
  expect(await identifiersOf(skill.slug)).toEqual(['https://follow.example/b', 'pkg:npm/follow'])
  await change(null)
  expect(await identifiersOf(skill.slug)).toEqual(['pkg:npm/follow'])
})

test('an import replaces its own identifiers only', async () => {
  const { skill } = await submit(await newAgent(), { p_url: 'https://import.example/a' })
  await setImported(skill.id, ['io.example/server', 'https://import.example/a', null, 'pkg:npm/old'])
  await setImported(skill.id, ['io.example/server', null, 'pkg:npm/new'])
  expect(await identifiersOf(skill.slug)).toEqual([
    'https://import.example/a',
    'io.example/server',
    'pkg:npm/new',
  ])
  const [row] = await database.owner`
    select origins from private.skill_identifiers where skill_id = ${skill.id} and identifier like 'https:%'`
  expect(row?.origins).toEqual(['url'])
})

test('an import keeps the first 100 identifiers and none that is too long', async () => {
  const skill = await newSkill()
  const many = Array.from({ length: 150 }, (_, i) => `pkg:npm/many-${i}`)
  await setImported(skill.id, ['x'.repeat(2_049), ...many])
  expect((await identifiersOf(skill.slug)).length).toBe(100)
})

test('retiring, restoring and merging a skill change the state of its identifiers', async () => {
  const agent = await newAgent()
  const [one, two] = [
    (await submit(agent, { p_url: 'https://state.example/1' })).skill,
    (await submit(agent, { p_url: 'https://state.example/2' })).skill,
  ]
  const state = async () =>
    (await database.owner`select state from private.skill_identifiers where skill_id = ${one.id}`)[0]?.state
  expect(await state()).toBe('active')
  await admin('retire_skill', one.slug, 'Gone.')
  expect(await state()).toBe('retired')
  await admin('restore_skill', one.slug, 'Back.')
  expect(await state()).toBe('active')
  await admin('merge_skills', one.slug, two.slug, 'The same.', true)
  expect(await state()).toBe('merged')
  await database.owner`delete from public.skills where id = ${one.id}`
  expect(await state()).toBeUndefined()
})

test('an import waits for a transaction that retires the skill', async () => {
  const skill = await newSkill()
  const result = await race(
    { run: (sql) => sql`update public.skills set retired_at = now() where id = ${skill.id}` },
    { run: (sql) => sql`select private.set_imported_identifiers(${skill.id}, '{pkg:npm/raced}')` },
  )
  expect(result.outcome).toBe('done')
  const [row] = await database.owner`select state from private.skill_identifiers where skill_id = ${skill.id}`
  expect(row?.state).toBe('retired')
})

test('skills that are inserted through the Data API get identifiers', async () => {
  const agent = await newAgent()
  const [row] = await as(
    database.owner,
    agent,
    (tx) => tx`
      insert into public.skills (name, description, type, url)
      values ('Direct', 'Described.', 'mcp', 'https://direct.example/x/') returning id`,
  )
  expect(await identifiersOf(row?.id)).toEqual(['https://direct.example/x'])
})

test('agents cannot read or write the table, or add identifiers to a skill that exists', async () => {
  const agent = await newAgent()
  const skill = await newSkill('Identifiers are not added later', agent)
  for (const statement of [
    'select from private.skill_identifiers',
    'delete from private.skill_identifiers',
    `select private.set_imported_identifiers('${skill.id}', '{pkg:npm/x}')`,
    `select private.replace_identifiers('${skill.id}', '{pkg:npm/x}', 'url')`,
  ])
    expect(await outcome(rolledBackAs(database.owner, agent, (tx) => tx.unsafe(statement)))).toMatch(/^42501/)
  await as(
    database.owner,
    agent,
    (tx) => tx`select private.add_submitted_identifiers(${skill.id}, '{pkg:npm/x}')`,
  )
  expect(await identifiersOf(skill.slug)).toEqual([])
})

test('same_identifier has three skills of the catalogue in the order top', async () => {
  const agent = await newAgent()
  const url = 'https://same.example/x'
  const skills: Skill[] = []
  for (let i = 0; i < 5; i++) skills.push((await submit(agent, { p_url: url })).skill)
  const [retired, worst, , best] = skills
  await admin('retire_skill', retired?.slug ?? '', 'Gone.')
  const rater = await newAgent()
  await call(rater, 'submit_rating', { p_skill_id: best?.id, p_claws: 5 })
  await call(rater, 'submit_rating', { p_skill_id: worst?.id, p_claws: 1 })
  const { same_identifier } = await submit(agent, { p_url: `${url}/?a=b` })
  expect(same_identifier).toHaveLength(3)
  expect(same_identifier[0]).toEqual({ id: best?.id, name: best?.name, slug: best?.slug })
  expect(same_identifier[1]?.id).toBe(worst?.id)
  expect(same_identifier.map(({ id }) => id)).not.toContain(retired?.id)
})

test('the migration gives identifiers to skills that exist', async () => {
  // The rows that the migration writes are those of the triggers.
  await rolledBack(database.owner, async (tx) => {
    const stored = await tx`
      select skill_id, identifier, state from private.skill_identifiers where 'url' = any (origins) order by 1, 2`
    const wanted = await tx`
      select id as skill_id, private.normalize_identifier(url) as identifier, private.skill_state(retired_at, merged_into) as state
      from public.skills where private.normalize_identifier(url) is not null order by 1, 2`
    expect([...stored]).toEqual([...wanted])
  })
})

test('admin.duplicate_skills has pairs with the call that keeps the imported skill', async () => {
  const agent = await newAgent()
  const p_url = 'https://duplicate.example/x'
  const submitted = (await submit(agent, { p_url })).skill
  const imported = (await submit(agent, { p_url })).skill
  await database.owner`insert into private.imports (source) values ('https://duplicates.example')`
  await database.owner`
    insert into private.imported_skills (source, external_name, skill_id, published_at, content)
    values ('https://duplicates.example', 'x', ${imported.id}, now(), '')`
  await setImported(imported.id, ['https://duplicate.example/x'])
  const [pair] = await as(
    database.owner,
    { role: 'service_role' },
    (tx) => tx`select * from admin.duplicate_skills where keep = ${imported.slug}`,
  )
  expect(pair).toMatchObject({
    duplicate: submitted.slug,
    duplicate_imported: false,
    keep_imported: true,
    skills: 2,
    identifiers: ['https://duplicate.example/x'],
    merge_call: `select admin.merge_skills('${submitted.slug}', '${imported.slug}', 'They have the same package, URL or name.');`,
    no_call_reason: null,
  })
  const [row] = await as(database.owner, { role: 'service_role' }, (tx) => tx.unsafe(pair?.merge_call))
  expect(row?.merge_skills).toContain(`${submitted.slug} would be merged into ${imported.slug}`)
  await admin('merge_skills', submitted.slug, imported.slug, 'The same.', true)
  const left = await database.owner`select from admin.duplicate_skills where keep = ${imported.slug}`
  expect(left).toHaveLength(0)
})

test('admin.duplicate_skills has no call that would merge established ratings into an imported skill without any', async () => {
  await rolledBack(database.owner, async (tx) => {
    const url = 'https://github.com/victim/repository'
    const skills = await tx<{ id: string; slug: string }[]>`
      insert into public.skills (name, description, type, url)
      values ('Victim', 'x', 'mcp', ${url}), ('Entry that names its repository', 'x', 'mcp', null) returning id, slug`
    const [victim, imported] = [...skills] as [{ id: string; slug: string }, { id: string; slug: string }]
    await tx`insert into private.imports (source) values ('names-a-victim')`
    await tx`
      insert into private.imported_skills (source, external_name, skill_id, published_at, content)
      values ('names-a-victim', 'x', ${imported.id}, now(), 'x')`
    await tx`select private.set_imported_identifiers(${imported.id}, '{pkg:github/victim/repository}')`
    const pair = async () =>
      (
        await tx`
          select keep, merge_call is null as without_call, no_call_reason is null as without_reason
          from admin.duplicate_skills where duplicate = ${victim.slug}`
      )[0]
    const established = (skill: string, number: number) => tx`
      update public.skill_stats
      set claws_5 = ${number}, established_ratings = ${number}, established_claws = ${number * 5}
      where skill_id = ${skill}`
    expect(await pair()).toEqual({ keep: imported.slug, without_call: false, without_reason: true })
    await established(victim.id, 3)
    await established(victim.id, 3)
    expect(await pair()).toEqual({ keep: imported.slug, without_call: true, without_reason: false })
    await established(imported.id, 1)
    await established(imported.id, 1)
    expect(await pair()).toEqual({ keep: imported.slug, without_call: false, without_reason: true })
  })
})

test('admin.duplicate_skills does not keep a skill that its source deleted', async () => {
  await rolledBack(database.owner, async (tx) => {
    const url = 'https://deleted-at-source.example/x'
    const skills = await tx<{ id: string; slug: string }[]>`
      insert into public.skills (name, description, type, url)
      values ('Duplicate submitted', 'x', 'mcp', ${url}), ('Duplicate deleted', 'x', 'mcp', ${url}) returning id, slug`
    type Created = { id: string; slug: string }
    const [submitted, imported] = [...skills] as [Created, Created]
    await tx`insert into private.imports (source) values ('deleted-at-source')`
    await tx`
      insert into private.imported_skills (source, external_name, skill_id, published_at, content)
      values ('deleted-at-source', 'x', ${imported.id}, now(), 'x')`
    await tx`select private.set_imported_identifiers(${imported.id}, ${[url]})`
    const kept = async () =>
      (await tx`select keep from admin.duplicate_skills where ${url} = any (identifiers)`).map(
        ({ keep }) => keep,
      )
    expect(await kept()).toEqual([imported.slug])
    await tx`update private.imported_skills set status = 'deleted' where skill_id = ${imported.id}`
    await tx`update public.skills set created_at = created_at - interval '1 day' where id = ${submitted.id}`
    expect(await kept()).toEqual([submitted.slug])
  })
})

test('admin.duplicate_skills has at most 20 skills of one identifier', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`
      insert into public.skills (name, description, type, url)
      select 'Many ' || n, 'x', 'mcp', 'https://many.example' from generate_series(1, 300) as n`
    const rows =
      await tx`select skills from admin.duplicate_skills where 'https://many.example' = any (identifiers)`
    expect([rows.length, rows[0]?.skills]).toEqual([19, 300])
  })
})
