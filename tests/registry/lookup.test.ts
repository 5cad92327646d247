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

test.each<[unknown, string]>([
  [undefined, 'identifiers'],
  ['x', 'identifiers'],
  [[], 'identifiers'],
  [Array(101).fill('x'), 'identifiers'],
  [Array(60_000).fill(''), 'identifiers'],
  [['x', 1], 'identifiers.1'],
  [['x', null], 'identifiers.1'],
  [['x', ''], 'identifiers.1'],
  [['a\u0000'], 'identifiers.0'],
  [['x', '\ud800'], 'identifiers.1'],
  [['x'.repeat(2_049)], 'identifiers.0'],
  [Array(100).fill('x'.repeat(201)), 'identifiers'],
])('POST /api/lookup names the item at fault (%#)', async (identifiers, path) => {
  const response = await lookup(identifiers)
  expectInvalidFields(response, path)
})

test('POST /api/lookup finds each skill of a repository by its path', async () => {
  const repository = `https://github.com/${uniqueWord()}/skills`
  const urls = Array.from({ length: 5 }, (_, i) => `${repository}/tree/main/skills/${i}`)
  const slugs = []
  for (const url of urls) slugs.push((await newSkill({ url })).slug)
  const { results } = (await lookup([...urls, repository])).body
  const first = results.map(({ skills: [skill] }) => ({
    slug: skill?.slug,
    url: skill?.url,
    exact: skill?.exact,
  }))
  expect(first.slice(0, 5)).toEqual(slugs.map((slug, i) => ({ slug, url: urls[i], exact: true })))
  expect([first[5]?.exact, results[5]?.skills.length]).toEqual([false, 3])
})

test('a name that imports own is 400', async () => {
  const word = uniqueWord()
  for (const name of [`io.github.${word}/server`, `${word} (ＭＣＰ Registry) 2`]) {
    const response = await post('/api/skills', { name, description: 'x', type: 'mcp' }, await sharedAgent())
    expectInvalidFields(response, 'name')
  }
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

test.each<[unknown, string]>([
  [['https://example.com'], 'identifiers.0'],
  [['pkg:npm/a', 'pkg:npm/%ff'], 'identifiers.1'],
  [Array(6).fill('pkg:npm/a'), 'identifiers'],
])('POST /api/skills names the identifier at fault (%#)', async (identifiers, path) => {
  const fields = { name: uniqueWord(), description: 'x', type: 'other', identifiers }
  const response = await post('/api/skills', fields, await sharedAgent())
  expectInvalidFields(response, path)
})
