import { beforeAll, describe, expect, test } from 'vitest'
import { callDataApi, stack, until, useFaultyStack } from './faulty-stack.ts'

useFaultyStack()

/** More than the Data API has connections, so that each connection serves many requests. */
const REQUESTS = 80

beforeAll(async () => {
  // A read function may be called with GET. What it does first must not be seen by another request.
  await stack.admin.unsafe(`
    create function public.show_request(action text, nonce text) returns json language plpgsql stable as $$
    begin
      case action
        when 'show' then null;
        when 'set for the session' then
          perform set_config(name, 'planted ' || nonce, false)
          from unnest('{request.headers,request.path,request.method,request.jwt.claims,response.status,response.headers}'::text[]) as name;
          return null;
        when 'fail' then
          perform set_config('response.status', '418', true);
          raise exception sqlstate 'PT418';
        when 'sleep' then perform pg_sleep(10);
        when 'end the session' then perform pg_terminate_backend(pg_backend_pid());
      end case;
      return json_build_object(
        'role', current_user, 'claims', current_setting('request.jwt.claims')::json ->> 'role',
        'method', current_setting('request.method'), 'path', current_setting('request.path'),
        'nonce', current_setting('request.headers')::json ->> 'x-nonce', 'argument', nonce,
        'read_only', current_setting('transaction_read_only'), 'isolation', current_setting('transaction_isolation'),
        'timeout', current_setting('statement_timeout'),
        'response', current_setting('response.status') || current_setting('response.headers')
      );
    end
    $$;
    grant execute on function public.show_request to anon, service_role;
    grant pg_signal_backend to anon with inherit true`)
  await until(async () => (await show({ nonce: 'first' })).status === 200)
  return async () => {
    await stack.admin.unsafe('drop function public.show_request; revoke pg_signal_backend from anon')
  }
})

type Options = { action?: string; nonce: string; method?: string; apikey?: string; signal?: AbortSignal }

async function show({ action = 'show', nonce, method = 'POST', apikey, signal }: Options) {
  const url = `${stack.internal.dataApiUrl}/rest/v1/rpc/show_request`
  const headers = {
    apikey: apikey ?? stack.publishableKey,
    'content-type': 'application/json',
    'x-nonce': nonce,
  }
  const body = { action, nonce }
  const response = await (method === 'GET'
    ? fetch(`${url}?${new URLSearchParams(body)}`, { headers, signal: signal ?? null })
    : fetch(url, { method, headers, body: JSON.stringify(body), signal: signal ?? null }))
  return { status: response.status, body: await response.json() }
}

/** Sends many requests at the same time, of both roles and methods, and expects each to see only its own settings. */
async function expectOwnSettings(): Promise<void> {
  const requests = Array.from({ length: REQUESTS }, (_, i) => ({
    nonce: `nonce ${i}`,
    method: i % 3 === 0 ? 'GET' : 'POST',
    ...(i % 2 === 0 && { apikey: stack.secretKey }),
  }))
  const answers = await Promise.all(requests.map(show))
  expect(answers).toEqual(
    requests.map(({ nonce, method, apikey }) => {
      const role = apikey ? 'service_role' : 'anon'
      const body = {
        role,
        claims: role,
        method,
        path: '/rpc/show_request',
        nonce,
        argument: nonce,
        read_only: method === 'GET' ? 'on' : 'off',
        isolation: 'read committed',
        timeout: '3s',
        response: '',
      }
      return { status: 200, body }
    }),
  )
}

describe('each request to the Data API sees only its own role, settings and headers', () => {
  test('beside others', expectOwnSettings)

  test.each([
    ['fail', 418, 'PT418'],
    ['set for the session', 500, 'PGRST112'],
    ['sleep', 500, '57014'],
    ['end the session', 503, 'PGRST001'],
  ])('after requests that %s', async (action, status, code) => {
    const failing = Array.from({ length: 8 }, (_, i) => show({ action, nonce: `${action} ${i}` }))
    const [failed] = await Promise.all([Promise.all(failing), expectOwnSettings()])
    for (const answer of failed) expect(answer).toMatchObject({ status, body: { code } })
    await expectOwnSettings()
  })

  test('after a key with a role that does not exist in the database', async () => {
    await stack.admin`alter role anon rename to anon_away`
    try {
      const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => show({ nonce: `no role ${i}` })))
      for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { code: '22023' } })
    } finally {
      await stack.admin`alter role anon_away rename to anon`
    }
    await expectOwnSettings()
  })

  test('after clients that do not wait for the answer', async () => {
    const canceled = Array.from({ length: 32 }, async (_, i) => {
      const controller = new AbortController()
      const sent = show({ action: i % 2 ? 'sleep' : 'show', nonce: `gone ${i}`, signal: controller.signal })
      setImmediate(() => controller.abort())
      await expect(sent).rejects.toThrow()
    })
    await Promise.all([...canceled, expectOwnSettings()])
  })

  test('after a connection that breaks', async () => {
    const cut = stack.database.cut({ marker: 'nonce cut', before: 'answer' })
    const [broken] = await Promise.all([show({ nonce: 'nonce cut' }), cut])
    expect(broken.status).toBe(503)
    await expectOwnSettings()
  })
})

test('a GET request to the Data API cannot write, and a POST request that fails leaves nothing', async () => {
  const { key, skill } = stack.fixtures
  const headers = { 'x-api-key': key }
  const count = async () =>
    (await stack.admin`select from public.ratings where skill_id = ${skill.id}`).length
  const written = await callDataApi('ratings', { skill_id: skill.id, claws: 9 }, headers)
  expect([written.status, await count()]).toEqual([400, 0])
  expect((await show({ nonce: 'read', method: 'GET' })).body.read_only).toBe('on')
})

describe('the prepared statements of the Data API', () => {
  test('are bounded for each connection', async () => {
    await stack.admin.unsafe(`
      create function public.count_statements() returns bigint language sql as 'select count(*) from pg_prepared_statements';
      grant execute on function public.count_statements to anon`)
    await until(async () => (await callDataApi('rpc/count_statements', {})).status === 200)
    let most = 0
    for (let i = 0; i < 300; i++) {
      expect((await callDataApi(`skills?select=a${i}:id&limit=1`)).status).toBe(200)
      const { body } = await callDataApi('rpc/count_statements', {})
      most = Math.max(most, body)
    }
    expect(most).toBeGreaterThan(50)
    expect(most).toBeLessThanOrEqual(100)
    await stack.admin`drop function public.count_statements()`
  })

  const replace = (type: string) => `
    drop function if exists public.changing(text);
    create function public.changing(argument text) returns table (value ${type}) language sql as 'select 1::${type}';
    grant execute on function public.changing to anon`
  const callAll = () =>
    Promise.all(Array.from({ length: 50 }, () => callDataApi('rpc/changing', { argument: '' })))

  test('follow a change of the schema', async () => {
    await stack.admin.unsafe(replace('int'))
    await until(async () => (await callDataApi('rpc/changing', { argument: '' })).status === 200)
    for (const { body } of await callAll()) expect(body).toEqual([{ value: 1 }])
    // The second function shows that the Data API knows of the change.
    await stack.admin.unsafe(`${replace('text')};
      create function public.changed() returns int language sql as 'select 1';
      grant execute on function public.changed to anon`)
    await until(async () => (await callDataApi('rpc/changed', {})).status === 200)
    for (const { body } of await callAll()) expect(body).toEqual([{ value: '1' }])
  })

  test('follow a change of the schema without a notification, after one error for each connection', async () => {
    for (const { status } of await callAll()) expect(status).toBe(200)
    await stack.admin.begin(async (sql) => {
      await sql.unsafe(`set local event_triggers = off; ${replace('boolean')}`)
    })
    await until(async () => (await callAll()).every(({ status }) => status === 200))
    for (const { body } of await callAll()) expect(body).toEqual([{ value: true }])
    await stack.admin.unsafe('drop function public.changing; drop function public.changed')
  })
})
