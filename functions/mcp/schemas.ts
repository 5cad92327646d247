import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * What a tool takes, to be shown in the list of tools. Every value passes: the code of the API looks at what is sent, so that the
 * messages are the API's own. Null is not shown: it means that an argument is left out, and takes a model's attention.
 */
export function shownArguments(schema: z.ZodObject): StandardSchemaWithJSON {
  return shown(schema, withoutNull)
}

/** What a tool gives, to be shown. Every value passes: answers come from SQL, and the tests hold each against this. */
export function shownAnswer(schema: z.ZodObject): StandardSchemaWithJSON {
  return shown(schema)
}

const made = new Map<z.ZodObject, JsonSchema>()

function shown(schema: z.ZodObject, edit?: (property: JsonSchema) => void): StandardSchemaWithJSON {
  // Made when it is asked for the first time: a call of a tool seldom needs it.
  const json = () => {
    const known = made.get(schema)
    if (known) return known
    // As input, so that what is to be added to an answer one day is allowed by the lists that clients keep.
    const fresh = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => shorten(jsonSchema) })
    for (const property of Object.values(fresh.properties ?? {})) edit?.(property as JsonSchema)
    made.set(schema, fresh)
    return fresh
  }
  const validate = (value: unknown) => ({ value })
  return {
    '~standard': { version: 1, vendor: 'skill-rating', validate, jsonSchema: { input: json, output: json } },
  }
}

/** A model reads it: what `format` says already, and bounds that are those of whole numbers in JavaScript, are left out. */
function shorten(json: JsonSchema): void {
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
