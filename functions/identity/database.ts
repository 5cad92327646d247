import type { z } from 'zod'
import { apiErrorOf, unavailable } from '../_shared/database-errors.ts'
import { supabaseUrl } from '../_shared/settings.ts'
import { secretKey } from './settings.ts'

/** As in _shared/database.ts: SQL itself gives up after 3 s. */
const CALL_TIMEOUT_MS = 4_000

/**
 * Calls a SQL function through the Data API as `service_role`. Without supabase-js, which the other functions need for reads: four calls.
 *
 * @param key the agent's API key, which tells the database who is calling
 * @throws ApiError what the function raised, or unavailable
 */
export async function call<Schema extends z.ZodType>(
  name: 'list_issuers' | 'create_proof' | 'get_proof' | 'delete_proof',
  args: Record<string, unknown>,
  result: Schema,
  key?: string,
): Promise<z.output<Schema>> {
  const { status, body } = await post(`/rest/v1/rpc/${name}`, JSON.stringify(args), {
    apikey: secretKey,
    'Content-Type': 'application/json',
    ...(key !== undefined && { 'x-api-key': key }),
  })
  if (status >= 400 || status === 0) throw apiErrorOf(body ?? {}, status)
  const parsed = result.safeParse(body)
  if (!parsed.success) throw unavailable(`The response of the Data API is not from ${name}.`)
  return parsed.data
}

async function post(path: string, json: string, headers: Record<string, string>) {
  try {
    const response = await fetch(supabaseUrl + path, {
      method: 'POST',
      headers,
      // A stream is sent only once: Deno sends a text again when a kept-alive connection breaks before the response.
      body: ReadableStream.from([new TextEncoder().encode(json)]),
      duplex: 'half',
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    } as RequestInit)
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  } catch {
    return { status: 0, body: undefined }
  }
}

function parse(text: string) {
  try {
    return JSON.parse(text) as Record<string, string> | undefined
  } catch {
    return undefined
  }
}
