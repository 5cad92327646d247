// The registry by Agentic Resource Discovery (ARD). Every response is checked by ard-contract.ts.
import type { z } from 'zod'
import type * as schemas from '../../functions/registry/ard/schemas.ts'
import { baseUrl } from '../support/api.ts'
import { HttpClient, type HttpResponse, type RequestOptions } from '../support/http-client.ts'
import { expectArdContract } from './ard-contract.ts'

export type ArdError = z.output<typeof schemas.ArdError>
export type CatalogEntry = z.output<typeof schemas.CatalogEntry>
export type SearchResponse = z.output<typeof schemas.ArdSearchResponse>

/** A client of the registry at this base URL. */
export function ardClient(base = baseUrl) {
  const client = new HttpClient(base)
  const request = async <Body>(method: string, path: string, options: RequestOptions = {}) => {
    const response = await client.request<Body>(method, `/registry/ard${path}`, options)
    expectArdContract(method, path, response)
    return response
  }
  return {
    request,
    post: <Body = ArdError>(path: string, body: unknown): Promise<HttpResponse<Body>> =>
      request<Body>('POST', path, {
        headers: { 'Content-Type': 'application/json' },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    get: <Body = ArdError>(path: string, options?: RequestOptions): Promise<HttpResponse<Body>> =>
      request<Body>('GET', path, options),
  }
}
