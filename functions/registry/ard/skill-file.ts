/**
 * The address of the SKILL.md of an agent skill: the file itself, not its page on GitHub.
 *
 * @param url the address of the skill, a path in a repository on github.com
 * @param identifier its normal form, `pkg:github/owner/name#path`, which has no `tree/REF` and no file name
 */
export function skillFileUrl(url: string, identifier: string): string {
  const [, path = ''] = identifier.split('#')
  const [, owner, name, ...rest] = new URL(url).pathname.split('/')
  const ref = /^(?:tree|blob|raw)$/.test(rest[0] ?? '') && rest[1] ? rest[1] : 'HEAD'
  // Spelled as in the URL: paths on GitHub are case-sensitive, and the normal form is in lower case.
  const spelled = rest.join('/')
  const start = spelled.toLowerCase().indexOf(path)
  const folder = start < 0 ? path : spelled.slice(start, start + path.length)
  return `https://raw.githubusercontent.com/${owner}/${name}/${ref}/${folder}/SKILL.md`
}
