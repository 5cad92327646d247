// Agentic Resource Discovery: identifiers that it does not expect, and searches that could be expensive. tests/registry/ard.test.ts has
// bodies, tokens and methods.
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

export function ard(): Attack[] {
  return [
    ...PATHS.map((path) => onFunction('GET', path, 'refused')),
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
