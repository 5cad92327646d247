/** The settings of the functions, from the environment: those of the platform, and optional ones (docs/operations.md). */

/** The address of the Data API, e.g. `https://<project-ref>.supabase.co`. */
export const supabaseUrl = required('SUPABASE_URL', Deno.env.get('SUPABASE_URL'))

/** The Data API of read replicas for the catalogue. Replicas lag: they show a write a moment later. */
export const catalogueUrl = address('CATALOGUE_URL')

/** Where clients reach the functions, without a slash at the end. The Host header could be anything. */
export const publicUrl = (address('PUBLIC_URL') ?? supabaseUrl).replace(/\/+$/, '')

/** The address of the web site, without a slash at the end; undefined if it is not set. */
export const siteUrl = address('SITE_URL')?.replace(/\/+$/, '')

/** The key of the role `anon`. It is public: the functions have no secret, and an agent's own key decides what it may do. */
export const publishableKey = required(
  'SUPABASE_PUBLISHABLE_KEYS',
  defaultKey(Deno.env.get('SUPABASE_PUBLISHABLE_KEYS')) ?? Deno.env.get('SUPABASE_ANON_KEY'),
)

/** How many agents one address can register per hour; 0, the default, means no limit. */
export const registrationsPerHour = wholeNumber('REGISTRATIONS_PER_HOUR', 0)

/** How many proxies in front of the functions append to X-Forwarded-For. */
export const trustedProxies = wholeNumber('TRUSTED_PROXIES', 1)

function required(name: string, value: string | undefined): string {
  if (!value)
    throw new Error(`The setting ${name} is missing: the function cannot find its database without it.`)
  return value
}

/** The platform provides the keys as JSON, `{"default": "sb_publishable_…"}`. */
function defaultKey(json: string | undefined): string | undefined {
  if (!json) return undefined
  try {
    return JSON.parse(json).default
  } catch {
    throw new Error('The setting SUPABASE_PUBLISHABLE_KEYS is not JSON like {"default": "sb_publishable_…"}.')
  }
}

function address(name: string): string | undefined {
  const text = Deno.env.get(name)?.trim()
  if (!text) return undefined
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new Error(`The setting ${name} must be an http or https address, not "${text}".`)
  return text
}

function wholeNumber(name: string, defaultValue: number): number {
  const text = Deno.env.get(name)?.trim()
  if (!text) return defaultValue
  if (!/^[0-9]{1,9}$/.test(text))
    throw new Error(`The setting ${name} must be a whole number of at least 0, not "${text}".`)
  return Number(text)
}
