import { text } from 'node:stream/consumers'
import { isObject } from '../json.ts'
import { usageError } from './errors.ts'

/** One JSON object from standard input. */
export async function readJsonInput(): Promise<Record<string, unknown>> {
  const input = await text(process.stdin)
  try {
    const value: unknown = JSON.parse(input)
    if (isObject(value)) return value
  } catch {}
  throw usageError('Standard input must be one JSON object.')
}
