import { text } from 'node:stream/consumers'
import { usageError } from './errors.ts'

/** One JSON object from standard input. */
export async function readJsonInput(): Promise<Record<string, unknown>> {
  const input = await text(process.stdin)
  try {
    const value: unknown = JSON.parse(input)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {}
  throw usageError('Standard input must be one JSON object.')
}
