export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Programs get numbers as text. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : asString(value)
}

/** Stands for a value that is neither text nor a number, which can be nested deeply. It is neither a path nor the address of a public registry. */
export const NOT_TEXT = '{}'
