/** The roles of callers: the Data API sets the settings of the role for each call. */
const API_ROLES = ['anon', 'authenticated']

/**
 * While migrations run, a call that waits for a lock fails after half a second. A migration that has waited for a second looks for a
 * deadlock, and Postgres ends the session that finds one: so the calls end before it.
 */
export const shortenLockTimeout = alterRoles("set lock_timeout = '500ms'")

export const restoreLockTimeout = alterRoles('reset lock_timeout')

/** One statement, because `supabase db query` runs only one. PostgREST reads the settings of roles again when it is notified. */
function alterRoles(change: string): string {
  const statements = API_ROLES.map((role) => `alter role ${role} ${change};`).join(' ')
  return `do $$ begin ${statements} notify pgrst, 'reload config'; end $$`
}
