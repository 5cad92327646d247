import { z } from 'zod'
import * as answers from '../../functions/api/answers.ts'
import * as fields from '../../functions/api/fields.ts'

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

/** The components: every answer, and the bodies that are sent. */
export function componentSchemas(bodies: z.ZodType[]): Record<string, Json> {
  const sent = schemasIn(fields).filter(([, schema]) => bodies.includes(schema))
  return { ...asJsonSchemas(sent, 'input'), ...asJsonSchemas(schemasIn(answers), 'output') }
}

/** The JSON Schemas of the parameters of a query. */
export function querySchemas(query: z.ZodObject): Record<string, Json> {
  const { properties } = z.toJSONSchema(query, { io: 'input', override: plainly }) as { properties: Json }
  return properties as Record<string, Json>
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
    Object.entries(made).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  )
}

/** Leaves out what says nothing more than the rest of the schema does. */
function plainly({ jsonSchema: schema }: { jsonSchema: Json }): void {
  if (schema.format === 'uuid' || schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minLength === 0) delete schema.minLength
  // A number in a query, which zod reads from its digits.
  if (schema.type === 'integer' && typeof schema.pattern === 'string') {
    delete schema.pattern
    schema.default = Number(schema.default)
  }
}
