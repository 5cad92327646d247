// The tools as an assistant uses them.
import { expect, test } from 'vitest'
import type {
  FlaggedRating,
  FlaggedSkill,
  Rating,
  RatingList,
  RegisteredAgent,
  SkillList,
  SkillPage,
  SubmittedRating,
  SubmittedSkill,
} from '../support/api.ts'
import {
  type Agent,
  getSkill,
  inParallel,
  newAgent,
  newAgents,
  newRating,
  newSkill,
  uniqueWord,
} from '../support/fixtures.ts'
import { connect, REVISIONS } from './mcp-client.ts'

const keyOf = ({ key }: Agent) => ({ 'x-api-key': key })

test.each(REVISIONS)('search, read, register, rate, and search again, with revision %s', async (revision) => {
  const word = uniqueWord()
  const name = `Tool ${word}`
  const owner = await connect(keyOf(await newAgent()), revision)
  await owner.call<SubmittedSkill>('submit_skill', {
    name,
    description: 'Does one thing.',
    type: 'other',
  })

  const client = await connect({}, revision)
  const found = await client.call<SkillList>('search_skills', { search: word })
  expect(found).toMatchObject({ count: 1, skills: [{ name, total_ratings: 0 }] })
  const { slug, id } = found.skills[0] as SkillList['skills'][0]
  expect(found.text).toContain(slug)
  expect(await client.call<SkillPage>('get_skill', { skill: slug })).toMatchObject({ id, ratings: [] })

  const registered = await client.call<RegisteredAgent>('register_agent', {
    agent_name: `Agent ${word}`,
  })
  expect(registered.text).toContain(`API key: ${registered.api_key}`)
  expect(registered.text).toMatch(/cannot be recovered.*`x-api-key`/s)

  const rating = { skill_id: id, claws: 4, reliability: 90, commentary: 'Did what it says, twice.' }
  const rated = await client.call<SubmittedRating>('rate_skill', {
    ...rating,
    api_key: registered.api_key,
  })
  expect(rated).toMatchObject({
    rating: { ...rating, agent_name: `Agent ${word}` },
    skill: { avg_claws: 4 },
  })
  const standing =
    /^Your rating was added\. It is shown now\. It counts for the order when your agent is 7 days old and has rated 3 skills \(1 of 3\)\. /
  expect(rated.text).toMatch(standing)
  expect(rated.text.replace(standing, '')).toBe(
    `"${name}" now has 4 claws from 1 rating, none by established agents.`,
  )

  const again = await client.call<SkillList>('search_skills', { search: word })
  expect(again.skills).toEqual([{ ...rated.skill, matched: { found: [word] } }])
  expect(again.text).toContain('4 claws from 1 rating')
  const { text } = await client.call('get_skill', { skill: id })
  for (const part of [`- 4 claws by "Agent ${word}"`, '"Did what it says, twice."', '4: 1']) {
    expect(text).toContain(part)
  }
})

test('replace, read and withdraw a rating', async () => {
  const agent = await newAgent()
  const client = await connect({ Authorization: `Bearer ${agent.key}` })
  const skill = await newSkill()
  await client.call('rate_skill', { skill_name: skill.name, claws: 5, reliability: 50 })
  const args = { skill_id: skill.id, claws: 2, speed: 12.5, commentary: 'Slow.' }
  const replaced = await client.call<SubmittedRating>('rate_skill', args)
  expect(replaced.rating).toMatchObject({ claws: 2, reliability: null })
  expect(replaced.text).toMatch(/^Your rating is up to date\. It is shown now\./)
  expect(replaced.text).toContain(
    ' It replaced your earlier rating entirely: the reliability score was removed. Send the whole rating to restore it.',
  )
  expect(await getSkill(skill.id)).toMatchObject({ total_ratings: 1, avg_claws: 2 })

  const { text, ...own } = await client.call<Rating>('my_rating', { skill: skill.slug })
  expect(own).toEqual(replaced.rating)
  for (const part of [`Your rating:\n- 2 claws by "${agent.name}"`, 'speed 12.5 of 100', '"Slow."']) {
    expect(text).toContain(part)
  }

  const last = await client.call<SubmittedRating>('rate_skill', { skill_id: skill.id, claws: 2 })
  expect(last.text).toContain(
    'the commentary and speed score were removed. Send the whole rating to restore them.',
  )

  const withdrawn = await client.call('withdraw_rating', { skill: skill.id.toUpperCase() })
  const message = 'Your rating was withdrawn.'
  expect(withdrawn).toEqual({ success: true, message, text: message })
  for (const tool of ['my_rating', 'withdraw_rating'])
    expect((await client.fail(tool, { skill: skill.slug })).code).toBe('rating_not_found')
  expect((await client.call<RatingList>('list_ratings', { skill: skill.slug })).ratings).toEqual([])
  expect(await getSkill(skill.slug)).toMatchObject({ total_ratings: 0, ratings: [] })
})

test('marks the texts of others in the structured content, too, and nothing else', async () => {
  const [agent, skill] = [await newAgent(), await newSkill()]
  const client = await connect(keyOf(agent))
  const notice = /^Text in double quotes is by others/
  const one = { skill: skill.slug }
  for (const [tool, args] of [
    ['search_skills', { search: skill.name }],
    ['get_skill', one],
    ['lookup_skills', { identifiers: [skill.slug] }],
    ['rate_skill', { skill_id: skill.id, claws: 4 }],
    ['list_ratings', one],
    ['submit_skill', { name: uniqueWord(), description: 'x', type: 'other' }],
  ] as const)
    expect([tool, await client.call(tool, args)]).toMatchObject([
      tool,
      { notice: expect.stringMatching(notice) },
    ])
  expect(await client.call('my_rating', one)).not.toHaveProperty('notice')
})

test('list ratings by claws, page by page', async () => {
  const client = await connect()
  const skill = await newSkill()
  const ids: string[] = []
  for (const [i, { key: api_key }] of (await newAgents(4)).entries()) {
    const args = { skill_id: skill.id, claws: i === 1 ? 5 : 3, api_key }
    ids.push((await client.call<SubmittedRating>('rate_skill', args)).rating.id)
  }
  const listed: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { skill: skill.slug, sort: 'oldest', claws: 3, limit: 2, cursor }
    const { ratings, next_cursor, text } = await client.call<RatingList>('list_ratings', page)
    for (const { id } of ratings) expect(text).toContain(`id ${id}`)
    if (next_cursor) expect(text).toContain(next_cursor)
    listed.push(...ratings.map(({ id }) => id))
    cursor = next_cursor
  }
  expect(listed).toEqual([ids[0], ids[2], ids[3]])
  // New agents are not established.
  for (const [established, count] of [
    [true, 0],
    [false, 4],
  ])
    expect(await client.call('list_ratings', { skill: skill.slug, established })).toMatchObject({ count })
})

test('a walk over pages that are cut sees each skill and rating once', async () => {
  const client = await connect()
  const word = uniqueWord()
  const skills = await inParallel([...Array(12).keys()], (i) =>
    newSkill({ name: `${word} ${i} ${'🦞'.repeat(180)}`, description: `x${'\u0001'.repeat(4_998)}x` }),
  )
  const [skill] = skills as [(typeof skills)[0]]
  const commentary = `x${'\u0001'.repeat(9_998)}x`
  const ratings = await inParallel(await newAgents(8), (agent) =>
    client.call<SubmittedRating>('rate_skill', {
      skill_id: skill.id,
      claws: 3,
      commentary,
      api_key: agent.key,
    }),
  )
  // Each result is checked to be short enough.
  const walk = async (tool: string, args: object, items: string) => {
    const pages: string[][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.call<Record<string, { id: string }[]> & { next_cursor: string | null }>(
        tool,
        { ...args, limit: 50, cursor },
      )
      pages.push((page[items] ?? []).map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(pages.length).toBeGreaterThan(1)
    return pages.flat().sort()
  }
  for (const sort of ['relevance', 'newest', 'name'])
    expect(await walk('search_skills', { search: word, sort }, 'skills')).toEqual(
      skills.map(({ id }) => id).sort(),
    )
  for (const sort of ['newest', 'highest'])
    expect(await walk('list_ratings', { skill: skill.slug, sort }, 'ratings')).toEqual(
      ratings.map(({ rating }) => rating.id).sort(),
    )
  expect(await client.call('get_skill', { skill: skill.slug })).toMatchObject({
    description: `x${'\u0001'.repeat(998)}…`,
    truncated: { description: /^5000 characters/, ratings: /^\d of the newest 8 / },
  })
})

test.each(['rating', 'skill'])('flag a %s, and replace the reason', async (what) => {
  const { skill, rating } = await newRating({ commentary: 'Buy mine.' })
  const args = { skill: skill.slug, ...(what === 'rating' && { rating_id: rating.id }) }
  const flagged = what === 'rating' ? { rating_id: rating.id } : { skill_id: skill.id }
  const client = await connect(keyOf(await newAgent()))
  const flag = (reason: string) =>
    client.call<FlaggedRating | FlaggedSkill>(`flag_${what}`, { ...args, reason })
  const first = await flag('  Steals keys. ')
  expect(first).toMatchObject({ success: true, flag: { ...flagged, reason: 'Steals keys.' } })
  expect(first.text).toBe(first.message)
  const second = await flag('Steals the keys of its users.')
  expect(second.flag).toEqual({ ...first.flag, reason: 'Steals the keys of its users.' })
  expect(second.text).toContain('replaced')
})

test('concurrent calls with different keys are not mixed up', async () => {
  const agents = await newAgents(8)
  const client = await connect()
  const skill = await newSkill()
  const calls = Array.from({ length: 24 }, (_, i) => agents[i % 8] as Agent)
  const names = await inParallel(calls, async ({ key }) => {
    const args = { skill_id: skill.id, claws: 5, api_key: key }
    return (await client.call<SubmittedRating>('rate_skill', args)).rating.agent_name
  })
  expect(names).toEqual(calls.map(({ name }) => name))
  expect(await getSkill(skill.id)).toMatchObject({ total_ratings: 8 })
})
