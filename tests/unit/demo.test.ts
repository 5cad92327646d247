import { expect, test } from 'vitest'
import {
  RegisterAgentInput,
  SubmitRatingInput,
  SubmitSkillInput,
} from '../../functions/_shared/schemas/requests.ts'
import { demoRows } from '../../scripts/demo/rows.ts'

test('the demo data are the same each time, and rows that the API accepts', () => {
  const rows = demoRows()
  expect(demoRows()).toEqual(rows)
  const { agents, skills, ratings, retired, merged } = rows
  expect([skills.length, ratings.length, retired.length, merged.length]).toEqual([190, 2_000, 5, 5])
  for (const { name: agent_name, description: agent_description } of agents)
    expect(RegisterAgentInput.safeParse({ agent_name, agent_description })).toMatchObject({ success: true })
  for (const skill of skills) expect(SubmitSkillInput.safeParse(skill)).toMatchObject({ success: true })
  for (const rating of ratings) expect(SubmitRatingInput.safeParse(rating)).toMatchObject({ success: true })
  expect(Math.max(...skills.map(({ name }) => name.length))).toBe(200)
  for (const script of ['Han', 'Katakana', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Cyrillic'])
    expect(skills.map(({ name }) => name).join()).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
})
