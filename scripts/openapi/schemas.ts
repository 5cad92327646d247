import { z } from 'zod'
import * as fields from '../../functions/_shared/schemas/requests.ts'
import * as answers from '../../functions/_shared/schemas/responses.ts'

export type Json = Record<string, unknown>

type Kind = 'examples' | 'headers' | 'parameters' | 'responses' | 'schemas'

/** A reference to a component of the document. */
export function ref(kind: Kind, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}

/**
 * A reference to what a zod schema became.
 *
 * @throws Error when neither answers.ts nor fields.ts exports it
 */
export function refTo(schema: z.ZodType): { $ref: string } {
  const [name] = [...schemasIn(answers), ...schemasIn(fields)].find(([, other]) => other === schema) ?? []
  if (!name) throw new Error('A route uses a schema that neither answers.ts nor fields.ts exports.')
  return ref('schemas', name)
}

/** The components: the bodies that are sent, every answer, and the given problems by their names. */
export function componentSchemas(
  bodies: z.ZodType[],
  problems: Record<string, z.ZodType>,
): Record<string, Json> {
  const sent = schemasIn(fields).filter(([, schema]) => bodies.includes(schema))
  // Each operation refers to the problems that it can answer with, and none to all problems.
  const given = schemasIn(answers).filter(([, schema]) => schema !== answers.ProblemDocument)
  return {
    ...asJsonSchemas(sent, 'input'),
    ...asJsonSchemas([...given, ...Object.entries(problems)], 'output'),
  }
}

/** The JSON Schemas of the parameters of a query. */
export function querySchemas(query: z.ZodObject): Record<string, Json> {
  const { properties } = z.toJSONSchema(query, { io: 'input', override: plainly }) as { properties: Json }
  return withNullAsType(properties) as Record<string, Json>
}

/** Every zod schema that a module exports, by its name. */
function schemasIn(module: Json): [string, z.ZodType][] {
  return Object.entries(module).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
}

function asJsonSchemas(schemas: [string, z.ZodType][], io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of schemas) registry.add(schema, { id })
  const uri = (name: string) => ref('schemas', name).$ref
  const made = z.toJSONSchema(registry, { io, uri, override: plainly }).schemas
  // Each would be a file of its own; in one document they need neither name nor dialect.
  return Object.fromEntries(
    Object.entries(made).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      joined(withNullAsType(schema) as Json),
    ]),
  )
}

/** A value of one type or null as one schema with two types, and not as a choice between two schemas. */
function withNullAsType(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullAsType)
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...schema } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withNullAsType(member)]),
  )
  const [first, second] = (anyOf as Json[] | undefined) ?? []
  if (typeof first?.type === 'string' && second?.type === 'null')
    return { ...schema, ...first, type: [first.type, 'null'] }
  return anyOf ? { ...schema, anyOf } : schema
}

/** An intersection of objects as one object: many code generators lose the fields of an `allOf` at the root. */
function joined({ allOf, ...schema }: Json): Json {
  if (!allOf) return schema
  const parts = allOf as { properties: Json; required?: string[] }[]
  const required = parts.flatMap((part) => part.required ?? [])
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Json
  return { type: 'object', ...schema, properties, required }
}

/** Writes a schema in the form that most code generators read, without what says nothing more than the rest does. */
function plainly({ jsonSchema: schema }: { jsonSchema: Json }): void {
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
}
