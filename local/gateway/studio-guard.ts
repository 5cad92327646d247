// Every client on this machine can read and write with Studio as service_role, without a key. A browser is such a client, and every
// web page can make it send requests.

/** Paths of rows and of information about the server, which pages of other origins must never get. */
const dataPath = /^\/(rest|auth|storage|_system)(\/|$)/i

const securityHeaders = {
  // Against clickjacking.
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  // Not as a script or image in a page of another origin.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Rejects a request to Studio that a page of another origin sent, and keeps all answers from such pages. */
export async function guardStudio(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const reason = findForeignOrigin(request)
  const response = reason ? Response.json({ message: reason }, { status: 403 }) : await answer()
  const headers = new Headers(response.headers)
  // @supabase/lite allows all origins.
  for (const name of response.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name)
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

/** Explains why a request may be from a page of another origin; undefined when it is not. */
function findForeignOrigin({ url, method, headers }: Request): string | undefined {
  const host = headers.get('host') ?? ''
  // DNS rebinding: a name of the attacker that resolves to 127.0.0.1 has the same origin as the attacker's page.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host))
    return 'Studio is available only at 127.0.0.1 and localhost.'
  const origin = headers.get('origin')
  if (origin !== null && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return 'Studio rejects requests from pages of other origins.'
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return undefined
  // Links to the pages of Studio are allowed.
  const isNavigation =
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  return isNavigation && !dataPath.test(decode(new URL(url).pathname))
    ? undefined
    : 'Studio rejects requests from pages of other origins.'
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
