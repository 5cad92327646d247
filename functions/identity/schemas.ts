import { z } from 'zod'
import { Proof } from '../_shared/schemas/responses.ts'

/** The requests and responses of the function `identity`, and what SQL answers it. */

/** The body of POST /identity/proofs. */
export const CreateProofInput = z.object({
  id_token: z
    .string({
      error: ({ input }) => (input === undefined || input === null ? 'is required' : 'must be a string'),
    })
    .min(1, 'is required'),
})

/** A trusted issuer, as SQL stores it: without an audience of its own, that of the service is meant. */
export const StoredIssuer = z.object({
  issuer: z.string(),
  name: z.string(),
  audience: z.string().nullable(),
  counted_claims: z.array(z.string()).min(1),
  jwks_uri: z.string().nullable(),
})

/** A trusted issuer with the audience that its tokens must have. */
export type Issuer = z.output<typeof StoredIssuer> & { audience: string }

export const StoredIssuers = z.object({ issuers: z.array(StoredIssuer) })
export const CreatedProof = z.object({ created: z.boolean(), proof: Proof })
export const OwnProof = z.object({ proof: Proof.nullable() })
export const DeletedProof = z.object({ deleted: z.literal(true) })
