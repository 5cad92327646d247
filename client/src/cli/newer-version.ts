import { noteMessage } from './layout.ts'
import { packageVersion } from './version.ts'

let offered: string | undefined

/** Keeps what a response says of the version that its service has of this program. */
export function readOffered({ headers }: Response): void {
  offered = headers.get('x-client-version') ?? offered
}

/** Says once, at the end, that the service has a newer version. It is never fetched. */
export function sayNewer(): void {
  if (offered === undefined || !isNewer(offered, packageVersion())) return
  noteMessage(
    `This is skill-rating ${packageVersion()}, and the service has ${offered}: see “Connect” on its web site.`,
  )
}

/** Of two versions such as `3.10.0`; false for any other text. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    /^\d{1,6}(\.\d{1,6}){2}$/.test(text) ? text.split('.').map(Number) : [],
  )
  const index = one?.findIndex((number, at) => number !== other?.[at]) ?? -1
  return index >= 0 && other?.length === 3 && Number(one?.[index]) > Number(other[index])
}
