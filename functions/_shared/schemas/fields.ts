import { z } from 'zod'

/** Fields that several responses have. In a file of their own, because each schema that responses.ts exports is part of the document. */

export const id = z.uuid()
/** RFC 3339, in UTC. */
export const time = z.iso.datetime({ offset: true })
export const count = z.int().min(0)
export const nullableScore = z.number().min(0).max(100).nullable()
export const meanClaws = z
  .number()
  .min(0)
  .max(5)
  .describe('The mean of the claws, rounded to one decimal; 0 when unrated.')
export const establishedMean = z
  .number()
  .min(1)
  .max(5)
  .nullable()
  .describe('The mean of the claws of ratings by established agents; null if there are none.')
