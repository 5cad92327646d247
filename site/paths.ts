/** The paths of the pages below the base path of the site, for the gateway, static hosts and the sitemap. A star is one segment. */
export const PAGE_PATHS = [
  '/skills/*',
  '/rate/*',
  '/agents/*',
  '/compare',
  '/connect',
  '/submit',
  '/key',
  '/how-ranking-works',
  '/docs',
] as const

const pages = new RegExp(`^(?:${PAGE_PATHS.join('|').replaceAll('*', '[^/]+')})/?$`)

/** Whether the app has a page for the path, besides the catalogue at `/`. */
export function isPagePath(path: string): boolean {
  return pages.test(path)
}

/** The path of the API that only exists if the skill or agent of a page does; undefined for a page that is about none. */
export function subjectPath(target: string): string | undefined {
  const [, kind, name] = /^\/(skills|rate|agents)\/([^/?#]+)\/?(?:[?#]|$)/.exec(target) ?? []
  if (name === undefined) return undefined
  // The badge is the cheapest answer about a skill.
  return kind === 'agents' ? `/api/agents/${name}` : `/api/skills/${name}/badge.svg`
}
