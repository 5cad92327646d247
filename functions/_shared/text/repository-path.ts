/**
 * The repository (`owner/name`) and the last part of a path in it, as a URL spells them.
 *
 * @param identifier the normal form of the URL, `pkg:github/owner/name#path` in lower case
 */
export function repositoryPath(url: string, identifier: string): { repository: string; name: string } {
  const [repository = '', path = ''] = identifier.slice('pkg:github/'.length).split('#')
  const name = path.slice(path.lastIndexOf('/') + 1)
  const lower = url.toLowerCase()
  return {
    repository: asSpelled(url, repository, lower.indexOf(`/${repository}`) + 1),
    name: asSpelled(url, name, lower.lastIndexOf(`/${name}`) + 1),
  }
}

/** The part of a URL that begins there, if it is the same in lower case: it could be percent-encoded. */
function asSpelled(url: string, lower: string, start: number): string {
  const spelled = url.slice(start, start + lower.length)
  return spelled.toLowerCase() === lower ? spelled : lower
}
