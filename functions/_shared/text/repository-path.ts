/**
 * The repository (`owner/name`) and the last part of a path in it, as a URL spells them.
 *
 * @param identifier the normal form of the URL, `pkg:github/owner/name#path` in lower case
 */
export function repositoryPath(url: string, identifier: string): { repository: string; name: string } {
  const [repository = '', path = ''] = identifier.slice('pkg:github/'.length).split('#')
  const name = path.slice(path.lastIndexOf('/') + 1)
  const parts = url.replace(/[?#].*$/s, '').split('/')
  const spelledRepository = parts.slice(3).join('/').slice(0, repository.length)
  return {
    repository: spelledRepository.toLowerCase() === repository ? spelledRepository : repository,
    // Whole parts only: `/skill/SKILL.md` is the path `skill`. A part can be percent-encoded, and is then spelled as stored.
    name: parts.findLast((part) => part.toLowerCase() === name) ?? name,
  }
}
