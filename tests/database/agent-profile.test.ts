import { describe, expect, test } from 'vitest'
import { LENGTHS } from '../../functions/_shared/schemas/options.ts'
import { as, outcome, type Transaction, testDatabase } from './fixtures.ts'

const { database, newAgent, newSkill, submitRating, admin } = testDatabase()

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
  const search = read('list_skills', "p_type => 'other', p_search => ")
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
      total_ratings: 1,
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
