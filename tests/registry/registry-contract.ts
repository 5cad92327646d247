// Compares responses of the registry with the published OpenAPI document of the MCP Registry, and with docs/registry-openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { projectDir } from '../../scripts/program.ts'

type Operation = { parameters?: { name: string; in: string }[]; responses: Record<string, unknown> }
type Document<Item> = { $id?: string; paths: Record<string, Item> }

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8')
export const published = parse(read('tests/registry/mcp-registry-openapi.yaml')) as Document<{
  get?: Operation
}>
export const document = JSON.parse(read('docs/registry-openapi.json')) as Document<{ get: Operation }>

const DOCUMENTS = { published, own: { ...document, $id: 'https://registry.example/openapi.json' } }
// The documents have keywords of OpenAPI.
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
for (const schema of Object.values(DOCUMENTS)) ajv.addSchema(schema)

/** What is wrong with a value by a schema of both documents; an error has one only in ours. */
export function faultsOf(
  schema: 'ServerList' | 'ServerResponse' | 'RegistryError',
  value: unknown,
): string[] {
  return Object.entries(DOCUMENTS).flatMap(([name, { $id }]) => {
    if (name === 'published' && schema === 'RegistryError') return []
    const validate = ajv.getSchema(`${$id}#/components/schemas/${schema}`) as ValidateFunction
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${name}: ${instancePath} ${message}`)
  })
}

/** A path with a version; the name of a server can end in `/versions`. */
const ONE_SERVER = /^(?:\/v0\.1)?\/servers\/([^/]+\/[^/]+|[^/]*%2f[^/]*)\/versions\/[^/]+\/?$/i

/** Fails the test whose response is not as the documents say. @param path below /registry */
export function expectRegistryContract(method: string, path: string, response: ContractResponse): void {
  expectNoFaults(method, path, response, ({ status, body }) => {
    if (status >= 400) return faultsOf('RegistryError', body)
    if (path.startsWith('/openapi.json')) return []
    return faultsOf(ONE_SERVER.test(path.split('?')[0] ?? '') ? 'ServerResponse' : 'ServerList', body)
  })
}

export type ContractResponse = { status: number; headers: Headers; text: string; body: unknown }

/** Fails the test whose response is not as every response is, or has a body with faults. */
export function expectNoFaults(
  method: string,
  path: string,
  response: ContractResponse,
  faultsOfBody: (response: ContractResponse) => string[],
): void {
  const { status, headers, text } = response
  const faults = headers.get('x-request-id') ? [] : ['X-Request-Id is missing']
  if (method === 'HEAD' || status === 204 || status === 304) {
    if (text !== '') faults.push('there is a body')
  } else faults.push(...faultsOfBody(response))
  if (faults.length > 0)
    throw new Error(`${method} ${path} → ${status}:\n  ${faults.join('\n  ')}\n${text.slice(0, 2_000)}`)
}
