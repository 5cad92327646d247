// CATALOGUE_URL with a streaming standby and its own Data API.
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { startApi } from './api-process.ts'
import {
  AMBIGUOUS_NAMES,
  AMBIGUOUS_SLUGS,
  ambiguousTexts,
  commonReads,
  differences,
  readsOf,
  responsesTo,
} from './catalogue-reads.ts'
import {
  type Call,
  expectUnavailable,
  health,
  register,
  send,
  submit,
  submitRating,
  until,
} from './faulty-stack.ts'
import { PRIMARY_SETTINGS, type Standby, startStandby } from './standby.ts'

let stack: TemporaryStack
let standby: Standby
/** The address of the function that uses only the primary. */
let primary: string
/** The address of the function that reads from the standby. */
let replica: string
let key: string
let agent: { id: string; name: string }
const skills: { id: string; slug: string }[] = []

beforeAll(async () => {
  stack = await startTemporaryStack({ postgresSettings: PRIMARY_SETTINGS })
  primary = stack.internal.functionUrl
  for (const name of AMBIGUOUS_NAMES) {
    const { body } = await expectStatus(201, primary, register(name))
    key = body.api_key
    agent = { id: body.agent.id, name: body.agent.agent_name }
  }
  standby = await startStandby(stack)
  const api = await startApi(stack, { CATALOGUE_URL: standby.dataApiUrl })
  replica = api.url
  // After the copy, so that they are streamed. All writes go through the function that reads from the standby.
  for (const name of AMBIGUOUS_SLUGS) {
    const { body } = await expectStatus(201, replica, submit(key, name))
    skills.push(body.skill)
    await expectStatus(201, replica, submitRating(key, body.skill.id, `eq.${name}`))
  }
  return async () => {
    await api.stop()
    await standby.stop()
    await stack.stop()
  }
}, 120_000)

async function expectStatus(status: number, url: string, call: Call) {
  const answer = await send(url, call)
  expect(answer.status, answer.text).toBe(status)
  return answer
}

const read = (path: string): Call => ({ method: 'GET', path })

async function expectSameResponses(paths: string[], statuses = [200, 400, 404]): Promise<void> {
  const [fromStandby, fromPrimary] = [await responsesTo(replica, paths), await responsesTo(primary, paths)]
  expect(differences(fromStandby, fromPrimary)).toEqual([])
  expect(new Set(Object.values(fromStandby).map(([status]) => status))).toEqual(new Set(statuses))
}

// Thousands of reads: a minute and a half.
test('every read gets the response of the primary', { timeout: 600_000 }, async () => {
  await standby.catchUp()
  const [skill] = skills as [(typeof skills)[0]]
  await expectSameResponses([
    ...commonReads(skill, agent),
    ...ambiguousTexts().flatMap((text) => readsOf(text, skill.slug)),
  ])
  // Names and slugs that look like a filter or JSON.
  const found = [
    ...AMBIGUOUS_NAMES.map((name) => `/api/agents/${encodeURIComponent(name)}`),
    ...skills.flatMap(({ slug }) =>
      ['', '/ratings', '/feed.atom', '/badge.svg', '/similar', '/versions'].map(
        (end) => `/api/skills/${slug}${end}`,
      ),
    ),
  ]
  await expectSameResponses(found, [200])
})

test('a list can be continued on the other database', async () => {
  await standby.catchUp()
  const idsOf = (body: { skills: { id: string }[] }) => body.skills.map(({ id }) => id)
  for (const query of ['sort=name', 'search=one', 'sort=top&type=other']) {
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page++) {
      const path = `/api/skills?limit=5&${query}${cursor && `&cursor=${cursor}`}`
      const { body } = await expectStatus(200, page % 2 ? primary : replica, read(path))
      seen.push(...idsOf(body))
      cursor = body.next_cursor
    }
    const { body } = await expectStatus(200, primary, read(`/api/skills?${query}`))
    expect(seen, query).toEqual(idsOf(body))
    expect(seen.length, query).toBeGreaterThan(skills.length - 1)
  }
})

test('a standby that lags shows the past, and responses to writes do not', async () => {
  await standby.catchUp()
  await standby.pauseReplay()
  onTestFinished(async () => void (await standby.resumeReplay()))
  const [{ id, slug }] = skills as [(typeof skills)[0]]
  const before = (await expectStatus(200, replica, read(`/api/skills/${slug}`))).body
  const { body: agent } = await expectStatus(201, replica, register('Late comer'))
  const { body: rated } = await expectStatus(201, replica, submitRating(agent.api_key, id, 'Fresh.'))
  expect(rated.skill.total_ratings).toBe(before.total_ratings + 1)
  const { body: submitted } = await expectStatus(201, replica, submit(agent.api_key, 'Late skill'))

  expect((await expectStatus(200, replica, read(`/api/skills/${slug}`))).body).toEqual(before)
  await expectStatus(404, replica, read(`/api/skills/${submitted.skill.slug}`))
  await expectStatus(404, replica, read(`/api/agents/${agent.agent.id}`))
  // Requests with a key ask the primary.
  const own = { ...read(`/api/skills/${slug}/ratings/me`), key: agent.api_key }
  expect((await expectStatus(200, replica, own)).body.commentary).toBe('Fresh.')
  await expectStatus(200, replica, { ...read('/api/me'), key: agent.api_key })

  await standby.resumeReplay()
  await standby.catchUp()
  const { body: after } = await expectStatus(200, replica, read(`/api/skills/${slug}`))
  expect(after.total_ratings).toBe(rated.skill.total_ratings)
  await expectStatus(200, replica, read(`/api/skills/${submitted.skill.slug}`))
})

test('a function wholly on a standby reads, and returns 503 for each write', async () => {
  await standby.catchUp()
  const api = await startApi(stack, { SUPABASE_URL: standby.dataApiUrl })
  onTestFinished(api.stop)
  await expectStatus(200, api.url, read('/api/skills'))
  const [{ id }] = skills as [(typeof skills)[0]]
  for (const call of [
    register('Nobody'),
    submit(key, 'Nothing'),
    submitRating(key, id, 'Nothing.'),
    { ...read('/api/me'), key },
  ])
    expectUnavailable(await send(api.url, call), 'hanging')
})

test('without the standby, reads return 503 and writes work; reads recover when it is back', async () => {
  await standby.stopDatabase()
  const [{ id, slug }] = skills as [(typeof skills)[0]]
  const reads = ['/api/skills', '/api/skills?search=is.js', `/api/skills/${slug}`, `/api/agents/${agent.id}`]
  for (const path of [...reads, `/api/skills/${slug}/ratings`, '/api/feed.atom'])
    expectUnavailable(await send(replica, read(path)), 'refused')
  await expectStatus(200, replica, health)
  // The call that finds the totals too old writes them.
  await expectStatus(200, replica, read('/api/stats'))
  const { body } = await expectStatus(201, replica, register('Of the outage'))
  await expectStatus(201, replica, submit(body.api_key, 'Skill of the outage'))
  await expectStatus(201, replica, submitRating(body.api_key, id, 'Rated in the outage.'))
  await expectStatus(200, replica, { ...read('/api/me'), key: body.api_key })

  await standby.startDatabase()
  await until(async () => (await send(replica, read('/api/skills'))).status === 200)
  await standby.catchUp()
  await expectSameResponses([...commonReads({ id, slug }, agent), '/api/skills?limit=0'])
})
