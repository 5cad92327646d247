import semver from 'semver'
import { expect, test } from 'vitest'
import { errorOf, type Skill, testDatabase } from '../fixtures.ts'

/** What list_skill_versions and get_skill say of the versions that ratings name. */

const { database, newAgent, newSkill, submitRating, call, admin } = testDatabase()

interface Row {
  /** How many such ratings, each by another agent. */
  ratings?: number
  /** `#` stands for the number of the rating. */
  version: string | null
  established?: boolean
  claws?: number
  /** In seconds. */
  age?: number
  calls?: number | null
  failures?: number | null
}

interface Version {
  version: string
  total_ratings: number
  established_ratings: number
  established_mean: number | null
  observed_calls: number
  observed_failures: number
  last_rated_at: string
}

async function rate(skill: Pick<Skill, 'id'>, rows: Row[]): Promise<void> {
  await database.admin.begin(async (tx) => {
    // Without triggers and foreign keys: neither aggregates nor agents are read.
    await tx`set local session_replication_role = replica`
    for (const row of rows) {
      const {
        ratings = 1,
        version,
        established = true,
        claws = 4,
        age = 0,
        calls = null,
        failures = null,
      } = row
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, established, version, updated_at, observed_calls, observed_failures)
        select ${skill.id}, gen_random_uuid(), ${claws}, ${established}, replace(${version}, '#', i::text),
          now() - make_interval(secs => ${age}), ${calls}, ${failures}
        from generate_series(1, ${ratings}::integer) as i`
    }
  })
}

async function ratedSkill(rows: Row[]): Promise<Skill> {
  const skill = await newSkill()
  await rate(skill, rows)
  return skill
}

const listVersions = async (skill: Pick<Skill, 'slug'>): Promise<Version[]> =>
  (await call<{ versions: Version[] }>({}, 'list_skill_versions', { p_skill: skill.slug })).versions
const namesOf = (versions: Version[]) => versions.map(({ version }) => version)

test('a skill without ratings that name a version has no versions, and an unknown skill is an error', async () => {
  const skill = await ratedSkill([{ version: null, ratings: 3 }])
  expect(await listVersions(skill)).toEqual([])
  const unknown = await errorOf(listVersions({ slug: 'no-such-skill' }))
  expect([unknown?.code, unknown?.message]).toEqual(['PT404', 'skill_not_found'])
})

test('each version has its ratings, and the calls that established agents counted', async () => {
  const skill = await ratedSkill([
    { version: '1.2.0', claws: 5, calls: 5_000, failures: 500 },
    { version: '1.2.0', claws: 2, calls: 7, age: 60 },
    { version: '1.2.0', claws: 1, established: false, calls: 900, failures: 900 },
    { version: 'v1.2.0', claws: 1, established: false, age: 9 },
    { version: null, claws: 1 },
  ])
  expect(await listVersions(skill)).toEqual([
    {
      version: '1.2.0',
      total_ratings: 3,
      established_ratings: 2,
      established_mean: 3.5,
      observed_calls: 1_000,
      observed_failures: 100,
      last_rated_at: expect.stringMatching(/^2.*\+00:00$/),
    },
    {
      version: 'v1.2.0',
      total_ratings: 1,
      established_ratings: 0,
      established_mean: null,
      observed_calls: 0,
      observed_failures: 0,
      last_rated_at: expect.stringMatching(/^2.*\+00:00$/),
    },
  ])
})

test('versions with evidence come first, then the last rated, then the higher semantic version', async () => {
  const skill = await ratedSkill([
    { version: 'new', established: false },
    { version: '1.0.0', age: 10 },
    { version: '2.0.0', age: 20 },
    { version: '2.0.0', established: false, age: 5 },
    ...['1.9.0', '1.10.0', '1.10.0-rc.2', 'nightly', '1.10.0-rc.10'].map((version) => ({ version, age: 30 })),
  ])
  expect(namesOf(await listVersions(skill))).toEqual([
    '2.0.0',
    '1.0.0',
    '1.10.0',
    '1.10.0-rc.10',
    '1.10.0-rc.2',
    '1.9.0',
    'nightly',
    'new',
  ])
})

test('no number of ratings by new accounts hides a version with evidence', async () => {
  const skill = await ratedSkill([
    { version: '0.9.0', age: 1_000_000 },
    { version: '1.0.0', age: 2_000_000, ratings: 2 },
    { version: '9.9.#', established: false, ratings: 10_050 },
  ])
  const versions = await listVersions(skill)
  expect(versions).toHaveLength(50)
  expect(namesOf(versions.slice(0, 2))).toEqual(['0.9.0', '1.0.0'])
  expect(versions[1]).toMatchObject({ total_ratings: 2, established_ratings: 2, established_mean: 4 })
  // Nor do they choose which of more than 50 are shown.
  await rate(skill, [
    { version: '5.#.0', ratings: 50, age: 3_000_000 },
    { version: '5.50.0', established: false, ratings: 3 },
  ])
  expect(namesOf(await listVersions(skill))).toEqual(expect.arrayContaining(['0.9.0', '1.0.0']))
})

test('of more than 10,000 ratings, those by established agents count first, and the newest of them', async () => {
  const skill = await ratedSkill([
    { version: 'old', ratings: 30, age: 900 },
    { version: 'current', ratings: 9_980, age: 600 },
    { version: 'current', ratings: 500, established: false },
  ])
  const counts = (await listVersions(skill)).map(({ version, total_ratings }) => [version, total_ratings])
  expect(counts).toEqual([
    ['current', 9_980],
    ['old', 20],
  ])
})

test('removed ratings and those of suspended agents do not count, and come back with their agent', async () => {
  const [skill, [kept, removed, suspended]] = [
    await newSkill(),
    [await newAgent(), await newAgent(), await newAgent()],
  ]
  const ids = []
  for (const agent of [kept, removed, suspended])
    ids.push((await submitRating(agent, skill, { p_version: agent === kept ? '1.0' : `2.0 ${agent.id}` })).id)
  await admin('remove_ratings', [ids[1] as string], 'Spam.')
  await admin('suspend_agent', suspended.name, 'Spam.')
  expect(namesOf(await listVersions(skill))).toEqual(['1.0'])
  await admin('reinstate_agent', suspended.name, 'A mistake.')
  expect(namesOf(await listVersions(skill))).toEqual([`2.0 ${suspended.id}`, '1.0'])
})

const lastOf = async (rows: Row[]) => {
  const { slug } = await ratedSkill(rows)
  const page = await call<{ last_rated_version: string | null }>({}, 'get_skill', { p_skill: slug })
  return page.last_rated_version
}

test('the last version is the highest semantic one that established agents name, or the newest if it is none', async () => {
  expect(await lastOf([{ version: '1.0.0', established: false }, { version: null }])).toBeNull()
  expect(
    await lastOf([{ version: '1.9.0' }, { version: '1.10.0', age: 99 }, { version: '1.2.3', age: 9 }]),
  ).toBe('1.10.0')
  expect(await lastOf([{ version: 'nightly' }, { version: '1.10.0', age: 99 }])).toBe('nightly')
  expect(await lastOf([{ version: '1.0.0' }, { version: 'nightly', age: 99 }])).toBe('1.0.0')
  expect(await lastOf([{ version: '1.0.0' }, { version: '9.#.0', established: false, ratings: 200 }])).toBe(
    '1.0.0',
  )
  expect(
    await lastOf([
      { version: null, ratings: 500 },
      { version: '1.0.0', age: 99 },
    ]),
  ).toBe('1.0.0')
})

test('semantic versions sort as semver says, and other texts are none', async () => {
  const parts = ['0', '1', '2', '10', '12345678901234']
  const ends = [
    '',
    '-0',
    '-1',
    '-11',
    '-a',
    '-a.b',
    '-a-b',
    '-alpha',
    '-alpha.1',
    '-alpha.10',
    '-alpha.beta',
    '-rc.1',
    '-rc.1.1',
    '-Z',
  ]
  const versions = parts.flatMap((part, i) => ends.map((end) => `${i % 2}.${part}.${parts[4 - i]}${end}`))
  const keyed = await database.owner<{ version: string; key: string }[]>`
    select version, k.key
    from unnest(${versions}::text[]) as version cross join private.semantic_version_key(version) as k (key)
    order by k.key collate "C"`
  const sorted = keyed.map(({ version }) => version)
  expect(sorted).toEqual([...sorted].sort(semver.compare))
  expect(new Set(keyed.map(({ key }) => key)).size).toBe(versions.length)
  const others = ['1', '1.2', '1.2.3.4', 'x1.2.3', '1.2.3-', '1.2.3 ', 'latest', '']
  const [row] = await database.owner`
    select
      (select count(private.semantic_version_key(v))::integer from unnest(${others}::text[]) as v) as known,
      private.semantic_version_key('v1.2.3+build') = private.semantic_version_key('1.2.3') as same`
  expect(row).toEqual({ known: 0, same: true })
})

test('versions that look the same are one', async () => {
  const skill = await newSkill()
  for (const p_version of ['2.0.0', '2.0.0\u200b', '２.０.０', ' 2.\u20600.0'])
    expect((await submitRating(await newAgent(), skill, { p_version })).version).toBe('2.0.0')
  const { ratings } = await call<{ ratings: unknown[] }>({}, 'list_ratings', {
    p_skill: skill.id,
    p_version: '２.0.0',
  })
  expect(ratings).toHaveLength(4)
  const agent = await newAgent()
  const hidden = submitRating(agent, skill, { p_version: '2.0.0\u{e0041}' })
  expect((await errorOf(hidden))?.message).toBe('invalid_request')
  expect((await submitRating(agent, skill, { p_version: '\u200b' })).version).toBeNull()
})
