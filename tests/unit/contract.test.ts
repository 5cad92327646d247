// The judge of every answer in the tests over HTTP, given wrong ones.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodies, given, NOBODYS_KEY, problems } from '../../scripts/openapi/examples.ts'
import { projectDir } from '../../scripts/program.ts'
import { Contract, type Exchange } from '../support/openapi-contract.ts'

const contract = new Contract(JSON.parse(readFileSync(join(projectDir, 'docs', 'openapi.json'), 'utf8')))

const JSON_TYPE = { 'content-type': 'application/json' }
const PROBLEM_TYPE = { 'content-type': 'application/problem+json' }

type Told = Partial<Omit<Exchange, 'headers'>> & { headers?: Record<string, string>; body?: unknown }

function differences({ headers = JSON_TYPE, body, ...told }: Told): string[] {
  return contract.differences({
    method: 'GET',
    path: '/api/skills',
    status: 200,
    text: body === undefined ? '' : JSON.stringify(body),
    ...told,
    headers: new Headers({ 'x-request-id': 'an id', ...headers }),
  })
}

const page: Told = {
  path: '/api/skills/ripgrep',
  headers: { ...JSON_TYPE, etag: '"tag"', 'cache-control': 'no-cache' },
  body: given.skillPage,
}
const rated: Told = {
  method: 'POST',
  path: '/api/ratings',
  status: 201,
  sent: JSON.stringify(bodies.newRating),
  body: given.rated,
}
const missing: Told = { status: 404, path: '/api/skills/nothing', headers: PROBLEM_TYPE }
const noMethod: Told = {
  method: 'PUT',
  status: 405,
  headers: { ...PROBLEM_TYPE, allow: 'GET, HEAD, POST, OPTIONS' },
  body: problems.method_not_allowed,
}

test.each<[string, Told]>([
  ['a page', page],
  [
    'a page by its id, with a slash at its end',
    { ...page, path: '/api/skills/A48DC567-f2ec-4666-ae90-c90d883b860d/' },
  ],
  ['a page asked for by HEAD', { ...page, method: 'HEAD', body: undefined }],
  [
    'a page that has not changed',
    { ...page, status: 304, headers: { etag: '"tag"', 'cache-control': 'no-cache' }, body: undefined },
  ],
  ['a rating', rated],
  [
    'a rating whose text is cleaned',
    { ...rated, sent: '{"skill_name": " fd\\n", "claws": 5.0, "commentary": ""}' },
  ],
  ['no such skill', { ...missing, body: problems.skill_not_found }],
  ['no such route', { ...missing, path: '/api/nothing', body: problems.route_not_found }],
  ['no such method', noMethod],
  ['a preflight, which is nobody’s', { method: 'OPTIONS', status: 204, headers: { 'content-type': 'x/y' } }],
])('%s is as the document says', (_, told) => {
  expect(differences(told)).toEqual([])
})

describe('a difference is seen:', () => {
  test.each<[string, Told, RegExp]>([
    [
      'a member that the document does not name',
      { ...page, body: { ...given.skillPage, email: 'x' } },
      /"email"/,
    ],
    [
      'one inside',
      { ...page, body: { ...given.skillPage, ratings: [{ ...given.rating, agent_id: 'x' }] } },
      /ratings\/0.*"agent_id"/,
    ],
    ['a member that is missing', { ...page, body: { ...given.skillPage, slug: undefined } }, /"slug"/],
    [
      'a number that is a text',
      { ...page, body: { ...given.skillPage, avg_claws: '4.7' } },
      /avg_claws.*number/,
    ],
    [
      'a number out of bounds',
      { ...rated, body: { ...given.rated, rating: { ...given.rating, claws: 6 } } },
      /claws.*5/,
    ],
    [
      'a time of another form',
      { ...page, body: { ...given.skillPage, created_at: 'today' } },
      /created_at.*date-time/,
    ],
    [
      'another content type',
      { ...page, headers: { ...page.headers, 'content-type': 'text/html' } },
      /text\/html/,
    ],
    ['a header that is missing', { ...page, headers: JSON_TYPE }, /ETag is missing/],
    ['a header of another form', { ...page, headers: { ...page.headers, etag: 'tag' } }, /ETag.*pattern/],
    [
      'a header that is not documented',
      { ...page, headers: { ...page.headers, location: '/x' } },
      /location/,
    ],
    ['a status that is not documented', { ...page, status: 202 }, /202/],
    ['a body where there is none', { ...page, status: 304 }, /none is documented/],
    ['a body to HEAD', { ...page, method: 'HEAD' }, /HEAD/],
    ['a code of another route', { ...missing, body: problems.rating_not_found }, /\/code/],
    [
      'a code of another status',
      { ...missing, body: { ...problems.skill_not_found, status: 400 } },
      /\/status/,
    ],
    [
      'a code that nobody knows',
      { ...missing, body: { ...problems.skill_not_found, code: 'gone' } },
      /\/code/,
    ],
    ['a success where there is no route', { ...page, path: '/api/nothing' }, /200/],
    ['a success by no such method', { ...noMethod, status: 200 }, /200/],
    [
      'methods that are not those of the document',
      { ...noMethod, headers: { ...PROBLEM_TYPE, allow: 'GET' } },
      /Allow/,
    ],
    [
      'a request that was taken and is not allowed',
      { ...rated, sent: '{"skill_name": "fd"}' },
      /request.*claws/,
    ],
    [
      'a member that only another problem has',
      { ...missing, body: { ...problems.skill_not_found, errors: problems.invalid_request.errors } },
      /"errors"/,
    ],
    ['a parameter that was taken and is not allowed', { ...page, path: '/api/skills?limit=0' }, /limit/],
  ])('%s', (_, told, difference) => {
    expect(differences(told).join('\n')).toMatch(difference)
  })
})

test('a key in an answer is a well-formed one', () => {
  const body = { ...given.registered, api_key: NOBODYS_KEY.slice(1) }
  const headers = { ...JSON_TYPE, 'cache-control': 'no-store' }
  expect(differences({ method: 'POST', path: '/api/register', status: 201, headers, body })).toHaveLength(1)
})
