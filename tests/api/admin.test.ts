// What users of the API see after an admin used the functions of the dashboard.
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, get, localStack, type Skill, type SkillPage } from '../support/api.ts'
import {
  getSkill,
  listSkills,
  newAgent,
  newSkill,
  rate,
  submitSkill,
  UTC_TIME,
  uniqueWord,
} from '../support/fixtures.ts'
import { HttpClient } from '../support/http-client.ts'

describe.runIf(localStack)('after an admin', () => {
  let sql: postgres.Sql
  beforeAll(() => {
    sql = postgres(localStack?.databaseUrl ?? '', { max: 1 })
    return () => sql.end()
  })

  const dataApi = new HttpClient(`${localStack?.apiUrl}/rest/v1/`)
  const KEYS = { publishable: localStack?.publishableKey ?? '', secret: localStack?.secretKey ?? '' }

  async function retiredSkill(): Promise<Skill> {
    const skill = await newSkill()
    await sql`select admin.retire_skill(${skill.slug}, 'Gone.')`
    return skill
  }

  describe('retires a skill', () => {
    test('its page contains retired_at', async () => {
      const skill = await retiredSkill()
      for (const address of [skill.slug, skill.id.toUpperCase()]) {
        expect(await getSkill(address)).toMatchObject({
          ...skill,
          retired_at: expect.stringMatching(UTC_TIME),
        })
      }
    })

    test('lists and searches do not contain it', async () => {
      const skill = await retiredSkill()
      for (const sort of ['top', 'rating', 'most_rated', 'newest', 'name']) {
        expect((await listSkills({ sort, search: skill.name })).skills).toEqual([])
      }
      expect((await listSkills({ sort: 'newest' })).skills.map(({ id }) => id)).not.toContain(skill.id)
    })

    test('rating it returns 410 by its id and 404 by its name', async () => {
      const [skill, agent] = [await retiredSkill(), await newAgent()]
      const problem = expectProblem(await rate(agent, { skill_id: skill.id, claws: 5 }), 410, 'skill_retired')
      expect(problem.detail).toMatch(/retired/)
      expectProblem(await rate(agent, { skill_name: skill.name, claws: 5 }), 404, 'skill_not_found')
      expect((await getSkill(skill.slug)).total_ratings).toBe(0)
    })

    test('its name is free, its slug is not', async () => {
      const skill = await retiredSkill()
      const { status, body } = await submitSkill({ name: skill.name })
      expect([status, body.skill.slug]).toEqual([201, `${skill.slug}-2`])
      expect((await getSkill(skill.slug)).id).toBe(skill.id)
    })

    test('a cursor that ends at it still works', async () => {
      const word = uniqueWord()
      const skills: Skill[] = []
      for (const letter of 'abc') skills.push(await newSkill({ name: `${word} ${letter}` }))
      const page = { search: word, sort: 'name', limit: 2 }
      const { next_cursor } = await listSkills(page)
      await sql`select admin.retire_skill(${skills[1]?.slug ?? ''}, 'Gone.')`
      const next = await listSkills({ ...page, cursor: next_cursor ?? '' })
      expect(next.skills.map(({ name }) => name)).toEqual([`${word} c`])
    })
  })

  test('merges two skills: the id and the slug of the duplicate lead to the other', async () => {
    const [duplicate, kept, agent] = [await newSkill(), await newSkill(), await newAgent()]
    await rate(agent, { skill_id: duplicate.id, claws: 4, commentary: 'Moved.' })
    await sql`select admin.merge_skills(${duplicate.slug}, ${kept.slug}, 'Reason.', true)`
    const page = await getSkill(kept.slug)
    expect(page).toMatchObject({ id: kept.id, total_ratings: 1, retired_at: null })
    expect(page.ratings).toMatchObject([{ skill_id: kept.id, agent_name: agent.name, commentary: 'Moved.' }])
    for (const address of [duplicate.slug, duplicate.id]) expect(await getSkill(address)).toEqual(page)
    const { status, body } = await rate(await newAgent(), { skill_id: duplicate.id, claws: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ rating: { skill_id: kept.id }, skill: { id: kept.id, total_ratings: 2 } })
  })

  describe('hides the text of a rating', () => {
    test('no response contains it until it is restored', async () => {
      const [word, agent, skill] = [uniqueWord(), await newAgent(), await newSkill()]
      const fields = { skill_id: skill.id, claws: 1, speed: 50, commentary: `Buy ${word}!` }
      const { rating } = (await rate(agent, fields)).body
      const page = `/api/skills/${skill.slug}`
      const occurrences = async () => {
        const responses = await Promise.all([
          ...[page, `${page}/ratings`, `/api/skills?search=${skill.name}`].map((path) => get(path)),
          ...Object.values(KEYS).flatMap((apikey) =>
            [
              `ratings?id=eq.${rating.id}`,
              `skill_ratings?id=eq.${rating.id}`,
              `skills?id=eq.${skill.id}&select=*,ratings(*)`,
            ].map((path) => dataApi.request('GET', `/${path}`, { headers: { apikey } })),
          ),
        ])
        for (const { status } of responses) expect(status).toBe(200)
        return responses.filter(({ text }) => text.includes(word)).length
      }
      const before = await get<SkillPage>(page)
      expect(await occurrences()).toBe(8)
      await sql`select admin.hide_commentary(${rating.id}, 'Spam.')`
      expect(await occurrences()).toBe(0)
      const cached = { 'If-None-Match': before.headers.get('etag') ?? '' }
      const { status, body } = await get<SkillPage>(page, { headers: cached })
      expect([status, body]).toEqual([200, { ...before.body, ratings: [{ ...rating, commentary: null }] }])
      await sql`select admin.restore_commentary(${rating.id}, 'Reason.')`
      expect((await get(page)).text).toBe(before.text)
    })

    test('a new text of its agent stays hidden until an admin restores it', async () => {
      const [agent, skill] = [await newAgent(), await newSkill()]
      const fields = { skill_id: skill.id, claws: 1, commentary: 'Rude.' }
      const { rating } = (await rate(agent, fields)).body
      await sql`select admin.hide_commentary(${rating.id}, 'Rude.')`
      const same = await rate(agent, fields)
      expect([same.status, same.body.rating]).toEqual([200, { ...rating, commentary: null }])
      const second = await rate(agent, { ...fields, claws: 2, commentary: 'Polite.' })
      expect(second.status).toBe(200)
      expect(second.body.rating).toMatchObject({ id: rating.id, claws: 2, commentary: null })
      expect((await getSkill(skill.slug)).ratings).toEqual([second.body.rating])
      await sql`select admin.restore_commentary(${rating.id}, 'Polite now.')`
      expect((await getSkill(skill.slug)).ratings).toMatchObject([{ claws: 2, commentary: 'Polite.' }])
    })
  })

  test('revokes the keys of an agent: its next request is 401', async () => {
    const agent = await newAgent()
    await sql`select admin.revoke_keys(${agent.name}, 'Reason.')`
    expectProblem(await rate(agent, { skill_id: (await newSkill()).id, claws: 5 }), 401, 'invalid_api_key')
  })

  test.each(Object.entries(KEYS))(
    'the Data API does not serve the schema admin with the %s key',
    async (_, apikey) => {
      const skill = await newSkill()
      const relations =
        'audit_log flagged_ratings hidden_commentaries newest_agents rating_bursts retired_skills'.split(' ')
      const expectRejected = async (method: string, path: string, headers: object, body?: object) => {
        const sent = { apikey, 'Content-Type': 'application/json', ...headers }
        const { status } = await dataApi.request(method, `/${path}`, {
          headers: sent,
          body: body && JSON.stringify(body),
        })
        expect([path, headers, status >= 400 && status < 500]).toEqual([path, headers, true])
      }
      for (const relation of relations) {
        await expectRejected('GET', relation, {})
        await expectRejected('GET', `admin.${relation}`, {})
        await expectRejected('GET', relation, { 'Accept-Profile': 'admin' })
      }
      const args = { skill: skill.slug, reason: 'Mine.' }
      await expectRejected('POST', 'rpc/retire_skill', {}, args)
      await expectRejected('POST', 'rpc/admin.retire_skill', {}, args)
      await expectRejected('POST', 'rpc/retire_skill', { 'Content-Profile': 'admin' }, args)
      await expectRejected(
        'POST',
        'rpc/retire_skill',
        { 'Content-Profile': 'admin', 'Accept-Profile': 'admin' },
        args,
      )
      expect((await getSkill(skill.slug)).retired_at).toBeNull()
    },
  )

  test('an agent cannot retire a skill with its key', async () => {
    const [agent, skill] = [await newAgent(), await newSkill()]
    const options = { key: agent.key, headers: { apikey: KEYS.publishable } }
    const body = { retired_at: '2026-01-01' }
    const { status } = await dataApi.sendJson('PATCH', `/skills?id=eq.${skill.id}`, body, options)
    expect(status).toBeGreaterThanOrEqual(400)
    expect((await getSkill(skill.slug)).retired_at).toBeNull()
  })
})
