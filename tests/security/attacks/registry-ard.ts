// Agentic Resource Discovery: bodies, tokens and identifiers that it does not expect, and searches that could be expensive.
import { type Attack, onFunction } from './attack.ts'
import { SEARCHES } from './expensive.ts'

const ARD = '/registry/ard'
const HOST = 'urn:air:skills.example.com:skills:'
const ID = '00000000-0000-4000-8000-000000000000'

const PATHS =
  `${ARD} ${ARD}/ ${ARD}/agents/${HOST} ${ARD}/agents/${HOST}..%2fx ${ARD}/agents/${HOST}%00 ${ARD}/agents/${HOST}%ff ${ARD}/agents/%zz
  ${ARD}/agents/${HOST}eq.x ${ARD}/agents/${HOST}'%20or%20true-- ${ARD}/agents/${HOST}${'a'.repeat(8_000)} ${ARD}/agents/${HOST}jq/x
  ${ARD}/agents/urn:air:evil.example:skills:jq ${ARD}/agents/jq?x=%ff ${ARD}/search ${ARD}/search/x ${ARD}/../api/me /registry/ardx`.split(
    /\s+/,
  )

const tokenOf = (...token: unknown[]) => Buffer.from(JSON.stringify(token)).toString('base64url')

const BODIES: unknown[] = [
  '',
  'null',
  '{',
  '{"query":{"text":"x"}',
  `{"query":${'['.repeat(100_000)}`,
  { query: { text: 'x', filter: { publisher: 'a' } } },
  { query: { text: 'x', filter: { __proto__: 1, constructor: 'x' } } },
  { query: { text: 'x', filter: { 'trustManifest.attestations.type': ['x'] } } },
  {
    query: {
      text: 'x',
      filter: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 'x'])),
    },
  },
  { query: { text: 'x', filter: { tags: [[]] } } },
  { query: { text: { $ne: '' } } },
  { query: { text: ['x'] } },
  { query: { text: 'x'.repeat(250_000) } },
  { query: { text: 'x' }, pageSize: -1 },
  { query: { text: 'x' }, pageSize: 1.5 },
  { query: { text: 'x' }, pageToken: 'x'.repeat(250_000) },
  { query: { text: 'x' }, pageToken: tokenOf('x', null, 0, 100) },
  { query: { text: 'x' }, pageToken: Buffer.from('['.repeat(100_000)).toString('base64') },
  { query: { text: 'x' }, federation: 'http://127.0.0.1/' },
]

export function ard(): Attack[] {
  return [
    ...PATHS.map((path) => onFunction('GET', path, 'refused')),
    ...BODIES.map((body) => onFunction('POST', `${ARD}/search`, 'refused', { body })),
    ...['PUT', 'PATCH', 'DELETE', 'TRACE'].map((method) =>
      onFunction(method, `${ARD}/agents/${HOST}jq`, 'refused'),
    ),
    onFunction('POST', `${ARD}/search`, 'refused', { headers: { 'content-type': 'text/plain' }, body: '{}' }),
    onFunction('GET', `${ARD}/agents/${HOST}${ID}`, 'refused'),
    ...ardReads(),
  ]
}

/** Valid searches that could be expensive: filters that nothing or little matches, and the largest pages. */
function ardReads(): Attack[] {
  const filters = [
    undefined,
    { type: ['application/json'] },
    { type: ['text/html'], tags: ['mcp', 'github', 'other'] },
    { tags: ['clawdbot'] },
    { tags: Array.from({ length: 10_000 }, (_, i) => `tag ${i}`) },
  ]
  return ['expensive', ...SEARCHES].flatMap((text) =>
    filters.map((filter) =>
      onFunction('POST', `${ARD}/search`, 'harmless', { body: { query: { text, filter }, pageSize: 100 } }),
    ),
  )
}
