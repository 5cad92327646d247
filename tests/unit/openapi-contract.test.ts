// The check of every response in the tests over HTTP finds differences from docs/openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examples, problems, UNUSED_KEY } from '../../scripts/openapi/examples.ts'
import { projectDir } from '../../scripts/program.ts'
import { Contract, type Exchange } from '../support/openapi-contract.ts'

const contract = new Contract(JSON.parse(readFileSync(join(projectDir, 'docs', 'openapi.json'), 'utf8')))

const JSON_TYPE = { 'content-type': 'application/json' }
const PROBLEM_TYPE = { 'content-type': 'application/problem+json' }

type Partly = Partial<Omit<Exchange, 'headers'>> & { headers?: Record<string, string>; body?: unknown }

function differences({ headers = JSON_TYPE, body, ...exchange }: Partly): string[] {
  return contract.differences({
    method: 'GET',
    path: '/api/skills',
    status: 200,
    text: body === undefined ? '' : JSON.stringify(body),
    ...exchange,
    headers: new Headers({ 'x-request-id': 'an id', ...headers }),
  })
}

const { SkillPage, Rating, Rated, RatingInput, Registered } = examples
const pageHeaders = { ...JSON_TYPE, etag: '"tag"', 'cache-control': 'no-cache' }
const page: Partly = { path: '/api/skills/ripgrep', headers: pageHeaders, body: SkillPage }
const rated: Partly = {
  method: 'POST',
  path: '/api/ratings',
  status: 201,
  sent: JSON.stringify(RatingInput),
  body: Rated,
}
const missing: Partly = { status: 404, path: '/api/skills/nothing', headers: PROBLEM_TYPE }
const allow = (methods: string) => ({ ...PROBLEM_TYPE, allow: methods })
const noMethod: Partly = {
  method: 'PUT',
  status: 405,
  headers: allow('GET, HEAD, POST, OPTIONS'),
  body: problems.method_not_allowed,
}
const registered: Partly = {
  method: 'POST',
  path: '/api/register',
  status: 201,
  headers: { ...JSON_TYPE, 'cache-control': 'no-store' },
}
const pageWith = (members: object): Partly => ({ ...page, body: { ...SkillPage, ...members } })
const skillNotFound = (members: object): Partly => ({
  ...missing,
  body: { ...problems.skill_not_found, ...members },
})

test.each<[string, Partly]>([
  ['a page', page],
  [
    'a page by id, with a slash at the end',
    { ...page, path: '/api/skills/A48DC567-f2ec-4666-ae90-c90d883b860d/' },
  ],
  ['a page by HEAD', { ...page, method: 'HEAD', body: undefined }],
  [
    'a page that has not changed',
    { ...page, status: 304, headers: { etag: '"tag"', 'cache-control': 'no-cache' }, body: undefined },
  ],
  ['a rating', rated],
  [
    'a rating with text to clean',
    { ...rated, sent: '{"skill_name": " fd\\n", "claws": 5.0, "commentary": ""}' },
  ],
  ['an unknown skill', skillNotFound({})],
  ['an unknown route', { ...missing, path: '/api/nothing', body: problems.route_not_found }],
  ['another method', noMethod],
  ['a key', { ...registered, body: Registered }],
  [
    'a preflight, which is not in the document',
    { method: 'OPTIONS', status: 204, headers: { 'content-type': 'x/y' } },
  ],
])('accepts %s', (_, exchange) => {
  expect(differences(exchange)).toEqual([])
})

test.each<[string, Partly, RegExp]>([
  ['an undocumented member', pageWith({ email: 'x' }), /"email"/],
  [
    'an undocumented nested member',
    pageWith({ ratings: [{ ...Rating, agent_id: 'x' }] }),
    /ratings\/0.*"agent_id"/,
  ],
  ['a missing member', pageWith({ slug: undefined }), /"slug"/],
  ['a number as text', pageWith({ avg_claws: '4.7' }), /avg_claws.*number/],
  ['a number out of bounds', { ...rated, body: { ...Rated, rating: { ...Rating, claws: 6 } } }, /claws.*5/],
  ['an invalid time', pageWith({ created_at: 'today' }), /created_at.*date-time/],
  ['an invalid key', { ...registered, body: { ...Registered, api_key: UNUSED_KEY.slice(1) } }, /api_key/],
  [
    'another content type',
    { ...page, headers: { ...pageHeaders, 'content-type': 'text/html' } },
    /text\/html/,
  ],
  ['a missing header', { ...page, headers: JSON_TYPE }, /ETag is missing/],
  ['an invalid header', { ...page, headers: { ...pageHeaders, etag: 'tag' } }, /ETag.*pattern/],
  ['an undocumented header', { ...page, headers: { ...pageHeaders, location: '/x' } }, /location/],
  ['an undocumented status', { ...page, status: 202 }, /202/],
  ['an undocumented body', { ...page, status: 304 }, /none is documented/],
  ['a body for HEAD', { ...page, method: 'HEAD' }, /HEAD/],
  ['a code of another route', { ...missing, body: problems.rating_not_found }, /\/code/],
  ['a code of another status', skillNotFound({ status: 400 }), /\/status/],
  ['an unknown code', skillNotFound({ code: 'gone' }), /\/code/],
  ['a member of another error', skillNotFound({ errors: problems.invalid_request.errors }), /"errors"/],
  ['success for an unknown route', { ...page, path: '/api/nothing' }, /200/],
  ['success for another method', { ...noMethod, status: 200 }, /200/],
  ['other methods in Allow', { ...noMethod, headers: allow('GET') }, /Allow/],
  ['an accepted request that is invalid', { ...rated, sent: '{"skill_name": "fd"}' }, /request.*claws/],
  ['an accepted parameter that is invalid', { ...page, path: '/api/skills?limit=0' }, /limit/],
])('finds %s', (_, exchange, difference) => {
  expect(differences(exchange).join('\n')).toMatch(difference)
})
