/**
 * The security headers of the site. The policy also stands in the built index.html, for hosts that set no headers; what only a
 * header can say (frame-ancestors) does not hold there.
 */

/** Where the site finds the API unless told otherwise: on its own host. */
export const DEFAULT_API_BASE_URL = '/functions/v1'

/**
 * What the page may load and talk to: its own files and the API, nothing else, and no script or style in the HTML itself.
 *
 * @param apiBaseUrl a path on the site's own host, or a whole address
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
    // Even a mistake in the site's own code cannot turn a text into HTML.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The headers with which every file of the site should be served. */
export function siteHeaders(apiBaseUrl: string): Record<string, string> {
  return {
    'Content-Security-Policy': `${contentSecurityPolicy(apiBaseUrl)}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}
