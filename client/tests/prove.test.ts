// `skill-rating prove`: which token goes where, and that neither it nor the key is printed.
import { expect, test } from 'vitest'
import { KEY, newHome, type Recorded, recordingServer, run } from './support.ts'

const GITHUB = 'https://token.actions.githubusercontent.com'
const TOKEN = 'header.payload.signature'
const PROOF = { issuer: GITHUB, name: 'GitHub', subject: '1234567', created_at: '2026-11-23T00:00:00Z' }

/** A service that is also GitHub. */
async function service(audience?: string) {
  const server = await recordingServer(({ path, method }: Recorded) => {
    if (path.includes('/identity/issuers'))
      return { body: { issuers: [{ issuer: GITHUB, name: 'GitHub', audience: audience ?? origin() }] } }
    if (path.includes('/identity/proofs') && method === 'POST') return { status: 201, body: { proof: PROOF } }
    if (path.startsWith('/github')) return { body: { value: TOKEN } }
    return undefined
  })
  const origin = () => new URL(server.url).origin
  const env = {
    SKILL_RATING_URL: `${origin()}/functions/v1`,
    SKILL_RATING_API_KEY: KEY,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${origin()}/github?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'the-request-token',
  }
  return { server, origin: origin(), env }
}

test('asks GitHub for a token for this service, and sends it with the key', async () => {
  const { server, origin, env } = await service()
  const { status, stdout, stderr } = await run(['prove'], { home: newHome(), env })
  expect([status, stdout, stderr]).toEqual([0, 'Proved by GitHub. Others see that, and not who it is.\n', ''])
  const [issuers, github, proofs] = server.requests
  expect(issuers?.path).toContain('/identity/issuers')
  expect(new URL(github?.path ?? '', origin).searchParams.get('audience')).toBe(origin)
  expect(github?.headers.authorization).toBe('bearer the-request-token')
  expect(github?.headers['x-api-key']).toBeUndefined()
  expect([proofs?.headers['x-api-key'], JSON.parse(proofs?.body ?? '')]).toEqual([KEY, { id_token: TOKEN }])
  expect(proofs?.headers.authorization).toBeUndefined()
})

test('asks for no token if the service wants one for another address', async () => {
  const { server, env } = await service('https://other.example.com')
  const { status, stdout, stderr } = await run(['prove'], { home: newHome(), env })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('it could use the token there')
  expect(server.requests).toHaveLength(1)
})

test('sends a token from standard input and asks for nothing', async () => {
  const { server, env } = await service('https://other.example.com')
  const { status, stdout, stderr } = await run(['prove', '--token', '-', '--json'], {
    home: newHome(),
    env,
    input: `${TOKEN}\n`,
  })
  expect([status, stderr, JSON.parse(stdout).proof.name]).toEqual([0, '', 'GitHub'])
  expect(stdout + stderr).not.toMatch(/header|signature|claw_/)
  expect(server.requests.map(({ path }) => path.replace('/functions/v1', ''))).toEqual(['/identity/proofs'])
})

test('takes no token as an argument, and needs a workflow or a token', async () => {
  const { server, env } = await service()
  const home = newHome()
  expect((await run(['prove', '--token', TOKEN], { home, env })).status).toBe(2)
  expect((await run(['prove', '--token', '-'], { home, env, input: ' \n' })).status).toBe(2)
  const { ACTIONS_ID_TOKEN_REQUEST_TOKEN: _, ...outside } = env
  const { status, stderr } = await run(['prove'], { home, env: outside })
  expect([status, stderr]).toEqual([1, expect.stringContaining('id-token: write')])
  expect(server.requests).toHaveLength(0)
})
