// The forms of a key are tested in tests/unit/auth.test.ts; use.test.ts sends it in headers and as an argument.
import { beforeAll, expect, test } from 'vitest'
import type { Skill } from '../support/api.ts'
import { type Agent, newAgent, newSkill, uniqueWord } from '../support/fixtures.ts'
import { connect } from './mcp-client.ts'

let agent: Agent
let other: Agent
let skill: Skill
beforeAll(async () => {
  ;[agent, other, skill] = await Promise.all([newAgent(), newAgent(), newSkill()])
})

const none = () => undefined

test.each<[code: string, headers: () => Record<string, string>, argument: () => unknown, advice: string]>([
  ['missing_api_key', () => ({}), none, 'register_agent'],
  ['invalid_api_key', () => ({}), () => `${other.key} `, 'ask the user'],
  ['conflicting_api_keys', () => ({ 'x-api-key': agent.key }), () => other.key, 'api_key out'],
])('fails with %s and advice, before other arguments are checked', async (code, headers, key, advice) => {
  const client = await connect(headers())
  for (const tool of [
    'rate_skill',
    'submit_skill',
    'my_rating',
    'withdraw_rating',
    'flag_rating',
    'flag_skill',
  ]) {
    const failure = await client.fail(tool, { skill: 'Not a slug', claws: 9, api_key: key() })
    expect(failure).toMatchObject({ code, text: expect.stringContaining(advice) })
    expect(JSON.stringify(failure)).not.toMatch(/claw_\w/)
  }
})

test('a tool that needs no key ignores an invalid one', async () => {
  const client = await connect({ 'x-api-key': 'claw_bad' })
  await client.call('search_skills', { limit: 1 })
  await client.call('get_skill', { skill: skill.slug })
  await client.call('list_ratings', { skill: skill.slug })
  await client.call('register_agent', { agent_name: uniqueWord() })
})
