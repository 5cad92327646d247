import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** llama.cpp turns the schemas of all tools into one grammar, and accepts none if a text can be as long as this. */
const MAX_REPETITION = 2_000

const cache = new Map<z.ZodObject, JsonSchema>()

/**
 * The arguments of a tool, for the list of tools. Every value passes: the tool itself parses its arguments, so that the messages are those of
 * the API.
 */
export function argumentsSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  // Created on first use: a tool call seldom needs it.
  const json = () => {
    const created = cache.get(schema) ?? createSchema(schema)
    cache.set(schema, created)
    return created
  }
  const validate = (value: unknown) => ({ value })
  return {
    '~standard': { version: 1, vendor: 'skill-rating', validate, jsonSchema: { input: json, output: json } },
  }
}

function createSchema(schema: z.ZodObject): JsonSchema {
  const created = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => simplify(jsonSchema) })
  // 2020-12, which MCP assumes.
  delete created.$schema
  for (const property of Object.values(created.properties ?? {})) {
    withoutNull(property as JsonSchema)
    describeLength(property as JsonSchema)
  }
  return created
}

/**
 * Removes what a model need not read: the bounds of JavaScript's integers, and patterns, which converters to grammars support only in part:
 * one that they reject takes all tools from a local model. The tool checks them.
 */
function simplify(json: JsonSchema): void {
  delete json.pattern
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (typeof json.items === 'object' && !Array.isArray(json.items)) {
    const { pattern: _, maxLength: __, ...items } = json.items
    json.items = items
  }
}

/** Null is not shown: it means that an argument is omitted, and distracts a model. */
function withoutNull(json: JsonSchema): void {
  if (Array.isArray(json.type)) json.type = json.type.find((type) => type !== 'null') as 'string'
  const [value, other] = json.anyOf ?? []
  if (typeof value !== 'object' || typeof other !== 'object' || other.type !== 'null') return
  delete json.anyOf
  Object.assign(json, value)
}

/** Says in words how long a text can be where a grammar could not. */
function describeLength(json: JsonSchema): void {
  const { maxLength = 0, description } = json
  if (maxLength < MAX_REPETITION) return
  delete json.maxLength
  json.description = `${description} At most ${maxLength} characters.`
}
