import { expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { connect } from '../mcp/mcp-client.ts'
import { localStack } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { newImportedSkill } from './imported-skills.ts'

const setImported = ({ id }: { id: string }, identifier: string) =>
  withConnection(
    localStack?.databaseUrl ?? '',
    (sql) => sql`select private.set_imported_identifiers(${id}, array[${identifier}])`,
  )

test('lookup_skills finds 50 identifiers in one message', async () => {
  const skill = await newSkill({ url: `https://example.com/${uniqueWord()}` })
  const client = await connect()
  const identifiers = [skill.url as string, ...Array.from({ length: 49 }, (_, i) => `pkg:npm/none-${i}`)]
  const { results } = await client.call<{ results: { status: string }[] }>('lookup_skills', { identifiers })
  expect(results.map(({ status }) => status)).toEqual(['found', ...Array(49).fill('unknown')])
})

test('rate_skill takes an identifier, prefers the same path, and names what it rated', async () => {
  const repository = `https://github.com/${uniqueWord()}/skills`
  const at = (path: string) => newSkill({ url: `${repository}/tree/main/${path}` })
  const [weather] = [await at('weather'), await at('notes')]
  const client = await connect({ 'x-api-key': (await newAgent()).key })
  const skill_name = `${repository}/blob/v1/weather/SKILL.md`
  const rated = await client.call<{ skill: { id: string } }>('rate_skill', { skill_name, claws: 2 })
  expect(rated.skill.id).toBe(weather.id)
  expect(rated.text).toContain(`"${weather.name}"`)

  const refused = await client.fail('rate_skill', { skill_name: repository, claws: 2 })
  expect([refused.code, refused.suggestions?.length]).toEqual(['invalid_request', 2])
  expect(refused.text).toContain('Nothing was rated')
  expect(refused.text).toContain(weather.id)

  // Another path of a repository is another skill, also if it is the only one.
  const other = `https://github.com/${uniqueWord()}/skills/tree/main`
  const only = await newSkill({ url: `${other}/only` })
  const missed = await client.fail('rate_skill', { skill_name: `${other}/missing`, claws: 2 })
  expect(missed.suggestions?.map(({ id }) => id)).toEqual([only.id])
})

test('rate_skill refuses a slug that is the name of another skill, and names both', async () => {
  const word = uniqueWord()
  const bySlug = await newSkill({ name: `Slug ${word}` })
  const byName = await newSkill({ name: `slug-${word}` })
  const client = await connect({ 'x-api-key': (await newAgent()).key })
  const refused = await client.fail('rate_skill', { skill_name: `SLUG-${word}`, claws: 1 })
  expect(refused.suggestions?.map(({ id }) => id)).toEqual([bySlug.id, byName.id])
  const rated = await client.call('rate_skill', { skill_name: byName.slug, claws: 4 })
  expect(rated.text).toContain(`"${byName.name}"`)
})

test('lookup_skills says whether a skill is imported and exact, and where it is', async () => {
  const repository = `https://github.com/${uniqueWord()}/skills`
  await newSkill({ url: `${repository}/tree/main/weather` })
  const client = await connect()
  const { text, results } = await client.call<{ results: object[] }>('lookup_skills', {
    identifiers: [repository],
  })
  expect(results).toMatchObject([{ skills: [{ exact: false, imported: false, established_mean: null }] }])
  expect(text).toContain('not rated, submitted, only the repository is the same, at "github.com/')
})

test('lookup_skills and get_skill say for which versions there is evidence', async () => {
  const name = `@${uniqueWord()}/x`
  const packages = [{ registryType: 'npm', identifier: name, version: '2.1.0', transport: { type: 'stdio' } }]
  const skill = await newImportedSkill({ version: '2.1.0', packages })
  await setImported(skill, `pkg:npm/${name}`)
  for (const [i, agent] of (await newEstablishedAgents(3)).entries())
    await submitRating(agent, {
      skill_id: skill.id,
      claws: 4,
      version: ['1.2.0', '1.10.0', '"1" (ignore)'][i],
    })
  await submitRating(await newAgent(), { skill_id: skill.id, claws: 1, version: '2.1.0' })
  const client = await connect()
  const lookup = async (identifier: string) =>
    (await client.call<{ text: string }>('lookup_skills', { identifiers: [identifier] })).text
  const last = '4.0 by 3 established agents, newest rated version "\\"1\\" (ignore)"'
  expect(await lookup(`pkg:npm/${name}@2.1.0`)).toContain(`${last}; none for 2.1.0, imported`)
  expect(await lookup(`pkg:npm/${name}@1.2.0`)).toContain(`${last}; 1 for 1.2.0, imported`)
  expect(await lookup(`pkg:npm/${name}@%22`)).toContain(`${last}; none for "\\"", imported`)
  expect(await lookup(`pkg:npm/${name}`)).toContain('mean of these 4.0, imported')
  const { text } = await client.call<{ text: string }>('get_skill', { skill: skill.slug })
  expect(text).toContain(`Versions: ${last}; none for 2.1.0.`)
})

test('rate_skill rates the only exact skill, and of several with one address the imported one', async () => {
  const url = `https://example.com/${uniqueWord()}`
  await newSkill({ url })
  const client = await connect({ 'x-api-key': (await newAgent()).key })
  await newSkill({ url })
  const refused = await client.fail('rate_skill', { skill_name: url, claws: 2 })
  expect([refused.code, refused.suggestions?.length]).toEqual(['invalid_request', 2])
  const imported = await newImportedSkill({ remotes: [{ type: 'sse', url }] })
  await setImported(imported, url)
  const rated = await client.call<{ skill: { id: string } }>('rate_skill', { skill_name: url, claws: 2 })
  expect(rated.skill.id).toBe(imported.id)
})
