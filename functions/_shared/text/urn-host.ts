/** The host of a web site, as identifiers of Agentic Resource Discovery name it; undefined without a site, or if none can, as with IPv6. */
export function urnHost(siteUrl: string | undefined): string | undefined {
  const host = siteUrl === undefined ? '' : new URL(siteUrl).hostname
  return /^[a-zA-Z0-9.-]+$/.test(host) ? host : undefined
}
