/**
 * The settings of the function, from its environment: what the hosted platform and `npm start` both give, and what a
 * team may set (docs/operations.md).
 */

/** Where the Data API is, e.g. `https://<project-ref>.supabase.co`. */
export const supabaseUrl = required('SUPABASE_URL', Deno.env.get('SUPABASE_URL'))

/**
 * Where the catalogue is read when that is elsewhere: the Data API of read replicas. They lag behind, so that a write is seen
 * there a moment later.
 */
export const catalogueUrl = address('CATALOGUE_URL')

/** The key of the role `anon`. It is public: the function holds no secret, and what an agent may do its own key decides. */
export const publishableKey = required(
  'SUPABASE_PUBLISHABLE_KEYS',
  defaultKey(Deno.env.get('SUPABASE_PUBLISHABLE_KEYS')) ?? Deno.env.get('SUPABASE_ANON_KEY'),
)

/** How many agents one address may register in an hour; 0, the default, is no limit. */
export const registrationsPerHour = wholeNumber('REGISTRATIONS_PER_HOUR', 0)

/** How many proxies in front of the function append to X-Forwarded-For. */
export const trustedProxies = wholeNumber('TRUSTED_PROXIES', 1)

/** For how many seconds an answer about the catalogue is kept in memory; 0, the default, keeps none. */
export const cacheSeconds = wholeNumber('CATALOGUE_CACHE_SECONDS', 0)

function required(name: string, value: string | undefined): string {
  if (!value)
    throw new Error(`The setting ${name} is missing: the function cannot find its database without it.`)
  return value
}

/** The platform gives the keys as JSON, `{"default": "sb_publishable_…"}`. */
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

function wholeNumber(name: string, otherwise: number): number {
  const text = Deno.env.get(name)?.trim()
  if (!text) return otherwise
  if (!/^[0-9]{1,9}$/.test(text))
    throw new Error(`The setting ${name} must be a whole number from 0, not "${text}".`)
  return Number(text)
}
