import { ApiError, ERRORS, type ErrorCode, invalidRequest, isErrorCode } from './errors.ts'

/** An error of the Data API. */
interface DatabaseError {
  code?: string
  message?: string
  details?: string | null
}

/** The API's error for one of the Data API. SQL functions raise PTxyz with an error code as the message. */
export function apiErrorOf(error: DatabaseError, status: number): ApiError {
  const { code = '', message = '', details } = error
  if (/^PT\d{3}$/.test(code) && isErrorCode(message)) return raisedError(message, details)
  const reason = unavailableReason(error, status)
  if (reason) return unavailable(`The database is unavailable (${reason}).`)
  if (status === 401 || status === 403 || status === 404) {
    return unavailable(
      `The Data API rejected the call (${code}): check SUPABASE_PUBLISHABLE_KEYS, and that all migrations have run.`,
    )
  }
  // The message and the details may quote the request, so the log contains neither.
  return new ApiError('internal', { log: `The database raised ${code}.` })
}

function raisedError(code: ErrorCode, details?: string | null): ApiError {
  // The request had a key, so it did not reach the database.
  if (code === 'missing_api_key') return new ApiError('invalid_api_key')
  const { detailMember } = ERRORS[code]
  const value = detailMember && JSON.parse(details ?? 'null')
  if (detailMember === 'errors') return invalidRequest(value ?? [])
  return new ApiError(code, detailMember && value ? { members: { [detailMember]: value } } : {})
}

/** The error for a database that cannot answer. @param log why, for the log */
export function unavailable(log: string): ApiError {
  return new ApiError('unavailable', { log })
}

/**
 * Whether a migration may have changed the schema while the call ran: a function, table, column or type was missing (class 42), or vanished
 * while it was used (XX000). If so, the same call succeeds now. Otherwise it is a bug.
 */
export function mayBeChangingSchema({ code = '' }: DatabaseError): boolean {
  return /^(42(883|P01|703|704|804)|XX000)$/.test(code)
}

/**
 * SQLSTATEs and PostgREST's own codes of a database that cannot answer now: classes 08 (connection), 53 (resources) and 57
 * (canceled, statement timeout, shutdown), read-only transactions, transaction timeouts, deadlocks and serialization failures, the
 * lock timeout, and a pool without a connection.
 */
const UNAVAILABLE = /^((08|53|57)...|25006|25P03|25P04|40001|40P01|55P03|PGRST00[0-3])$/

/** Why the database cannot answer now, for the log; undefined for other errors. */
function unavailableReason({ code, message = '' }: DatabaseError, status: number): string | undefined {
  if (status === 0) return 'no response'
  // Every error of the Data API has a code: this response is from something in between.
  if (code === undefined) return `status ${status} without a code`
  // libpq's own errors have no SQLSTATE. PostgREST passes that on as a 400.
  if (code === '') return 'the connection broke during the call'
  // PostgREST starts each write as READ WRITE, which a standby rejects. Other missing features of Postgres are our bugs.
  if (code === '0A000' && / during recovery$/.test(message)) return `${code}, in recovery`
  if (UNAVAILABLE.test(code)) return code
  const isGatewayError = [408, 429, 502, 503, 504].includes(status) || (status >= 520 && status < 530)
  return isGatewayError ? `${code}, status ${status}` : undefined
}
