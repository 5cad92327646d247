// The check of every response in the tests over HTTP finds differences from docs/openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examples, problems } from '../../scripts/openapi/examples.ts'
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

const { SkillPage, Rating, Rated, RatingInput } = examples
const pageHeaders = { ...JSON_TYPE, etag: '"tag"', 'cache-control': 'no-cache' }
const page: Partly = { path: '/api/skills/ripgrep', headers: pageHeaders, body: SkillPage }
const write = { method: 'POST', path: '/api/ratings', status: 201, body: Rated }
const rated: Partly = { ...write, sent: JSON.stringify(RatingInput) }
const missing: Partly = { status: 404, path: '/api/skills/nothing', headers: PROBLEM_TYPE }
const allow = (methods: string) => ({ ...PROBLEM_TYPE, allow: methods })
const noMethod: Partly = { method: 'PUT', status: 405, body: problems.method_not_allowed }
const notModified = { etag: '"tag"', 'cache-control': 'no-cache' }

test.each<[string, Partly]>([
  ['a page by HEAD', { ...page, method: 'HEAD', body: undefined }],
  ['a page that has not changed', { ...page, status: 304, headers: notModified, body: undefined }],
  [
    'a rating with text to clean',
    { ...rated, sent: '{"skill_name": " fd\\n", "claws": 5.0, "commentary": ""}' },
  ],
  ['an unknown skill', { ...missing, body: problems.skill_not_found }],
  ['an unknown route', { ...missing, path: '/api/nothing', body: problems.route_not_found }],
  ['another method', { ...noMethod, headers: allow('GET, HEAD, POST, OPTIONS') }],
])('accepts %s', (_, exchange) => {
  expect(differences(exchange)).toEqual([])
})

test.each<[string, Partly, RegExp]>([
  ['an undocumented member', { ...page, body: { ...SkillPage, email: 'x' } }, /"email"/],
  ['a number out of bounds', { ...rated, body: { ...Rated, rating: { ...Rating, claws: 6 } } }, /claws.*5/],
  ['another content type', { ...page, headers: { ...pageHeaders, 'content-type': 'a/b' } }, /a\/b/],
  ['a missing header', { ...page, headers: JSON_TYPE }, /ETag is missing/],
  ['an undocumented header', { ...page, headers: { ...pageHeaders, location: '/x' } }, /location/],
  ['a body for HEAD', { ...page, method: 'HEAD' }, /HEAD/],
  ['a code of another route', { ...missing, body: problems.rating_not_found }, /\/code/],
  ['success for an unknown route', { ...page, path: '/api/nothing' }, /200/],
  ['other methods in Allow', { ...noMethod, headers: allow('GET') }, /Allow/],
  ['an accepted request that is invalid', { ...rated, sent: '{"skill_name": "fd"}' }, /request.*claws/],
  ['an accepted parameter that is invalid', { ...page, path: '/api/skills?limit=0' }, /limit/],
])('finds %s', (_, exchange, difference) => {
  expect(differences(exchange).join('\n')).toMatch(difference)
})
