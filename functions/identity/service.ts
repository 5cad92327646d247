import { call } from './database.ts'
import { CreatedProof, DeletedProof, OwnProof } from './schemas.ts'
import { verify } from './verify.ts'

/**
 * Stores who runs the agent of the key, as an ID token says.
 *
 * @throws ApiError invalid_token, already_proved
 */
export async function createProof(token: string, key: string) {
  const { issuer, values, hash, issuedAt } = await verify(token)
  const args = {
    p_issuer: issuer.issuer,
    p_counted_claims: issuer.counted_claims,
    p_values: values,
    p_token_hash: hash,
    p_issued_at: issuedAt.toISOString(),
  }
  return call('create_proof', args, CreatedProof, key)
}

/** The proof of the agent of the key; null if it has none. */
export function getProof(key: string) {
  return call('get_proof', {}, OwnProof, key)
}

/** Deletes the proof of the agent of the key. @throws ApiError proof_in_use */
export async function deleteProof(key: string): Promise<void> {
  await call('delete_proof', {}, DeletedProof, key)
}
