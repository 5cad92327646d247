import { expect, test } from 'vitest'
import type { SubmittedSkill } from '../support/api.ts'
import { newAgent, newSkill, uniqueWord } from '../support/fixtures.ts'
import { connect } from './mcp-client.ts'

test('lookup_skills finds 50 identifiers in one message', async () => {
  const skill = await newSkill({ url: `https://example.com/${uniqueWord()}` })
  const client = await connect()
  const identifiers = [skill.url as string, ...Array.from({ length: 49 }, (_, i) => `pkg:npm/none-${i}`)]
  const { results } = await client.call<{ results: { status: string }[] }>('lookup_skills', { identifiers })
  expect(results.map(({ status }) => status)).toEqual(['found', ...Array(49).fill('unknown')])
})

test('submit_skill says which skills have the same identifier', async () => {
  const url = `https://example.com/${uniqueWord()}`
  const first = await newSkill({ url })
  const client = await connect({ 'x-api-key': (await newAgent()).key })
  const fields = { name: uniqueWord(), description: 'x', type: 'other', url }
  const { same_identifier } = await client.call<SubmittedSkill>('submit_skill', fields)
  expect(same_identifier.map(({ slug }) => slug)).toEqual([first.slug])
})
