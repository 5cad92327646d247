import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type Agent,
  as,
  errorOf,
  pathsOf,
  rolledBack,
  type Skill,
  type Transaction,
  testDatabase,
} from '../fixtures.ts'

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

test('a path in a repository is an identifier; its repository only leads to the skill', async () => {
  const { skill } = await submit(await newAgent(), {
    p_url: 'https://github.com/Owner/Paths/tree/main/skills/x',
    p_identifiers: ['pkg:github/owner/paths#skills/y/SKILL.md'],
  })
  expect(await identifiersOf(skill.slug)).toEqual([
    'pkg:github/owner/paths#skills/x',
    'pkg:github/owner/paths#skills/y',
  ])
  const origins = async () => [
    ...(await database.owner`
      select identifier, origins, is_own, is_imported from private.skill_identifiers
      where skill_id = ${skill.id} and identifier = 'pkg:github/owner/paths'`),
  ]
  const repository = { identifier: 'pkg:github/owner/paths', is_own: false, is_imported: false }
  expect(await origins()).toEqual([{ ...repository, origins: ['path'] }])
  // A registry does not check who owns a repository, also if that is the address of a package.
  await setImported(skill.id, ['pkg:github/owner/paths', 'io.example/paths'])
  expect(await origins()).toEqual([{ ...repository, is_own: true, origins: ['path', 'mention'] }])
  await setImported(skill.id, [])
  await database.owner`update public.skills set url = null where id = ${skill.id}`
  expect(await origins()).toEqual([{ ...repository, origins: ['path'] }])
  await database.owner`delete from private.skill_identifiers where 'submission' = any (origins) and skill_id = ${skill.id}`
  await database.owner`update public.skills set url = 'https://github.com/owner/paths' where id = ${skill.id}`
  expect(await origins()).toEqual([{ ...repository, is_own: true, origins: ['url'] }])
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

test('skills that admins insert through the Data API get identifiers', async () => {
  const [row] = await as(
    database.owner,
    { role: 'service_role' },
    (tx) => tx`
      insert into public.skills (name, description, type, url)
      values ('Direct', 'Described.', 'mcp', 'https://direct.example/x/') returning id`,
  )
  expect(await identifiersOf(row?.id)).toEqual(['https://direct.example/x'])
})

test('agents cannot add identifiers to a skill that exists', async () => {
  const agent = await newAgent()
  const skill = await newSkill('Identifiers are not added later', agent)
  await as(
    database.owner,
    agent,
    (tx) => tx`select private.add_submitted_identifiers(${skill.id}, '{pkg:npm/x}')`,
  )
  expect(await identifiersOf(skill.slug)).toEqual([])
})

test('an export has the identifiers that a submission named, and no others', async () => {
  const agent = await newAgent()
  await submit(agent, { p_url: 'https://example.com/mine', p_identifiers: ['pkg:npm/mine'] })
  const { skills } = await call<{ skills: { identifiers: string[] }[] }>(agent, 'export_me')
  expect(skills.map(({ identifiers }) => identifiers)).toEqual([['pkg:npm/mine']])
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

test('same_identifier has the skill that most established agents rated, however many copies have one rating by a new account', async () => {
  const agent = await newAgent()
  const url = 'https://hidden-twin.example/x'
  const twins: Skill[] = []
  for (const name of ['Poor', 'Copy 1', 'Copy 2', 'Copy 3'])
    twins.push((await submit(agent, { p_name: `Hidden ${name}`, p_url: url })).skill)
  const [poor, ...copies] = twins
  await database.owner`
    update public.skill_stats set claws_1 = 3, established_ratings = 3, established_claws = 3 where skill_id = ${poor?.id ?? ''}`
  for (const [i, { id }] of copies.entries())
    await database.owner`update public.skill_stats set claws_5 = 1, speed_count = ${i}, speed_sum = ${i} where skill_id = ${id}`
  const { same_identifier } = await submit(agent, { p_url: url })
  expect(same_identifier).toHaveLength(3)
  expect(same_identifier[2]).toEqual({ id: poor?.id, name: poor?.name, slug: poor?.slug })
})

test('same_identifier has skills with the same path, not others of the repository', async () => {
  const agent = await newAgent()
  const at = (path: string) => submit(agent, { p_url: `https://github.com/same/repo/tree/main/${path}` })
  const [same] = [(await at('same')).skill, await at('other')]
  const { same_identifier } = await at('same/README.md')
  expect(same_identifier.map(({ slug }) => slug)).toEqual([same.slug])
})

test('identifiers that are added while a rating is counted get its score', async () => {
  const skill = await newSkill()
  const rater = await newAgent()
  const result = await race(
    {
      run: (sql) => sql`
        update public.skill_stats set claws_5 = 1 where skill_id = ${skill.id}`,
    },
    { run: (sql) => sql`select private.set_imported_identifiers(${skill.id}, '{pkg:npm/counted}')` },
  )
  expect(result.outcome).toBe('done')
  const scores = () => database.owner`
    select i.score, st.score as wanted from private.skill_identifiers as i join public.skill_stats as st using (skill_id)
    where skill_id = ${skill.id}`
  const [row] = await scores()
  expect(row?.score).toBe(row?.wanted)
  await call(rater, 'submit_rating', { p_skill_id: skill.id, p_claws: 1 })
  const [rated] = await scores()
  expect(rated?.score).toBe(rated?.wanted)
  expect(rated?.score).not.toBe(row?.score)
})

test('each skill has the identifier of its URL', async () => {
  const stored = await database.owner`
    select skill_id, identifier, state from private.skill_identifiers where 'url' = any (origins) order by 1, 2`
  const wanted = await database.owner`
    select id as skill_id, private.normalize_identifier(url) as identifier, private.skill_state(retired_at, merged_into) as state
    from public.skills where private.normalize_identifier(url) is not null order by 1, 2`
  expect([...stored]).toEqual([...wanted])
})

type Duplicates = { victim: Skill; imported: Skill }
/** Two skills that share an identifier, one of them imported, in a transaction that is rolled back. */
function duplicates(
  { url, checked }: { url: string; checked: string[] },
  work: (tx: Transaction, skills: Duplicates) => Promise<void>,
) {
  return rolledBack(database.owner, async (tx) => {
    const skills = await tx<Skill[]>`
      insert into public.skills (name, description, type, url)
      values ('Victim', 'x', 'mcp', ${url}), ('Imported', 'x', 'mcp', null) returning id, name, slug`
    const [victim, imported] = [...skills] as [Skill, Skill]
    await tx`insert into private.imports (source) values ('duplicates')`
    await tx`
      insert into private.imported_skills (source, external_name, skill_id)
      values ('duplicates', 'x', ${imported.id})`
    await tx`select private.set_imported_identifiers(${imported.id}, ${checked}, '{https://page.example}')`
    await work(tx, { victim, imported })
  })
}

const establish = (tx: Transaction, { id }: Skill, number: number) => tx`
  update public.skill_stats
  set claws_5 = ${number}, established_ratings = ${number}, established_claws = ${number * 5}
  where skill_id = ${id}`

test('admin.duplicate_skills keeps the skill with more established ratings, and has no call below three or if both have some', async () => {
  const url = 'https://duplicate.example/x'
  await duplicates({ url, checked: [url] }, async (tx, { victim, imported }) => {
    const pair = async () => {
      const [row] = await tx`select * from admin.duplicate_skills where ${url} = any (identifiers)`
      return [row?.duplicate, row?.keep, row?.merge_call, row?.no_call_reason]
    }
    const few = 'Fewer than 3 ratings by established agents say which one to keep.'
    expect(await pair()).toEqual([victim.slug, imported.slug, null, few])
    await establish(tx, imported, 2)
    expect(await pair()).toEqual([victim.slug, imported.slug, null, few])
    await establish(tx, imported, 3)
    const call = `select admin.merge_skills('${victim.slug}', '${imported.slug}', 'They have the same package, endpoint or name.');`
    expect(await pair()).toEqual([victim.slug, imported.slug, call, null])
    const [merge] = await tx.unsafe(call)
    expect(merge?.merge_skills).toContain(`${victim.slug} would be merged into ${imported.slug}`)
    await establish(tx, imported, 0)
    await establish(tx, victim, 3)
    const checked = 'A registry checked the identifier of the duplicate, but not of the one to keep.'
    expect(await pair()).toEqual([imported.slug, victim.slug, null, checked])
    await tx`select private.set_imported_identifiers(${victim.id}, ${[url]})`
    expect(await pair()).toEqual([
      imported.slug,
      victim.slug,
      call.replace(/\('.*?', '.*?'/, `('${imported.slug}', '${victim.slug}'`),
      null,
    ])
    await establish(tx, imported, 1)
    const both = 'Established agents rated both: they may be different skills.'
    expect(await pair()).toEqual([imported.slug, victim.slug, null, both])
    await establish(tx, imported, 4)
    expect(await pair()).toEqual([victim.slug, imported.slug, null, both])
  })
})

test.each([
  ['a path in a repository', 'https://github.com/a/b/tree/main/c', ['pkg:github/a/b#c'], 1],
  ['a repository', 'https://github.com/a/b', ['pkg:github/a/b'], 0],
  ['a repository with other paths', 'https://github.com/a/b/tree/main/c', ['pkg:github/a/b#d'], 0],
  ['a page', 'https://page.example', [], 0],
])('admin.duplicate_skills and %s', async (_, url, checked, pairs) => {
  await duplicates({ url, checked }, async (tx) => {
    expect(await tx`select from admin.duplicate_skills where 'victim' in (duplicate, keep)`).toHaveLength(
      pairs,
    )
  })
})

test('admin.duplicate_skills has none in the seed', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`delete from public.skills`
    await tx.unsafe(readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8'))
    expect(await tx`select from admin.duplicate_skills`).toHaveLength(0)
  })
})

test('admin.duplicate_skills merges a server that its source deleted into the active one of the same package', async () => {
  await duplicates(
    { url: 'https://moved.example/a', checked: ['pkg:npm/moved'] },
    async (tx, { victim, imported }) => {
      await tx`select private.set_imported_identifiers(${victim.id}, ${['pkg:npm/moved']})`
      await tx`insert into private.imported_skills (source, external_name, skill_id, status) values ('duplicates', 'y', ${victim.id}, 'deleted')`
      await tx`select private.withdraw_identifiers(${victim.id})`
      await establish(tx, victim, 5)
      const [row] = await tx`select * from admin.duplicate_skills where 'pkg:npm/moved' = any (identifiers)`
      expect(row).toMatchObject({ duplicate: victim.slug, keep: imported.slug, no_call_reason: null })
      expect(row?.merge_call).toContain(`('${victim.slug}', '${imported.slug}'`)
    },
  )
})

test('admin.duplicate_skills has no call for other addresses without an import, nor into the younger one', async () => {
  await rolledBack(database.owner, async (tx) => {
    const [older, younger] = await tx<Skill[]>`
      insert into public.skills (name, description, type, url, created_at)
      values ('Maker', 'x', 'mcp', 'https://maker.example', now() - interval '1 day'), ('Maker pro', 'x', 'mcp', 'https://pro.example', now())
      returning id, name, slug`
    if (!older || !younger) throw new Error('There are no skills.')
    for (const { id } of [older, younger])
      await tx`select private.replace_identifiers(${id}, '{pkg:npm/maker}', 'submission')`
    await establish(tx, younger, 3)
    const reason = async () =>
      (
        await tx`select merge_call, no_call_reason from admin.duplicate_skills where 'pkg:npm/maker' = any (identifiers)`
      )[0]
    expect(await reason()).toEqual({
      merge_call: null,
      no_call_reason: 'Their addresses differ, and neither was imported.',
    })
    await tx`update public.skills set url = 'https://maker.example' where id = ${younger.id}`
    expect(await reason()).toEqual({
      merge_call: null,
      no_call_reason: 'The one to keep is the younger one.',
    })
  })
})

test('admin.duplicate_skills prefers a skill that its source has', async () => {
  const url = 'https://deleted-at-source.example/x'
  await duplicates({ url, checked: [url] }, async (tx, { victim, imported }) => {
    const kept = async () =>
      (await tx`select keep from admin.duplicate_skills where ${url} = any (identifiers)`)[0]?.keep
    expect(await kept()).toBe(imported.slug)
    await tx`update private.imported_skills set status = 'deleted' where skill_id = ${imported.id}`
    await tx`update public.skills set created_at = created_at - interval '1 day' where id = ${victim.id}`
    expect(await kept()).toBe(victim.slug)
  })
})

test('admin.duplicate_skills has at most 20 skills of one identifier', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`
      insert into public.skills (name, description, type, url)
      select 'Many ' || n, 'x', 'mcp', 'https://github.com/many/x/tree/main/y' from generate_series(1, 300) as n`
    const rows =
      await tx`select skills from admin.duplicate_skills where 'pkg:github/many/x#y' = any (identifiers)`
    expect([rows.length, rows[0]?.skills]).toEqual([19, 300])
  })
})

/** Inserts skills with these names and a number, and the same identifiers. */
async function plant(tx: Transaction, name: string, identifiers: string[], origin: string, number = 1) {
  const planted = await tx<{ id: string }[]>`
    insert into public.skills (name, description, type) select ${name} || n, 'x', 'mcp' from generate_series(1, ${number}::integer) as n
    returning id`
  const ids = planted.map(({ id }) => id)
  await tx`select private.replace_identifiers(id, ${identifiers}, ${origin}) from unnest(${ids}::uuid[]) as id`
}

test('admin.duplicate_skills lists what nobody plants for free before what one agent can plant', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`delete from public.skills`
    // Imported skills, and 50 submissions that claim five of their packages each, each with a rating by a new account.
    const packages = Array.from({ length: 250 }, (_, i) => `pkg:npm/planted-${i}`)
    for (const [i, name] of packages.entries()) await plant(tx, `Checked ${i} `, [name], 'import')
    for (let i = 0; i < packages.length; i += 5)
      await plant(tx, `Planted ${i} `, packages.slice(i, i + 5), 'submission')
    // The same skill, and 30 copies of it.
    await plant(tx, 'Genuine ', ['pkg:npm/genuine'], 'import')
    await plant(tx, 'Original ', ['pkg:npm/genuine'], 'submission')
    await plant(tx, 'Its copy ', ['pkg:npm/genuine'], 'submission', 30)
    await tx`insert into private.imports (source) values ('planted')`
    await tx`
      insert into private.imported_skills (source, external_name, skill_id)
      select 'planted', s.name, s.id from public.skills as s where s.name ~ '^(Checked|Genuine) '`
    await tx`
      update public.skill_stats as st set claws_5 = 1 from public.skills as s where s.id = st.skill_id and s.name ~ '^(Planted|Its copy)'`
    await tx`
      update public.skill_stats as st set claws_1 = 1, established_ratings = 1, established_claws = 1
      from public.skills as s where s.id = st.skill_id and s.name = 'Original 1'`
    const rows = await tx`select duplicate, keep, skills from admin.duplicate_skills`
    expect(rows[0]).toEqual({ duplicate: 'genuine-1', keep: 'original-1', skills: 32 })
    // Then pairs, before what many share.
    expect(rows[1]?.keep).toMatch(/^checked-/)
  })
})

test('admin.duplicate_skills lists skills with the name of an imported one by their evidence, then the oldest', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`delete from public.skills`
    await tx`insert into private.imports (source) values ('names')`
    await tx`
      insert into public.skills (name, description, type, created_at)
      select kind || n, 'x', 'clawdbot', now() + n * interval '1 second'
      from generate_series(1, 230) as n, unnest(array['owner/slug ', 'imported ']) as kind`
    await tx`
      insert into private.imported_skills (source, external_name, skill_id)
      select 'names', 'owner/slug ' || n, s.id
      from generate_series(1, 230) as n join public.skills as s on s.name = 'imported ' || n`
    await tx`
      update public.skill_stats as st set claws_5 = 1, established_ratings = 1, established_claws = 5
      from public.skills as s where s.id = st.skill_id and s.name = 'owner/slug 229'`
    const rows = await tx`select keep, duplicate from admin.duplicate_skills`
    const listed = rows.map(({ duplicate, keep }) =>
      [duplicate, keep].find((slug) => slug.startsWith('owner')),
    )
    expect([rows.length, listed[0]]).toEqual([200, 'owner-slug-229'])
    expect(listed).toContain('owner-slug-199')
    expect(listed).not.toContain('owner-slug-200')
  })
})
