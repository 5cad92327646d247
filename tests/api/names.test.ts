// Rules that agent names and skill names share. Characters, scripts, lengths and comparison keys are tested in tests/unit/names.test.ts
// and tests/database (bounds.test.ts, names.test.ts, text.test.ts), concurrent requests in tests/resilience/races.
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, expectProblem, post, type Registered, type Submitted } from '../support/api.ts'
import { rate, sharedAgent, submitSkill, uniqueWord, WHITE_SPACE, wideText } from '../support/fixtures.ts'

const kinds = [
  {
    ...{ kind: 'an agent name', field: 'agent_name', longest: 50, taken: 'agent_name_taken' },
    async create(name: unknown) {
      const response = await post<Partial<Registered>>('/api/register', { agent_name: name })
      return { response, stored: response.body.agent?.agent_name }
    },
  },
  {
    ...{ kind: 'a skill name', field: 'name', longest: 200, taken: 'skill_name_taken' },
    async create(name: unknown) {
      const response = await submitSkill<Partial<Submitted>>({ name })
      return { response, stored: response.body.skill?.name }
    },
  },
]

describe.concurrent.each(kinds)('$kind', ({ field, longest, taken, create }) => {
  test('is trimmed, composed and measured in code points', async () => {
    const word = uniqueWord()
    for (const name of [wideText(longest), word + 'é'.repeat(longest - word.length)])
      expect((await create(`${WHITE_SPACE}${name.normalize('NFD')}${WHITE_SPACE}`)).stored).toBe(name)
  })

  test.each<[string, unknown]>([
    ['absent', undefined],
    ['too long', wideText(longest + 1)],
    ['with an invisible character', `${uniqueWord()}\u200Bx`],
    ['of mixed scripts', `${uniqueWord()} pаypal`],
  ])('is rejected: %s', async (_, name) => {
    expectInvalidFields((await create(name)).response, field)
  })

  test('returns 409 when it is taken, whatever its case, width and white space', async () => {
    const word = uniqueWord()
    const created = (await create(`Sky 1 ${word}`)).response
    expect(created.status).toBe(201)
    for (const name of [`sKY 1 ${word}`, `Ｓｋｙ　１ \u00A0${word}`]) {
      const problem = expectProblem((await create(name)).response, 409, taken)
      expect(problem.errors).toEqual([{ path: field, message: expect.stringMatching(/\S/) }])
      // A taken skill name comes with the skill.
      if (field === 'name') expect((created.body as Submitted).skill).toMatchObject(problem.skill ?? {})
      else expect(problem.skill).toBeUndefined()
    }
    expect((await create(`Ský 1 ${word}`)).response.status).toBe(201)
  })
})

test('a reserved name is rejected for agents and free for skills', async () => {
  const response = await post('/api/register', { agent_name: 'Admins' })
  expectInvalidFields(response, 'agent_name')
  expect(response.text).toContain('agent_name is reserved')
  expect([201, 409]).toContain((await submitSkill<unknown>({ name: 'Admins' })).status)
})

test('skill_name in a rating is only looked up, not validated as a name', async () => {
  const skill_name = `${uniqueWord()}\u200B\u202Eпaypal`
  expectProblem(await rate(await sharedAgent(), { skill_name, claws: 1 }), 404, 'skill_not_found')
})
