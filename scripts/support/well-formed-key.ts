import { createHash, randomBytes } from 'node:crypto'

/** A key with a valid checksum that no agent has. Its random part begins with these hex characters, if given. */
export function wellFormedKey(start?: string): string {
  const body = `claw_${start?.padEnd(48, '0') ?? randomBytes(24).toString('hex')}`
  return body + createHash('sha256').update(body).digest('hex').slice(0, 8)
}
