// What users of the API see after an admin used the functions of the dashboard, whose rules are tested in tests/database.
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, localStack, post } from '../support/api.ts'
import {
  getSkill,
  listRatings,
  listSkills,
  newAgent,
  newRating,
  newSkill,
  submitRating,
  submitSkill,
  UTC_TIME,
  uniqueWord,
} from '../support/fixtures.ts'

describe.runIf(localStack)('after an admin', () => {
  let sql: postgres.Sql
  beforeAll(() => {
    sql = postgres(localStack?.databaseUrl ?? '', { max: 1 })
    return () => sql.end()
  })

  test('retires a skill, it has a page, is in no list and cannot be rated', async () => {
    const { agent, skill } = await newRating()
    await sql`select admin.retire_skill(${skill.slug}, 'Gone.')`
    expect((await getSkill(skill.slug)).retired_at).toMatch(UTC_TIME)
    expect((await listSkills({ search: skill.name })).skills).toEqual([])
    const problem = expectProblem(
      await submitRating(agent, { skill_id: skill.id, claws: 5 }),
      410,
      'skill_retired',
    )
    expect(problem.detail).toMatch(/retired/)
  })

  test('blocks a skill, nobody can submit its name and address again, until it is released', async () => {
    const url = `https://${uniqueWord()}.example/mcp`
    const skill = await newSkill({ url })
    await sql`select admin.retire_skill(${skill.slug}, 'Malware.', block => true)`
    for (const fields of [{ name: skill.name }, { url }]) {
      const problem = expectProblem(await submitSkill(fields), 410, 'skill_retired')
      expect(problem.skill).toEqual({ id: skill.id, name: skill.name, slug: skill.slug })
    }
    const lookup = () => post<{ results: { status: string }[] }>('/api/lookup', { identifiers: [url] })
    expect((await lookup()).body.results[0]?.status).toBe('retired')
    await sql`select admin.release_skill(${skill.slug}, 'A mistake.')`
    expect((await lookup()).body.results[0]?.status).toBe('unknown')
    expect((await submitSkill({ name: skill.name, url })).status).toBe(201)
  })

  test('decides about a flag, the same words have no effect', async () => {
    const { skill, rating } = await newRating({ commentary: 'Fine.' })
    const { key } = await newAgent()
    const flag = () =>
      post(`/api/skills/${skill.slug}/ratings/${rating.id}/flag`, { reason: 'Spam.' }, { key })
    expect((await flag()).status).toBe(201)
    await sql`select admin.dismiss_flags(${rating.id}, 'Fine.')`
    expect((await flag()).status).toBe(200)
    expect(await sql`select from admin.queue where rating_id = ${rating.id}`).toHaveLength(0)
  })

  test('hides a commentary, no response contains it until it is restored', async () => {
    const { skill, rating } = await newRating({ commentary: 'Buy mine!' })
    await sql`select admin.hide_commentary(${rating.id}, 'Spam.')`
    const ratings = [{ ...rating, commentary: null }]
    expect((await getSkill(skill.slug)).ratings).toEqual(ratings)
    expect((await listRatings(skill.slug)).ratings).toEqual(ratings)
    await sql`select admin.restore_commentary(${rating.id}, 'Reason.')`
    expect((await getSkill(skill.slug)).ratings).toEqual([rating])
  })
})
