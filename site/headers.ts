/**
 * The security headers of the site. The built pages contain the policy as well, for hosts that cannot set headers; frame-ancestors only
 * works as a header.
 */

/** The default base URL of the API: on the site's own host. */
export const DEFAULT_API_BASE_URL = '/functions/v1'

/**
 * Allows the page to load its own files and to call the API. Inline scripts and styles are blocked.
 *
 * @param apiBaseUrl a path on the site's own host, or a full URL
 */
export function contentSecurityPolicy(apiBaseUrl: string): string {
  const api = apiBaseUrl.startsWith('/') ? [] : [new URL(apiBaseUrl).origin]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The API draws the badges.
    ["img-src 'self'", ...api].join(' '),
    `connect-src ${api[0] ?? "'self'"}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // Even a bug cannot turn text into HTML.
    "require-trusted-types-for 'script'",
    // json-ld makes structured data, which is JSON and does nothing as a script.
    'trusted-types json-ld',
  ].join('; ')
}

/** The headers of the site's files, by the start of the path within the site. A longer path adds to a shorter one. */
export function siteHeaders(apiBaseUrl: string): Record<string, Record<string, string>> {
  return {
    '/': {
      'Content-Security-Policy': `${contentSecurityPolicy(apiBaseUrl)}; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
    // Its name has its version.
    '/skill-rating-': { 'Cache-Control': 'public, max-age=31536000, immutable' },
    // Clients in browsers install skills from other origins.
    '/.well-known/': { 'Access-Control-Allow-Origin': '*' },
  }
}
