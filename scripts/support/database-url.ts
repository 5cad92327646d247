import { UserError } from '../../local/cli/user-error.ts'

/**
 * Takes the password out of the URL of a database. Anything else is the reference of a project.
 * @throws UserError, without the password, when SUPABASE_DB_URL is not a URL, or has more than one possible host
 */
export function databaseOf(target: string): { address: string; password?: string } {
  if (/^[a-z]{20}$/.test(target)) return { address: target }
  if (hasEarlierHost(target))
    throw new UserError(
      'SUPABASE_DB_URL can be read with different hosts: write each @ as %40, each / as %2F, each ? as %3F and each # as %23 in the user name, the password and the parameters.',
    )
  // A password may contain every character, so it ends at the last @.
  const [, scheme, user, encodedPassword, rest = ''] =
    /^(postgres(?:ql)?:\/\/)(?:([^:@/]*)(?::(.*))?@)?([^@]+)$/s.exec(target) ?? []
  const [server = '', ...query] = rest.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  const address = `${scheme}${user === undefined ? '' : `${user}@`}${server}`
  if (!scheme || !URL.canParse(address))
    throw new UserError(
      'SUPABASE_DB_URL is not the URL of a database: copy it from “Connect” in the dashboard, as in postgresql://USER:PASSWORD@HOST:5432/postgres.',
    )
  const password = encodedPassword === undefined ? parameters.get('password') : decode(encodedPassword)
  parameters.delete('password')
  return {
    address: parameters.size > 0 ? `${address}?${parameters}` : address,
    ...(password !== null && { password }),
  }
}

/** Whether a database URL has a host with a path or parameters before its last @, which then belongs to these. */
function hasEarlierHost(url: string): boolean {
  const beforeLastAt = /^[^:]*:\/\/(.*)@/s.exec(url)?.[1] ?? ''
  const host = /(?:\[[^\]@]*\]|[^@/?#:,\s]*)(?::\d*)?/.source
  return new RegExp(`(?:^|@)${host}(?:,${host})*[/?#]`).test(beforeLastAt)
}

/** A % that encodes nothing belongs to the password. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
