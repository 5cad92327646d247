// The registry under test. Every response is checked against the published OpenAPI document of the MCP Registry and docs/registry-openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import type { z } from 'zod'
import type * as schemas from '../../functions/_shared/schemas/registry.ts'
import { projectDir } from '../../scripts/program.ts'
import { baseUrl } from './api.ts'
import { HttpClient, type HttpResponse, type RequestOptions } from './http-client.ts'

export type ServerList = z.infer<typeof schemas.ServerList>
export type ServerResponse = z.infer<typeof schemas.ServerResponse>
export type RegistryError = z.infer<typeof schemas.RegistryError>

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
    if (ajv.validate({ $ref: `${$id}#/components/schemas/${schema}` }, value)) return []
    return (ajv.errors ?? []).map(({ instancePath, message }) => `${name}: ${instancePath} ${message}`)
  })
}

const client = new HttpClient(baseUrl)

/** A path with a version; the name of a server can end in `/versions`. */
const ONE_SERVER = /^\/v0\.1\/servers\/([^/]+\/[^/]+|[^/]*%2f[^/]*)\/versions\/[^/]+\/?$/i

/** Sends a request to a path below /registry, such as `/v0.1/servers`. */
export async function request<Body>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<HttpResponse<Body>> {
  const response = await client.request<Body>(method, `/registry${path}`, options)
  const { status, text, body, headers } = response
  const faults = headers.get('x-request-id') ? [] : ['X-Request-Id is missing']
  if (method === 'HEAD' || status === 204 || status === 304) {
    if (text !== '') faults.push('there is a body')
  } else if (status >= 400) faults.push(...faultsOf('RegistryError', body))
  else if (!path.startsWith('/openapi.json'))
    faults.push(
      ...faultsOf(ONE_SERVER.test(path.split('?')[0] ?? '') ? 'ServerResponse' : 'ServerList', body),
    )
  if (faults.length > 0)
    throw new Error(`${method} ${path} → ${status}:\n  ${faults.join('\n  ')}\n${text.slice(0, 2_000)}`)
  return response
}

export function get<Body = RegistryError>(
  path: string,
  options?: RequestOptions,
): Promise<HttpResponse<Body>> {
  return request<Body>('GET', path, options)
}

/** A page of the list. */
export async function listServers(
  parameters: Record<string, string | number | boolean>,
): Promise<ServerList> {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  const { status, body, text } = await get<ServerList>(`/v0.1/servers?${query}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body
}

/** The pages of a list, from the first to the last. */
export async function* pagesOf(
  parameters: Record<string, string | number | boolean>,
): AsyncGenerator<ServerResponse[]> {
  let cursor: string | undefined
  do {
    const page = await listServers({ ...parameters, ...(cursor !== undefined && { cursor }) })
    yield page.servers
    cursor = page.metadata.nextCursor
  } while (cursor !== undefined)
}

/** The names of the servers of all pages. */
export async function namesOf(parameters: Record<string, string | number | boolean>): Promise<string[]> {
  const names: string[] = []
  for await (const servers of pagesOf(parameters)) names.push(...servers.map(({ server }) => server.name))
  return names
}
