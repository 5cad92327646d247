import { gzipSync } from 'node:zlib'
import { type Attack, type Cast, freeName } from './target.ts'

const LIMIT = 256 * 1024

interface Body {
  title: string
  /** Made from a body that is fine, so that whatever lets it through adds a row. */
  of(fine: string): string | Uint8Array
  headers?: string[]
  chunked?: boolean
  code: string
  /** Not refused by a server that minds the media type less, or that reads JSON in another way. */
  onlyAtTheFunction?: true
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const withMember = (fine: string, member: string) => `${fine.slice(0, -1)},${member}}`
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))

const BODIES: Body[] = [
  { title: 'empty', of: () => '', code: 'invalid_json' },
  { title: '{', of: () => '{', code: 'invalid_json' },
  { title: '[]', of: () => '[]', code: 'invalid_json' },
  { title: 'null', of: () => 'null', code: 'invalid_json' },
  { title: 'a string', of: (fine) => JSON.stringify(fine), code: 'invalid_json' },
  {
    title: 'the object in an array',
    of: (fine) => `[${fine}]`,
    code: 'invalid_json',
    onlyAtTheFunction: true,
  },
  { title: 'two objects', of: (fine) => `${fine}${fine}`, code: 'invalid_json' },
  { title: 'a trailing comma', of: (fine) => `${fine.slice(0, -1)},}`, code: 'invalid_json' },
  { title: 'NaN', of: (fine) => withMember(fine, '"x":NaN'), code: 'invalid_json' },
  { title: 'Infinity', of: (fine) => withMember(fine, '"x":-Infinity'), code: 'invalid_json' },
  { title: 'a raw control character', of: (fine) => withMember(fine, '"x":"\u0001"'), code: 'invalid_json' },
  { title: 'a raw NUL', of: (fine) => `${fine}\u0000`, code: 'invalid_json' },
  { title: 'UTF-16', of: (fine) => Buffer.from(`\uFEFF${fine}`, 'utf16le'), code: 'invalid_json' },
  {
    title: 'invalid UTF-8',
    of: (fine) => bytes(fine.slice(0, -1), ',"x":"', [0xc3, 0x28], '"}'),
    code: 'invalid_json',
    onlyAtTheFunction: true,
  },
  {
    title: 'nested 33 deep',
    of: (fine) => withMember(fine, `"x":${nested(32)}`),
    code: 'invalid_json',
    onlyAtTheFunction: true,
  },
  {
    title: 'nested 100,000 deep',
    of: (fine) => withMember(fine, `"x":${nested(100_000)}`),
    code: 'invalid_json',
  },
  {
    title: '100,000 brackets that nothing closes',
    of: (fine) => fine + '['.repeat(100_000),
    code: 'invalid_json',
  },
  {
    title: 'duplicate keys, the last of them bad',
    of: (fine) =>
      withMember(fine, '"agent_name":"","name":"","claws":0,"p_agent_name":"","p_name":"","p_claws":0'),
    code: 'invalid_request',
  },
  {
    title: '__proto__ in place of the fields',
    of: (fine) => `{"__proto__":${fine}}`,
    code: 'invalid_request',
  },
  {
    title: 'constructor.prototype in place of the fields',
    of: (fine) => `{"constructor":{"prototype":${fine}}}`,
    code: 'invalid_request',
  },
  { title: 'the fields one level down', of: (fine) => `{"data":${fine}}`, code: 'invalid_request' },
  {
    title: '256 KiB + 1, declared',
    of: (fine) => fine.padEnd(LIMIT + 1),
    code: 'body_too_large',
    onlyAtTheFunction: true,
  },
  {
    title: '256 KiB + 1, chunked',
    of: (fine) => fine.padEnd(LIMIT + 1),
    chunked: true,
    code: 'body_too_large',
    onlyAtTheFunction: true,
  },
  {
    title: '8 MB, chunked',
    of: (fine) => fine.padEnd(8_000_000),
    chunked: true,
    code: 'body_too_large',
    onlyAtTheFunction: true,
  },
  {
    title: 'no content type',
    of: (fine) => fine,
    headers: ['Content-Type', ''],
    code: 'unsupported_media_type',
    onlyAtTheFunction: true,
  },
  {
    title: 'two content types',
    of: (fine) => fine,
    headers: ['Content-Type', 'application/json', 'Content-Type', 'text/plain'],
    code: 'unsupported_media_type',
    onlyAtTheFunction: true,
  },
  {
    title: 'a form that looks like JSON',
    of: (fine) => fine,
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    code: 'unsupported_media_type',
    onlyAtTheFunction: true,
  },
  {
    title: 'a form',
    of: (fine) => new URLSearchParams(JSON.parse(fine)).toString(),
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    code: 'unsupported_media_type',
    onlyAtTheFunction: true,
  },
  {
    title: 'a charset that is not UTF-8',
    of: (fine) => fine,
    headers: ['Content-Type', 'application/json; charset=utf-7'],
    code: 'unsupported_media_type',
    onlyAtTheFunction: true,
  },
  {
    title: 'gzip',
    of: (fine) => gzipSync(fine),
    headers: ['Content-Encoding', 'gzip'],
    code: 'unsupported_media_type',
  },
  { title: 'gzip that says nothing of it', of: (fine) => gzipSync(fine), code: 'invalid_json' },
  {
    title: 'a gzip bomb',
    of: () => gzipSync(Buffer.alloc(16_000_000, 0x20)),
    headers: ['Content-Encoding', 'gzip'],
    code: 'unsupported_media_type',
  },
  {
    title: 'a method override',
    of: () => '{',
    headers: ['X-HTTP-Method-Override', 'DELETE', 'X-Method-Override', 'PUT'],
    code: 'invalid_json',
  },
]

/** What a body may be that no route takes, at each route that takes one; and at the SQL function and the table behind each. */
export function bodies({ mallory, other }: Cast): Attack[] {
  const doors = [
    {
      path: '/api/register',
      rpc: 'register_agent',
      table: 'agents',
      fine: () => ({ agent_name: freeName() }),
    },
    {
      path: '/api/skills',
      rpc: 'submit_skill',
      table: 'skills',
      fine: () => ({ name: freeName(), description: 'Planted.', type: 'other' }),
    },
    {
      path: '/api/ratings',
      rpc: 'submit_rating',
      table: 'ratings',
      fine: () => ({ skill_id: other.id, claws: 1 }),
    },
  ]
  const key = ['x-api-key', mallory.key]
  return doors.flatMap(({ path, rpc, table, fine }) =>
    BODIES.flatMap(({ title, of, headers = [], chunked = false, code, onlyAtTheFunction }) => {
      const common = { method: 'POST', headers: [...key, ...headers], chunked }
      const named = JSON.stringify(fine())
      const asParameters = named.replaceAll(/"(\w+)":/g, '"p_$1":')
      const atTheFunction: Attack[] = [
        { ...common, title: `${path}, ${title}`, door: 'function', path, body: of(named), expect: code },
      ]
      if (onlyAtTheFunction) return atTheFunction
      return [
        ...atTheFunction,
        {
          ...common,
          title: `${rpc}, ${title}`,
          door: 'data api',
          path: `/rpc/${rpc}`,
          body: of(asParameters),
          expect: 'refused',
        },
        {
          ...common,
          title: `${table}, ${title}`,
          door: 'data api',
          path: `/${table}`,
          body: of(named),
          expect: 'empty',
        },
      ]
    }),
  )
}
