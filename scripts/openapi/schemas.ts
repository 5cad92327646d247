import { z } from 'zod'
import * as requests from '../../functions/_shared/schemas/requests.ts'
import * as responses from '../../functions/_shared/schemas/responses.ts'

export type Json = Record<string, unknown>
type Schemas = [name: string, schema: z.ZodType][]

/** A reference to a component of the document. */
export function ref(
  kind: 'examples' | 'headers' | 'parameters' | 'responses' | 'schemas',
  name: string,
): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

/** The schemas of the document: the bodies of requests and responses, and the given problem documents. */
export function componentSchemas(problems: Record<string, z.ZodType>): Record<string, Json> {
  const inputs = schemasOf(requests).filter(([name]) => name.endsWith('Input'))
  // Each operation refers to the problems that it can return, and none to ProblemDocument.
  const outputs = schemasOf(responses).filter(([name]) => name !== 'ProblemDocument')
  return { ...toJson(inputs, 'input'), ...toJson([...outputs, ...Object.entries(problems)], 'output') }
}

/** The JSON Schemas of the parameters of a query. */
export function querySchemas(query: z.ZodObject): Record<string, Json> {
  const { properties } = z.toJSONSchema(query, { io: 'input', override: simplify })
  return withTypeLists(properties) as Record<string, Json>
}

function schemasOf(module: object): Schemas {
  return Object.entries(module).filter(([, value]) => value instanceof z.ZodType)
}

/** Schemas as components that refer to each other. */
export function toJson(schemas: Schemas, io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of schemas) registry.add(schema, { id })
  const uri = (name: string) => ref('schemas', name).$ref as string
  const converted = z.toJSONSchema(registry, { io, uri, override: simplify }).schemas
  // Each could be a file of its own. In one document they need neither an id nor a dialect.
  return Object.fromEntries(
    Object.entries(converted).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      withoutIntersection(withTypeLists(schema) as Json),
    ]),
  )
}

/** Writes a nullable value as one schema with two types instead of a choice between two schemas. */
function withTypeLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTypeLists)
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...schema } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withTypeLists(member)]),
  )
  const [first, second] = (anyOf as Json[] | undefined) ?? []
  if (typeof first?.type === 'string' && second?.type === 'null')
    return {
      ...schema,
      ...first,
      type: [first.type, 'null'],
      ...(Array.isArray(first.enum) && { enum: [...first.enum, null] }),
    }
  return anyOf ? { ...schema, anyOf } : schema
}

/** Writes an intersection of objects as one object: many code generators lose the fields of an `allOf` at the root. */
function withoutIntersection({ allOf, ...schema }: Json): Json {
  if (!allOf) return schema
  const parts = allOf as { properties: Json; required?: string[] }[]
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Json
  return { type: 'object', ...schema, properties, required: parts.flatMap((part) => part.required ?? []) }
}

/** Writes a schema in the form that most code generators understand, without redundant keywords. */
function simplify({ jsonSchema: schema }: { jsonSchema: Json }): void {
  if (schema.type === 'number' && schema.const === undefined) schema.format = 'double'
  if (schema.type === 'number' && Number.isInteger(schema.const)) schema.type = 'integer'
  if (schema.const !== undefined && schema.type !== 'boolean') {
    schema.enum = [schema.const]
    delete schema.const
  }
  if (schema.format === 'uuid' || schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minLength === 0) delete schema.minLength
  // A number in a query, which zod reads from its digits.
  if (schema.type === 'integer' && typeof schema.pattern === 'string') {
    delete schema.pattern
    schema.default = Number(schema.default)
  }
  if (schema.type === 'integer' && (schema.enum as unknown[])?.some((digits) => typeof digits === 'string'))
    delete schema.enum
  if (schema.type === 'boolean' && Array.isArray(schema.enum)) {
    delete schema.enum
    if (schema.default !== undefined) schema.default = schema.default === 'true'
  }
}
