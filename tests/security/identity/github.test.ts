// Which workflows of GitHub prove something. The issuer of the tests is on loopback, so these claims are checked where the rule is.
import { expect, test } from 'vitest'
import { ClaimError, countedValues } from '../../../functions/identity/claims.ts'
import type { Issuer } from '../../../functions/identity/schemas.ts'

const GITHUB = 'https://token.actions.githubusercontent.com'
const issuer = {
  issuer: GITHUB,
  name: 'GitHub',
  audience: 'https://skills.example.com',
  counted_claims: ['repository_owner_id', 'actor_id'],
  jwks_uri: null,
} satisfies Issuer
const claims = {
  event_name: 'workflow_dispatch',
  actor: 'ada',
  actor_id: '7',
  repository_owner: 'acme',
  repository_owner_id: '42',
}

test('a run that a person started counts for the owner and the person, by their numbers', () => {
  expect(countedValues(issuer, claims)).toEqual(['42', '7'])
  expect(countedValues(issuer, { ...claims, actor_id: 7 })).toEqual(['42', '7'])
})

test.each([
  ...[
    'push',
    'pull_request',
    'pull_request_target',
    'schedule',
    'repository_dispatch',
    'workflow_run',
    '',
    undefined,
  ].map((event_name) => ({ event_name })),
  ...['github-actions[bot]', 'my-app[BOT]', undefined, 7].map((actor) => ({ actor })),
  { actor_id: undefined },
  { repository_owner_id: undefined },
  { repository_owner_id: '' },
])('%j is refused, also from an enterprise', (wrong) => {
  for (const address of [GITHUB, `${GITHUB}/acme`])
    expect(() => countedValues({ ...issuer, issuer: address }, { ...claims, ...wrong })).toThrow(ClaimError)
})

test('of other issuers, the event means nothing', () => {
  const other = { ...issuer, issuer: 'https://id.example.com', counted_claims: ['sub'] }
  expect(countedValues(other, { sub: 'x', event_name: 'push' })).toEqual(['x'])
})
