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
 * @param isReference for the API reference, which makes HTML from the Markdown of the document, and sanitizes it
 */
export function contentSecurityPolicy(apiBaseUrl: string, isReference = false): string {
  const api = apiBaseUrl.startsWith('/') ? [] : [new URL(apiBaseUrl).origin]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The API draws the badges. The icons of Swagger UI are data URLs in its style sheet.
    ["img-src 'self'", ...api, ...(isReference ? ['data:'] : [])].join(' '),
    `connect-src ${api[0] ?? "'self'"}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // Even a bug cannot turn text into HTML; on /docs, strings are sanitized first.
    "require-trusted-types-for 'script'",
    // Swagger UI contains a second copy of DOMPurify, whose own policy does not sanitize by itself.
    // json-ld makes structured data, which is JSON and does nothing as a script.
    `trusted-types ${isReference ? "default dompurify 'allow-duplicates'" : 'json-ld'}`,
  ].join('; ')
}

/** The headers of the site's files, by the start of the path within the site. A longer path adds to a shorter one. */
export function siteHeaders(apiBaseUrl: string): Record<string, Record<string, string>> {
  const policy = (isReference: boolean) => ({
    'Content-Security-Policy': `${contentSecurityPolicy(apiBaseUrl, isReference)}; frame-ancestors 'none'`,
  })
  return {
    '/': {
      ...policy(false),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
    '/docs': policy(true),
    // Clients in browsers install skills from other origins.
    '/.well-known/': { 'Access-Control-Allow-Origin': '*' },
  }
}
