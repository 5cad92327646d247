// Requests that read the catalogue, with texts that a Data API could take for something else when they are in a query.
import { expect } from 'vitest'
import { SORTS } from '../../functions/_shared/schemas/options.ts'
import { HttpClient } from '../support/http-client.ts'

/** The words of a text. */
function words(text: string): string[] {
  return text.split(' ')
}

/** The operators of PostgREST's filters, and one that does not exist. */
export const OPERATORS = words(
  'eq gt gte lt lte neq like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj not or and foo',
)
const FORMS = ['', '.x', '(any).{x}', '.', '.null', '.(x,y)', '(all).{x}', '(english).x', '()', '.not.x']

/** Texts that the embedded Data API reads as JSON, names of parameters, white space, and what a URL or an array has to escape. */
const OTHERS = [
  ...words('null NULL not_null unknown true False "x" "is.x" {"a":1} {a,b} [1] (1)'),
  ...words('0 1 -1 007 5.0 .5 1e3 0x10 0b1 Infinity NaN 12345678901234567890'),
  ...words('select order limit offset columns on_conflict apikey p_search'),
  ...words('* a->b a::b + a+b % %ff %2e a&b=c a#b a;b a,b \' " \\ a\\"b {{x}} -- /*'),
  ' x ',
  '\tis.x',
  '\u0085',
  '\u0085null',
  '\u00a0is.x',
  '\ufeffeq.x',
  'x\u0085',
  'x\n',
  'a  b',
  '\u3000',
  'é',
  'e\u0301',
  'ｉｓ.x',
  '日本語',
  '🙂',
  'x'.repeat(200),
  `is.${'é'.repeat(197)}`,
  'IS.x',
  'Not.Is.Null',
]

export function ambiguousTexts(): string[] {
  const filters = OPERATORS.flatMap((operator) => FORMS.map((form) => operator + form))
  const negated = OPERATORS.map((operator) => `not.${operator}.x`)
  return [...filters, ...negated, ...OTHERS]
}

/** Names of skills whose slugs could be taken for an operator or a JSON value. */
export const AMBIGUOUS_SLUGS = [...OPERATORS, ...words('null unknown true false 5 007 1e3 0x10 -1')]

/** Names of agents that could be taken for a filter or a JSON value. */
export const AMBIGUOUS_NAMES = words('is.js eq.x not.x gt.5 in.(1) like null true 1e3 "x" {"a":1}')

/** The paths of reads with a text in each of their arguments. */
export function readsOf(text: string, skill: string): string[] {
  const encoded = encodeURIComponent(text)
  // A client would remove these segments.
  const segment = /^\.{1,2}$/.test(text) ? [] : [encoded]
  return [
    `/api/skills?search=${encoded}`,
    `/api/skills?sort=name&search=${encoded}`,
    ...segment.flatMap((one) => [
      `/api/agents/${one}`,
      `/api/agents/${one}/ratings`,
      `/api/agents/${one}/skills`,
      `/api/skills/${one}`,
      `/api/skills/${one}/ratings`,
      `/api/skills/${one}/feed.atom`,
      `/api/skills/${one}/badge.svg`,
      `/api/skills/${one}/similar`,
      `/api/skills/${one}/versions`,
    ]),
    ...['type', 'sort', 'limit', 'cursor'].map((name) => `/api/skills?${name}=${encoded}`),
    ...['sort', 'claws', 'limit', 'cursor'].map((name) => `/api/skills/${skill}/ratings?${name}=${encoded}`),
  ]
}

/** Reads with valid arguments, with and without results. */
export function commonReads(
  skill: { id: string; slug: string },
  agent: { id: string; name: string },
): string[] {
  return [
    ...[
      '',
      '?limit=2',
      '?limit=999',
      '?search=',
      '?search=match',
      '?search=nothing+like+it',
      '?type=mcp',
    ].map((query) => `/api/skills${query}`),
    ...SORTS.flatMap((sort) => [
      `/api/skills?sort=${sort}`,
      `/api/skills?type=other&search=one&sort=${sort}`,
    ]),
    ...[skill.id, skill.id.toUpperCase(), skill.slug].flatMap((address) =>
      ['', '/ratings', '/feed.atom', '/badge.svg', '/similar', '/versions'].map(
        (path) => `/api/skills/${address}${path}`,
      ),
    ),
    ...['newest', 'oldest', 'highest', 'lowest'].flatMap((sort) => [
      `/api/skills/${skill.slug}/ratings?sort=${sort}`,
      `/api/skills/${skill.slug}/ratings?sort=${sort}&claws=4&limit=1`,
    ]),
    ...[agent.id, agent.id.toUpperCase(), encodeURIComponent(agent.name)].flatMap((one) =>
      ['', '/ratings', '/skills?limit=1'].map((path) => `/api/agents/${one}${path}`),
    ),
    '/api/stats',
    '/api/feed.atom',
    '/api/sitemap.xml',
    '/api/sitemap.xml?part=a',
    '/api/search?q=weather',
    '/api/search?q=weather&owner=openclaw',
    '/api/skills/00000000-0000-4000-8000-000000000000',
  ]
}

/** The response to each path, without what differs between two requests: its time and its id. */
export async function responsesTo(url: string, paths: string[]) {
  const client = new HttpClient(url)
  const responses: Record<string, unknown[]> = {}
  const waiting = paths.values()
  const worker = async () => {
    for (const path of waiting) {
      const { status, headers, text } = await client.request('GET', path)
      const id = headers.get('x-request-id') as string
      expect(id).toMatch(/\S/)
      const names = ['content-type', 'etag', 'cache-control', 'retry-after']
      responses[path] = [status, text.replace(id, 'ID'), ...names.map((name) => headers.get(name))]
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  client.close()
  return responses
}

/** The paths whose responses differ, with both responses. */
export function differences(one: Record<string, unknown[]>, other: Record<string, unknown[]>): unknown[] {
  return Object.keys(one).flatMap((path) =>
    JSON.stringify(one[path]) === JSON.stringify(other[path]) ? [] : [[path, one[path], other[path]]],
  )
}
