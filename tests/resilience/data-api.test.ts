import { beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../support/raw-socket.ts'
import { callDataApi, stack, until, useFaultyStack } from './faulty-stack.ts'

useFaultyStack()

/** More than the Data API has connections, so that each connection serves several requests. */
const REQUESTS = 24

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

    const { dataApi } = stack.pids()
    const halfABody = `POST /rest/v1/rpc/show_request HTTP/1.1\r\nHost: h\r\napikey: ${stack.publishableKey}\r\nContent-Length: 9\r\n\r\n{`
    for (let i = 0; i < 8; i++) {
      const socket = await openConnection(Number(new URL(stack.internal.dataApiUrl).port), halfABody)
      i % 2 ? socket.destroy() : socket.resetAndDestroy()
    }
    await expectOwnSettings()
    expect(stack.pids().dataApi).toBe(dataApi)
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
  const written = await callDataApi('rpc/submit_rating', { p_skill_id: skill.id, p_claws: 9 }, headers)
  expect([written.status, await count()]).toEqual([400, 0])
  expect((await show({ nonce: 'read', method: 'GET' })).body.read_only).toBe('on')
  const [counted, read] = [await callDataApi('rpc/get_stats', {}), await callDataApi('rpc/get_stats')]
  expect([read.status, read.body]).toEqual([200, counted.body])
})

test('a select joins exposed tables by their foreign keys, and no others', async () => {
  const { skill } = stack.fixtures
  const paths = [
    `skills?id=eq.${skill.id}&select=slug,skill_stats(total_ratings)`,
    `skill_stats?skill_id=eq.${skill.id}&select=total_ratings,skills(slug)`,
    `skills?id=eq.${skill.id}&select=slug,agents(agent_name)`,
    'ratings?select=id,marks(id)',
  ]
  const answers = () => Promise.all(paths.map((path) => callDataApi(path)))
  const before = await answers()
  expect(before.map(({ status, body }) => [status, status === 200 ? body : body.code])).toEqual([
    [200, [{ slug: skill.slug, skill_stats: { total_ratings: expect.any(Number) } }]],
    [200, [{ total_ratings: expect.any(Number), skills: { slug: skill.slug } }]],
    [200, [{ slug: skill.slug, agents: { agent_name: expect.any(String) } }]],
    [400, 'PGRST200'],
  ])
  await stack.admin.unsafe(`
    create table private.both (
      agent_id uuid references public.agents, skill_id uuid references public.skills, rating_id uuid references public.ratings,
      primary key (agent_id, skill_id, rating_id)
    );
    create view private.marks as select agent_id, rating_id, skill_id from private.both;
    create function public.created() returns int language sql as 'select 1'`)
  try {
    await until(async () => (await callDataApi('rpc/created', {})).status === 200)
    expect(await answers()).toEqual(before)
  } finally {
    // The Data API may still read the schema, which locks the same tables in another order.
    const drop = () => stack.admin.unsafe('drop table private.both cascade; drop function public.created')
    await drop().catch((error) => (error.code === '40P01' ? drop() : Promise.reject(error)))
  }
})

describe('the prepared statements of the Data API', () => {
  test.each([
    ['tables', (i: number) => callDataApi(`skills?select=a${i}:id&limit=1`), () => callDataApi('statements')],
    [
      'functions',
      // Each set of arguments is another statement.
      (i: number) => callDataApi('rpc/count_statements', optionalArguments(i + 1)),
      () => callDataApi('rpc/count_statements', {}),
    ],
  ])('of %s are bounded for each connection', async (_, prepare, count) => {
    await stack.admin.unsafe(`
      create function public.count_statements(a int = 0, b int = 0, c int = 0, d int = 0, e int = 0, f int = 0, g int = 0, h int = 0)
        returns bigint language sql as 'select count(*) from pg_prepared_statements';
      create view public.statements as select count(*) from pg_prepared_statements;
      grant select on public.statements to anon;
      grant execute on function public.count_statements to anon`)
    try {
      await until(async () => (await count()).status === 200)
      let most = 0
      // One after the other, most have the same connection.
      for (let i = 0; i < 130; i++) {
        expect((await prepare(i)).status).toBe(200)
        if (i % 10 < 9) continue
        const { body } = await count()
        most = Math.max(most, typeof body === 'number' ? body : body[0].count)
      }
      expect(most).toBeGreaterThan(50)
      expect(most).toBeLessThanOrEqual(100)
    } finally {
      await stack.admin.unsafe('drop view public.statements; drop function public.count_statements')
    }
  })

  const optionalArguments = (bits: number) =>
    Object.fromEntries([...'abcdefgh'].filter((_, i) => bits & (1 << i)).map((name) => [name, 1]))

  const replace = (type: string) => `
    drop function if exists public.changing(text);
    create function public.changing(argument text) returns table (value ${type}) language sql as 'select 1::${type}';
    grant execute on function public.changing to anon`
  const callAll = () =>
    Promise.all(Array.from({ length: 16 }, () => callDataApi('rpc/changing', { argument: '' })))

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

describe('a function that returns one value', () => {
  beforeAll(async () => {
    // Names of the catalogue, too, are quoted.
    await stack.admin.unsafe(`
      create table public.log (entry text, n integer unique deferrable initially deferred);
      grant select, insert on public.log to anon;
      create function public.echo(t text default 'T', i integer default 1, j json default null, l text[] default null)
        returns json language sql stable as $$ select json_build_object('t', t, 'i', i, 'j', j, 'l', l) $$;
      create function public.verbatim() returns json language sql as $$ select '{ "b": 1.00,  "a": null, "b": [] }'::json $$;
      create function public.add(a integer, b integer) returns integer language sql as 'select a + b';
      create function public.add(a text) returns text language sql as 'select a';
      create function public.amount(n numeric) returns numeric language sql as 'select n';
      create function public.nothing(is_json boolean) returns json language sql as 'select null::json';
      create function public.write(entry text, n integer) returns void language plpgsql as $$
        begin
          insert into public.log values (entry, n);
          if n < 0 then raise exception sqlstate 'PT409' using message = 'negative', detail = '{"n": -1}', hint = 'Count.'; end if;
        end
      $$;
      create function public.respond(status text, headers text) returns text language sql as $$
        select set_config('response.status', status, true) || set_config('response.headers', headers, true)
      $$;
      create function public.raise_all(message text, detail text) returns void language plpgsql as $$
        begin
          raise sqlstate 'PGRST' using message = message, detail = detail;
        end
      $$;
      create function public.secret() returns integer language sql as 'select 1';
      create function public.odd("a"" , b" text, "'); drop table public.log; --" text default '') returns text language sql as 'select $1 || $2';
      revoke execute on function public.secret from public;
      grant execute on function public.secret to service_role`)
    await until(async () => (await callDataApi('rpc/verbatim', {})).status === 200)
    return async () => {
      await stack.admin.unsafe(`
        drop function echo, verbatim, add(int, int), add(text), amount, nothing, write, respond, raise_all, secret, odd;
        drop table public.log`)
    }
  })

  type Options = { method?: string; body?: string; headers?: Record<string, string> }
  async function call(path: string, { method = 'POST', body = '{}', headers = {} }: Options = {}) {
    const response = await fetch(`${stack.internal.dataApiUrl}/rest/v1/rpc/${path}`, {
      method,
      headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const post = (path: string, body: unknown, headers = {}) =>
    call(path, { body: typeof body === 'string' ? body : JSON.stringify(body), headers })

  test.each<[path: string, body: unknown, text: string]>([
    ['verbatim', {}, '{ "b": 1.00,  "a": null, "b": [] }'],
    ['verbatim', '', '{ "b": 1.00,  "a": null, "b": [] }'],
    ['nothing', { is_json: true }, 'null'],
    ['add', { a: 1, b: 2 }, '3'],
    ['add', { a: 'one' }, '"one"'],
    ['amount', { n: '1.50' }, '1.50'],
    ['echo', {}, '{"t" : "T", "i" : 1, "j" : null, "l" : null}'],
    ['echo', { t: null, i: '7' }, '{"t" : null, "i" : 7, "j" : null, "l" : null}'],
    // JSON where the function takes a text is its text.
    [
      'echo',
      '{"t":["a", 1],"j":"x","l":["a","b"]}',
      '{"t" : "[\\"a\\", 1]", "i" : 1, "j" : "x", "l" : ["a","b"]}',
    ],
    ['odd', { 'a" , b': 'x', "'); drop table public.log; --": '$1' }, '"x$1"'],
  ])('%s with %j returns %s', async (path, body, text) => {
    const answer = await post(path, body)
    expect([answer.status, answer.text]).toEqual([200, text])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'content-range': '0-0/*',
      'access-control-allow-origin': '*',
    })
  })

  test.each<[path: string, text: string]>([
    ['echo?t=null&i=5', '{"t" : "null", "i" : 5, "j" : null, "l" : null}'],
    ['echo?t=true&j=[1]&l={a,b}', '{"t" : "true", "i" : 1, "j" : [1], "l" : ["a","b"]}'],
    ['echo?t=%221e3%22', '{"t" : "\\"1e3\\"", "i" : 1, "j" : null, "l" : null}'],
    ['odd?a%22%20,%20b=%27;--', '"\';--"'],
  ])('takes the arguments of GET %s as text', async (path, text) => {
    expect(await call(path, { method: 'GET' })).toMatchObject({ status: 200, text })
    const head = await call(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([
      200,
      '',
      'application/json; charset=utf-8',
    ])
  })

  test.each<[what: string, path: string, body: unknown, headers: object, status: number, code: string]>([
    ['a function that does not exist', 'absent', {}, {}, 404, 'PGRST202'],
    ['an unknown argument', 'echo', { x: 1 }, {}, 404, 'PGRST202'],
    ['a missing argument', 'add', { b: 1 }, {}, 404, 'PGRST202'],
    ['a name with SQL', 'echo', { 't); drop table public.log; --': 1 }, {}, 404, 'PGRST202'],
    ['a function of another schema', 'pg_sleep', { '': 1 }, {}, 404, 'PGRST202'],
    ['another schema', 'echo', {}, { 'content-profile': 'private' }, 406, 'PGRST106'],
    ['an argument of a wrong type', 'add', { a: true, b: [1] }, {}, 400, '22P02'],
    ['a number out of range', 'add', { a: 2_147_483_647, b: 1 }, {}, 400, '22003'],
    ['a NUL character', 'echo', '{"t":"\\u0000"}', {}, 400, '22P05'],
    ['invalid JSON', 'echo', '{', {}, 400, 'PGRST102'],
    ['a function without a grant', 'secret', {}, {}, 401, '42501'],
  ])('answers %s like PostgREST', async (_, path, body, headers, status, code) => {
    const answer = await post(path, body, headers)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      {
        code,
        message: expect.any(String),
        details: expect.toBeOneOf([null, expect.any(String)]),
        hint: expect.toBeOneOf([null, expect.any(String)]),
      },
    ])
  })

  test('needs a key, whose role decides', async () => {
    const keys = [stack.secretKey, stack.publishableKey, stack.secretKey, 'wrong', '']
    const answers = []
    for (const apikey of keys) answers.push((await post('secret', {}, { apikey })).status)
    expect(answers).toEqual([200, 401, 200, 401, 401])
    expect((await post('secret', {}, { apikey: stack.secretKey, 'user-agent': 'Mozilla/5.0' })).status).toBe(
      401,
    )
    await stack.admin`revoke execute on function secret from service_role`
    expect((await post('secret', {}, { apikey: stack.secretKey })).status).toBe(403)
  })

  test.each<[status: string, headers: string, expected: [number, string | null]]>([
    ['', '', [200, null]],
    ['201', '[{"X-One": "1"}]', [201, '1']],
    ['teapot', '', [500, null]],
    ['', '{"X-One": "1"}', [500, null]],
    ['', '[{"X-One": 1}]', [500, null]],
    ['', 'x', [500, null]],
  ])('sets the status %j and the headers %j', async (status, headers, expected) => {
    const answer = await post('respond', { status, headers })
    expect([answer.status, answer.headers.get('x-one')]).toEqual(expected)
  })

  test('sets the whole answer with sqlstate PGRST', async () => {
    const message = JSON.stringify({ code: 'own', message: 'Own.' })
    const raised = await post('raise_all', { message, detail: '{"status": 418, "headers": {"X-One": "1"}}' })
    expect([raised.status, raised.headers.get('x-one'), JSON.parse(raised.text)]).toEqual([
      418,
      '1',
      { code: 'own', message: 'Own.', details: null, hint: null },
    ])
    for (const [message, detail] of [
      ['x', 'y'],
      ['{}', '{}'],
      ['null', 'null'],
    ]) {
      const invalid = await post('raise_all', { message, detail })
      expect([invalid.status, JSON.parse(invalid.text).code]).toEqual([500, 'PGRST121'])
    }
  })

  test('is one transaction: an error of the call or of the commit undoes it', async () => {
    const entries = async () => (await stack.admin`select entry from public.log`).map(({ entry }) => entry)
    const written = await post('write', { entry: 'kept', n: 1 })
    expect([written.status, written.text]).toEqual([204, ''])
    const raised = await post('write', { entry: 'raised', n: -1 })
    expect([raised.status, JSON.parse(raised.text)]).toEqual([
      409,
      { code: 'PT409', message: 'negative', details: '{"n": -1}', hint: 'Count.' },
    ])
    const duplicate = await post('write', { entry: 'duplicate', n: 1 })
    expect([duplicate.status, JSON.parse(duplicate.text).code]).toEqual([409, '23505'])
    const read = await call('write?entry=read&n=2', { method: 'GET' })
    expect([read.status, JSON.parse(read.text).code]).toEqual([405, '25006'])
    expect(await entries()).toEqual(['kept'])
  })

  test('takes one round trip', async () => {
    // What else runs, such as a new connection of the pool, can only add to them.
    const counts: number[] = []
    for (let i = 0; i < 30; i++) {
      const before = stack.database.roundTrips
      expect((await post('echo', { t: 'x' })).status).toBe(200)
      counts.push(stack.database.roundTrips - before)
    }
    expect(Math.min(...counts)).toBe(1)
  })
})
