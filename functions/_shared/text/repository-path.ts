/** What is safe in a command line, and is not `.` or `..`. */
const PART = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/

/**
 * The repository (`owner/name`) and the last part of a path in it, as a URL spells them. Null if a part could not be typed as it is.
 *
 * @param identifier the normal form of the URL, `pkg:github/owner/name#path` in lower case
 */
export function repositoryPath(url: string, identifier: string): { repository: string; name: string } | null {
  const [repository = '', path = ''] = identifier.slice('pkg:github/'.length).split('#')
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (![...repository.split('/'), name].every((part) => PART.test(part))) return null
  return {
    repository: asSpelled(url, repository, url.toLowerCase().indexOf(`/${repository}`) + 1),
    name: asSpelled(url, name, url.toLowerCase().lastIndexOf(`/${name}`) + 1),
  }
}

/** The part of a URL that begins there, if it is the same in lower case: it could be percent-encoded. */
function asSpelled(url: string, lower: string, start: number): string {
  const spelled = url.slice(start, start + lower.length)
  return spelled.toLowerCase() === lower ? spelled : lower
}
