import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '../../local/stack/stack.ts'

/** The service that a long run is about. */
export interface Target {
  /** Ends in /functions/v1. */
  baseUrl: string
  /** Its database, as the owner of the schema; undefined when only the API is known. */
  databaseUrl: string | undefined
  /** Ends what was started for the run. */
  release(): Promise<void>
}

/**
 * A stack of its own for a long run, on free ports and with a data folder that goes with it; or the deployment that BASE_URL
 * (and DATABASE_URL, for what only the database can tell) names.
 */
export async function takeTarget(): Promise<Target> {
  const { BASE_URL, DATABASE_URL } = process.env
  if (BASE_URL) return { baseUrl: BASE_URL, databaseUrl: DATABASE_URL, release: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'skill-rating-long-run-'))
  const clear = () => rm(dataDir, { recursive: true, force: true })
  try {
    const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
    const release = async () => {
      await stack.stop()
      await clear()
    }
    // A run that is interrupted must not leave a database behind.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void release().finally(() => process.exit(1)))
    }
    return { baseUrl: stack.baseUrl, databaseUrl: stack.databaseUrl, release }
  } catch (error) {
    await clear()
    throw error
  }
}
