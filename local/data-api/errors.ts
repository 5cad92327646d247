/** The database cannot be reached, or its connection is broken or does not answer. */
export class ConnectionError extends Error {
  constructor(
    message: string,
    /** Whether there was a connection before the error. */
    readonly wasOpen: boolean,
  ) {
    super(message)
  }
}

/** An error that the database sent. */
export type DatabaseError = {
  /** The SQLSTATE. */
  code: string
  message: string
  detail?: string | null | undefined
  hint?: string | null | undefined
}

export type Problem = { code: string; message: string; details: string | null; hint: string | null }

/** The answer of PostgREST when the database cannot be reached. */
export function connectionProblem({
  message: details,
  wasOpen,
}: ConnectionError): Problem & { status: number } {
  const [code, message] = wasOpen
    ? (['PGRST001', 'Database client error. Retrying the connection.'] as const)
    : (['PGRST000', 'Database connection error. Retrying the connection.'] as const)
  return { status: 503, code, message, details, hint: null }
}

/** The status of PostgREST for a SQLSTATE, from its src/PostgREST/Error.hs. @param role the role of the request */
export function statusOf(code: string, role: string, message = ''): number {
  const raised = Number(/^PT(\d{3})$/.exec(code)?.[1] ?? 0)
  if (raised >= 200 && raised <= 599) return raised
  if (code === '42501') return role === 'anon' ? 401 : 403
  // Refused by the extension safeupdate.
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400
  if (code === '25006') return 405
  if (/^42(883|P01)$/.test(code)) return 404
  if (/^2350[35]$/.test(code)) return 409
  if (/^(08|53(?!400)|57P01)/.test(code)) return 503
  if (/^(09|21|25|2D|38|39|3B|40|42P17|53|54|55|57|58|F0|HV|P0(?!001)|PT|XX)/.test(code)) return 500
  return /^(0L|0P|28)/.test(code) ? 403 : 400
}
