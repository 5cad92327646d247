// What the function `identity` does with the secret key, nobody can do without it.
import { describe, expect, test } from 'vitest'
import { localStack } from '../../support/api.ts'
import { newAgent } from '../../support/fixtures.ts'

describe.runIf(localStack)('the functions of proofs', () => {
  const { apiUrl = '', publishableKey = '', secretKey = '' } = localStack ?? {}
  const proof = {
    p_issuer: 'https://token.actions.githubusercontent.com',
    p_counted_claims: ['repository_owner_id', 'actor_id'],
    p_values: ['1', '2'],
    p_token_hash: '00'.repeat(32),
    p_issued_at: new Date().toISOString(),
  }

  test.each([
    ['list_issuers', {}],
    ['create_proof', proof],
    ['get_proof', {}],
    ['delete_proof', {}],
  ])('%s cannot be called with the publishable key or none', async (name, args) => {
    const { key } = await newAgent()
    for (const headers of [{ apikey: publishableKey }, { Authorization: `Bearer ${publishableKey}` }, {}]) {
      const { status } = await fetch(`${apiUrl}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'x-api-key': key,
          ...(headers as Record<string, string>),
        },
        body: JSON.stringify(args),
      })
      expect([401, 403, 404]).toContain(status)
    }
  })

  test('the tables of proofs are not in the Data API', async () => {
    for (const table of ['proofs', 'issuers', 'used_tokens', 'proof_rule'])
      for (const apikey of [publishableKey, secretKey])
        expect((await fetch(`${apiUrl}/rest/v1/${table}`, { headers: { apikey } })).status, table).toBe(404)
  })
})
