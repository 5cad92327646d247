import { expect, test } from 'vitest'
import { LookupSkillsInput } from '../../../functions/_shared/schemas/requests.ts'
import { as, errorOf, pathsOf, type Skill, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, call, admin } = testDatabase()

type Result = {
  identifier: string
  status: string
  skills: (Skill & { imported: boolean; exact: boolean })[]
}
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
      url: skill.url,
      avg_claws: 0,
      total_ratings: 0,
      established_ratings: 0,
      established_mean: null,
      changed_at: null,
      established_since_change: 0,
      imported: false,
      exact: true,
    },
  ])
})

test('a package URL with a version has what established agents say of this version, and of the last one', async () => {
  const [first, second] = [
    await submit('https://versions.example/a'),
    await submit('https://versions.example/b'),
  ]
  for (const { id } of [first, second])
    await setImported(id, ['pkg:npm/@versions/x', 'pkg:docker/versions/x'])
  const [old, other] = [await newAgent(), await newAgent()]
  await admin('grant_standing', old.id, 'A test.')
  await call(old, 'submit_rating', { p_skill_id: first.id, p_claws: 4, p_version: '1.2.0+b/1' })
  await call(other, 'submit_rating', { p_skill_id: first.id, p_claws: 1, p_version: '2.0.0' })
  const versionOf = async (identifier: string) => {
    const [result] = await lookup(identifier)
    expect([identifier, result?.status, result?.skills.length]).toEqual([identifier, 'found', 2])
    return result?.skills.map(({ id, name: _, ...skill }) => [id, 'for_version' in skill, skill])
  }
  const established = {
    established_ratings: 1,
    established_mean: 4,
    last_rated_at: expect.stringMatching(/\+00:00$/),
  }
  const known = { version: '1.2.0+b/1', ...established }
  const none = { last_rated_version: null, for_version: null }
  for (const identifier of [
    'pkg:npm/%40versions/x@1.2.0+b/1',
    ' PKG:npm/@versions/x@1.2.0%2Bb%2f1?a=b@c#d@e ',
    'pkg:npm//%40versions/x@1.2.0+b/1/',
    'pkg:docker/versions/x@1.2.0+b/1',
  ])
    expect(await versionOf(identifier)).toEqual([
      [first.id, true, expect.objectContaining({ last_rated_version: '1.2.0+b/1', for_version: known })],
      [second.id, true, expect.objectContaining(none)],
    ])
  for (const [version, for_version] of [
    [
      '2.0.0',
      {
        version: '2.0.0',
        established_ratings: 0,
        established_mean: null,
        last_rated_at: established.last_rated_at,
      },
    ],
    ['2.0.1', null],
    ['1.2.0%2Bb', null],
    ['x'.repeat(900), null],
  ] as const)
    expect(await versionOf(`pkg:npm/@versions/x@${version}`)).toEqual([
      [first.id, true, expect.objectContaining({ last_rated_version: '1.2.0+b/1', for_version })],
      [second.id, true, expect.objectContaining(none)],
    ])
  for (const identifier of [
    'pkg:npm/@versions/x',
    'pkg:npm/%40versions/x@',
    'pkg:npm/%40versions/x?version=1.2.0',
  ])
    expect((await versionOf(identifier))?.map(([, hasVersion]) => hasVersion)).toEqual([false, false])
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

/** Sets the ratings of skills by established agents and, of skills without these, gives one by a new agent. */
async function rated(...ratings: [skill: Skill | undefined, claws: number, established: number][]) {
  for (const [skill, claws, established] of ratings) {
    if (!skill) throw new Error('There is no such skill.')
    const number = Math.max(established, 1)
    await database.owner.unsafe(
      `update public.skill_stats
       set claws_${claws} = $1, established_ratings = $2, established_claws = $3 where skill_id = $4`,
      [number, established, established * claws, skill.id],
    )
  }
}

test('copies with a rating by a new account do not hide the skill that most established agents rated: it is the third', async () => {
  const url = 'https://hidden.example/x'
  const [poor, two, three, four, five] = [
    await submit(url),
    await submit(url),
    await submit(url),
    await submit(url),
    await submit(url),
  ]
  const slugs = (...skills: (Skill | undefined)[]) => ['found', ...skills.map((skill) => skill?.slug)]
  await rated([poor, 1, 10], [two, 5, 0], [three, 4, 0], [four, 3, 0])
  expect(await lookupOne(url)).toEqual(slugs(two, three, poor))
  const [result] = await lookup(url)
  expect(result?.skills[2]).toMatchObject({ established_ratings: 10, established_mean: 1 })
  // Fewer established ratings than one of the first three: the order is top.
  await rated([two, 5, 11])
  expect(await lookupOne(url)).toEqual(slugs(two, three, four))
  await rated([two, 5, 10])
  expect(await lookupOne(url)).toEqual(slugs(two, three, four))
  // Those that a registry checked come first, and have the third place among themselves.
  for (const skill of [two, three, five]) await setImported(skill?.id ?? '', [url])
  await rated([two, 5, 0])
  expect(await lookupOne(url)).toEqual(slugs(two, three, five))
  await setImported(four?.id ?? '', [url])
  await rated([five, 1, 1])
  expect(await lookupOne(url)).toEqual(slugs(two, three, five))
  // Not of the catalogue any more.
  await admin('retire_skill', five?.slug ?? '', 'Gone.')
  expect(await lookupOne(url)).toEqual(slugs(two, three, four))
  await setImported(three?.id ?? '', [])
  expect(await lookupOne(url)).toEqual(slugs(two, four, poor))
})

test('the skill that most established agents rated has the third place only among those with the whole identifier', async () => {
  const url = (path: string) => `https://github.com/Hidden/Repo${path}`
  const [root, sibling] = [await submit(url('')), await submit(url('/tree/main/sibling'))]
  const [one, two, three] = [
    await submit(url('/tree/main/x')),
    await submit(url('/tree/main/x')),
    await submit(url('/tree/main/x')),
  ]
  await rated([root, 1, 9], [sibling, 1, 8], [one, 5, 0], [two, 4, 0], [three, 3, 0])
  const slugs = [one, two, three].map((skill) => skill?.slug)
  expect(await lookupOne(url('/tree/main/x'))).toEqual(['found', ...slugs])
  expect((await lookupOne(url('/tree/main/other'))).slice(1)).toEqual(slugs)
})

test('the identifiers of a skill keep the number of its established ratings, also if its score stays', async () => {
  const skill = await submit('https://kept-number.example')
  const stored = async () =>
    (
      await database.owner`
        select score = 3000000000 as is_neutral, established_ratings as number
        from private.skill_identifiers where skill_id = ${skill.id}`
    )[0]
  const rater = await newAgent()
  await call(rater, 'submit_rating', { p_skill_id: skill.id, p_claws: 3 })
  expect(await stored()).toEqual({ is_neutral: true, number: 0 })
  await admin('grant_standing', rater.id, 'A test.')
  expect(await stored()).toEqual({ is_neutral: true, number: 1 })
  await admin('suspend_agent', rater.id, 'A test.')
  expect((await stored())?.number).toBe(0)
  await admin('reinstate_agent', rater.id, 'A test.')
  // An identifier that comes later.
  await database.owner`update public.skills set url = 'https://kept-number.example/new' where id = ${skill.id}`
  expect(await stored()).toEqual({ is_neutral: true, number: 1 })
})

test('the skill with the same path comes first, then the best of the repository, of however many', async () => {
  const url = (path: string) => `https://github.com/Paths/Repo${path}`
  const [best, root, weather, twin] = [
    await submit(url('/tree/main/skills/best')),
    await submit(url('')),
    await submit(url('/blob/main/skills/weather/SKILL.md')),
    await submit(url('/tree/v2/skills/Weather')),
  ] as [Skill, Skill, Skill, Skill]
  const rater = await newAgent()
  await call(rater, 'submit_rating', { p_skill_id: best.id, p_claws: 5 })
  await call(rater, 'submit_rating', { p_skill_id: root.id, p_claws: 4 })
  await call(rater, 'submit_rating', { p_skill_id: twin.id, p_claws: 2 })
  const found = async (identifier: string) => {
    const [result] = await lookup(identifier)
    return [result?.status, ...(result?.skills.map(({ slug, exact }) => [slug, exact]) ?? [])]
  }
  const exact = ['found', [twin.slug, true], [weather.slug, true], [best.slug, false]]
  for (const spelling of [url('/tree/main/skills/weather'), 'pkg:github/paths/repo@1#skills/weather/'])
    expect(await found(spelling)).toEqual(exact)
  const whole = ['found', [root.slug, true], [best.slug, false], [twin.slug, false]]
  for (const spelling of [url('.git'), 'pkg:github/paths/repo', url('/tree/main')])
    expect(await found(spelling)).toEqual(whole)
  expect(await found(url('/tree/main/none'))).toEqual([
    'found',
    [best.slug, false],
    [root.slug, false],
    [twin.slug, false],
  ])
  // Skills beyond the third have results of their own.
  const many = Array.from({ length: 43 }, (_, i) => url(`/tree/main/many/${i}`))
  const slugs = []
  for (const one of many) slugs.push((await submit(one)).slug)
  expect((await lookup(...many)).map(({ skills }) => [skills[0]?.slug, skills[0]?.exact])).toEqual(
    slugs.map((slug) => [slug, true]),
  )
  // Changes of the URL and deletions leave no repository behind.
  await database.owner`update public.skills set url = 'https://moved.example' where url ilike ${'%/Paths/Repo%'}`
  expect(await found(url(''))).toEqual(['unknown'])
})

test('an identifier of a path leads to what replaced its skill, and a rating that is counted meanwhile orders it', async () => {
  const [gone, kept] = [
    await submit('https://github.com/merging/repo/tree/main/gone'),
    await submit('https://merging.example'),
  ] as [Skill, Skill]
  await admin('merge_skills', gone.slug, kept.slug, 'The same.', true)
  for (const path of ['#gone', '#other', '']) {
    const [result] = await lookup(`pkg:github/merging/repo${path}`)
    expect([result?.status, result?.skills[0]?.slug, result?.skills[0]?.exact]).toEqual([
      'merged',
      kept.slug,
      path === '#gone',
    ])
  }
})

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
  for (const identifier of ['https://merged.example/old', 'https://merged.example/new', kept.slug])
    expect(await lookupOne(identifier), identifier).toEqual(['unknown'])
  for (const id of [gone.id, kept.id]) expect(await lookupOne(id)).toEqual(['retired'])
  await admin('restore_skill', kept.slug, 'Back.')
  await admin('retire_skill', kept.slug, 'Malware.', true)
  for (const identifier of ['https://merged.example/old', 'https://merged.example/new', gone.slug, kept.name])
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

test('an identifier is retired only if an import or a block gave it, and no skill of the catalogue has it', async () => {
  const url = 'https://retired.example/x'
  const skill = await submit(url)
  await admin('retire_skill', skill.slug, 'Gone.')
  for (const identifier of [url, skill.slug]) expect(await lookupOne(identifier)).toEqual(['unknown'])
  expect(await lookupOne(skill.id)).toEqual(['retired'])
  await admin('restore_skill', skill.slug, 'Back.')
  await setImported(skill.id, [url])
  await admin('retire_skill', skill.slug, 'Gone.')
  expect(await lookupOne(url)).toEqual(['retired'])
  const other = await submit(url)
  expect(await lookupOne(url)).toEqual(['found', other.slug])
  await admin('restore_skill', skill.slug, 'Back.')
  await admin('retire_skill', other.slug, 'Gone.')
  expect(await lookupOne(url)).toEqual(['found', skill.slug])
  await database.owner`delete from public.skills where id in (${skill.id}, ${other.id})`
  expect(await lookupOne(url)).toEqual(['unknown'])
})

test('a text is an id, else a name in a registry, else a slug or a name, and both are listed if they differ', async () => {
  const byId = await newSkill()
  const named = await newSkill(byId.id.toUpperCase())
  expect(await lookupOne(byId.id)).toEqual(['found', byId.slug])

  const registered = await newSkill()
  await setImported(registered.id, ['owner/server'])
  const sameName = await newSkill('Owner/Server')
  expect(await lookupOne('OWNER/server')).toEqual(['found', registered.slug])

  const bySlug = await newSkill('Precedence one')
  const byName = await newSkill('precedence-one')
  expect(bySlug.slug).toBe('precedence-one')
  await call(await newAgent(), 'submit_rating', { p_skill_id: byName.id, p_claws: 5 })
  for (const spelling of ['Precedence-ONE', 'precedence-one', 'ｐrecedence-one']) {
    const [result] = await lookup(spelling)
    expect(short(result as Result)).toEqual(['found', bySlug.slug, byName.slug])
    expect(result?.skills.map(({ exact }) => exact)).toEqual([true, true])
  }
  await admin('retire_skill', bySlug.slug, 'Gone.')
  expect(await lookupOne('precedence-one')).toEqual(['found', byName.slug])
  expect(await lookupOne(named.slug)).toEqual(['found', named.slug])
  expect(await lookupOne(sameName.slug)).toEqual(['found', sameName.slug])
})

test('what has the path itself decides the status before others of the repository', async () => {
  const at = (path: string) => submit(`https://github.com/owner/status/tree/main/${path}`)
  const [gone, merged, kept, sibling] = [await at('c'), await at('d'), await at('e'), await at('f')]
  await admin('retire_skill', gone.slug, 'Malware.', true)
  await admin('merge_skills', merged.slug, kept.slug, 'Same.', true)
  expect(await lookupOne('pkg:github/owner/status#c')).toEqual(['retired'])
  expect(await lookupOne('pkg:github/owner/status#d')).toEqual(['merged', kept.slug])
  expect((await lookupOne('pkg:github/owner/status#f')).slice(0, 2)).toEqual(['found', sibling.slug])
  expect((await lookupOne('pkg:github/owner/status#unknown'))[0]).toBe('found')
})

test('skills that left a repository hide no skill that is the repository, however many they are', async () => {
  const repository = 'https://github.com/owner/emptied'
  const at = (path: string) => submit(`${repository}/tree/main/${path}`)
  const [kept, other] = [await submit('https://emptied.example/a'), await submit('https://emptied.example/b')]
  for (let i = 0; i < 12; i++)
    await admin('merge_skills', (await at(`m${i}`)).slug, other.slug, 'Same.', true)
  for (let i = 0; i < 12; i++) await admin('retire_skill', (await at(`r${i}`)).slug, 'Gone.')
  expect(await lookupOne(repository)).toEqual(['merged', other.slug])
  const whole = await submit(repository)
  await admin('retire_skill', whole.slug, 'Malware.', true)
  // No block covers a bare repository.
  expect(await lookupOne(repository)).toEqual(['merged', other.slug])
  await admin('merge_skills', whole.slug, kept.slug, 'Same.', true)
  expect(await lookupOne(repository)).toEqual(['merged', kept.slug])
})

test('an identifier that a merged skill was imported with is imported, whatever the kept skill is', async () => {
  const url = 'https://merged-import.example/x'
  const [imported, kept] = [await submit(url), await submit('https://merged-import.example/y')]
  await setImported(imported.id, [url])
  await admin('merge_skills', imported.slug, kept.slug, 'Same.', true)
  expect((await lookup(url))[0]).toMatchObject({
    status: 'merged',
    skills: [{ slug: kept.slug, imported: true }],
  })
  expect((await lookup(kept.url ?? ''))[0]?.skills[0]?.imported).toBe(false)
})

test('only an import gives a skill a name in a registry', async () => {
  await submit('https://io.github.victim/server')
  expect(await lookupOne('io.github.victim/server')).toEqual(['unknown'])
})

test('whether a skill is imported is also shown for its name', async () => {
  const skill = await newSkill('Imported by name')
  await database.owner`insert into private.imports (source) values ('https://lookup.example')`
  await database.owner`
    insert into private.imported_skills (source, external_name, skill_id)
    values ('https://lookup.example', 'x', ${skill.id})`
  expect((await lookup(skill.name))[0]?.skills[0]?.imported).toBe(true)
})

/** The fields that SQL reports. Zod rejects the same lists; a text is JSON that only SQL reads. */
async function paths(p_identifiers: unknown) {
  const { error } = LookupSkillsInput.safeParse({ identifiers: p_identifiers })
  expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(new Set(['identifiers']))
  return pathsOf(await errorOf(call({}, 'lookup_skills', { p_identifiers })))
}

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

test('all identifiers together have at most 20,000 characters', async () => {
  const list = (length: number) => [...Array(9).fill('😀'.repeat(2_000)), 'x'.repeat(length)]
  expect(await paths(list(2_001))).toEqual(['identifiers'])
  // White space at the ends is trimmed first.
  for (const longest of [list(2_000), list(2_000).map((text) => ` ${text}\u3000`)]) {
    await lookup(...longest)
    expect(LookupSkillsInput.safeParse({ identifiers: longest }).success).toBe(true)
  }
})

test('texts that break the rules are all reported', async () => {
  const list = ['fine', '', ' \u3000', 'x'.repeat(2_049), `a${'\u0301'.repeat(31)}`, '😀'.repeat(2_048)]
  expect(await paths(list)).toEqual(['identifiers.1', 'identifiers.2', 'identifiers.3', 'identifiers.4'])
  expect(await paths('["a\\u0000", "b", "\\ud800"]')).toEqual(['identifiers.0', 'identifiers.2'])
  const { error } = LookupSkillsInput.safeParse({ identifiers: [...list, 'a\0', '\ud800'] })
  expect(error?.issues.map(({ path }) => path[1])).toEqual([1, 2, 3, 4, 6, 7])
})

test('a name is not found by its first 200 characters', async () => {
  const skill = await newSkill('n'.repeat(200))
  expect(await lookupOne(skill.name)).toEqual(['found', skill.slug])
  expect(await lookupOne(`${skill.name}n`)).toEqual(['unknown'])
})

test('a server that its source deleted stays imported, after the active one of the same package', async () => {
  const [moved, active, claim] = [
    await submit('https://moved.example/1'),
    await submit('https://moved.example/2'),
    await submit('https://moved.example/3'),
  ]
  for (const { id } of [moved, active]) await setImported(id, ['pkg:npm/moved'])
  await database.owner`select private.replace_identifiers(${claim.id}, '{pkg:npm/moved}', 'submission')`
  const agent = await newAgent()
  await admin('grant_standing', agent.name, 'Known.')
  await call(agent, 'submit_rating', { p_skill_id: moved.id, p_claws: 1 })
  await database.owner`select private.withdraw_identifiers(${moved.id})`
  const [result] = await lookup('pkg:npm/moved')
  expect(result?.skills.map(({ slug, imported }) => [slug, imported])).toEqual([
    [active.slug, true],
    [moved.slug, true],
    [claim.slug, false],
  ])
})

test('an endpoint is imported only for the path as it is written', async () => {
  const skill = await submit('https://paths.example/page')
  const endpoint = 'https://paths.example/MCP'
  await as(
    database.owner,
    { role: 'service_role' },
    (tx) =>
      tx`select private.set_imported_identifiers(${skill.id}, '{https://paths.example/mcp}', '{}', ${[endpoint]})`,
  )
  const imported = async (identifier: string) =>
    (await lookup(identifier))[0]?.skills.map((one) => one.imported)
  for (const same of [endpoint, `${endpoint}/`, 'HTTPS://Paths.Example:443/MCP'])
    expect(await imported(same), same).toEqual([true])
  expect(await imported('https://paths.example/mcp')).toEqual([false])
})
