/** The path of the folder with the site, without a slash at the end. Scripts and tests are not built, and use the root. */
const base = typeof SITE_BASE_URL === 'undefined' ? '' : SITE_BASE_URL.replace(/^https?:\/\/[^/]*/, '')

/** An address of the site. */
export interface Address {
  /** The segments of the path: `['skills', 'ripgrep']`; empty for the catalogue. */
  path: string[]
  query: URLSearchParams
}

/**
 * Parses `/skills/ripgrep?sort=lowest`. A slash at the end is ignored, other empty segments are kept: `//` is not the catalogue. A
 * segment that cannot be decoded is kept as it is.
 */
export function parseAddress(address: string): Address {
  const [path = '', query = ''] = withoutBase(address).split(/\?(.*)/s)
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  return { path: segments.map(decode), query: new URLSearchParams(query) }
}

/**
 * Formats an address for use in a link.
 *
 * @param query parameters; undefined and empty ones are omitted
 */
export function formatAddress(path: string[], query: Record<string, string | undefined> = {}): string {
  return `${base}/${path.map(encodeURIComponent).join('/')}${formatQuery(query)}`
}

/** Formats a query string with its `?`; undefined and empty parameters are omitted. */
export function formatQuery(query: Record<string, string | undefined>): string {
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1])
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
}

/** The path of an address within the site. */
export function withoutBase(address: string): string {
  return address.startsWith(`${base}/`) ? address.slice(base.length) : address
}

/** The address for one from before version 1, whose path followed `#`; undefined for other fragments. */
export function addressOfFragment(hash: string): string | undefined {
  return hash.startsWith('#/') ? base + hash.slice(1) : undefined
}

/** The URL of an address, always on this host: `//host/` by itself is a URL of another host, which the history rejects. */
export function toUrl(address: string): string {
  return `/.${address}`
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
