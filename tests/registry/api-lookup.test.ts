import { expect, test } from 'vitest'
import { connect } from '../mcp/mcp-client.ts'
import { expectInvalidFields, get, post, type SubmittedRating, type SubmittedSkill } from '../support/api.ts'
import { newAgent, newSkill, sharedAgent, uniqueWord } from '../support/fixtures.ts'
import { TEST_SITE_URL } from '../support/reads-by-get.ts'

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

/** What this service calls a skill elsewhere. */
const ownAddresses = (slug: string) => [
  `urn:air:skills.example.com:skills:${slug}`,
  `URN:AIR:Skills.Example.com:skills:${slug}`,
  `${TEST_SITE_URL}/skills/${slug}/?tab=versions#reviews`,
  `api/skills/${slug}`,
]

test('POST /api/lookup and skill_name understand the addresses of this service, before any name', async () => {
  const skill = await newSkill({ name: `Own ${uniqueWord()}` })
  // Its name is the slug of the other one.
  const [other, agent] = [await newSkill({ name: skill.slug }), await sharedAgent()]
  const sent = ownAddresses(skill.slug)
  const foreign = [
    `urn:air:example.com:skills:${skill.slug}`,
    `https://skills.example.com.evil.example/skills/${skill.slug}`,
    `${TEST_SITE_URL}/skills/${skill.slug}/versions`,
    `api/skills/${uniqueWord()}`,
  ]
  const { results } = (await lookup([...sent, skill.slug, ...foreign])).body
  expect(results.map(({ identifier }) => identifier)).toEqual([...sent, skill.slug, ...foreign])
  expect(results.map((result) => [result.status, ...result.skills.map(({ slug }) => slug)])).toEqual([
    ...sent.map(() => ['found', skill.slug]),
    ['found', skill.slug, other.slug],
    ...foreign.map(() => ['unknown']),
  ])
  for (const skill_name of sent) {
    const { status, body } = await post<SubmittedRating>('/api/ratings', { skill_name, claws: 4 }, agent)
    expect([status < 300, body.skill?.id]).toEqual([true, skill.id])
  }
  const unknown = await post('/api/ratings', { skill_name: foreign[3], claws: 4 }, agent)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'skill_not_found'])
})

test('POST /api/ratings and rate_skill understand one package alike', async () => {
  const agent = await newAgent()
  const shared = `pkg:npm/shared-${uniqueWord()}`
  const skill = await newSkill({ identifiers: [`pkg:npm/${uniqueWord()}`] })
  const [own = ''] = (await get<{ identifiers: string[] }>(`/api/skills/${skill.slug}`)).body.identifiers
  const both = [await newSkill({ identifiers: [shared] }), await newSkill({ identifiers: [shared] })]
  const client = await connect({ 'x-api-key': agent.key })
  const rate = (skill_name: string) => post<SubmittedRating>('/api/ratings', { skill_name, claws: 4 }, agent)

  const rated = await client.call<SubmittedRating>('rate_skill', { skill_name: own, claws: 4 })
  expect([rated.skill.id, (await rate(own)).body.skill.id]).toEqual([skill.id, skill.id])
  const refused = await client.fail('rate_skill', { skill_name: shared, claws: 4 })
  expectInvalidFields(await post('/api/ratings', { skill_name: shared, claws: 4 }, agent), 'skill_name')
  expect(refused.errors?.map(({ path }) => path)).toEqual(['skill_name'])
  for (const { slug, id } of both) expect(refused.errors?.[0]?.message).toContain(`${slug} (${id})`)
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
