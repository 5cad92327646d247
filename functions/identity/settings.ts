import { publicUrl, publicUrlSetting, supabaseUrl } from '../_shared/settings.ts'

/** The settings of the function `identity`, besides those of all functions. */

/**
 * The secret key, which gives the role `service_role`. The platform gives it to every function; only this one reads it, so that SQL can tell
 * a verified token from what anyone claims.
 */
export const secretKey = defaultKey(Deno.env.get('SUPABASE_SECRET_KEYS'))

/** Whether issuers on 127.0.0.1 are accepted, for tests and development. */
export const allowsLoopback = Deno.env.get('IDENTITY_ALLOW_LOOPBACK')?.trim() === '1'

if (allowsLoopback && publicUrlSetting !== undefined && !isPrivate(publicUrl))
  throw new Error(
    'The setting IDENTITY_ALLOW_LOOPBACK must not be 1 beside a public PUBLIC_URL: it accepts tokens of any program on the machine.',
  )

/**
 * The `aud` of tokens of issuers without an audience of their own: the origin of this service, so that a token that was made for another
 * service proves nothing here. Undefined if that is not known.
 */
export const ownAudience = audienceOf()

function audienceOf(): string | undefined {
  if (publicUrlSetting !== undefined) return new URL(publicUrl).origin
  // On the platform. Inside a network, many services can have the same name.
  return supabaseUrl.startsWith('https:') && !isPrivate(supabaseUrl) ? new URL(supabaseUrl).origin : undefined
}

/** Whether the host of a URL is an address or a name that other networks know as another host. */
function isPrivate(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    /^[0-9.]+$|^\[/.test(hostname) ||
    !hostname.includes('.') ||
    /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/.test(hostname)
  )
}

function defaultKey(json: string | undefined): string {
  const key = /^\s*\{/.test(json ?? '') ? parsed(json ?? '') : undefined
  if (!key)
    throw new Error(
      'The setting SUPABASE_SECRET_KEYS is missing, or is not JSON like {"default": "sb_secret_…"}.',
    )
  return key
}

function parsed(json: string): string | undefined {
  try {
    const { default: key } = JSON.parse(json) as { default?: unknown }
    return typeof key === 'string' ? key : undefined
  } catch {
    return undefined
  }
}
