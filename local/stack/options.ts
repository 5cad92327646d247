import type { Log } from './log.ts'

export type StackOptions = {
  /** Absolute path of the data folder. It is created when it does not exist. */
  dataDir: string
  /** Ports on 127.0.0.1; 0 selects a free port. */
  apiPort: number
  dbPort: number
  studioPort: number
  /** Environment variables for the edge functions, in addition to those of the hosted platform. */
  functionSettings?: Record<string, string>
  /** Settings of Postgres that replace the defaults, such as `shared_buffers`. */
  postgresSettings?: Record<string, string>
  /** Retries a process without a limit when its code does not start. */
  inDevelopment?: boolean
  /** Folder of migrations/, synonyms.sql and seed.sql; the project's own by default. */
  supabaseDir?: string
  /** Builds the web site and returns its folder. Without it, no web site is served. */
  webSite?(log: Log, signal: AbortSignal): Promise<string>
  /** Returns another port for connections to a process, so that a test can put a proxy in between. */
  detour?(to: 'Data API' | 'Postgres', port: number): Promise<number>
  /** Called with a line for the user for each step, and when a process has died or runs again. */
  progress?(line: string): void
  /** Interrupts the start. */
  signal?: AbortSignal
}
