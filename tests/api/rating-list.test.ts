import { beforeAll, describe, expect, test } from 'vitest'
import {
  expectInvalidFields,
  get,
  type Rating,
  type RatingList,
  request,
  type Skill,
} from '../support/api.ts'
import {
  type Agent,
  getSkill,
  listRatings,
  newAgents,
  newSkill,
  rate,
  rateBy,
  UTC_TIME,
  UUID,
  uniqueWord,
} from '../support/fixtures.ts'

const SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const
type Sort = (typeof SORTS)[number]
type Parameters = Record<string, string | number>

/** The claws of the ratings of one skill, oldest first. */
const CLAWS = [3, 5, 1, 5, 2, 3, 4, 5, 1, 3, 3, 2]

let agents: Agent[]
let skill: Skill
let oldestFirst: Rating[]
beforeAll(async () => {
  agents = await newAgents(CLAWS.length)
  skill = await newSkill()
  await rateBy(agents, skill, CLAWS)
  oldestFirst = (await listRatings(skill.id, { sort: 'oldest' })).ratings
})

const agentNames = (ratings: Rating[]) => ratings.map(({ agent_name }) => agent_name)

/** The agent names in the expected order. */
function expectedOrder(sort: Sort, claws?: number): string[] {
  const newest = oldestFirst.filter((rating) => claws === undefined || rating.claws === claws).reverse()
  // The sort is stable: newest first among equal claws.
  if (sort === 'highest') newest.sort((a, b) => b.claws - a.claws)
  if (sort === 'lowest') newest.sort((a, b) => a.claws - b.claws)
  return agentNames(sort === 'oldest' ? newest.reverse() : newest)
}

/** Lists all pages; calls `between` after each page. */
async function listAll(
  address: string,
  parameters: Parameters,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  for (let page = 0; cursor !== null || page === 0; page++) {
    if (page === 50) throw new Error('The list does not end.')
    const list: RatingList = await listRatings(address, { ...parameters, ...(cursor !== null && { cursor }) })
    expect(list.count).toBe(list.ratings.length)
    names.push(...agentNames(list.ratings))
    cursor = list.next_cursor
    await between(page)
  }
  return names
}

describe('GET …/ratings', () => {
  test('returns the ratings, newest first by default, as the skill does', async () => {
    expect(agentNames(oldestFirst)).toEqual(agents.map(({ name }) => name))
    expect(oldestFirst[0]).toEqual({
      ...{
        id: expect.stringMatching(UUID),
        skill_id: skill.id,
        agent_name: agents[0]?.name,
        claws: CLAWS[0],
      },
      ...{ reliability: null, security: null, speed: null, commentary: null },
      ...{ created_at: expect.stringMatching(UTC_TIME), updated_at: expect.stringMatching(UTC_TIME) },
    })
    const { ratings, count, next_cursor } = await listRatings(skill.slug)
    expect([agentNames(ratings), count, next_cursor]).toEqual([expectedOrder('newest'), CLAWS.length, null])
    expect((await getSkill(skill.slug)).ratings).toEqual(ratings.slice(0, 10))
    for (const id of [skill.id, skill.id.toUpperCase()])
      expect((await listRatings(id)).ratings).toEqual(ratings)
  })

  test.each(SORTS)('by %s: complete, by claws, and in pages of any size', async (sort) => {
    for (const limit of [1, 2, 5, 11, 12, 13, 500, 501, '9'.repeat(30), '00012'])
      expect(await listAll(skill.id, { sort, limit }), `limit=${limit}`).toEqual(expectedOrder(sort))
    for (const claws of [1, 3, 4])
      expect(await listAll(skill.id, { sort, claws, limit: 2 })).toEqual(expectedOrder(sort, claws))
    const unrated = await newSkill()
    expect(await listRatings(unrated.slug, { sort })).toEqual({ ratings: [], count: 0, next_cursor: null })
  })

  test('contains what was written', async () => {
    const { id } = await newSkill()
    const fields = {
      claws: 4,
      reliability: 0.1,
      security: 100,
      speed: 33.3,
      commentary: '<b>"🦞"</b>\n\u2028',
    }
    const { body } = await rate(agents[0] as Agent, { skill_id: id, ...fields })
    expect((await listRatings(id)).ratings).toEqual([body.rating])
  })

  test('is reordered when a rating is replaced', async () => {
    const other = await newSkill()
    const [one, two] = agents as [Agent, Agent]
    const namesBy = async (parameters: Parameters) =>
      agentNames((await listRatings(other.id, parameters)).ratings)
    await rateBy([one, two], other, [1, 4])
    expect(await namesBy({})).toEqual([two.name, one.name])
    await rate(one, { skill_id: other.id, claws: 5 })
    expect(await namesBy({})).toEqual([one.name, two.name])
    expect(await namesBy({ sort: 'lowest' })).toEqual([two.name, one.name])
    expect(await namesBy({ claws: 1 })).toEqual([])
    expect(await namesBy({ claws: 5 })).toEqual([one.name])
  })

  test.each(SORTS)(
    'by %s: returns a rating that keeps its position once while others write',
    async (sort) => {
      const { id } = await newSkill()
      await rateBy(agents.slice(0, 8), { ...skill, id }, CLAWS.slice(0, 8))
      const seen = await listAll(id, { sort, limit: 2 }, async (page) => {
        await rate(agents[8 + (page % 4)] as Agent, { skill_id: id, claws: 1 + (page % 5) })
        await rate(agents[0] as Agent, { skill_id: id, claws: 1 + (page % 5) })
        await request('DELETE', `/api/skills/${id}/ratings/me`, { key: agents[1]?.key })
      })
      const kept = agents.slice(2, 8).map(({ name }) => name)
      expect(seen.filter((name) => kept.includes(name)).sort()).toEqual(kept.sort())
    },
  )
})

describe('the query', () => {
  const expectInvalid = async (query: string, ...fields: string[]) =>
    expectInvalidFields(await get(`/api/skills/${skill.slug}/ratings?${query}`), ...fields)

  test.each([
    ...[
      'sort=',
      'sort=top',
      'sort=Newest',
      'sort=newest&sort=oldest',
      'claws=',
      'claws=0',
      'claws=6',
      'claws=-1',
    ],
    ...[
      'claws=1.0',
      'claws=05',
      'claws=five',
      'claws=1&claws=1',
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=',
    ],
    ...['limit=1e2', 'cursor=', 'cursor=next', `cursor=${'A'.repeat(200)}`, 'cursor=%00', 'x=%FF'],
  ])('%s is rejected', async (query) => {
    await expectInvalid(query, query.split('=')[0] ?? '')
  })

  test('is checked before the skill; every invalid parameter is reported', async () => {
    await expectInvalid('sort=x&claws=9&limit=0&cursor=x', 'sort', 'claws', 'limit', 'cursor')
    expectInvalidFields(await get(`/api/skills/${uniqueWord()}/ratings?limit=0`), 'limit')
    expectInvalidFields(await get('/api/skills/%00/ratings?claws=9'), 'claws')
  })

  test('may contain unknown parameters', async () => {
    expect((await listRatings(skill.slug, { type: 'mcp', search: 'x', agent: 'me' })).count).toBe(
      CLAWS.length,
    )
  })
})

describe('the cursor', () => {
  const cursorOf = async (parameters: Parameters) => {
    const { next_cursor } = await listRatings(skill.id, { limit: 2, ...parameters })
    expect(next_cursor).toEqual(expect.any(String))
    return next_cursor as string
  }
  const expectRejected = async (address: string, parameters: Record<string, string>) =>
    expectInvalidFields(
      await get(`/api/skills/${address}/ratings?${new URLSearchParams(parameters)}`),
      'cursor',
    )

  test('can be combined with any limit and any address of the skill', async () => {
    const cursor = await cursorOf({})
    const rest = expectedOrder('newest').slice(2)
    expect(agentNames((await listRatings(skill.slug, { cursor, limit: 3 })).ratings)).toEqual(
      rest.slice(0, 3),
    )
    const same = await listRatings(skill.id.toUpperCase(), { cursor, sort: 'newest', x: 1 })
    expect(agentNames(same.ratings)).toEqual(rest)
  })

  test('is rejected with another sort, other claws or another skill', async () => {
    for (const sort of SORTS) {
      const cursor = await cursorOf({ sort })
      for (const other of SORTS.filter((one) => one !== sort))
        await expectRejected(skill.id, { sort: other, cursor })
    }
    const [any, three] = [await cursorOf({}), await cursorOf({ claws: 3 })]
    await expectRejected(skill.id, { cursor: any, claws: '3' })
    await expectRejected(skill.id, { cursor: three, claws: '5' })
    await expectRejected(skill.id, { cursor: three })
    await expectRejected((await newSkill()).id, { cursor: any })
    expectInvalidFields(await get(`/api/skills?cursor=${any}`), 'cursor')
    const skills = await get<{ next_cursor: string }>('/api/skills?limit=1&sort=newest')
    await expectRejected(skill.id, { cursor: skills.body.next_cursor })
  })

  test('is rejected when it was changed', async () => {
    const cursor = await cursorOf({})
    for (const changed of [
      `${cursor.slice(0, 40)}AAAA${cursor.slice(44)}`,
      cursor.slice(0, cursor.length / 2),
      `${cursor}AAAA`,
    ])
      await expectRejected(skill.id, { cursor: changed })
  })

  test('is null on the last page, also when the page is full', async () => {
    for (const sort of SORTS) {
      expect((await listRatings(skill.id, { sort, limit: 12 })).next_cursor).toBeNull()
      expect((await listRatings(skill.id, { sort, limit: 11 })).next_cursor).not.toBeNull()
    }
    expect((await listRatings(skill.id, { claws: 3, limit: 4 })).next_cursor).toBeNull()
  })
})
