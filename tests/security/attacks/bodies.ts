// Bodies that no route accepts, sent to each route, to its SQL function and to its table.
import { gzipSync } from 'node:zlib'
import { type Attack, onDataApi, onFunction, onRpc } from './attack.ts'
import { type Fixtures, freeName } from './fixtures.ts'

const LIMIT = 256 * 1024

interface HostileBody {
  code: string
  /** Made from a valid body: if it is accepted, there is a new row. */
  of(valid: string): string | Uint8Array
  headers?: Record<string, string>
  chunkSize?: number
  /** The Data API may accept it. */
  functionOnly?: true
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const invalidJson = (of: HostileBody['of']): HostileBody => ({ code: 'invalid_json', of })
const invalidFields = (of: HostileBody['of']): HostileBody => ({ code: 'invalid_request', of })
const tooLarge = (size: number, chunkSize?: number): HostileBody => ({
  ...{ code: 'body_too_large', of: (valid) => valid.padEnd(size), functionOnly: true },
  ...(chunkSize && { chunkSize }),
})
const gzipped = (of: HostileBody['of']): HostileBody => ({
  ...{ code: 'unsupported_media_type', of, headers: { 'Content-Encoding': 'gzip' } },
})

// tests/unit/body.test.ts tests the function with every kind of invalid JSON and media type.
const BODIES: HostileBody[] = [
  ...['', '{', '[]', 'null', '"x"'].map((text) => invalidJson(() => text)),
  invalidJson((valid) => `${valid}${valid}`),
  invalidJson((valid) => `${valid.slice(0, -1)},}`),
  ...['NaN', '-Infinity', '"\u0001"', nested(100_000)].map((value) =>
    invalidJson((valid) => `${valid.slice(0, -1)},"x":${value}}`),
  ),
  invalidJson((valid) => `${valid}\u0000`),
  invalidJson((valid) => Buffer.from(`\uFEFF${valid}`, 'utf16le')),
  invalidJson((valid) => valid + '['.repeat(100_000)),
  invalidJson((valid) => gzipSync(valid)),
  { ...invalidJson((valid) => `[${valid}]`), functionOnly: true },
  { ...invalidJson(() => '{'), headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'PUT' } },
  invalidFields(
    (valid) =>
      `${valid.slice(0, -1)},"agent_name":"","name":"","claws":0,"p_agent_name":"","p_name":"","p_claws":0}`,
  ),
  invalidFields((valid) => `{"__proto__":${valid}}`),
  invalidFields((valid) => `{"constructor":{"prototype":${valid}}}`),
  invalidFields((valid) => `{"data":${valid}}`),
  tooLarge(LIMIT + 1),
  tooLarge(LIMIT + 1, 16_384),
  tooLarge(8_000_000, 16_384),
  gzipped((valid) => gzipSync(valid)),
  gzipped(() => gzipSync(Buffer.alloc(16_000_000, 0x20))),
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
      const options = { key: attacker.key, headers, chunkSize }
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
