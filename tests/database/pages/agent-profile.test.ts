import { describe, expect, test } from 'vitest'
import { LENGTHS } from '../../../functions/_shared/schemas/options.ts'
import { as, outcome, pagesOf, type Transaction, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, submitRating, call, admin } = testDatabase()

/** What a caller without a key gets. */
const read =
  (name: string, before = '') =>
  (address: string) =>
    as(
      database.owner,
      {},
      async (tx) => (await tx.unsafe(`select public.${name}(${before}$1) as it`, [address]))[0]?.it,
    )
const profile = read('get_agent')
const feed = read('get_rating_feed')

// functions/_shared/database.ts puts U+0085 in front of each text that it sends in a query.
test('reads ignore white space around an id, slug, name or search', async () => {
  const agent = await newAgent('Padded')
  const skill = await newSkill('Padded skill', agent)
  await submitRating(agent, skill)
  const search = read('search_catalogue', "p_type => 'other', p_search => ")
  const bySkill = ['get_skill', 'get_badge', 'list_similar_skills', 'list_ratings', 'get_rating_feed'].map(
    (name) => read(name),
  )
  const result = (work: Promise<unknown>) =>
    work.catch(({ code, message, detail }) => [code, message, detail])
  for (const [call, found, missing] of [
    ...[agent.id, agent.name].map((text) => [profile, text, 'x'.repeat(200)] as const),
    ...bySkill.flatMap((call) => [skill.id, 'padded-skill'].map((text) => [call, text, 'no-skill'] as const)),
    [search, 'padded', 'x'.repeat(201)] as const,
  ]) {
    for (const text of [found, missing]) {
      const expected = await result(call(text))
      expect(Array.isArray(expected)).toBe(text === missing)
      for (const padded of [`\u0085${text}`, ` \t${text}\u3000`])
        expect(await result(call(padded))).toEqual(expected)
    }
  }
})

describe('get_agent', () => {
  test('returns the public fields, the counts and the ratings with their skills', async () => {
    const agent = await newAgent('Profiled')
    await database.owner`
      update public.agents set agent_description = 'Reads.', email = 'a@example.com' where id = ${agent.id}`
    const [one, two] = [await newSkill('First', agent), await newSkill('Second', agent)]
    const rating = await submitRating(agent, two, { p_commentary: 'Good.' })
    await admin('retire_skill', one.id, 'Gone.')
    expect(await profile(agent.id)).toEqual({
      id: agent.id,
      agent_name: 'Profiled',
      agent_description: 'Reads.',
      created_at: expect.stringMatching(/\+00:00$/),
      established: false,
      proved_by: null,
      total_ratings: 1,
      claws_counts: { '1': 0, '2': 0, '3': 1, '4': 0, '5': 0 },
      total_skills: 1,
      ratings: [{ ...rating, skill: { id: two.id, name: 'Second', slug: 'second' } }],
    })
  })

  test('says whether the agent is established, and hides a suspended one', async () => {
    const agent = await newAgent()
    await database.owner`insert into private.standing (agent_id, established_at) values (${agent.id}, now())`
    expect((await profile(agent.id)).established).toBe(true)
    await database.owner`update private.standing set suspended_at = now() where agent_id = ${agent.id}`
    for (const address of [agent.id, agent.name])
      expect(await outcome(profile(address))).toBe('PT404 agent_not_found')
    const seen = (tx: Transaction) => tx`select from public.agents where id = ${agent.id}`
    expect(await as(database.owner, {}, seen)).toHaveLength(0)
  })

  test('returns the ten most recently updated ratings, newest first', async () => {
    const agent = await newAgent()
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push((await submitRating(agent, await newSkill())).skill_id)
    const [oldest = ''] = ids
    await submitRating(agent, { id: oldest }, { p_claws: 5 })
    const { total_ratings, ratings } = await profile(agent.name)
    expect(total_ratings).toBe(12)
    const newest = [oldest, ...ids.slice(3).reverse()]
    expect(ratings.map(({ skill_id }: { skill_id: string }) => skill_id)).toEqual(newest)
  })

  test('finds an agent by its id in either case, then by its name as names compare', async () => {
    const agent = await newAgent('Ünï  Löve/2')
    for (const address of [agent.id, agent.id.toUpperCase(), 'ünï löve/2', 'ÜＮI\u0308 LÖVE/2'])
      expect((await profile(address)).id).toBe(agent.id)
  })

  test.each(['', 'Nobody', '00000000-0000-0000-0000-000000000000', '%', `Spaced${' '.repeat(200)}x`])(
    'raises PT404 for %j',
    async (address) => {
      if (address.startsWith('Spaced')) await newAgent('Spaced')
      expect(await outcome(profile(address))).toBe('PT404 agent_not_found')
    },
  )
})

describe.each(['ratings', 'skills'] as const)('list_agent_%s', (kind) => {
  const name = `list_agent_${kind}` as const
  type Page = { count: number; next_cursor: string | null } & Record<string, { id: string }[]>
  const page = (address: string, more = {}) => call<Page>({}, name, { p_agent: address, ...more })
  const idsOf = (list: Page) => list[kind]?.map(({ id }) => id) ?? []
  const walk = async (address: string, p_limit: number) => {
    const pages: string[][] = []
    for await (const list of pagesOf((p_cursor) => page(address, { p_limit, p_cursor }))) {
      expect(list.count).toBe(idsOf(list).length)
      pages.push(idsOf(list))
    }
    return pages
  }

  /** An agent with seven ratings or skills, of which three were last updated at the same time. */
  async function planted() {
    const agent = await newAgent()
    const items: string[] = []
    for (let i = 0; i < 7; i++) {
      const skill = await newSkill(undefined, agent)
      const { id } = await submitRating(agent, skill)
      items.push(kind === 'ratings' ? id : skill.id)
    }
    await database.admin.begin(async (tx) => {
      // Without the triggers that set the times.
      await tx`set local session_replication_role = replica`
      for (const [i, id] of items.entries())
        await tx.unsafe(`update public.${kind} set updated_at = $1 where id = $2`, [
          new Date(Date.UTC(2026, 0, Math.max(i, 2))),
          id,
        ])
    })
    const [one, two, three, ...later] = items
    return { agent, expected: [...later.reverse(), ...[one, two, three].sort().reverse()] }
  }

  test('returns all items once, last updated first, then by id, in pages of any size', async () => {
    const { agent, expected } = await planted()
    for (const limit of [1, 2, 3, 6, 7, 8, 500]) {
      const pages = await walk(agent.name, limit)
      expect(pages.flat()).toEqual(expected)
      expect(pages.map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(7 / limit) }, (_, i) => Math.min(limit, 7 - i * limit)),
      )
    }
  })

  test('finds the agent like its profile, and has no page for an unknown or suspended one', async () => {
    const { agent, expected } = await planted()
    for (const address of [agent.id.toUpperCase(), agent.name.toUpperCase(), ` ${agent.name} `])
      expect(idsOf(await page(address))).toEqual(expected)
    const { next_cursor: p_cursor } = await page(agent.id, { p_limit: 2 })
    await admin('suspend_agent', agent.id, 'Fake.')
    for (const address of [agent.id, agent.name, '', 'Nobody', `${agent.name}/ratings`])
      for (const more of [{}, { p_cursor }, { p_cursor: 'x' }])
        expect(await outcome(page(address, more))).toBe('PT404 agent_not_found')
  })

  test('a cursor is bound to the agent and the list', async () => {
    const [{ agent }, other] = [await planted(), await planted()]
    const { next_cursor: p_cursor } = await page(agent.name, { p_limit: 2 })
    expect(await outcome(page(agent.id, { p_cursor }))).toBe('done')
    expect(await outcome(page(other.agent.id, { p_cursor }))).toMatch(/^PT400/)
    const list = kind === 'ratings' ? 'list_agent_skills' : 'list_agent_ratings'
    expect(await outcome(call({}, list, { p_agent: agent.id, p_cursor }))).toMatch(/^PT400/)
  })
})

test('list_agent_ratings shows what the profile shows: no hidden text, no removed rating, but one of a retired skill', async () => {
  const agent = await newAgent()
  const [hidden, removed, retired] = [await newSkill(), await newSkill(), await newSkill()]
  for (const skill of [hidden, removed, retired]) {
    const { id } = await submitRating(agent, skill, { p_commentary: 'Spam.' })
    if (skill === hidden) await admin('hide_commentary', id, 'Spam.')
    if (skill === removed) await database.owner`select admin.remove_ratings(array[${id}::uuid], 'Fake.')`
  }
  await admin('retire_skill', retired.id, 'Gone.')
  const { ratings } = await profile(agent.id)
  expect(ratings.map(({ skill, commentary }: Record<string, unknown>) => [skill, commentary])).toEqual([
    [{ id: retired.id, name: retired.name, slug: retired.slug }, 'Spam.'],
    [{ id: hidden.id, name: hidden.name, slug: hidden.slug }, null],
  ])
  const list = await call({}, 'list_agent_ratings', { p_agent: agent.id })
  expect(list).toEqual({ ratings, count: 2, next_cursor: null })
})

test('list_agent_skills has the skills of the catalogue: no retired, merged or other ones', async () => {
  const agent = await newAgent()
  const [kept, merged, retired] = [
    await newSkill('Kept', agent),
    await newSkill('Merged', agent),
    await newSkill('Retired', agent),
  ]
  await database.owner`select admin.merge_skills(${merged.id}, ${(await newSkill()).id}, 'Equal.', true)`
  await admin('retire_skill', retired.id, 'Gone.')
  const { skills } = await call<{ skills: object[] }>({}, 'list_agent_skills', { p_agent: agent.id })
  expect(skills).toHaveLength((await profile(agent.id)).total_skills)
  const [shown] =
    await database.owner`select row_to_json(c) as it from public.skill_catalogue as c where id = ${kept.id}`
  expect(skills).toEqual([shown?.it])
})

describe('get_rating_feed', () => {
  test('returns the 50 newest ratings with commentary', async () => {
    const skill = await newSkill()
    await database.owner`insert into public.agents (agent_name) select 'Rater ' || i from generate_series(1, 70) as i`
    await database.owner`
      insert into public.ratings (skill_id, agent_id, claws, commentary, updated_at)
      select ${skill.id}, id, 3, case when n % 7 <> 0 then 'Text ' || n end, '2026-01-01'::timestamptz + n * interval '1 s'
      from (select id, substr(agent_name, 7)::integer as n from public.agents where agent_name like 'Rater %') as a`
    const { skill: found, ratings } = await feed(skill.slug)
    expect(found).toMatchObject({ id: skill.id, name: skill.name, slug: skill.slug })
    const expected = Array.from({ length: 70 }, (_, i) => 70 - i).filter((n) => n % 7 !== 0)
    expect(ratings.map(({ commentary }: { commentary: string }) => commentary)).toEqual(
      expected.slice(0, 50).map((n) => `Text ${n}`),
    )
  })

  test('ends before a megabyte', async () => {
    const skill = await newSkill()
    await database.owner`
      insert into public.ratings (skill_id, agent_id, claws, commentary)
      select ${skill.id}, id, 3, repeat(${'😀'}, ${LENGTHS.commentary[1]}) from public.agents where agent_name like 'Rater %'`
    expect((await feed(skill.id)).ratings).toHaveLength(25)
  })

  test('is empty without commentary, and raises PT404 for an unknown skill', async () => {
    expect((await feed((await newSkill()).id)).ratings).toEqual([])
    expect(await outcome(feed('nothing'))).toBe('PT404 skill_not_found')
  })
})
