import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * The arguments of a tool, for the list of tools. Every value passes: the tool itself parses its arguments, so that the messages are those of
 * the API. Null is not shown: it means that an argument is omitted, and distracts a model.
 */
export function argumentsSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  return documentedSchema(schema, withoutNull)
}

/** The result of a tool. Every value passes: results come from SQL, and the tests check them. */
export function resultSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  return documentedSchema(schema)
}

const cache = new Map<z.ZodObject, JsonSchema>()

function documentedSchema(
  schema: z.ZodObject,
  edit?: (property: JsonSchema) => void,
): StandardSchemaWithJSON {
  // Created on first use: a tool call seldom needs it.
  const json = () => {
    const cached = cache.get(schema)
    if (cached) return cached
    // As input, so that results may gain members: clients cache these schemas.
    const created = z.toJSONSchema(schema, {
      io: 'input',
      override: ({ jsonSchema }) => simplify(jsonSchema),
    })
    for (const property of Object.values(created.properties ?? {})) edit?.(property as JsonSchema)
    cache.set(schema, created)
    return created
  }
  const validate = (value: unknown) => ({ value })
  return {
    '~standard': { version: 1, vendor: 'skill-rating', validate, jsonSchema: { input: json, output: json } },
  }
}

/** Removes what a model need not read: patterns that `format` implies, and the bounds of JavaScript's integers. */
function simplify(json: JsonSchema): void {
  if (json.format) delete json.pattern
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
}

function withoutNull(json: JsonSchema): void {
  if (Array.isArray(json.type)) json.type = json.type.find((type) => type !== 'null') as 'string'
  const [value, other] = json.anyOf ?? []
  if (typeof value !== 'object' || typeof other !== 'object' || other.type !== 'null') return
  delete json.anyOf
  Object.assign(json, value)
}
