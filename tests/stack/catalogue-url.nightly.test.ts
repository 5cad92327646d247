// CATALOGUE_URL: reads by GET get the same responses as reads by POST. A replica is in tests/resilience/read-replica.nightly.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { startApi } from '../support/api-process.ts'
import {
  AMBIGUOUS_NAMES,
  AMBIGUOUS_SLUGS,
  ambiguousTexts,
  commonReads,
  differences,
  readsOf,
  responsesTo,
} from '../support/catalogue-reads.ts'
import { callApi } from './npm-start.ts'

let stack: TemporaryStack
let replica: Awaited<ReturnType<typeof startApi>>
let key: string
let agent: { id: string; name: string }
const skills: { id: string; slug: string }[] = []

beforeAll(async () => {
  stack = await startTemporaryStack({ mcp: false })
  replica = await startApi(stack, { CATALOGUE_URL: stack.internal.dataApiUrl })
  for (const agent_name of AMBIGUOUS_NAMES) {
    const { status, body } = await post('/api/register', { agent_name })
    expect(status, agent_name).toBe(201)
    key = body.api_key
    agent = { id: body.agent.id, name: body.agent.agent_name }
  }
  for (const name of AMBIGUOUS_SLUGS) {
    const { status, body } = await post('/api/skills', {
      name,
      description: `${name} does one thing.`,
      type: 'mcp',
    })
    expect(status, name).toBe(201)
    skills.push(body.skill)
  }
  await post('/api/ratings', { skill_id: skills[0]?.id, claws: 4, commentary: 'is.js' })
  return async () => {
    await replica.stop()
    await stack.stop()
  }
})

function post(path: string, body: object) {
  return callApi(stack.internal.functionUrl, 'POST', path, { body, key })
}

/** The statuses of the responses, which are the same with and without CATALOGUE_URL. */
async function expectSameResponses(paths: string[]): Promise<unknown[]> {
  const byGet = await responsesTo(replica.url, paths)
  const byPost = await responsesTo(stack.internal.functionUrl, paths)
  expect(differences(byGet, byPost)).toEqual([])
  return paths.map((path) => byGet[path]?.[0])
}

test('an agent is found by a name that looks like a filter or JSON', async () => {
  const paths = AMBIGUOUS_NAMES.map((name) => `/api/agents/${encodeURIComponent(name)}`)
  expect(new Set(await expectSameResponses(paths))).toEqual(new Set([200]))
})

test('a skill is found by a slug that looks like a filter or JSON', async () => {
  const paths = ['', '/ratings', '/feed.atom', '/badge.svg', '/similar', '/versions'].flatMap((path) =>
    skills.map(({ slug }) => `/api/skills/${slug}${path}`),
  )
  expect(new Set(await expectSameResponses(paths))).toEqual(new Set([200]))
})

test('no text in an argument is taken for a filter or JSON', async () => {
  const slug = skills[0]?.slug as string
  // Each text in one argument; read-replica.nightly.test.ts has each in all of them.
  const paths = ambiguousTexts(false).flatMap((text, i) => {
    const reads = readsOf(text, slug)
    return reads[i % reads.length] as string
  })
  const statuses = await expectSameResponses(paths)
  expect(new Set(statuses)).toEqual(new Set([200, 400, 404]))
})

test('other reads get the same responses', async () => {
  const statuses = await expectSameResponses(commonReads(skills[0] as (typeof skills)[0], agent))
  expect(new Set(statuses)).toEqual(new Set([200, 404]))
})
