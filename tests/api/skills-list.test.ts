import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  expectFaults,
  expectProblem,
  get,
  inParallel,
  list,
  newAgent,
  newSkill,
  post,
  rate,
  rateBy,
  type Skill,
  type SkillList,
  someAgent,
  uniqueWord,
  walk,
} from '../support/http-client.ts'

describe('the list of skills', () => {
  test('needs no key and no parameter, and shows skills whole', async () => {
    const word = uniqueWord()
    const skill = await newSkill({ name: word, url: 'https://example.com' })
    const { status, headers, body } = await get<SkillList>(`/api/skills?search=${word}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/)
    expect(body).toEqual({ skills: [skill], count: 1, next_cursor: null, did_you_mean: null })

    const all = await get<SkillList>('/api/skills')
    expect(all.status).toBe(200)
    expect(all.body.skills.length).toBeGreaterThan(0)
    expect(all.body.count).toBe(all.body.skills.length)
  })

  test('of nothing is empty, with a count of 0 and no next page', async () => {
    expect(await list({ search: uniqueWord() })).toEqual({
      skills: [],
      count: 0,
      next_cursor: null,
      did_you_mean: null,
    })
  })

  test('shows a skill as soon as it was submitted', async () => {
    const { id } = await newSkill()
    const { skills } = await list({ sort: 'newest', limit: 500 })
    expect(skills.map((skill) => skill.id)).toContain(id)
  })

  test('ignores parameters that it does not know, also twice', async () => {
    const { name } = await newSkill()
    const unknown = 'offset=5&order=name&select=email&p_limit=0&id=eq.1&offset=6&Limit=0&__proto__=1&=&&x'
    const { status, body } = await get<SkillList>(`/api/skills?${unknown}&search=${name}`)
    expect(status).toBe(200)
    expect(body.count).toBe(1)
  })

  test.each(['type=mcp', 'search=x', 'sort=top', 'limit=5', 'cursor=x'])(
    'refuses a parameter given twice: %s',
    async (parameter) => {
      const [name = ''] = parameter.split('=')
      expectFaults(await get(`/api/skills?${parameter}&${parameter}`), name)
    },
  )

  test('knows a parameter given twice in two spellings', async () => {
    expectFaults(await get('/api/skills?limit=5&%6Cimit=5'), 'limit')
    expectFaults(await get('/api/skills?search=&x=1&search'), 'search')
  })

  test.each([
    'search=%',
    'search=100%',
    'search=%zz',
    'search=%FF',
    'search=%C3',
    'search=%C0%80',
    'search=%ED%A0%80',
    'search=%F5%80%80%80',
    'unknown=%FF',
    '%FF=1',
    'limit=5&%E2%82',
  ])('refuses a query that is not percent-encoded UTF-8: %s', async (query) => {
    expectProblem(await get(`/api/skills?${query}`), 400, 'invalid_request')
  })

  test('takes + as a space', async () => {
    const word = uniqueWord()
    await newSkill({ name: `one ${word} two` })
    const { body } = await get<SkillList>(`/api/skills?search=two+${word}`)
    expect(body.count).toBe(1)
  })

  test('names every parameter at fault in one answer', async () => {
    const query = `type=tool&sort=best&limit=0&cursor=&search=${'x'.repeat(201)}`
    expectFaults(await get(`/api/skills?${query}`), 'type', 'sort', 'limit', 'cursor', 'search')
  })

  test('names a parameter given twice among the others at fault', async () => {
    expectFaults(await get('/api/skills?type=mcp&type=mcp&limit=0'), 'type', 'limit')
  })
})

describe('type', () => {
  const types = ['mcp', 'clawdbot', 'github', 'other']
  const word = uniqueWord()

  beforeAll(async () => {
    await inParallel(types, (type) => newSkill({ name: `${word} ${type}`, type }))
  })

  test.each(types)('%s lists the skills of this type alone', async (type) => {
    const { skills } = await list({ search: word, type })
    expect(skills.map(({ name }) => name)).toEqual([`${word} ${type}`])
  })

  test('lists all types when it is absent', async () => {
    const { skills } = await list({ search: word, sort: 'name' })
    expect(skills.map((skill) => skill.type)).toEqual([...types].sort())
  })

  test.each(['', 'MCP', 'mcp ', 'tool', 'mcp,github', 'mcp\u0000', 'constructor', '*'])(
    'is refused when it is %j',
    async (type) => {
      expectFaults(await get(`/api/skills?type=${encodeURIComponent(type)}`), 'type')
    },
  )
})

describe('limit', () => {
  const word = uniqueWord()

  beforeAll(async () => {
    await inParallel(Array(501).fill(0), (_, i) => newSkill({ name: `${word} ${i}` }))
  })

  test.each([
    ['1', 1],
    ['2', 2],
    ['007', 7],
    ['499', 499],
    ['500', 500],
    ['501', 500],
    ['1000', 500],
    ['2147483648', 500],
    ['9'.repeat(40), 500],
  ])('of %s gives so many skills, 500 at most', async (limit, count) => {
    const answer = await list({ search: word, limit })
    expect(answer.count).toBe(count)
    expect(answer.skills).toHaveLength(count)
    expect(answer.next_cursor).toEqual(expect.any(String))
  })

  test('is 100 when it is absent', async () => {
    expect((await list({ search: word })).count).toBe(100)
  })

  test('is lower where a page would exceed about 1 MB; next_cursor continues', async () => {
    const agent = await someAgent()
    const search = uniqueWord()
    const description = `${search} ${'😀'.repeat(4_900)}`
    const names = Array.from({ length: 60 }, (_, i) => `${search} ${i}`)
    await inParallel(names, (name) =>
      post('/api/skills', { name, description, type: 'other' }, { key: agent.key }),
    )
    const first = await get<SkillList>(`/api/skills?search=${search}&limit=500`)
    expect(first.body.count).toBe(first.body.skills.length)
    expect(first.body.count).toBeLessThan(60)
    expect(Buffer.byteLength(first.text)).toBeLessThan(1_050_000)
    expect((await walk({ search, limit: 500 })).sort()).toEqual(names.sort())
  })

  test('leaves the rest to further pages', async () => {
    const names = await walk({ search: word, limit: 10_000 })
    expect(names).toHaveLength(501)
    expect(new Set(names).size).toBe(501)
  })

  test.each([
    '',
    '0',
    '-0',
    '000',
    '-1',
    '1.5',
    '5.0',
    '1e2',
    '0x10',
    ' 5',
    '5 ',
    '+5',
    '5,6',
    'ten',
    'NaN',
    'null',
    'Infinity',
    '５',
    '٥',
    '5\u0000',
    '5\n',
  ])('is refused when it is %j', async (limit) => {
    expectFaults(await get(`/api/skills?limit=${encodeURIComponent(limit)}`), 'limit')
  })
})

describe('sort', () => {
  const word = uniqueWord()
  const named = (labels: string[]) => labels.map((label) => `${word} ${label}`)
  // What each skill was given, in the order in which they were submitted.
  const story: [label: string, claws: number[]][] = [
    ['loved by many', [5, 5, 5, 5, 5, 5, 5, 4]],
    ['loved by one', [5]],
    ['unrated', []],
    ['good to two', [4, 4]],
    ['good to one', [4]],
    ['hardly works', [1]],
    ['solid', [3]],
    ['also unrated', []],
  ]
  let skills: Skill[]

  beforeAll(async () => {
    const agents: Agent[] = await inParallel(Array(8).fill(0), () => newAgent())
    skills = []
    for (const [label] of story) skills.push(await newSkill({ name: `${word} ${label}` }))
    await inParallel(story, ([, claws], i) => rateBy(agents, skills[i] as Skill, claws))
  })

  const unrated = () =>
    skills.filter(({ name }) => name.includes('unrated')).sort((a, b) => (a.id < b.id ? 1 : -1))

  test('top puts many good ratings before one that is perfect, and the unrated last', async () => {
    // As if five more agents had given 3 claws.
    const rated = ['loved by many', 'loved by one', 'good to two', 'good to one', 'solid', 'hardly works']
    const names = await walk({ search: word, sort: 'top' })
    expect(names.slice(0, 6)).toEqual(named(rated))
    expect(names.slice(6).sort()).toEqual(named(['also unrated', 'unrated']))
  })

  test('is relevance with a search and top without one, unless it is given', async () => {
    expect(await walk({ search: word })).toEqual(await walk({ search: word, sort: 'relevance' }))
    const top = await list({ sort: 'top', limit: 5 })
    expect(await list({ limit: 5 })).toEqual(top)
    expect(await list({ sort: 'relevance', limit: 5 })).toEqual(top)
  })

  test('rating puts the highest average first, of equal ones the more rated, and the unrated last', async () => {
    const rated = ['loved by one', 'loved by many', 'good to two', 'good to one', 'solid', 'hardly works']
    const names = await walk({ search: word, sort: 'rating' })
    expect(names.slice(0, 6)).toEqual(named(rated))
    expect(names.slice(6).sort()).toEqual(named(['also unrated', 'unrated']))
  })

  test('most_rated puts the most ratings first, equal ones as top does', async () => {
    const rated = ['loved by many', 'good to two', 'loved by one', 'good to one', 'solid', 'hardly works']
    const names = await walk({ search: word, sort: 'most_rated' })
    expect(names.slice(0, 6)).toEqual(named(rated))
    expect(names.slice(6).sort()).toEqual(named(['also unrated', 'unrated']))
  })

  test('newest puts the last one first', async () => {
    expect(await walk({ search: word, sort: 'newest' })).toEqual(
      named(story.map(([label]) => label)).reverse(),
    )
  })

  test('name goes by the comparison key, in the order of code points', async () => {
    const other = uniqueWord()
    const ordered = ['1', 'a', 'B', 'ｃ', 'ｄe', 'DF', 'z', 'É', '\uE000', '🦞'].map(
      (end) => `${other} ${end}`,
    )
    await inParallel(ordered.toReversed(), (name) => newSkill({ name }))
    expect(await walk({ search: other, sort: 'name' })).toEqual(ordered)
  })

  test.each(['top', 'rating', 'most_rated'])(
    '%s breaks ties by id, and so always the same way',
    async (sort) => {
      const names = (await walk({ search: word, sort })).slice(6)
      const byId = unrated().map(({ name }) => name)
      expect([byId, byId.toReversed()]).toContainEqual(names)
      expect((await walk({ search: word, sort, limit: 1 })).slice(6)).toEqual(names)
    },
  )

  describe.each(['reliability', 'security', 'speed'] as const)('%s', (sort) => {
    // What agents gave each skill, best first; as many claws as places from the top, against the order.
    const scored: [label: string, scores: (number | null)[]][] = [
      ['perfect to one', [null, 100]],
      ['a billionth more', [0.150000001]],
      ['little to three', [0.1, 0.2, 0.15]],
      ['little to two', [0.2, null, 0.1]],
      ['least of all', [0]],
    ]
    let agents: Agent[]
    const told = async (skill: Skill, claws: number, scores: (number | null)[]) => {
      for (const [i, score] of scores.entries()) {
        const { status } = await rate(agents[i] as Agent, { skill_id: skill.id, claws, [sort]: score })
        expect([200, 201]).toContain(status)
      }
    }

    beforeAll(async () => {
      agents = await inParallel(Array(3).fill(0), () => newAgent())
    })

    test('puts the highest mean first, of equal ones that of more scores, and skills without one last', async () => {
      const word = uniqueWord()
      const skills = await inParallel(scored, ([label]) => newSkill({ name: `${word} ${label}` }))
      await inParallel(skills, (skill, i) => told(skill, i + 1, scored[i]?.[1] ?? []))
      // Five claws are no substitute for a score, nor are the other two scores.
      const unscored = await inParallel(['rated', 'unrated', 'praised'], (label) =>
        newSkill({ name: `${word} ${label}` }),
      )
      await told(unscored[0] as Skill, 5, [null])
      await rate(agents[0] as Agent, {
        skill_id: unscored[2]?.id,
        claws: 5,
        ...{ reliability: 100, security: 100, speed: 100, [sort]: null },
      })
      const last = unscored.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map(({ name }) => name)
      const wanted = [...scored.map(([label]) => `${word} ${label}`), ...last]
      for (const limit of [1, 3, 100]) expect(await walk({ search: word, sort, limit })).toEqual(wanted)
    })

    test('breaks ties by id', async () => {
      const word = uniqueWord()
      const skills = await inParallel(Array(4).fill(0), (_, i) => newSkill({ name: `${word} ${i}` }))
      await inParallel(skills, (skill, i) => told(skill, i + 1, [12.5]))
      const byId = skills.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map(({ name }) => name)
      expect(await walk({ search: word, sort, limit: 3 })).toEqual(byId)
    })

    test('follows a rating that is replaced, and a score that is taken back', async () => {
      const word = uniqueWord()
      const [a, b] = [await newSkill({ name: `${word} a` }), await newSkill({ name: `${word} b` })]
      const order = async () => (await walk({ search: word, sort })).map((name) => name.at(-1)).join('')
      await told(a, 1, [70])
      await told(b, 5, [60])
      expect(await order()).toBe('ab')
      await told(b, 5, [70.1])
      expect(await order()).toBe('ba')
      await told(b, 5, [null])
      expect(await order()).toBe('ab')
      expect((await list({ search: word, sort })).skills.map(({ sub_scores }) => sub_scores[sort])).toEqual([
        { mean: 70, count: 1 },
        { mean: null, count: 0 },
      ])
    })
  })

  test.each(['', 'best', 'TOP', 'reliability_mean', 'name ', 'name,id', 'id', 'toString', 'newest\u0000'])(
    'is refused when it is %j',
    async (sort) => {
      expectFaults(await get(`/api/skills?sort=${encodeURIComponent(sort)}`), 'sort')
    },
  )
})
