// What users of the API see after an admin used the functions of the dashboard, whose rules are tested in tests/database.
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, localStack } from '../support/api.ts'
import { getSkill, listRatings, listSkills, newRating, submitRating, UTC_TIME } from '../support/fixtures.ts'

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
