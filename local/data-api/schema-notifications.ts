import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'

const listenTimeoutMs = 3_000
const retryDelayMs = 100

/**
 * Listens for changes of the schema. Resolves when the database answers, without a timeout.
 * @param onChange called for PostgREST's notification, `notify pgrst`, and after each reconnect, because notifications may be missed
 */
export async function onSchemaChange(databaseUrl: string, onChange: () => void): Promise<void> {
  const onDisconnect = () => void onSchemaChange(databaseUrl, onChange).then(onChange)
  while (!(await listen(databaseUrl, onChange, onDisconnect))) await wait(retryDelayMs)
}

/** Listens with its own connection. Returns whether this succeeded; then `onDisconnect` is called when the connection is lost. */
async function listen(databaseUrl: string, onChange: () => void, onDisconnect: () => void): Promise<boolean> {
  let isListening = false
  const options: postgres.Options<Record<string, never>> & { onnotify: () => void } = {
    max: 1,
    max_lifetime: null,
    // The driver does not await its query for array types: a server that dies during it would end this process.
    fetch_types: false,
    connection: { application_name: 'data-api schema' },
    onnotify: onChange,
    onclose: () => {
      if (!isListening) return
      isListening = false
      // Otherwise the driver reconnects, and gives up when the database is still down.
      void sql.end({ timeout: 0 })
      onDisconnect()
    },
  }
  const sql = postgres(databaseUrl, options)
  try {
    const listening = sql`listen pgrst`.then(() => true, isStandby)
    isListening = await Promise.race([listening, wait(listenTimeoutMs, false)])
  } catch {
    // The database is not ready.
  }
  if (!isListening) void sql.end({ timeout: 0 })
  return isListening
}

/** A standby sends no notifications: its schema is read again only after a reconnect. */
function isStandby(error: unknown): true {
  if ((error as { code?: string }).code === '25006') return true
  throw error
}
