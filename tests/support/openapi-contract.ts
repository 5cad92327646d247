// Compares requests and responses with docs/openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ProblemDocument } from '../../functions/_shared/schemas/responses.ts'
import { trimText } from '../../functions/_shared/text/text.ts'
import { projectDir } from '../../scripts/program.ts'

type Schema = { type?: string }
type Header = { required: boolean; schema: Schema }
type Parameter = { name: string; in: string; schema: Schema }
type Content = Record<string, { schema: Schema }>
type Response = { headers?: Record<string, Header>; content?: Content }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Item = Record<string, Operation>

/** A request, and the answer to it. */
export type Exchange = {
  method: string
  /** Below the base address, with its query. */
  path: string
  /** The body that was sent, when it is known. */
  sent?: string | undefined
  status: number
  headers: Headers
  text: string
}

const json = JSON.parse(readFileSync(join(projectDir, 'docs', 'openapi.json'), 'utf8'))
const referred = new Map<string, unknown>()

/** A part of the document with what its references refer to, the same object for the same reference. */
function resolved(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(resolved)
  if (!('$ref' in part))
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value)]))
  const reference = String(part.$ref)
  const [, ...keys] = reference.split('/')
  if (!referred.has(reference)) referred.set(reference, resolved(keys.reduce((at, key) => at[key], json)))
  return referred.get(reference)
}

export const document = resolved(json) as Record<string, unknown>
const paths = document.paths as Record<string, Item>
export const { schemas } = document.components as { schemas: Record<string, Schema> }

const templates = Object.entries(paths).map(([path, item]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  open: path.split('{').length,
  item,
}))

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, code: { optimize: false } })
addFormats.default(ajv)

/** What is wrong with a value by a schema of the document. */
export function faults(schema: Schema, value: unknown): string[] {
  if (ajv.validate(schema, value)) return []
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

/** What is wrong with the text of a header or parameter. */
function textFaults(schema: Schema, text: string): string[] {
  if (schema.type === 'boolean') return faults(schema, text === 'true' || (text === 'false' ? false : text))
  return faults(schema, schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text)
}

/** Fails the test whose exchange is not as docs/openapi.json says. */
export function expectContract(exchange: Exchange): void {
  const differences = differencesOf(exchange)
  if (differences.length === 0) return
  const { method, path, status, text } = exchange
  throw new Error(
    `docs/openapi.json does not have ${method} ${path} → ${status}:\n  ${differences.join('\n  ')}\n${text.slice(0, 2_000)}`,
  )
}

function differencesOf(exchange: Exchange): string[] {
  const { method, path, status, headers } = exchange
  // Browsers ask about CORS, and a gateway may answer.
  if (method === 'OPTIONS') return []
  if (headers.get('x-content-type-options') !== 'nosniff') return ['X-Content-Type-Options is not nosniff']
  // The MCP server has a protocol of its own, and the registry a document.
  if (/^\/(mcp|registry)\b/.test(path)) return []
  const fitting = templates.filter(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))
  // Of two, the most specific path.
  const [template] = fitting.sort((one, other) => one.open - other.open)
  if (!template) return problemDifferences(exchange, 404, 'route_not_found')
  const { item } = template
  const operation = item[method === 'HEAD' ? 'get' : method.toLowerCase()]
  if (!operation)
    return [...allowDifferences(item, headers), ...problemDifferences(exchange, 405, 'method_not_allowed')]
  const response = operation.responses[status]
  if (!response) return [`${status} is not documented`]
  return [
    ...headerDifferences(response, headers),
    ...bodyDifferences(response, exchange),
    ...(status < 300 ? requestDifferences(operation, exchange) : []),
  ]
}

/** The document describes two problems in prose: they belong to no operation. */
function problemDifferences({ method, status, headers, text }: Exchange, wanted: number, code: string) {
  if (status !== wanted) return [`${status} where ${wanted} is documented`]
  if (!/^application\/problem\+json(;|$)/.test(headers.get('content-type') ?? ''))
    return ['no problem document']
  if (method === 'HEAD') return text === '' ? [] : ['HEAD has a body']
  const body = JSON.parse(text) as { code: string }
  const issues = ProblemDocument.strict().safeParse(body).error?.issues ?? []
  return [
    ...issues.map(({ path, message }) => `/${path.join('/')} ${message}`),
    ...(body.code === code ? [] : [`code is not ${code}`]),
  ]
}

const METHODS = ['get', 'post', 'patch', 'delete']

/** Another method is refused with those that the document has; HEAD goes with GET. */
function allowDifferences(item: Item, headers: Headers): string[] {
  const known = METHODS.filter((name) => item[name]).map((name) => name.toUpperCase())
  const wanted = [...known, ...(item.get ? ['HEAD'] : []), 'OPTIONS'].sort().join()
  const given = (headers.get('allow') ?? '').split(',').map((name) => name.trim())
  return given.sort().join() === wanted ? [] : [`Allow is not ${wanted}`]
}

/** Headers that mean something, so that one that the document does not name is a difference. */
const CHECKED_HEADERS = ['allow', 'etag', 'location', 'retry-after', 'www-authenticate']

function headerDifferences({ headers: declared = {} }: Response, headers: Headers): string[] {
  const known = Object.keys(declared).map((name) => name.toLowerCase())
  const surplus = CHECKED_HEADERS.filter((name) => headers.has(name) && !known.includes(name))
  return [
    ...surplus.map((name) => `the header ${name} is not documented`),
    ...Object.entries(declared).flatMap(([name, { required, schema }]) => {
      const value = headers.get(name)
      if (value === null) return required ? [`the header ${name} is missing`] : []
      return textFaults(schema, value).map((fault) => `header ${name} ${fault}`)
    }),
  ]
}

function bodyDifferences({ content }: Response, { method, headers, text }: Exchange): string[] {
  const type = headers.get('content-type')
  if (!content) return text === '' && type === null ? [] : [`a body of ${type} where none is documented`]
  const [[mediaType, { schema }] = ['', { schema: {} }]] = Object.entries(content)
  if (type !== mediaType && !type?.startsWith(`${mediaType};`)) return [`the content type is ${type}`]
  if (method === 'HEAD') return text === '' ? [] : ['HEAD has a body']
  return faults(schema, mediaType.includes('json') ? JSON.parse(text) : text)
}

/** Compares an accepted request with the document, after cleaning its texts as the service does. */
function requestDifferences({ requestBody, parameters = [] }: Operation, { sent, path }: Exchange): string[] {
  const clean = <T>(value: T) => (typeof value === 'string' ? trimText(value).normalize('NFC') : value)
  const query = new URLSearchParams(path.split('?').slice(1).join('?'))
  const differences = parameters.flatMap(({ name, in: place, schema }) => {
    const value = place === 'query' ? query.get(name) : null
    return value === null ? [] : textFaults(schema, clean(value)).map((fault) => `parameter ${name} ${fault}`)
  })
  const schema = requestBody?.content['application/json']?.schema
  if (!schema || !sent) return differences
  const body = Object.entries(JSON.parse(sent.replace(/^\uFEFF/, ''))).map(([name, value]) => [
    name,
    clean(value),
  ])
  return [...differences, ...faults(schema, Object.fromEntries(body)).map((fault) => `request ${fault}`)]
}
