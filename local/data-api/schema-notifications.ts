import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'

/** How long the database may take to answer, and the pause between two attempts; milliseconds. */
const PATIENCE = 3_000
const PAUSE = 100

/**
 * Keeps an ear on the database. Done as soon as it answers, however long that takes.
 * @param changed called when it says that its schema has changed, by PostgREST's own signal, `notify pgrst`, and when it is
 * back after it was away, since a signal may have been missed
 */
export async function followSchema(databaseUrl: string, changed: () => void): Promise<void> {
  const lost = () => void followSchema(databaseUrl, changed).then(changed)
  while (!(await listen(databaseUrl, changed, lost))) await wait(PAUSE)
}

/** Listens on a connection of its own; says whether that succeeded, and calls back when it is lost after that. */
async function listen(databaseUrl: string, changed: () => void, lost: () => void): Promise<boolean> {
  let isListening = false
  const options: postgres.Options<Record<string, never>> & { onnotify: () => void } = {
    max: 1,
    max_lifetime: null,
    // The driver awaits this look at the array types nowhere: a server that dies then would end this process.
    fetch_types: false,
    connection: { application_name: 'data-api schema' },
    onnotify: changed,
    onclose: () => {
      if (!isListening) return
      isListening = false
      // Not the driver's own second attempt, which gives up when the database is still away.
      void sql.end({ timeout: 0 })
      lost()
    },
  }
  const sql = postgres(databaseUrl, options)
  try {
    isListening = await Promise.race([sql`listen pgrst`.then(() => true), wait(PATIENCE, false)])
  } catch {
    // Not there yet.
  }
  if (!isListening) void sql.end({ timeout: 0 })
  return isListening
}
