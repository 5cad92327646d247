import type { z } from 'zod'
import { type FieldError, invalidRequest } from '../errors.ts'

/**
 * Parses a value with a zod schema.
 *
 * @param errors errors found already, to report together with those of the schema
 * @throws ApiError invalid_request, with every field at fault
 */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  errors: FieldError[] = [],
): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success && errors.length === 0) return result.data
  const found = result.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
  // Two rules of a field can have one message.
  const distinct = new Map([...errors, ...found].map((error) => [`${error.path} ${error.message}`, error]))
  throw invalidRequest([...distinct.values()])
}
