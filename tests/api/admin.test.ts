// What users of the API see of what an admin did in the dashboard.
import postgres from 'postgres'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  expectProblem,
  get,
  list,
  newAgent,
  newSkill,
  page,
  post,
  rate,
  type Skill,
  type SkillPage,
  submit,
  uniqueWord,
} from '../support/http-client.ts'

const stack = inject('localStack')

describe.runIf(stack)('what an admin does', () => {
  let sql: postgres.Sql
  beforeAll(() => {
    sql = postgres(stack?.databaseUrl ?? '', { max: 1 })
    return () => sql.end()
  })

  /** Asks the Data API, past the function. */
  async function dataApi(
    path: string,
    key: string | undefined,
    headers: Record<string, string> = {},
    body?: object,
  ) {
    const response = await fetch(`${stack?.apiUrl}/rest/v1/${path}`, {
      headers: { apikey: key ?? '', 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

  async function retired(): Promise<Skill> {
    const skill = await newSkill()
    await sql`select admin.retire_skill(${skill.slug}, 'Gone.')`
    return skill
  }

  async function merged() {
    const [duplicate, keep, agent] = [await newSkill(), await newSkill(), await newAgent()]
    await rate(agent, { skill_id: duplicate.id, claws: 4, commentary: 'Moved.' })
    await sql`select admin.merge_skills(${duplicate.slug}, ${keep.slug}, 'Reason.')`
    return { duplicate, keep, agent }
  }

  describe('to a skill, when it is retired:', () => {
    test('its page says since when, by its id and its slug', async () => {
      const live = await newSkill()
      expect((await page(live.slug)).retired_at).toBeNull()
      const skill = await retired()
      for (const address of [skill.slug, skill.id, skill.id.toUpperCase()]) {
        const { status, body } = await get<SkillPage>(`/api/skills/${address}`)
        expect(status).toBe(200)
        expect(body).toMatchObject({ ...skill, retired_at: expect.stringMatching(/^\d{4}-.+(Z|\+00:00)$/) })
      }
    })

    test('it is in no list and no search', async () => {
      const skill = await retired()
      for (const sort of ['top', 'rating', 'most_rated', 'newest', 'name']) {
        const { skills } = await list({ sort, search: skill.name })
        expect(skills).toEqual([])
      }
      expect((await list({ sort: 'newest' })).skills.map(({ id }) => id)).not.toContain(skill.id)
    })

    test('rating it by its id is 410', async () => {
      const skill = await retired()
      const agent = await newAgent()
      const problem = expectProblem(await rate(agent, { skill_id: skill.id, claws: 5 }), 410, 'skill_retired')
      expect(problem.detail).toMatch(/retired/)
      expectProblem(await rate(agent, { skill_name: skill.name, claws: 5 }), 404, 'skill_not_found')
      expect((await page(skill.slug)).total_ratings).toBe(0)
    })

    test('its name is free, its slug is not', async () => {
      const skill = await retired()
      const { status, body } = await submit({ name: skill.name })
      expect(status).toBe(201)
      expect(body.skill.slug).toBe(`${skill.slug}-2`)
      expect((await page(skill.slug)).id).toBe(skill.id)
    })

    test('a cursor that ends at it leads on', async () => {
      const word = uniqueWord()
      const names = [`${word} a`, `${word} b`, `${word} c`]
      const skills: Skill[] = []
      for (const name of names) skills.push(await newSkill({ name }))
      const first = await list({ search: word, sort: 'name', limit: 2 })
      await sql`select admin.retire_skill(${skills[1]?.slug ?? ''}, 'Gone.')`
      const next = await list({ search: word, sort: 'name', limit: 2, cursor: first.next_cursor ?? '' })
      expect(next.skills.map(({ name }) => name)).toEqual(names.slice(2))
    })
  })

  describe('to two skills, when they are merged:', () => {
    test('the id and the slug of the duplicate answer with the skill that is kept', async () => {
      const { duplicate, keep, agent } = await merged()
      const kept = await page(keep.slug)
      expect(kept).toMatchObject({ id: keep.id, total_ratings: 1, retired_at: null })
      expect(kept.ratings).toMatchObject([
        { skill_id: keep.id, agent_name: agent.name, commentary: 'Moved.' },
      ])
      expect(await page(duplicate.slug)).toEqual(kept)
      expect(await page(duplicate.id)).toEqual(kept)
    })

    test('a rating by the id of the duplicate is one of the skill that is kept', async () => {
      const { duplicate, keep } = await merged()
      const { status, body } = await rate(await newAgent(), { skill_id: duplicate.id, claws: 2 })
      expect(status).toBe(201)
      expect(body).toMatchObject({ rating: { skill_id: keep.id }, skill: { id: keep.id, total_ratings: 2 } })
    })
  })

  describe('to a review, when it is hidden:', () => {
    test('its text is in no answer and behind no door, and comes back to the letter', async () => {
      const [word, agent, skill] = [uniqueWord(), await newAgent(), await newSkill()]
      const { body } = await rate(agent, {
        skill_id: skill.id,
        claws: 1,
        speed: 50,
        commentary: `Buy ${word}!`,
      })
      const anywhere = async () => {
        const texts = [
          (await get(`/api/skills/${skill.slug}`)).text,
          (await get(`/api/skills?search=${skill.name}`)).text,
        ]
        for (const key of [stack?.publishableKey, stack?.secretKey]) {
          const doors = [
            `ratings?id=eq.${body.rating.id}`,
            `skill_ratings?id=eq.${body.rating.id}`,
            `skills?id=eq.${skill.id}&select=*,ratings(*)`,
          ]
          for (const door of doors) {
            const answer = await dataApi(door, key)
            expect(answer.status).toBe(200)
            texts.push(answer.text)
          }
        }
        return texts.filter((text) => text.includes(word)).length
      }
      const before = await get<SkillPage>(`/api/skills/${skill.slug}`)
      expect(await anywhere()).toBe(7)
      await sql`select admin.hide_commentary(${body.rating.id}, 'Spam.')`
      expect(await anywhere()).toBe(0)
      // Not to a client either that has the page already.
      const again = await get<SkillPage>(`/api/skills/${skill.slug}`, {
        headers: { 'if-none-match': before.headers.get('etag') ?? '' },
      })
      expect(again.status).toBe(200)
      expect(again.body).toEqual({ ...before.body, ratings: [{ ...body.rating, commentary: null }] })
      await sql`select admin.restore_commentary(${body.rating.id}, 'Reason.')`
      expect((await get(`/api/skills/${skill.slug}`)).text).toBe(before.text)
    })

    test('a new text of its agent stays hidden until an admin restores it', async () => {
      const [agent, skill] = [await newAgent(), await newSkill()]
      const { body } = await rate(agent, { skill_id: skill.id, claws: 1, commentary: 'Rude.' })
      await sql`select admin.hide_commentary(${body.rating.id}, 'Rude.')`

      const same = await rate(agent, { skill_id: skill.id, claws: 1, commentary: 'Rude.' })
      expect(same.status).toBe(200)
      expect(same.body.rating).toEqual({ ...body.rating, commentary: null })

      const second = await rate(agent, { skill_id: skill.id, claws: 2, commentary: 'Polite.' })
      expect(second.status).toBe(200)
      expect(second.body.rating).toMatchObject({ id: body.rating.id, claws: 2, commentary: null })
      expect((await page(skill.slug)).ratings).toEqual([second.body.rating])

      await sql`select admin.restore_commentary(${body.rating.id}, 'Polite now.')`
      expect((await page(skill.slug)).ratings).toMatchObject([{ claws: 2, commentary: 'Polite.' }])
    })
  })

  test('to an agent, when its keys are revoked: the next request is 401', async () => {
    const agent = await newAgent()
    await sql`select admin.revoke_keys(${agent.name}, 'Reason.')`
    expectProblem(await rate(agent, { skill_id: (await newSkill()).id, claws: 5 }), 401, 'invalid_api_key')
  })

  describe('is done in a schema that the Data API does not serve:', () => {
    const keys = { publishable: stack?.publishableKey, secret: stack?.secretKey }
    const RELATIONS = [
      'audit_log',
      'flagged_ratings',
      'hidden_commentaries',
      'newest_agents',
      'rating_bursts',
      'retired_skills',
    ]

    test.each(Object.entries(keys))('neither its tables and views, with the %s key', async (_, key) => {
      for (const relation of RELATIONS) {
        for (const [path, headers] of [
          [relation, {}],
          [`admin.${relation}`, {}],
          [relation, { 'accept-profile': 'admin' }],
        ] as const) {
          const { status } = await dataApi(path, key, headers)
          expect([path, headers, status]).toEqual([
            path,
            headers,
            status >= 400 && status < 500 ? status : 'refused',
          ])
        }
      }
    })

    test.each(Object.entries(keys))('nor its functions, with the %s key', async (_, key) => {
      const skill = await newSkill()
      const args = { skill: skill.slug, reason: 'Mine.' }
      for (const [path, headers] of [
        ['rpc/retire_skill', {}],
        ['rpc/admin.retire_skill', {}],
        ['rpc/retire_skill', { 'content-profile': 'admin' }],
        ['rpc/retire_skill', { 'content-profile': 'admin', 'accept-profile': 'admin' }],
      ] as const) {
        const { status } = await dataApi(path, key, headers, args)
        expect([path, headers, status]).toEqual([
          path,
          headers,
          status >= 400 && status < 500 ? status : 'refused',
        ])
      }
      expect((await page(skill.slug)).retired_at).toBeNull()
    })
  })

  test('cannot be done by an agent with its key, straight in the tables', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const answer = await fetch(`${stack?.apiUrl}/rest/v1/skills?id=eq.${skill.id}`, {
      method: 'PATCH',
      headers: {
        apikey: stack?.publishableKey ?? '',
        'x-api-key': agent.key,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ retired_at: '2026-01-01' }),
    })
    expect(answer.ok).toBe(false)
    const sent = await post(
      '/api/skills',
      { name: uniqueWord(), description: 'x', type: 'mcp', retired_at: '2026-01-01' },
      { key: agent.key },
    )
    expect(sent.status).toBe(201)
    expect((await page(skill.slug)).retired_at).toBeNull()
  })
})
