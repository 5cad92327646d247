/** An address of the site. All of it follows the `#`, so that any static host can serve the site. */
export interface Address {
  /** The segments of the path: `['skills', 'ripgrep']`; empty for the catalogue. */
  path: string[]
  query: URLSearchParams
}

/** Parses `#/skills/ripgrep?sort=lowest`. A segment that cannot be decoded is kept as it is. */
export function parseAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#?\/*/, '').split(/\?(.*)/s)
  return { path: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) }
}

/**
 * Formats an address for use in a link.
 *
 * @param query parameters; undefined and empty ones are omitted
 */
export function formatAddress(path: string[], query: Record<string, string | undefined> = {}): string {
  return `#/${path.map(encodeURIComponent).join('/')}${formatQuery(query)}`
}

/** Formats a query string with its `?`; undefined and empty parameters are omitted. */
export function formatQuery(query: Record<string, string | undefined>): string {
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1])
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
