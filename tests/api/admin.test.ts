// What users of the API see after an admin used the functions of the dashboard, whose rules are tested in tests/database.
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, get, localStack, type SkillPage } from '../support/api.ts'
import {
  getSkill,
  listSkills,
  newRating,
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

  test('retires a skill, it has a page, is in no list and cannot be rated; its name is free', async () => {
    const { agent, skill } = await newRating()
    await sql`select admin.retire_skill(${skill.slug}, 'Gone.')`
    for (const address of [skill.slug, skill.id.toUpperCase()]) {
      const retired = { id: skill.id, retired_at: expect.stringMatching(UTC_TIME) }
      expect(await getSkill(address)).toMatchObject(retired)
    }
    for (const sort of ['relevance', 'newest'])
      expect((await listSkills({ sort, search: skill.name })).skills).toEqual([])
    const problem = expectProblem(await rate(agent, { skill_id: skill.id, claws: 5 }), 410, 'skill_retired')
    expect(problem.detail).toMatch(/retired/)
    expectProblem(await rate(agent, { skill_name: skill.name, claws: 5 }), 404, 'skill_not_found')
    const { status, body } = await submitSkill({ name: skill.name })
    expect([status, body.skill.slug]).toEqual([201, `${skill.slug}-2`])
  })

  test('hides a commentary, no response contains it until it is restored', async () => {
    const word = uniqueWord()
    const { skill, rating } = await newRating({ commentary: `Buy ${word}!` })
    const page = `/api/skills/${skill.slug}`
    const dataApi = new HttpClient(`${localStack?.apiUrl}/rest/v1`)
    const views = ['ratings', 'skill_ratings'].map((view) => `/${view}?id=eq.${rating.id}`)
    const occurrences = async () => {
      const responses = await Promise.all([
        ...[page, `${page}/ratings`].map((path) => get(path)),
        ...[localStack?.publishableKey, localStack?.secretKey].flatMap((apikey = '') =>
          [...views, `/skills?id=eq.${skill.id}&select=*,ratings(*)`].map((path) =>
            dataApi.request('GET', path, { headers: { apikey } }),
          ),
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
})
