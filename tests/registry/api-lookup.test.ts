import { expect, test } from 'vitest'
import { expectInvalidFields, get, post, type SubmittedSkill } from '../support/api.ts'
import { newSkill, sharedAgent, uniqueWord } from '../support/fixtures.ts'

type Found = { slug: string; url: string | null; exact: boolean }
type Result = { identifier: string; status: string; skills: Found[] }
const lookup = (identifiers: unknown) => post<{ results: Result[] }>('/api/lookup', { identifiers })

test('POST /api/lookup finds a skill by its package, URL and name, without a key', async () => {
  const word = uniqueWord()
  const skill = await newSkill({
    url: `https://github.com/${word}/repo`,
    identifiers: [`pkg:npm/%40${word}/name@1.0`],
  })
  const sent = [
    ` pkg:npm/@${word}/name `,
    `git@github.com:${word}/repo.git`,
    skill.name,
    `pkg:npm/no-${word}`,
  ]
  const { status, body } = await lookup(sent)
  expect(status).toBe(200)
  const { results } = body
  expect(results.map(({ identifier }) => identifier)).toEqual(sent)
  expect(results.map((result) => [result.status, ...result.skills.map(({ slug }) => slug)])).toEqual([
    ...Array(3).fill(['found', skill.slug]),
    ['unknown'],
  ])
  const page = (await get<{ identifiers: string[] }>(`/api/skills/${skill.slug}`)).body
  expect(page.identifiers).toEqual([`pkg:github/${word}/repo`, `pkg:npm/@${word}/name`])
})

// tests/database/registry/lookup.test.ts has all of them, and the order of results.
test('POST /api/lookup names the items at fault', async () => {
  expectInvalidFields(await lookup(['x', 1, '\ud800']), 'identifiers.1', 'identifiers.2')
})

test('POST /api/skills names skills with the same package or URL', async () => {
  const agent = await sharedAgent()
  const url = `https://example.com/${uniqueWord()}`
  const first = await newSkill({ url })
  const fields = { name: uniqueWord(), description: 'x', type: 'other', url: `${url}/` }
  const { status, body } = await post<SubmittedSkill>('/api/skills', fields, agent)
  expect(status).toBe(201)
  const { id, name, slug } = first
  expect(body.same_identifier).toEqual([{ id, name, slug }])
  expect(body.message).toContain(slug)
})

test('POST /api/skills names the identifier at fault', async () => {
  const fields = { name: uniqueWord(), description: 'x', type: 'other', identifiers: ['pkg:npm/a', 'x'] }
  expectInvalidFields(await post('/api/skills', fields, await sharedAgent()), 'identifiers.1')
})
