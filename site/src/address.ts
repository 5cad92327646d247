/** Where the reader is: all of it stands behind the `#`, so that any host of static files will do. */
export interface Address {
  /** The parts of the path: `['skills', 'ripgrep']`; none for the catalogue. */
  path: string[]
  query: URLSearchParams
}

/** Reads `#/skills/ripgrep?sort=lowest`; whatever cannot be read is taken as it stands. */
export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#?\/*/, '').split(/\?(.*)/s)
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

/**
 * Writes an address, as a link has it.
 *
 * @param query parameters; those that are undefined or empty are left out
 */
export function addressOf(path: string[], query: Record<string, string | undefined> = {}): string {
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1])
  const search = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
  return `#/${path.map(encodeURIComponent).join('/')}${search}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
