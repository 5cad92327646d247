// The registry under test. Every response is checked by registry-contract.ts.
import type { z } from 'zod'
import type {
  RegistryError as ErrorSchema,
  ServerList as ListSchema,
  ServerResponse as ResponseSchema,
} from '../../functions/_shared/schemas/registry.ts'
import { baseUrl } from '../support/api.ts'
import { HttpClient, type HttpResponse, type RequestOptions } from '../support/http-client.ts'
import { expectRegistryContract } from './registry-contract.ts'

export type ServerList = z.infer<typeof ListSchema>
export type ServerResponse = z.infer<typeof ResponseSchema>
export type RegistryError = z.infer<typeof ErrorSchema>

const client = new HttpClient(baseUrl)

/** Sends a request to a path below /registry, such as `/v0.1/servers`. */
export async function request<Body>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<HttpResponse<Body>> {
  const response = await client.request<Body>(method, `/registry${path}`, options)
  expectRegistryContract(method, path, response)
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
