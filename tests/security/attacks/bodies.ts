// Bodies that no route accepts, sent to each route, to its SQL function and to its table.
import { gzipSync } from 'node:zlib'
import { type Attack, onDataApi, onFunction, onRpc } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

const LIMIT = 256 * 1024

interface HostileBody {
  code: string
  /** Made from a valid body: if it is accepted, there is a new row. */
  of(valid: string): string | Uint8Array
  headers?: Record<string, string> | [string, string][]
  chunkSize?: number
  /** The Data API may accept it. */
  functionOnly?: true
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const withMember = (valid: string, member: string) => `${valid.slice(0, -1)},${member}}`
const type = (value: string) => ({ 'Content-Type': value })

const BODIES: HostileBody[] = [
  ...['', '{', '[]', 'null', '"x"'].map((text) => ({ code: 'invalid_json', of: () => text })),
  ...[
    (valid: string) => `${valid}${valid}`,
    (valid: string) => `${valid.slice(0, -1)},}`,
    (valid: string) => withMember(valid, '"x":NaN'),
    (valid: string) => withMember(valid, '"x":-Infinity'),
    (valid: string) => withMember(valid, '"x":"\u0001"'),
    (valid: string) => `${valid}\u0000`,
    (valid: string) => Buffer.from(`\uFEFF${valid}`, 'utf16le'),
    (valid: string) => withMember(valid, `"x":${nested(100_000)}`),
    (valid: string) => valid + '['.repeat(100_000),
    (valid: string) => gzipSync(valid),
  ].map((of) => ({ code: 'invalid_json', of })),
  ...[
    (valid: string) => `[${valid}]`,
    (valid: string) => Buffer.from(withMember(valid, '"x":"\u00c3("'), 'latin1'),
    (valid: string) => withMember(valid, `"x":${nested(32)}`),
  ].map((of) => ({ code: 'invalid_json', of, functionOnly: true as const })),
  ...[
    (valid: string) =>
      withMember(valid, '"agent_name":"","name":"","claws":0,"p_agent_name":"","p_name":"","p_claws":0'),
    (valid: string) => `{"__proto__":${valid}}`,
    (valid: string) => `{"constructor":{"prototype":${valid}}}`,
    (valid: string) => `{"data":${valid}}`,
  ].map((of) => ({ code: 'invalid_request', of })),
  ...[undefined, 16_384].map((chunkSize) => ({
    ...{
      code: 'body_too_large',
      of: (valid: string) => valid.padEnd(LIMIT + 1),
      functionOnly: true as const,
    },
    ...(chunkSize && { chunkSize }),
  })),
  { code: 'body_too_large', of: (valid) => valid.padEnd(8_000_000), chunkSize: 16_384, functionOnly: true },
  ...[
    type(''),
    type('application/x-www-form-urlencoded'),
    type('application/json; charset=utf-7'),
    [
      ['Content-Type', 'application/json'],
      ['Content-Type', 'text/plain'],
    ] as [string, string][],
  ].map((headers) => ({
    ...{ code: 'unsupported_media_type', of: (valid: string) => valid, headers, functionOnly: true as const },
  })),
  ...[(valid: string) => gzipSync(valid), () => gzipSync(Buffer.alloc(16_000_000, 0x20))].map((of) => ({
    ...{ code: 'unsupported_media_type', of, headers: { 'Content-Encoding': 'gzip' } },
  })),
  {
    code: 'invalid_json',
    of: () => '{',
    headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'PUT' },
  },
]

export function bodies({ attacker, unrated }: Fixtures): Attack[] {
  const routes: [path: string, rpc: string, table: string, valid: () => object][] = [
    ['register', 'register_agent', 'agents', () => ({ agent_name: freeName() })],
    [
      'skills',
      'submit_skill',
      'skills',
      () => ({ name: freeName(), description: 'Planted.', type: 'other' }),
    ],
    ['ratings', 'submit_rating', 'ratings', () => ({ skill_id: unrated.id, claws: 1 })],
  ]
  return routes.flatMap(([path, rpc, table, valid]) =>
    BODIES.flatMap(({ code, of, headers = {}, chunkSize, functionOnly }) => {
      const fields = JSON.stringify(valid())
      const lines = Array.isArray(headers) ? headers : Object.entries(headers)
      const options = { key: attacker.key, headers: lines, chunkSize }
      const parameters = of(fields.replaceAll(/"(\w+)":/g, '"p_$1":'))
      return [
        onFunction('POST', `/api/${path}`, code, { ...options, body: of(fields) }),
        ...(functionOnly
          ? []
          : [
              onRpc(rpc, parameters, 'refused', options),
              onDataApi('POST', `/${table}`, 'empty', { ...options, body: of(fields) }),
            ]),
      ]
    }),
  )
}
