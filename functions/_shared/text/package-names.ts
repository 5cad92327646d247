/**
 * The names that a command may contain: those that npx, uvx and docker read as the name of a package in their default registry, and as
 * nothing else. docs/decisions/0031-install.md has the reasons.
 */

/** npm takes names and versions that end like an archive for files, user/repository for GitHub, and text before a colon for a protocol. */
export const NPM_ARCHIVE = /\.(?:tgz|tar|tar\.gz)$/i

/** Whether npm accepts the name for a new package. */
export function isNpmName(name: string): boolean {
  return (
    name.length <= 214 &&
    /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name) &&
    !NPM_ARCHIVE.test(name) &&
    !['node_modules', 'favicon.ico'].includes(name)
  )
}

/** Whether it is a name by PEP 508. uvx runs a file, or an interpreter for python, python3.12 or pypy. */
export function isPypiName(name: string): boolean {
  return (
    name.length <= 214 &&
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name) &&
    !/\.(?:py|whl|zip|tgz|tar|tar\.[a-z0-9]+)$/i.test(name) &&
    !/^(?:pythonw?|cpython|pypy|graalpy|pyodide)(?:[0-9]|$)/i.test(name)
  )
}

/** Whether it is the name of an image without a tag, in Docker Hub or at a public host. */
export function isImageName(name: string): boolean {
  if (name.length > 255) return false
  // Docker takes a first part with a dot or a colon for the address of a registry.
  const [, host, port, path = name] =
    /^([^/:]*)(?::([^/]*))?\/(.*)$/.exec(/^[^/]*[.:]/.test(name) ? name : '') ?? []
  if (host !== undefined && (!isPublicHost(host) || (port !== undefined && !isPort(port)))) return false
  const component = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
  return new RegExp(`^${component}(?:/${component})*$`).test(path) && !/^localhost(?:\/|$)/.test(path)
}

/**
 * Whether a text is the ASCII name of a host with a dot that is neither an IP address nor reserved for private networks. It can still
 * resolve to a private address. The last label starts with a letter, so it is not an IP address in any notation.
 */
export function isPublicHost(host: string): boolean {
  return (
    host.length <= 253 &&
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(
      host,
    ) &&
    !/(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/i.test(host)
  )
}

export function isPort(port: string): boolean {
  return /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535
}
