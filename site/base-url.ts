import { UserError } from '../local/cli/user-error.ts'

/**
 * The base URL that an environment variable has, without a slash at the end; empty if it has none.
 * @throws UserError when it is neither an http or https URL nor a path
 */
export function baseUrl(name: 'API_BASE_URL' | 'SITE_BASE_URL'): string {
  const url = (process.env[name] ?? '').replace(/\/+$/, '')
  if (url === '') return url
  if (/^(https?:\/)?\/[^/\s"<>]/.test(url) && URL.canParse(url, 'https://localhost')) return url
  throw new UserError(
    `${name} is “${url}”: set it to a URL that starts with https:// or http://, or to a path that starts with /.`,
  )
}

/**
 * The full URL of the API, without a slash at the end; undefined if neither base URL has a host.
 *
 * @param siteBaseUrl the base URL of the site, on whose host the API is unless it has its own
 */
export function fullApiUrl(apiBaseUrl: string, siteBaseUrl: string): string | undefined {
  const site = siteBaseUrl.startsWith('http') ? siteBaseUrl : undefined
  return URL.canParse(apiBaseUrl, site) ? new URL(apiBaseUrl, site).href.replace(/\/$/, '') : undefined
}
