// What the fuzz run does to a request that was in order: its method, path, headers, or the bytes of its body.
import fc from 'fast-check'
import type { Request } from './send.ts'

export const JSON_TYPE: [name: string, value: string] = ['content-type', 'application/json']

/** One thing about a request that is not as usual. */
export type Twist = (request: Request) => Request

const without = (headers: Request['headers'], ...names: string[]) =>
  headers.filter(([name]) => !names.includes(name))

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND').map(
  (method): Twist =>
    (request) => ({ ...request, method }),
)

const path = fc
  .constantFrom<(path: string) => string>(
    (path) => path.replace(/(\?|$)/, '/$1'),
    (path) => path.replace('/api', '/api/'),
    // Not what stands for a skill: it would no longer be found, and a path with a space in it cannot be sent.
    (path) =>
      path.replace(/\{\{.*?\}\}|[a-z]/g, (part) => (part.startsWith('{{') ? part : part.toUpperCase())),
    (path) => path.replace('skills', '%73kills'),
    (path) => `${path}${path.includes('?') ? '&' : '?'}%ff`,
    (path) => `${path}${path.includes('?') ? '&' : '?'}x=%C3%A9`,
    () => '/api',
    () => '/api/',
    () => '/api/skill',
    () => '/api/keys',
    () => '/api/skills/a/b',
    () => '/api/skills/%00',
    () => '/api/skills/%ff',
    () => '/api/skills/%2e%2e',
    () => '/api/skills/..%2f..%2frest',
    () => '/api/skills/../register',
    () => `/api/skills/${'a'.repeat(5_000)}`,
    () => '/',
  )
  .map(
    (change): Twist =>
      (request) => ({ ...request, path: change(request.path) }),
  )

const keys = fc
  .constantFrom<Request['headers']>(
    [],
    [['authorization', 'Bearer {{key}}']],
    [['Authorization', 'bEaReR {{key}}']],
    [['authorization', 'Bearer {{unknown key}}']],
    [['authorization', 'Basic {{key}}']],
    [['authorization', '{{key}}']],
    [['authorization', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.e30']],
    [
      ['x-api-key', '{{key}}'],
      ['authorization', 'Bearer {{key}}'],
    ],
    [
      ['x-api-key', '{{key}}'],
      ['authorization', 'Bearer {{other key}}'],
    ],
    [
      ['x-api-key', '{{key}}'],
      ['authorization', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.e30'],
    ],
    [
      ['x-api-key', 'nonsense'],
      ['authorization', 'Bearer claw_nonsense'],
    ],
    [
      ['x-api-key', '{{key}}'],
      ['x-api-key', '{{key}}'],
    ],
    [['x-api-key', '{{unknown key}}']],
    [['x-api-key', '{{key}}0']],
    [['x-api-key', 'claw_']],
    [['x-api-key', '{{key}}, {{other key}}']],
    [['x-api-key', 'claw_\u00E9\u00FF']],
    [['x-api-key', 'a'.repeat(8_000)]],
    [['x-api-key', `claw_${'0'.repeat(56)}`]],
  )
  .map(
    (headers): Twist =>
      (request) => ({
        ...request,
        headers: [...without(request.headers, 'x-api-key'), ...headers],
      }),
  )

const mediaType = fc
  .oneof(
    fc
      .constantFrom(
        'application/json; charset=utf-8',
        'Application/JSON;charset="UTF-8"',
        'application/json; charset=iso-8859-1',
        'application/json; charset=utf-16',
        'text/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/problem+json',
        'application/jsonx',
        ';',
      )
      .map((type): Request['headers'] => [['content-type', type]]),
    fc.constant<Request['headers']>([]),
    fc
      .constantFrom('gzip', 'br', 'x')
      .map((encoding): Request['headers'] => [JSON_TYPE, ['content-encoding', encoding]]),
  )
  .map(
    (headers): Twist =>
      (request) => ({
        ...request,
        headers: [...without(request.headers, 'content-type'), ...headers],
      }),
  )

const header = fc
  .oneof(
    fc.constantFrom<[string, string]>(
      ['prefer', 'return=representation, tx=rollback'],
      ['accept-profile', 'private'],
      ['content-profile', 'private'],
      ['accept', 'text/csv'],
      ['range', 'bytes=0-0'],
      ['if-none-match', '*'],
      ['origin', 'null'],
      ['x-request-id', 'x'],
      ['x-forwarded-for', "' or 1=1"],
      ['x-http-method-override', 'DELETE'],
      ['cookie', 'a=b'],
      ['x-long', 'a'.repeat(6_000)],
    ),
    fc
      .tuple(fc.stringMatching(/^x-[a-z]{1,12}$/), fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,60}$/))
      .filter(([name]) => name !== 'x-api-key'),
  )
  .map(
    (added): Twist =>
      (request) => ({ ...request, headers: [...request.headers, added] }),
  )

const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

const rawBody = fc
  .oneof(
    fc.constantFrom<string | Uint8Array>(
      '',
      ' ',
      '{',
      '{}',
      '[]',
      'null',
      'true',
      '1',
      '"{}"',
      '{"a":1,}',
      "{'a':1}",
      '{"claws":NaN}',
      '{"skill_id":"{{id 0}}","claws":1e400}',
      '{"skill_id":"{{id 0}}","claws":5e0,"speed":-0}',
      '{"skill_id":"{{id 0}}","claws":5.0}',
      '{"skill_id":"{{id 0}}","claws":1,"claws":4}',
      '{"skill_id":"{{id 0}}","__proto__":{"claws":4}}',
      '\uFEFF{"agent_name":"x"}',
      '\uFEFF\uFEFF{}',
      '{"a":"\u0001"}',
      '{} {}',
      nested(32),
      nested(33),
      nested(100_000),
      `{"a":"${'x'.repeat(256 * 1024 - 8)}"}`,
      `{"a":"${'x'.repeat(256 * 1024 - 7)}"}`,
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      new Uint8Array([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
      new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
      new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
    ),
    fc.json({ maxDepth: 6 }),
    fc.string({ unit: 'binary', maxLength: 80 }).map((text) => text.toWellFormed()),
    fc.uint8Array({ maxLength: 40 }),
  )
  .map(
    (body): Twist =>
      (request) => ({ ...request, body }),
  )

/** Leaves a body in pieces: cut off, or with a character of it gone or doubled. */
const damage = fc.tuple(fc.nat(200), fc.constantFrom('cut', 'drop', 'double')).map(
  ([at, how]): Twist =>
    (request) => {
      if (typeof request.body !== 'string' || request.body.length === 0) return request
      // In the middle of a character a cut would leave half of it.
      const characters = [...request.body]
      const i = at % characters.length
      const rest = how === 'cut' ? [] : how === 'drop' ? characters.slice(i + 1) : characters.slice(i)
      const kept = how === 'double' ? characters.slice(0, i + 1) : characters.slice(0, i)
      return { ...request, body: [...kept, ...rest].join('') }
    },
)

/** Any of them. */
export const twist: fc.Arbitrary<Twist> = fc.oneof(
  method,
  path,
  keys,
  keys,
  mediaType,
  header,
  rawBody,
  rawBody,
  damage,
)
