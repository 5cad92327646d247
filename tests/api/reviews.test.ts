// The ratings of a skill: their orders, their number of claws, and walks through them.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  expectProblem,
  get,
  inParallel,
  newAgent,
  newSkill,
  page,
  type Rating,
  type RatingList,
  rate,
  rateBy,
  ratingsOf,
  request,
  type Skill,
  UTC_TIME,
  UUID,
  uniqueWord,
} from '../support/http-client.ts'

const SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const
type Sort = (typeof SORTS)[number]

/** So many claws as the agents of the story gave, the first agent's first. */
const CLAWS = [3, 5, 1, 5, 2, 3, 4, 5, 1, 3, 3, 2]

let agents: Agent[]
let skill: Skill
/** Its ratings, in the order in which they came. */
let given: Rating[]

beforeAll(async () => {
  agents = await inParallel(CLAWS, () => newAgent())
  skill = await newSkill()
  await rateBy(agents, skill, CLAWS)
  given = (await ratingsOf(skill.id, { sort: 'oldest' })).ratings
})

const namesOf = (ratings: Rating[]) => ratings.map(({ agent_name }) => agent_name)

/** The names as an order has them, of any number of claws or of one. */
function inOrder(sort: Sort, claws?: number): string[] {
  const newest = given.filter((rating) => claws === undefined || rating.claws === claws).reverse()
  // A stable sort: the newest first among those of as many claws.
  if (sort === 'highest') newest.sort((a, b) => b.claws - a.claws)
  if (sort === 'lowest') newest.sort((a, b) => a.claws - b.claws)
  return namesOf(sort === 'oldest' ? newest.reverse() : newest)
}

/** The ratings of a skill from the first page to the last. */
async function walk(address: string, parameters: Record<string, string | number>): Promise<Rating[]> {
  const seen: Rating[] = []
  let cursor: string | null = null
  do {
    const list: RatingList = await ratingsOf(address, { ...parameters, ...(cursor !== null && { cursor }) })
    expect(list.count).toBe(list.ratings.length)
    seen.push(...list.ratings)
    if (seen.length > 100) throw new Error('The walk does not end.')
    cursor = list.next_cursor
  } while (cursor !== null)
  return seen
}

describe('the ratings of a skill', () => {
  test('are those that agents gave, each whole, in the order in which they came', () => {
    expect(namesOf(given)).toEqual(agents.map(({ name }) => name))
    expect(given.map(({ claws }) => claws)).toEqual(CLAWS)
    for (const rating of given) {
      expect(rating).toEqual({
        id: expect.stringMatching(UUID),
        skill_id: skill.id,
        agent_name: expect.any(String),
        claws: expect.any(Number),
        reliability: null,
        security: null,
        speed: null,
        commentary: null,
        created_at: expect.stringMatching(UTC_TIME),
        updated_at: expect.stringMatching(UTC_TIME),
      })
    }
  })

  test('begin with the newest where nothing is said, as the page of the skill does', async () => {
    const { ratings, count, next_cursor } = await ratingsOf(skill.slug)
    expect([namesOf(ratings), count, next_cursor]).toEqual([inOrder('newest'), CLAWS.length, null])
    expect((await page(skill.slug)).ratings).toEqual(ratings.slice(0, 10))
  })

  test.each(SORTS)('by %s, whole, by number of claws, and by pages of any size', async (sort) => {
    expect(namesOf(await walk(skill.id, { sort }))).toEqual(inOrder(sort))
    for (const limit of [1, 2, 5, 11, 12, 13])
      expect(namesOf(await walk(skill.id, { sort, limit })), `limit=${limit}`).toEqual(inOrder(sort))
    for (const claws of [1, 2, 3, 4, 5])
      expect(namesOf(await walk(skill.id, { sort, claws, limit: 2 }))).toEqual(inOrder(sort, claws))
  })

  test('are the same by id, by id in capitals, by slug, and with a slash at the end', async () => {
    const bySlug = await ratingsOf(skill.slug)
    expect(await ratingsOf(skill.id)).toEqual(bySlug)
    expect(await ratingsOf(skill.id.toUpperCase())).toEqual(bySlug)
    expect((await get(`/api/skills/${skill.slug}/ratings/`)).body).toEqual(bySlug)
  })

  test('of nobody are none', async () => {
    const unrated = await newSkill()
    for (const sort of SORTS) {
      const list = await ratingsOf(unrated.slug, { sort })
      expect(list).toEqual({ ratings: [], count: 0, next_cursor: null })
    }
    expect((await ratingsOf(skill.id, { claws: 4 })).count).toBe(1)
  })

  test('hold what was written, numbers as numbers', async () => {
    const mine = await newSkill()
    const [agent] = agents as [Agent]
    const { body } = await rate(agent, {
      ...{ skill_id: mine.id, claws: 4, reliability: 0.1, security: 100, speed: 33.3 },
      commentary: '<b>Fast</b> "and" 🦞\n\u2028',
    })
    expect((await ratingsOf(mine.id)).ratings).toEqual([body.rating])
  })

  test('change places when they are replaced: updated_at counts, and the new number of claws', async () => {
    const mine = await newSkill()
    const [one, two] = agents as [Agent, Agent]
    await rateBy([one, two], mine, [1, 4])
    expect(namesOf((await ratingsOf(mine.id)).ratings)).toEqual([two.name, one.name])
    await rate(one, { skill_id: mine.id, claws: 5 })
    expect(namesOf((await ratingsOf(mine.id)).ratings)).toEqual([one.name, two.name])
    expect(namesOf((await ratingsOf(mine.id, { sort: 'lowest' })).ratings)).toEqual([two.name, one.name])
    expect((await ratingsOf(mine.id, { claws: 1 })).count).toBe(0)
    expect(namesOf((await ratingsOf(mine.id, { claws: 5 })).ratings)).toEqual([one.name])
  })

  test.each(SORTS)(
    'are seen once each on a walk by %s, if they keep their place, whatever others write',
    async (sort) => {
      const mine = await newSkill()
      await rateBy(agents.slice(0, 8), mine, CLAWS.slice(0, 8))
      const seen: string[] = []
      let cursor: string | null = null
      for (let i = 0; cursor !== null || i === 0; i++) {
        const list: RatingList = await ratingsOf(mine.id, { sort, limit: 2, ...(cursor && { cursor }) })
        seen.push(...namesOf(list.ratings))
        cursor = list.next_cursor
        // Between two pages: somebody new rates, one replaces its rating, and one takes its own back.
        const [writer, mover, leaver] = [agents[8 + (i % 4)], agents[0], agents[1]] as [Agent, Agent, Agent]
        await rate(writer, { skill_id: mine.id, claws: 1 + (i % 5) })
        await rate(mover, { skill_id: mine.id, claws: 1 + (i % 5) })
        await request('DELETE', `/api/skills/${mine.id}/ratings/me`, { key: leaver.key })
        if (i === 50) throw new Error('The walk does not end.')
      }
      const kept = agents.slice(2, 8).map(({ name }) => name)
      expect(seen.filter((name) => kept.includes(name)).sort()).toEqual(kept.sort())
    },
  )

  test('that are more than 500 are never all in one answer, and a limit above is taken for it', async () => {
    for (const limit of ['500', '501', '9'.repeat(30), '00012'])
      expect((await ratingsOf(skill.id, { limit })).count).toBe(CLAWS.length)
  })
})

describe('the query', () => {
  const faults = async (query: string, ...paths: string[]) =>
    expectFaults(await get(`/api/skills/${skill.slug}/ratings?${query}`), ...paths)

  test.each([
    ['sort=', 'sort'],
    ['sort=top', 'sort'],
    ['sort=Newest', 'sort'],
    ['sort=newest&sort=oldest', 'sort'],
    ['claws=', 'claws'],
    ['claws=0', 'claws'],
    ['claws=6', 'claws'],
    ['claws=-1', 'claws'],
    ['claws=1.0', 'claws'],
    ['claws=05', 'claws'],
    ['claws=five', 'claws'],
    ['claws=1&claws=1', 'claws'],
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e2', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=next', 'cursor'],
    [`cursor=${'A'.repeat(200)}`, 'cursor'],
    ['cursor=%00', 'cursor'],
    ['x=%FF', 'x'],
  ])('%s is 400', async (query, path) => {
    await faults(query, path)
  })

  test('has all its faults named', async () => {
    await faults('sort=x&claws=9&limit=0&cursor=x', 'sort', 'claws', 'limit', 'cursor')
  })

  test('may hold what is not known', async () => {
    expect((await ratingsOf(skill.slug, { type: 'mcp', search: 'x', agent: 'me' })).count).toBe(CLAWS.length)
  })
})

describe('a cursor', () => {
  const cursorOf = async (parameters: Record<string, string | number>) => {
    const { next_cursor } = await ratingsOf(skill.id, { limit: 2, ...parameters })
    expect(next_cursor).toEqual(expect.any(String))
    return next_cursor as string
  }
  const refused = async (address: string, parameters: Record<string, string>) => {
    const query = new URLSearchParams(parameters)
    expectFaults(await get(`/api/skills/${address}/ratings?${query}`), 'cursor')
  }

  test('goes with any limit, with any address of its skill, and with what means the same', async () => {
    const cursor = await cursorOf({})
    expect(namesOf((await ratingsOf(skill.slug, { cursor, limit: 3 })).ratings)).toEqual(
      inOrder('newest').slice(2, 5),
    )
    const same = await ratingsOf(skill.id.toUpperCase(), { cursor, sort: 'newest', x: 1 })
    expect(namesOf(same.ratings)).toEqual(inOrder('newest').slice(2))
  })

  test.each(SORTS)('of the order %s is refused by every other', async (sort) => {
    const cursor = await cursorOf({ sort })
    for (const other of SORTS.filter((one) => one !== sort)) await refused(skill.id, { sort: other, cursor })
  })

  test('is refused with another number of claws, with one where there was none, and without it', async () => {
    await refused(skill.id, { cursor: await cursorOf({}), claws: '3' })
    const cursor = await cursorOf({ claws: 3 })
    await refused(skill.id, { cursor, claws: '5' })
    await refused(skill.id, { cursor })
  })

  test('is refused by the ratings of another skill, and by the list of skills, and theirs by it', async () => {
    const other = await newSkill()
    await rateBy(agents, other, [1, 2, 3])
    const cursor = await cursorOf({})
    await refused(other.id, { cursor })
    expectFaults(await get(`/api/skills?cursor=${cursor}`), 'cursor')
    const skills = await get<{ next_cursor: string }>('/api/skills?limit=1&sort=newest')
    await refused(skill.id, { cursor: skills.body.next_cursor })
  })

  test.each([
    ['a changed middle', (cursor: string) => `${cursor.slice(0, 40)}AAAA${cursor.slice(44)}`],
    ['the half of it', (cursor: string) => cursor.slice(0, cursor.length / 2)],
    ['more at its end', (cursor: string) => `${cursor}AAAA`],
  ])('is refused with %s', async (_, tamper) => {
    await refused(skill.id, { cursor: tamper(await cursorOf({})) })
  })

  test('is null on the last page, also when that page is full', async () => {
    for (const sort of SORTS) {
      expect((await ratingsOf(skill.id, { sort, limit: 12 })).next_cursor).toBeNull()
      expect((await ratingsOf(skill.id, { sort, limit: 11 })).next_cursor).not.toBeNull()
    }
    expect((await ratingsOf(skill.id, { claws: 3, limit: 4 })).next_cursor).toBeNull()
  })
})

describe('a skill that is not there', () => {
  test.each([
    ['an unknown id', randomUUID()],
    ['an unknown slug', uniqueWord()],
    ['a slug in capitals', 'RIPGREP'],
    ['a slug that is too long', 'x'.repeat(101)],
    ['a UUID without hyphens', randomUUID().replaceAll('-', '')],
    ['NUL', '%00'],
    ['bytes that are not UTF-8', '%FF'],
    ['an escaped slash', 'a%2Fb'],
    ['a quote', "x'--"],
  ])('has no list: %s', async (_, address) => {
    expectProblem(await get(`/api/skills/${address}/ratings`), 404, 'skill_not_found')
  })

  test('is told of after what is wrong with the query', async () => {
    expectFaults(await get(`/api/skills/${uniqueWord()}/ratings?limit=0`), 'limit')
    expectFaults(await get('/api/skills/%00/ratings?claws=9'), 'claws')
  })
})

test('HEAD is answered as GET is, without a body', async () => {
  const path = `/api/skills/${skill.slug}/ratings`
  const [head, full] = [await request('HEAD', path), await get(path)]
  expect([head.status, head.text, full.status]).toEqual([200, '', 200])
  for (const name of ['content-type', 'cache-control', 'etag'])
    expect(head.headers.get(name), name).toBe(full.headers.get(name))
})

test('a key makes no difference, good or bad', async () => {
  const path = `/api/skills/${skill.slug}/ratings`
  const { text } = await get(path)
  for (const key of [agents[0]?.key ?? '', 'claw_x']) expect((await get(path, { key })).text).toBe(text)
})
