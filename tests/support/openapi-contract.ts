// What docs/openapi.json says, held against what is really asked and answered.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ProblemDocument } from '../../functions/_shared/schemas/responses.ts'
import { trimText } from '../../functions/_shared/text/text.ts'
import { projectDir } from '../../scripts/program.ts'

type Json = Record<string, unknown>
type Operation = {
  security: unknown[]
  parameters?: unknown[]
  requestBody?: { content: Json }
  responses: Record<string, { $ref?: string; headers?: Record<string, unknown>; content?: Json }>
}

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

/** Headers that mean something, so that one that the document does not name is a difference. */
const MEANT = ['allow', 'etag', 'location', 'retry-after', 'www-authenticate', 'x-cache']

const METHODS = ['get', 'post', 'patch', 'delete']

/** An OpenAPI document, as a judge of exchanges. Each schema is compiled once, when it is first wanted. */
export class Contract {
  readonly #document: Json
  readonly #templates: [path: string, pattern: RegExp][]
  readonly #ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true })

  constructor(document: Json) {
    this.#document = document
    this.#templates = Object.keys(document.paths as Json).map((path) => [
      path,
      new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    ])
    addFormats.default(this.#ajv)
    // The document around the schemas is none itself, and its members are no misspelt keywords.
    this.#ajv.addVocabulary(Object.keys(document))
    this.#ajv.addSchema(document, 'contract', undefined, false)
  }

  /** What is wrong with an exchange by the document; nothing when it is as it says. */
  differences(exchange: Exchange): string[] {
    const { method, path, status, headers, text } = exchange
    // Browsers ask about CORS, and a gateway may answer; the MCP server has a protocol of its own.
    if (method === 'OPTIONS' || /^\/mcp\b/.test(path)) return []
    const template = this.#templateOf(path.split('?')[0] ?? '')
    if (!template) return this.#refusal(exchange, 404, 'route_not_found')
    const item = this.#at(['paths', template]) as Record<string, Operation>
    const name = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = METHODS.includes(name) ? item[name] : undefined
    if (!operation) {
      return [...allowDifferences(item, headers), ...this.#refusal(exchange, 405, 'method_not_allowed')]
    }
    if (!operation.responses[status]) return [`${status} is not documented`]
    const answer = this.#resolved(['paths', template, name, 'responses', String(status)])
    return [
      ...this.#headerDifferences(answer, headers),
      ...this.#bodyDifferences(answer, headers, text, method === 'HEAD'),
      ...(status < 300 ? this.#requestDifferences(['paths', template, name], exchange) : []),
    ]
  }

  #templateOf(path: string): string | undefined {
    const fitting = this.#templates.filter(([, pattern]) => pattern.test(path)).map(([template]) => template)
    // Where two fit, the one that leaves less open.
    return fitting.sort((one, other) => one.split('{').length - other.split('{').length)[0]
  }

  #refusal({ method, status, headers, text }: Exchange, wanted: number, code: string): string[] {
    if (status !== wanted) return [`${status} where ${wanted} is documented`]
    if (!/^application\/problem\+json(;|$)/.test(headers.get('content-type') ?? ''))
      return ['no problem document']
    if (method === 'HEAD') return text === '' ? [] : ['HEAD has a body']
    const body = JSON.parse(text) as { code: string }
    // The document describes these two in prose: they belong to no operation.
    const faults = ProblemDocument.strict().safeParse(body).error?.issues ?? []
    return [
      ...faults.map(({ path, message }) => `/${path.join('/')} ${message}`),
      ...(body.code === code ? [] : [`code is not ${code}`]),
    ]
  }

  #headerDifferences(place: string[], headers: Headers): string[] {
    const declared = Object.keys((this.#at(place) as Json).headers ?? {})
    const differences: string[] = []
    for (const name of declared) {
      const at = this.#resolved([...place, 'headers', name])
      const { required, schema } = this.#at(at) as { required: boolean; schema: { type: string } }
      const value = headers.get(name)
      if (value === null) {
        if (required) differences.push(`the header ${name} is missing`)
        continue
      }
      const typed = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value
      differences.push(...this.faults([...at, 'schema'], typed).map((fault) => `header ${name} ${fault}`))
    }
    const known = declared.map((name) => name.toLowerCase())
    const surplus = MEANT.filter((name) => headers.has(name) && !known.includes(name))
    return [...differences, ...surplus.map((name) => `the header ${name} is not documented`)]
  }

  #bodyDifferences(place: string[], headers: Headers, text: string, isHead: boolean): string[] {
    const { content } = this.#at(place) as { content?: Json }
    const type = headers.get('content-type')
    if (!content) return text === '' && type === null ? [] : [`a body of ${type} where none is documented`]
    const [mediaType = ''] = Object.keys(content)
    if (type !== mediaType && !type?.startsWith(`${mediaType};`)) return [`the content type is ${type}`]
    if (isHead) return text === '' ? [] : ['HEAD has a body']
    const body = mediaType.includes('json') ? JSON.parse(text) : text
    return this.faults([...place, 'content', mediaType, 'schema'], body)
  }

  /** What the service took, the document must allow. */
  #requestDifferences(place: string[], { sent, path }: Exchange): string[] {
    const { requestBody, parameters = [] } = this.#at(place) as Operation
    const differences: string[] = []
    if (requestBody && sent) {
      const at = [...place, 'requestBody', 'content', 'application/json', 'schema']
      const body = asKept(JSON.parse(sent.replace(/^\uFEFF/, '')) as Json)
      differences.push(...this.faults(at, body).map((fault) => `request ${fault}`))
    }
    const query = new URLSearchParams(path.split('?').slice(1).join('?'))
    for (const index of parameters.keys()) {
      const at = this.#resolved([...place, 'parameters', String(index)])
      const parameter = this.#at(at) as { name: string; in: string; schema: { type: string } }
      const value = parameter.in === 'query' ? query.get(parameter.name) : null
      if (value === null) continue
      const text = clean(value)
      const typed = parameter.schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text
      const faults = this.faults([...at, 'schema'], typed)
      differences.push(...faults.map((fault) => `parameter ${parameter.name} ${fault}`))
    }
    return differences
  }

  /** The place that a place refers to, where it holds a reference. */
  #resolved(place: string[]): string[] {
    const { $ref } = this.#at(place) as { $ref?: string }
    return $ref ? $ref.slice(2).split('/') : place
  }

  #at(place: string[]): unknown {
    return place.reduce((value: unknown, key) => (value as Json)[key], this.#document)
  }

  /** What is wrong with a value by the schema at this place of the document. */
  faults(place: string[], value: unknown): string[] {
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = this.#ajv.getSchema(`contract#/${pointer.join('/')}`) as ValidateFunction | undefined
    if (!validate) throw new Error(`The document has no schema at ${place.join(' ')}.`)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    )
  }
}

/** Another method is refused with those that the document has; HEAD goes with GET. */
function allowDifferences(item: Record<string, Operation>, headers: Headers): string[] {
  const known = METHODS.filter((name) => item[name]).map((name) => name.toUpperCase())
  const wanted = [...known, ...(item.get ? ['HEAD'] : []), 'OPTIONS'].sort().join()
  const given = (headers.get('allow') ?? '').split(',').map((name) => name.trim())
  return given.sort().join() === wanted ? [] : [`Allow is not ${wanted}`]
}

/** A body as the service keeps it: with its texts cleaned. */
function asKept(body: Json): Json {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
  )
}

function clean(text: string): string {
  return trimText(text).normalize('NFC')
}

const contract = new Contract(
  JSON.parse(readFileSync(join(projectDir, 'docs', 'openapi.json'), 'utf8')) as Json,
)

/** Fails the test whose exchange is not as docs/openapi.json says. */
export function holdToContract(exchange: Exchange): void {
  const differences = contract.differences(exchange)
  if (differences.length === 0) return
  const { method, path, status, text } = exchange
  throw new Error(
    `docs/openapi.json does not have ${method} ${path} → ${status}:\n  ${differences.join('\n  ')}\n${text.slice(0, 2_000)}`,
  )
}
