/** The parts of the API's OpenAPI document that the reference shows. */

export interface OpenApi {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown> & { parameters?: (Parameter | Ref)[] }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
  }
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
  example?: unknown
}

export interface Response {
  description: string
  content?: Record<string, { schema?: Schema; example?: unknown }>
}

type Ref = { $ref: string }

/** An operation of the document, without references. */
export interface Operation {
  /** Also the fragment of its address. */
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  needsKey: boolean
  parameters: Parameter[]
  body: { schema: Schema; example: unknown; isRequired: boolean } | undefined
  responses: (Response & { status: string })[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: object[]
  parameters?: (Parameter | Ref)[]
  requestBody?: {
    required?: boolean
    content: { 'application/json': { schema: Schema; example: unknown } }
  }
  responses: Record<string, Response | Ref>
}

/** All operations, in the order of the document. */
export function operationsOf({ paths, components }: OpenApi): Operation[] {
  const found = <Item extends object>(item: Item | Ref, items: Record<string, Item>): Item =>
    '$ref' in item ? (items[nameOf(item.$ref as string)] as Item) : item
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as DocumentedOperation | undefined
      if (!operation) return []
      const { operationId, tags, summary, description, security = [], requestBody, responses } = operation
      const body = requestBody?.content['application/json']
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        tag: tags[0] ?? '',
        summary,
        description,
        needsKey: security.length > 0,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
          found(parameter, components.parameters),
        ),
        body: body && { ...body, isRequired: requestBody?.required ?? false },
        responses: Object.entries(responses).map(([status, response]) => ({
          status,
          ...found(response, components.responses),
        })),
      }
    }),
  )
}

/** The last part of `#/components/schemas/Skill`. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** What a value may be, besides its type: “at most 200 characters, default 100”. */
export function limitsOf(schema: Schema): string {
  const number = (value: number) => value.toLocaleString('en')
  const range = (from: number | undefined, to: number | undefined, unit = '') => {
    if (from !== undefined && to !== undefined)
      return from === to ? `${number(from)}${unit}` : `${number(from)} to ${number(to)}${unit}`
    if (to !== undefined) return `at most ${number(to)}${unit}`
    // That a count is not negative goes without saying.
    return from ? `at least ${number(from)}${unit}` : ''
  }
  return [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
