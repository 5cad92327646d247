/** What PostgREST tells SQL about a request. */
export type RequestSettings = {
  role: string
  claims: object
  method: string
  /** Without /rest/v1. */
  path: string
  headers: Record<string, string>
}

/** Sets the role and the settings for the rest of the transaction. The last two are what a function sets for the response. */
export const SETTINGS = `
  select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.method', $3, true),
    set_config('request.path', $4, true), set_config('request.headers', $5, true),
    set_config('response.status', '', true), set_config('response.headers', '', true)`

/** The parameters of {@link SETTINGS}. */
export function settingsValues({ role, claims, method, path, headers }: RequestSettings): string[] {
  return [role, JSON.stringify(claims), method, path, JSON.stringify(headers)]
}
