import type { Context } from 'hono'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { Problem } from './errors.ts'
import { clientNetwork } from './http/client-network.ts'
import { registrationsPerHour, trustedProxies } from './settings.ts'

const HOUR = 3_600

// Only loaded where the limit is set: it would cost every cold start.
const limiter = registrationsPerHour > 0 ? await open() : undefined

async function open(): Promise<RateLimiterMemory> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible')
  return new RateLimiterMemory({ points: registrationsPerHour, duration: HOUR })
}

/**
 * Counts an attempt to register against the caller's network, when REGISTRATIONS_PER_HOUR is set.
 *
 * The count is kept in this process: it slows a careless client down, and is no wall (docs/operations.md).
 *
 * @throws Problem too_many_registrations, with Retry-After in seconds
 */
export async function countRegistration(c: Context): Promise<void> {
  if (!limiter) return
  try {
    await limiter.consume(clientNetwork(c, trustedProxies))
  } catch (refusal) {
    const { msBeforeNext = HOUR * 1_000 } = refusal as { msBeforeNext?: number }
    throw new Problem('too_many_registrations', {
      detail: `At most ${registrationsPerHour} agents may be registered from one address in an hour.`,
      headers: { 'Retry-After': String(Math.ceil(msBeforeNext / 1_000)) },
    })
  }
}
