/** Code hosts: their paths begin with the name of an account. */
const CODE_HOSTS = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'huggingface.co'])

/**
 * Where the address of a skill leads: `github.com/owner` on a code host, else the host, in its ASCII form. Null if there is no http
 * address. It does not say who submitted the skill.
 */
export function ownerOf(url: string | null): string | null {
  if (url === null || !/^https?:/i.test(url) || !URL.canParse(url)) return null
  const { host, pathname } = new URL(url)
  const bare = host.replace(/^www\./, '')
  const [, owner = ''] = pathname.split('/')
  return CODE_HOSTS.has(bare) && /^[\w.-]+$/.test(owner) ? `${bare}/${owner}` : bare
}
