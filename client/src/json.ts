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

/** In place of a value of a configuration that is not text: no path, and no address of a public registry. It could be nested without end. */
export const NOT_TEXT = '{}'
