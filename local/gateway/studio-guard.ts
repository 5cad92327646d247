// Studio lets any caller on this machine read and write as service_role, without a key. A browser on this machine is such a caller, and
// any web page can make it send requests.

/** What a page of another origin may never send for: rows and what the server tells about itself. */
const DATA_PATH = /^\/(rest|auth|storage|_system)(\/|$)/i

const HEADERS = {
  // Not in a frame of a page that guides the clicks.
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  // Not as a script, image or cached answer of another origin.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Answers a request to Studio unless a web page of another origin made it, and keeps the answer from such pages. */
export async function guardStudio(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const reason = findForeignOrigin(request)
  const given = reason ? Response.json({ message: reason }, { status: 403 }) : await answer()
  const headers = new Headers(given.headers)
  // @supabase/lite allows every origin to read its answers.
  for (const name of given.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name)
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  return new Response(given.body, { status: given.status, headers })
}

/** Why a request may come from a page of another origin, as a sentence; undefined when it does not. */
function findForeignOrigin({ url, method, headers }: Request): string | undefined {
  const host = headers.get('host') ?? ''
  // A name that an attacker made point to 127.0.0.1 would be the same origin as the attacker's page.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host))
    return 'Studio answers only at 127.0.0.1 and localhost.'
  const origin = headers.get('origin')
  if (origin !== null && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return 'Studio does not answer pages of other origins.'
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return undefined
  // A link may lead to Studio, but to its pages only.
  const isNavigation =
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  return isNavigation && !DATA_PATH.test(decoded(new URL(url).pathname))
    ? undefined
    : 'Studio does not answer pages of other origins.'
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
