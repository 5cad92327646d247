import { publicUrl, siteUrl } from '../settings.ts'
import { urnHost } from './urn-host.ts'

const SLUG = /^[a-z0-9-]{1,100}$/

/**
 * The slug in an address that this service gives a skill: `urn:air:HOST:skills:SLUG`, its page on the web site, or its path in the API.
 * Undefined for any other text.
 */
export function slugInOwnAddress(text: string): string | undefined {
  const address = text.trim()
  return [urnSlug(address), pageSlug(address), apiSlug(address)].find((slug) => slug && SLUG.test(slug))
}

function urnSlug(address: string): string | undefined {
  const [, host, slug] = /^urn:(?:air|ai):([^:]*):skills:([^:]*)$/i.exec(address) ?? []
  return host?.toLowerCase() === urnHost(siteUrl)?.toLowerCase() ? slug : undefined
}

function pageSlug(address: string): string | undefined {
  return siteUrl === undefined ? undefined : partBehind(`${siteUrl}/skills/`, address)
}

/** As a path, too: so `npx skills find` shows it. */
function apiSlug(address: string): string | undefined {
  const path = /^(?:\/?functions\/v1)?\/?api\/skills\/([^/?#]*)\/?$/.exec(address)?.[1]
  return path ?? partBehind(`${publicUrl}/functions/v1/api/skills/`, address)
}

/** The last part of the path of a URL that begins with another, without its query and fragment. */
function partBehind(prefix: string, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  const { origin: ownOrigin, pathname: ownPath } = new URL(prefix)
  if (origin !== ownOrigin || !pathname.startsWith(ownPath)) return undefined
  return pathname.slice(ownPath.length).replace(/\/$/, '')
}
