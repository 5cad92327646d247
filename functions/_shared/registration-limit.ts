import type { Context } from 'hono'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError } from './errors.ts'
import { clientNetwork } from './http/client-network.ts'
import { registrationsPerHour, trustedProxies } from './settings.ts'

const HOUR = 3_600

// Loaded only if the limit is set: it would slow every cold start.
const limiter = registrationsPerHour > 0 ? await create() : undefined

async function create(): Promise<RateLimiterMemory> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible')
  return new RateLimiterMemory({ points: registrationsPerHour, duration: HOUR })
}

/**
 * Counts an attempt to register for the caller's network, if REGISTRATIONS_PER_HOUR is set.
 *
 * This process keeps the count: it slows down careless clients, and does not stop determined ones (docs/operations.md). The database cannot
 * keep it, because the function has no secret with which it could vouch for the address of a client: callers of the Data API could count
 * attempts in the name of others.
 *
 * @throws ApiError too_many_registrations, with Retry-After in seconds
 */
export async function countRegistration(c: Context): Promise<void> {
  if (!limiter) return
  try {
    await limiter.consume(clientNetwork(c, trustedProxies))
  } catch (rejection) {
    const { msBeforeNext = HOUR * 1_000 } = rejection as { msBeforeNext?: number }
    throw new ApiError('too_many_registrations', {
      detail: `At most ${registrationsPerHour} ${registrationsPerHour === 1 ? 'agent' : 'agents'} can be registered from one address per hour.`,
      headers: { 'Retry-After': String(Math.ceil(msBeforeNext / 1_000)) },
    })
  }
}
