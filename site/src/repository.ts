/** A GitHub repository: the only address that a command may contain, since people paste commands into a shell. */
export interface Repository {
  /** `owner/name`, of letters, digits, `_`, `.` and `-`. */
  path: string
  /** Of fixed text and the path only. */
  cloneCommand: string
}

/** The repository at an https address of GitHub; undefined for all other addresses. */
export function repositoryAt(url: string): Repository | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host, username, password, pathname, search, hash } = new URL(url)
  if (protocol !== 'https:' || host !== 'github.com' || username || password || search || hash)
    return undefined
  const path = pathname.slice(1).replace(/(\.git)?\/?$/, '')
  if (!/^[\w.-]+\/[\w.-]+$/.test(path)) return undefined
  return { path, cloneCommand: `git clone https://github.com/${path}` }
}
