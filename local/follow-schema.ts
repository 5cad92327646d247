import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'

/**
 * Keeps an ear on the database. Done as soon as it answers, however long that takes.
 * @param changed called when it says that its schema has changed, by PostgREST's own signal, `notify pgrst`
 * @param lost called once when it has gone away
 */
export async function followSchema(
  databaseUrl: string,
  changed: () => void,
  lost: () => void,
): Promise<void> {
  let isListening = false
  const options: postgres.Options<Record<string, never>> & { onnotify: () => void } = {
    max: 1,
    max_lifetime: null,
    backoff: () => 0.1,
    connection: { application_name: 'data-api schema' },
    onnotify: changed,
    onclose: () => isListening && lost(),
  }
  const sql = postgres(databaseUrl, options)
  while (!isListening) {
    try {
      await sql`listen pgrst`
      isListening = true
    } catch {
      await wait(100)
    }
  }
}
