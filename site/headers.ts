/**
 * The security headers of the site. The built index.html contains the policy as well, for hosts that cannot set headers;
 * frame-ancestors only works as a header.
 */

/** The default base URL of the API: on the site's own host. */
export const DEFAULT_API_BASE_URL = '/functions/v1'

/**
 * Allows the page to load its own files and to call the API. Inline scripts and styles are blocked.
 *
 * @param apiBaseUrl a path on the site's own host, or a full URL
 */
export function contentSecurityPolicy(apiBaseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${apiBaseUrl.startsWith('/') ? "'self'" : new URL(apiBaseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    // Even a bug in the site's code cannot turn text into HTML.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The headers of every file of the site. */
export function siteHeaders(apiBaseUrl: string): Record<string, string> {
  return {
    'Content-Security-Policy': `${contentSecurityPolicy(apiBaseUrl)}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}
