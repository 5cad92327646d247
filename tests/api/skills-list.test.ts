import { beforeAll, describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, get, type Skill, type SkillList } from '../support/api.ts'
import {
  type Agent,
  inParallel,
  listAllNames,
  listSkills,
  newAgents,
  newSkill,
  rate,
  rateBy,
  uniqueWord,
} from '../support/fixtures.ts'

const idDescending = (a: Skill, b: Skill) => (a.id < b.id ? 1 : -1)
const nameOf = ({ name }: Skill) => name

describe.concurrent('GET /api/skills', () => {
  test('returns skills without a key or any parameter', async () => {
    const skill = await newSkill({ url: 'https://example.com' })
    expect(await listSkills({ search: skill.name })).toEqual({
      skills: [skill],
      count: 1,
      next_cursor: null,
      did_you_mean: null,
    })
    expect(await listSkills({ search: uniqueWord() })).toMatchObject({
      skills: [],
      count: 0,
      next_cursor: null,
    })
    const all = await listSkills({})
    expect(all.skills.length).toBeGreaterThan(0)
    expect(all.count).toBe(all.skills.length)
  })

  test('returns a skill as soon as it was submitted', async () => {
    const { id } = await newSkill()
    const { skills } = await listSkills({ sort: 'newest', limit: 500 })
    expect(skills.map((skill) => skill.id)).toContain(id)
  })

  test('ignores unknown parameters, also twice', async () => {
    const { name } = await newSkill()
    const unknown = 'offset=5&order=name&select=email&p_limit=0&id=eq.1&offset=6&Limit=0&__proto__=1&=&&x'
    const { status, body } = await get<SkillList>(`/api/skills?${unknown}&search=${name}`)
    expect([status, body.count]).toEqual([200, 1])
  })

  test('takes + as a space', async () => {
    const word = uniqueWord()
    const [spaced, plus] = [await newSkill({ name: `two ${word}` }), await newSkill({ name: `two+${word}` })]
    const firstOf = async (search: string) =>
      (await get<SkillList>(`/api/skills?search=${search}`)).body.skills[0]?.id
    expect(await firstOf(`two+${word}`)).toBe(spaced.id)
    expect(await firstOf(`two%2B${word}`)).toBe(plus.id)
  })

  test.each([
    ...[
      'type=mcp&type=mcp',
      'search=x&search=x',
      'sort=top&sort=top',
      'limit=5&limit=5',
      'cursor=x&cursor=x',
    ],
    ...[
      'limit=5&%6Cimit=5',
      'search=&x=1&search',
      'type=',
      'type=MCP',
      'type=mcp%20',
      'type=mcp,github',
      'type=*',
    ],
    ...['type=mcp%00', 'type=constructor', 'sort=', 'sort=best', 'sort=TOP', 'sort=name%20', 'sort=name,id'],
    ...['sort=reliability_mean', 'sort=id', 'sort=toString', 'sort=newest%00'],
    ...[
      '',
      '0',
      '-0',
      '000',
      '-1',
      '1.5',
      '5.0',
      '1e2',
      '0x10',
      '%205',
      '5%20',
      '%2B5',
      '5,6',
      'ten',
      'NaN',
      'null',
    ]
      .concat('Infinity', '%EF%BC%95', '%D9%A5', '5%00', '5%0A')
      .map((limit) => `limit=${limit}`),
  ])('rejects %s', async (query) => {
    expectInvalidFields(await get(`/api/skills?${query}`), query.split('=')[0] ?? '')
  })

  test.each([
    ...['search=%', 'search=%zz', 'search=%FF', 'search=%C3', 'search=%C0%80', 'search=%ED%A0%80'],
    ...['search=%F5%80%80%80', 'unknown=%FF', '%FF=1', 'limit=5&%E2%82'],
  ])('rejects a query that is not percent-encoded UTF-8: %s', async (query) => {
    expectProblem(await get(`/api/skills?${query}`), 400, 'invalid_request')
  })

  test('reports every invalid parameter', async () => {
    const query = `type=tool&type=mcp&sort=best&limit=0&cursor=&search=${'x'.repeat(201)}`
    expectInvalidFields(await get(`/api/skills?${query}`), 'type', 'sort', 'limit', 'cursor', 'search')
  })

  test('filters by type', async () => {
    const [word, types] = [uniqueWord(), ['clawdbot', 'github', 'mcp', 'other']]
    await inParallel(types, (type) => newSkill({ name: `${word} ${type}`, type }))
    const typesIn = async (parameters: object) =>
      (await listSkills({ search: word, sort: 'name', ...parameters })).skills.map(({ type }) => type)
    expect(await typesIn({})).toEqual(types)
    for (const type of types) expect(await typesIn({ type })).toEqual([type])
  })
})

describe.concurrent('limit', () => {
  const word = uniqueWord()
  beforeAll(async () => {
    await inParallel(Array(101).fill(0), (_, i) => newSkill({ name: `${word} ${i}` }))
  })

  test.each([
    ['1', 1],
    ['007', 7],
    ['100', 100],
    ['501', 101],
    ['9'.repeat(40), 101],
  ])('of %s returns so many skills', async (limit, count) => {
    const { skills, count: counted, next_cursor } = await listSkills({ search: word, limit })
    expect([skills.length, counted, next_cursor !== null]).toEqual([count, count, count < 101])
  })

  test('is 100 by default and counts as 500 above 500', async () => {
    expect((await listSkills({ search: word })).count).toBe(100)
    expect((await listSkills({ limit: 10_000 })).count).toBeLessThanOrEqual(500)
  })

  test('is lower where a page would exceed about 1 MB; next_cursor continues', async () => {
    const search = uniqueWord()
    const description = `${search} ${'😀'.repeat(4_900)}`
    const names = Array.from({ length: 60 }, (_, i) => `${search} ${i}`)
    await inParallel(names, (name) => newSkill({ name, description }))
    const first = await get<SkillList>(`/api/skills?search=${search}&limit=500`)
    expect(first.body.count).toBe(first.body.skills.length)
    expect(first.body.count).toBeLessThan(60)
    expect(Buffer.byteLength(first.text)).toBeLessThan(1_050_000)
    expect((await listAllNames({ search, limit: 500 })).sort()).toEqual(names.sort())
  })
})

describe.concurrent('sort', () => {
  let agents: Agent[]
  beforeAll(async () => {
    agents = await newAgents(8)
  })

  test('by claws, number of ratings, age and name', async () => {
    const word = uniqueWord()
    const catalogue: [label: string, claws: number[]][] = [
      ['loved by many', [5, 5, 5, 5, 5, 5, 5, 4]],
      ['loved by one', [5]],
      ['unrated', []],
      ['good to two', [4, 4]],
      ['good to one', [4]],
      ['hardly works', [1]],
      ['solid', [3]],
      ['also unrated', []],
    ]
    const skills: Skill[] = []
    for (const [label] of catalogue) skills.push(await newSkill({ name: `${word} ${label}` }))
    await inParallel(catalogue, ([, claws], i) => rateBy(agents, skills[i] as Skill, claws))
    const unrated = skills.filter(({ name }) => name.includes('unrated')).sort(idDescending)
    const order = (...labels: string[]) => [
      ...labels.map((label) => `${word} ${label}`),
      ...unrated.map(nameOf),
    ]
    const expected = {
      // As if five more agents had rated with 3 claws; the ratings of new agents count as at most three.
      top: order('loved by many', 'loved by one', 'good to two', 'good to one', 'solid', 'hardly works'),
      rating: order('loved by one', 'loved by many', 'good to two', 'good to one', 'solid', 'hardly works'),
      most_rated: order(
        'loved by many',
        'good to two',
        'loved by one',
        'good to one',
        'solid',
        'hardly works',
      ),
      newest: skills.map(nameOf).reverse(),
      name: skills.map(nameOf).sort(),
    }
    for (const [sort, names] of Object.entries(expected)) {
      for (const limit of [1, 2, 7, 8, 9]) {
        expect(await listAllNames({ search: word, sort, limit }), `${sort}, limit=${limit}`).toEqual(names)
      }
    }
  })

  test('name: by the comparison key, in the order of code points', async () => {
    const word = uniqueWord()
    const names = ['1', 'a', 'B', 'ｃ', 'ｄe', 'DF', 'z', 'É', '\uE000', '🦞'].map((end) => `${word} ${end}`)
    await inParallel(names.toReversed(), (name) => newSkill({ name }))
    expect(await listAllNames({ search: word, sort: 'name' })).toEqual(names)
  })

  test.each(['reliability', 'security', 'speed'] as const)(
    '%s: by Bayesian average; skills without a score last',
    async (sort) => {
      const word = uniqueWord()
      // In the expected order. The claws and the other scores have another order.
      const catalogue: [label: string, scores: (number | null)[]][] = [
        ['perfect to one', [null, 100]],
        ['a billionth more', [0.150000001]],
        ['least', [0]],
        ['little to two', [0.2, null, 0.1]],
        ['little to three', [0.1, 0.2, 0.15]],
        ['rated', [null]],
        ['also rated', [null]],
        ['unrated', []],
      ]
      const skills = await inParallel(catalogue, ([label]) => newSkill({ name: `${word} ${label}` }))
      const rateAll = async (skill: Skill, claws: number, scores: (number | null)[]) => {
        const others = { reliability: claws, security: claws, speed: claws }
        for (const [i, score] of scores.entries())
          await rate(agents[i] as Agent, { skill_id: skill.id, claws, ...others, [sort]: score })
      }
      await inParallel(skills, (skill, i) => rateAll(skill, Math.min(i + 1, 5), catalogue[i]?.[1] ?? []))
      const names = [...skills.slice(0, 5), ...skills.slice(5).sort(idDescending)].map(nameOf)
      for (const limit of [1, 3, 100])
        expect(await listAllNames({ search: word, sort, limit })).toEqual(names)

      // A replaced rating moves its skill.
      await rateAll(skills[2] as Skill, 1, [100.0])
      await rateAll(skills[1] as Skill, 1, [null])
      const after = await listSkills({ search: word, sort })
      expect(after.skills.slice(0, 3).map(nameOf).sort()).toEqual(
        [skills[0], skills[2], skills[3]].map((skill) => nameOf(skill as Skill)).sort(),
      )
      expect(after.skills.find(({ name }) => name.endsWith('billionth more'))?.sub_scores[sort]).toEqual({
        ...{ mean: null, count: 0 },
      })
    },
  )

  test('is top by default', async () => {
    const word = uniqueWord()
    const skills = await inParallel([1, 2, 3], (n) => newSkill({ name: `${word} ${n}` }))
    await inParallel(skills, (skill, i) => rateBy(agents, skill, [i + 2]))
    expect(await listAllNames({ search: word, sort: 'top' })).toEqual(skills.map(nameOf).reverse())
    // A cursor is bound to its sort order.
    const { next_cursor } = await listSkills({ limit: 1 })
    expect((await get(`/api/skills?sort=top&cursor=${next_cursor}`)).status).toBe(200)
    expectInvalidFields(await get(`/api/skills?sort=name&cursor=${next_cursor}`), 'cursor')
  })
})
