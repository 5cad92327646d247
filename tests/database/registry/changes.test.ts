// What a skill installs becomes something else: changed_at.
import { expect, test } from 'vitest'
import { installEntries } from '../../../scripts/registry/install.ts'
import { request, testDatabase } from '../fixtures.ts'

const { database, newAgent, submitRating, admin, page, call } = testDatabase()

const SOURCE = 'https://changes.example'
let count = 0

/** An entry whose server.json has these packages and remotes. */
const entry = (name: string, server: object) => {
  const json = { name, description: 'x', version: '1.0.0', ...server }
  return {
    external_name: name,
    name,
    description: 'x',
    type: 'mcp',
    server: json,
    install: installEntries(json),
  }
}
const npm = (identifier: string, version = '1.0.0') => ({
  registryType: 'npm',
  identifier,
  version,
  transport: { type: 'stdio' },
})
const importOne = (name: string, server: object) =>
  request(database.owner, { role: 'service_role' }, 'import_skills', {
    p_source: SOURCE,
    p_skills: JSON.stringify([entry(name, server)]),
  })

const established = async () => {
  const agent = await newAgent()
  await admin('grant_standing', agent.name, 'Known.')
  return agent
}

/** A new imported skill with this server.json, and five established fives. */
async function rated(server: object) {
  const name = `com.example/change-${++count}`
  await importOne(name, server)
  const skill = await page(name.replace(/[^a-z0-9]+/g, '-'))
  const agents = await Promise.all(Array.from({ length: 5 }, established))
  for (const agent of agents) await submitRating(agent, skill, { p_claws: 5 })
  const change = async () => {
    const { changed_at, established_since_change, established_ratings, established_mean } = await page(
      skill.slug,
    )
    return { isChanged: changed_at !== null, established_since_change, established_ratings, established_mean }
  }
  return { name, skill, agents, change }
}
const all = { established_ratings: 5, established_mean: 5 }

test('another package sets changed_at, and a rating that is sent again is of it', async () => {
  const { name, skill, agents, change } = await rated({ packages: [npm('kept')] })
  expect(await change()).toEqual({ ...all, isChanged: false, established_since_change: 5 })
  await importOne(name, { version: '1.1.0', packages: [npm('kept', '1.1.0')] })
  expect((await change()).isChanged).toBe(false)
  await importOne(name, { version: '2.0.0', packages: [npm('other'), npm('kept', '2.0.0')] })
  expect(await change()).toEqual({ ...all, isChanged: true, established_since_change: 0 })

  const { results } = await call<{ results: { skills: object[] }[] }>({}, 'lookup_skills', {
    p_identifiers: JSON.stringify(['pkg:npm/other', 'pkg:npm/kept']),
  })
  for (const { skills } of results)
    expect(skills).toMatchObject([
      { slug: skill.slug, changed_at: expect.any(String), established_since_change: 0 },
    ])

  const [first, second] = agents
  if (!first || !second) throw new Error('There are no agents.')
  const before = await submitRating(first, skill, { p_claws: 5 })
  expect((await change()).established_since_change).toBe(1)
  // Once is enough.
  expect((await submitRating(first, skill, { p_claws: 5 })).updated_at).toBe(before.updated_at)
  await submitRating(second, skill, { p_claws: 4 })
  expect(await change()).toMatchObject({
    established_since_change: 2,
    established_ratings: 5,
    established_mean: 4.8,
  })
})

test.each<[what: string, isChanged: boolean, before: object, after: object]>([
  [
    'the endpoint',
    true,
    { remotes: [remote('https://a.example/mcp')] },
    { remotes: [remote('https://b.example/mcp')] },
  ],
  [
    'a package before the endpoint',
    true,
    { remotes: [remote('https://a.example/mcp')] },
    { packages: [npm('new')], remotes: [remote('https://a.example/mcp')] },
  ],
  [
    'the order of packages',
    false,
    { packages: [npm('one'), npm('two')] },
    { packages: [npm('two'), npm('one')] },
  ],
  [
    'a package that could not be installed',
    true,
    { packages: [npm('one', 'latest')] },
    { packages: [npm('two')] },
  ],
  [
    'the version of a package that could not be installed',
    false,
    { packages: [npm('one', 'latest')] },
    { packages: [npm('one')] },
  ],
  ['a server without packages', false, {}, { packages: [npm('one')] }],
  ['a package after others', false, { packages: [npm('one')] }, { packages: [npm('one'), npm('two')] }],
])('%s changes what is installed: %s', async (_, isChanged, before, after) => {
  const { name, change } = await rated(before)
  await importOne(name, after)
  expect((await change()).isChanged).toBe(isChanged)
})

function remote(url: string) {
  return { type: 'streamable-http', url }
}

test('what was installed before is known also after another version', async () => {
  const { name, change, skill } = await rated({ packages: [npm('one')] })
  await importOne(name, { packages: [npm('two')] })
  const { changed_at } = await page(skill.slug)
  await importOne(name, { packages: [npm('one')] })
  expect((await page(skill.slug)).changed_at).toBe(changed_at)
  expect((await change()).isChanged).toBe(true)
})
