// The edge functions as processes of the stack: their calls of the Data API, settings, logs, permissions and restarts. How they cache,
// limit and log is tested in tests/unit.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { committedPrivileges, difference, privilegesOf } from '../../scripts/privileges.ts'
import { callApi } from '../support/http-client.ts'
import { isAlive, statusOf, until } from '../support/process.ts'
import { startTestStack } from '../support/stack.ts'
import { startRecordingProxy } from './recording-proxy.ts'

let stack: TemporaryStack
let key: string
let proxy: Awaited<ReturnType<typeof startRecordingProxy>>
/** The functions have these settings from their next start. */
const functionSettings: Record<string, string> = {}

beforeAll(async () => {
  proxy = await startRecordingProxy()
  stack = await startTestStack({
    functionSettings,
    async detour(to, port) {
      if (to !== 'Data API') return port
      proxy.target = port
      return proxy.port
    },
  })
  key = (await call('POST', '/api/register', { agent_name: 'Reader' })).body.api_key
  for (const name of ['Known', 'Rated', 'Replicated']) await submitSkill(name)
  return async () => {
    await stack.stop()
    await proxy.close()
  }
})

function call(method: string, path: string, body?: unknown, withKey?: string) {
  return callApi(stack.baseUrl, method, path, { body, key: withKey })
}

function submitSkill(name: string) {
  return call('POST', '/api/skills', { name, description: 'd', type: 'other' }, key)
}

function logLines(name: 'api' | 'mcp') {
  return readFileSync(join(stack.dataDir, 'logs', `${name}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

describe('with default settings', () => {
  const rating = { skill_name: 'Known', claws: 5 }
  const input = { description: 'x', type: 'mcp' }
  test.each<[string, string, unknown, boolean, number, calls: string[]]>([
    ['POST', '/api/register', { agent_name: 'New agent' }, false, 201, ['register_agent']],
    ['POST', '/api/register', { agent_name: 'Reader' }, false, 409, ['register_agent']],
    ['HEAD', '/api/skills', undefined, false, 200, ['list_skills']],
    ['GET', '/api/skills?search=known&sort=name', undefined, false, 200, ['search_catalogue']],
    ['GET', '/api/skills/known', undefined, false, 200, ['get_skill']],
    ['GET', '/api/skills/known/similar', undefined, false, 200, ['list_similar_skills']],
    ['GET', '/api/sitemap.xml', undefined, false, 404, []],
    ['GET', '/api/search?q=x', undefined, false, 200, ['find_skills']],
    ['GET', '/api/skills/known/versions', undefined, false, 200, ['list_skill_versions']],
    ['GET', '/api/skills/known/ratings?sort=lowest', undefined, false, 200, ['list_ratings']],
    ['GET', '/api/skills/known/ratings/me', undefined, true, 404, ['get_own_rating']],
    ['DELETE', '/api/skills/Known/ratings/me', undefined, true, 404, ['delete_own_rating']],
    ['POST', '/api/skills/known/ratings/x/flag', { reason: 'x' }, true, 404, ['flag_rating']],
    ['POST', '/api/skills/known/flag', { reason: 'x' }, true, 201, ['flag_skill']],
    ['GET', '/api/agents/Reader/ratings', undefined, false, 200, ['list_agent_ratings']],
    ['GET', '/api/agents/Reader/skills?limit=1', undefined, false, 200, ['list_agent_skills']],
    ['POST', '/api/lookup', { identifiers: ['known'] }, false, 200, ['lookup_skills']],
    ['POST', '/api/skills', { ...input, name: 'Second' }, true, 201, ['submit_skill']],
    ['POST', '/api/skills', { ...input, name: 'KNOWN' }, true, 409, ['submit_skill']],
    ['POST', '/api/ratings', { skill_name: 'Rated', claws: 5 }, true, 201, ['submit_rating']],
    [
      'POST',
      '/api/ratings',
      { skill_name: 'Konwn', claws: 5 },
      true,
      404,
      ['submit_rating', 'suggest_skills'],
    ],
    ['GET', '/api/health', undefined, false, 200, ['health']],
    ['GET', '/api/nothing', undefined, false, 404, []],
    ['DELETE', '/api/skills', undefined, false, 405, []],
    ['OPTIONS', '/api/skills', undefined, false, 204, []],
    ['POST', '/api/ratings', rating, false, 401, []],
    ['POST', '/api/register', { agent_name: 'x'.repeat(300_000) }, false, 413, []],
    ['GET', '/api/skills?limit=0', undefined, false, 400, []],
    ['GET', '/api/skills/No%20Slug', undefined, false, 404, []],
  ])(
    '%s %s calls the Data API once, or not at all, and again for suggestions',
    async (method, path, body, withKey, status, calls) => {
      proxy.calls = []
      const answer = await call(method, path, body, withKey ? key : undefined)
      expect([answer.status, proxy.calls]).toEqual([status, calls.map((name) => `POST /rest/v1/rpc/${name}`)])
    },
  )

  // Not to Studio, Postgres or other servers on this machine, also if a dependency is compromised.
  test.skipIf(process.platform === 'win32')('may connect only to the Data API', () => {
    const { edgeFunction, mcp, registry } = stack.pids()
    for (const [pid, url] of [
      [edgeFunction, stack.internal.functionUrl],
      [mcp, stack.internal.mcpUrl],
      [registry, stack.internal.registryUrl],
    ] as const) {
      const args = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      expect(args.match(/ -(-allow-\S+|A)/g)).toEqual([
        ` --allow-net=${new URL(url).host},127.0.0.1:${proxy.port}`,
        ' --allow-env',
      ])
      expect(args).toContain(' --no-prompt ')
    }
  })

  // Connected as a superuser, @supabase/lite would grant all tables to the API roles at its first request.
  test('the first requests of the Data API and of Studio change no privilege', async () => {
    const apikey = stack.publishableKey
    expect(await statusOf(`${stack.apiUrl}/rest/v1/skills?limit=1`, { apikey })).toBe(200)
    for (const path of ['/rest/v1/skills?limit=1', '/_system/introspect'])
      expect(await statusOf(stack.studioUrl + path)).toBe(200)
    const privileges = await withConnection(stack.adminDatabaseUrl, privilegesOf)
    expect(difference(privileges, committedPrivileges())).toEqual([])
  })

  async function killed(name: keyof ReturnType<TemporaryStack['pids']>): Promise<() => boolean> {
    const pid = stack.pids()[name] as number
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid), 1_000)
    return () => stack.pids()[name] !== pid
  }

  test.each(['edgeFunction', 'dataApi', 'postgres'] as const)('restarts %s with all data', async (name) => {
    const { slug } = (await submitSkill(`Before ${name}`)).body.skill
    const isRestarted = await killed(name)
    // Each request is answered: with 200, or with 503 until the process runs again.
    const statuses = new Set<number | undefined>()
    await until(async () => {
      const status = await statusOf(`${stack.baseUrl}/api/skills/${slug}`)
      statuses.add(status)
      return status === 200 && isRestarted()
    }, 60_000)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await submitSkill(`After ${name}`)).status).toBe(201)
    expect(await statusOf(stack.studioUrl)).toBe(200)
  })

  // The MCP server accepts only POST.
  test.each([
    ['mcp', '/mcp', 405],
    ['registry', '/registry/v0.1/servers', 200],
  ] as const)('restarts %s while the API runs', async (name, path, status) => {
    const isRestarted = await killed(name)
    expect(await statusOf(`${stack.baseUrl}/api/health`)).toBe(200)
    expect([503, status]).toContain(await statusOf(stack.baseUrl + path))
    await until(async () => isRestarted() && (await statusOf(stack.baseUrl + path)) === status, 60_000)
  })

  test('answers 503 within a second while the edge function does not run', async () => {
    await killed('edgeFunction')
    const start = performance.now()
    const { status, body } = await call('POST', '/api/skills', {})
    expect(performance.now() - start).toBeLessThan(1_000)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    await until(async () => (await statusOf(`${stack.baseUrl}/api/health`)) === 200, 60_000)
  })
})

test('gives the functions their settings, and logs no content of requests', async () => {
  const replicas = await startRecordingProxy()
  replicas.target = proxy.target
  /** Starts both functions again, with these settings. */
  const restartWith = async (settings: Record<string, string>) => {
    for (const name of Object.keys(functionSettings)) delete functionSettings[name]
    Object.assign(functionSettings, settings)
    await Promise.all([stack.restart('edgeFunction'), stack.restart('mcp')])
    await until(async () => (await statusOf(`${stack.baseUrl}/api/health`)) === 200, 60_000)
    await until(async () => (await statusOf(`${stack.baseUrl}/mcp`)) === 405, 60_000)
  }
  const settings = {
    REGISTRATIONS_PER_HOUR: '1',
    CATALOGUE_URL: replicas.url,
  }
  try {
    await restartWith(settings)
    proxy.calls = []
    // Only reads of the catalogue go to the replicas.
    for (const claws of [5, 1]) {
      const { status } = await call('POST', '/api/ratings', { skill_name: 'Replicated', claws }, key)
      expect(status).toBeLessThan(300)
      expect((await call('GET', '/api/skills/replicated')).body.avg_claws).toBe(claws)
    }
    expect(replicas.calls).toEqual(Array(2).fill('GET /rest/v1/rpc/get_skill'))
    expect(proxy.calls).toEqual(Array(2).fill('POST /rest/v1/rpc/submit_rating'))

    const register = async (agent_name: string, address: string) => {
      const headers = { 'x-forwarded-for': address }
      const body = { agent_name, email: `${agent_name}@example.com` }
      return callApi(stack.baseUrl, 'POST', '/api/register', { body, headers })
    }
    // The gateway sets the address, not the client.
    const answers = [await register('Zanzibar', '192.0.2.1'), await register('Timbuktu', '192.0.2.2')]
    expect(answers.map(({ status }) => status)).toEqual([201, 429])
    const line = { method: 'POST', route: '/api/register' }
    expect(logLines('api').slice(-2)).toMatchObject(
      answers.map(({ status, headers }) => ({ ...line, status, id: headers.get('x-request-id') })),
    )

    // The MCP server has a limit of its own.
    const tool = async (agent_name: string) => {
      const params = { name: 'register_agent', arguments: { agent_name } }
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const headers = { accept: 'application/json, text/event-stream' }
      return (await callApi(stack.baseUrl, 'POST', '/mcp', { body, headers })).text
    }
    const texts = [await tool('Samarkand'), await tool('Bukhara')]
    expect(texts.map((text) => text.includes('too_many_registrations'))).toEqual([false, true])
    expect(texts[1]).toMatch(/It is possible again in 3[56]\d\d seconds\./)
    expect(logLines('mcp').at(-1)).toMatchObject({
      tool: 'register_agent',
      problem: 'too_many_registrations',
    })
    const logs = JSON.stringify([logLines('api'), logLines('mcp')])
    expect(logs).not.toMatch(/Zanzibar|Timbuktu|Samarkand|Bukhara|claw_/i)
  } finally {
    await restartWith({})
    await replicas.close()
  }
})
