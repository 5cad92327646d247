import { createHash } from 'node:crypto'

/** A key with a valid checksum that begins with these hex characters. Nobody has it. */
export function wellFormedKey(start: string): string {
  const body = `claw_${start.padEnd(48, '0')}`
  return body + createHash('sha256').update(body).digest('hex').slice(0, 8)
}
